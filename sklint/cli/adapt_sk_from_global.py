"""`sklint adapt-sk-from-global`: an operator's kernels bound, and the package that runs them from Python."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.binding_options import BindingOptions, binding_options
from sklint.cli.help import Rows, Sectioned, in_section

if TYPE_CHECKING:
    from typing_extensions import Unpack

EXAMPLES: Mapping[str, Rows] = {
    "Examples": (
        ("sklint adapt-sk-from-global add.asc --output-dir out", "a kernel with one tensor"),
        ("… --io-contract add.contract.json --target-chip ascend910b", "what it reads and writes, and for which chip"),
    ),
    "Exit codes": (
        ("0", "operator-sk-adapted.json is written; its status says if a person has to decide something"),
        ("2", "the job was not done: usage, a contract that is wrong, a folder that cannot be written"),
    ),
}

FILE = click.Path(path_type=Path)
input_, package = map(in_section, ("Input", "Package"))


class Given(BindingOptions):
    """The options as click gives them, under their own names."""

    asset: Path
    output_dir: Path
    understanding: Path | None
    target_chip: str
    package_name: str
    package_version: str
    name_resolution: Path | None
    source_asset: Path | None
    io_contract: Path | None
    support_dir: tuple[str, ...]


@click.command(cls=Sectioned, examples=EXAMPLES, short_help="Bind an operator's kernels and package them for Python.")
@click.argument("asset", type=FILE)
@package("--output-dir", type=FILE, required=True, metavar="DIR", help="Where operator-sk-adapted is written.")
@package("--package-name", default="op_extension", show_default=True, metavar="NAME", help="The distribution's name.")
@package("--package-version", default="0.1.0", show_default=True, metavar="VERSION", help="Its version.")
@binding_options
@input_("--io-contract", type=FILE, metavar="FILE", help="What kernels read and write; write-io-contract makes one.")
@input_("--understanding", type=FILE, metavar="FILE", help="operator-asset-understanding.json of the asset.")
@input_("--name-resolution", type=FILE, metavar="FILE", help="The names that entries have in the package.")
@input_("--source-asset", type=FILE, metavar="PATH", help="The asset this one was made of.")
@input_("--support-dir", multiple=True, metavar="[NAME=]DIR", help="A folder whose files are included as NAME/…")
@input_("--target-chip", default="", metavar="CHIPS", help="What it is for, such as ascend910b; several with commas.")
def adapt_sk_from_global(**given: "Unpack[Given]") -> int:
    """Bind every kernel of ASSET, a file or a folder, and write the package that runs them from Python.

    Nothing is written outside of the output folder, and nothing where it cannot be right: what a person has to decide
    stands in operator-sk-adapted.json with its file and line.
    """
    from sklint.cli.adapting import run

    return run(given)
