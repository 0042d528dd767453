"""The run of `sklint apply-remediation`: findings and the files they name in, repaired files and results out."""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sklint.cli.output import say
from sklint.cli.published import json_text, refuse_places
from sklint.cli.report_files import write_reports
from sklint.cli.writing import changed_meanwhile, may_write, replace_file
from sklint.error import SklintError
from sklint.findings_file import read_findings
from sklint.readable import Skipped, read_source
from sklint.remediation import STATUSES, Remediated, Result, paths_named, remediate
from sklint.remediation_kinds import Refusal
from sklint.report.totals import count
from sklint.source import Source

REPORT = "operator-sk-remediation.json"


def run(asset: Path, findings: Path, output: Path) -> int:
    """Repair an asset; gives the exit code."""
    if not asset.is_dir():
        what = "is no folder; give that of the operator" if asset.exists() else "no such folder"
        raise SklintError(f"{asset}: {what}")
    repairs = read_findings(Source(findings.as_posix(), findings.read_bytes()))
    check_writable(output)
    refuse_places(output, (REPORT,))
    done = remediate(repairs, {path: target(asset, path) for path in paths_named(repairs)})
    problems = write(done)
    results = [told(it, problems) for it in done.results]
    write_reports(output, {REPORT: json_text(report(asset, findings, results))})
    say(f"{sentence(results)} {output / REPORT} says more.\n")
    return int(any(it.status == "failed" for it in results))


def check_writable(folder: Path) -> None:
    """SklintError where the results cannot be written: nothing is repaired then."""
    nearest = next(it for it in (folder, *folder.absolute().parents) if it.exists())
    if not nearest.is_dir():
        raise SklintError(f"{nearest}: is no folder; give another --output-dir")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise SklintError(f"{nearest}: cannot be written; give another --output-dir")


def target(asset: Path, name: str) -> Source | Refusal:
    """The file that a finding means: below the asset, or as it is seen from the working directory."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        return Refusal("target_outside_asset")
    root = Path(os.path.realpath(asset))
    found = {it for it in (root / path, Path.cwd() / path) if is_file(it) and it.is_relative_to(root)}
    if len(found) != 1:
        return Refusal("target_ambiguous" if found else "target_not_found")
    file = found.pop()
    if Path(os.path.realpath(file)) != file:
        return Refusal(
            "target_is_link" if Path(os.path.realpath(file)).is_relative_to(root) else "target_outside_asset"
        )
    source = read_source(file.as_posix())
    if isinstance(source, Skipped):
        return Refusal(f"target_not_readable:{source.message}")
    return source if may_write(source.path) else Refusal("target_read_only")


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long, a folder that may not be entered
        return False


def write(done: Remediated) -> dict[str, str]:
    """Write what was repaired; gives the paths that could not be written, with the reason."""
    problems: dict[str, str] = {}
    for path, source in done.after.items():
        try:
            if changed_meanwhile(done.before[path]):
                problems[path] = "target_changed_meanwhile"
            else:
                replace_file(source)
        except OSError as wrong:
            problems[path] = f"write_failed:{wrong.strerror}"
    return problems


def told(result: Result, problems: Mapping[str, str]) -> Result:
    """A result as it turned out: what could not be written has failed."""
    reason = next((problems[path] for path in result.paths if path in problems), "")
    return replace(result, status="failed", reason=reason, diff_summary="") if reason else result


def report(asset: Path, findings: Path, results: list[Result]) -> dict[str, object]:
    counts = Counter(it.status for it in results)
    return {
        "status": "completed",
        "asset_dir": str(asset.resolve()),
        "findings_path": str(findings.resolve()),
        "summary": {status: counts[status] for status in STATUSES},
        "results": [
            {"finding_id": it.finding_id, "status": it.status, "reason": it.reason, "diff_summary": it.diff_summary}
            for it in results
        ],
    }


def sentence(results: list[Result]) -> str:
    counts = Counter(it.status for it in results)
    parts = [f"{counts[status]} {status}" for status in STATUSES if counts[status]]
    return f"{count(len(results), 'finding')}: {', '.join(parts)}." if parts else "No findings."
