"""Bytes to C++ tokens, with their offsets. Comments and line splices are blank; anything else becomes some token."""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

Kind = Literal["name", "number", "string", "punct", "directive"]

TOKEN = re.compile(
    rb"""
    (?P<blank>(?:[ \t\r\n\f\v]|\xef\xbb\xbf|\\[ \t]*\r?\n|//(?:\\[ \t]*\r?\n|[^\n])*|/\*.*?(?:\*/|\Z))+)
  | (?P<raw>(?:u8|u|U|L)?R"(?P<delimiter>[^()\\\s]{0,16})\(.*?(?:\)(?P=delimiter)"|\Z))
  | (?P<string>(?:u8|u|U|L)?
        (?:"(?:\\(?:[ \t]*\r?\n|.)|[^"\\\n])*(?:"|(?=\n)|\Z)|'(?:\\(?:[ \t]*\r?\n|.)|[^'\\\n])*(?:'|(?=\n)|\Z)))
  | (?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*(?:(?:\\[ \t]*\r?\n)+[\w$\x80-\xff]+)*)
  | (?P<number>\.?[0-9](?:'?[\w.]|[eEpP][+-])*)
  | (?P<punct><<<|<<=|<=>|\.\.\.|->\*|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#\#|.)
    """,
    re.VERBOSE | re.DOTALL,
)


SPLICE = re.compile(rb"\\[ \t]*\r?\n")
WORDS_AFTER_SPLICES = re.compile(rb"(?:\\[ \t]*\r?\n)+(?=[^\s\\])")


class Lexeme(msgspec.Struct, frozen=True, gc=False):
    """A token of a file: its text and the bytes it stands at. A preprocessor line is one `directive` token."""

    kind: Kind
    text: str
    start: int
    end: int


def lex(data: bytes, start: int = 0, end: int | None = None) -> Iterator[Lexeme]:
    """The tokens of `data[start:end]`."""
    stop = len(data) if end is None else end
    at = start
    fresh = start == 0 or data[:start].rstrip(b" \t")[-1:] in (b"", b"\n")
    while at < stop:
        match = TOKEN.match(data, at, stop)
        if match is None:
            return
        kind = match.lastgroup
        at = match.end()
        if kind == "blank":
            fresh = fresh or b"\n" in SPLICE.sub(b"", match[0])
            continue
        if fresh and match[0] == b"#":
            at = directive_end(data, match.start(), stop)
            yield Lexeme("directive", data[match.start() : at].decode("utf-8", "replace"), match.start(), at)
            continue
        fresh = False
        text = SPLICE.sub(b"", match[0]) if kind == "name" else match[0]
        yield Lexeme(KIND_OF.get(kind or "", "punct"), text.decode("utf-8", "replace"), match.start(), at)


KIND_OF: dict[str, Kind] = {
    "raw": "string",
    "delimiter": "string",
    "string": "string",
    "name": "name",
    "number": "number",
}


def directive_end(data: bytes, start: int, stop: int) -> int:
    """Where the preprocessor line that starts at `start` ends: at its line end, splices and block comments passed."""
    at = start
    while at < stop:
        match = DIRECTIVE_PIECE.match(data, at, stop)
        if match is None:
            return at
        at = match.end()
    return stop


DIRECTIVE_PIECE = re.compile(
    rb"\\[ \t]*\r?\n|/\*.*?(?:\*/|\Z)|\"(?:\\(?:[ \t]*\r?\n|.)|[^\"\\\n])*\"|//(?:\\[ \t]*\r?\n|[^\n])*|[^\n]",
    re.DOTALL,
)


def words_after_splices(data: bytes) -> dict[int, int]:
    """Where each word begins that follows a line end that is spliced, or several, by the offset of the first."""
    return {it.start(): it.end() for it in WORDS_AFTER_SPLICES.finditer(data)} if b"\\" in data else {}
