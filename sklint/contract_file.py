"""A contract as rules see it, with the sources it is about; what is wrong with a layout, a build or verify context."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sklint.closest import closest, hint
from sklint.code_tokens import in_code
from sklint.contract_asset import Asset
from sklint.contract_problem import Problem, Spots, of_error
from sklint.contract_shapes import Layout
from sklint.contract_shapes import Unit as OperatorUnit
from sklint.error import SklintError
from sklint.json_place import Path
from sklint.operator_contracts import BUILDS, STATUSES, VERIFIES, Facts, if_readable, problems, shape_errors
from sklint.source import Source
from sklint.unit import Unit

FEW = 6
"""So many kernels are told by their names where a unit names none of them."""

KINDS = {"build_context": BUILDS, "verify_context": VERIFIES}


@dataclass(frozen=True)
class ContractFile:
    """A contract. `units` are the sources among the asset's files by their names, each in every configuration that
    matters."""

    source: Source
    asset: Asset
    units: Mapping[str, Sequence[Unit]]


def delivery_problems(contract: ContractFile) -> Iterator[Problem]:
    """What is wrong with a layout, also in the files and kernels that it names, or with a build or verify context."""
    source, asset = contract.source, contract.asset
    try:
        spots = Spots.of(source)
        if errors := shape_errors(asset.kind, source, spots.keys):
            yield from (of_error(source, it) for it in errors)
            return
        told = list(problems(asset.kind, source, spots.keys, facts_of(asset)))
    except SklintError as error:
        yield of_error(source, error)
        return
    for at, fact in told:
        yield spots.problem(at, fact, meant(spots, at, asset.kind))
    if asset.kind == "layout" and (layout := if_readable(source, Layout)):
        yield from layout_problems(contract, layout, spots)


def facts_of(asset: Asset) -> Facts | None:
    """What there is of the files that a contract names; None where the asset's folder is not there."""
    files = frozenset(it.name for it in asset.files if it.state != "absent")
    outside = frozenset(it.name for it in asset.files if it.state == "outside")
    return None if asset.root is None else Facts(files, outside)


def meant(spots: Spots, at: Path, kind: str) -> str:
    """What a wrong word of a few was probably meant to be."""
    words = {"status": STATUSES, "kind": KINDS.get(kind, ())}
    return closest(spots.value_at(at), words.get(str(at[-1]), ())) if at else ""


# a layout, against its sources


def layout_problems(contract: ContractFile, layout: Layout, spots: Spots) -> Iterator[Problem]:
    for number, unit in enumerate(layout.operator_units):
        if unit.entry_name:
            yield from entry_problems(contract, unit, ("operator_units", number, "entry_name"), spots)


def entry_problems(contract: ContractFile, unit: OperatorUnit, at: Path, spots: Spots) -> Iterator[Problem]:
    """Nothing is said where a source is not wholly understood, and its code has the name."""
    source = next((it for it in contract.asset.files if (it.name, it.state) == (unit.kernel_source, "there")), None)
    if source is None:
        return
    units = contract.units.get(unit.kernel_source, ())
    kernels = {name for one in units for it in one.kernels if it.defined for name in (it.name, it.qualified)}
    vague = not units or any(it.missing_headers for it in units)
    if unit.entry_name in kernels or (vague and any(in_code(source.data, last_name(unit.entry_name)))):
        return
    near = closest(unit.entry_name, kernels)
    more = hint(near) or (f"; it defines {', '.join(sorted(kernels))}" if kernels and len(kernels) <= FEW else "")
    yield spots.problem(at, f"{unit.kernel_source} defines no kernel {unit.entry_name}", near, more)


def last_name(name: str) -> bytes:
    return name.rpartition("::")[2].encode()
