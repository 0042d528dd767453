"""The sentence that sums a run up."""

from collections import Counter
from collections.abc import Sequence

from sklint.finding import Finding, Safety, Severity
from sklint.report.run import Report

PLURALS = {"info": "info"}


def totals(report: Report) -> str:
    """One sentence: what was found in how many files, and how much of it `--fix` settles."""
    if not report.findings:
        return _nothing_found(report.files_checked, report.half_read, report.unchecked + len(report.failed))
    found = count(len(report.findings), "finding")
    files = _files(len({it.span.path for it in report.findings}), report.files_checked)
    return f"Found {found} ({_severities(report.findings)}) in {files}{_fixable(report.findings)}."


def _nothing_found(checked: int, half_read: int, unchecked: int) -> str:
    if half_read:
        return f"No findings, but {_files(half_read, checked)} {_were(half_read)} not read to the end."
    if unchecked:
        return f"No findings, but {_files(unchecked, checked + unchecked)} {_were(unchecked)} not checked."
    return f"All clear: {count(checked, 'file')} checked." if checked else "No files to check."


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _files(found: int, checked: int) -> str:
    """How many files have findings, of how many; findings may be in headers that were not asked for."""
    return count(checked, "file") if found >= checked else f"{found} of {count(checked, 'file')}"


def count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else PLURALS.get(noun, noun + 's')}"


def fixable(finding: Finding) -> bool:
    return any(fix.edits for fix in finding.fixes)


def _severities(findings: Sequence[Finding]) -> str:
    numbers = Counter(finding.severity for finding in findings)
    return ", ".join(count(numbers[severity], severity.value) for severity in Severity if numbers[severity])


def _fixable(findings: Sequence[Finding]) -> str:
    safe = sum(map(_safely_fixable, findings))
    unsafe = sum(map(fixable, findings)) - safe
    match bool(safe), bool(unsafe):
        case True, True:
            return f"; {safe} fixable with --fix, {unsafe} more with --unsafe-fixes"
        case True, False:
            return f"; {safe} fixable with --fix"
        case False, True:
            return f"; {unsafe} fixable with --unsafe-fixes"
        case _:
            return ""


def _safely_fixable(finding: Finding) -> bool:
    return any(fix.edits and fix.safety is Safety.SAFE for fix in finding.fixes)
