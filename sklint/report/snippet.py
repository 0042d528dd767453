"""The line of a source that a span is on, with the span marked below it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

import msgspec

from sklint.report.characters import glyph, width
from sklint.source import Source, Span

LIMIT = 120  # columns of a source line that are shown
CONTEXT = 30  # columns shown before the place in a line that is cut
CUT = "..."


class Row(msgspec.Struct, frozen=True):
    """A line to show: a label in the gutter, the bar beside it, and text in a style."""

    label: str
    bar: str
    text: str
    style: str = ""


def snippet(source: Source, span: Span, mark: str, style: str) -> Iterator[Row]:
    """The first line of `span`, marked; of a span over several lines, `...` stands for the others."""
    number = source.line_at(span.start)
    line = source.line(number)
    start = min(source.position(span.start).column - 1, len(line))
    within = source.line_at(span.end) == number
    end = min(source.position(span.end).column - 1, len(line)) if within else len(line)
    shown, before, marked = excerpt(line, start, max(start, end))
    yield Row(str(number), "|", shown)
    yield Row("", "|", " " * before + mark * max(marked, 1), style)
    if source.line_at(max(span.start, span.end - 1)) > number:
        yield Row("", "|", CUT)


def excerpt(line: str, start: int, end: int) -> tuple[str, int, int]:
    """What is shown of a line around its characters `start` to `end`, the columns before them, and their columns."""
    near, far = max(start - LIMIT, 0), start + 2 * LIMIT  # no more than these can be shown of a line, however long
    glyphs = [glyph(character) for character in line[near:far]]
    columns = [0, *accumulate(width(shown) for shown in glyphs)]
    start, end = start - near, min(end, far, len(line)) - near
    first, last = _window(columns, start, end)
    left, right = CUT if near or first else "", CUT if last < len(line) - near else ""
    before = len(left) + columns[start] - columns[first]
    return left + "".join(glyphs[first:last]) + right, before, columns[min(end, last)] - columns[start]


def _window(columns: list[int], start: int, end: int) -> tuple[int, int]:
    """Which characters to show of a line whose characters begin at `columns`: at most LIMIT columns of it."""
    if columns[-1] <= LIMIT:
        return 0, len(columns) - 1
    first = 0
    if columns[end] > LIMIT:
        leftmost = min(columns[start] - CONTEXT, columns[-1] - LIMIT)
        first = bisect_left(columns, max(leftmost, 0))
    return first, bisect_right(columns, columns[first] + LIMIT) - 1
