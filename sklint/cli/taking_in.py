"""The run of `sklint intake`: an asset in, its manifest, summary and pages out."""

from sklint.cli.intake import CHECKLIST, HINTS, MANIFEST, PLAN, REPORT, SUMMARY, Given
from sklint.cli.output import say
from sklint.cli.published import json_text
from sklint.cli.report_files import refuse_reports, write_reports
from sklint.delivery.asset_files import read_asset
from sklint.delivery.code_reading import Reading
from sklint.delivery.intake_pages import Pages, ai_hints, checklist, execution_plan, report
from sklint.delivery.manifest import Manifest, manifest_json, manifest_of, summary_json
from sklint.delivery.understanding import understand
from sklint.delivery.way import way
from sklint.report.totals import count
from sklint.resolve import resolver


def take_in(given: Given) -> int:
    """Read the asset and write the reports; gives the exit code."""
    folder = given["output_dir"]
    asset = read_asset(given["asset"])
    refuse_reports(folder, (MANIFEST, SUMMARY, REPORT, PLAN, CHECKLIST, HINTS))
    made = manifest_of(understand(asset, Reading(resolver())))
    pages = Pages(made, given["asset"], folder)
    files = {
        MANIFEST: json_text(manifest_json(made)),
        SUMMARY: json_text(summary_json(made, given["with_ai"])),
        REPORT: report(pages).encode(),
        PLAN: execution_plan(pages).encode(),
        CHECKLIST: checklist(pages).encode(),
        **({HINTS: ai_hints(pages).encode()} if given["with_ai"] else {}),
    }
    write_reports(folder, files)
    written = "".join(f"  {folder / name}\n" for name in files)
    say(sentence(made) + written + way(pages.way, blocked=made.phase == "blocked"))
    return 0


def sentence(made: Manifest) -> str:
    kernels, unbound = len(made.it.kernels), len(made.it.unbound)
    bound = f"{count(kernels, 'kernel')}, {unbound} without a binding" if kernels else "no kernel"
    missing = f"missing: {', '.join(made.missing_contracts)}" if made.missing_contracts else "no contract is missing"
    return f"{made.it.asset.path}: {made.level} ({made.it.archetype.name}), {bound}; phase {made.phase}; {missing}.\n"
