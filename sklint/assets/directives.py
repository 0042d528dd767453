"""The `#include` lines of a source: those that a compiler may read, none from comments, strings or `#if 0` branches."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sklint.code_tokens import live_tokens
from sklint.source import Source

INCLUDE = re.compile(rb'#[ \t]*include[ \t]*(?:/\*.*?\*/[ \t]*)*(?:"([^"\n]+)"|<([^>\n]+)>)')


@dataclass(frozen=True, slots=True)
class IncludeLine:
    """What a line includes, written with `/`; `line` counts from 1."""

    name: str
    quoted: bool
    line: int


def include_lines(source: Source) -> Iterator[IncludeLine]:
    """The include lines of a source, in order."""
    data = source.data
    last = data.rfind(b"include")
    end = data.find(b"\n", last) + 1 or len(data)
    for it in live_tokens(data[:end]) if last >= 0 else ():  # nothing below is an include, and is not looked at
        match = INCLUDE.match(data, it.start, it.end) if it.kind == "directive" else None
        if match and match.lastindex:
            name = source.decode(*match.span(match.lastindex)).strip().replace("\\", "/")
            yield IncludeLine(name, match.lastindex == 1, source.line_at(it.start))
