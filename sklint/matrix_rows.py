"""What the published matrix says of chip families: facts with official sources, and the versions they hold for."""

import msgspec

from sklint.cann_version import Version
from sklint.target import Family

FIELDS = {
    "forbidden_apis": "compat.forbidden-acl-api",
    "supports_mix_aic_aiv": "compat.mix-aic-aiv-unsupported",
    "arch_alias": "compat.arch-alias-mismatch",
}
"""The fields that state a fact, and the rule that asks for it."""


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CANN versions: `all` of them, those named, or from one to another, both included."""

    all: bool = False
    versions: tuple[str, ...] = ()
    min: str = ""
    max: str = ""
    from_: str = msgspec.field(default="", name="from")
    to: str = ""

    @property
    def low(self) -> str:
        return self.min or self.from_

    @property
    def high(self) -> str:
        return self.max or self.to


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cann: str | tuple[str, ...] | Range


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chip family as its file has it."""

    id: str
    cann_versions: tuple[str, ...] = ()
    notes: str | tuple[str, ...] = ""
    arch_alias: str | None = None
    forbidden_apis: tuple[str, ...] | None = None
    supports_mix_aic_aiv: bool | None = None
    official_sources: dict[str, str] = {}
    fact_scopes: dict[str, Scope] = {}

    @property
    def sourced(self) -> tuple[str, ...]:
        """The fields that are given and have an official source."""
        given = {"arch_alias": self.arch_alias, "forbidden_apis": self.forbidden_apis}
        given["supports_mix_aic_aiv"] = None if self.supports_mix_aic_aiv is None else ("given",)
        return tuple(it for it in FIELDS if given[it] is not None and it in self.official_sources)

    def applying(self, cann: Version | None) -> tuple[str, ...]:
        """Those of them that hold for a CANN version; without one, those that hold for all."""
        return tuple(it for it in self.sourced if covers(self.scope(it), cann))

    def scope(self, field: str) -> str | tuple[str, ...] | Range:
        return self.fact_scopes[field].cann if field in self.fact_scopes else self.cann_versions

    def family(self, cann: Version | None) -> Family:
        """What holds of the family for a CANN version."""
        applying = self.applying(cann)
        return Family(
            self.id,
            frozenset(self.forbidden_apis or ()) if "forbidden_apis" in applying else frozenset(),
            self.supports_mix_aic_aiv if "supports_mix_aic_aiv" in applying else None,
            (self.arch_alias or "") if "arch_alias" in applying else "",
            tuple(sorted(self.official_sources.items())),
        )


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chip_families: tuple[Row, ...]


def covers(scope: str | tuple[str, ...] | Range, cann: Version | None) -> bool:
    match scope:
        case "all" | "*" | Range(all=True):
            return True
        case _ if cann is None:
            return False
        case Range(versions=()):
            low, high = scope.low, scope.high
            return (not low or Version.parse(low) <= cann) and (not high or cann <= Version.parse(high))
        case Range(versions=named) | (str() as named) | named:
            return any(Version.parse(it) == cann for it in ((named,) if isinstance(named, str) else named))


def is_empty(scope: Range) -> bool:
    """Whether it ends before it begins."""
    return bool(scope.low and scope.high) and Version.parse(scope.high) < Version.parse(scope.low)
