"""Which names mean something at one place that they do not mean at another."""

from collections.abc import Callable, Iterator

from clang.cindex import Cursor

from sklint.declared import Key
from sklint.model import Function
from sklint.parse.clang import MACRO_DEFINITION, Kind, children, kind
from sklint.parse.declaration import plain
from sklint.parse.parameters import TEMPLATE_KINDS
from sklint.parse.reading import Reading
from sklint.parse.words import local_types
from sklint.source import Span


def names_around(reading: Reading, function_of: Callable[[Key], Function | None], place: Span) -> Iterator[str]:
    """What the functions around a place declare: template parameters, parameters, variables and types."""
    for key in reading.functions:
        function = function_of(key) if key[0] == place.path and key[1] <= place.start else None
        if function and function.extent.contains(place) and function.body:
            yield from (it.name for it in (*function.params, *(function.template or ()), *function.body.locals))
            yield from local_types(function.body.tokens)
    for it in reading.classes.values():
        if it.key[0] == place.path and it.key[1] <= place.start <= reading.tree.extent(it.cursor.extent)[1]:
            yield from (part.spelling for part in children(it.cursor) if kind(part) in TEMPLATE_KINDS)


def names_declared(reading: Reading, place: Span, scope: str | None = None) -> tuple[set[str], set[str]]:
    """The names that the project declares before a place, and all of them: of each namespace, or of those around
    `scope`, which need no qualifier there."""
    before, every = set[str](), set[str]()
    passed = False
    for cursor, at in reading.declarations:
        passed = passed or (at.path == place.path and at.offset >= place.start)
        own = reading.qualified(cursor).rpartition("::")[0]
        around = scope is None or not own or f"{scope}::".startswith(f"{own}::")
        names = set(named_by(cursor))
        every |= names
        before |= names if around and not passed else set()
    for it in (it for it in reading.records if kind(it) == MACRO_DEFINITION):
        at = reading.tree.place(it.location)
        every.add(it.spelling)
        before |= {it.spelling} if at.path != place.path or at.offset < place.start else set()
    return before, every


def named_by(cursor: Cursor) -> Iterator[str]:
    """The name of a declaration, and those of an enum's values."""
    yield plain(cursor.spelling)
    if kind(cursor) == Kind.ENUM:
        yield from (it.spelling for it in children(cursor) if kind(it) == Kind.ENUMERATOR)
