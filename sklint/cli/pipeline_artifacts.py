"""What a run leaves for people beside its work: sources and packages in one place each, a report for each asset,
operator and stage, and the map of all."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sklint.cli.owned_tree import below
from sklint.cli.pipeline_output import LINT, MANIFEST, MAP, PAGE, README, copy_files, copy_tree, remove
from sklint.cli.pipeline_run import STATE
from sklint.cli.pipeline_settings import Run, Settings
from sklint.cli.published import write_report, write_whole
from sklint.generate.adapt_inputs import NameResolution
from sklint.generate.adapt_report import FOLDER
from sklint.pipeline.artifact_map import (
    AssetManifest,
    Deliverables,
    OpManifest,
    artifact_map,
    lint,
    map_json,
    names_page,
    page,
    readme,
)
from sklint.pipeline.asset_places import place_in
from sklint.pipeline.asset_roots import Passed
from sklint.pipeline.names import public_form
from sklint.pipeline.stages import ADAPT, BUILD
from sklint.pipeline.state import Json, Op, StageRecord, State, line_of, text, texts
from sklint.report.characters import portable
from sklint.report.markdown import escaped


def ingest(run: Run, state: State) -> AssetManifest:
    """Put what a run made where people look for it; gives the manifest of its asset."""
    place = Places(run)
    for folder in place.all:
        remove(folder)
    open_assets = [it for it in run.assets.values() if not it.ready]
    questions: object = msgspec.to_builtins([one for it in open_assets for one in it.layout.human_questions])
    manifest = AssetManifest(
        asset_slug=run.slug,
        status=state.status,
        reason=reason_of(state),
        source=copied_sources(run, place),
        source_files=tuple(str(it.path) for it in run.assets.values()),
        work_state=relative(run.settings, run.work / STATE),
        stages={it.stage: stage_record(run, it, place) for it in state.stages},
        ops=tuple(op_record(run, it, place) for it in state.ops.values()),
        human_questions=tuple(msgspec.convert(questions, list[Json])),
        deliverables=delivered_from(run, state, place),
    )
    write_report(place.reports / "asset-manifest.json", manifest)
    for it in manifest.ops:
        write_report(place.reports / "ops" / f"{it.name}.json", it)
    return manifest


class Places:
    """The folders of one run's artifacts."""

    def __init__(self, run: Run) -> None:
        root, slug = run.settings.folder, run.slug
        self.root = root
        self.reports = root / "assets" / slug
        self.sources, self.sk_source, self.projects, self.units = (
            root / "artifacts" / it / slug for it in ("sources", "sk-source", "pybind-projects", "operator-units")
        )
        self.wheels, self.delivered_source, self.delivered_project = (
            root / "deliverables" / it / slug for it in ("wheels", "sk-source", "pybind-projects")
        )

    @property
    def all(self) -> tuple[Path, ...]:
        return (
            *(self.reports, self.sources, self.sk_source, self.projects, self.units),
            *(self.wheels, self.delivered_source, self.delivered_project),
        )


def relative(settings: Settings, path: Path) -> str:
    return path.relative_to(settings.folder).as_posix()


def copied_sources(run: Run, place: Places) -> str:
    """The assets as they came, each in a folder of its name where there are several."""
    for name, seen in run.assets.items():
        asset = seen.survey.asset
        into = place.sources if len(run.assets) == 1 else place.sources / name
        copy_files(into, {it: asset.root / it for it in asset.files})
    return relative(run.settings, place.sources) if place.sources.is_dir() else ""


def delivered_from(run: Run, state: State, place: Places) -> Deliverables:
    """The packages and wheels: as artifacts where there are some, and to be handed on where no person is needed for
    what is in them."""
    aggregate, binding = text(state.aggregate, "outputs"), text(state.binding, "outputs")
    if aggregate:
        copy_tree(Path(aggregate) / FOLDER, place.sk_source)
    for it in () if aggregate else state.ops.values():
        if it.adapted:
            copy_tree(Path(it.adapted) / FOLDER, place.sk_source / it.name)
    if binding:
        copy_tree(Path(binding) / FOLDER, place.projects)
    if any(it.stage < BUILD and it.status != "passed" for it in state.stages):
        return Deliverables()
    if aggregate:
        copy_tree(place.sk_source, place.delivered_source)
    if binding:
        copy_tree(place.projects, place.delivered_project)
    wheels = [Path(it) for it in texts(state.wheel, "wheel_paths")]
    if wheels:
        copy_files(place.wheels, {it.name: it for it in wheels})
    return Deliverables(
        tuple(relative(run.settings, place.wheels / it.name) for it in wheels),
        relative(run.settings, place.delivered_source) if aggregate else "",
        relative(run.settings, place.delivered_project) if binding else "",
    )


def reason_of(state: State) -> str:
    """Why a person is needed, in one line."""
    if state.reason or not state.blocked:
        return state.reason
    open_stages = [it for it in state.stages if it.status in ("needs-human", "failed")]
    names = ", ".join(name for name, it in state.ops.items() if it.blocked)
    return " and ".join(it.name for it in open_stages) + (f" of {names}" if names else "")


def stage_record(run: Run, it: StageRecord, place: Places) -> Json:
    """Write the report of a stage; gives what the asset's manifest has of it."""
    folder = place.reports / "stages" / it.name
    told = inside(it, run.settings.folder)
    details = msgspec.convert(told.pop("details"), Json)
    write_report(folder / "stage-manifest.json", {**told, **details})
    lines = (f"# {it.name}\n", f"**{it.status}**, {it.started_at} to {it.finished_at}\n")
    write_whole(folder / "report.md", "\n".join(lines).encode())
    return {
        "status": it.status,
        "name": it.name,
        "report": relative(run.settings, folder / "stage-manifest.json"),
        "summary": relative(run.settings, folder / "report.md"),
    }


def op_record(run: Run, op: Op, place: Places) -> OpManifest:
    """Write what is known of an operator; gives what the map has of it."""
    told = inside(op, run.settings.folder)
    keys = ("name", "entry_name", "source_entry_name", "public_entry_name", "internal_symbol_name", "bind_target")
    more = ("kernel_source", "host_source", "supported_arches", "supported_soc_versions", "target_resolution")
    named = {it: told[it] for it in (*keys, "entries", "name_resolution", *more)}
    unit = place.units / f"{op.name}.json"
    write_report(unit, {**named, "source_origin": relative(run.settings, place.sources)})
    return OpManifest(
        *(op.name, op.entry_name, op.source_entry_name, op.public_entry_name, op.internal_symbol_name, op.bind_target),
        entries=op.entries,
        name_resolution=op.name_resolution,
        status=op.status,
        form=op.form,
        stages={it: told[it] for it in ("stage02", "stage03", "stage04") if told[it]},
        to_decide=tuple(line(run, op, it, place) for it in op.escalations),
        repaired=(*texts(op.stage03, "repaired"), *texts(op.stage04, "repaired")),
        artifacts={"operator_unit": relative(run.settings, unit), "baseline_so": [], "sk_extensions": []},
    )


def line(run: Run, op: Op, finding: Json, place: Places) -> str:
    """A finding with its place in what the run made, for people."""
    there = place_of(run, op, finding, place)
    return f"{relative(run.settings, Path(there))}: {text(finding, 'message')} ({text(finding, 'rule_id')})"


def place_of(run: Run, op: Op, finding: Json, place: Places) -> str:
    """The file and line of a finding: in a source as it came, for what kept it from being adapted and where the line is
    in it, else in one that is adapted."""
    path = Path(text(finding, "path"))
    name = next((it for it, seen in run.assets.items() if str(seen.path) == op.source_asset), "")
    copy = place.sources if len(run.assets) == 1 else place.sources / name
    if finding.get("stage") != ADAPT:
        spot = place_in(op, path.as_posix(), line_of(finding), Path(op.adapted) / FOLDER)
        return f"{copy}/{spot}" if spot else f"{place.sk_source / op.name / path}:{line_of(finding)}"
    inputs = run.stage(ADAPT) / op.name / "inputs" / op.name
    own = copy / path.relative_to(inputs) if inputs in path.parents else copy / path.name
    return f"{own if own.is_file() else inputs}:{line_of(finding)}"


def inside(value: msgspec.Struct, root: Path) -> Json:
    """A record with paths below a folder told from there."""
    shown = msgspec.json.encode(value).replace(msgspec.json.encode(f"{root}/")[:-1], b'"')
    return msgspec.json.decode(shown, type=Json)


def skipped(settings: Settings, slug: str, it: Passed) -> AssetManifest:
    """The manifest of an asset that is passed by."""
    asked: object = msgspec.to_builtins(it.questions)
    manifest = AssetManifest(slug, "skipped", it.reason, human_questions=tuple(msgspec.convert(asked, list[Json])))
    write_report(settings.folder / "assets" / slug / "asset-manifest.json", manifest)
    return manifest


def write_map(
    settings: Settings, status: str, mode: str, reason: str, assets: Sequence[AssetManifest], names: NameResolution
) -> None:
    """Write the map with its page, its check, the manifest of the run and the README."""
    folder = settings.folder
    shown = public_form(names) if names.renamed_entry_count else None
    if shown:
        write_report(folder / "name-resolution-report.json", shown)
        write_whole(folder / "name-resolution-report.md", names_page(shown).encode())
    found = artifact_map(status, mode, reason, settings.plan, assets, shown)
    everything = below(folder)
    there = frozenset((*everything, *(str(one) for it in everything for one in Path(it).parents)))
    write_report(folder / LINT, lint(found, there))
    write_report(folder / MANIFEST, {"artifact_map": MAP, "status": status})
    write_whole(folder / README, readme(status).encode())
    write_whole(folder / PAGE, page(found).encode())
    write_report(folder / MAP, map_json(found))


def coverage_page(found: Mapping[str, object]) -> str:
    """asset-root-coverage.md."""
    rows = [
        f"| {escaped(str(it['path']))} | {it['status']} | {escaped(', '.join(map(str, it['entries'])))} |"
        f" {escaped(str(it['reason']))} |"
        for it in msgspec.convert(found["assets"], list[dict[str, list[object] | str]])
    ]
    head = f"# Assets below the roots\n\n**{found['status']}**, mode {found['mode']}.\n"
    return portable(
        "\n".join([head, "| asset | status | kernels | reason |", "| :--- | :--- | :--- | :--- |", *rows, ""])
    )
