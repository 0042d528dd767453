"""The headers that conditions ask for: `#if __has_include("opt.h")` reads otherwise when that header comes or goes."""

import re
from collections.abc import Iterator

from sklint.file_name import decoded
from sklint.parse.lex import lex

ASKING = b"__has_include"
WORTH = re.compile(rb"#[ \t]*(?:if|elif|define)\b")
LINE = re.compile(rb"#[ \t]*(?:if|elif|define)\b(?:\\\r?\n|[^\n])*")
NAMED = re.compile(rb'"([^"\n]+)"|<([^>\s]+)>')


def asked_headers(data: bytes) -> Iterator[tuple[bool, str, int, int]]:
    """Whether in angle brackets, the name and the place of each header that a file's conditions may ask for: macros may
    make the question, so every name in a condition or definition counts."""
    if not any(NAMED.search(it[0]) for it in LINE.finditer(data)):
        return
    for line in lex(data):
        if line.kind == "directive" and WORTH.match(data, line.start):
            for it in NAMED.finditer(data, line.start, line.end):
                yield it[1] is None, decoded(it[1] or it[2]), it.start(), it.end()
