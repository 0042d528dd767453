"""The reports of a command, JSON and pages, in an output folder: all of them written, or none."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

from sklint.cli.published import mask, new_folders, refuse_strangers
from sklint.cli.writing import draft_of, named
from sklint.error import SklintError
from sklint.report.characters import portable


def refuse_reports(folder: Path, names: Iterable[str]) -> None:
    """SklintError where reports of these names cannot go to a folder."""
    if portable(str(folder.resolve())) != str(folder.resolve()):
        raise SklintError(f"{folder}: its name is no text; give another --output-dir")
    refuse_strangers(folder, tuple(names))


def write_reports(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put files in a folder that may not be there yet, each in the place of what it had; whole, or not at all."""
    with new_folders(folder), ExitStack() as after:
        drafts = {name: kept_draft(folder, name, data, after) for name, data in files.items()}
        for name, draft in drafts.items():
            draft.replace(folder / name)


def kept_draft(folder: Path, name: str, data: bytes, after: ExitStack) -> Path:
    with named(folder / name):
        draft = draft_of(folder / name, data)
        after.callback(draft.unlink, missing_ok=True)
        draft.chmod(0o666 & ~mask())
    return draft
