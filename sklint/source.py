"""The bytes of a file, places in them, and how a person counts those places."""

from bisect import bisect_right
from functools import cached_property

import msgspec

BOM = b"\xef\xbb\xbf"
HEADER_SUFFIXES = (".h", ".hpp", ".hh", ".hxx", ".inc")


class Position(msgspec.Struct, frozen=True, order=True):
    """A line and a column for people: both from 1, the column counts characters."""

    line: int
    column: int


class Span(msgspec.Struct, frozen=True, order=True):
    """A place: the half-open range `start` to `end` of the bytes of the source `path`."""

    path: str
    start: int
    end: int

    def touches(self, other: "Span") -> bool:
        """Whether the two share a byte or meet at an edge."""
        return self.path == other.path and self.start <= other.end and other.start <= self.end

    def contains(self, other: "Span") -> bool:
        return self.path == other.path and self.start <= other.start and other.end <= self.end


class Source(msgspec.Struct, frozen=True, eq=False, dict=True, weakref=True):
    """A file as it is on disk or in an editor. `path` is posix, as the caller gave it."""

    path: str
    data: bytes

    @property
    def header(self) -> bool:
        """Whether other sources include it, by its name."""
        return self.path.endswith(HEADER_SUFFIXES)

    @cached_property
    def encoding(self) -> str:
        """utf-8, or gb18030 where the bytes are not UTF-8 but are that, or latin-1 (which reads anything)."""
        for name in ("utf-8", "gb18030"):
            try:
                self.data.decode(name)
            except UnicodeDecodeError:
                continue
            return name
        return "latin-1"

    @cached_property
    def ascii(self) -> bool:
        """Whether each byte is a character."""
        return self.data.isascii()

    @cached_property
    def newline(self) -> str:
        """The line end most lines have."""
        crlf = self.data.count(b"\r\n")
        return "\r\n" if crlf * 2 > self.data.count(b"\n") else "\n"

    @cached_property
    def line_starts(self) -> list[int]:
        """The byte offset of each line's first byte."""
        starts = [0]
        at = self.data.find(b"\n") + 1
        while at:
            starts.append(at)
            at = self.data.find(b"\n", at) + 1
        return starts

    def line_at(self, offset: int) -> int:
        """The line (from 1) that holds the byte at `offset`."""
        return bisect_right(self.line_starts, offset)

    def position(self, offset: int) -> Position:
        line = self.line_at(offset)
        start = self._content_start(line)
        return Position(line, (offset - start if self.ascii else len(self.decode(start, offset))) + 1)

    def offset(self, position: Position) -> int:
        """The byte offset of a position; a column beyond the line's end means the line's end."""
        if position.line > len(self.line_starts):
            return len(self.data)
        start = self._content_start(position.line)
        text = self.decode(start, self.line_end(position.line))
        return start + len(text[: position.column - 1].encode(self.encoding))

    def line_end(self, line: int) -> int:
        """The offset just after a line's last character, before its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.data)
        return end - 1 if end > start and self.data[end - 1 : end] == b"\r" else end

    def line(self, number: int) -> str:
        """The text of a line, without its line end."""
        return self.decode(self._content_start(number), self.line_end(number))

    def around(self, number: int) -> str:
        """A line with the one above it: enough to see whether a place is still what it was."""
        return "\n".join(self.line(it) for it in (number - 1, number) if 0 < it <= len(self.line_starts))

    def decode(self, start: int, end: int) -> str:
        return self.data[start:end].decode(self.encoding, "replace")

    def encode(self, text: str) -> bytes:
        """`text` as bytes of this file: its encoding, its line ends."""
        return text.replace("\r\n", "\n").replace("\n", self.newline).encode(self.encoding, "replace")

    def text(self, span: Span) -> str:
        return self.decode(span.start, span.end)

    def span(self, start: int, end: int) -> Span:
        return Span(self.path, start, end)

    def _content_start(self, line: int) -> int:
        start = self.line_starts[line - 1]
        return len(BOM) if line == 1 and self.data.startswith(BOM) else start
