"""How much of what sources use of the documented interface was checked for the target, and how much could not be."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec


class OfChip(msgspec.Struct, frozen=True):
    """What was looked at for one of several chips, and by name what no document decides for it."""

    considered: int = 0
    unknown: dict[str, int] = {}

    @property
    def known(self) -> int:
        return self.considered - sum(self.unknown.values())


class Coverage(msgspec.Struct, frozen=True):
    """`considered` counts the uses that were looked at; the others count, by name, those of them that no document
    decides for every chip, and those that a chip or a CANN version would decide, where the target has none. `chips`
    has each of several chips by its name."""

    considered: int = 0
    unknown: dict[str, int] = {}
    without_chip: dict[str, int] = {}
    without_cann: dict[str, int] = {}
    chips: dict[str, OfChip] = {}

    @property
    def known(self) -> int:
        return self.considered - sum(self.unknown.values())


NONE = Coverage()


def together(each: Iterable[Coverage]) -> Coverage:
    """The coverage of several sources, the most frequent names first."""
    found = list(each)
    return Coverage(
        sum(it.considered for it in found),
        added(it.unknown for it in found),
        added(it.without_chip for it in found),
        added(it.without_cann for it in found),
        {chip: of_chip(it.chips[chip] for it in found if chip in it.chips) for it in found for chip in it.chips},
    )


def of_chip(each: Iterable[OfChip]) -> OfChip:
    found = list(each)
    return OfChip(sum(it.considered for it in found), added(it.unknown for it in found))


def added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for it in counts:
        total.update(it)
    return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))
