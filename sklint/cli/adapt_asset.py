"""`sklint adapt-asset`: what an asset delivers and how it is built, as contracts for the later steps."""

from pathlib import Path

import click

from sklint.cli.asset_options import chips_to_build_for
from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint adapt-asset op --output-dir out --target-chip A2", "write the contracts, for one chip"),
        (
            "sklint validate-contracts --layout out/operator-asset-layout.json …",
            "check them again after a person has edited them",
        ),
        (
            "sklint normalize-operator-asset op --asset-layout out/operator-asset-layout.json --output-dir units",
            "take each operator out",
        ),
    ),
    "Exit codes": (
        ("0", "the layout is ready: the operators can be adapted"),
        ("2", "a person has to answer something first (all files are written), or the job was not done"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Tell what operators an asset delivers, as contracts.")
@click.argument("asset", type=click.Path(path_type=Path))
@click.option(
    "--output-dir", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where the contracts go."
)
@chips_to_build_for
@click.option("--target-arch", default="", metavar="ARCH,...", help="Architectures to build for, such as dav-2201.")
def adapt_asset(asset: Path, output_dir: Path, target_chip: str, target_arch: str) -> int:
    """Find the operators of ASSET, a folder or one source, and write operator-asset-inventory.json,
    operator-asset-layout.json, operator-build-context.json, operator-verify-context.json and adapter-report.json/.md.

    Kernels are those that the parsed sources define. What cannot be told from the files is asked, with file and line.
    """
    from sklint.cli.adapting_assets import adapt

    return adapt(asset, output_dir, target_chip, target_arch)
