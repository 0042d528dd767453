"""What block counts are worth on each kind of core that runs a kernel: those that a body takes, and the calls that make
them."""

from sklint.core_runs import CoreRun
from sklint.core_values import Core, SystemArgs, Value
from sklint.model import Body, Function, KernelType, SkFunction
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
