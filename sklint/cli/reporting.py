"""The end of a check: which findings are reported, how, and the exit code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sklint import __version__, baseline
from sklint.catalogue import catalogue_of
from sklint.cli.coverage_told import coverage_notes
from sklint.cli.given import Given
from sklint.cli.missing_folders import missing_folders
from sklint.cli.output import colored, deliver, error, say
from sklint.cli.target_told import target_notes, target_object, targets_of
from sklint.config import Config
from sklint.coverage import NONE
from sklint.finding import Finding, Note
from sklint.fixing import Checked, Wanted
from sklint.project import Run
from sklint.readable import hidden
from sklint.reply import INTERNAL
from sklint.report import RENDERERS, Report
from sklint.report.totals import count
from sklint.request import pack_folders
from sklint.resolve import ConfigFor

if TYPE_CHECKING:
    from sklint.cli.fixes import Repaired


def reported(given: Given, config_for: ConfigFor) -> Wanted:
    """Findings less those that the baseline of their file's configuration knows; all, when a baseline is written."""
    if given["write_baseline"]:
        return list
    load = cache(baseline.load)

    def wanted(findings: Iterable[Finding]) -> list[Finding]:
        all = list(findings)
        groups: dict[Path, list[Finding]] = {}
        for it in all:
            if path := config_for(it.span.path).baseline:
                groups.setdefault(path, []).append(it)
        new = {id(it) for path, group in groups.items() for it in baseline.new(group, load(path), Path.cwd())}
        known = {id(it) for group in groups.values() for it in group} - new
        return [it for it in all if id(it) not in known]

    return wanted


def finish(
    checked: Checked, wanted: Wanted, given: Given, repaired: Repaired | None = None, *, to_stderr: bool = False
) -> int:
    """Report, or write the baseline, and give the exit code."""
    run = repaired.run if repaired else checked.run
    findings = wanted(run.findings)
    if given["write_baseline"]:
        known = [it for it in findings if it.rule != INTERNAL]
        number = baseline.write(given["write_baseline"], known, Path.cwd())
        say(f"Wrote {count(number, 'known finding')} to {given['write_baseline']}.\n", to_stderr=to_stderr)
    elif run.files_checked or not run.failed or given["output_format"] != "text":
        failed = [*failures(run), *(repaired.errors if repaired else ())]
        tell(
            report_of(run, findings, failed, checked, given["output_format"]),
            given,
            repaired.sentence if repaired else "",
            to_stderr,
        )
    errors = [*what_failed(run), *(f"{it.path}: {it.message}" for it in (repaired.errors if repaired else ()))]
    for message in errors:
        error(message)
    return verdict(findings, errors, given, checked.config_for)


def tell(report: Report, given: Given, sentence: str, to_stderr: bool) -> None:
    file = given["output_file"]
    text = rendered(report, given)
    if to_stderr and not file:
        say(text, to_stderr=True)
    else:
        deliver(text, file, for_people=given["output_format"] == "text")
    if sentence and not given["quiet"]:
        say(f"{sentence}\n", to_stderr=bool(file) or to_stderr or given["output_format"] != "text")


def rendered(report: Report, given: Given) -> str:
    if given["output_format"] != "text":
        return RENDERERS[given["output_format"]](report)
    from sklint.report import text
    from sklint.report.statistics import coverage, statistics
    from sklint.report.totals import totals

    if given["statistics"]:
        more = "" if given["quiet"] else f"{coverage(report.coverage or NONE)}{totals(report)}\n"
        return f"{statistics(report.findings)}{more}"
    return text.render(report, not given["output_file"] and colored(given["color"]), quiet=given["quiet"])


def report_of(
    run: Run, findings: Sequence[Finding], failed: Sequence[Note], checked: Checked, output_format: str
) -> Report:
    targets = targets_of(checked.config_for, run.replies or ["."])
    settings = tuple(of_configurations(sorted(run.replies), checked.config_for))
    notes = [*run.notes, *target_notes(targets), *coverage_notes(run.coverage), *settings]
    rules = run.rules if output_format == "sarif" else ()
    target = target_object(targets)
    half_read = sum(bool(it.broken) for it in run.replies.values())
    known = (run.files_checked, target, __version__, half_read, run.coverage)
    unchecked = sum(hidden(it) and not it.failed for it in checked.skipped)
    return Report(findings, run.sources, rules, notes, *known, failed, unchecked)


def of_configurations(paths: Sequence[str], config_for: ConfigFor) -> Iterator[Note]:
    """What a person may want to know of the configurations of the files that were checked: those for which select and
    ignore leave no rule, in one note, and folders that are not there."""
    configs = {path: config_for(path) for path in paths}
    idle = [path for path, config in configs.items() if not selects_any(config, path)]
    if idle:
        more = f" (and of {count(len(idle) - 1, 'more file')})" if len(idle) > 1 else ""
        text = f"no rule is selected, so nothing was looked for{more}; --show-config tells why"
        yield Note(text, idle[0])
    missing = (note for config in {id(it): it for it in configs.values()}.values() for note in missing_folders(config))
    yield from dict.fromkeys(missing)


def selects_any(config: Config, path: str) -> bool:
    return any(config.selects(it.id, it.category, path) for it in catalogue_of(pack_folders(config)).entries)


def failures(run: Run) -> list[Note]:
    """Each file that the job was not done for, with the reason."""
    internal = [Note(it.message, it.span.path) for it in run.findings if it.rule == INTERNAL]
    return [*(Note(it.message, it.path) for it in run.failed), *internal]


def what_failed(run: Run) -> list[str]:
    """A line for each file that could not be checked, and one for all failures of sklint or of a rule."""
    internal = [it for it in run.findings if it.rule == INTERNAL]
    more = f" (and {count(len(internal) - 1, 'more failure')})" if len(internal) > 1 else ""
    where = (
        f"{internal[0].span.path}: " if internal and not internal[0].message.startswith(internal[0].span.path) else ""
    )
    failures = [f"{where}{internal[0].message}{more}"] if internal else []
    return [*(f"{it.path}: {it.message}" for it in run.failed), *failures]


def verdict(findings: Iterable[Finding], errors: Sequence[str], given: Given, config_for: ConfigFor) -> int:
    """2 where the job was not done, 1 for a finding that is bad enough, 0 else."""
    if errors:
        return 2
    if given["exit_zero"] or given["write_baseline"]:
        return 0
    return int(any(it.severity.rank >= config_for(it.span.path).fail_on.rank for it in findings))
