"""Macro expansion over tokens that remember where they were spelled: bodies are read as the compiler reads them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sklint.body import Token
from sklint.parse.lex import Lexeme, lex
from sklint.source import Span

DEEPEST = 40
LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class Macro:
    """A `#define` of the project. `params` is None for an object-like macro; the last one may be `...`."""

    name: str
    params: tuple[str, ...] | None
    body: tuple[Token, ...]


Lookup = Callable[[str, Token], Macro | None]
"""The macro a name stands for at a token, None for none."""


def tokens_of(path: str, lexemes: Iterable[Lexeme]) -> list[Token]:
    """Tokens that stand where they are spelled. Directives are left out."""
    found: list[Token] = []
    for it in lexemes:
        if it.kind != "directive":
            span = Span(path, it.start, it.end)
            found.append(Token(it.kind, it.text, span, span))
    return found


def read_macro(path: str, data: bytes, start: int, end: int) -> Macro | None:
    """The macro whose definition, from its name on, is `data[start:end]`."""
    tokens = [replace(it, in_definition=True) for it in tokens_of(path, lex(data, start, end))]
    if not tokens:
        return None
    head, rest = tokens[0], tokens[1:]
    if not rest or rest[0].text != "(" or rest[0].spelled.start != head.spelled.end:
        return Macro(head.text, None, tuple(rest))
    close = next((i for i, it in enumerate(rest) if it.text == ")"), None)
    if close is None:
        return None
    params = tuple(it.text for it in rest[1:close] if it.text != ",")
    return Macro(head.text, params, tuple(rest[close + 1 :]))


def expand(
    tokens: Sequence[Token], lookup: Lookup, hidden: frozenset[str] = frozenset(), depth: int = 0
) -> list[Token]:
    """The tokens with every macro use replaced. What a macro makes has the outermost use as its span."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        macro = lookup(token.text, token) if token.kind == "name" and token.text not in hidden else None
        if macro is None or depth > DEEPEST or len(found) > LONGEST:
            found.append(token)
            continue
        arguments: list[list[Token]] = []
        if macro.params is not None:
            if at >= len(tokens) or tokens[at].text != "(":
                found.append(token)
                continue
            arguments, at = split_arguments(tokens, at)
        made = substitute(macro, arguments, lookup, hidden, depth)
        made = [replace(it, span=token.span) for it in made]
        found += expand(made, lookup, hidden | {macro.name}, depth + 1)
    return found


def split_arguments(tokens: Sequence[Token], opening: int) -> tuple[list[list[Token]], int]:
    """The arguments of a macro use whose `(` is at `opening`, and the index after its `)`."""
    arguments: list[list[Token]] = [[]]
    level = 0
    for at in range(opening, len(tokens)):
        text = tokens[at].text
        if text == "(":
            level += 1
        elif text == ")":
            level -= 1
        if level == 0:
            return arguments, at + 1
        if text == "," and level == 1:
            arguments.append([])
        elif at != opening:
            arguments[-1].append(tokens[at])
    return arguments, len(tokens)


def substitute(
    macro: Macro, arguments: list[list[Token]], lookup: Lookup, hidden: frozenset[str], depth: int
) -> list[Token]:
    """The macro's body with its parameters replaced: `#` and `##` take the argument as written, all else expanded."""
    if macro.params is None:
        return paste(list(macro.body))
    given = by_name(macro.params, arguments)
    body, made = macro.body, list[Token]()
    for at, token in enumerate(body):
        before = body[at - 1].text if at else ""
        after = body[at + 1].text if at + 1 < len(body) else ""
        argument = given.get(token.text)
        if token.text == "#" and after in given:
            continue
        if argument is None or token.kind != "name":
            made.append(token)
        elif before == "#":
            made.append(replace(token, kind="string", text='"' + "".join(it.text for it in argument) + '"'))
        elif "##" in (before, after):
            made += argument
        else:
            made += expand(argument, lookup, hidden, depth + 1)
    return paste(made)


def by_name(params: tuple[str, ...], arguments: list[list[Token]]) -> dict[str, list[Token]]:
    given: dict[str, list[Token]] = {}
    for number, name in enumerate(params):
        if name == "...":
            given["__VA_ARGS__"] = joined(arguments[number:])
        else:
            given[name] = arguments[number] if number < len(arguments) else []
    return given


def joined(arguments: list[list[Token]]) -> list[Token]:
    """Variadic arguments with the commas between them."""
    found: list[Token] = []
    for number, argument in enumerate(arguments):
        if number and (argument or arguments[number - 1]):
            near = (argument or arguments[number - 1])[0]
            found.append(replace(near, kind="punct", text=","))
        found += argument
    return found


def paste(tokens: list[Token]) -> list[Token]:
    """Join the tokens on both sides of each `##`."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.text == "##" and found and at + 1 < len(tokens):
            left, right = found.pop(), tokens[at + 1]
            kind = left.kind if left.kind == "name" or right.kind != "name" else right.kind
            found.append(replace(left, kind=kind, text=left.text + right.text))
            at += 2
            continue
        if token.text != "##":
            found.append(token)
        at += 1
    return found
