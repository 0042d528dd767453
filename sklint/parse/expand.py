"""Macro expansion over tokens that remember where they were spelled: bodies are read as the compiler reads them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sklint.body import Token
from sklint.parse.lex import Lexeme, lex
from sklint.parse.substitution import following, paste, substitute
from sklint.source import Span

SPLICES = re.compile(rb"(?:\\\r?\n)*")
DEEPEST = 40
LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class Macro:
    """A `#define` of the project. `params` is None for an object-like macro; the last one may be `...` or
    `name...`."""

    name: str
    params: tuple[str, ...] | None
    body: tuple[Token, ...]


Lookup = Callable[[str, Token], Macro | None]
"""The macro a name stands for at a token, None for none."""


def tokens_of(path: str, lexemes: Iterable[Lexeme], data: bytes = b"") -> list[Token]:
    """Tokens that stand where they are spelled. Directives are left out. With the text they stand in, line splices are
    no blanks between them."""
    found: list[Token] = []
    end = -1
    for it in lexemes:
        if it.kind != "directive":
            span = Span(path, it.start, it.end)
            spaced = it.start > end >= 0 and (not data or SPLICES.fullmatch(data, end, it.start) is None)
            found.append(Token(it.kind, it.text, span, span, False, spaced))
            end = it.end
    return found


def read_macro(path: str, data: bytes, start: int, end: int) -> Macro | None:
    """The macro whose definition, from its name on, is `data[start:end]`."""
    tokens = [replace(it, in_definition=True) for it in tokens_of(path, lex(data, start, end), data)]
    if not tokens:
        return None
    head, rest = tokens[0], tokens[1:]
    if not rest or rest[0].text != "(" or rest[0].spelled.start != head.spelled.end:
        return Macro(head.text, None, tuple(rest))
    close = next((i for i, it in enumerate(rest) if it.text == ")"), None)
    if close is None:
        return None
    params = "".join(it.text for it in rest[1:close]).split(",") if close > 1 else ()
    return Macro(head.text, tuple(params), tuple(rest[close + 1 :]))


def expand(
    tokens: Sequence[Token], lookup: Lookup, hidden: frozenset[str] = frozenset(), depth: int = 0
) -> list[Token]:
    """The tokens with every macro use replaced. What a macro makes has the outermost use as its span."""
    found: list[Token] = []
    at, spaced = 0, False
    while at < len(tokens):
        token = replace(tokens[at], spaced=True) if spaced else tokens[at]
        at, spaced = at + 1, False
        macro = lookup(token.text, token) if token.kind == "name" and token.text not in hidden else None
        if macro is None or depth > DEEPEST or len(found) > LONGEST:
            found.append(token)
            continue
        if macro.params is None:
            made = paste(list(macro.body))
        elif at >= len(tokens) or tokens[at].text != "(":
            found.append(token)
            continue
        else:
            arguments, commas, at = split_arguments(tokens, at)
            made = substitute(
                macro.params, macro.body, arguments, commas, lambda it: expand(it, lookup, hidden, depth + 1)
            )
        made = following([replace(it, span=token.span) for it in made], token)
        made = expand(made, lookup, hidden | {macro.name}, depth + 1)
        found += made
        spaced = not made and token.spaced
    return found


def split_arguments(tokens: Sequence[Token], opening: int) -> tuple[list[list[Token]], list[Token], int]:
    """The arguments of a macro use whose `(` is at `opening`, the commas between them, and the index after its `)`."""
    arguments: list[list[Token]] = [[]]
    commas: list[Token] = []
    level = 0
    for at in range(opening, len(tokens)):
        text = tokens[at].text
        if text == "(":
            level += 1
        elif text == ")":
            level -= 1
        if level == 0:
            return arguments, commas, at + 1
        if text == "," and level == 1:
            arguments.append([])
            commas.append(tokens[at])
        elif at != opening:
            arguments[-1].append(tokens[at])
    return arguments, commas, len(tokens)
