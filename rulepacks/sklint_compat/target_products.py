"""The products of the target that a unit is read for, and how they are told."""

from collections.abc import Iterable

from sklint.api import Chip, Context


def chips_of(ctx: Context) -> tuple[Chip, ...]:
    """The target's chips whose architecture the unit was read with, one a product."""
    chips = {it.marker: it for it in ctx.target.chips if it.arch == ctx.unit.arch}
    return tuple(chips.values())


def named(chips: Iterable[Chip]) -> str:
    names = [it.product for it in chips]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def marked(symbol: str, chips: Iterable[Chip]) -> str:
    """The symbol of a finding that holds for these chips: architectures that are read apart are told apart."""
    return f"{symbol} ({next(iter(chips)).arch})"
