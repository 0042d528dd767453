"""Branches of an `if` that asks for the architecture, as `#if` does: those that the unit's own leaves out."""

import re

from sklint.parse.clang import Kind, children, expression_value, parts_below
from sklint.parse.reading import Reading

ASKS = re.compile(rb"\bif\b[^;{}]*\b(?:__NPU_ARCH__|__CCE_AICORE__)\b")


def branches_left_out(reading: Reading, path: str) -> list[tuple[int, int]]:
    """The byte ranges of a file in such branches."""
    data = reading.source(path).data
    found: list[tuple[int, int]] = []
    for declaration, place in reading.declarations if ASKS.search(data) else ():
        for it in parts_below(declaration, frozenset((Kind.IF,)), frozenset())[0] if place.path == path else ():
            condition, *branches = children(it)
            start, end = reading.tree.extent(it.extent)[0].offset, reading.tree.extent(condition.extent)[1]
            value = expression_value(condition) if ASKS.search(data, start, end) else None
            for branch in () if value is None else branches[:1] if not value else branches[1:]:
                first, last = reading.tree.extent(branch.extent)
                found.append((first.offset, last))
    return found
