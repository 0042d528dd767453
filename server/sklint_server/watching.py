"""What happens outside the editor's texts: settings, configuration files, headers, files that come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sklint.error import SklintError
from sklint_server import misconfigured
from sklint_server.configuration import is_configuration
from sklint_server.documents import saved
from sklint_server.settings import read_settings

if TYPE_CHECKING:
    from sklint_server.server import Server

WATCHED = (
    "**/sklint.toml",
    "**/pyproject.toml",
    "**/compile_commands.json",
    "**/.gitignore",
    "**/operator-*.json",
    "**/*io-contract*.json",
    "**/*.{asc,cpp,cc,cxx,cce,h,hpp,hh,hxx,inc,aicpu}",
)


async def register(ls: Server) -> None:
    """Ask for what the client does not send on its own; take the settings it keeps for us."""
    client, wanted = ls.session.client, list[types.Registration]()
    if client.watches:
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(it) for it in WATCHED])
        wanted.append(types.Registration("sklint-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if client.listens_configuration:
        section = types.DidChangeConfigurationRegistrationOptions("sklint")
        wanted.append(types.Registration("sklint-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    try:
        if wanted:
            await ls.client_register_capability_async(types.RegistrationParams(wanted))
        if client.asks_configuration:
            await pull_settings(ls)
    except JsonRpcException as error:
        ls.log(f"sklint: the client did not do what it said it can: {error}")


async def pull_settings(ls: Server) -> None:
    item = types.ConfigurationItem(section="sklint")
    answer = await ls.workspace_configuration_async(types.ConfigurationParams([item]))
    take_settings(ls, answer[0] if answer else None)


async def did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    if params.settings:
        take_settings(ls, params.settings)
    elif ls.session.client.asks_configuration:
        await pull_settings(ls)


def take_settings(ls: Server, given: object) -> None:
    """Use new settings, unless something is wrong with them: then the old ones stay and the user is told."""
    configurations = ls.session.configurations
    try:
        settings = read_settings(given, configurations.initial)
    except SklintError as error:
        ls.warn(str(error))
        return
    if settings == configurations.settings:
        return
    if wrong := configurations.try_settings(settings):
        ls.warn(wrong)
        return
    configurations.reread(settings)
    ls.session.engine.time_limit = settings.time_limit
    ls.warnings.clear()
    misconfigured.clear(ls)
    refresh(ls)


def did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    session, paths = ls.session, {ls.path(it.uri): it.type for it in params.changes}
    session.files.changed()
    for path in paths.keys() & session.documents.keys():
        session.documents[path] = saved(session.documents[path])
    if any(is_configuration(path) for path in paths):
        session.configurations.reread()
        ls.warnings.clear()
        misconfigured.clear(ls)
        refresh(ls)
        return
    open_paths = {it for path in paths for it in session.results.concerned(path) if it in session.documents}
    for path in open_paths:
        session.outlines.pop(path, None)
        session.check(path)
    refresh_views(ls)


def refresh(ls: Server) -> None:
    """Everything may be different: check what is open again, and have the client ask again."""
    ls.session.check_all()
    refresh_views(ls)


def refresh_views(ls: Server) -> None:
    client = ls.session.client
    if client.pulls and client.refreshes_diagnostics:
        later(ls.workspace_diagnostic_refresh_async(None))
    if client.refreshes_lenses:
        later(ls.workspace_code_lens_refresh_async(None))
    if client.refreshes_hints:
        later(ls.workspace_inlay_hint_refresh_async(None))


_running: set[asyncio.Task[None]] = set()


def later(request: Coroutine[object, object, object]) -> None:
    """Send a request whose answer nobody waits for, nor that there is none."""

    async def sent() -> None:
        with suppress(JsonRpcException):
            await request

    task = asyncio.create_task(sent())
    _running.add(task)
    task.add_done_callback(_running.discard)
