"""Calls of which a template does not tell what they reach: `op.Init(x)` where the type of `op` is a parameter."""

from collections.abc import Iterator

from sklint.finding import Finding, Related
from sklint.generate.helpers import asks, methods_named, needs_change, used_classes
from sklint.generate.request import problem
from sklint.model import Call, Function, Kernel
from sklint.unit import Unit


def hidden_calls(unit: Unit, kernel: Kernel) -> Iterator[Finding]:
    """Those that may reach a method which an SK function cannot call as it is."""
    functions = [it.function for it in unit.reach(kernel)]
    calls = [(it, call) for it in functions if it.body for call in it.body.calls if untold(call)]
    classes = used_classes(unit, functions) if calls else []
    for function, call in calls:
        for method in methods_named(unit, classes, call.name):
            if any(asks(unit, it.function) or needs_change(unit, it.function) for it in unit.reach(method)):
                yield told(kernel, function, call, method)
                break


def untold(call: Call) -> bool:
    return bool(call.receiver) and not call.resolved and not call.targets and not call.receiver_type


def told(kernel: Kernel, function: Function, call: Call, method: Function) -> Finding:
    text = f"{function.name} may call {method.qualified}, which {kernel.name}'s SK function cannot call as it is"
    text = f"{text}: what {call.receiver} is cannot be told, so call it on an object of a named type"
    related = (Related(method.span, f"{method.name} is here"),)
    return problem("block-num-in-helper", call.span, text, kernel.qualified, related)
