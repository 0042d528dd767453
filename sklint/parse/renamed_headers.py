"""Headers that a source names in GB18030, and that are on disk under the same characters in UTF-8."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sklint.file_name import readable
from sklint.parse.clang import INCLUSION, kind
from sklint.parse.reading import Reading

ODD = re.compile(rb'#[ \t]*include(?:_next)?[ \t]*(?:"([^"\n]*[\x80-\xff][^"\n]*)"|<([^>\n]*[\x80-\xff][^>\n]*)>)')


def renamed_headers(reading: Reading, folders: Sequence[str], overlays: Mapping[str, bytes]) -> dict[bytes, bytes]:
    """The texts of such headers that the unit did not find, by the bytes that it looks for."""
    missing = [it for it in reading.records if kind(it) == INCLUSION and not reading.tree.included_file(it)]
    if all(it.spelling.isascii() for it in missing):
        return {}
    return dict(texts(reading, folders, overlays))


def texts(reading: Reading, folders: Sequence[str], overlays: Mapping[str, bytes]) -> Iterator[tuple[bytes, bytes]]:
    for path in reading.project_files:
        for quoted, angled in ODD.findall(reading.source(path).data):
            own = [os.path.dirname(path) or "."] if quoted else []  # noqa: PTH120 - as libclang spells them
            for folder in (*own, *folders):
                name = os.path.join(os.fsencode(folder), quoted or angled)  # noqa: PTH118 - bytes
                text = renamed(name, overlays)
                if text is not None:
                    yield name, text


def renamed(name: bytes, overlays: Mapping[str, bytes]) -> bytes | None:
    """What the characters of a name stand for, where that is not UTF-8 and nothing has those bytes as its name."""
    path = os.path.normpath(readable(name))
    if name == readable(name).encode() or os.path.lexists(name):
        return None
    try:
        return overlays.get(path) or Path(path).read_bytes()
    except (OSError, ValueError):
        return None
