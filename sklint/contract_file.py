"""A contract as rules see it: its text, what is beside it, and the sources it is about, read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sklint.asset import Asset
from sklint.contract_problem import Problem
from sklint.model import Unit
from sklint.operator_contracts import problems
from sklint.source import Source

__all__ = ["ContractFile", "Problem", "asset_layout_problems", "build_context_problems", "verify_context_problems"]


@dataclass(frozen=True)
class ContractFile:
    """A contract. `units` are the sources among the asset's files by their names, each in every configuration that
    matters."""

    source: Source
    asset: Asset
    units: Mapping[str, Sequence[Unit]]


def asset_layout_problems(contract: ContractFile) -> list[Problem]:
    """What is wrong with a layout, also in the files that it names."""
    asset = contract.asset
    files = {it.name: it.data for it in asset.files if it.state == "there"} if asset.root is not None else None
    outside = [it.name for it in asset.files if it.state == "outside"]
    kernels = {name: kernel_names(units) for name, units in contract.units.items() if all(map(whole, units))}
    return list(problems("layout", contract.source, files, kernels, outside))


def kernel_names(units: Sequence[Unit]) -> set[str]:
    """The kernels that a source defines, by their names with and without namespaces."""
    return {name for unit in units for it in unit.kernels if it.defined for name in (it.name, it.qualified)}


def whole(unit: Unit) -> bool:
    """Whether no kernel of a unit can have been missed."""
    return not unit.missing_headers


def build_context_problems(contract: ContractFile) -> list[Problem]:
    return list(problems("build_context", contract.source, {}))


def verify_context_problems(contract: ContractFile) -> list[Problem]:
    return list(problems("verify_context", contract.source, {}))
