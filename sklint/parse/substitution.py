"""A macro's text with its parameters replaced: `#` makes a string of an argument, `##` joins what is beside it."""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sklint.body import Token

Expanded = Callable[[list[Token]], list[Token]]
"""What an argument is once its own macros are expanded."""

VARIADIC = "__VA_ARGS__"
OPTIONAL = "__VA_OPT__"
ESCAPED = re.compile(r'["\\]')
SPLICE = re.compile(r"\\\r?\n")


def substitute(
    params: Sequence[str], body: Sequence[Token], arguments: list[list[Token]], commas: list[Token], expanded: Expanded
) -> list[Token]:
    """A macro's body for these arguments, which stood between these commas: `#` and `##` take an argument as written,
    all else expanded. The last parameter may be `...` or `name...`: all that is further given."""
    given = by_name(params, arguments, commas)
    further, none = variadic(params), len(arguments) < len(params) or arguments == [[]]
    body = with_options(body, bool(given.get(further)))
    made: list[Token] = []
    spaced = False
    for at, token in enumerate(body):
        before, after = (body[it].text if 0 <= it < len(body) else "" for it in (at - 1, at + 1))
        argument = given.get(token.text) if token.kind == "name" else None
        if token.text == "#" and after in given:
            continue
        if argument is None:
            piece = [token]
        elif before == "#":
            piece = [replace(token, kind="string", text=stringized(argument), spaced=body[at - 1].spaced)]
        elif before == "##" and at > 1 and body[at - 2].text == "," and token.text == further and (argument or none):
            del made[-2 if none else -1 :]  # the comma stays where something is given
            piece = argument
        elif "##" in (before, after):
            piece = argument or [replace(token, kind="punct", text="")]
        else:
            piece = expanded(argument)
        made += following(piece, token if before != "#" else body[at - 1], spaced)
        spaced = not piece and (spaced or token.spaced)
    return paste(made)


def variadic(params: Sequence[str]) -> str:
    """What the text of a macro calls that which is further given; "" where that may not be."""
    last = params[-1] if params else ""
    return (last[:-3] or VARIADIC) if last.endswith("...") else ""


def by_name(params: Sequence[str], arguments: list[list[Token]], commas: list[Token]) -> dict[str, list[Token]]:
    given: dict[str, list[Token]] = {}
    for number, name in enumerate(params):
        if name.endswith("..."):
            given[variadic(params)] = joined(arguments[number:], commas[number:])
        else:
            given[name] = arguments[number] if number < len(arguments) else []
    return given


def joined(arguments: list[list[Token]], commas: list[Token]) -> list[Token]:
    """Variadic arguments with the commas between them."""
    found: list[Token] = []
    for number, argument in enumerate(arguments):
        found += [*commas[number - 1 : number], *argument] if number else argument
    return found


def with_options(body: Sequence[Token], more: bool) -> Sequence[Token]:
    """The body with what is in `__VA_OPT__(…)` where `more` is given, else without."""
    at = next((at for at, it in enumerate(body[:-1]) if it.text == OPTIONAL and body[at + 1].text == "("), None)
    if at is None:
        return body
    level, end = 0, at + 1
    while end < len(body):
        level += (body[end].text == "(") - (body[end].text == ")")
        end += 1
        if level == 0:
            break
    inside = body[at + 2 : end - 1] if more else ()
    return [*body[:at], *inside, *with_options(body[end:], more)]


def following(piece: list[Token], place: Token, spaced: bool = False) -> list[Token]:
    """What stands where a token was: with blanks before it if there were some."""
    return [replace(piece[0], spaced=spaced or place.spaced), *piece[1:]] if piece else piece


def stringized(argument: Sequence[Token]) -> str:
    """The string of an argument: a blank for blanks between tokens, and strings in it as they are written."""
    text = ""
    for number, it in enumerate(argument):
        text += " " * (number > 0 and it.spaced) + (escaped(it.text) if it.kind == "string" else it.text)
    return f'"{text}"'


def escaped(string: str) -> str:
    plain = string if 'R"' in string[:4] else SPLICE.sub("", string)
    return ESCAPED.sub(r"\\\g<0>", plain).replace("\n", "\\n")


def paste(tokens: list[Token]) -> list[Token]:
    """Join the tokens on both sides of each `##`; an empty one joins as nothing."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.text == "##" and found and at + 1 < len(tokens):
            found.append(pasted(found.pop(), tokens[at + 1]))
            at += 2
            continue
        if token.text != "##":
            found.append(token)
        at += 1
    return [it for it in found if it.text]


def pasted(left: Token, right: Token) -> Token:
    if not left.text:
        return replace(right, spaced=left.spaced)
    kind = left.kind if left.kind == "name" or right.kind != "name" else right.kind
    return replace(left, kind=kind, text=left.text + right.text)
