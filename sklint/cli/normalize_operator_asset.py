"""`sklint normalize-operator-asset`: each operator of an asset in a folder of its own, ready to be adapted."""

from pathlib import Path

import click

from sklint.cli.asset_options import chips_to_build_for
from sklint.cli.help import Examples

PATH = click.Path(path_type=Path)
EXAMPLES = {
    "Examples": (
        ("sklint normalize-operator-asset op --output-dir out", "every operator of op in out/operator-units"),
        ("… --understanding out/operator-asset-understanding.json", "those that analyze-operator-asset has found"),
        ("sklint adapt-sk-from-global out/operator-units/add/sk_source --output-dir adapted", "then adapt one"),
    ),
    "Exit codes": (
        ("0", "the folders are written; the status of the understanding says if a person has to answer something"),
        ("2", "the job was not done: usage, a file that is wrong, a folder that cannot be written"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Take each operator out of an asset.")
@click.argument("asset", type=PATH)
@click.option("--output-dir", type=PATH, required=True, metavar="DIR", help="Where operator-units is written.")
@click.option("--understanding", type=PATH, metavar="FILE", help="What analyze-operator-asset wrote: its units count.")
@click.option("--asset-layout", type=PATH, metavar="FILE", help="The layout that counts, without --understanding.")
@chips_to_build_for
def normalize_operator_asset(
    asset: Path, output_dir: Path, understanding: Path | None, asset_layout: Path | None, target_chip: str
) -> int:
    """Take each operator of ASSET out of it: operator-units/<unit>/ with its files, and sk_source in that with what its
    kernel is compiled from. operator-units.json and operator-asset-understanding.json tell what they are.

    A later run into the same folder replaces what an earlier one wrote, and refuses where somebody has changed it.
    """
    from sklint.cli.understanding_assets import normalize

    return normalize(asset, output_dir, understanding, asset_layout, target_chip)
