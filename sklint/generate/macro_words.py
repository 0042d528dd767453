"""Uses of macros as text: where they end, and which words they come to by the definitions of others."""

import re
from collections.abc import Iterable, Iterator

from sklint.parse.lex import lex
from sklint.source import Source
from sklint.unit import Unit

DEFINE = re.compile(r"^\s*#\s*define\b")


def word_at(source: Source, start: int) -> str:
    return next((it.text for it in lex(source.data, start)), "")


def use_text(source: Source, start: int) -> str:
    """A macro's use, its arguments included."""
    return source.decode(start, use_end(source, start))


def use_end(source: Source, start: int) -> int:
    """Where a macro's use ends, its arguments included."""
    end, level = start, 0
    for number, it in enumerate(lex(source.data, start)):
        if it.kind == "directive" or (number == 1 and it.text != "("):
            break
        level += (it.text == "(") - (it.text == ")")
        end = it.end
        if number and level == 0:
            break
    return end


def behind(unit: Unit, name: str) -> Iterator[str]:
    """A name, and all that stand in its macro's definition, in those of these, and so on."""
    found = {name: None}
    waiting = [name]
    while waiting:
        macro = waiting.pop()
        yield macro
        span = unit.macro_definition(macro)
        source = unit.file(span.path) if span else None
        text = DEFINE.sub("", source.text(span)) if source and span else ""
        new = [it for it in words([text]) if it not in found]
        found.update(dict.fromkeys(new))
        waiting += new


def words(texts: Iterable[str]) -> Iterator[str]:
    return (it.text for text in texts for it in lex(text.encode()) if it.kind == "name")
