"""The folder of a package with its report: whole, and only where nothing is in its place."""

from collections.abc import Mapping
from pathlib import Path

from sklint.cli.owned_tree import below, holds
from sklint.cli.published import new_folders, refuse_others, refuse_strangers, undone, write_report, write_tree
from sklint.generate.adapt_report import FOLDER, REPORT


def refuse_package(folder: Path) -> None:
    """SklintError where a package cannot be written, before it is made; one that lacks its report is looked at again
    when it is written."""
    refuse_strangers(folder, (REPORT,))
    if not without_report(folder):
        refuse_others(folder, FOLDER, REPORT)


def write_package(folder: Path, files: Mapping[str, bytes], report: object) -> None:
    """Write a package and its report, or what of both is missing. SklintError where another package is there."""
    unreported = without_report(folder)
    if not (unreported and holds(folder / FOLDER, files)):
        refuse_others(folder, FOLDER, REPORT)
    with new_folders(folder):
        if files and not unreported:
            write_tree(folder / FOLDER, files)
        with undone(folder / FOLDER):
            write_report(folder / REPORT, report)


def without_report(folder: Path) -> bool:
    """Whether the folder has a package and no report of it, as a run leaves it that was killed between the two."""
    package = folder / FOLDER
    return package.is_dir() and not package.is_symlink() and bool(below(package)) and not (folder / REPORT).exists()
