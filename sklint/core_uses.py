"""Whether a kind of core does anything with a value that a call hands on: a helper may be for the other kind alone."""

from sklint.argument_places import argument_places
from sklint.body import Body, Call
from sklint.body_words import Item
from sklint.core_runs import CoreRun
from sklint.core_values import Core
from sklint.model import Function
from sklint.unit import Unit

DEEPEST = 6


def uses_argument(unit: Unit, body: Body, item: Item, core: Core, depth: int = 0) -> bool:
    """Whether the core uses what an expression is worth: not where that is all of an argument or a member that only the
    other kind of core uses."""
    if depth >= DEEPEST:
        return True
    if (member := member_given(body, item)) and (record := owner(unit, body, item.first - 3)):
        return uses_member(unit, record, member, core, depth)
    found = argument_of(unit, body, item)
    if found is None:
        return True
    call, number = found
    targets = [unit.function(key) for key in call.targets]
    targets = [it for it in targets if it is None or (not it.name.startswith("~") and len(it.params) > number)]
    return not targets or any(it is None or uses_param(unit, it, number, core, depth) for it in targets)


def argument_of(unit: Unit, body: Body, item: Item) -> tuple[Call, int] | None:
    """The call that an expression is an argument of, and which one."""
    if id(body) not in unit.arguments:
        calls = (*body.calls, *body.constructed)
        every = [(it, call, number) for call in calls for number, it in enumerate(argument_places(body, call))]
        unit.arguments[id(body)] = body, {place: (call, number) for place, call, number in reversed(every)}
    return unit.arguments[id(body)][1].get((item.first, item.last))


def uses_param(unit: Unit, function: Function, number: int, core: Core, depth: int) -> bool:
    body, name = function.body, function.params[number].name
    if body is None:
        return True
    return any(uses_there(unit, body, it, core, depth) for it in uses_of(body, name))


def uses_of(body: Body, name: str) -> list[int]:
    tokens = body.tokens
    return [
        at
        for at, it in enumerate(tokens)
        if it.kind == "name" and it.text == name
        if at == 0 or tokens[at - 1].text not in (".", "->") or tokens[at - 2].text == "this"
    ]


def uses_there(unit: Unit, body: Body, at: int, core: Core, depth: int) -> bool:
    """Whether the core comes to the token `at` and uses what its name is worth."""
    if at >= body.statement.first and not CoreRun(unit, body, core, {}, at).arrives():
        return False
    return uses_argument(unit, body, Item(body.tokens[at].text, at, at + 1), core, depth + 1)


# members


def member_given(body: Body, item: Item) -> str:
    """The member that is set to an expression: `cores` of `cores = x;`, `this->cores = x;`, `: cores(x)`."""
    tokens = body.tokens
    around = (tokens[item.first - 1].text, tokens[item.last].text if item.last < len(tokens) else "")
    named = item.first >= 2 and tokens[item.first - 2].kind == "name"
    listed = item.last < body.statement.first and around in (("(", ")"), ("{", "}"))
    before = tokens[item.first - 3].text if item.first >= 3 else ""
    starts = before in (";", "{", "}", "->", ".")
    return tokens[item.first - 2].text if named and (listed or (around == ("=", ";") and starts)) else ""


def owner(unit: Unit, body: Body, before: int) -> str:
    """The class of a member whose name follows the token `before`."""
    at = before + 1
    reference = body.references.get(at)
    if reference is None or reference.kind != "field":
        return ""
    return reference.qualified.rpartition("::")[0]


def uses_member(unit: Unit, record: str, name: str, core: Core, depth: int) -> bool:
    known = unit.record(record)
    if known is None:
        return True
    methods = {key: unit.function(key) for keys in known.methods.values() for key in keys}
    bodies = [it.body for it in methods.values() if it and it.body]
    outside = [it.body for key in known.outside if (it := unit.function(key)) and it.body]
    every = [*bodies, *outside]
    uses = [(body, at) for body in every for at in uses_of(body, name) if not is_set(body, at)]
    return not uses or any(uses_there(unit, body, at, core, depth + 1) for body, at in uses)


def is_set(body: Body, at: int) -> bool:
    """Whether a member gets a value there."""
    following = body.tokens[at + 1].text if at + 1 < len(body.tokens) else ""
    return following == "=" or (at < body.statement.first and following in ("(", "{"))
