"""The exact edits that findings carry: which of them still fit their files, which are made, and which are neither."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from sklint.finding import Edit
from sklint.findings_file import ExactEdit, Repair
from sklint.source import Position, Source

State = Literal["open", "made", "stale", "conflicting"]
EXACT = ("rename-symbol", "replace-pattern")
"""The kinds whose edits can be compared with what stands in the file. An inserted line cannot, it finds its place."""

Place = tuple[str, Position, Position, str]
"""An edit: the path of its source, its range, and what it puts there."""


def exact(repair: Repair, files: Mapping[str, Source]) -> tuple[ExactEdit, ...]:
    """The edits of a finding's first fix, if each can be compared with its file; none, if not."""
    hint = repair.remediation_hint
    edits = repair.fixes[0].edits if repair.fixes else ()
    comparable = (
        it.path in files
        and (it.around is not None or (it.range.start.position < it.range.end.position and bool(old_text(it, repair))))
        for it in edits
    )
    return edits if hint and hint.kind in EXACT and all(comparable) else ()


def old_text(edit: ExactEdit, repair: Repair) -> str:
    hint = repair.remediation_hint
    renamed = hint.old_value if hint and hint.kind == "rename-symbol" else None
    return (edit.old_text or renamed or "").replace("\r\n", "\n")


def states(repairs: Sequence[Repair], files: Mapping[str, Source]) -> dict[int, State]:
    """The state of each finding that has exact edits, by its number. One that meets an earlier one is conflicting."""
    taken: list[Place] = []  # sorted; none meets one of another finding
    found: dict[int, State] = {}
    for number, repair in enumerate(repairs):
        edits = {placed(it, files) for it in exact(repair, files)}
        fresh = sorted(it for it in edits if not present(it, taken))
        if not room_for(fresh, taken):
            found[number] = "conflicting"
            continue
        for it in fresh:
            insort(taken, it)
    made = made_edits([*taken, *insertions(repairs, files)], {it.path: it for it in files.values()})
    for number, repair in enumerate(repairs):
        if number not in found and (edits := exact(repair, files)):
            found[number] = state([(it, placed(it, files) in made) for it in edits], repair, files)
    return found


def present(edit: Place, taken: Sequence[Place]) -> bool:
    at = bisect_left(taken, edit)
    return at < len(taken) and taken[at] == edit


def room_for(edits: Sequence[Place], taken: Sequence[Place]) -> bool:
    """Whether sorted edits do not overlap, nor meet those that are taken."""
    if any(one[0] == other[0] and other[1] < one[2] for one, other in pairwise(edits)):
        return False
    near = {it: bisect_left(taken, it) for it in edits}
    return not any(meet(it, other) for it, at in near.items() for other in taken[max(0, at - 1) : at + 1])


def state(edits: Iterable[tuple[ExactEdit, bool]], repair: Repair, files: Mapping[str, Source]) -> State:
    told = list(edits)
    if all(made for _, made in told):
        return "made"
    return "open" if all(fits(it, repair, files[it.path]) for it, _ in told) else "stale"


def fits(edit: ExactEdit, repair: Repair, source: Source) -> bool:
    """Whether a place is still what it was."""
    same = edit.around is None or source.around(edit.range.start.line) == edit.around
    return same and text_at(source, *ends(edit)) == old_text(edit, repair)


def byte_edits(repair: Repair, files: Mapping[str, Source]) -> tuple[Edit, ...]:
    """A finding's exact edits as edits of the bytes of its sources."""
    return tuple(byte_edit(it, files[it.path]) for it in exact(repair, files))


def byte_edit(edit: ExactEdit, source: Source) -> Edit:
    start, end = ends(edit)
    return Edit(source.span(source.offset(start), source.offset(end)), edit.new_text)


def ends(edit: ExactEdit) -> tuple[Position, Position]:
    return edit.range.start.position, edit.range.end.position


def placed(edit: ExactEdit, files: Mapping[str, Source]) -> Place:
    return (files[edit.path].path, *ends(edit), edit.new_text.replace("\r\n", "\n"))


def meet(one: Place, other: Place) -> bool:
    return one[0] == other[0] and one[1] <= other[2] and other[1] <= one[2]


def insertions(repairs: Iterable[Repair], files: Mapping[str, Source]) -> Iterator[Place]:
    """The lines that other findings of the file insert: once they are in, what stands below has moved."""
    for repair in repairs:
        hint = repair.remediation_hint
        if hint and hint.kind == "add-include" and repair.fixes:
            yield from (placed(it, files) for it in repair.fixes[0].edits if it.path in files)


def made_edits(edits: Iterable[Place], sources: Mapping[str, Source]) -> frozenset[Place]:
    """Those of the edits that are made: what each writes stands where it would be after all of them."""
    made: set[Place] = set()
    line_shift, column_shift, line, path = 0, 0, 0, ""
    for edit in sorted(set(edits)):
        if edit[0] != path:
            path, line_shift, column_shift, line = edit[0], 0, 0, 0
        _, start, end, text = edit
        begin = Position(start.line + line_shift, start.column + (column_shift if start.line == line else 0))
        last = text.rpartition("\n")
        width = len(last[2]) + (0 if last[1] else begin.column - 1)
        stop = Position(begin.line + text.count("\n"), width + 1)
        if text and text_at(sources[path], begin, stop) == text:
            made.add(edit)
        line_shift, column_shift, line = stop.line - end.line, stop.column - end.column, end.line
    return frozenset(made)


def text_at(source: Source, start: Position, end: Position) -> str:
    """The text between two positions, each line end one `\\n`; the nearest text where the file is shorter."""
    return source.decode(source.offset(start), source.offset(end)).replace("\r\n", "\n")
