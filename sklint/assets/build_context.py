"""operator-build-context.json and operator-verify-context.json: how the units are built, and that nobody told how they
are verified."""

from collections.abc import Iterator, Sequence

import msgspec

from sklint.assets.files import is_file
from sklint.assets.includes import Edge, Lookup, is_toolchain, unresolved
from sklint.assets.layout import AssetLayout
from sklint.assets.question import Question, Spot
from sklint.assets.survey import Survey
from sklint.assets.wanted_target import Chips, arch_question
from sklint.report.totals import count

CONTEXT_SOURCE = "default-asset-adapter"
CANN_HOME = "ASCEND_HOME_PATH"


class BuildTarget(msgspec.Struct, frozen=True):
    chips: tuple[str, ...]
    arches: tuple[str, ...]


class Requirement(msgspec.Struct, frozen=True):
    name: str
    required: bool


class Dependency(msgspec.Struct, frozen=True):
    kind: str
    include_count: int
    env: str


class Unresolved(msgspec.Struct, frozen=True):
    source: str
    include: str
    line: int


class BuildFlow(msgspec.Struct, frozen=True):
    name: str
    kind: str
    unit_ids: tuple[str, ...]
    target_arches: tuple[str, ...]
    expected_outputs: tuple[str, ...] = ("dist/*.whl",)
    jobs: str = "auto"


class BuildContext(msgspec.Struct, frozen=True, kw_only=True):
    schema_version: int = 1
    status: str
    context_source: str = CONTEXT_SOURCE
    asset_root: str
    target: BuildTarget
    include_dirs: tuple[str, ...]
    system_include_dirs: tuple[str, ...] = ()
    compile_definitions: tuple[str, ...] = ()
    compile_options: tuple[str, ...] = ()
    link_dirs: tuple[str, ...] = ()
    link_libraries: tuple[str, ...] = ()
    env_requirements: tuple[Requirement, ...] = (Requirement(CANN_HOME, False),)
    external_dependencies: tuple[Dependency, ...]
    unresolved_includes: tuple[Unresolved, ...]
    build_flows: tuple[BuildFlow, ...]
    baseline_flows: tuple[BuildFlow, ...] = ()
    human_questions: tuple[Question, ...]


class VerifyContext(msgspec.Struct, frozen=True, kw_only=True):
    schema_version: int = 1
    status: str = "not-configured"
    context_source: str = CONTEXT_SOURCE
    asset_root: str
    verify_flows: tuple[BuildFlow, ...] = ()
    human_questions: tuple[Question, ...]


def build_context(survey: Survey, layout: AssetLayout, chips: Chips, arches: Sequence[str]) -> BuildContext:
    """How the units of a layout are built; `arches` are those that were asked for beside the chips."""
    files = compiled(survey, [it.kernel_source for it in layout.operator_units])
    missing = list(open_includes(survey, files))
    targets = tuple(dict.fromkeys((*arches, *chips.archs)))
    questions = [
        *([] if layout.status == "ready" else [layout_required()]),
        *asked_includes(survey, missing),
        *chips.questions,
        *filter(None, map(arch_question, arches)),
    ]
    return BuildContext(
        status="needs-human" if questions else "ready",
        asset_root=layout.asset_root,
        target=BuildTarget(chips.given, targets),
        include_dirs=survey.graph.folders(files),
        external_dependencies=tuple(toolchain(survey, files)),
        unresolved_includes=tuple(Unresolved(name, it.line.name, it.line.line) for name, it in missing),
        build_flows=tuple(flows(layout, targets)),
        human_questions=tuple(questions),
    )


def compiled(survey: Survey, sources: Sequence[str]) -> tuple[str, ...]:
    """The files of the asset that sources are compiled from."""
    return tuple(dict.fromkeys(it for name in sources for it in (name, *survey.graph.reached(name))))


def flows(layout: AssetLayout, arches: tuple[str, ...]) -> Iterator[BuildFlow]:
    if layout.status == "ready":
        units = tuple(it.unit_id for it in layout.operator_units)
        yield BuildFlow("sk-native-wheel", "sk-native-wheel", units, arches)


def toolchain(survey: Survey, files: Sequence[str]) -> Iterator[Dependency]:
    edges = [it for name in files for it in survey.graph.edges.get(name, ())]
    count = sum(not it.target and is_toolchain(it.line) for it in edges)
    if count:
        yield Dependency("ascend-cann-toolchain", count, CANN_HOME)


def open_includes(survey: Survey, files: Sequence[str]) -> Iterator[tuple[str, Edge]]:
    for name in files:
        yield from ((name, it) for it in unresolved(survey.graph.edges.get(name, ())))


def layout_required() -> Question:
    return Question("layout-required", "operator-asset-layout.json needs a person: answer its questions first")


def asked_includes(survey: Survey, missing: Sequence[tuple[str, Edge]]) -> Iterator[Question]:
    """What is known of includes that lead nowhere: a question for each name, with every place it stands at."""
    about: dict[tuple[str, str], list[tuple[str, Edge]]] = {}
    for source, edge in missing:
        about.setdefault((edge.line.name, known_of(survey, source, edge)), []).append((source, edge))
    for (name, fact), several in about.items():
        places = tuple(Spot(source, it.line.line) for source, it in several)
        where = f"{places[0]}" + (f" and {count(len(places) - 1, 'more place')}" if len(places) > 1 else "")
        found = Lookup(survey.asset, ()).candidates(several[0][1].line)
        message = f"{name}, included at {where}, {fact}"
        yield Question("unresolved-include", message, places, source=several[0][0], include=name, candidates=found)


def known_of(survey: Survey, source: str, edge: Edge) -> str:
    found = Lookup(survey.asset, ()).candidates(edge.line)
    there = (survey.asset.root / source).parent / edge.line.name
    if len(found) > 1:
        return f"may be {' or '.join(found)}: name the folder in include_dirs of the build context"
    if survey.asset.root not in there.resolve().parents and is_file(there):
        return "lies outside of the asset: take it in, or give the folder above as the asset"
    return "is not in the asset: take it in, or name its folder in include_dirs of the build context"


def verify_context(layout: AssetLayout) -> VerifyContext:
    text = (
        "nothing tells how the units are verified: write verify_flows (command, standalone, …) for what counts as right"
    )
    return VerifyContext(asset_root=layout.asset_root, human_questions=(Question("verify-context-required", text),))
