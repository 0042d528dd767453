"""A session's begin, its documents, its folders."""

from lsprotocol import types

from sklint.error import SklintError
from sklint_server.client import client_of
from sklint_server.documents import changed, opened, saved
from sklint_server.engine import TYPED
from sklint_server.server import Server
from sklint_server.settings import Settings, read_settings, says_trusted
from sklint_server.uris import path_of
from sklint_server.watching import refresh, register


def initialize(ls: Server, params: types.InitializeParams) -> None:
    session, configurations = ls.session, ls.session.configurations
    session.client = client_of(params.capabilities, types.PositionEncodingKind(ls.workspace.position_encoding).value)
    folders = [it.uri for it in params.workspace_folders or ()] or [it for it in (params.root_uri,) if it]
    if not folders and params.root_path:
        folders = [params.root_path]
    configurations.folders = {uri: path_of(uri, "/") for uri in folders}
    configurations.trusted = says_trusted(params.initialization_options)
    try:
        configurations.initial = read_settings(params.initialization_options, Settings())
        configurations.reread(configurations.initial)
    except SklintError as error:
        ls.warn(str(error))
    session.engine.time_limit = configurations.settings.time_limit
    ls.end_with(params.process_id)


async def initialized(ls: Server, params: types.InitializedParams) -> None:
    ls.session.engine.start()
    if wrong := ls.session.configurations.try_settings(ls.session.configurations.settings):
        ls.warn(wrong)
    await register(ls)


async def shutdown(ls: Server, params: None) -> None:
    await ls.session.engine.stop()


def exit_(ls: Server, params: None) -> None:
    if ls.on_stdio:
        ls.end_soon()


def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    path = ls.path(params.text_document.uri)
    ls.spelled[path] = params.text_document.uri
    document = ls.session.documents[path] = opened(params.text_document, path, ls.session.client.units)
    ls.session.check(path, TYPED)
    if not document.as_on_disk:
        ls.session.check_dependants(path)


def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    session, path = ls.session, ls.path(params.text_document.uri)
    if path not in session.documents:
        return
    session.documents[path] = changed(session.documents[path], params.text_document.version, params.content_changes)
    if session.configurations.settings.run == "onType":
        session.check(path, TYPED)
        session.check_dependants(path)
    else:
        session.unsaved.add(path)


def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    session, path = ls.session, ls.path(params.text_document.uri)
    if path not in session.documents:
        return
    session.documents[path] = saved(session.documents[path])
    session.unsaved.discard(path)
    if session.configurations.settings.run == "onSave":
        session.check(path, TYPED)
        session.check_dependants(path)


def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    path, uri = ls.path(params.text_document.uri), params.text_document.uri
    document = ls.session.documents.get(path)
    ls.session.drop(path)
    if not ls.session.client.pulls:
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri if document else uri, []))


def did_change_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    folders = ls.session.configurations.folders
    for it in params.event.removed:
        folders.pop(it.uri, None)
    folders |= {it.uri: path_of(it.uri, "/") for it in params.event.added}
    ls.session.files.changed()
    refresh(ls)
