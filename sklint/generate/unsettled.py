"""Macros that may be others in another build: a parameter whose type they are has another size there."""

import re
from collections.abc import Iterable, Iterator

from sklint.generate.macro_words import behind
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


def chosen_by_build(unit: Unit, name: str) -> bool:
    """Whether a word is a macro that a condition defines or asks for, or that is given from outside."""
    return unit.is_given(name) or (unit.macro_definition(name) is not None and definitions(unit, name) is None)


def chosen(unit: Unit, names: Iterable[str]) -> str:
    """The first of the names that is a macro of a build, or made of one."""
    return next((it for it in names if any(chosen_by_build(unit, one) for one in behind(unit, it))), "")


def settled(unit: Unit, name: str) -> bool:
    """Whether a macro of the project is the same in every build, and everywhere in it."""
    return definitions(unit, name) == 1


def definitions(unit: Unit, name: str) -> int | None:
    """How often a macro of the project is defined or taken away; None where a condition decides on that, guards of
    headers apart, or asks for it."""
    found = 0
    word_of_it = name.encode()
    for source in unit.sources.values():
        if word_of_it not in source.data:
            continue
        depth = guards = 0
        guard = ""
        for it in lex(source.data):
            directive = DIRECTIVE.match(it.text) if it.kind == "directive" else None
            if directive is None:
                guard = ""
                continue
            word, first = directive[1], directive[2] or ""
            if word.startswith(("if", "elif")) and name in NAME.findall(it.text):
                return None
            if word in ("define", "undef") and first == name:
                found += 1
                if depth > guards:
                    return None
            if word == "define" and first == guard and guard:
                guards += 1
            depth += word.startswith("if") - (word == "endif")
            guard = first if word == "ifndef" and depth == 1 else ""
    return found
