"""Where functions use a member of sk::SkSystemArgs. Names that the struct does not have resolve to nothing, so the
type of the object before the `.` or `->` decides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sklint.body import Body, Token
from sklint.declared import Key, Type
from sklint.model import Function
from sklint.reach import sk_bodies
from sklint.source import Span
from sklint.target import Target
from sklint.unit import Unit

SYSTEM_ARGS = "sk::SkSystemArgs"
SINCE = (9, 1)
"""The CANN release that brought the struct; its previews count as it."""


@dataclass(frozen=True, slots=True)
class SystemArgsUse:
    """A member's name behind an object of that type. `constant` tells that the object is const, `call` the extent of
    the name and its parentheses where it is called without arguments; `deduced` that others may give the function an
    object of another class."""

    function: Function
    token: Token
    constant: bool
    called: bool
    call: Span | None
    deduced: bool


def lacks_system_args(target: Target) -> bool:
    """Whether the target's CANN is known to be too old to have the struct."""
    return target.cann is not None and target.cann.release < SINCE


def system_args_uses(unit: Unit) -> Iterator[SystemArgsUse]:
    """In everything that SK functions reach, and in every function that takes the struct."""
    reached = {it.function.key: it.function for it in sk_bodies(unit)}
    taking = {it.key: it for it in unit.functions_taking(SYSTEM_ARGS)}
    given = given_on(unit, reached) if unit.mentions("template") or unit.mentions("auto") else {}
    for function in {**reached, **taking}.values():
        if body := function.body:
            yield from uses(unit, function, body, given.get(function.key, {}))


def given_on(unit: Unit, reached: Mapping[Key, Function]) -> dict[Key, dict[str, Type]]:
    """The parameters whose types a template's arguments decide that are given the system's arguments, by functions."""
    params = {it.key: it.system_args for it in unit.sk_functions if it.system_args}
    known = {key: {it.name: it.type} for key, it in params.items()}
    queue = list(known)
    for key in queue:
        function, names = reached.get(key), known[key]
        for call in function.body.calls if function and function.body else ():
            target = unit.function(call.targets[0]) if len(call.targets) == 1 else None
            pairs = zip(target.params, call.arguments, strict=False) if target else ()
            found = {
                it.name: names[own] for it, text in pairs if (own := text.lstrip("*&")) in names and not it.type.record
            }
            if target and found.keys() - known.get(target.key, {}).keys():
                known[target.key] = {**known.get(target.key, {}), **found}
                queue.append(target.key)
    return known


def uses(unit: Unit, function: Function, body: Body, given: Mapping[str, Type]) -> Iterator[SystemArgsUse]:
    for at in range(2, len(body.tokens)):
        token = body.tokens[at]
        if token.kind != "name" or body.tokens[at - 1].text not in (".", "->"):
            continue
        type = type_at(unit, function, body, at - 2)
        name = body.tokens[at - 2].text
        deduced = (type is None or not type.record) and body.tokens[at - 3].text not in (".", "->")
        if deduced and all(it.name != name for it in body.locals):
            type = given.get(name, type)
        if type and type.record == SYSTEM_ARGS:
            following = body.tokens[at + 1 : at + 3]
            called = bool(following) and following[0].text == "("
            bare = [it.text for it in following] == ["(", ")"] and not any(it.from_macro for it in (token, *following))
            call = Span(token.span.path, token.span.start, following[1].span.end) if bare else None
            yield SystemArgsUse(function, token, type.const_pointee, called, call, deduced)


def type_at(unit: Unit, function: Function, body: Body, at: int) -> Type | None:
    """The type of the expression that ends at the token `at`, where that is a name, a member or `(*name)`."""
    tokens = body.tokens
    if tokens[at].text == ")":
        opening = matching(body, at)
        inside = tokens[opening + 1].text if opening + 1 < at else ""
        plain = tokens[opening - 1].kind != "name" and tokens[opening - 1].text != ">"
        starts = opening + (2 if inside == "*" else 1)
        simple = all(it.kind == "name" or it.text in (".", "->") for it in tokens[starts:at])
        return type_at(unit, function, body, at - 1) if plain and simple and starts < at else None
    if tokens[at].text == "]" and at >= 3 and tokens[at - 2].text == "[":
        return type_at(unit, function, body, at - 3)
    if tokens[at].kind != "name":
        return None
    reference = body.references.get(at)
    if reference and reference.type:
        return reference.type
    if at >= 2 and tokens[at - 1].text in (".", "->"):
        owner = function.record if tokens[at - 2].text == "this" else record_of(type_at(unit, function, body, at - 2))
        return field_type(unit, owner, tokens[at].text)
    return visible(unit, function, body, at)


def visible(unit: Unit, function: Function, body: Body, at: int) -> Type | None:
    """The type of the variable that a name means which the compiler did not get to."""
    name = body.tokens[at].text
    local = next((it for it in reversed(body.locals) if it.name == name and it.index < at), None)
    param = next((it for it in function.params if it.name == name), None)
    found = local or param
    return found.type if found else field_type(unit, function.record, name)


def field_type(unit: Unit, owner: str, name: str) -> Type | None:
    record = unit.record(owner) if owner else None
    if record is None:
        return None
    return record.fields.get(name) or next((it for base in record.bases if (it := field_type(unit, base, name))), None)


def record_of(type: Type | None) -> str:
    return type.record if type else ""


def matching(body: Body, closing: int) -> int:
    """The index of the bracket that the one at `closing` closes."""
    level = 0
    for at in range(closing, -1, -1):
        level += (body.tokens[at].text == ")") - (body.tokens[at].text == "(")
        if level == 0:
            return at
    return 0
