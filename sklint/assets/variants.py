"""Kernels that a source defines several times, in branches of an `#if` that exclude each other: variants of a unit."""

import re
from collections.abc import Iterable, Sequence

import msgspec

from sklint.parse.lex import lex
from sklint.source import Source

CONDITIONAL = re.compile(r"#\s*(if|el|endif)")


class Variant(msgspec.Struct, frozen=True):
    """One definition of several: the line of its name, and the directive that begins its branch."""

    line: int
    branch: str


def variants(source: Source, lines: Iterable[int]) -> tuple[Variant, ...]:
    """The definitions whose names are in these lines; none where they are not several, each in a branch."""
    found = [Variant(it, branch_at(source, source.line_starts[it - 1])) for it in sorted({*lines})]
    return tuple(found) if len(found) > 1 and all(it.branch for it in found) else ()


def branch_at(source: Source, offset: int) -> str:
    """The directive that begins the innermost branch around an offset, as one line; "" outside of all."""
    around: list[str] = []
    for it in lex(source.data, 0, offset):
        match = CONDITIONAL.match(it.text) if it.kind == "directive" else None
        if match is None:
            continue
        if match[1] != "if":
            around = around[:-1]
        if match[1] != "endif":
            around.append(" ".join(it.text.replace("\\\n", " ").split()))
    return around[-1] if around else ""


def told(found: Sequence[Variant]) -> str:
    """What a list says of a unit's variants; "" where it has none."""
    return f", {len(found)} preprocessor variants ({', '.join(it.branch for it in found)})" if found else ""
