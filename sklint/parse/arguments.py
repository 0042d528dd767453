"""What the compiler knows of a call's arguments: their types, and their values where these are constant."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.model import Argument
from sklint.parse.clang import Kind, Place, children, expression_value, kind, parts_below
from sklint.parse.reading import Reading
from sklint.parse.tensor_offset import TENSOR, tensor_offset
from sklint.source import Span

DECIDES = re.compile(rb"\b(?:if|switch|while)\b|\?")
"""What may leave out a call."""
NAME = re.compile(rb"[A-Za-z_]\w*")
CALLED = frozenset((Kind.DECL_REF, Kind.MEMBER_REF_EXPR, Kind.OVERLOADED_REF))


class Calls:
    """The calls of a unit by the place of the name that is called; looked for when first asked."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.whole_buffers: dict[int, bool] = {}

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
        return tuple(agreed(it, them) for it, *them in zip(known, *made, strict=True))

    def unless_asked(self, cursor: Cursor | None, path: str, before: bytes) -> Argument:
        """An argument, without its numbers where a condition in the text before the call speaks of the constant: it may
        leave the call out for that value."""
        known = self.argument(cursor)
        constant = known.value is not None or known.offset is not None
        start, end = self.reading.tree.extent(cursor.extent) if cursor and constant else (Place("", 0), 0)
        text = self.reading.source(path).data[start.offset : end] if start.path == path else b""
        return Argument(known.type, None) if is_asked(text, before) else known

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
    def instantiated(self) -> dict[tuple[str, int], list[list[Argument]]]:
        """The arguments of each call in a function template as what that was instantiated to has them."""
        found: dict[tuple[str, int], list[list[Argument]]] = {}
        made = (it for them in self.reading.instantiations.values() for it in them)
        for it in made:
            for at, call in self.calls(it) if it.get_num_template_arguments() > 0 else ():
                found.setdefault(at, []).append([self.argument(one) for one in call.get_arguments()])
        return found

    def argument(self, cursor: Cursor | None) -> Argument:
        if cursor is None:
            return Argument("", None)
        spelled = cursor.type.get_canonical().spelling.removeprefix("const ").removesuffix(" &").removesuffix(" &&")
        offset = tensor_offset(self.reading, cursor, self.whole_buffers) if spelled.startswith(TENSOR) else None
        return Argument(spelled, expression_value(cursor), offset)

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


def is_asked(expression: bytes, before: bytes) -> bool:
    """Whether a condition in the text before speaks of a name of the expression."""
    names = NAME.findall(expression)
    either = b"|".join(names)
    asked = rb"\b(?:if|switch|while)\b[^;{}]*\b(?:%b)\b|\b(?:%b)\b[^;{}]*\?" % (either, either)
    return bool(names) and re.search(asked, before) is not None


def agreed(known: Argument, made: Sequence[Argument]) -> Argument:
    """An argument of a template, with the numbers that all its instantiations agree on."""
    return replace(known, value=same(it.value for it in made), offset=same(it.offset for it in made))


def same(values: Iterable[int | None]) -> int | None:
    """What all of them are."""
    found = {*values}
    return found.pop() if len(found) == 1 else None
