"""The branches that conditional directives make of a text, whichever of them are read."""

import re
from collections.abc import Iterator

from sklint.parse.lex import lex

WORD = re.compile(r"#\s*(\w+)")
OPENING = ("if", "ifdef", "ifndef")
NEXT = ("elif", "elifdef", "elifndef", "else")


def branches_around(data: bytes, offset: int) -> list[tuple[int, int]]:
    """The branches that something stands in, outermost first: from behind the directive that opens each to the start of
    the one that ends it."""
    return [(start, end) for start, end in sorted(branches(data)) if start <= offset < end]


def branches(data: bytes) -> Iterator[tuple[int, int]]:
    open_ones: list[int] = []
    for it in lex(data):
        word = WORD.match(it.text) if it.kind == "directive" else None
        if word and word[1] in (*NEXT, "endif") and open_ones:
            yield open_ones.pop(), it.start
        if word and word[1] in (*OPENING, *NEXT):
            open_ones.append(it.end)
