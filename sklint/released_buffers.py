"""Queues and buffers that a function uses after it destroyed the TPipe that gave them their memory."""

from collections.abc import Iterator
from dataclasses import dataclass

from sklint.model import Body, Call, Function, Statement
from sklint.pipe_events import DESTROYS
from sklint.pipes import Pipe, owned_pipes
from sklint.unit import Unit

USES = frozenset(("AllocTensor", "EnQue", "DeQue", "FreeTensor", "Get", "GetWithOffset"))
LEAVES = frozenset(("return", "break", "continue", "goto", "label"))


@dataclass(frozen=True, slots=True)
class ReleasedUse:
    """`use` is a call on a queue or buffer, `destroyed` the call before it that destroyed `pipe`."""

    pipe: Pipe
    use: Call
    destroyed: Call


def released_uses(unit: Unit, function: Function) -> Iterator[ReleasedUse]:
    """The first use behind each destroying call that stands as a statement of its own, in the same block."""
    body = function.body
    if body is None or not body.names_any(USES):
        return
    for pipe in owned_pipes(unit, function):
        buffers = given_by(body, pipe.path)
        calls = {it.index: it for it in pipe.destroys if it.name in DESTROYS and it.receiver == pipe.path}
        for destroyed, later in behind(body, body.statement, calls) if buffers else ():
            if use := first_use(body, later, buffers):
                yield ReleasedUse(pipe, use, destroyed)


def given_by(body: Body, path: str) -> frozenset[str]:
    """The names of what a pipe alone gives memory to."""
    given = [it for it in body.calls if it.name == "InitBuffer" and it.arguments]
    others = {it.arguments[0] for it in given if it.receiver != path}
    return frozenset(it.arguments[0] for it in given if it.receiver == path) - others


def behind(body: Body, block: Statement, calls: dict[int, Call]) -> Iterator[tuple[Call, list[Statement]]]:
    """Each statement that does nothing but destroy, with those that follow it in its block."""
    for number, it in enumerate(block.children):
        call = calls.get(it.last - 4) if it.kind == "simple" and block.kind == "block" else None
        if call and body.text(it.first, it.last - 4).replace(" ", "") == f"{call.receiver}.":
            yield call, list(block.children[number + 1 :])
        yield from behind(body, it, calls)


def first_use(body: Body, statements: list[Statement], buffers: frozenset[str]) -> Call | None:
    """The first call on a buffer before control may leave, or a pipe is made ready again."""
    for it in statements:
        calls = [call for call in body.calls if it.first <= call.index < it.last]
        if it.kind in LEAVES or any(call.name in ("Init", "InitBuffer") for call in calls):
            return None
        if any(call.targets for call in calls):
            return None
        if use := next((call for call in calls if call.receiver in buffers and call.name in USES), None):
            return use
    return None
