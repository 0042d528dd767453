"""Which scalar stores to global memory nothing flushes from the data cache."""

from collections.abc import Iterator, Sequence

from sklint.body import Body, Call
from sklint.declared import Key
from sklint.model import Function, Reached
from sklint.run_by import run_by
from sklint.same_tensor import flushes_another
from sklint.unit import Unit
from sklint.writes import GlobalWrite, global_writes

FLUSHES = ("DataCacheCleanAndInvalid", "dcci")


def unflushed_writes(unit: Unit, function: Function) -> list[tuple[Reached, GlobalWrite]]:
    """The stores that `function` reaches and that no DataCacheCleanAndInvalid follows: neither in the body that stores,
    nor in one that called it, nor in what either calls afterwards. Any such call counts, but for one in the body that
    stores which flushes another tensor."""
    reach = unit.reach(function)
    written = [(reached, write) for reached in run_by(unit, function) for write in global_writes(reached.function)]
    if not written:
        return []
    flushing = flushing_functions(reach)
    settled = settled_functions(reach, flushing)
    return [
        (reached, write)
        for reached, write in written
        if reached.function.key not in settled and not flushed(reached.function, write, flushing)
    ]


def flushed(function: Function, write: GlobalWrite, flushing: set[Key]) -> bool:
    """Whether a flush follows in the body that stores, of something else than plainly another tensor."""
    body = function.body
    return body is not None and any(
        call.index > write.index and not (call.name in FLUSHES and flushes_another(function, body, call, write))
        for call in flushing_calls(body, flushing)
    )


def flushing_functions(reach: Sequence[Reached]) -> set[Key]:
    """The functions that flush, or call one that does."""
    found: set[Key] = set()
    before = -1
    while len(found) != before:
        before = len(found)
        found |= {it.function.key for it in reach if flushed_after(it.function.body, -1, found)}
    return found


def settled_functions(reach: Sequence[Reached], flushing: set[Key]) -> set[Key]:
    """The functions after a call of which some caller flushes, or its caller does."""
    found: set[Key] = set()
    before = -1
    while len(found) != before:
        before = len(found)
        for it in reach:
            for call in it.function.body.calls if it.function.body else ():
                if it.function.key in found or flushed_after(it.function.body, call.index, flushing):
                    found.update(call.targets)
    return found


def flushed_after(body: Body | None, index: int, flushing: set[Key]) -> bool:
    return body is not None and any(call.index > index for call in flushing_calls(body, flushing))


def flushing_calls(body: Body, flushing: set[Key]) -> Iterator[Call]:
    lambdas = (it.name for it in body.locals if not set(it.initializer.split()).isdisjoint(FLUSHES))
    names = (*FLUSHES, *lambdas)
    return (call for call in body.calls if call.name in names or not flushing.isdisjoint(call.targets))
