"""Where a body uses the core's own block numbers: the built-in variables and functions that bear no namespace."""

from collections.abc import Iterator
from dataclasses import dataclass

from sklint.body import Body
from sklint.model import Function
from sklint.parse.brackets import is_scope, unevaluated
from sklint.source import Span
from sklint.structured_binding import structured_bindings
from sklint.unit import Unit

VARIABLES = frozenset(("block_idx", "block_num"))
FUNCTIONS = frozenset(("get_block_idx", "get_block_num"))
BEFORE_NAMES = frozenset(("return", "case", "else", "do", "co_return", "sizeof", "and", "or", "not"))
"""Names after which an expression may begin; after any other a name is declared."""


@dataclass(frozen=True, slots=True)
class BlockName:
    """`name` of the built-in, the index of its token, and the extent of the expression."""

    name: str
    index: int
    span: Span
    extent: Span
    from_macro: bool


def block_names(unit: Unit, function: Function, body: Body) -> Iterator[BlockName]:
    yield from called(unit, body)
    unused = unevaluated(body.tokens)
    for at, token in enumerate(body.tokens):
        if at in unused:
            continue
        if token.kind == "name" and token.text in VARIABLES and built_in(unit, function, body, at):
            extent = token.span
            if at and body.tokens[at - 1].text == "::":
                extent = Span(extent.path, body.tokens[at - 1].span.start, extent.end)
            yield BlockName(token.text, at, token.span, extent, token.from_macro)


def called(unit: Unit, body: Body) -> Iterator[BlockName]:
    for call in body.calls:
        reference = body.references.get(call.index)
        declared = unit.file(reference.where[0]) is not None if reference else unit.declares(call.name)
        if call.qualified in FUNCTIONS and not call.receiver and not declared:
            yield BlockName(call.name, call.index, call.span, call.extent, call.from_macro)


def built_in(unit: Unit, function: Function, body: Body, at: int) -> bool:
    """Whether the name at the token `at` is the built-in. Where the compiler lost the expression it is, unless
    something of that name is visible or the place may declare one."""
    reference = body.references.get(at)
    name = body.tokens[at].text
    if reference:
        there = unit.file(reference.where[0]) is None and not unit.declares(name)
        return reference.kind == "variable" and reference.qualified == name and there
    before = body.tokens[at - 1] if at else None
    if before and (before.text in (".", "->") or (before.text == "::" and at >= 2 and is_scope(body.tokens, at - 2))):
        return False
    names = {it.name for it in (*body.locals, *function.params, *(function.template or ()))}
    return name not in names and not declared_in(body, name) and not member(unit, function.record, name)


def declared_in(body: Body, name: str) -> bool:
    """Whether the name stands behind a type somewhere, or means something of the project elsewhere in the body."""
    places = [at for at, it in enumerate(body.tokens) if it.kind == "name" and it.text == name and at]
    before = (body.tokens[at - 1] for at in places)
    meanings = (body.references[at].qualified for at in places if at in body.references)
    unpacked = any(body.tokens[at].text == name for names in structured_bindings(body) for at in names)
    behind_type = any(it.kind == "name" and it.text not in BEFORE_NAMES for it in before)
    return behind_type or unpacked or any(it != name for it in meanings)


def member(unit: Unit, owner: str, name: str) -> bool:
    """Whether a class has a member of that name, or a base that may: one that a missing header declares is not seen."""
    if not owner:
        return False
    record = unit.record(owner)
    if record is None or unit.missing_headers:
        return True
    return name in record.fields or name in record.methods or any(member(unit, base, name) for base in record.bases)
