"""The JSON that programs read: one object, its schema numbered."""

from sklint.coverage import Coverage, OfChip
from sklint.finding import Edit, Finding, Fix, Hint, Note
from sklint.report.encode import encode
from sklint.report.place import Place, inserted, place
from sklint.report.remediation import HUMAN, hint_of
from sklint.report.run import JsonObject, Report
from sklint.source import Position

SCHEMA_VERSION = 1
MACHINE = "codegen.apply-remediation"  # the published tool that follows remediation hints


def render(report: Report) -> str:
    """The whole run. Lines and columns count from 1, columns count characters."""
    return encode(
        {
            "schema_version": SCHEMA_VERSION,
            "tool": {"name": "sklint", "version": report.version},
            "target": report.target,
            "files_checked": report.files_checked,
            "notes": [_note(note) for note in report.notes],
            "failed": [_note(note) for note in report.failed],
            **({"metadata": {"coverage": coverage(report.coverage)}} if report.coverage else {}),
            "findings": findings(report),
        }
    )


def findings(report: Report) -> list[JsonObject]:
    """The findings alone: what the published validation report and the repairing command call findings."""
    return [_finding(report, finding) for finding in report.findings]


def coverage(found: Coverage) -> JsonObject:
    """How many uses of the documented interface were checked for the target, and which could not be."""
    names = {"unknown_names": found.unknown, "without_chip": found.without_chip, "without_cann": found.without_cann}
    return {
        "api_uses": found.considered,
        "checked": found.known,
        "unknown": found.considered - found.known,
        **names,
        **({"chips": {name: of_chip(it) for name, it in found.chips.items()}} if found.chips else {}),
    }


def of_chip(found: OfChip) -> JsonObject:
    return {"api_uses": found.considered, "checked": found.known, "unknown_names": found.unknown}


def _note(note: Note) -> JsonObject:
    return {"path": note.path or None, "message": note.message}


def _finding(report: Report, finding: Finding) -> JsonObject:
    hint = hint_of(finding.fixes[0], report.sources) if finding.fixes else HUMAN
    return {
        "finding_id": finding.id,
        "rule_id": finding.rule,
        "category": finding.category,
        "severity": finding.severity.value,
        "message": finding.message,
        **_place(place(report.sources, finding.span)),
        "actionable_by": ["human" if hint.kind == HUMAN.kind else MACHINE],
        "remediation_hint": _hint(hint),
        "evidence": finding.evidence,
        "fixes": [_fix(report, fix) for fix in finding.fixes],
        "related": [
            {**_place(place(report.sources, related.span)), "message": related.message} for related in finding.related
        ],
    }


def _place(at: Place) -> JsonObject:
    return {"path": at.path, "range": {"start": _position(at.start), "end": _position(at.end)}}


def _position(position: Position) -> JsonObject:
    return {"line": position.line, "column": position.column}


def _hint(hint: Hint) -> JsonObject:
    if hint.kind == HUMAN.kind:
        return {"kind": hint.kind}
    return {
        "kind": hint.kind,
        "target_file": hint.target_file,
        "old_value": hint.old_value,
        "new_value": hint.new_value,
    }


def _fix(report: Report, fix: Fix) -> JsonObject:
    return {"title": fix.title, "safety": fix.safety.value, "edits": [_edit(report, edit) for edit in fix.edits]}


def _edit(report: Report, edit: Edit) -> JsonObject:
    source = report.sources.get(edit.span.path)
    texts = {"old_text": source.text(edit.span) if source else "", "new_text": inserted(report.sources, edit)}
    around = source.around(source.line_at(edit.span.start)) if source else None
    return {**_place(place(report.sources, edit.span)), **texts, "around": around}
