"""What the files beside a source bind: an SK function that one of them binds is no finding."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sklint.elsewhere import UNBOUND
from sklint.finding import Finding
from sklint.lint import bound_for_others, read_units, shared_index
from sklint.readable import SUFFIXES, read_source
from sklint.request import Request
from sklint.source import Source

Stamp = tuple[str, int, int]


class Neighbours:
    """Remembers what each file binds as long as it has the same time and size."""

    def __init__(self) -> None:
        self.known: dict[Stamp, tuple[str, ...]] = {}

    def bound(self, request: Request, findings: Iterable[Finding]) -> tuple[str, ...]:
        """The last names of the SK functions that files beside a source bind, if a finding of it asks."""
        asked = {it.text for it in findings if it.rule == UNBOUND}
        folder = Path(request.path).parent
        if not asked or not folder.is_dir():
            return ()
        stamps = [it for it in files(folder) if it[0] != request.path and it[0] not in request.overlays]
        self.known = {stamp: self.known[stamp] for stamp in stamps if stamp in self.known}
        found = {name for stamp in stamps for name in self.names(stamp, request)}
        return tuple(sorted(found & asked))

    def names(self, stamp: Stamp, request: Request) -> tuple[str, ...]:
        if stamp not in self.known:
            source = read_source(stamp[0])
            if isinstance(source, Source) and b"SK_BIND" in source.data:
                self.known[stamp] = read_names(msgspec.structs.replace(request, path=stamp[0], data=source.data))
            else:
                self.known[stamp] = ()
        return self.known[stamp]


def files(folder: Path) -> Iterator[Stamp]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if Path(entry.name).suffix in SUFFIXES and entry.is_file():
                    found = entry.stat()
                    yield (folder / entry.name).as_posix(), found.st_mtime_ns, found.st_size
    except OSError:
        return


def read_names(request: Request) -> tuple[str, ...]:
    source = Source(request.path, request.data)
    units = read_units(source, request.target, request.options, request.overlays, shared_index())
    return bound_for_others(units)
