"""A table for each file: the summary of a CI job, or a comment on a merge request."""

import re
from itertools import groupby

from sklint.finding import Finding, Note, Safety, Severity
from sklint.report.characters import portable
from sklint.report.place import place
from sklint.report.run import Report
from sklint.report.totals import totals

MARKUP = re.compile(r"[\\`*_\[\]<>|~$&#]")
ICONS = {Severity.BLOCKER: "🛑", Severity.WARNING: "⚠️", Severity.INFO: "ℹ️"}
NO_FILE = "In no file"
HEAD = "| Place | Severity | Rule | Finding |\n| ---: | :--- | :--- | :--- |\n"


def render(report: Report) -> str:
    """A table for each file in the order of the findings, what could not be checked, the notes, and the totals."""
    tables = [
        _table(report, path, list(findings)) for path, findings in groupby(report.findings, lambda it: it.span.path)
    ]
    told = [*(_note(it, "error") for it in report.failed), *map(_note, report.notes)]
    notes = ["".join(told)] if told else []
    return portable("\n".join(["## sklint\n", *tables, *notes, f"**{escaped(totals(report))}**\n"]))


def _table(report: Report, path: str, findings: list[Finding]) -> str:
    return f"### {escaped(path) or NO_FILE}\n\n{HEAD}" + "".join(_row(report, finding) for finding in findings)


def _row(report: Report, finding: Finding) -> str:
    start = place(report.sources, finding.span).start
    severity = f"{ICONS[finding.severity]} {finding.severity.value}"
    related = [f"{escaped(str(place(report.sources, it.span)))}: {escaped(it.message)}" for it in finding.related]
    fixes = [f"**Fix{_caution(fix.safety)}:** {escaped(fix.title)}" for fix in finding.fixes]
    text = "<br>".join((escaped(finding.message), *related, *fixes))
    where = f"{start.line}:{start.column}" if finding.span.path else ""
    return f"| {where} | {severity} | {escaped(finding.rule)} | {text} |\n"


def _caution(safety: Safety) -> str:
    return "" if safety is Safety.SAFE else " (unsafe)"


def _note(note: Note, kind: str = "note") -> str:
    return f"> {kind}: {f'{escaped(note.path)}: ' if note.path else ''}{escaped(note.message)}\n"


def escaped(text: str) -> str:
    """`text` as Markdown that shows it as it is, on one line of the source."""
    return re.sub(r"\r\n|\r|\n", "<br>", MARKUP.sub(r"\\\g<0>", text))
