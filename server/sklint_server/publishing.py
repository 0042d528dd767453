"""Findings to diagnostics, and diagnostics to the client: published where it does not ask for them."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from lsprotocol import types

from sklint.finding import Finding, Severity
from sklint_server.convert import Lines
from sklint_server.pages import link
from sklint_server.unnecessary import tags

if TYPE_CHECKING:
    from sklint_server.server import Server

SOURCE = "sklint"

SEVERITIES = {
    Severity.BLOCKER: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


def publish(server: Server, paths: Set[str]) -> None:
    """Tell the client what is found in these files now, unless it asks for that itself."""
    session = server.session
    for path in sorted(paths - session.unsaved) if not session.client.pulls else ():
        document = session.documents.get(path)
        version = document.version if document and session.client.versions else None
        items = diagnostics(server, path)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(server.uri(path), items, version))


def diagnostics(server: Server, path: str) -> list[types.Diagnostic]:
    session = server.session
    findings = session.results.about(path, session.documents.get(path))
    lines = server.lines(path) if findings else None
    return [diagnostic(server, it, lines) for it in findings] if lines else []


def diagnostic(server: Server, finding: Finding, lines: Lines) -> types.Diagnostic:
    client, page = server.session.client, link(finding.rule)
    return types.Diagnostic(
        range=lines.range(finding.extent or finding.span),
        message=finding.message,
        severity=SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=types.CodeDescription(page) if page and client.code_links else None,
        source=SOURCE,
        tags=[it for it in tags(finding) if it in client.tags] or None,
        related_information=related(server, finding) if client.related_information else None,
        data={"id": finding.id},
    )


def related(server: Server, finding: Finding) -> list[types.DiagnosticRelatedInformation] | None:
    found: list[types.DiagnosticRelatedInformation] = []
    for it in finding.related:
        if lines := server.lines(it.span.path):
            location = types.Location(server.uri(it.span.path), lines.range(it.span))
            found.append(types.DiagnosticRelatedInformation(location, it.message))
    return found or None
