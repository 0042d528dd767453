"""A source as it is, and with each macro that opens a branch which matters; configurations that are none left out."""

from collections.abc import Sequence

from sklint.generate.branches import further_macros, left_out, unread_kernels
from sklint.generate.source_errors import syntax_errors
from sklint.generate.verify import Before, Surroundings
from sklint.source import Source, Span


def read(source: Source, surroundings: Surroundings) -> list[Before]:
    """The readings of a source."""
    first = Before(surroundings, source, "", surroundings.read(source))
    more = [Before(surroundings, source, it, surroundings.read(source, it)) for it in further_macros(first.units)]
    return meant([first, *more]) if more else [first]


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
