"""The kinds of core that run a kernel, and what block counts are worth at a place of a body on each."""

from collections.abc import Iterator, Mapping

from sklint.body import Body, Statement
from sklint.core_runs import CoreRun
from sklint.core_values import Core, SystemArgs, Value
from sklint.declared import KernelType
from sklint.model import Function, SkFunction
from sklint.scopes import inner_blocks
from sklint.system_args import SYSTEM_ARGS
from sklint.unit import Unit

MIXED = (Core("AIC", 2), Core("AIV", 2))
"""In MIX 1:2 the system's arguments of a vector core tell twice the block count of the launch."""


def cores_of(type: KernelType | None) -> tuple[Core, ...]:
    """The kinds of core that run a kernel; as in MIX 1:2 where its type does not tell."""
    if type is None or not type.evaluated or type.doubles_vector_blocks:
        return MIXED
    match type.cores:
        case "vector":
            return (Core("AIV", 1),)
        case "cube":
            return (Core("AIC", 1),)
        case _:
            return (Core("AIC", 1), Core("AIV", 1))


def cores_in(unit: Unit, type: KernelType | None) -> tuple[Core, ...]:
    """Those of them that the unit is compiled for."""
    cores = cores_of(type)
    return tuple(it for it in cores if it.kind == unit.core) or cores


def at_place(unit: Unit, function: Function, body: Body, core: Core, place: int) -> CoreRun | None:
    """The run of a function's body to before the token `place`; None where that kind of core does not come there."""
    if place < body.statement.first:
        run = CoreRun(unit, body, core, given(function), place)
        return run if run.arrives() else None
    key = (function.key, function.values, core.kind, core.vector_blocks)
    if key not in unit.core_names:
        unit.core_names[key] = names_along(unit, function, body, core)
    names = unit.core_names[key][place] if place < len(unit.core_names[key]) else None
    return None if names is None else CoreRun(unit, body, core, dict(names), place)


def given(function: Function) -> dict[str, Value]:
    """What the parameters of a function are worth."""
    system = system_name(function)
    return {system: SystemArgs()} if system else {}


def system_name(function: Function) -> str:
    """What a function calls the system's arguments, "" where it does not take them."""
    if isinstance(function, SkFunction):
        return function.system_args.name if function.system_args else ""
    return next((it.name for it in function.params if it.type.record == SYSTEM_ARGS), "")


def names_along(unit: Unit, function: Function, body: Body, core: Core) -> list[Mapping[str, Value] | None]:
    """What the names are worth at each token of a body; None where that kind of core does not come."""
    seen: dict[int, Mapping[str, Value]] = {}
    CoreRun(unit, body, core, given(function), len(body.tokens), seen=seen).statement(body.statement)
    along: list[Mapping[str, Value] | None] = [None] * len(body.tokens)
    for it in statements(body, body.statement):
        along[it.first : it.last] = [seen.get(it.first)] * (it.last - it.first)
    return along


def statements(body: Body, statement: Statement) -> Iterator[Statement]:
    """A statement and those inside, the bodies of lambdas included, each before what it holds."""
    yield statement
    if statement.kind == "simple":
        for block in inner_blocks(body, statement):
            yield from statements(body, block)
    for it in statement.children:
        yield from statements(body, it)
