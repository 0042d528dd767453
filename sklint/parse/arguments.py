"""What the compiler knows of a call's arguments: their types, and their values where these are constant."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from clang.cindex import Cursor

from sklint.model import Argument
from sklint.parse.clang import Kind, Place, children, expression_value, kind, parts_below
from sklint.parse.reading import Reading
from sklint.source import Span

DECIDES = re.compile(rb"\b(?:if|switch|while)\b|\?")
"""What may leave out a call."""
NAME = re.compile(rb"[A-Za-z_]\w*")
CALLED = frozenset((Kind.DECL_REF, Kind.MEMBER_REF_EXPR, Kind.OVERLOADED_REF))


class Calls:
    """The calls of a unit by the place of the name that is called; looked for when first asked."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def arguments(self, name: Span) -> tuple[Argument, ...]:
        """The arguments of the call whose name stands at `name`; none where it is no call that the compiler kept."""
        call, begin = self.by_place.get((name.path, name.start), (None, 0))
        if call is None:
            return ()
        before = self.reading.source(name.path).data[begin : name.start]
        known = tuple(self.unless_asked(it, name.path, before) for it in call.get_arguments())
        made = self.instantiated.get((name.path, name.start), []) if any(it.value is None for it in known) else []
        if {*map(len, made)} != {len(known)} or DECIDES.search(before):
            return known
        values = (same([*them]) for them in zip(*made, strict=True))
        return tuple(Argument(it.type, value) for it, value in zip(known, values, strict=True))

    def unless_asked(self, cursor: Cursor | None, path: str, before: bytes) -> Argument:
        """An argument, without its value where a condition in the text before the call speaks of the constant: it may
        leave the call out for that value."""
        known = argument(cursor)
        start, end = (
            self.reading.tree.extent(cursor.extent) if cursor and known.value is not None else (Place("", 0), 0)
        )
        names = NAME.findall(self.reading.source(path).data[start.offset : end]) if start.path == path else []
        if not names:
            return known
        either = b"|".join(names)
        asked = rb"\b(?:if|switch|while)\b[^;{}]*\b(?:%b)\b|\b(?:%b)\b[^;{}]*\?" % (either, either)
        return Argument(known.type, None) if re.search(asked, before) else known

    @cached_property
    def by_place(self) -> dict[tuple[str, int], tuple[Cursor, int]]:
        """Each call, and where the declaration begins that it stands in."""
        found: dict[tuple[str, int], tuple[Cursor, int]] = {}
        for declaration, place in self.reading.declarations:
            if self.reading.in_project(place.path):
                begin = self.reading.tree.extent(declaration.extent)[0].offset
                for at, call in self.calls(declaration):
                    found.setdefault(at, (call, begin))
        return found

    @cached_property
    def instantiated(self) -> dict[tuple[str, int], list[list[int | None]]]:
        """The values that the arguments of each call in a function template have in what that was instantiated to."""
        found: dict[tuple[str, int], list[list[int | None]]] = {}
        made = (it for them in self.reading.instantiations.values() for it in them)
        for it in made:
            for at, call in self.calls(it) if it.get_num_template_arguments() > 0 else ():
                found.setdefault(at, []).append([argument(one).value for one in call.get_arguments()])
        return found

    def calls(self, declaration: Cursor) -> Iterator[tuple[tuple[str, int], Cursor]]:
        """The calls in a declaration, each with the place of the name that is called."""
        for call in parts_below(declaration, frozenset((Kind.CALL,)), frozenset())[0]:
            if callee := called(call):
                at = self.reading.tree.spelled(callee.location)
                yield (at.path, at.offset), call


def called(call: Cursor) -> Cursor | None:
    """The name that is called."""
    cursor = next(iter(children(call)), None)
    while cursor is not None and kind(cursor) == Kind.EXPRESSION:
        cursor = next(iter(children(cursor)), None)
    return cursor if cursor is not None and kind(cursor) in CALLED else None


def argument(cursor: Cursor | None) -> Argument:
    if cursor is None:
        return Argument("", None)
    spelled = cursor.type.get_canonical().spelling.removeprefix("const ").removesuffix(" &").removesuffix(" &&")
    return Argument(spelled, expression_value(cursor))


def same(values: Iterable[int | None]) -> int | None:
    """What all instantiations agree on."""
    found = {*values}
    return found.pop() if len(found) == 1 else None
