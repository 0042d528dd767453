"""Diagnostics for a client that asks: of a document, of the workspace."""

from collections.abc import Iterable

from lsprotocol import types

from sklint_server.identity import result_id
from sklint_server.progress import Progress
from sklint_server.publishing import diagnostics
from sklint_server.server import Server

Report = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


async def document_diagnostic(ls: Server, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    path, before = ls.path(params.text_document.uri), params.previous_result_id
    if before is not None and path in ls.session.unsaved:
        return types.RelatedUnchangedDocumentDiagnosticReport(before)
    await ls.session.current(path)
    items = diagnostics(ls, path) if path in ls.session.documents else []
    identity = result_id(items)
    others = related_documents(ls, path) if ls.session.client.related_documents else None
    if identity == before:
        return types.RelatedUnchangedDocumentDiagnosticReport(identity, others)
    return types.RelatedFullDocumentDiagnosticReport(items, others, result_id=identity)


def related_documents(
    ls: Server, path: str
) -> dict[str, types.FullDocumentDiagnosticReport | types.UnchangedDocumentDiagnosticReport] | None:
    """What the source finds in headers that are not open."""
    result = ls.session.results.by_path.get(path)
    others = sorted(result.places - ls.session.documents.keys()) if result else ()
    return {ls.uri(it): types.FullDocumentDiagnosticReport(diagnostics(ls, it)) for it in others} or None


async def workspace_diagnostic(ls: Server, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """The diagnostics of all sources below the workspace's folders; in parts, where the client takes parts."""
    before = {ls.path(it.uri): it.value for it in params.previous_result_ids}
    files = await ls.session.files.all()
    gone = [it for it in params.previous_result_ids if ls.path(it.uri) not in {*files, *ls.session.documents}]
    reports: list[Report] = [types.WorkspaceFullDocumentDiagnosticReport(it.uri, [], result_id="") for it in gone]
    with Progress(ls, params.work_done_token, len(files)) as progress:
        for number, path in enumerate(files):
            progress.at(number)
            reports += [it for it in (await report(ls, path, before.get(path)),) if it]
            if params.partial_result_token is not None and reports:
                send_part(ls, params.partial_result_token, reports)
                reports = []
    return types.WorkspaceDiagnosticReport(reports)


async def report(ls: Server, path: str, before: str | None) -> Report | None:
    """The report of one file; None where there is nothing to tell of it."""
    document = ls.session.documents.get(path)
    if document:
        await ls.session.current(path)
    else:
        await ls.session.files.check(path)
    items, version = diagnostics(ls, path), document.version if document else None
    identity = result_id(items)
    if identity == before:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(ls.uri(path), identity, version)
    if not items and before is None:
        return None
    return types.WorkspaceFullDocumentDiagnosticReport(ls.uri(path), items, version, result_id=identity)


def send_part(ls: Server, token: types.ProgressToken, reports: Iterable[Report]) -> None:
    ls.progress(types.ProgressParams(token, types.WorkspaceDiagnosticReportPartialResult(list(reports))))
