"""What an asset is to be built for: chips and architectures as people give them, and those that nobody knows."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from sklint.assets.question import Question
from sklint.error import SklintError
from sklint.target import Chip, known_products, resolve_chip

UNSUPPORTED = "unsupported-target"


class ChipResolution(msgspec.Struct, frozen=True):
    """A chip with the architecture that the compiler's `--npu-arch` takes for it."""

    chip: str
    product: str
    arch: str


class ChipSkipped(msgspec.Struct, frozen=True):
    chip: str
    reason: str


@dataclass(frozen=True)
class Chips:
    """Chips, those resolved and those that cannot be."""

    given: tuple[str, ...]
    resolutions: tuple[ChipResolution, ...]
    skipped: tuple[ChipSkipped, ...]

    @property
    def archs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(it.arch for it in self.resolutions))

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(Question(UNSUPPORTED, it.reason) for it in self.skipped)


def resolved_chips(names: Iterable[str]) -> Chips:
    """Chips as people name them, each once."""
    given = tuple(dict.fromkeys(names))
    found = [resolution(it) for it in given]
    return Chips(
        given,
        tuple(it for it in found if isinstance(it, ChipResolution)),
        tuple(it for it in found if isinstance(it, ChipSkipped)),
    )


def resolution(name: str) -> ChipResolution | ChipSkipped:
    try:
        chip: Chip = resolve_chip(name)
    except SklintError as unknown:
        return ChipSkipped(name, str(unknown))
    if chip.option is None:
        return ChipSkipped(name, f"no document names an --npu-arch for {name} ({chip.product})")
    return ChipResolution(name, chip.product, chip.option)


def words(text: str) -> tuple[str, ...]:
    """The words of an option that takes a list with commas or semicolons."""
    return tuple(dict.fromkeys(it.strip() for it in re.split(r"[,;]", text) if it.strip()))


def known_archs() -> tuple[str, ...]:
    """The architectures that the documents name for --npu-arch."""
    return tuple(sorted({it.option for it in known_products() if it.option}))


def arch_question(arch: str) -> Question | None:
    """What is to be asked about an architecture; None for a known one."""
    if arch in known_archs():
        return None
    return Question(UNSUPPORTED, f"target architecture {arch!r} is not known; known are {', '.join(known_archs())}")


def written_arch(text: str) -> str:
    return text.lower().replace("_", "-")
