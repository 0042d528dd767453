"""`sklint generate-pybind-binding`: an adapted package verified, and what Python imports of it written down."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint adapt-sk-from-global add --io-contract add/operator-io-contract.json --output-dir add-sk", "first"),
        ("sklint generate-pybind-binding add-sk", "then: add-sk/operator-sk-pybind-binding.json"),
    ),
    "Exit codes": (
        ("0", "the package is whole, and operator-sk-pybind-binding.json says what it is"),
        ("2", "the job was not done: no package, one that is not whole or not what its manifest says"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Verify an adapted package and write down its modules.")
@click.argument("directory", metavar="ADAPTED_DIR", type=click.Path(path_type=Path))
def generate_pybind_binding(directory: Path) -> int:
    """Verify the package in ADAPTED_DIR and write operator-sk-pybind-binding.json beside it, for build-native-wheel.

    ADAPTED_DIR is an --output-dir of adapt-sk-from-global or aggregate-sk-adapted. Every file that the manifest or
    setup.py names has to be there, and both have to have the same entries. Run again, it writes the same.
    """
    from sklint.cli.packaging import run_binding

    return run_binding(directory)
