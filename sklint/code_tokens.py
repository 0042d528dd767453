"""The tokens of a file that are code: none from comments, strings, header names and `#if 0` branches."""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from sklint.parse.lex import Lexeme, lex
from sklint.source import BOM

DIRECTIVE = re.compile(rb"#[ \t]*(\w*)[ \t]*(\w*)")
PROSE = (b"include", b"include_next", b"import", b"error", b"warning", b"line")
NEVER = (b"0", b"false")


def code_tokens(data: bytes) -> Iterator[Lexeme]:
    """The tokens outside and inside preprocessor lines, with their offsets in `data`."""
    for it in live_tokens(data):
        if it.kind == "directive":
            if words(data, it)[0] not in PROSE:
                yield from inside(data, it)
        elif it.kind != "string":
            yield it


def live_tokens(data: bytes) -> Iterator[Lexeme]:
    """The tokens, strings and preprocessor lines, but for `#if 0` branches."""
    dead = 0
    for it in tokens(data):
        if it.kind == "directive":
            dead = deeper(dead, *words(data, it))
        if not dead:
            yield it


def words(data: bytes, directive: Lexeme) -> tuple[bytes, bytes]:
    """The first two words of a preprocessor line: its name, and the condition where that is one word."""
    match = DIRECTIVE.match(data, directive.start, directive.end)
    return (match[1], match[2]) if match else (b"", b"")


def tokens(data: bytes) -> Iterator[Lexeme]:
    """The tokens of a whole file; a byte order mark is none."""
    if not data.startswith(BOM):
        return lex(data)
    mark = len(BOM)
    return (replace(it, start=it.start + mark, end=it.end + mark) for it in lex(data[mark:]))


def deeper(dead: int, word: bytes, condition: bytes) -> int:
    """How many conditionals deep what follows a directive is in a branch that is never compiled, 0 if it is not."""
    if word.startswith(b"if"):
        return dead + 1 if dead or (word == b"if" and condition in NEVER) else 0
    if dead == 1 and word.startswith(b"el"):
        return 0
    return max(0, dead - 1) if word == b"endif" else dead


def inside(data: bytes, directive: Lexeme) -> Iterator[Lexeme]:
    start = directive.start + 1
    for it in lex(data[start : directive.end]):
        if it.kind not in ("directive", "string"):
            yield replace(it, start=it.start + start, end=it.end + start)


@lru_cache(maxsize=4)
def kept_tokens(data: bytes) -> tuple[Lexeme, ...]:
    """The tokens of code of a text that is asked for them again and again."""
    return tuple(code_tokens(data))


@lru_cache(maxsize=4)
def token_edges(data: bytes) -> tuple[frozenset[int], frozenset[int]]:
    """The offsets at which tokens of code start, and those at which they end."""
    found = kept_tokens(data)
    return frozenset(it.start for it in found), frozenset(it.end for it in found)


def in_code(data: bytes, symbol: bytes) -> Iterator[int]:
    """The offsets of the whole occurrences of a symbol in code."""
    starts, ends = token_edges(data)
    for it in re.finditer(re.escape(symbol), data):
        if it.start() in starts and it.end() in ends:
            yield it.start()


def is_symbol(text: str) -> bool:
    """Whether a text is one token or some, among them a name, with nothing around or between them."""
    data = text.encode()
    found = tuple(lex(data))
    joined = sum(it.end - it.start for it in found) == len(data)
    kinds = {it.kind for it in found}
    return joined and "name" in kinds and not kinds & {"string", "directive"}
