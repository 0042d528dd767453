"""Names for what is generated: those the documents use, or fresh ones where they are taken."""

import re
from collections.abc import Callable, Collection
from itertools import count

from sklint.parse.lex import lex
from sklint.unit import Unit

WORD = re.compile(r"[A-Za-z_$\x80-\U0010ffff][\w$]*")


def args_name(kernel: str) -> str:
    """`add_custom` to `AddCustomArgs`; the humps a name has stay."""
    parts = kernel.removesuffix("_sk").split("_")
    return "".join(part[:1].upper() + part[1:] for part in parts) + "Args"


def fresh(name: str, taken: Callable[[str], bool]) -> str:
    """`name`, or the first of `name1`, `name2`, … that is not taken."""
    return next(it for number in count() if not taken(it := f"{name}{number or ''}"))


def words(data: bytes, start: int = 0, end: int | None = None) -> frozenset[str]:
    """The names in code, directives and branches left out included; words of comments and strings are none."""
    found: set[str] = set()
    for it in lex(data, start, end):
        if it.kind == "name":
            found.add(it.text)
        elif it.kind == "directive":
            found.update(WORD.findall(it.text))
    return frozenset(found)


def known_anywhere(units: Collection[Unit], name: str) -> bool:
    """Whether a header of the project declares the name, or defines a macro of it."""
    return any(it.declares(name) or it.macro_definition(name) for it in units)
