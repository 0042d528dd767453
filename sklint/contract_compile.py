"""What an IO contract compiles a kernel with: macros and options, each at any of three keys."""

import re

from sklint.contract_read import Place, wrong
from sklint.contract_text import DEFINE, FLAG, OWN_FLAG, EntryText

Given = tuple[list[str] | None, tuple[str, ...]]
"""A list, if there is one, and its key below the entry."""


def defines(given: EntryText, place: Place) -> tuple[str, ...]:
    """The macros, each as the compiler's option."""
    inside = given.compile
    found, key = the_one(
        place,
        (inside and inside.defines, ("compile", "defines")),
        (inside and inside.compile_defines, ("compile", "compile_defines")),
        (given.compile_defines, ("compile_defines",)),
    )
    for number, it in enumerate(found):
        if not re.fullmatch(DEFINE, it):
            raise wrong(place.of(*key, number), "", f"is {it!r}; it takes a macro, as NAME or NAME=VALUE")
    return tuple(it if it.startswith("-D") else f"-D{it}" for it in found)


def options(given: EntryText, place: Place) -> tuple[str, ...]:
    inside = given.compile
    found, key = the_one(
        place,
        (inside and inside.options, ("compile", "options")),
        (inside and inside.compile_options, ("compile", "compile_options")),
        (given.compile_options, ("compile_options",)),
    )
    for number, it in enumerate(found):
        if re.match(OWN_FLAG, it):
            raise wrong(place.of(*key, number), "", f"is {it!r}, which the package's build gives itself; remove it")
        if not re.fullmatch(FLAG, it):
            raise wrong(place.of(*key, number), "", f"is {it!r}, which no compiler takes; remove it")
    return tuple(found)


def the_one(place: Place, *given: Given) -> tuple[list[str], tuple[str, ...]]:
    """The list that is given, and its key. SklintError where there are two: one of them would be lost."""
    there = [(them, key) for them, key in given if them]
    for _, key in there[1:]:
        raise wrong(place.of(*key), "", f"is another word for {'.'.join(there[0][1])}, which is given too; keep one")
    return there[0] if there else ([], ())
