"""`sklint analyze-operator-asset`: what the operators of an asset are, use, and can be built for."""

from pathlib import Path

import click

from sklint.cli.asset_options import chips_to_build_for
from sklint.cli.help import Examples

PATH = click.Path(path_type=Path)
EXAMPLES = {
    "Examples": (
        ("sklint analyze-operator-asset op --output-dir out", "by the layout that op's files tell"),
        ("… --asset-layout out/operator-asset-layout.json", "by that of adapt-asset, with a person's answers in it"),
        ("… --target-chip A2", "and whether the operators are declared for Atlas A2"),
    ),
    "Exit codes": (
        ("0", "operator-asset-understanding.json is written; its status says if a person has to answer something"),
        ("2", "the job was not done: usage, a layout that is wrong, a folder that cannot be written"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Tell what the operators of an asset are.")
@click.argument("asset", type=PATH)
@click.option("--output-dir", type=PATH, required=True, metavar="DIR", help="Where the understanding is written.")
@click.option("--asset-layout", type=PATH, metavar="FILE", help="The layout that counts, as adapt-asset writes it.")
@chips_to_build_for
def analyze_operator_asset(asset: Path, output_dir: Path, asset_layout: Path | None, target_chip: str) -> int:
    """Tell what each operator of ASSET, a folder or one source, is made of, what its code uses and for which chips it
    is declared, and write operator-asset-understanding.json.
    """
    from sklint.cli.understanding_assets import analyze

    return analyze(asset, output_dir, asset_layout, target_chip)
