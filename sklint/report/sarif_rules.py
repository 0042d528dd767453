"""The rules as SARIF describes them: the page of each becomes its help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklint.finding import Severity
from sklint.report.run import JsonObject, Report

if TYPE_CHECKING:
    from sklint.rule import Rule

LEVELS = {Severity.BLOCKER: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def descriptors(report: Report) -> dict[str, JsonObject]:
    """A descriptor for each rule, by id: those of the run, then those that only findings name."""
    named = {rule.id: _descriptor(rule) for rule in report.rules}
    unnamed = {
        finding.rule: _bare(finding.rule, finding.severity, finding.category)
        for finding in report.findings
        if finding.rule not in named
    }
    return named | unnamed


def _descriptor(rule: Rule) -> JsonObject:
    from sklint.docs import rule_page  # reads the rule's blocks, which no other report does

    page = rule_page(rule)
    source = next(iter(rule.sources), "")
    help_uri = {"helpUri": source} if source.startswith(("https://", "http://")) else {}
    return {
        **_bare(rule.id, rule.severity, rule.category),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": _prose(rule.doc)},
        "help": {"text": page, "markdown": page},
        **help_uri,
        "properties": {"category": rule.category, "since": rule.since, "sources": rule.sources},
    }


def _bare(rule: str, severity: Severity, category: str) -> JsonObject:
    return {
        "id": rule,
        "name": "".join(word.capitalize() for word in rule.replace("-", ".").split(".")),
        "defaultConfiguration": {"level": LEVELS[severity]},
        "properties": {"category": category},
    }


def _prose(doc: str) -> str:
    """A page up to its first block of code."""
    return doc.partition("```")[0].strip()
