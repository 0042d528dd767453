"""The IO contract beside a document: where it is, whether it lacks a kernel, and the edit that writes it."""

import asyncio
from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from lsprotocol import types

from sklint.contract import contract_text
from sklint.contract_entry import has_entry_named
from sklint.error import SklintError
from sklint.source import Source
from sklint_server.documents import Document, on_disk
from sklint_server.edits import differences, workspace_edit
from sklint_server.engine import ASKED
from sklint_server.messages import Contract, Contracted
from sklint_server.outline import Entity
from sklint_server.results import Result
from sklint_server.server import Server

SUFFIX = ".io-contract.json"


def contract_path(document: Document) -> str | None:
    """Where a document's contract is; None for a document that is no file."""
    if urlsplit(document.uri).scheme != "file":
        return None
    path = PurePosixPath(document.path)
    return str(path.with_name(f"{path.stem}{SUFFIX}"))


async def kernels_of(ls: Server, document: Document) -> list[Entity]:
    """The kernels that the document itself defines."""
    outline = await ls.session.outline(document.path)
    return [it for it in outline.entities if it.kind == "kernel" and it.defined and it.span.path == document.path]


def offer(ls: Server, document: Document, kernels: Iterable[Entity]) -> str:
    """The title of the action that writes the contract, or adds to it; "" where there is nothing to do, the client
    cannot create files, or the contract that is there cannot be read."""
    path = contract_path(document)
    if path is None:
        return ""
    there = existing(ls, path)
    if there is None:
        return "Write an IO contract for this file" if ls.session.client.creates_files else ""
    try:
        top, _ = contract_text(there)
    except SklintError:
        return ""
    lacks = any(not has_entry_named(top, it.name, it.qualified) for it in kernels)
    return f"Add the kernels of this file to {PurePosixPath(path).name}" if lacks else ""


def existing(ls: Server, path: str) -> Source | None:
    """The contract that is there, as the editor has it or on disk."""
    document = ls.session.documents.get(path)
    data = document.data if document else on_disk(path)
    return None if data is None else Source(path, data)


async def contract_edit(ls: Server, document: Document) -> types.WorkspaceEdit | None:
    """The edit that writes the contract; None where there is none to write, and the user is told why."""
    path, request = contract_path(document), ls.session.request(document.source)
    if path is None or isinstance(request, Result):
        return None
    there = existing(ls, path)
    message = Contract(request, path, there.data if there else None)
    future = ls.session.engine.ask(f"contract {document.path}", ASKED, message)
    await asyncio.wait([future])
    answer = None if future.cancelled() else future.result()
    if not isinstance(answer, Contracted) or not ls.session.still(document):
        return None
    if answer.refused:
        ls.warn(answer.refused)
        return None
    return changed(ls, there, answer.data) if there else created(ls, path, answer.data)


def changed(ls: Server, before: Source, after: bytes) -> types.WorkspaceEdit | None:
    document = Document(before.path, before.path, 0, before.data, ls.session.client.units, as_on_disk=True)
    edits = differences(document, after)
    return workspace_edit(ls, edits) if edits else None


def created(ls: Server, path: str, data: bytes) -> types.WorkspaceEdit | None:
    """A new file with that text; it fails where one has come into being meanwhile."""
    if not ls.session.client.creates_files:
        return None
    uri, start = ls.uri(path), types.Position(0, 0)
    options = types.CreateFileOptions(overwrite=False, ignore_if_exists=False)
    text = types.TextEdit(types.Range(start, start), data.decode())
    whole = types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, None), [text])
    return types.WorkspaceEdit(document_changes=[types.CreateFile(uri, options=options), whole])
