"""Which scalar stores to global memory nothing flushes from the data cache."""

from collections.abc import Sequence

from sklint.model import Body, Function, Key, Reached, Unit
from sklint.writes import GlobalWrite, global_writes

FLUSHES = ("DataCacheCleanAndInvalid", "dcci")


def unflushed_writes(unit: Unit, function: Function) -> list[tuple[Reached, GlobalWrite]]:
    """The stores that `function` reaches and that no DataCacheCleanAndInvalid follows: neither in the body that stores,
    nor in one that called it, nor in what either calls afterwards. Any such call counts, whatever it flushes."""
    reach = unit.reach(function)
    written = [(reached, write) for reached in reach for write in global_writes(reached.function)]
    if not written:
        return []
    flushing = flushing_functions(reach)
    settled = settled_functions(reach, flushing)
    return [
        (reached, write)
        for reached, write in written
        if reached.function.key not in settled and not flushed_after(reached.function.body, write.index, flushing)
    ]


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
    if body is None:
        return False
    lambdas = (it.name for it in body.locals if not set(it.initializer.split()).isdisjoint(FLUSHES))
    names = (*FLUSHES, *lambdas)
    later = (call for call in body.calls if call.index > index)
    return any(call.name in names or not flushing.isdisjoint(call.targets) for call in later)
