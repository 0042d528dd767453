"""`sklint provide-sk-runtime-input-values`: a person's values checked, for the script that launches the kernels."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        (
            "sklint provide-sk-runtime-input-values add-sk add-sk/operator-sk-auto-input-values-spec.json",
            "those that auto-construct-runtime-input-values made, once they are decided",
        ),
    ),
    "Exit codes": (
        ("0", "operator-sk-runtime-input-values.json is written"),
        ("2", "the job was not done: a value that is missing, undecided or not of its type, told with line and column"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Check values for a package's kernels and take them.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("spec", metavar="SPEC", type=click.Path(path_type=Path))
def provide_sk_runtime_input_values(directory: Path, spec: Path) -> int:
    """Check the values in SPEC against operator-sk-runtime-input-spec.json and write them for the script.

    Each parameter of each kernel has a value, in the shape and of the type that it names.
    """
    from sklint.cli.sampling import run_provide

    return run_provide(directory, spec)
