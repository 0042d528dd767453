"""The folder of a scaffold, which each run makes anew: not where somebody changed what is in it."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from sklint.error import SklintError
from sklint.generate.adapt_inputs import Fingerprint


class Written(msgspec.Struct, frozen=True):
    """What the report of an earlier run says it wrote."""

    written_files: tuple[Fingerprint, ...] = ()


def refuse_changed(folder: Path, report: Path, files: Mapping[str, bytes]) -> None:
    """SklintError where a scaffold has anything that the run which its report tells of did not write, or that is not
    what would be written now."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SklintError(f"{folder}: is no folder of a scaffold; remove it")
    there = content(folder)
    if there == {name: sha256(data).hexdigest() for name, data in files.items()}:
        return
    then = {it.path.removeprefix(f"{folder.name}/"): it.sha256 for it in earlier(report)}
    changed = [name for name, digest in there.items() if then.get(name) != digest]
    if changed:
        what = "was changed since it was generated" if changed[0] in then else "was not generated"
        raise SklintError(f"{folder / changed[0]}: {what}; move {folder} away, then run this again")


def content(folder: Path) -> dict[str, str]:
    """The digests of all files in a folder; a link counts as something that no run wrote."""
    if not folder.exists():
        return {}
    return {
        it.relative_to(folder).as_posix(): "" if it.is_symlink() else sha256(it.read_bytes()).hexdigest()
        for it in sorted(folder.rglob("*"))
        if it.is_symlink() or not it.is_dir()
    }


def earlier(report: Path) -> tuple[Fingerprint, ...]:
    try:
        return msgspec.json.decode(report.read_bytes(), type=Written).written_files
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return ()
