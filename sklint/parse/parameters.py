"""The parameters and template parameters of a function, each with its own tokens."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from clang.cindex import Cursor

from sklint.body import Token
from sklint.declared import Param, TemplateParam
from sklint.parse.attributes import without_attributes
from sklint.parse.brackets import split_params, template_end
from sklint.parse.clang import Kind, Place, kind
from sklint.parse.lex import Lexeme
from sklint.parse.reading import Reading
from sklint.parse.spelling import spell
from sklint.parse.types import adjusted, read_type
from sklint.source import Span

TEMPLATE_KINDS: dict[int, Literal["type", "value", "template"]] = {
    Kind.TEMPLATE_TYPE: "type",
    Kind.TEMPLATE_VALUE: "value",
    Kind.TEMPLATE_TEMPLATE: "template",
}


def name_span(reading: Reading, place: Place, name: str) -> Span:
    """The name, or the word of the macro that makes it."""
    data = reading.source(place.path).data if reading.in_project(place.path) else b""
    match = re.compile(rb"[\w$\x80-\xff~]+").match(data, place.offset)
    return Span(place.path, place.offset, match.end() if match else place.offset)


def read_params(
    reading: Reading, cursor: Cursor, parts: Sequence[Cursor], place: Place, name: str, in_macro: bool
) -> tuple[Param, ...]:
    cursors = [it for it in parts if kind(it) == Kind.PARAMETER]
    if not cursors:
        return ()
    groups = param_tokens(reading, place, name, in_macro)
    if len(groups) != len(cursors):
        return tuple(bare_param(reading, it) for it in cursors)
    return tuple(read_param(reading, it, group) for it, group in zip(cursors, groups, strict=True))


def param_tokens(reading: Reading, place: Place, name: str, in_macro: bool) -> list[list[Token]]:
    """The tokens of each parameter of the function whose name stands at `place`."""
    if in_macro:
        tokens, at = made_head(reading, place, name)
        return split_params(tokens, at + 1) if tokens else []
    data = reading.source(place.path).data
    head = list(to_closing(reading.lexemes(place.path, place.offset, len(data))))
    tokens = reading.expanded(place.path, head)
    opening = next((i for i, it in enumerate(tokens) if it.text == "("), None)
    return split_params(tokens, opening) if opening is not None else []


def to_closing(lexemes: Iterable[Lexeme]) -> Iterator[Lexeme]:
    """What stands before a function's body: up to the parenthesis that ends its parameters. Only the value of a default
    has braces or a `;`, so that others end what is half written."""
    level, braces, default = 0, 0, False
    for it in lexemes:
        if it.text in (";", "{") and not default:
            return
        yield it
        braces += (it.text == "{") - (it.text == "}")
        level += (it.text == "(") - (it.text == ")")
        if not braces and level == 1:
            default = it.text == "=" or (default and it.text != ",")
        if level == 0 and it.text == ")":
            return


def made_head(reading: Reading, place: Place, name: str) -> tuple[list[Token], int]:
    """What the macro use at `place` makes, and the index of the name of the function `name` in it."""
    tokens = reading.made_by_macro(place.path, place.offset)
    at = next((i for i, it in enumerate(tokens[:-1]) if it.text == name and tokens[i + 1].text == "("), -1)
    if at >= 0:
        return tokens, at
    # The macro makes the name and the file goes on from there: `HEAD(name)(GM_ADDR x) {`
    return [], 0


def read_param(reading: Reading, cursor: Cursor, tokens: Sequence[Token]) -> Param:
    name = cursor.spelling
    cut = next((i for i, it in enumerate(tokens) if it.text == "="), len(tokens))
    head, default = tokens[:cut], tokens[cut + 1 :]
    named = max((i for i, it in enumerate(head) if it.text == name), default=len(head))
    written = spell(without_attributes([*head[:named], *head[named + 1 :]]))
    first, last = tokens[0].span, tokens[-1].span
    unknown = reading.unknown(head)
    span = head[named].span if named < len(head) else first
    extent = Span(first.path, first.start, max(first.end, last.end))
    made = any(it.from_macro for it in (tokens[0], tokens[-1], *head[named : named + 1]))
    type = adjusted(read_type(reading, cursor.type, written, unknown))
    return Param(name, type, span, extent, spell(default), made)


def bare_param(reading: Reading, cursor: Cursor) -> Param:
    """A parameter whose tokens cannot be told apart, as libclang has it."""
    start, end = reading.tree.extent(cursor.extent)
    extent = Span(start.path, start.offset, end)
    return Param(cursor.spelling, adjusted(read_type(reading, cursor.type, "", False)), extent, extent, "", True)


def read_template(
    reading: Reading, cursor: Cursor, parts: Sequence[Cursor], place: Place, name: str, in_macro: bool
) -> tuple[TemplateParam, ...] | None:
    if kind(cursor) != Kind.FUNCTION_TEMPLATE:
        return None
    marked = [it for it in parts if kind(it) in TEMPLATE_KINDS]
    groups = template_tokens(reading, cursor, place, name, in_macro)
    if len(groups) != len(marked):
        return tuple(TemplateParam(it.spelling, TEMPLATE_KINDS[kind(it)], it.spelling, "", False) for it in marked)
    found: list[TemplateParam] = []
    for it, tokens in zip(marked, groups, strict=True):
        cut = next((i for i, token in enumerate(tokens) if token.text == "="), len(tokens))
        pack = any(token.text == "..." for token in tokens[:cut])
        found.append(
            TemplateParam(it.spelling, TEMPLATE_KINDS[kind(it)], spell(tokens[:cut]), spell(tokens[cut + 1 :]), pack)
        )
    return tuple(found)


def template_tokens(reading: Reading, cursor: Cursor, place: Place, name: str, in_macro: bool) -> list[list[Token]]:
    """The tokens of each parameter of the template whose function is named at `place`."""
    if in_macro:
        tokens, end = made_head(reading, place, name)
    else:
        start, _ = reading.tree.extent(cursor.extent)
        tokens = reading.tokens(place.path, start.offset, place.offset)
        end = len(tokens)
    head, at = -1, 0
    while at < end:  # what is in a head is a template parameter that is a template
        found = tokens[at].text == "template" and tokens[at + 1].text == "<"
        head, at = (at, max(at + 2, template_end(tokens, at + 1)[0])) if found else (head, at + 1)
    return split_params(tokens, head + 1) if head >= 0 else []
