"""The runs of the commands around a conversion: the analysis, and the scaffolds that go on from it."""

from collections.abc import Mapping
from pathlib import Path

from sklint.cli.analyze_sk_conversion import Given
from sklint.cli.output import say
from sklint.cli.owned_tree import replaced_tree
from sklint.cli.published import json_text, new_folders
from sklint.cli.report_files import refuse_reports, write_reports
from sklint.cli.scaffold_folder import refuse_changed
from sklint.delivery import binding_report, conversion, source_report
from sklint.delivery.advice import with_advice
from sklint.delivery.binding_report import BindingScaffold
from sklint.delivery.binding_scaffold import binding_entries
from sklint.delivery.conversion import ANALYSIS, Analysis, Options
from sklint.delivery.conversion_page import conversion_page, next_commands
from sklint.delivery.current import current_analysis
from sklint.delivery.source_report import SourceScaffold
from sklint.delivery.way import way
from sklint.report.place import place
from sklint.report.totals import count
from sklint.resolve import resolver


def analyze(given: Given) -> int:
    """Write the analysis; gives the exit code."""
    folder = given["output_dir"]
    names = (f"{ANALYSIS}.json", f"{ANALYSIS}.md")
    refuse_reports(folder, names)
    options = Options(
        given["support_dir"],
        given["include_dir"],
        given["ascend_cann_path"],
        given["ascend_arch"],
        given["ascend_compile_option"],
        given["ascend_force_include"],
    )
    it = conversion.analyze(given["asset"], options, resolver())
    texts = (json_text(conversion.analysis_json(it)), conversion_page(it, folder).encode())
    write_reports(folder, dict(zip(names, texts, strict=True)))
    say(f"{it.asset.path}: {it.status}{because(it)}.\n  {folder / names[0]}\n  {folder / names[1]}\n")
    say(way(next_commands(it, folder), blocked=it.status == "blocked"))
    return 0


def because(it: Analysis) -> str:
    reasons = it.hard_blockers or it.missing_contracts
    return f" ({', '.join(reasons)})" if reasons else f", {count(len(it.it.kernels), 'kernel')}"


def scaffold_bindings(folder: Path) -> int:
    """Write the binding scaffold of the analysis in a folder; gives the exit code."""
    it = current_analysis(folder, resolver())
    made = BindingScaffold(it, () if it.hard_blockers else binding_entries(it))
    name = binding_report.SCAFFOLD
    reports = {
        f"{name}.json": json_text(binding_report.binding_json(made, folder)),
        f"{name}.md": binding_report.binding_page(made, folder).encode(),
    }
    write(folder, name, made.files, reports)
    say(f"{it.asset.path}: {made.status}{binding_sentence(made)}\n")
    for one in made.problems:
        at = place(made.sources, one.span)
        say(f"  {at}: {one.rule}: {with_advice(one)}\n")
    tell(folder, name, made.files, reports)
    say(way(binding_report.next_commands(made, folder), blocked=made.status == "blocked"))
    return int(made.status == "blocked")


def binding_sentence(made: BindingScaffold) -> str:
    if made.analysis.hard_blockers:
        return f" ({', '.join(made.reasons)})."
    match made.status:
        case "generated":
            return f", {count(len(made.entries), 'kernel')} bound."
        case "not-needed":
            return ", every kernel is bound already."
        case "blocked":
            return f" ({', '.join(made.reasons)}), {count(len(made.problems), 'finding')} to decide on:"


def scaffold_sources(folder: Path) -> int:
    """Write the source scaffold of the analysis in a folder; gives the exit code."""
    made = SourceScaffold(current_analysis(folder, resolver()))
    name = source_report.SCAFFOLD
    reports = {
        f"{name}.json": json_text(source_report.source_json(made, folder)),
        f"{name}.md": source_report.source_page(made, folder).encode(),
    }
    write(folder, name, made.files, reports)
    why = f", {count(len(made.units), 'source')} to compile" if made.files else f" ({', '.join(made.reasons)})"
    say(f"{made.analysis.asset.path}: {made.status}{why}.\n")
    tell(folder, name, made.files, reports)
    say(way(source_report.next_commands(made, folder), blocked=bool(made.analysis.hard_blockers)))
    return int(made.status == "blocked")


def write(folder: Path, name: str, files: Mapping[str, bytes], reports: Mapping[str, bytes]) -> None:
    """Write a scaffold and its reports, or nothing."""
    refuse_reports(folder, reports)
    refuse_changed(folder / name, folder / f"{name}.json", files)
    with new_folders(folder), replaced_tree(folder / name, files):
        write_reports(folder, reports)


def tell(folder: Path, name: str, files: Mapping[str, bytes], reports: Mapping[str, bytes]) -> None:
    """Print what was written."""
    for path in (*reports, *([f"{name}/"] if files else [])):
        say(f"  {folder / path}\n")
