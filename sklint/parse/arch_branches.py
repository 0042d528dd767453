"""Code that the unit's architecture leaves out, as `#if` does: branches of an `if`, a choice or a `switch` that asks
for it by its macro or by a constant that may have been made of it, in a template what all that it is instantiated to
leaves out, and what follows a branch that leaves its block."""

import re
from collections.abc import Iterable, Iterator

from clang.cindex import Cursor

from sklint.parse.arch_cases import cases_left_out, leaves, statement
from sklint.parse.clang import Kind, children, expression_value, kind, parts_below
from sklint.parse.reading import Reading

MACROS = ("__NPU_ARCH__", "__CCE_AICORE__")
ANY_MACRO = "|".join(MACROS)
MADE_OF_IT = re.compile(rf"(?:\b(\w+)\s*=(?!=)|#\s*define\s+(\w+))[^;{{}}]*?\b(?:{ANY_MACRO})\b".encode())
CONSTANT = re.compile(rb"\bif\s+constexpr\b")
BRANCHED = frozenset((Kind.IF, Kind.SWITCH, Kind.CHOICE, Kind.COMPOUND))
Ranges = list[tuple[int, int]]


def branches_left_out(reading: Reading, paths: Iterable[str]) -> dict[str, Ranges]:
    """The byte ranges of such code in each file."""
    asking = {it for macro in MACROS for it in reading.files_with(macro)}
    if not asking:
        return {}
    made = {it[1] or it[2] for path in asking for it in MADE_OF_IT.finditer(reading.source(path).data)}
    name = rb"\b(?:%b)\b" % b"|".join((ANY_MACRO.encode(), *sorted(made)))
    asks = re.compile(rb"\b(?:if|switch)\b[^;{}]*%b|%b[^;{}?]*\?" % (name, name))
    found: dict[str, Ranges] = {it: [] for it in paths}
    texts = {it: reading.source(it).data for it in found}
    branched = {it: Branches(reading, text, re.compile(name)) for it, text in texts.items() if may_ask(text, asks)}
    for declaration, place in reading.declarations:
        if place.path in branched:
            found[place.path] += branched[place.path].left_out(declaration)
    for (path, _, _), made_of in reading.instantiations.items():
        if path in branched and CONSTANT.search(texts[path]):
            each = [{*branched[path].left_out(it)} for it in made_of]
            found[path] += sorted(set[tuple[int, int]].intersection(*each))
    return found


def may_ask(data: bytes, asks: re.Pattern[bytes]) -> bool:
    return bool(asks.search(data) or CONSTANT.search(data))


class Branches:
    """The branches of one file. `name` matches what says which architecture it is."""

    def __init__(self, reading: Reading, data: bytes, name: re.Pattern[bytes]) -> None:
        self.reading, self.data, self.name = reading, data, name

    def left_out(self, declaration: Cursor) -> Iterator[tuple[int, int]]:
        for it in parts_below(declaration, BRANCHED, frozenset())[0]:
            if kind(it) == Kind.COMPOUND:
                yield from self.after_leaving(it)
                continue
            condition, *branches = children(it)
            value = self.value(it, condition)
            if value is not None and kind(it) == Kind.SWITCH:
                yield from map(self.extent, cases_left_out(value, branches[-1]))
            elif value is not None:
                yield from map(self.extent, branches[1:] if value else branches[:1])

    def after_leaving(self, block: Cursor) -> Iterator[tuple[int, int]]:
        """What follows an `if` of the block whose taken branch leaves it, up to the next label."""
        parts = children(block)
        for at, it in enumerate(map(statement, parts)):
            condition, *branches = children(it) if kind(it) == Kind.IF else [it]
            if any(map(leaves, branches)) and (value := self.value(it, condition)) is not None:
                taken = branches[:1] if value else branches[1:]
                after = [*parts[at + 1 :]]
                label = next((place for place, one in enumerate(after) if kind(one) in Kind.LABELS), len(after))
                yield from map(self.extent, after[:label] if any(map(leaves, taken)) else ())

    def value(self, branched: Cursor, condition: Cursor) -> int | None:
        """What a condition comes to that may ask for the architecture."""
        start, _ = self.extent(branched)
        asks = self.name.search(self.data, *self.extent(condition)) or CONSTANT.match(self.data, start)
        return expression_value(condition) if asks else None

    def extent(self, cursor: Cursor) -> tuple[int, int]:
        start, end = self.reading.tree.extent(cursor.extent)
        return start.offset, end
