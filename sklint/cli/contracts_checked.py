"""The contracts of an operator that `sklint validate-operator` checks: those it is given, and those in the asset."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from sklint.answers import Settings
from sklint.contract_asset import ContractKind
from sklint.finding import Finding
from sklint.operator_contracts import absent, unreadable
from sklint.project import Run, check_sources
from sklint.resolve import ConfigFor
from sklint.source import Source

KINDS: dict[str, ContractKind] = {
    "layout": "layout",
    "build_context": "build_context",
    "verify_context": "verify_context",
}


def not_checked(
    given: Mapping[str, str], sources: Mapping[str, Source | str], demanded: Collection[str]
) -> Iterator[Finding]:
    """A finding for each contract that cannot be read, and for each of those that are demanded which is not given."""
    for name, path in given.items():
        reason = sources.get(name)
        if isinstance(reason, str):
            yield unreadable(name, path, reason)
        elif reason is None and name in demanded:
            yield absent(name)


def contract_runs(
    given: Mapping[str, Source | str], found: Sequence[Source], config_for: ConfigFor, settings: Settings
) -> Iterator[Run]:
    """The checks of the contracts that are given, each as what it is given as, and of those in the asset."""
    known = {Path(it.path).resolve() for it in given.values() if isinstance(it, Source)}
    for name, it in given.items():
        if isinstance(it, Source):
            yield check_sources([it], config_for, settings, kinds={it.path: KINDS[name]})
    yield check_sources([it for it in found if Path(it.path).resolve() not in known], config_for, settings)
