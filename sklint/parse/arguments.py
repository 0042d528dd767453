"""What the compiler knows of a call's arguments: their types, and their values where these are constant."""

from functools import cached_property

from clang.cindex import Cursor

from sklint.model import Argument
from sklint.parse.clang import Kind, children, expression_value, kind, parts_below
from sklint.parse.reading import Reading
from sklint.source import Span

CALLED = frozenset((Kind.DECL_REF, Kind.MEMBER_REF_EXPR, Kind.OVERLOADED_REF))


class Calls:
    """The calls of a unit by the place of the name that is called; looked for when first asked."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def arguments(self, name: Span) -> tuple[Argument, ...]:
        """The arguments of the call whose name stands at `name`; none where it is no call that the compiler kept."""
        call = self.by_place.get((name.path, name.start))
        return tuple(map(argument, call.get_arguments())) if call else ()

    @cached_property
    def by_place(self) -> dict[tuple[str, int], Cursor]:
        found: dict[tuple[str, int], Cursor] = {}
        for declaration, place in self.reading.declarations:
            if self.reading.in_project(place.path):
                for call in parts_below(declaration, frozenset((Kind.CALL,)), frozenset())[0]:
                    if callee := called(call):
                        at = self.reading.tree.spelled(callee.location)
                        found.setdefault((at.path, at.offset), call)
        return found


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
