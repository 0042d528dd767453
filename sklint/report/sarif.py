"""SARIF 2.1.0, the format that code scanning services take."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from urllib.parse import quote

from sklint.finding import Edit, Finding, Fix, Note
from sklint.report.encode import encode
from sklint.report.place import Place, inserted, place
from sklint.report.run import JsonObject, Report
from sklint.report.sarif_rules import LEVELS, descriptors
from sklint.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
INTERNAL = "sklint.internal"  # the rule whose findings say that the tool could not do its job
FINGERPRINT = "sklint/v1"


def render(report: Report) -> str:
    """One run. Regions count lines and columns from 1, columns count characters."""
    return encode({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]})


def _run(report: Report) -> JsonObject:
    rules = descriptors(report)
    driver = {
        "name": "sklint",
        "version": report.version,
        "semanticVersion": report.version,
        "rules": [*rules.values()],
    }
    indexes = {rule: index for index, rule in enumerate(rules)}
    return {
        "tool": {"driver": driver},
        "invocations": [_invocation(report)],
        "columnKind": "unicodeCodePoints",
        "results": [_result(report, finding, indexes) for finding in report.findings],
        "properties": {"target": report.target, "filesChecked": report.files_checked},
    }


def _invocation(report: Report) -> JsonObject:
    successful = not report.failed and all(finding.rule != INTERNAL for finding in report.findings)
    failures = [_notification(note, "error") for note in report.failed]
    notifications = [*failures, *(_notification(note, "note") for note in report.notes)]
    return {"executionSuccessful": successful, "toolExecutionNotifications": notifications}


def _notification(note: Note, level: str) -> JsonObject:
    said: JsonObject = {"level": level, "message": {"text": note.message}}
    if not note.path:
        return said
    return {**said, "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(note.path)}}}]}


def _result(report: Report, finding: Finding, indexes: Mapping[str, int]) -> JsonObject:
    related = [{**_location(report, it.span), "message": {"text": it.message}} for it in dict.fromkeys(finding.related)]
    return {
        "ruleId": finding.rule,
        "ruleIndex": indexes[finding.rule],
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(report, finding.span)],
        "relatedLocations": related,
        "partialFingerprints": {FINGERPRINT: finding.id},
        "fixes": [_fix(report, fix) for fix in dict.fromkeys(finding.fixes) if fix.edits],
        "properties": {"category": finding.category, "evidence": finding.evidence},
    }


def _location(report: Report, span: Span) -> JsonObject:
    region = _region(place(report.sources, span))
    source = report.sources.get(span.path)
    if source:
        region = {**region, "snippet": {"text": source.text(span)}}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(span.path)}, "region": region}}


def _region(at: Place) -> JsonObject:
    return {
        "startLine": at.start.line,
        "startColumn": at.start.column,
        "endLine": at.end.line,
        "endColumn": at.end.column,
    }


def _fix(report: Report, fix: Fix) -> JsonObject:
    by_path = groupby(sorted(fix.edits, key=lambda edit: edit.span), lambda edit: edit.span.path)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [_change(report, path, edits) for path, edits in by_path],
        "properties": {"safety": fix.safety.value},
    }


def _change(report: Report, path: str, edits: Iterable[Edit]) -> JsonObject:
    replacements = [
        {
            "deletedRegion": _region(place(report.sources, edit.span)),
            "insertedContent": {"text": inserted(report.sources, edit)},
        }
        for edit in edits
    ]
    return {"artifactLocation": {"uri": _uri(path)}, "replacements": replacements}


def _uri(path: str) -> str:
    """A relative path as a relative reference, an absolute one (posix or with a drive) as a file URI."""
    drive = path[1:3] == ":/"
    encoded = quote(path[2:] if drive else path, errors="surrogateescape")
    if drive:
        return f"file:///{path[:2]}{encoded}"
    return f"file://{encoded}" if path.startswith("/") else encoded
