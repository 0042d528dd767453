"""Edits of the engine as edits of the protocol."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from lsprotocol import types

from sklint.finding import Edit
from sklint.source import Source, Span
from sklint_server.documents import Document
from sklint_server.server import Server


def workspace_edit(ls: Server, edits: Iterable[Edit]) -> types.WorkspaceEdit | None:
    """The edits, with the versions of the documents they are for; None where a file they are for cannot be read."""
    by_path: dict[str, list[types.TextEdit]] = {}
    for it in edits:
        lines = ls.lines(it.span.path)
        if lines is None:
            return None
        newline = Source(it.span.path, lines.data).newline
        text = it.text.replace("\r\n", "\n").replace("\n", newline)
        by_path.setdefault(it.span.path, []).append(types.TextEdit(lines.range(it.span), text))
    if not ls.session.client.document_changes:
        return types.WorkspaceEdit(changes={ls.uri(path): them for path, them in by_path.items()})
    return types.WorkspaceEdit(document_changes=[in_version(ls, path, them) for path, them in by_path.items()])


def in_version(ls: Server, path: str, edits: list[types.TextEdit]) -> types.TextDocumentEdit:
    document = ls.session.documents.get(path)
    identifier = types.OptionalVersionedTextDocumentIdentifier(ls.uri(path), document.version if document else None)
    return types.TextDocumentEdit(identifier, list(edits))


def differences(document: Document, after: bytes) -> list[Edit]:
    """The edits, line by line, that make `after` of a document."""
    before, wanted = document.data.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    return [
        Edit(Span(document.path, starts[first], starts[last]), b"".join(wanted[begin:end]).decode())
        for tag, first, last, begin, end in SequenceMatcher(None, before, wanted, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
