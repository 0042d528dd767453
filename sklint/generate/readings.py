"""A source as it is, and with each macro that opens a branch which matters; configurations that are none left out."""

from collections.abc import Sequence

from sklint.generate.branches import MOST, asked_in, further_macros, left_out, matters, never_taken, unread_kernels
from sklint.generate.source_errors import syntax_errors
from sklint.generate.verify import Before, Surroundings
from sklint.source import Source, Span


def read(source: Source, surroundings: Surroundings) -> list[Before]:
    """The readings of a source."""
    first = Before(surroundings, source, "", surroundings.read(source))
    more = [Before(surroundings, source, it, surroundings.read(source, it)) for it in further_macros(first.units)]
    more += [Before(surroundings, source, it, surroundings.read(source, it)) for it in nested_macros([first, *more])]
    return meant([first, *more]) if more else [first]


def nested_macros(readings: Sequence[Before]) -> list[str]:
    """The macros, as `FAST=1 SMALL=1`, that open branches which matter inside those that a further macro opened."""
    units = [unit for it in readings for unit in it.units]
    found: dict[str, None] = {}
    for region in never_taken(units) if len(readings) > 1 else ():
        reached = [
            it for it in readings if any(one.start == region.start for unit in it.units for one in unit.inactive)
        ]
        if not reached or reached[0] is readings[0] or not matters(units, region):
            continue
        found.update(dict.fromkeys(f"{reached[0].macros} {it}" for it in asked_in(readings[0].source, region)))
    return list(found)[:MOST]


def meant(readings: Sequence[Before]) -> list[Before]:
    """The readings but for those that no build has: where a kernel's head is in a branch, such a one has its body
    alone. All of them where a kernel is read in no other."""
    whole = [it for it in readings if not syntax_errors(it.units)]
    kept = [it for it in readings if it in whole or not beheaded(it, whole)]
    if not whole or len(kept) == len(readings):
        return list(readings)
    lost = unread_kernels([unit for it in kept for unit in it.units])
    return list(readings) if lost else kept


def beheaded(reading: Before, others: Sequence[Before]) -> bool:
    """Whether a reading leaves out the head of a kernel that others read, and not the end of its body."""
    path, out = reading.source.path, list(left_out(reading.units))
    kernels = {it.key: it for other in others for unit in other.units for it in unit.kernels if it.extent.path == path}
    return any(
        region.contains(it.span) and not region.contains(Span(path, it.extent.end - 1, it.extent.end))
        for it in kernels.values()
        for region in out
    )
