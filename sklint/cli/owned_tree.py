"""A folder that a command writes again on each run: replaced whole, and only where it is as the command left it."""

import hashlib
import shutil
import tempfile
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from sklint.cli.published import new_folders, write_tree
from sklint.error import SklintError


class WrittenFile(msgspec.Struct, frozen=True):
    """A file of the folder, as it was written."""

    path: str
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    written_files: tuple[WrittenFile, ...] = ()


def written(files: Mapping[str, bytes]) -> tuple[WrittenFile, ...]:
    return tuple(WrittenFile(name, digest(data)) for name, data in sorted(files.items()))


def refuse_changed(folder: Path, manifest: Path) -> None:
    """SklintError where the folder holds anything but what the manifest of an earlier run says was written."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SklintError(f"{folder}: is no folder; give another --output-dir")
    known = {it.path: it.sha256 for it in earlier(manifest)}
    others = [it for it in below(folder) if known.get(it) != digest_of(folder / it)]
    if others:
        more = f"{', '.join(others[:3])}{' …' if len(others) > 3 else ''}"
        raise SklintError(f"{folder}: holds what no earlier run wrote ({more}); give another --output-dir")


def earlier(manifest: Path) -> tuple[WrittenFile, ...]:
    try:
        return msgspec.json.decode(manifest.read_bytes(), type=Manifest).written_files
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return ()


def below(folder: Path) -> list[str]:
    """The files and links in a folder and its folders."""
    there = sorted(folder.rglob("*")) if folder.is_dir() else []
    return [it.relative_to(folder).as_posix() for it in there if it.is_symlink() or not it.is_dir()]


def holds(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Whether a folder has these files and no others."""
    return {it: digest_of(folder / it) for it in below(folder)} == {it: digest(data) for it, data in files.items()}


def digest_of(path: Path) -> str:
    """The digest of a file; "" for what is none."""
    return digest(path.read_bytes()) if path.is_file() and not path.is_symlink() else ""


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@contextmanager
def replaced_tree(folder: Path, files: Mapping[str, bytes]) -> Generator[None, None, None]:
    """Put a folder with these files, or none without files, in the place of the one that is there, while what belongs
    to it is written; should any of that fail, the folder is as it was."""
    if holds(folder, files):
        yield
        return
    with new_folders(folder.parent), ExitStack() as after:
        aside = set_aside(folder, after) if folder.exists() else None
        try:
            if files:
                write_tree(folder, files)
            yield
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            if aside:
                aside.rename(folder)
            raise


def set_aside(folder: Path, after: ExitStack) -> Path:
    """Where a folder is moved to, until it is not needed any more."""
    place = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    after.callback(shutil.rmtree, place, ignore_errors=True)
    return folder.rename(place / folder.name)
