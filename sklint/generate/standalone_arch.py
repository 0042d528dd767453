"""For which architecture a standalone comparison is built: the one that is named, else the one that all chips have."""

from typing import Literal

import msgspec

from sklint.assets.wanted_target import ChipResolution, ChipSkipped, resolved_chips, words, written_arch
from sklint.generate.package_python import SUPERKERNEL_ARCHES
from sklint.target import resolve_arch


class ArchResolution(msgspec.Struct, frozen=True, omit_defaults=True):
    """`npu_arch` is what the compiler takes; "" with a reason where it is not known."""

    status: Literal["resolved", "needs-target-arch"]
    npu_arch: str
    target_chip: str
    resolved: tuple[ChipResolution, ...]
    unsupported: tuple[ChipSkipped, ...]
    source: str = ""
    reason: str = ""
    message: str = ""


def arch_resolution(chips: str, arch: str, by_arch: bool = True) -> ArchResolution:
    """The architecture that `--npu-arch` or `--target-chip` gives. SklintError for one that is not known. `by_arch`
    tells whether people can give the first."""
    if arch.strip():
        known = resolve_arch(arch)
        option = known.option if known and known.option else written_arch(arch.strip())
        return ArchResolution("resolved", option, chips, (), (), "explicit-npu-arch")
    found = resolved_chips(words(chips))
    fit = tuple(it for it in found.resolutions if it.arch in SUPERKERNEL_ARCHES)
    others = [it for it in found.resolutions if it not in fit]
    skipped = (*found.skipped, *(ChipSkipped(it.chip, f"no SuperKernel is built for {it.arch}") for it in others))
    arches = sorted({it.arch for it in fit})
    if len(arches) == 1 and not skipped:
        return ArchResolution("resolved", arches[0], chips, fit, (), "target-chip-source-backed")
    reason, message = unresolved(chips, skipped, arches, by_arch)
    return ArchResolution("needs-target-arch", "", chips, fit, skipped, "", reason, message)


def unresolved(chips: str, skipped: tuple[ChipSkipped, ...], arches: list[str], by_arch: bool) -> tuple[str, str]:
    """Why there is no architecture, as a word and as a sentence."""
    way = "name one with --npu-arch, such as dav-2201" if by_arch else "give chips of one in --target-chip, such as A2"
    if not chips.strip():
        given = "neither --npu-arch nor --target-chip" if by_arch else "no --target-chip"
        return "missing-npu-arch-and-target-chip", f"{given} is given; {way}"
    if skipped:
        return "unsupported-target-chip", f"{'; '.join(it.reason for it in skipped)}; {way}"
    if arches:
        return "ambiguous-target-chip-arches", f"{chips} is {' and '.join(arches)}; {way}"
    return "missing-target-chip-arch", f"--target-chip {chips!r} names no chip; {way}"
