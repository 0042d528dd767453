"""The runs of `sklint adapt-asset` and `sklint scan-operator-assets`: an asset in, its contracts and a report out."""

from pathlib import Path

import msgspec

from sklint.assets.adapter_report import (
    BUILD,
    INVENTORY,
    LAYOUT,
    PAGE,
    REPORT,
    VERIFY,
    AdapterReport,
    Contracts,
    adapter_report,
    page,
    unit_line,
)
from sklint.assets.build_context import build_context, verify_context
from sklint.assets.inventory import inventory
from sklint.assets.layout import layout
from sklint.assets.wanted_target import resolved_chips, words, written_arch
from sklint.cli.asset_reports import check_output, look_into, told_questions, write_reports
from sklint.cli.output import say
from sklint.report.characters import printable
from sklint.report.totals import count

WRITTEN = (INVENTORY, LAYOUT, BUILD, VERIFY, REPORT)


def adapt(asset: Path, output_dir: Path, chips: str, arches: str) -> int:
    """Write the contracts of an asset and the report on them; gives the exit code."""
    return run(asset, output_dir, chips, arches, with_page=True)


def scan(asset: Path, output_dir: Path) -> int:
    return run(asset, output_dir, "", "", with_page=False)


def run(asset: Path, output_dir: Path, chips: str, arches: str, *, with_page: bool) -> int:
    check_output(output_dir, (*WRITTEN, PAGE))
    survey = look_into(asset, output_dir)
    found = layout(survey)
    build = build_context(survey, found, resolved_chips(words(chips)), tuple(map(written_arch, words(arches))))
    made = Contracts(inventory(survey), found, build, verify_context(found))
    report = adapter_report(made, str(output_dir.resolve()), with_page=with_page)
    texts: dict[str, msgspec.Struct | str] = {**made.files, REPORT: report}
    write_reports(output_dir, texts | ({PAGE: page(report, made)} if with_page else {}))
    say(told(made, report, asset, output_dir))
    return 0 if report.readiness.can_adapt else 2


def told(made: Contracts, report: AdapterReport, asset: Path, output_dir: Path) -> str:
    """What was found, for a terminal."""
    ready, counts = report.readiness, report.counts
    head = f"{count(counts.operator_units, 'operator unit')} in {count(counts.files, 'file')}"
    status = f"layout {ready.layout}, build {ready.build}, verify {ready.verify}"
    units = "".join(f"  {printable(unit_line(it))}\n" for it in made.layout.operator_units)
    skipped = f"{count(len(made.layout.skipped_items), 'item')} skipped. " if made.layout.skipped_items else ""
    questions = told_questions(made.questions, asset)
    more = PAGE if "report_markdown" in report.outputs else REPORT
    return f"{head}: {status}.\n{units}{questions}{skipped}{output_dir / more} says more.\n"
