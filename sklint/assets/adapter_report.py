"""adapter-report.json and adapter-report.md: what is ready, what was found, and what a person has to answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from sklint.assets.build_context import CONTEXT_SOURCE, BuildContext, VerifyContext
from sklint.assets.inventory import Inventory
from sklint.assets.layout import AssetLayout
from sklint.assets.question import Question
from sklint.assets.units import LayoutUnit
from sklint.assets.variants import told
from sklint.report.characters import portable
from sklint.report.markdown import escaped
from sklint.report.totals import count

INVENTORY, LAYOUT = "operator-asset-inventory.json", "operator-asset-layout.json"
BUILD, VERIFY = "operator-build-context.json", "operator-verify-context.json"
REPORT, PAGE = "adapter-report.json", "adapter-report.md"


class Readiness(msgspec.Struct, frozen=True):
    layout: str
    build: str
    verify: str
    can_adapt: bool
    can_build: bool
    can_claim_equivalence: bool


class Counts(msgspec.Struct, frozen=True):
    files: int
    operator_units: int
    skipped_items: int
    unresolved_includes: int


class AdapterReport(msgspec.Struct, frozen=True):
    status: str
    adapter_source: str
    asset_root: str
    readiness: Readiness
    counts: Counts
    outputs: Mapping[str, str]
    human_questions: tuple[Question, ...]


@dataclass(frozen=True)
class Contracts:
    """What an asset's adapter writes beside the report."""

    inventory: Inventory
    layout: AssetLayout
    build: BuildContext
    verify: VerifyContext

    @property
    def files(self) -> dict[str, msgspec.Struct]:
        return {INVENTORY: self.inventory, LAYOUT: self.layout, BUILD: self.build, VERIFY: self.verify}

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that a person has to answer; that nobody told how to verify comes last."""
        return (*self.layout.human_questions, *self.build.human_questions, *self.verify.human_questions)


def adapter_report(it: Contracts, folder: str, *, with_page: bool) -> AdapterReport:
    """The report on contracts that are written to a folder, with a page for people or without."""
    readiness = readiness_of(it)
    counts = Counts(
        len(it.inventory.files),
        len(it.layout.operator_units),
        len(it.layout.skipped_items),
        len(it.build.unresolved_includes),
    )
    names = {"inventory": INVENTORY, "layout": LAYOUT, "build_context": BUILD, "verify_context": VERIFY}
    names |= {"report": REPORT} | ({"report_markdown": PAGE} if with_page else {})
    return AdapterReport(
        status="ready" if readiness.can_build else "needs-human",
        adapter_source=CONTEXT_SOURCE,
        asset_root=it.layout.asset_root,
        readiness=readiness,
        counts=counts,
        outputs={key: f"{folder}/{name}" for key, name in names.items()},
        human_questions=it.questions,
    )


def readiness_of(it: Contracts) -> Readiness:
    can_adapt = it.layout.status == "ready"
    return Readiness(
        layout=it.layout.status,
        build=it.build.status,
        verify=it.verify.status,
        can_adapt=can_adapt,
        can_build=can_adapt and it.build.status == "ready",
        can_claim_equivalence=it.verify.status == "ready",
    )


def page(report: AdapterReport, it: Contracts) -> str:
    """The report for people, as Markdown."""
    ready, counts = report.readiness, report.counts
    lines = [
        "# Operator asset\n",
        f"{escaped(report.asset_root)}: **{report.status}**\n",
        "| | |",
        "| :--- | :--- |",
        f"| layout | {ready.layout} |",
        f"| build | {ready.build} |",
        f"| verify | {ready.verify} |",
        f"| found | {count(counts.operator_units, 'operator unit')} in {count(counts.files, 'file')} |\n",
        *section("Operator units", [unit_line(one) for one in it.layout.operator_units]),
        *section("For a person to answer", [f"{one.message}{spots(one)}" for one in it.questions]),
        *section("No units", [f"{one.path}: {one.reason}" for one in it.layout.skipped_items]),
    ]
    return portable("\n".join(lines))


def unit_line(it: LayoutUnit) -> str:
    return (
        f"{it.entry_name}: {it.kernel_source}"
        + (f", registered in {it.host_source}" if it.host_source else "")
        + told(it.preprocessor_variants)
    )


def spots(question: Question) -> str:
    return f" ({', '.join(map(str, question.places))})" if question.places else ""


def section(title: str, rows: Sequence[str]) -> list[str]:
    return [f"## {title}\n", *(f"- {escaped(it)}" for it in rows), ""] if rows else []
