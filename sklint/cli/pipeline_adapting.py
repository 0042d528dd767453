"""Stages 01 and 02: the form of each operator, and its package."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from sklint.assets.understanding import FILE as UNDERSTANDING
from sklint.assets.understood import IO_CONTRACT
from sklint.cli.adapting import for_chips
from sklint.cli.pipeline_output import copy_tree
from sklint.cli.pipeline_settings import Run
from sklint.cli.pipeline_understanding import Done
from sklint.cli.published import json_text, write_report, write_tree
from sklint.contract import Contract, read_contract
from sklint.generate.adapt import Adaptation, Wanted, adapt
from sklint.generate.adapt_inputs import NameResolution, Understanding, read_json, support_folders
from sklint.generate.adapt_report import FOLDER, report
from sklint.generate.form_report import REPORT as FORM
from sklint.generate.form_report import form_report
from sklint.generate.request import BindRequest
from sklint.pipeline.contract_parts import contract_beside, contract_for, part_of
from sklint.pipeline.names import public_form
from sklint.pipeline.stages import ADAPT, DETECT
from sklint.pipeline.state import Iteration, Json, Op, State
from sklint.target import Target

ADAPTED = f"{FOLDER}.json"


def detect(run: Run, state: State) -> Done:
    """Tell the form of each operator."""
    for name, op in state.ops.items():
        folder = run.stage(DETECT) / name
        copy_tree(Path(op.sk_asset), folder / "inputs" / name)
        found = form_report(folder / "inputs" / name, ())
        write_report(folder / "outputs" / FORM, found)
        state = state.with_op(replace(op, form=found.overall_form, status="detected"))
    return state, "passed", {"forms": {name: it.form for name, it in state.ops.items()}}


def adapt_all(run: Run, state: State) -> Done:
    """Adapt each operator, also where another needs a person."""
    for op in list(state.ops.values()):
        made = adapted(run, state, op)
        state = state.with_op(made)
        state = state.with_iteration(0, "adapt-sk-from-global", Iteration(0, escalations=made.escalations))
    open_ops = [name for name, it in state.ops.items() if it.blocked]
    return state, "needs-human" if open_ops else "passed", {"needs_human": open_ops}


def adapted(run: Run, state: State, op: Op) -> Op:
    """Bind an operator and write its package; what a person has to decide is in its escalations."""
    folder = run.stage(ADAPT) / op.name
    inputs, outputs = folder / "inputs", folder / "outputs"
    copy_tree(Path(op.sk_asset), inputs / op.name)
    wanted = wanted_of(run, state, op, inputs / op.name, outputs)
    if wanted.contract:
        write_tree(inputs / "contract", {IO_CONTRACT: wanted.contract.data})
    made = adapt(wanted)
    told = report(wanted, made, run.settings.chips)
    if made.files:
        write_tree(outputs / FOLDER, made.files)
    write_report(outputs / ADAPTED, told)
    return with_package(op, made, told, outputs)


def with_package(op: Op, made: Adaptation, told: dict[str, object], outputs: Path) -> Op:
    found = msgspec.convert(msgspec.to_builtins(told["escalations"]), list[Json])
    escalations = tuple({"stage": ADAPT, **it} for it in found)
    stage02: Json = {"outputs": str(outputs), "pybind_layout": told["pybind_layout"], "status": told["status"]}
    if made.tree is None:
        return replace(op, stage02=stage02, status="needs-human", escalations=escalations)
    entries = [it.public for it in made.named]
    public = {it.facts.name: it.public for it in made.named}
    stage02 |= {"entries": entries, "public_names": public, "adapted": str(outputs)}
    return replace(op, stage02=stage02, status="adapted", adapted=str(outputs))


def wanted_of(run: Run, state: State, op: Op, source: Path, outputs: Path) -> Wanted:
    settings = run.settings
    given = settings.resolution
    resolution = of_source(given, op, source)
    original = Path(op.source_asset)
    contract = settings.contract or own_contract(op)
    targeted = for_chips(run.config_like(source, original), Target.of(settings.chips, settings.target_cann))
    return Wanted(
        asset=source,
        output_dir=outputs,
        bind=BindRequest(),
        config_for=targeted,
        package_name=run.package,
        package_version=settings.package_version,
        contract=own_part(contract, run, state, op),
        resolution=resolution,
        resolution_text=json_text(public_form(given)) if given.resolutions else b"",
        understanding=read_json(Path(op.asset).parent.parent / UNDERSTANDING, Understanding),
        source_asset=original,
        support=support_folders(settings.build.support_dir_specs, source),
    )


def own_contract(op: Op) -> Contract | None:
    """The contract that an asset brings: in it, or beside an asset that is one source."""
    inner, beside = Path(op.asset) / IO_CONTRACT, contract_beside(Path(op.source_asset))
    if inner.is_file():
        return read_contract(inner)
    return part_of(read_contract(beside), names(op)) if beside else None


def of_source(given: NameResolution, op: Op, source: Path) -> NameResolution:
    """The names of an operator's entries, by the copy of the source that they are in."""
    own = tuple(
        replace(it, asset_path=str(source / name))
        for name in op.kernel_sources
        for it in given.resolutions
        if it.asset_path == op.source_asset and it.source_entry_name in op.entries
    )
    return replace(given, resolutions=own, renamed_entry_count=sum(it.renamed for it in own))


def own_part(contract: Contract | None, run: Run, state: State, op: Op) -> Contract | None:
    """Of the contract for all assets, what may be for an operator."""
    others = (*run.settings.kernels, *(name for it in state.ops.values() for name in names(it)))
    return contract_for(contract, names(op), frozenset(others) - frozenset(names(op)))


def names(op: Op) -> tuple[str, ...]:
    return (*op.entries, op.public_entry_name)
