"""An editor for the tests: a real client of the server over stdio, with what it was told."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from copy import deepcopy
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from lsprotocol.types import Position, Range
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

SECONDS = 20
UNITS = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}


def capabilities(encoding: str = "utf-16", *, pulls: bool = False, **more: bool) -> types.ClientCapabilities:
    """What VS Code can do; without pulling, unless a test is about that."""
    found = deepcopy(client_capabilities("visual_studio_code"))
    found.general.position_encodings = [types.PositionEncodingKind(encoding)]
    found.text_document.publish_diagnostics.version_support = True
    found.text_document.diagnostic = (
        types.DiagnosticClientCapabilities(related_document_support=True) if pulls else None
    )
    if not more.get("resolve", True):
        found.text_document.code_action.resolve_support = None
    if more.get("no_versions"):
        found.workspace.workspace_edit.document_changes = None
    if not more.get("creates", True):
        found.workspace.workspace_edit.resource_operations = ["rename"]
    if more.get("bare"):
        return types.ClientCapabilities()
    return found


class Editor:
    """A client with documents. `published` holds all diagnostics it was sent for each URI, newest last."""

    def __init__(self, client: LanguageClient, encoding: str) -> None:
        self.client, self.encoding = client, encoding
        self.published: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.news = asyncio.Event()
        self.applied: list[types.ApplyWorkspaceEditParams] = []
        features = client.protocol.fm.features
        features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = self.take
        features[types.WORKSPACE_APPLY_EDIT] = self.take_edit
        self.progress: list[types.ProgressParams] = []
        features[types.PROGRESS] = self.progress.append
        self.registered: list[types.Registration] = []
        features[types.CLIENT_REGISTER_CAPABILITY] = lambda params: self.registered.extend(params.registrations)
        for method in (types.WORKSPACE_CODE_LENS_REFRESH, types.WORKSPACE_INLAY_HINT_REFRESH):
            features[method] = lambda _: None

    def take(self, params: types.PublishDiagnosticsParams) -> None:
        self.published.setdefault(params.uri, []).append(params)
        self.news.set()

    def take_edit(self, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        self.applied.append(params)
        return types.ApplyWorkspaceEditResult(True)

    def open(self, uri: str | Path, text: str) -> str:
        uri = uri.as_uri() if isinstance(uri, Path) else uri
        self.versions[uri], self.texts[uri] = 1, text
        item = types.TextDocumentItem(uri, "asc", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, *changes: types.TextDocumentContentChangeEvent, sent_as: str = "") -> None:
        self.versions[uri] += 1
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], sent_as or uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, list(changes)))

    def write(self, uri: str, text: str, **how: str) -> None:
        """Put another text in place of all."""
        self.texts[uri] = text
        self.change(uri, types.TextDocumentContentChangeWholeDocument(text), **how)

    def replace(self, uri: str, start: int, end: int, new: str) -> None:
        """Put `new` in place of the characters from start to end."""
        text = self.texts[uri]
        start, end = (it + (text[it - 1 : it + 1] == "\r\n") for it in (start, end))  # no place inside of a line end
        place = Range(self.position(text, start), self.position(text, end))
        self.texts[uri] = text[:start] + new + text[end:]
        self.change(uri, types.TextDocumentContentChangePartial(place, new))

    def position(self, text: str, at: int) -> Position:
        before = text[:at].replace("\r\n", "\n").replace("\r", "\n")
        return Position(before.count("\n"), UNITS[self.encoding](before.rpartition("\n")[2]))

    def place(self, uri: str, word: str, offset: int = 0) -> Position:
        return self.position(self.texts[uri], self.texts[uri].index(word) + offset)

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def save(self, uri: str) -> None:
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def until(self, true: "callable") -> None:
        async def wait() -> None:
            while not true():
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(wait(), SECONDS)

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """What is published for the newest version of a document."""
        await self.until(lambda: any(it.version == self.versions[uri] for it in self.published.get(uri, ())))
        return list(self.published[uri][-1].diagnostics)

    def last(self, uri: str) -> list[str] | None:
        """The rules of what was published last, None for nothing."""
        return [it.code for it in self.published[uri][-1].diagnostics] if uri in self.published else None

    async def rules(self, uri: str) -> list[str]:
        return [it.code for it in await self.diagnostics(uri)]

    async def actions(self, uri: str, at: Range | Position, only: list[str] | None = None) -> list[types.CodeAction]:
        place = at if isinstance(at, Range) else Range(at, at)
        context = types.CodeActionContext([], only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, context)
        return list(await self.client.text_document_code_action_async(params) or ())

    def apply(self, uri: str, edit: types.WorkspaceEdit) -> str:
        """The text after an edit's changes to a document."""
        changes = edit.document_changes or []
        edits = [it for change in changes if change.text_document.uri == uri for it in change.edits]
        edits += (edit.changes or {}).get(uri, [])
        text = self.texts[uri]
        for it in sorted(edits, key=lambda it: (it.range.start.line, it.range.start.character), reverse=True):
            start, end = self.index(text, it.range.start), self.index(text, it.range.end)
            text = text[:start] + it.new_text + text[end:]
        return text

    def index(self, text: str, position: Position) -> int:
        lines = text.split("\n")
        at = sum(len(line) + 1 for line in lines[: position.line])
        line, units = lines[position.line], 0
        for number, character in enumerate(line):
            if units >= position.character:
                return at + number
            units += UNITS[self.encoding](character)
        return at + len(line)

    @property
    def server_pid(self) -> int:
        return self.client._server.pid

    @property
    def worker_pid(self) -> int:
        children = Path(f"/proc/{self.server_pid}/task/{self.server_pid}/children").read_text().split()
        return int(children[-1])


@pytest_asyncio.fixture
async def start(tmp_path: Path) -> AsyncIterator[object]:
    """Start an editor on a folder."""
    editors: list[Editor] = []

    async def begin(
        folder: Path | None = None, encoding: str = "utf-16", options: object = None, env: object = None, **can: bool
    ) -> Editor:
        client = make_test_lsp_client()
        environment = {**os.environ, **(env or {})}
        await client.start_io(sys.executable, "-m", "sklint_server.main", "--stdio", env=environment)
        editor = Editor(client, encoding)
        editors.append(editor)
        await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities(encoding, **can),
                root_uri=(folder or tmp_path).as_uri(),
                initialization_options=options,
            )
        )
        return editor

    yield begin
    for editor in editors:
        await editor.client.shutdown_session()
        assert editor.client._server.returncode == 0
        await editor.client.stop()


SMALL = """#include "kernel_operator.h"
// 标志位 😀
struct AddArgs {
    GM_ADDR x;
    /* 标志 😀 */ bool keep;
};
__global__ __vector__ void add(GM_ADDR x, bool keep) { Work(x, keep); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Work(args->x, args->keep); }
SK_BIND(add, 4, add_sk<0>);
"""
"""A kernel with one finding: `bool keep` needs alignas(4)."""


@pytest.fixture
def small() -> str:
    return SMALL


@pytest.fixture
def clean() -> str:
    return SMALL.replace("bool keep;", "alignas(4) bool keep;")
