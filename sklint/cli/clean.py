"""`sklint clean`: drop what earlier runs kept."""

import click

from sklint.cli.help import Examples
from sklint.cli.output import say


@click.command(
    cls=Examples,
    short_help="Drop what earlier runs kept.",
    examples={"Examples": (("sklint clean", "free the space; the next run takes longer, and says the same"),)},
)
def clean() -> None:
    """Drop the kept results and precompiled headers; the next run makes them anew."""
    import shutil

    from sklint.request import cache_folder

    folder = cache_folder()
    files = [it for it in folder.rglob("*") if it.is_file()]
    size = sum(it.stat().st_size for it in files)
    if folder.is_dir():
        shutil.rmtree(folder)
    say(f"Dropped {len(files)} files, {size / 1e6:.1f} MB, from {folder}.\n")
