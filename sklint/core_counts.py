"""What block counts are worth on each kind of core that runs a kernel: those that a body takes, and the calls that make
them."""

from collections.abc import Iterator, Mapping

from sklint.core_runs import CoreRun
from sklint.core_values import Core, Count, SystemArgs, Value
from sklint.model import Body, Function, KernelType, SkFunction
from sklint.parse.brackets import after, template_end
from sklint.parse.calls import prefix
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


def at_place(unit: Unit, function: Function, body: Body, core: Core, place: int) -> CoreRun | None:
    """The run of a function's body to before the token `place`; None where that kind of core does not come there."""
    names: dict[str, Value] = {}
    if isinstance(function, SkFunction) and function.system_args:
        names[function.system_args.name] = SystemArgs()
    run = CoreRun(unit, body, core, names, place)
    return run if run.arrives() else None


def counting_calls(unit: Unit, function: SkFunction, cores: tuple[Core, ...]) -> Mapping[int, int]:
    """The calls in a body that give a block count as functions or lambdas of the project make it of the system's
    arguments: from the index of their first token to after the last."""
    body = function.body
    return dict(counting(unit, function, body, cores)) if body and function.system_args else {}


def counting(unit: Unit, function: Function, body: Body, cores: tuple[Core, ...]) -> Iterator[tuple[int, int]]:
    lambdas = {it.name for it in body.locals if it.initializer.startswith("= [")}
    for call in body.calls:
        if call.receiver or not (call.targets or call.name in lambdas):
            continue
        first = prefix(body.tokens, call.index)[0]
        end = after(body.tokens, template_end(body.tokens, call.index + 1)[0])
        runs = [run for core in cores if (run := at_place(unit, function, body, core, first))]
        values = [run.value(first, end) for run in runs]
        doubles = cores == MIXED
        if values and all(isinstance(it, Count) and (doubles or it.times == 1) for it in values):
            yield first, end


def counters(body: Body, calls: Mapping[int, int]) -> frozenset[str]:
    """The lambdas that such calls are of."""
    called = {body.tokens[at].text for at in calls}
    return frozenset(it.name for it in body.locals if it.name in called and it.initializer.startswith("= ["))
