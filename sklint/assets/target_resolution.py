"""For which architectures a unit is built: what its operator is declared for, and what was asked for."""

from collections.abc import Sequence

import msgspec

from sklint.assets.declared_chips import Declared
from sklint.assets.question import Question
from sklint.assets.wanted_target import UNSUPPORTED, ChipResolution, ChipSkipped, resolved_chips
from sklint.error import SklintError
from sklint.target import resolve_chip


class TargetResolution(msgspec.Struct, frozen=True):
    """`resolutions` are the chips that were asked for and are supported; without a request, those declared."""

    requested_chips: tuple[str, ...]
    unsupported_requested_chips: tuple[str, ...]
    resolutions: tuple[ChipResolution, ...]
    skipped: tuple[ChipSkipped, ...]
    arches: tuple[str, ...]
    support_source: str


class Support(msgspec.Struct, frozen=True):
    """What a unit supports, what it is built for, and what a person has to say about that."""

    soc_versions: tuple[str, ...]
    arches: tuple[str, ...]
    resolution: TargetResolution
    questions: tuple[Question, ...]


def support(unit_id: str, declared: Declared, requested: Sequence[str]) -> Support:
    own = resolved_chips(declared.chips)
    asked = resolved_chips(requested)
    unknown = [it.chip for it in asked.skipped]
    undeclared = [it.chip for it in asked.resolutions if declared.chips and not is_for(declared.chips, it.chip)]
    chosen = tuple(it for it in asked.resolutions if it.chip not in undeclared) if asked.given else own.resolutions
    archs = tuple(dict.fromkeys(it.arch for it in chosen))
    only = f"is declared for {', '.join(declared.chips)} ({declared.source})"
    return Support(
        soc_versions=declared.chips,
        arches=own.archs if declared.chips else archs,
        resolution=TargetResolution(
            requested_chips=asked.given,
            unsupported_requested_chips=tuple(it for it in asked.given if it in unknown or it in undeclared),
            resolutions=chosen,
            skipped=(*own.skipped, *asked.skipped),
            arches=archs,
            support_source="declared" if declared.chips else "compat-inferred",
        ),
        questions=(
            *(Question(UNSUPPORTED, it.reason, unit_id=unit_id) for it in asked.skipped),
            *(Question(UNSUPPORTED, f"{unit_id} {only}, not for {it}", unit_id=unit_id) for it in undeclared),
        ),
    )


def is_for(declared: Sequence[str], chip: str) -> bool:
    """Whether a chip is one of those declared, or of their product."""
    wanted = resolve_chip(chip).marker
    return any(marker(it) == wanted for it in declared)


def marker(chip: str) -> str:
    """The product of a chip; "" for an unknown one."""
    try:
        return resolve_chip(chip).marker
    except SklintError:
        return ""
