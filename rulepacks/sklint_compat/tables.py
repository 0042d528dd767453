"""The facts of the pack, read when first asked for: which product has an interface, which names are old."""

from functools import cache, cached_property
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

Fact = TypeVar("Fact")
Status = Literal["yes", "no", "mixed", "partial", "conflict", "unknown"]
LETTERS: dict[str, Status] = {"y": "yes", "n": "no", "m": "mixed", "p": "partial", "c": "conflict", "u": "unknown"}
"""How a product's status is written in the table."""

TOGETHER = {"310p": ("310p_aicore", "310p_vectorcore"), "2201": ("A3", "910b")}
"""Markers that stand for several products: both cores of 310p, and an architecture whose product is not known."""

FILED_UNDER = {
    "AscendC::TQue": ("AscendC::TQueBind",),
    "AscendC::MatmulImplBase": ("AscendC::MatmulImpl", "AscendC::MatmulClientBase"),
    "AscendC::MatmulImpl": ("AscendC::MatmulClientBase",),
}


class Support(msgspec.Struct, frozen=True, array_like=True):
    """An interface: a letter for each product, and its page (below `Interfaces.pages_at`)."""

    letters: str
    page: str


class Interfaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/interfaces.json. The pages describe CANN `cann`; `new_on_950` has what release notes call new."""

    generated: str
    source: str
    cann: str
    pages_at: str
    products: tuple[str, ...]
    apis: dict[str, Support]
    new_on_950: dict[str, frozenset[str]]

    def status(self, name: str, marker: str) -> Status:
        """What the page of `name` says for a product; those of a marker of TOGETHER must agree."""
        support = self.support(name)
        return status(support.letters, self.products, marker) if support else "unknown"

    def support(self, name: str) -> Support | None:
        """The row of a name. A class that documents file under its base is found there, and so are its members."""
        if name in self.apis:
            return self.apis[name]
        owner, _, member = name.rpartition("::")
        names = (*FILED_UNDER.get(name, ()), *(f"{it}::{member}" for it in FILED_UNDER.get(owner, ())))
        return next((self.apis[it] for it in names if it in self.apis), None)

    def page(self, name: str) -> str:
        support = self.support(name)
        return support.page if support else ""


class Old(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An old name, or a name that is old where a call has what is `given`, as a form has it. `since` is the first CANN
    version that has what replaces it (or that calls it old); `products` are the only ones this holds for, none: all.
    `rewrite` says how a call is rewritten, "" for a plain rename to `new`, or for nothing where there is no `new`.
    `side` is where it is called, the device if ""."""

    name: str
    new: str
    since: str
    says: Literal["renamed", "deprecated", "notice only", "announced"]
    source: str
    rewrite: str = ""
    products: tuple[str, ...] = ()
    advice: str = ""
    side: Literal["", "host"] = ""
    given: dict[str, str] = {}

    @property
    def of_name_alone(self) -> bool:
        """Whether every use of the name is old already."""
        return self.says != "announced" and not self.given

    @property
    def told_in_headers(self) -> bool:
        """Whether a header by itself shows it: a member of a class may be another's, the arguments of a call too."""
        return not self.given and self.name.rpartition("::")[0] in ("", "AscendC")

    @property
    def replacement(self) -> str:
        """What takes its place, qualified; "" where nothing does or several names do."""
        if not self.rewrite:
            return self.new
        if self.rewrite.startswith("choose") or self.rewrite == "drop-second":
            return " or ".join(f"AscendC::{it}" for it in self.new.split()) if self.rewrite == "choose-call" else ""
        return f"AscendC::{self.new.partition('<')[0]}"


class OldNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/old_names.json. `headers` maps the tail of an old include path to the new one's, "" where there is none; one
    of `headers_apart` does not include the new one."""

    generated: str
    source: str
    names: tuple[Old, ...]
    headers_since: str
    headers_source: str
    headers_apart: frozenset[str]
    headers: dict[str, str]

    @property
    def by_name(self) -> dict[str, Old]:
        return _by_name()


class AtStake(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """data/at_stake.json: names that a target decides, with a letter for each of `products`; and old names."""

    generated: str
    source: str
    products: tuple[str, ...]
    apis: dict[str, str]
    old: dict[str, str]

    def missing_on(self, name: str) -> set[str]:
        """The products without an interface."""
        return {it for it, letter in zip(self.products, self.apis.get(name, ""), strict=False) if letter == "n"}

    def there(self, words: frozenset[bytes]) -> frozenset[str]:
        """The last words of the names that a text of these words may use: it has that, and the word of the scope."""
        found = (last for last, scopes in self._words if last in words and not scopes.isdisjoint(words))
        return frozenset(it.decode() for it in found)

    @cached_property
    def _words(self) -> list[tuple[bytes, frozenset[bytes]]]:
        """The last word of each name, and the words of its scope; the last word again where that is AscendC or none."""
        found: list[tuple[bytes, frozenset[bytes]]] = []
        for name in (*self.apis, *self.old):
            scope, _, last = name.rpartition("::")
            scope = scope.rpartition("::")[2]
            scopes = {"Reg": ("Reg", "MicroAPI"), "AscendC": (last,), "": (last,)}.get(scope, (scope,))
            found.append((last.encode(), frozenset(it.encode() for it in scopes)))
        return found


class Form(msgspec.Struct, frozen=True, array_like=True):
    """A form of a call that has a page of its own: what a call has to have, a letter for each product, the page."""

    given: dict[str, str]
    letters: str
    page: str

    def status(self, marker: str) -> Status:
        """What the page says for a product; those of a marker of TOGETHER must agree."""
        return status(self.letters, interfaces().products, marker)


class Calls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/calls.json. `counts`: by product the numbers of arguments that an interface takes there, and those that it
    takes on other products only. `types`: by product the element types that it takes. `forms`: those told by the
    types and numbers of arguments."""

    generated: str
    source: str
    counts: dict[str, dict[str, tuple[str, str]]]
    types: dict[str, dict[str, str]]
    forms: dict[str, tuple[Form, ...]]

    def takes(self, name: str, marker: str, arguments: int) -> bool | None:
        """Whether a call with so many arguments is there on a product; None where that is not known."""
        given, only_elsewhere = same(self.counts.get(name, {}), marker) or ("", "")
        return True if str(arguments) in given.split() else False if str(arguments) in only_elsewhere.split() else None

    def element_types(self, name: str, marker: str) -> tuple[str, ...]:
        """The element types that an interface takes on a product; none where that is not known."""
        return tuple((same(self.types.get(name, {}), marker) or "").split())


def status(letters: str, products: tuple[str, ...], marker: str) -> Status:
    """The status of a product by its letter; where a marker stands for several, what they agree on."""
    markers = TOGETHER.get(marker, (marker,))
    found: set[Status] = {LETTERS[letters[products.index(it)]] if it in products else "unknown" for it in markers}
    return found.pop() if len(found) == 1 else "mixed"


def same(by_product: dict[str, Fact], marker: str) -> Fact | None:
    """What is known for a product; for a marker of TOGETHER, where it is the same for all of them."""
    found = [by_product.get(it) for it in TOGETHER.get(marker, (marker,))]
    return found[0] if all(it == found[0] for it in found) else None


@cache
def calls() -> Calls:
    return msgspec.json.decode(_read("calls.json"), type=Calls)


@cache
def at_stake() -> AtStake:
    return msgspec.json.decode(_read("at_stake.json"), type=AtStake)


@cache
def interfaces() -> Interfaces:
    return msgspec.json.decode(_read("interfaces.json"), type=Interfaces)


@cache
def old_names() -> OldNames:
    return msgspec.json.decode(_read("old_names.json"), type=OldNames)


@cache
def _by_name() -> dict[str, Old]:
    return {it.name: it for it in old_names().names}


def _read(name: str) -> bytes:
    return (files("sklint_compat") / "data" / name).read_bytes()
