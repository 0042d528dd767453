"""`sklint scan-operator-assets`: the contracts of adapt-asset, without a target and without a page for people."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (("sklint scan-operator-assets op --output-dir out", "what op delivers, as five JSON files"),),
    "Exit codes": (
        ("0", "the layout is ready: the operators can be adapted"),
        ("2", "a person has to answer something first (all files are written), or the job was not done"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Tell what operators an asset delivers, as JSON alone.")
@click.argument("asset", type=click.Path(path_type=Path))
@click.option(
    "--output-dir", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where the contracts go."
)
def scan_operator_assets(asset: Path, output_dir: Path) -> int:
    """Find the operators of ASSET, a folder or one source, and write what adapt-asset writes, but for
    adapter-report.md.
    """
    from sklint.cli.adapting_assets import scan

    return scan(asset, output_dir)
