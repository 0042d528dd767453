"""`sklint write-io-contract`: what the sources prove of an operator's IO contract, with what a person has to decide."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import click
from typing_extensions import Unpack

from sklint.cli.help import Rows, Sectioned, in_section

EXAMPLES: Mapping[str, Rows] = {
    "Examples": (
        ("sklint write-io-contract add.asc", "show the contract of all kernels of the file"),
        ("sklint write-io-contract add.asc --output add.io-contract.json", "write it, or add what it lacks"),
        ("sklint write-io-contract ops --output ops.io-contract.json", "the kernels of a folder"),
        ("sklint adapt-sk-from-global add.asc --io-contract add.io-contract.json --output-dir out", "use it"),
    ),
    "Exit codes": (
        ("0", "every kernel has a complete entry, or had one"),
        ("1", "an entry has something for a person to decide, or there is no kernel"),
        ("2", "the job was not done: usage, a contract that is wrong, a file that cannot be read or written"),
    ),
}

input_, output_ = map(in_section, ("Input", "Output"))


class Given(TypedDict):
    """The options as click gives them, under their own names."""

    asset: Path
    kernel: tuple[str, ...]
    output: Path | None


@click.command(
    cls=Sectioned, examples=EXAMPLES, short_help="Write the IO contract of kernels, as far as the source proves it."
)
@click.argument("asset", metavar="FILE", type=click.Path(path_type=Path))
@input_("--kernel", multiple=True, metavar="NAME", help="Only this kernel; may be given several times.")
@output_(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The contract; without it, or for -, standard output.",
)
def write_io_contract(**given: Unpack[Given]) -> int:
    """Write what FILE, a source or a folder of sources, proves of its IO contract: which tensors each kernel reads and
    writes, how parameters are passed, what templates are instantiated for, and how many blocks launches count.

    What cannot be proved stands under "undecided", and nothing is adapted until a person has answered it. A contract
    that is there keeps every byte: entries that it lacks are added.
    """
    from sklint.cli.contract_writing import run

    return run(given)
