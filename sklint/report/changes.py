"""What a small fix changes, as lines taken out and lines put in."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from sklint.finding import Edit, Fix
from sklint.report.snippet import Row, excerpt
from sklint.source import Position, Source

SMALL = 8  # a fix of more lines is told by its title alone


def changes(sources: Mapping[str, Source], fix: Fix, path: str) -> list[Row]:
    """The lines a fix changes, the files other than `path` named; none where they are many or cannot be told."""
    edits = sorted(fix.edits, key=lambda edit: edit.span)
    if any(left.span.touches(right.span) and left.span.end > right.span.start for left, right in pairwise(edits)):
        return []
    rows: list[Row] = []
    for name in dict.fromkeys(edit.span.path for edit in edits):
        source = sources.get(name)
        if source is None:
            return []
        rows += [Row("", "|", f"in {name}")] if name != path else []
        rows += _file_rows(source, [edit for edit in edits if edit.span.path == name])
    return rows if len(rows) <= SMALL else []


def _file_rows(source: Source, edits: Sequence[Edit]) -> Iterator[Row]:
    for group in _groups(source, edits):
        first, last = source.line_at(group[0].span.start), max(source.line_at(edit.span.end) for edit in group)
        old = [source.line(number) for number in range(first, last + 1)]
        yield from _difference(first, old, _rewritten(source, first, last, group).split("\n"))


def _groups(source: Source, edits: Sequence[Edit]) -> list[list[Edit]]:
    """Edits in order, those that share a line together."""
    groups: list[list[Edit]] = []
    for edit in edits:
        if groups and source.line_at(groups[-1][-1].span.end) >= source.line_at(edit.span.start):
            groups[-1].append(edit)
        else:
            groups.append([edit])
    return groups


def _rewritten(source: Source, first: int, last: int, edits: Sequence[Edit]) -> str:
    """Lines `first` to `last` after the edits."""
    pieces: list[str] = []
    at = source.offset(Position(first, 1))
    for edit in edits:
        pieces += [source.decode(at, edit.span.start), edit.text]
        at = max(at, edit.span.end)
    return "".join([*pieces, source.decode(at, source.line_end(last))]).replace("\r\n", "\n")


def _difference(first: int, old: list[str], new: list[str]) -> Iterator[Row]:
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    removed, added = old[head : len(old) - tail], new[head : len(new) - tail]
    place = _common(removed[0], added[0]) if removed and added else 0
    alone = len(removed) == len(added) == 1
    rest = _common(removed[0][place:][::-1], added[0][place:][::-1]) if alone else 0
    for bar, style, lines in (("-", "removed", removed), ("+", "added", added)):
        for number, line in enumerate(lines, first + head):
            at = min(place, len(line))
            yield Row(str(number), bar, excerpt(line, at, max(at, len(line) - rest) if alone else at)[0], style)


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """How many lines, or characters of a line, both begin with."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(left), len(right)))
