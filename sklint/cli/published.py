"""What the published subcommands leave on disk: reports and folders, each whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from sklint.cli.writing import draft_of, named
from sklint.error import SklintError

OURS = ("operator-", ".operator-", "adapter-report.", ".adapter-report.")
"""How the names of all that published subcommands write begin, drafts of a run that was killed included."""


def write_report(path: Path, report: object) -> None:
    """Write a JSON report, and the folder it goes to. Whole, or not at all."""
    write_whole(path, json_text(report))


def json_text(report: object) -> bytes:
    """Two blanks a level, UTF-8, a newline at the end."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, or that which a link leads to, whether it is there or not; whole, or not at all."""
    real = Path(os.path.realpath(path))
    if path.is_symlink() and not real.parent.is_dir():
        raise SklintError(f"{path}: is a link to {real}, whose folder is not there")
    with named(path), new_folders(real.parent):
        draft = draft_of(real, data)
        try:
            draft.chmod(0o666 & ~mask())
            draft.replace(real)
        finally:
            draft.unlink(missing_ok=True)


def refuse_others(folder: Path, name: str, report: str) -> None:
    """SklintError where the folder has something in the place of the folder `name` or no file in that of the report, or
    anything that no subcommand wrote."""
    refuse_strangers(folder, (report,))
    there = folder / name
    if there.is_symlink() or (there.exists() and not (there.is_dir() and not any(there.iterdir()))):
        raise SklintError(f"{there}: is there already; remove it or give another --output-dir")


def refuse_strangers(folder: Path, reports: Sequence[str]) -> None:
    """SklintError where the folder holds anything that no subcommand wrote, or no file in the place of a report."""
    refuse_places(folder, reports)
    others = sorted(it.name for it in folder.iterdir() if not it.name.startswith(OURS)) if folder.exists() else []
    if others:
        raise SklintError(f"{folder}: holds something else ({', '.join(others[:3])}); give another --output-dir")


def refuse_places(folder: Path, reports: Sequence[str]) -> None:
    """SklintError where the folder is none, or has no file in the place of a report: what a link there leads to is
    somebody else's."""
    if (folder.exists() or folder.is_symlink()) and not folder.is_dir():
        what = "is no folder" if folder.exists() else "is a link to a folder that is not there"
        raise SklintError(f"{folder}: {what}; give another --output-dir")
    for it in reports:
        if (folder / it).is_symlink() or (folder / it).is_dir():
            raise SklintError(f"{folder / it}: is no file; give another --output-dir")


def refuse_link(path: Path) -> None:
    """SklintError where a file of a package's folder is none: what a link there leads to is somebody else's."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise SklintError(f"{path}: is no file; remove it")


def write_tree(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a new folder in its place with all its files, whose paths are relative; whole, or not at all."""
    with named(folder), new_folders(folder.parent):
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            for name, data in files.items():
                path = draft / inside(name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            draft.chmod(0o777 & ~mask())
            draft.replace(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def fill_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder that is not there, or is empty, with all its files; whole, or not at all."""
    if not folder.exists():
        return write_tree(folder, files)
    draft = folder / ".operator-draft"  # the folder itself may be one that cannot be replaced
    names = {Path(name).parts[0] for name in files}
    try:
        write_tree(draft, files)
        for name in sorted(names):
            (draft / name).replace(folder / name)
        draft.rmdir()
    except BaseException:
        for it in (draft, *(folder / name for name in names)):
            shutil.rmtree(it, ignore_errors=True) if it.is_dir() else it.unlink(missing_ok=True)
        raise
    return None


def inside(name: str) -> Path:
    """A relative path that stays below its folder. SklintError for any other."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        raise SklintError(f"{name}: is outside of the output folder")
    return path


@contextmanager
def new_folders(folder: Path) -> Generator[None, None, None]:
    """Make a folder and those above it; those that were not there go again, should the work in them fail."""
    made = [it for it in (folder, *folder.parents) if not it.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for it in made:
            if it.is_dir() and not any(it.iterdir()):
                it.rmdir()
        raise


@contextmanager
def undone(folder: Path) -> Generator[None, None, None]:
    """Take a new folder away again, should the work fail that follows it."""
    try:
        yield
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def mask() -> int:
    """The bits that this process leaves out of the modes of new files."""
    now = os.umask(0o022)
    os.umask(now)
    return now
