"""Bytes to the positions of the protocol and back: the only place that knows the encoding a client counts in."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lsprotocol import types

from sklint.source import BOM, Source, Span

_LINE_END = re.compile(rb"\r\n|\n|\r")

_LENGTHS: Mapping[str, Callable[[str], int]] = {
    "utf-8": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "utf-16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    "utf-32": len,
}


@dataclass(frozen=True, eq=False)
class Lines:
    """A text as a client counts in it: lines from 0, characters from 0. `units` is utf-8, utf-16 or utf-32."""

    data: bytes
    units: str
    encoding: str = "utf-8"
    hidden: int = 0  # bytes at the start that an editor does not show: a BOM

    @classmethod
    def of_file(cls, source: Source, units: str) -> "Lines":
        """The lines of a file on disk, as an editor shows them."""
        return cls(source.data, units, source.encoding, len(BOM) if source.data.startswith(BOM) else 0)

    @cached_property
    def starts(self) -> list[int]:
        return [self.hidden, *(it.end() for it in _LINE_END.finditer(self.data, self.hidden))]

    def position(self, offset: int) -> types.Position:
        line = max(bisect_right(self.starts, offset) - 1, 0)
        start = self.starts[line]
        return types.Position(line, self._length(self.data[start : max(offset, start)]))

    def offset(self, position: types.Position) -> int:
        """The byte offset of a position; what lies beyond a line or the text means its end."""
        if position.line >= len(self.starts):
            return len(self.data)
        start, end = self.starts[position.line], self._line_end(position.line)
        content = self.data[start:end]
        if content.isascii():
            return start + min(position.character, len(content))
        at, units = start, 0
        for character in content.decode(self.encoding, "replace"):
            units += _LENGTHS[self.units](character)
            if units > position.character:
                break
            at += len(character.encode(self.encoding, "replace"))
        return at

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))

    def whole_line(self, line: int) -> types.Range:
        """A line (from 0) without its end; the last one, where there are not so many."""
        line = min(line, len(self.starts) - 1)
        return types.Range(types.Position(line, 0), self.position(self._line_end(line)))

    def line_text(self, line: int) -> str:
        """The text of a line (from 0), without its end."""
        return self.data[self.starts[line] : self._line_end(line)].decode(self.encoding, "replace")

    def _line_end(self, line: int) -> int:
        if line + 1 >= len(self.starts):
            return len(self.data)
        end = self.starts[line + 1] - 1
        return end - 1 if self.data[end - 1 : end + 1] == b"\r\n" else end

    def _length(self, content: bytes) -> int:
        return len(content) if content.isascii() else _LENGTHS[self.units](content.decode(self.encoding, "replace"))
