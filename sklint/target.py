"""What a kernel is built for: chips and a CANN version, as people write them and as the facts name them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sklint.error import SklintError

if TYPE_CHECKING:
    from typing_extensions import Self

_STAGES = ("alpha", "beta", "rc")
_FINAL = (len(_STAGES), 0)
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)((?:[.-]?(?:alpha|beta|rc)[.-]?\d*)*)", re.IGNORECASE)
_STAGE = re.compile(r"(alpha|beta|rc)[.-]?(\d*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """A CANN version: 9.1 is 9.1.0, and 9.1.0-beta.1 and 9.1.0.alpha001 come before it."""

    release: tuple[int, ...]  # without trailing zeros
    stages: tuple[tuple[int, int], ...]
    text: str = field(compare=False)

    @classmethod
    def parse(cls, text: str) -> "Self":
        match = _VERSION.fullmatch(text.strip())
        if not match:
            raise SklintError(f"{text!r} is not a CANN version; versions look like 9.1, 9.1.0-beta.1 or 8.5.0.alpha001")
        release = [int(number) for number in match[1].split(".")]
        while len(release) > 1 and release[-1] == 0:
            release.pop()
        stages = [(_STAGES.index(name.lower()), int(number or 0)) for name, number in _STAGE.findall(match[2])]
        return cls(tuple(release), (*stages, _FINAL), text.strip())

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip as given, and the product it belongs to. `marker` is the product's key in the tables of the packs:
    950, A3, 910b (Atlas A2), 310b, 310p (310p_aicore and 310p_vectorcore where the core is known), 910, x90, 9030."""

    name: str
    marker: str
    product: str
    arch: int  # the value of __NPU_ARCH__, such as 2201
    option: str | None  # what --npu-arch takes, such as dav-2201; None where no document names one


@dataclass(frozen=True, slots=True)
class Target:
    """What to check for. Empty: not given, and rules that need one say nothing."""

    chips: tuple[Chip, ...] = ()
    cann: Version | None = None

    @classmethod
    def of(cls, chips: Iterable[str] = (), cann: str = "") -> "Self":
        """The target of names as people write them. SklintError where one is unknown."""
        return cls(tuple(dict.fromkeys(map(resolve_chip, chips))), Version.parse(cann) if cann else None)

    @property
    def archs(self) -> tuple[int, ...]:
        """The values of __NPU_ARCH__ to check for, each once, ascending."""
        return tuple(sorted({chip.arch for chip in self.chips}))

    @property
    def markers(self) -> tuple[str, ...]:
        """The products to check for, each once, in the order given."""
        return tuple(dict.fromkeys(chip.marker for chip in self.chips))

    def gives(self, *, chip: bool, cann: bool) -> bool:
        """Whether it has what is needed: a chip, a CANN version."""
        return (bool(self.chips) or not chip) and (self.cann is not None or not cann)


class Product(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of data/targets.json."""

    marker: str
    product: str
    arch: int
    option: str | None
    names: tuple[str, ...]
    soc_names: tuple[str, ...]
    arch_names: tuple[str, ...]


def known_products() -> tuple[Product, ...]:
    """Every product the documents name, newest first."""
    return _table().products


def memory_sizes(arch: int) -> dict[str, int]:
    """The bytes of each on-chip memory of an architecture, by its name; empty where no document gives them."""
    return _table().limits.get(arch, {})


def targets_source() -> str:
    """Where what is known of the products comes from."""
    return _table().source


def documented_cann() -> str:
    """The CANN version whose documents say what is known of the products."""
    return _table().cann


def resolve_chip(text: str) -> Chip:
    """The chip that a product, SoC or arch name means; case, `-`, `_` and blanks do not count."""
    wanted = _plain(text)
    found = _by_name().get(wanted) or _by_name().get(f"ascend{wanted}") or ()
    match found:
        case (product,):
            return Chip(text.strip(), product.marker, product.product, product.arch, product.option)
        case ():
            raise SklintError(_unknown(text))
        case _:
            products = " or ".join(f"{it.names[0]} ({it.product})" for it in found)
            raise SklintError(f"target chip {text!r} is the architecture of products that differ; name one: {products}")


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    generated: str
    source: str
    cann: str
    note: str
    limits_note: str
    limits: dict[int, dict[str, int]]
    products: tuple[Product, ...]


@cache
def _table() -> _Table:
    return msgspec.json.decode((Path(__file__).parent / "data" / "targets.json").read_bytes(), type=_Table)


@cache
def _by_name() -> dict[str, tuple[Product, ...]]:
    table: dict[str, tuple[Product, ...]] = {}
    for product in known_products():
        for name in {_plain(it) for it in (*product.names, *product.soc_names, *product.arch_names)}:
            table[name] = (*table.get(name, ()), product)
    return table


def _plain(text: str) -> str:
    return re.sub(r"[-_\s]", "", text.lower())


def _unknown(text: str) -> str:
    names = [name for it in known_products() for name in (*it.names, *it.soc_names, *it.arch_names)]
    spelled = {_plain(name).removeprefix("ascend"): name for name in reversed(names)}
    from difflib import get_close_matches  # only where it is asked for: a run starts the sooner

    near = get_close_matches(_plain(text).removeprefix("ascend"), spelled, n=3)
    nearest = f"; did you mean {' or '.join(spelled[it] for it in near)}?" if near else ";"
    products = ", ".join(it.names[0] for it in known_products())
    return f"target chip {text!r} is not known{nearest} known are {products} and SoC names such as Ascend910B1"
