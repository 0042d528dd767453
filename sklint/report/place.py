"""Where a span is, counted as people count, also where its source is not at hand."""

from collections.abc import Mapping

import msgspec

from sklint.finding import Edit
from sklint.source import Position, Source, Span


class Place(msgspec.Struct, frozen=True):
    """A span in lines and columns, both from 1; `end` is just after the last character."""

    path: str
    start: Position
    end: Position

    def __str__(self) -> str:
        return f"{self.path}:{self.start.line}:{self.start.column}"


def place(sources: Mapping[str, Source], span: Span) -> Place:
    """The place of a span; the file's first character where its source is unknown."""
    source = sources.get(span.path)
    if source is None:
        return Place(span.path, Position(1, 1), Position(1, 1))
    return Place(span.path, source.position(span.start), source.position(span.end))


def inserted(sources: Mapping[str, Source], edit: Edit) -> str:
    """The text an edit puts in, with the line ends of the file it goes to."""
    source = sources.get(edit.span.path)
    return source.encode(edit.text).decode(source.encoding, "replace") if source else edit.text
