"""Where in memory the fields of an args struct lie, and where the arguments they stand for do."""

from sklint.api import Field, Struct

SLOT = 4
"""Bytes: the smallest slot an argument takes."""
UNKNOWN = 0
"""The alignment of a field whose alignas cannot be evaluated."""


def displaced(struct: Struct) -> tuple[Field, int] | None:
    """The first field that is neither where its argument is nor where an ordinary struct has it, and the byte where its
    argument is: packing moved it, a base, or a table of virtual functions. One that its own alignment moves is another
    rule's."""
    ordinary = argument = 0
    for field in struct.fields:
        size, align = field.type.size, field.type.align
        if size is None or align is None or (field.alignment == UNKNOWN and field.offset is None):
            return None
        if field.bits is not None or field.type.reference:  # neither has the size of its type
            return None
        if size >= SLOT > align:  # how an argument of such a type is passed is not documented
            return None
        ordinary, argument = up(ordinary, max(align, field.alignment or 0)), up(argument, max(align, SLOT))
        if field.alignment != UNKNOWN and field.offset not in (None, ordinary, argument):
            return field, argument
        ordinary = size + (ordinary if field.offset is None else field.offset)
        argument += size
    return None


def up(offset: int, align: int) -> int:
    """The next offset that is a multiple of `align`."""
    return -(-offset // align) * align
