"""How many blocks each launch of a unit's own file starts, as far as the compiler knows that number."""

import re
from collections.abc import Iterator

from clang.cindex import Cursor

from sklint.parse.arguments import DECIDES, is_asked, same
from sklint.parse.clang import Kind, Place, children, expression_value, kind, parts_below
from sklint.parse.reading import Reading
from sklint.parse.tensor_offset import without_conversions

CONFIGURATION = re.compile(r"_*cuda(?:ConfigureCall|PushCallConfiguration)")


def launch_counts(reading: Reading) -> dict[int, int | None]:
    """By the offset of `<<<`: the number of blocks, None where that is no constant, or a condition before it may leave
    the launch out for that number; of a template what all instantiations have. What the compiler lost is missing."""
    found: dict[int, int | None] = {}
    data = reading.main.data
    for declaration, place in reading.declarations:
        begin, end = extent(reading, declaration) if place.path == reading.main.path else (0, 0)
        for at, count in counts(reading, declaration) if b"<<<" in data[begin:end] else ():
            asked = is_asked(data[slice(*extent(reading, count))], data[begin:at])
            made = [] if asked or DECIDES.search(data, begin, at) else instances(reading, declaration, place)
            numbers = [it for them in made for where, it in counts(reading, them) if where == at]
            found[at] = None if asked else same(map(expression_value, numbers or [count]))
    return found


def instances(reading: Reading, declaration: Cursor, place: Place) -> list[Cursor]:
    """What a function template was instantiated to."""
    template = kind(declaration) == Kind.FUNCTION_TEMPLATE
    return reading.instantiations.get(reading.key(declaration, place), []) if template else []


def extent(reading: Reading, cursor: Cursor) -> tuple[int, int]:
    start, end = reading.tree.extent(cursor.extent)
    return start.offset, end


def counts(reading: Reading, declaration: Cursor) -> Iterator[tuple[int, Cursor]]:
    """The launches in a declaration: where their `<<<` stands, and the number of blocks."""
    for call in parts_below(declaration, frozenset((Kind.CALL,)), frozenset())[0]:
        given = children(call)[1:2] if CONFIGURATION.fullmatch(call.spelling) else []
        if given and (count := number(given[0])) is not None:
            yield reading.tree.place(call.location).offset, count


def number(given: Cursor) -> Cursor | None:
    """The number that the first argument of a launch is made from; None where that is a grid."""
    made = without_conversions(given)
    parts = children(made) if kind(made) == Kind.CALL and made.spelling == "dim3" else []
    return parts[0] if parts else None
