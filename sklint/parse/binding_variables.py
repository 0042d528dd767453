"""What an SK_BIND leaves in libclang's tree: three variables, from which come its scope, its mask and what it names."""

from collections.abc import Iterator
from dataclasses import dataclass

from clang.cindex import Cursor

from sklint.parse.clang import Kind, Place, children, constant_value, kind, parts_below
from sklint.parse.reading import Reading

TEXT = "sklint_bind_text_"
MASK = "sklint_bind_mask_"
BOUND = "sklint_bind_"


@dataclass(frozen=True, slots=True)
class BindingVariables:
    """One SK_BIND that the compiler saw at `place`. `mask` is its value where the compiler can tell, `arguments` the
    function that each argument names (None for one that is no function), nothing where the compiler lost them."""

    place: Place
    scope: str
    mask: int | None
    arguments: tuple[Cursor | None, ...]
    within: str  # the function whose body it stands in, "" at namespace scope


def binding_variables(reading: Reading) -> Iterator[BindingVariables]:
    """Those at namespace scope in order, then those in functions."""
    outer = [(it, place) for it, place in reading.declarations if kind(it) == Kind.VARIABLE]
    yield from grouped(reading, outer, "")
    words = [it.encode() for it in reading.macros_saying("SK_BIND")]
    for it in reading.functions.values() if words else ():
        start, end = reading.tree.extent(it.cursor.extent)
        text = reading.source(start.path).data[start.offset : end]
        if it.cursor.is_definition() and any(word in text for word in words):
            inner = parts_below(it.cursor, frozenset((Kind.VARIABLE,)), frozenset())[0]
            placed = [(cursor, reading.tree.place(cursor.location)) for cursor in inner]
            yield from grouped(reading, placed, it.qualified)


def grouped(reading: Reading, variables: list[tuple[Cursor, Place]], within: str) -> Iterator[BindingVariables]:
    named = {it.spelling: it for it, _ in variables if it.spelling.startswith(BOUND)}
    for cursor, place in variables:
        number = cursor.spelling.removeprefix(TEXT)
        if number == cursor.spelling or not reading.in_project(place.path):
            continue
        mask, bound = named.get(MASK + number), named.get(BOUND + number)
        scope = (within or reading.qualified(cursor)).rpartition("::")[0]
        value = constant_value(mask) if mask else None
        yield BindingVariables(place, scope, value, arguments_of(bound) if bound else (), within)


def arguments_of(variable: Cursor) -> tuple[Cursor | None, ...]:
    """The functions that the arguments of the call in a variable's initialiser name."""
    call = next((it for it in children(variable) if kind(it) == Kind.CALL), None)
    return tuple(function_in(it) for it in children(call)[1:]) if call else ()


def function_in(argument: Cursor) -> Cursor | None:
    wanted = frozenset((Kind.DECL_REF,))
    names = [argument] if kind(argument) in wanted else parts_below(argument, wanted, frozenset())[0]
    found = [it.referenced for it in names[:1]]
    return next((it for it in found if it is not None and kind(it) in Kind.FUNCTIONS), None)
