"""Kernels that stand in the code of a source and that the parser did not see: none is left out silently."""

from collections.abc import Iterator, Sequence

from sklint.code_tokens import live_tokens
from sklint.generate.branches import defined_name
from sklint.model import Unit
from sklint.source import Source

SPECIFIERS = frozenset(("noexcept", "decltype", "alignas", "requires", "__attribute__"))
"""What may have parentheses behind a parameter list, or before a name."""


def lost_kernels(source: Source, units: Sequence[Unit]) -> Iterator[tuple[int, str]]:
    """The line and the name of each. A name that a macro makes is not told of: it is not the kernel's."""
    known = {it.name for unit in units for it in unit.kernels}
    tokens = [it for it in live_tokens(source.data) if it.kind != "directive"]
    for at, it in enumerate(tokens):
        if it.text != "__global__" or it.kind != "name":
            continue
        for name in defined_name(tokens[at:]):
            made = any(unit.macro_definition(name.text) for unit in units)
            if name.kind == "name" and name.text not in known | SPECIFIERS and not made:
                yield source.line_at(name.start), name.text
