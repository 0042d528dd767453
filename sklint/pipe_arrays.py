"""Arrays of TPipes that a function owns and plainly never destroys an element of."""

import re

from sklint.body import Body, Call, Local
from sklint.model import Function
from sklint.pipe_events import DESTROYS
from sklint.pipes import pipe_paths
from sklint.unit import Unit

NAME = re.compile(r"[A-Za-z_]\w*")


def undestroyed_arrays(unit: Unit, function: Function) -> list[Local]:
    """Those for which no call destroys an element, by its name, by another or in a function that is given it."""
    body = function.body
    if body is None:
        return []
    arrays = [
        it
        for it in body.locals
        if it.array and not it.static and not it.type.pointer and not it.type.reference
        if pipe_paths(unit, it.name, it.type.record) == [it.name]
    ]
    return [it for it in arrays if not any(may_destroy(unit, body, call, it) for call in body.calls)]


def may_destroy(unit: Unit, body: Body, call: Call, array: Local) -> bool:
    """Whether a call destroys an element, or a pipe under a name that is no other variable's own."""
    if call.name in DESTROYS:
        words = NAME.findall(call.receiver)
        return array.name in words or not any(owns(it) and it.name in words[:1] for it in body.locals)
    given = any(array.name in NAME.findall(it) for it in (call.receiver, *call.arguments))
    targets = [target for key in call.targets if (target := unit.function(key))]
    reached = [one.function.body for it in targets for one in unit.reach(it)] if given else []
    return any(body is None or any(it.name in DESTROYS for it in body.calls) for body in reached)


def owns(local: Local) -> bool:
    return not local.type.pointer and not local.type.reference and bool(local.type.record)
