"""What a kernel is built for: chips and a CANN version, as people write them and as the facts name them."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sklint.cann_version import Version
from sklint.error import SklintError

if TYPE_CHECKING:
    from typing_extensions import Self


NEAR, LIKE = 0.5, 0.2
"""How much of a name must be right for another to be offered: one letter of two, or fewer where no name has that."""


class Chip(msgspec.Struct, frozen=True):
    """A chip as given, and the product it belongs to. `marker` is the product's key in the tables of the packs:
    950, A3, 910b (Atlas A2), 310b, 310p (310p_aicore and 310p_vectorcore where the core is known), 910, x90, 9030; 2201
    for A2 and A3, where the architecture alone is known."""

    name: str
    marker: str
    product: str
    arch: int  # the value of __NPU_ARCH__, such as 2201
    option: str | None  # what --npu-arch takes, such as dav-2201; None where no document names one


class Family(msgspec.Struct, frozen=True):
    """What a published matrix says of a family of chips for the target's CANN version. `mix` tells whether cube and
    vector cores run side by side, None where nothing is said; `sources` are the pages, by field."""

    id: str
    forbidden_apis: frozenset[str]
    mix: bool | None
    arch_alias: str  # "" where nothing is said
    sources: tuple[tuple[str, str], ...]

    def source(self, field: str) -> str:
        return dict(self.sources)[field]


class Target(msgspec.Struct, frozen=True):
    """What to check for. Empty: not given, and rules that need one say nothing. `families` are of a matrix."""

    chips: tuple[Chip, ...] = ()
    cann: Version | None = None
    families: tuple[Family, ...] = ()

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


def known_chips() -> tuple[Chip, ...]:
    """Every product as a chip that is called by its first name."""
    return tuple(resolve_chip(it.names[0]) for it in known_products())


def memory_sizes(arch: int) -> dict[str, int]:
    """The bytes of each on-chip memory of an architecture, by its name, as the constants of the headers have it;
    empty where no document gives them."""
    return _table().limits.get(arch, {})


class Reserved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A memory that a kernel does not have all of, in bytes: `whole` is all of it, `most` what a kernel may have of it
    with `options` of the compiler, `usual` what it has without them."""

    arch: int
    memory: str
    whole: int
    most: int
    usual: int
    options: str


def reserved_memory(arch: int) -> tuple[Reserved, ...]:
    """The memories of an architecture that compiler and framework keep a part of."""
    return tuple(it for it in _table().reserved if it.arch == arch)


def whole_memories(arch: int) -> dict[str, int]:
    """The bytes of each on-chip memory, with what compiler and framework keep: no buffer is larger."""
    return memory_sizes(arch) | {it.memory: it.whole for it in reserved_memory(arch)}


def targets_source() -> str:
    """Where what is known of the products comes from."""
    return _table().source


def documented_cann() -> str:
    """The CANN version whose documents say what is known of the products."""
    return _table().cann


def newer_than_documents(cann: Version) -> bool:
    """Whether a version came after those whose documents say what is known."""
    return cann.release > Version.parse(documented_cann()).release


def releases_near(cann: Version) -> tuple[str, ...]:
    """The known releases next to a version that is of none of them; () where it is of one, or newer than all."""
    known = {Version.parse(it).line: it for it in _table().releases}
    if newer_than_documents(cann) or (cann.line in known and not cann.has_no_form):
        return ()
    before = [it for line, it in known.items() if line <= cann.line]
    after = [it for line, it in known.items() if line > cann.line]
    return (known[cann.line],) if cann.line in known else (*before[-1:], *after[:1])


def resolve_chip(text: str) -> Chip:
    """The chip that a product, SoC or arch name means; case, `-`, `_` and blanks do not count."""
    wanted = plain_name(text)
    found = _by_name().get(wanted) or _by_name().get(f"ascend{wanted}") or ()
    match found:
        case (product,):
            return Chip(text.strip(), product.marker, product.product, product.arch, product.option)
        case ():
            raise SklintError(_unknown(text))
        case _:
            products = " or ".join(f"{it.names[0]} ({it.product})" for it in found)
            raise SklintError(f"target chip {text!r} is the architecture of products that differ; name one: {products}")


def is_unknown(chip: str) -> bool:
    """Whether a name means no chip, or not one alone."""
    try:
        resolve_chip(chip)
    except SklintError:
        return True
    return False


def resolve_arch(text: str) -> Chip | None:
    """What a kernel is built for by its architecture alone, as --npu-arch has it; what products of one architecture
    disagree on is not known then. None for an architecture that no document gives a product. SklintError for an
    unknown one."""
    wanted = _arch(text)
    found = [it for it in known_products() if wanted in {_arch(name) for name in (*it.arch_names, *_numbers(it))}]
    if not found and wanted not in map(_arch, _table().other_archs):
        raise SklintError(_unknown_arch(text))
    if len(found) < 2:
        return next((Chip(text.strip(), it.marker, it.product, it.arch, it.option) for it in found), None)
    products = " and ".join(it.product for it in found)
    return Chip(text.strip(), str(found[0].arch), products, found[0].arch, found[0].option)


def _numbers(product: Product) -> tuple[str, ...]:
    """The number of an architecture as a name of it, where the product has architecture names at all."""
    return (str(product.arch), f"dav-{product.arch}") if product.arch_names else ()


def _arch(name: str) -> str:
    """An architecture as it compares: `dav-c220-vec` and `dav-c220-cube` are halves of one."""
    return re.sub(r"(vec|cube)$", "", plain_name(name))


def _unknown_arch(text: str) -> str:
    near = _nearest_arch(text) or _option_of(text)
    nearest = f"; did you mean {near}?" if near else ";"
    options = ", ".join(dict.fromkeys(it.option for it in known_products() if it.option))
    return f"architecture {text!r} is not known{nearest} known are {options} and their older names such as dav-c220-vec"


def _nearest_arch(text: str) -> str:
    from difflib import get_close_matches  # only where it is asked for: a run starts the sooner

    names = {_arch(name): name for it in known_products() for name in (*reversed(it.arch_names), it.option) if name}
    wanted = f"dav{text.strip()}" if text.strip().isdigit() else _arch(text)
    alike = [it for it in names if it[:4] == wanted[:4]]
    return next((names[it] for it in get_close_matches(wanted, alike or names, n=1)), "")


def _option_of(chip: str) -> str:
    """The architecture of what is no architecture but a chip; "" where no document names it."""
    return "" if is_unknown(chip) else resolve_chip(chip).option or ""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    generated: str
    source: str
    cann: str
    releases_note: str
    releases: tuple[str, ...]
    note: str
    limits_note: str
    limits: dict[int, dict[str, int]]
    reserved_note: str
    reserved: tuple[Reserved, ...]
    products: tuple[Product, ...]
    other_archs: tuple[str, ...]  # that no document gives a product


@cache
def _table() -> _Table:
    return msgspec.json.decode((Path(__file__).parent / "data" / "targets.json").read_bytes(), type=_Table)


@cache
def _by_name() -> dict[str, tuple[Product, ...]]:
    table: dict[str, tuple[Product, ...]] = {}
    for product in known_products():
        for name in {plain_name(it) for it in (*product.names, *product.soc_names, *product.arch_names)}:
            table[name] = (*table.get(name, ()), product)
    return table


def plain_name(text: str) -> str:
    """A name as it compares."""
    return re.sub(r"[-_\s]", "", text.lower())


def _unknown(text: str) -> str:
    parts = [it.strip() for it in re.split(r"[,;]", text)]
    if len(parts) > 1 and not any(map(is_unknown, parts)):
        return f"target chip {text!r} is several; give each by itself: {', '.join(map(repr, parts))}"
    nearest = f"; did you mean {' or '.join(near)}?" if (near := _nearest(text)) else ";"
    products = ", ".join(it.names[0] for it in known_products())
    return f"target chip {text!r} is not known{nearest} known are {products} and SoC names such as Ascend910B1"


def _nearest(text: str) -> list[str]:
    """The names that are most like one that means nothing."""
    from difflib import get_close_matches  # only where it is asked for: a run starts the sooner

    wanted = plain_name(text).removeprefix("ascend")
    is_arch = wanted.startswith("dav") or wanted.isdigit()
    names = [
        name for it in known_products() for name in (*it.names, *it.soc_names, *(it.arch_names if is_arch else ()))
    ]
    spelled = {plain_name(name).removeprefix("ascend"): name for name in reversed(names)}
    near = get_close_matches(wanted, spelled, n=3, cutoff=NEAR) or get_close_matches(wanted, spelled, n=3, cutoff=LIKE)
    return [spelled[it] for it in near]
