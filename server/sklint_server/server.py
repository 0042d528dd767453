"""The server object: pygls with our own documents, and the session behind it."""

import io
import sys
from collections.abc import Generator
from typing import TypeAlias, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcMethodNotFound,
    PyglsError,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from sklint import __version__
from sklint.readable import read_source
from sklint.source import Source
from sklint_server import gone, misconfigured, publishing
from sklint_server.convert import Lines
from sklint_server.documents import Document
from sklint_server.session import Session
from sklint_server.uris import path_of, uri_of

Opened: TypeAlias = types.DidOpenTextDocumentParams
Changed: TypeAlias = types.DidChangeTextDocumentParams
Closed: TypeAlias = types.DidCloseTextDocumentParams
Params = TypeVar("Params")
Passed = Generator[tuple[object, tuple[Params], None], object, None]
"""The handler that pygls is to call, with its arguments."""


class Protocol(LanguageServerProtocol):
    """The protocol without the documents of pygls, which count other characters as line ends than LSP does."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: Opened) -> Passed[Opened]:
        yield self.handler(types.TEXT_DOCUMENT_DID_OPEN), (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: Changed) -> Passed[Changed]:
        yield self.handler(types.TEXT_DOCUMENT_DID_CHANGE), (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: Closed) -> Passed[Closed]:
        yield self.handler(types.TEXT_DOCUMENT_DID_CLOSE), (params,), None

    def structure_message(self, data: dict[str, object]) -> object:
        """The message that JSON carries. A request that is none of the protocol's is answered: pygls only logs it."""
        params = data.get("params")
        if data.get("method") == types.WORKSPACE_EXECUTE_COMMAND and isinstance(params, dict):
            given = cast("dict[str, object]", params)
            data = {**data, "params": {**given, "arguments": given.get("arguments") or []}}
        try:
            return super().structure_message(data)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        except JsonRpcException:
            number, method = data.get("id"), data.get("method")
            if isinstance(number, (int, str)) and isinstance(method, str):
                wrong = JsonRpcInvalidParams.of(method) if self.serves(method) else JsonRpcMethodNotFound.of(method)
                self._send_response(number, error=wrong.to_response_error())
            raise

    def serves(self, method: str) -> bool:
        features, own = self.fm.features, self.fm.builtin_features  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - pygls
        return method in features or method in own

    def handler(self, method: str) -> object:
        return self.fm.features[method]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - pygls


class Server(LanguageServer):
    """The language server. `session` is what it knows."""

    def __init__(self) -> None:
        incremental = types.TextDocumentSyncKind.Incremental
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - pygls passes untyped *args on
            "sklint", __version__, incremental, protocol_cls=Protocol
        )
        self.warnings: set[str] = set()
        self.misconfigured: set[str] = set()
        """The configuration files that a message was shown in."""
        self.spelled: dict[str, str] = {}
        """The URI that the client named a path by when it opened it last."""
        self.on_stdio = False
        self.session = Session(lambda paths: publishing.publish(self, paths), self.log, self.warn)

    def log(self, message: str) -> None:
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, message))

    def warn(self, message: str) -> None:
        """Show a message to the user, once until the configuration changes."""
        if message not in self.warnings:
            self.warnings.add(message)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"sklint: {message}"))
            misconfigured.tell(self, message)

    def path(self, uri: str) -> str:
        return path_of(uri, self.session.configurations.root)

    def document(self, uri: str) -> Document | None:
        return self.session.documents.get(self.path(uri))

    def uri(self, path: str) -> str:
        """The URI of a file: the client's own spelling where it has, or had, the file open."""
        return self.spelled.get(path) or uri_of(path)

    def lines(self, path: str) -> Lines | None:
        """The lines of a file, open or on disk; None where it cannot be read."""
        if document := self.session.documents.get(path):
            return document.lines
        source = read_source(path)
        return Lines.of_file(source, self.session.client.units) if isinstance(source, Source) else None

    def report_server_error(self, error: Exception, source: type[PyglsError] | type[JsonRpcException]) -> None:
        """Errors that no reply carries go to the log: a message box helps nobody."""
        if source is not FeatureRequestError:
            self.log(f"sklint: {type(error).__name__}: {error}")

    def start_on_stdio(self) -> None:
        """Serve the process that started this one, as long as it is there."""
        self.on_stdio = True
        self.start_io(gone.Input(io.FileIO(sys.stdin.fileno(), closefd=False), self.end_soon))

    def end_soon(self) -> None:
        """Nobody listens any more."""
        gone.end_soon(self.session.engine.close)

    def end_with(self, client: int | None) -> None:
        if self.on_stdio and client:
            gone.end_with(client, self.session.engine.close)

    def shutdown(self) -> None:
        self.session.engine.close()
        super().shutdown()
