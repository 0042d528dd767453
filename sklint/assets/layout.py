"""operator-asset-layout.json: the operators an asset delivers, one unit a kernel, and what a person has to decide."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import msgspec

from sklint.assets.kernels import KernelFound
from sklint.assets.pairing import Pairing
from sklint.assets.question import Question, Spot
from sklint.assets.roles import HEADER_SUFFIXES, SOURCE_SUFFIXES, is_test_path
from sklint.assets.survey import Survey
from sklint.generate.adapt_sources import is_wrapped

RTC, AMBIGUOUS, DUPLICATE = "rtc-host-program", "ambiguous-host-registration", "duplicate-unit-id"
UNREADABLE, NO_KERNEL = "unreadable-source", "kernel-entry-required"


class LayoutUnit(msgspec.Struct, frozen=True):
    """An operator of an asset; its files count from the asset's root."""

    unit_id: str
    entry_name: str
    asset_kind: str
    kernel_source: str
    host_source: str | None
    host_source_candidates: tuple[str, ...]
    json_spec: str | None
    tiling_headers: tuple[str, ...]
    support_files: tuple[str, ...]
    source_asset: str


class SkippedItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What of an asset is no unit, under the published reasons; `unit` is what a person may take over into a layout."""

    path: str
    reason: str
    line: int = 0
    unit_id: str = ""
    unit: LayoutUnit | None = None


class AssetLayout(msgspec.Struct, frozen=True, kw_only=True):
    schema_version: int = 1
    status: str
    asset_root: str
    layout_source: str = "script-inventory"
    operator_units: tuple[LayoutUnit, ...]
    skipped_items: tuple[SkippedItem, ...]
    human_questions: tuple[Question, ...]


@dataclass(frozen=True)
class Candidate:
    """A kernel that would be a unit."""

    pairing: Pairing
    unit: LayoutUnit

    @property
    def spot(self) -> Spot:
        kernel = self.pairing.kernel
        return Spot(self.pairing.survey.name_of(kernel.path), kernel.line)


def layout(survey: Survey) -> AssetLayout:
    """The layout of an asset as its files tell it."""
    found = list(candidates(survey))
    shared = shared_ids(found)
    kept = [it for it in found if it.unit.unit_id not in shared]
    questions = [
        *rtc_questions(survey),
        *(ambiguous_host(it) for it in kept if len(it.pairing.host_files) > 1),
        *(duplicate(id, it) for id, it in shared.items()),
        *unreadable(survey),
    ]
    if not found and not questions:
        questions.append(Question(NO_KERNEL, f"no source of {survey.asset.path.name} defines a __global__ kernel"))
    return AssetLayout(
        status="ready" if kept and not questions else "needs-human",
        asset_root=str(survey.asset.root),
        operator_units=tuple(it.unit for it in kept),
        skipped_items=tuple(skipped(survey, shared)),
        human_questions=tuple(questions),
    )


# units


def candidates(survey: Survey) -> Iterator[Candidate]:
    for name, kernels in survey.kernels.items():
        if not is_test_path(name) and survey.roles[name] != "rtc_host_program":
            for it in kernels:
                pairing = Pairing(survey, delivered_as(survey, name, it), it)
                yield Candidate(pairing, unit(pairing))


def delivered_as(survey: Survey, name: str, kernel: KernelFound) -> str:
    """The source of a kernel: of one in a header, the source that includes it, where that is one alone."""
    if PurePosixPath(name).suffix not in HEADER_SUFFIXES:
        return name
    same = [
        source
        for source, read in survey.reads.items()
        if source != name
        and not is_test_path(source)
        and any((it.path, it.qualified) == (kernel.path, kernel.qualified) for it in read.kernels)
    ]
    return same[0] if len(same) == 1 else name


def unit(it: Pairing) -> LayoutUnit:
    return LayoutUnit(
        unit_id=slug(it.kernel.name),
        entry_name=it.kernel.name,
        asset_kind=kind(it.survey, it.source),
        kernel_source=it.source,
        host_source=it.host,
        host_source_candidates=it.host_files,
        json_spec=it.json_spec,
        tiling_headers=it.tiling_headers,
        support_files=it.support_files,
        source_asset=str(it.survey.asset.path),
    )


def slug(entry: str) -> str:
    """A name for a unit's folder, the same on systems that do not tell capitals apart."""
    return re.sub(r"\W+", "-", entry).lower()


def kind(survey: Survey, source: str) -> str:
    """Whether a kernel is of a framework's operator, is launched by a program of its own, or neither is known."""
    above = [str(it) for it in PurePosixPath(source).parents]
    if "op_kernel" in PurePosixPath(source).parent.parts:
        return "op_dev_pool"
    built = any(f"{it}/CMakeLists.txt".removeprefix("./") in survey.asset.files for it in above)
    return "direct_kernel_invocation" if built else "source_asset"


def shared_ids(found: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    """The units that have their id with another."""
    by_id: dict[str, list[Candidate]] = {}
    for it in found:
        by_id.setdefault(it.unit.unit_id, []).append(it)
    return {id: it for id, it in by_id.items() if len(it) > 1}


# questions


def rtc_questions(survey: Survey) -> Iterator[Question]:
    for name, it in survey.roles.items():
        if it == "rtc_host_program":
            text = f"{name} compiles kernels at run time: give their source as a file, and this one a folder of its own"
            yield Question(RTC, text, (Spot(name, survey.host(name).rtc_line),), source=name)


def ambiguous_host(it: Candidate) -> Question:
    files = it.pairing.host_files
    text = f"{it.unit.entry_name} is registered in {listed(files)}: name one as host_source of the unit, in the layout"
    return Question(AMBIGUOUS, text, it.pairing.host_places, it.unit.unit_id, candidates=files)


def duplicate(id: str, found: Sequence[Candidate]) -> Question:
    files = tuple(dict.fromkeys(it.unit.kernel_source for it in found))
    names = listed(tuple(dict.fromkeys(it.pairing.kernel.qualified for it in found)))
    where = listed(files) if len(files) > 1 else f"{listed(files)} several times"
    told = list(dict.fromkeys(fact for it in found for fact in built_from(it.pairing)))
    facts = f" ({'; '.join(told)})" if told else ""
    text = f"{names} is defined in {where}{facts}: write a layout with the unit that counts"
    return Question(DUPLICATE, text, tuple(it.spot for it in found), id, candidates=files)


def built_from(pairing: Pairing) -> Iterator[str]:
    """For which chips the operator's registration builds the kernel's file."""
    stem = PurePosixPath(pairing.source).stem
    for name in pairing.implementations:
        own = [it for it in pairing.survey.host(name).configs if it.kernel_file == stem and it.chip]
        if own:
            yield f"{name}:{own[0].line} builds {stem} for {listed([it.chip for it in own])}"


def unreadable(survey: Survey) -> Iterator[Question]:
    """Sources in which a kernel may be that nobody could read."""
    for it in survey.asset.left_out:
        if PurePosixPath(it.path).suffix in SOURCE_SUFFIXES or it.reason.startswith("not-readable"):
            text = f"{it.path} is not read ({it.reason}), and may define a kernel"
            yield Question(UNREADABLE, text, (Spot(it.path),), source=it.path)
    for name, it in survey.reads.items():
        if it.failure:
            yield Question(UNREADABLE, f"{name} {it.failure}", (Spot(name),), source=name)


def listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


# what is no unit


def skipped(survey: Survey, shared: dict[str, list[Candidate]]) -> Iterator[SkippedItem]:
    for name, it in survey.roles.items():
        if it == "rtc_host_program":
            yield SkippedItem(name, "rtc-host-program-not-auto-converted", survey.host(name).rtc_line)
        elif name in survey.asset.texts and is_wrapped(survey.asset.source(name)):
            yield SkippedItem(name, "generated-package-file")
        elif name in survey.asset.links and it in ("kernel_candidate", "kernel_source"):
            yield SkippedItem(name, "link-to-another-file")
        elif it == "kernel_candidate":
            yield SkippedItem(name, "kernel-source-without-global-entry")
    for id, several in shared.items():
        for it in several:
            yield SkippedItem(it.spot.path, "duplicate-unit-id-requires-explicit-layout", it.spot.line, id, it.unit)
    for name, read in survey.reads.items():
        yield from (
            SkippedItem(name, "kernel-in-branch-that-is-not-read", it.line, slug(it.name)) for it in read.unread
        )
    yield from (SkippedItem(it.path, it.reason) for it in survey.asset.left_out)
