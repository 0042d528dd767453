"""Branches of an `if` that the unit's architecture leaves out, as `#if` does: of one that asks for it by its macro or
by a constant that may have been made of it."""

import re

from sklint.parse.clang import Kind, children, expression_value, parts_below
from sklint.parse.reading import Reading

MACROS = ("__NPU_ARCH__", "__CCE_AICORE__")
ASKS = re.compile(rf"\bif\b[^;{{}}]*\b(?:{'|'.join(MACROS)})\b".encode())
CONSTANT = re.compile(rb"\bif\s+constexpr\b")


def branches_left_out(reading: Reading, path: str) -> list[tuple[int, int]]:
    """The byte ranges of a file in such branches."""
    data = reading.source(path).data
    by_constants = bool(CONSTANT.search(data)) and any(map(reading.files_with, MACROS))
    found: list[tuple[int, int]] = []
    for declaration, place in reading.declarations if by_constants or ASKS.search(data) else ():
        for it in parts_below(declaration, frozenset((Kind.IF,)), frozenset())[0] if place.path == path else ():
            condition, *branches = children(it)
            start, end = reading.tree.extent(it.extent)[0].offset, reading.tree.extent(condition.extent)[1]
            asks = ASKS.search(data, start, end) or (by_constants and CONSTANT.match(data, start))
            value = expression_value(condition) if asks else None
            for branch in () if value is None else branches[:1] if not value else branches[1:]:
                first, last = reading.tree.extent(branch.extent)
                found.append((first.offset, last))
    return found
