"""Files as they are now: those of an editor or of a fix before those on disk."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from typing_extensions import Self

NEVER = frozenset(("__pycache__", "node_modules"))


@dataclass(frozen=True)
class Texts:
    """The files, with the texts that are not as on disk by their real paths."""

    overlays: Mapping[str, bytes]

    @classmethod
    def over(cls, overlays: Mapping[str, bytes]) -> Self:
        return cls({os.path.realpath(path): data for path, data in overlays.items()})

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None where there is none that can be read."""
        try:
            found = self.overlays.get(os.path.realpath(path))
            return Path(path).read_bytes() if found is None else found
        except (OSError, ValueError):
            return None

    def is_folder(self, path: str) -> bool:
        if "\0" in path:
            return False
        beginning = os.path.realpath(path).rstrip("/") + "/"
        return Path(path).is_dir() or any(it.startswith(beginning) for it in self.overlays)

    def below(self, folder: str, deepest: int, most: int) -> list[str] | None:
        """The files in a folder and so many levels of folders in it, in order; None where that are too many to look at.
        Links to folders are not followed."""
        found = set(islice(walked(folder, deepest), most + 1))
        if len(found) > most:
            return None
        real = os.path.realpath(folder).rstrip("/") + "/"
        new = (it.removeprefix(real) for it in self.overlays if it.startswith(real))
        found |= {joined(folder, it) for it in new if it.count("/") <= deepest}
        return sorted(found)


def walked(folder: str, deepest: int) -> Iterator[str]:
    """The files below a folder; hidden ones are left out."""
    try:
        with os.scandir(folder) as entries:
            children = sorted(entries, key=lambda it: it.name)
    except (OSError, ValueError):
        return
    for it in children:
        if it.name.startswith(".") or it.name in NEVER:
            continue
        if it.is_dir(follow_symlinks=False):
            if deepest:
                yield from walked(joined(folder, it.name), deepest - 1)
        else:
            yield joined(folder, it.name)


def joined(folder: str, name: str) -> str:
    """A posix path as reports name it: without `.` and `..`."""
    path = os.path.normpath(os.path.join(folder, name))  # noqa: PTH118 - of text, as includes lead to it
    return Path(path).as_posix()
