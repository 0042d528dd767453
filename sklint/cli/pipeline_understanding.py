"""Stage 00: the assets as they came, the contracts on them, and each operator in a folder of its own."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sklint.assets.adapter_report import PAGE, REPORT, Contracts, adapter_report, page
from sklint.assets.build_context import build_context, verify_context
from sklint.assets.inventory import inventory
from sklint.assets.normalized import FOLDER, SK_SOURCE, normalized
from sklint.assets.understanding import FILE, Understanding, understanding
from sklint.assets.understood import UnderstoodUnit
from sklint.assets.wanted_target import resolved_chips
from sklint.cli.asset_reports import write_reports
from sklint.cli.owned_tree import written
from sklint.cli.pipeline_output import copy_files, files_in
from sklint.cli.pipeline_settings import Run
from sklint.cli.published import write_report, write_tree
from sklint.cli.understanding_assets import UNITS, OperatorUnits
from sklint.error import SklintError
from sklint.pipeline.asset_roots import Seen
from sklint.pipeline.names import distinct_slugs, slug
from sklint.pipeline.stages import UNDERSTAND
from sklint.pipeline.state import Json, Op, StageStatus, State

TOGETHER = "sources-together"
"""The folder of an asset's outputs with the sources that are compiled together, as some include others."""

Done = tuple[State, StageStatus, Json]
"""The state after a stage, what became of it, and its details."""


def understand(run: Run, state: State) -> Done:
    """Write what is known of each asset; gives the operators. A person is needed where a layout is not ready."""
    ops: list[Op] = []
    assets: list[Json] = []
    for name, seen in run.assets.items():
        found = written_asset(run, name, seen)
        own = list(ops_of(run, name, seen, found)) if seen.ready else []
        ops += own
        assets.append(asset_record(run, name, seen, found, own))
    named = dict(zip(distinct_slugs([it.name for it in ops]), ops, strict=True))
    ops = [replace(it, name=name) for name, it in named.items()]
    open_assets = [name for name, seen in run.assets.items() if not seen.ready]
    status: StageStatus = "needs-human" if open_assets else "passed"
    details: Json = {"asset_count": len(assets), "operator_unit_count": len(ops), "not_ready": open_assets}
    units = [msgspec.convert(msgspec.to_builtins(it), Json) for it in ops]
    write_report(
        run.stage(UNDERSTAND) / UNITS,
        {
            "schema_version": 1,
            "status": "analyzed" if status == "passed" else status,
            "assets": assets,
            "operator_units": units,
        },
    )
    return replace(state, assets=tuple(assets), ops={it.name: it for it in ops}), status, details


def written_asset(run: Run, name: str, seen: Seen) -> Understanding:
    """Copy an asset and write the contracts on it, what is known of it, and its operators."""
    folder = run.stage(UNDERSTAND) / name
    asset, chips = seen.survey.asset, run.settings.chips
    copy_files(folder / "inputs" / "asset", {it: asset.root / it for it in asset.files})
    outputs = folder / "outputs"
    build = build_context(seen.survey, seen.layout, resolved_chips(chips), ())
    made = Contracts(inventory(seen.survey), seen.layout, build, verify_context(seen.layout))
    report = adapter_report(made, str(outputs.resolve()), with_page=True)
    found = normalized(seen.survey, understanding(seen.survey, seen.layout, chips), outputs)
    it = found.understanding
    write_reports(outputs, {**made.files, REPORT: report, PAGE: page(report, made), FILE: it})
    if found.files:
        write_tree(outputs / FOLDER, found.files)
    units = OperatorUnits(
        asset_root=it.asset_root,
        asset_kind=it.asset_kind,
        operator_units=it.operator_units,
        written_files=written(found.files),
    )
    write_report(outputs / UNITS, units)
    return it


def ops_of(run: Run, name: str, seen: Seen, found: Understanding) -> Iterator[Op]:
    """An operator for each kernel source; kernels of one source, and of those it includes, are packaged together."""
    units = sorted(found.operator_units, key=lambda it: it.kernel_source)
    groups = together(seen, [list(it) for _, it in groupby(units, key=lambda it: it.kernel_source)])
    for several in groups:
        first = several[0]
        yield op_of(run, slug(name if len(groups) == 1 else f"{name}_{first.unit_id}"), name, seen, several, found)


def together(seen: Seen, groups: Sequence[list[UnderstoodUnit]]) -> list[list[UnderstoodUnit]]:
    """The units of each source with those of the sources that include it: its kernels are in all of these."""
    found = list(groups)
    sources = [it[0].kernel_source for it in groups]
    included = [it for it in sources if len(with_source(seen, found, it)) > 1]
    for source in included:
        own = with_source(seen, found, source)
        joined = sorted(chain.from_iterable(own), key=lambda it: (it.kernel_source in included, it.kernel_source))
        found = [*(it for it in found if it not in own), joined]
    return sorted(found, key=lambda it: it[0].kernel_source)


def with_source(seen: Seen, groups: Sequence[list[UnderstoodUnit]], source: str) -> list[list[UnderstoodUnit]]:
    """The groups that a source is compiled in."""
    graph = seen.survey.graph
    return [it for it in groups if any(one == source or source in graph.reached(one) for one in sources_of(it))]


def sources_of(units: Sequence[UnderstoodUnit]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(it.kernel_source for it in units))


def sk_asset(folder: Path, units: Sequence[UnderstoodUnit]) -> Path:
    """The folder that the units are compiled from, below that of all units. SklintError where two have another file in
    one place."""
    own = [folder / it.unit_id / SK_SOURCE for it in units]
    if len(sources_of(units)) == 1:
        return own[0]
    files: dict[str, Path] = {}
    for name, path in (one for it in own for one in files_in(it)):
        if files.setdefault(name, path).read_bytes() != path.read_bytes():
            raise SklintError(f"{path}: is another file than {files[name]}, and their kernels are compiled together")
    into = folder.parent / TOGETHER / units[0].unit_id
    copy_files(into, files)
    return into


def op_of(run: Run, op: str, name: str, seen: Seen, units: Sequence[UnderstoodUnit], found: Understanding) -> Op:
    first = units[0]
    folder = run.stage(UNDERSTAND) / name / "outputs" / FOLDER / first.unit_id
    resolutions = {
        it.source_entry_name: it for it in run.settings.resolution.resolutions if it.asset_path == str(seen.path)
    }
    given = resolutions.get(first.entry_name)
    public = given.public_entry_name if given else first.entry_name
    return Op(
        name=op,
        asset=str(folder),
        sk_asset=str(sk_asset(folder.parent, units)),
        source_asset=str(seen.path),
        asset_kind=found.asset_kind,
        entry_name=public,
        entries=tuple(it.entry_name for it in units),
        kernel_source=first.kernel_source,
        kernel_sources=sources_of(units),
        host_source=first.host_source,
        json_spec=first.json_spec,
        tiling_headers=first.tiling_headers,
        build_backends=first.build_backends,
        supported_soc_versions=first.supported_soc_versions,
        supported_arches=first.supported_arches,
        target_resolution=msgspec.convert(msgspec.to_builtins(first.target_resolution), Json),
        support_source=first.support_source,
        source_entry_name=first.entry_name,
        public_entry_name=public,
        internal_symbol_name=first.entry_name,
        bind_target=first.entry_name,
        name_resolution={"renamed": public != first.entry_name, "rename_reason": given.rename_reason} if given else {},
    )


def asset_record(run: Run, name: str, seen: Seen, found: Understanding, ops: Sequence[Op]) -> Json:
    file: Path = run.stage(UNDERSTAND) / name / "outputs" / FILE
    return {
        "name": name,
        "path": str(seen.path),
        "asset_kind": found.asset_kind,
        "status": found.status,
        "understanding": str(file),
        "units": [it.name for it in ops],
        "human_questions": msgspec.to_builtins(found.questions),
    }
