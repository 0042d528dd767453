"""A folder that a command writes with its report: both whole, and only where nothing is in their place."""

from collections.abc import Mapping
from pathlib import Path

from sklint.cli.owned_tree import below, holds
from sklint.cli.published import new_folders, refuse_others, refuse_strangers, undone, write_report, write_tree
from sklint.generate.adapt_report import FOLDER, REPORT


def refuse_package(folder: Path) -> None:
    """SklintError where a package cannot be written, before it is made."""
    refuse_folder(folder, FOLDER, REPORT)


def write_package(folder: Path, files: Mapping[str, bytes], report: object) -> None:
    """Write a package and its report, or what of both is missing. SklintError where another package is there."""
    write_folder(folder, FOLDER, REPORT, files, report)


def refuse_folder(folder: Path, name: str, report: str) -> None:
    """SklintError where the folder `name` and its report cannot be written; one that lacks its report is looked at
    again when it is written."""
    refuse_strangers(folder, (report,))
    if not without_report(folder, name, report):
        refuse_others(folder, name, report)


def write_folder(folder: Path, name: str, report: str, files: Mapping[str, bytes], text: object) -> None:
    """Write the folder `name` and its report, or what of both is missing. SklintError where another one is there."""
    unreported = without_report(folder, name, report)
    if not (unreported and holds(folder / name, files)):
        refuse_others(folder, name, report)
    with new_folders(folder):
        if files and not unreported:
            write_tree(folder / name, files)
        with undone(folder / name):
            write_report(folder / report, text)


def without_report(folder: Path, name: str, report: str) -> bool:
    """Whether the folder lacks its report alone, as a run leaves it that was killed between the two."""
    there = folder / name
    return there.is_dir() and not there.is_symlink() and bool(below(there)) and not (folder / report).exists()
