"""The text of a file as a pattern sees it, without a byte order mark, with `\\n` alone; and the way back."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from sklint.source import Position, Source, Span


@dataclass(frozen=True, eq=False)
class TextView:
    """The decoded text of `source`. Places in it are counted in characters."""

    source: Source

    @cached_property
    def lines(self) -> list[str]:
        return [self.source.line(number) for number in range(1, len(self.source.line_starts) + 1)]

    @cached_property
    def text(self) -> str:
        return "\n".join(self.lines)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line) + 1)
        return starts[:-1]

    def span(self, start: int, end: int) -> Span:
        """The bytes that the characters `start` to `end` stand for."""
        return self.source.span(self._offset(start), self._offset(end))

    def _offset(self, at: int) -> int:
        line = bisect_right(self._starts, at)
        return self.source.offset(Position(line, at - self._starts[line - 1] + 1))
