"""Kernels that stand in the code of a source and that the parser did not see: none is left out silently."""

from collections.abc import Iterator, Sequence

from sklint.code_tokens import live_tokens
from sklint.generate.branches import defined_name
from sklint.parse.lex import Lexeme
from sklint.source import Source
from sklint.unit import Unit

SPECIFIERS = frozenset(("noexcept", "decltype", "alignas", "requires", "__attribute__"))
"""What may have parentheses behind a parameter list, or before a name."""


def lost_kernels(source: Source, units: Sequence[Unit]) -> Iterator[tuple[int, str]]:
    """The line and the name of each. A name that a macro makes is not told of: it is not the kernel's."""
    known = {it.name for unit in units for it in unit.kernels}
    for name in defined_kernels(source.data):
        made = any(unit.macro_definition(name.text) for unit in units)
        if name.text not in known and not made:
            yield source.line_at(name.start), name.text


def defined_kernels(data: bytes) -> Iterator[Lexeme]:
    """The names before the bodies of `__global__` functions, as far as tokens tell."""
    if b"__global__" not in data:
        return
    tokens = [it for it in live_tokens(data) if it.kind != "directive"]
    for at, it in enumerate(tokens):
        if it.text == "__global__" and it.kind == "name":
            found = defined_name(tokens[at:])
            yield from (name for name in found if name.kind == "name" and name.text not in SPECIFIERS)
