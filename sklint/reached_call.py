"""What is known of a call within everything a function reaches: made, surely not made, or neither."""

from collections.abc import Iterable

from sklint.model import Body, Call, Function
from sklint.run_by import run_by, sure_calls
from sklint.unit import Unit


def reaches_call(unit: Unit, functions: Iterable[Function], qualified: str) -> bool | None:
    """Whether one of the functions reaches a call of `qualified`; None where none is seen but one may hide."""
    ran = [reached.function for function in functions for reached in run_by(unit, function)]
    if any(call.qualified == qualified for it in ran for call in sure_calls(it)):
        return True
    bodies = [it.body for it in ran]
    whole = not unit.header and not unit.missing_headers and all(bodies) and not any(it.doubts for it in ran)
    return False if whole and not any(hides(unit, body, it) for body in bodies if body for it in body.calls) else None


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
