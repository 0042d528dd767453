"""`sklint collect-runtime-input-spec`: what Python passes to each kernel of a package."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint adapt-sk-from-global add --io-contract add/operator-io-contract.json --output-dir add-sk", "first"),
        ("sklint collect-runtime-input-spec add-sk", "then: add-sk/operator-sk-runtime-input-spec.json"),
    ),
    "Exit codes": (
        ("0", "defined: it has what the kernels take; one that takes a list of tensors is left out"),
        ("1", "blocked: no kernel is left, as all take lists of tensors"),
        ("2", "the job was not done: no package, or one that is not whole"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Write down what a package's kernels are called with.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def collect_runtime_input_spec(directory: Path) -> int:
    """Write operator-sk-runtime-input-spec.json: the parameters of each kernel of the package in DIR, and their roles.

    DIR is an --output-dir of adapt-sk-from-global or aggregate-sk-adapted. What a tensor is for comes from its IO
    contract; where none says so, its role is unknown.
    """
    from sklint.cli.sampling import run_collect

    return run_collect(directory)
