"""Macros that may be others in another build: a parameter whose type they are has another size there."""

import re
from collections.abc import Iterator

from sklint.model import Kernel
from sklint.parse.lex import lex
from sklint.unit import Unit

DIRECTIVE = re.compile(r"#\s*(\w+)\s*(?:(\w+)|)")
NAME = re.compile(r"[A-Za-z_]\w*")


def unsettled(unit: Unit, kernel: Kernel) -> Iterator[str]:
    """The words of a kernel's parameters that are macros which are defined more than once, where a condition holds, or
    on the command line."""
    source = unit.file(kernel.extent.path)
    if source is None:
        return
    params = (lex(source.data, it.extent.start, it.extent.end) for it in kernel.params if it.in_macro)
    for name in dict.fromkeys(it.text for words in params for it in words if it.kind == "name"):
        if varies(unit, name):
            yield name


def varies(unit: Unit, name: str) -> bool:
    """Whether a word is a macro that may be another in another build."""
    return unit.is_given(name) or (unit.macro_definition(name) is not None and not settled(unit, name))


def settled(unit: Unit, name: str) -> bool:
    """Whether a macro of the project is the same in every build: one `#define` outside of all conditions, guards of
    headers apart, and none that asks for it."""
    definitions = 0
    for source in unit.sources.values():
        depth = guards = 0
        guard = ""
        for it in lex(source.data):
            found = DIRECTIVE.match(it.text) if it.kind == "directive" else None
            if found is None:
                guard = ""
                continue
            word, first = found[1], found[2] or ""
            if word.startswith(("if", "elif")) and name in NAME.findall(it.text):
                return False
            if word == "undef" and first == name:
                return False
            if word == "define" and first == name:
                definitions += 1
                if depth > guards:
                    return False
            if word == "define" and first == guard and guard:
                guards += 1
            depth += word.startswith("if") - (word == "endif")
            guard = first if word == "ifndef" and depth == 1 else ""
    return definitions == 1
