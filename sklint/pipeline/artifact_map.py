"""artifact-map.json and what is written with it: where everything that a run made is found, as paths from its output
folder."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import msgspec

from sklint.assets.question import Question
from sklint.generate.adapt_inputs import NameResolution
from sklint.pipeline.stages import Plan
from sklint.pipeline.state import Json
from sklint.report.characters import portable
from sklint.report.markdown import escaped

TITLES = {
    "artifact-map.md": "what each asset came to, and where its deliverables are",
    "artifact-map.json": "the same for programs",
    "name-resolution-report.md": "what entries of one name are called in the package, where there are some",
    "deliverables/": "what is handed on",
    "artifacts/": "sources, adapted sources and package projects as they were made",
    "assets/": "a report for each asset, operator and stage",
    "work/": "the inputs and outputs of each stage",
}


class Deliverables(msgspec.Struct, frozen=True):
    """What is handed on, as paths; "" for what there is none of."""

    wheels: tuple[str, ...] = ()
    sk_source: str = ""
    pybind_project: str = ""

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(filter(None, (*self.wheels, self.sk_source, self.pybind_project)))


class OpManifest(msgspec.Struct, frozen=True):
    """assets/<asset>/ops/<op>.json; `to_decide` has a line for each thing that a person has to see to, `repaired` one
    for each that was repaired in the copy alone, with the place in the asset."""

    name: str
    entry_name: str
    source_entry_name: str
    public_entry_name: str
    internal_symbol_name: str
    bind_target: str
    entries: tuple[str, ...]
    name_resolution: Json
    status: str
    form: str
    stages: Json
    to_decide: tuple[str, ...]
    repaired: tuple[str, ...]
    artifacts: Json


class AssetManifest(msgspec.Struct, frozen=True):
    """assets/<asset>/asset-manifest.json: an asset, or those that are packaged together."""

    asset_slug: str
    status: str
    reason: str
    source: str = ""
    source_files: tuple[str, ...] = ()
    work_state: str = ""
    stages: Json = {}
    ops: tuple[OpManifest, ...] = ()
    human_questions: tuple[Json, ...] = ()
    deliverables: Deliverables = Deliverables()


class RunTold(msgspec.Struct, frozen=True):
    status: str
    mode: str
    profile: str
    reason: str
    selected_stages: tuple[str, ...]
    output_dir: str = "."


class AllDelivered(msgspec.Struct, frozen=True):
    wheels: tuple[str, ...]
    sk_source: tuple[str, ...]
    reports: tuple[str, ...]


class ArtifactMap(msgspec.Struct, frozen=True, omit_defaults=True):
    run: RunTold
    assets: tuple[AssetManifest, ...]
    deliverables: AllDelivered
    name_resolution: NameResolution | None = None


def artifact_map(
    status: str, mode: str, reason: str, plan: Plan, assets: Sequence[AssetManifest], names: NameResolution | None
) -> ArtifactMap:
    """The map of a run."""
    return ArtifactMap(
        RunTold(status, mode, plan.profile, reason, plan.stages),
        tuple(assets),
        AllDelivered(
            tuple(one for it in assets for one in it.deliverables.wheels),
            tuple(it.deliverables.sk_source for it in assets if it.deliverables.sk_source),
            tuple(f"assets/{it.asset_slug}/asset-manifest.json" for it in assets),
        ),
        names,
    )


def map_json(found: ArtifactMap) -> Json:
    """The map as it is written; its version is the first key."""
    told: Json = {"schema_version": 2, "run": found.run, "assets": found.assets, "deliverables": found.deliverables}
    return {**told, "name_resolution": found.name_resolution} if found.name_resolution else told


def lint(found: ArtifactMap, there: frozenset[str]) -> Json:
    """artifact-layout-lint.json: paths of this machine, wheels of one name, and paths that lead nowhere. `there` are
    the files and folders of the output folder."""
    assets: object = msgspec.to_builtins([msgspec.structs.replace(it, source_files=()) for it in found.assets])
    issues = [f"path of this machine: {it}" for it in strings(assets) if PurePosixPath(it).is_absolute()]
    paths = [it for one in found.assets for it in one.deliverables.paths]
    issues += [f"{it}: no such file or folder" for it in (*paths, *found.deliverables.reports) if it not in there]
    wheels = Counter(PurePosixPath(it).name for it in found.deliverables.wheels)
    issues += [f"{count} wheels are called {name}" for name, count in wheels.items() if count > 1]
    shown = [{"severity": "error", "message": it} for it in dict.fromkeys(issues)]
    return {"status": "failed" if issues else "passed", "issues": shown}


def strings(value: object) -> Iterator[str]:
    """The texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for it in msgspec.convert(value, Json).values():
            yield from strings(it)
    elif isinstance(value, list):
        for it in msgspec.convert(value, list[object]):
            yield from strings(it)


def page(found: ArtifactMap) -> str:
    """artifact-map.md."""
    run = found.run
    why = f": {escaped(run.reason)}" if run.reason else ""
    paths = [f"- {escaped(it)}" for one in found.assets for it in one.deliverables.paths]
    lines = [
        "# Artifact map\n",
        f"**{run.status}**{why}\n",
        "## Deliverables\n",
        *(paths or ["None."]),
        "\n## Assets\n",
        *(line for it in found.assets for line in asset_lines(it)),
    ]
    return portable("\n".join([*lines, ""]))


def asset_lines(it: AssetManifest) -> Iterator[str]:
    why = f": {escaped(it.reason)}" if it.reason else ""
    yield f"- {escaped(it.asset_slug)}: **{it.status}**, operators: {len(it.ops)}{why}"
    yield from (f"  - {escaped(asked(msgspec.convert(one, Question)))}" for one in it.human_questions)
    for one in it.ops:
        yield f"  - {escaped(one.name)}: {one.status}"
        yield from (f"    - {escaped(text)}" for text in one.to_decide)
        yield from (f"    - repaired in the copy, not in the asset: {escaped(text)}" for text in one.repaired)


def asked(it: Question) -> str:
    """A question with its first place, where it is known."""
    return next((f"{spot}: {it.message}" for spot in it.places if spot.line), it.message)


def readme(status: str) -> str:
    rows = "\n".join(f"- `{name}`: {what}" for name, what in TITLES.items())
    return f"# Output of run-sk-pipeline\n\nThe run is **{status}**.\n\n{rows}\n"


def names_page(it: NameResolution) -> str:
    """name-resolution-report.md."""
    rows = [
        f"| {one.asset_namespace} | {one.source_entry_name} | {one.public_entry_name} | {one.rename_reason} |"
        for one in it.resolutions
        if one.renamed
    ]
    head = f"# Names of entries\n\nPolicy {it.policy}, {it.renamed_entry_count} renamed.\n"
    table = ["| asset | kernel | name in the package | reason |", "| :--- | :--- | :--- | :--- |", *rows]
    return "\n".join([head, *(table if rows else []), ""])
