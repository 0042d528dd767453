"""What rules say again after an edit inside one body: all they said of functions that no chain of names ties to what
was edited, at the places where that is now."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sklint.declared import Key
from sklint.finding import Finding, Fix
from sklint.parse.islands import Islands
from sklint.parse.kept import Edit, Outside
from sklint.parse.reading import Reading
from sklint.source import Span

Known = tuple[frozenset[Key], tuple[Finding, ...]]
"""Functions, and all that was said of them."""
NOTHING: Known = (frozenset(), ())


def islands_after(before: Islands, same: Outside, now: Reading) -> Islands:
    """The islands after an edit, from those before it."""
    for number, key in enumerate(now.definitions):
        if not same.keeps(key):
            start, end = now.definitions[key]
            before = before.after(number, now.main.data[start:end])
    return before.moved(same.edit.moved)


def known_still(before: Reading, islands: Islands, said: Sequence[Finding], same: Outside, now: Reading) -> Known:
    """What holds of what was `said` before an edit."""
    after = islands_after(islands, same, now)
    every = list(zip(now.definitions, islands.numbers, after.numbers, strict=True))
    old = {number for key, number, _ in every if not same.keeps(key)}
    new = {number for key, _, number in every if not same.keeps(key)}
    left = {key: number for key, number, later in every if number not in old and later not in new}
    places = [(it, {number for span in spans_of(it) for number in islands_at(before, islands, span)}) for it in said]
    if not all(len(found) == 1 for _, found in places) or not asks_the_same(before, now):
        return NOTHING
    kept = set(left.values())
    return frozenset(left), tuple(moved_finding(it, same.edit) for it, found in places if found <= kept)


def spans_of(finding: Finding) -> Iterator[Span]:
    yield finding.span
    yield from (it.span for it in finding.related)


def islands_at(reading: Reading, islands: Islands, place: Span) -> Iterator[int]:
    """The islands that a place may belong to."""
    if place.path == reading.main.path:
        extents = zip(islands.numbers, reading.definitions.values(), strict=True)
        within = [number for number, (start, end) in extents if start <= place.start < end]
        yield from within or islands.around(place.start)


def asks_the_same(before: Reading, now: Reading) -> bool:
    """Whether the words that were asked for are in the same files."""
    return all(now.files_with(word) == files for word, files in before.asked_words.items())


def moved_finding(it: Finding, edit: Edit) -> Finding:
    return replace(
        it,
        span=edit.span(it.span),
        related=tuple(replace(one, span=edit.span(one.span)) for one in it.related),
        fixes=tuple(moved_fix(one, edit) for one in it.fixes),
        extent=edit.span(it.extent) if it.extent else None,
    )


def moved_fix(fix: Fix, edit: Edit) -> Fix:
    return replace(fix, edits=tuple(replace(it, span=edit.span(it.span)) for it in fix.edits))
