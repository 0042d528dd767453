"""Calls of which a template does not tell what they reach: `op.Init(x)` and `T::Init(x)` where a parameter decides."""

from collections.abc import Iterator, Sequence

from sklint.body import Call
from sklint.finding import Finding, Related
from sklint.generate.helpers import asks, needs_change, used_classes
from sklint.generate.request import problem
from sklint.model import Function, Kernel
from sklint.unit import Unit


def hidden_calls(unit: Unit, kernel: Kernel) -> Iterator[Finding]:
    """Those that may reach a method which an SK function cannot call as it is."""
    functions = [it.function for it in unit.reach(kernel)]
    calls = [
        (it, call) for it in functions if it.body for call in (*it.body.calls, *it.body.constructed) if untold(call)
    ]
    used = used_classes(unit, functions) if calls else []
    for function, call in calls:
        for method in possible(unit, call, used):
            if any(asks(unit, it.function) or needs_change(unit, it.function) for it in unit.reach(method)):
                yield told(kernel, function, call, method)
                break


def untold(call: Call) -> bool:
    """Whether a call of a method is not resolved: what it reaches is told by the name of its class, if at all."""
    return not call.resolved and bool(call.receiver or qualifier(call))


def qualifier(call: Call) -> str:
    """What stands before the last `::` of a call."""
    return call.qualified.removesuffix(call.name).removesuffix("::")


def possible(unit: Unit, call: Call, used: Sequence[str]) -> list[Function]:
    """The methods that it may reach beside its targets: those of another specialisation of its class, and of any class
    where nothing is known of that."""
    methods = [it for it in unit.methods_named(call.name) if it.key not in call.targets]
    owner = call.receiver_type or qualifier(call).partition("<")[0].rpartition("::")[2]
    of_class = [it for it in methods if owner in (it.record, it.record.rpartition("::")[2])]
    if of_class or call.targets or call.receiver_type:
        return of_class
    return [it for it in methods if it.record in used] if call.receiver else methods


def told(kernel: Kernel, function: Function, call: Call, method: Function) -> Finding:
    text = f"{function.name} may call {method.qualified}, which {kernel.name}'s SK function cannot call as it is"
    do = "call it on an object of a named type" if call.receiver else "name it without a template parameter"
    text = f"{text}: what {call.receiver or qualifier(call)} is cannot be told, so {do}"
    related = (Related(method.span, f"{method.name} is here"),)
    return problem("block-num-in-helper", call.span, text, kernel.qualified, related)
