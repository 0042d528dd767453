"""operator-asset-layout.json: the operators an asset delivers, what of it is none, and what a person has to decide."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from sklint.assets.layout_questions import layout_questions, no_kernel
from sklint.assets.question import Question
from sklint.assets.survey import Survey
from sklint.assets.units import Candidate, LayoutUnit, candidates, shared_ids, slug
from sklint.generate.adapt_sources import is_wrapped


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


def layout(survey: Survey) -> AssetLayout:
    """The layout of an asset as its files tell it."""
    found = list(candidates(survey))
    shared = shared_ids(found)
    kept = [it for it in found if it.unit.unit_id not in shared]
    questions = list(layout_questions(survey, kept, shared))
    if not found and not questions:
        questions.append(no_kernel(survey))
    return AssetLayout(
        status="ready" if kept and not questions else "needs-human",
        asset_root=str(survey.asset.root),
        operator_units=tuple(it.unit for it in kept),
        skipped_items=tuple(skipped(survey, shared)),
        human_questions=tuple(questions),
    )


def skipped(survey: Survey, shared: Mapping[str, Sequence[Candidate]]) -> Iterator[SkippedItem]:
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
