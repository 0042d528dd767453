"""What the target would decide of a unit, were there one: asked of a small table, so that it costs nearly nothing."""

from collections.abc import Iterator

from sklint.api import ApiUse, Considered, Context
from sklint_compat.tables import at_stake

ARCH_OF = {"950": 3510, "A3": 2201, "910b": 2201}


def chip_decides(ctx: Context) -> Iterator[Considered]:
    """The uses that not every product has, of those the unit is read for: what an `#if` leaves to one architecture is
    decided already."""
    guarded = ctx.unit.mentions("__NPU_ARCH__")
    for use in uses(ctx):
        missing = at_stake().missing_on(use.names[0]) if len(use.names) == 1 else set[str]()
        if any(not guarded or ARCH_OF[it] == ctx.unit.arch for it in missing):
            yield Considered(use.names[0], use.span, known=False, needs="chip")


def cann_decides(ctx: Context) -> Iterator[Considered]:
    """The uses of names that some CANN version calls differently."""
    for use in uses(ctx):
        if len(use.names) == 1 and use.names[0] in at_stake().old:
            yield Considered(use.names[0], use.span, known=False, needs="cann")


def uses(ctx: Context) -> Iterator[ApiUse]:
    """The uses on the device, where a name of the table may be in the texts at all."""
    words = at_stake().there(ctx.unit.words)
    yield from (it for it in ctx.unit.uses_of(words) if not it.on_host) if words else ()
