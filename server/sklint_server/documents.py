"""The texts that a client has open, as bytes with a version."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from lsprotocol import types

from sklint.source import Source
from sklint_server.convert import Lines


@dataclass(frozen=True, eq=False)
class Document:
    """An open text. `uri` is the client's own spelling; `as_on_disk` that the file has these very bytes."""

    uri: str
    path: str
    version: int
    data: bytes
    units: str
    as_on_disk: bool

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.data, self.units)

    @property
    def source(self) -> Source:
        return Source(self.path, self.data)


def opened(item: types.TextDocumentItem, path: str, units: str) -> Document:
    data = encoded(item.text)
    return Document(item.uri, path, item.version, data, units, on_disk(path) == data)


def changed(document: Document, version: int, changes: Sequence[types.TextDocumentContentChangeEvent]) -> Document:
    """The document after changes, each to the text that the one before left."""
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            first, last = (document.lines.offset(it) for it in (change.range.start, change.range.end))
            start, end = min(first, last), max(first, last)
            data = document.data[:start] + encoded(change.text) + document.data[end:]
        else:
            data = encoded(change.text)
        document = replace(document, version=version, data=data, as_on_disk=False)
    return replace(document, version=version)


def saved(document: Document) -> Document:
    """The document with what is on disk looked at again; the very same object if that changes nothing."""
    same = on_disk(document.path) == document.data
    return document if same == document.as_on_disk else replace(document, as_on_disk=same)


def encoded(text: str) -> bytes:
    """UTF-8; half a surrogate pair, which JSON can carry, becomes U+FFFD (of equal length in UTF-16)."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def on_disk(path: str) -> bytes | None:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError):
        return None
