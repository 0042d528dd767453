"""Which function answers which message of the protocol."""

from collections.abc import Callable

from lsprotocol import types

from sklint_server import (
    actions,
    completion,
    hints,
    hover,
    lens,
    lifecycle,
    navigation,
    pulling,
    symbols,
    watching,
)
from sklint_server.commands import COMMANDS
from sklint_server.server import Server

FEATURES: dict[str, Callable[..., object]] = {
    types.INITIALIZE: lifecycle.initialize,
    types.INITIALIZED: lifecycle.initialized,
    types.SHUTDOWN: lifecycle.shutdown,
    types.EXIT: lifecycle.exit_,
    types.TEXT_DOCUMENT_DID_OPEN: lifecycle.did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: lifecycle.did_change,
    types.TEXT_DOCUMENT_DID_SAVE: lifecycle.did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: lifecycle.did_close,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: lifecycle.did_change_folders,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: watching.did_change_configuration,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: watching.did_change_watched_files,
    types.TEXT_DOCUMENT_DIAGNOSTIC: pulling.document_diagnostic,
    types.WORKSPACE_DIAGNOSTIC: pulling.workspace_diagnostic,
    types.TEXT_DOCUMENT_CODE_ACTION: actions.code_action,
    types.CODE_ACTION_RESOLVE: actions.resolve,
    types.TEXT_DOCUMENT_HOVER: hover.hover,
    types.TEXT_DOCUMENT_CODE_LENS: lens.code_lens,
    types.TEXT_DOCUMENT_INLAY_HINT: hints.inlay_hint,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: symbols.document_symbol,
    types.WORKSPACE_SYMBOL: symbols.workspace_symbol,
    types.TEXT_DOCUMENT_DEFINITION: navigation.definition,
    types.TEXT_DOCUMENT_REFERENCES: navigation.references,
    types.TEXT_DOCUMENT_COMPLETION: completion.completion,
}

OPTIONS: dict[str, object] = {
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(code_action_kinds=actions.KINDS, resolve_provider=True),
    types.TEXT_DOCUMENT_DIAGNOSTIC: types.DiagnosticOptions(True, True, "sklint", work_done_progress=True),
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=["[", ",", "."]),
    types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensOptions(resolve_provider=False),
}


def new_server() -> Server:
    server = Server()
    for method, function in FEATURES.items():
        server.feature(method, OPTIONS.get(method))(function)
    for name, function in COMMANDS.items():
        server.command(name)(function)
    return server
