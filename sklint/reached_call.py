"""What is known of a call within everything a function reaches: made, surely not made, or neither."""

from collections.abc import Iterable

from sklint.body import Body, Call
from sklint.model import Function
from sklint.run_by import run_by, sure_calls
from sklint.unit import Unit


def reaches_call(unit: Unit, functions: Iterable[Function], qualified: str) -> bool | None:
    """Whether one of the functions reaches a call of `qualified`; None where none is seen but one may hide."""
    found = [calls_of(unit, it) for it in functions]
    if any(qualified in names for names, _ in found):
        return True
    return False if all(whole for _, whole in found) else None


def calls_of(unit: Unit, function: Function) -> tuple[frozenset[str], bool]:
    """The qualified names of all that a function surely calls, directly or not, and whether no call may hide."""
    key = (function.key, function.values)
    if key not in unit.calls:
        ran = [reached.function for reached in run_by(unit, function)]
        names = frozenset(call.qualified for it in ran for call in sure_calls(it))
        bodies = [it.body for it in ran]
        seen = not unit.header and not unit.missing_headers and all(bodies) and not any(it.doubts for it in ran)
        whole = seen and not any(hides(unit, body, it) for body in bodies if body for it in body.calls)
        unit.calls[key] = names, whole
    return unit.calls[key]


def hides(unit: Unit, body: Body, call: Call) -> bool:
    """Whether a call may run code of the project that is not seen. A name that nothing declares hides nothing: all
    headers are there, so it is a placeholder or a macro of the product."""
    if call.targets:
        bodies = [function.body for key in call.targets if (function := unit.function(key))]
        return not all(bodies) or (len(bodies) < len(call.targets) and not lambda_here(body, call))
    reference = body.references.get(call.index)
    if reference:
        return unit.file(reference.where[0]) is not None
    return unit.declares(call.name)


def lambda_here(body: Body, call: Call) -> bool:
    """Whether what is called is a lambda of this body, whose own calls are the body's."""
    return any(it.name == call.name and it.initializer.startswith("= [") for it in body.locals)
