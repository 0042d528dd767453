"""`sklint clean`: drop what earlier runs kept."""

import click

from sklint.cli.output import say


@click.command(short_help="Drop what earlier runs kept.")
def clean() -> None:
    """Drop the kept results and precompiled headers; the next run makes them anew."""
    import shutil

    from sklint.project import cache_folder

    folder = cache_folder()
    files = [it for it in folder.rglob("*") if it.is_file()]
    size = sum(it.stat().st_size for it in files)
    if folder.is_dir():
        shutil.rmtree(folder)
    say(f"Dropped {len(files)} files, {size / 1e6:.1f} MB, from {folder}.\n")
