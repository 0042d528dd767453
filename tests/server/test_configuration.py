"""Configuration: the command line's resolver, the client's settings over it, trust, and what changes on the way."""

import shutil
from pathlib import Path

import pytest
from lsprotocol import types

pytestmark = pytest.mark.asyncio
ALIGN = "sk.args-struct-alignas"


def changed(editor, path: Path, kind: types.FileChangeType = types.FileChangeType.Changed) -> None:
    params = types.DidChangeWatchedFilesParams([types.FileEvent(path.as_uri(), kind)])
    editor.client.workspace_did_change_watched_files(params)


async def test_the_nearest_configuration_counts_with_only_a_root_given(start, tmp_path, small):
    (tmp_path / "sklint.toml").write_text(
        '[target]\ncann = "9.1"\nchips = ["A3"]\n[rules]\n"sk.args-struct-alignas" = "off"\n'
    )
    (tmp_path / "team").mkdir()
    (tmp_path / "team/sklint.toml").write_text(
        'extend = "../sklint.toml"\n[rules]\n"sk.args-struct-alignas" = "warning"\n'
    )
    editor = await start()
    assert await editor.rules(editor.open(tmp_path / "a.asc", small)) == []
    uri = editor.open(tmp_path / "team/b.asc", small)
    (found,) = await editor.diagnostics(uri)
    assert (found.code, found.severity) == (ALIGN, types.DiagnosticSeverity.Warning)
    params = types.ExecuteCommandParams("sklint.server.showConfiguration", [uri])
    assert await editor.client.workspace_execute_command_async(params) == str(tmp_path / "team/sklint.toml")


async def test_a_changed_configuration_is_read_again(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "a.asc", small)
    assert await editor.rules(uri) == [ALIGN]
    place = tmp_path / "sklint.toml"
    place.write_text(f'ignore = ["{ALIGN}"]\n')
    changed(editor, place, types.FileChangeType.Created)
    await editor.until(lambda: editor.last(uri) == [])
    place.write_text("ignroe = []\n")
    changed(editor, place)
    editor.write(uri, small + "\n")
    await editor.diagnostics(uri)
    assert "did you mean ignore?" in editor.client.messages[0].message
    assert len(editor.client.messages) == 1
    (told,) = editor.published[place.as_uri()][-1].diagnostics
    assert told.message == "ignroe is not a setting; did you mean ignore?"
    assert (told.severity, told.source) == (types.DiagnosticSeverity.Error, "sklint")
    assert told.range == types.Range(types.Position(0, 0), types.Position(0, 11))
    place.unlink()
    changed(editor, place, types.FileChangeType.Deleted)
    await editor.until(lambda: editor.last(uri) == [ALIGN])
    assert editor.last(place.as_uri()) == []


async def test_what_is_wrong_with_a_configuration_is_told_at_its_line(start, tmp_path, small):
    place = tmp_path / "sklint.toml"
    place.write_text('# 起 😀\nignore = []\n\nselect = ["no.such-rule"]\n')
    editor = await start(pulls=True)
    uri = editor.open(tmp_path / "a.asc", small)
    where = types.TextDocumentIdentifier(uri)
    await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(where))
    await editor.until(lambda: place.as_uri() in editor.published)
    (told,) = editor.published[place.as_uri()][-1].diagnostics
    assert "no.such-rule" in told.message and told.range.start.line == 3
    place.write_text("ignore = []\n")
    changed(editor, place)
    await editor.until(lambda: editor.last(place.as_uri()) == [])
    answer = await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(where))
    assert [it.code for it in answer.items] == [ALIGN]


@pytest.mark.parametrize("text", [b"select = [\n", b"# \xff\nselect = []\n"])
async def test_a_configuration_that_is_no_text_or_no_toml_is_told_in_it(start, tmp_path, small, text):
    place = tmp_path / "sklint.toml"
    place.write_bytes(text)
    editor = await start()
    editor.open(tmp_path / "a.asc", small)
    await editor.until(lambda: place.as_uri() in editor.published)
    (told,) = editor.published[place.as_uri()][-1].diagnostics
    assert "not " in told.message


async def test_headers_that_are_left_out_are_told_nothing_of(start, tmp_path, small):
    lines = small.splitlines(keepends=True)
    (tmp_path / "third").mkdir()
    header = tmp_path / "third" / "args.h"
    header.write_text("".join(lines[1:6]))
    (tmp_path / "sklint.toml").write_text('exclude = ["third"]\n')
    editor = await start()
    uri = editor.open(tmp_path / "a.asc", lines[0] + '#include "third/args.h"\n' + "".join(lines[6:]))
    assert await editor.rules(uri) == []
    assert not editor.last(header.as_uri())
    (tmp_path / "sklint.toml").write_text("exclude = []\n")
    changed(editor, tmp_path / "sklint.toml")
    await editor.until(lambda: editor.last(header.as_uri()) == [ALIGN])


async def test_settings_of_the_client_come_over_the_file(start, tmp_path, small):
    editor = await start(options={"settings": {"ignore": [ALIGN]}})
    uri = editor.open(tmp_path / "a.asc", small)
    assert await editor.rules(uri) == []
    settings = types.DidChangeConfigurationParams(
        {"sklint": {"ignore": [], "target": {"chips": ["A3"], "cann": "9.1"}}}
    )
    editor.client.workspace_did_change_configuration(settings)
    await editor.until(lambda: editor.last(uri) == [ALIGN])


@pytest.mark.parametrize(
    "now", [{"sklint": {}}, {"sklint": {"run": "onType"}}, {"sklint": None}, {"sklint": {"ignore": None}}]
)
@pytest.mark.parametrize("first", [{"ignore": [ALIGN]}, {"select": ["contract"]}])
async def test_a_setting_that_is_taken_away_counts_no_more(start, tmp_path, small, first, now):
    editor = await start()
    uri = editor.open(tmp_path / "a.asc", small)
    assert await editor.rules(uri) == [ALIGN]
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"sklint": first}))
    await editor.until(lambda: editor.last(uri) == [])
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(now))
    await editor.until(lambda: editor.last(uri) == [ALIGN])


async def test_what_the_client_began_with_stays_under_its_settings(start, team, clean):
    editor = await start(team, options={"trusted": False, "settings": {"ignore": [ALIGN]}})
    uri = editor.open(team / "a.asc", clean.replace("alignas(4) ", ""))
    assert await editor.rules(uri) == []
    for settings, rules in (({"ignore": []}, [ALIGN]), ({}, [])):
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"sklint": settings}))
        await editor.until(lambda rules=rules: editor.last(uri) == rules)


@pytest.mark.parametrize("wrong", [{"target": {"chips": ["A33"]}}, {"run": "sometimes"}, {"select": "sk"}])
async def test_wrong_settings_are_told_and_the_old_ones_stay(start, tmp_path, small, wrong):
    editor = await start()
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"sklint": wrong}))
    uri = editor.open(tmp_path / "a.asc", small)
    assert await editor.rules(uri) == [ALIGN]
    assert len(editor.client.messages) == 1


PACK = '''"""A pack of a team."""
from sklint.api import Pack
pack = Pack.of(__name__)
'''
RULE = '''"""A kernel is not called add.

```cpp bad
__global__ __vector__ void add(GM_ADDR x) {} // <-
```
"""
import ctypes, os, time
from sklint.api import Severity, rule

@rule("team.no-add", severity=Severity.WARNING, since="1", sources=("us",))
def check(ctx):
    text = ctx.unit.source.data
    if b"CRASH" in text:
        ctypes.string_at(0)
    if b"HANG" in text:
        time.sleep(600)
    if b"RAISE" in text:
        raise ValueError("bad rule")
    for kernel in ctx.unit.kernels:
        yield check.finding(kernel.span, f"{kernel.name} is no name", symbol=kernel.name)
'''


@pytest.fixture
def team(tmp_path: Path) -> Path:
    folder = tmp_path / "teampack"
    folder.mkdir()
    (folder / "__init__.py").write_text(PACK)
    (folder / "no_add.py").write_text(RULE)
    (tmp_path / "sklint.toml").write_text('rule-packs = ["teampack"]\n')
    return tmp_path


async def test_a_folders_pack_runs_in_a_trusted_workspace_only(start, team, clean):
    editor = await start(team)
    assert await editor.rules(editor.open(team / "a.asc", clean)) == ["team.no-add"]
    other = await start(team, options={"trusted": False})
    assert await other.rules(other.open(team / "a.asc", clean)) == []


@pytest.mark.parametrize(
    "options",
    [
        {"trusted": False, "settings": {"run": "nonsense"}},
        {"trusted": False, "settings": {"select": 5, "trusted": True}},
        {"trusted": False, "settings": {"trusted": True}},
        {"trusted": False, "sklint": {"trusted": True}},
        {"settings": {"trusted": False}},
        {"trusted": None, "settings": {}},
        {"trusted": "yes"},
        {"trusted": False, "run": 3},
    ],
)
@pytest.mark.parametrize(
    "now", [None, {"sklint": {"trusted": True}}, {"trusted": True}, {"sklint": {"run": "nonsense"}}]
)
async def test_no_setting_gives_trust(start, team, clean, options, now):
    editor = await start(team, options=options)
    uri = editor.open(team / "a.asc", clean)
    assert await editor.rules(uri) == []
    if now:
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(now))
        editor.write(uri, f"{clean}\n")
        assert await editor.rules(uri) == []


@pytest.mark.parametrize("opened", [True, False])
async def test_the_page_of_a_rule_of_a_folders_own_pack_is_shown(start, team, clean, opened):
    (team / "below").mkdir()
    (team / "below" / "sklint.toml").write_text('extend = "../sklint.toml"\n')
    params = types.ExecuteCommandParams("sklint.server.showRule", ["team.no-add"])
    editor = await start(team / "below")
    if opened:
        assert await editor.rules(editor.open(team / "below/a.asc", clean)) == ["team.no-add"]
    assert "A kernel is not called add" in await editor.client.workspace_execute_command_async(params)
    other = await start(team, options={"trusted": False})
    other.open(team / "a.asc", clean)
    assert await other.client.workspace_execute_command_async(params) == ""


async def test_a_crash_and_a_hang_cost_one_note_each_and_the_server_goes_on(start, team, clean):
    editor = await start(team, options={"timeLimit": 4})
    uri = editor.open(team / "a.asc", clean)
    assert await editor.rules(uri) == ["team.no-add"]
    for word, reason in (("CRASH", "crashed the parser"), ("HANG", "took the parser more than 4 seconds")):
        editor.write(uri, f"{clean}// {word}\n")
        (found,) = await editor.diagnostics(uri)
        assert (found.code, found.severity) == ("sklint.internal", types.DiagnosticSeverity.Information)
        assert reason in found.message
        assert sum(reason in it.message for it in editor.client.log_messages) == 1
        editor.write(uri, clean)
        assert await editor.rules(uri) == ["team.no-add"]
    editor.write(uri, f"{clean}// RAISE\n")
    assert await editor.rules(uri) == ["sklint.internal"]


async def test_new_workspace_folders_are_searched(start, tmp_path, clean):
    more = tmp_path / "more"
    (tmp_path / "root").mkdir()
    more.mkdir()
    (more / "a.asc").write_text(clean)
    editor = await start(tmp_path / "root")
    assert not await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("add"))
    event = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(more.as_uri(), "more")], [])
    editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
    assert len(await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("add"))) == 3
    shutil.rmtree(more)


async def test_a_header_whose_configuration_is_wrong_leaves_the_findings_of_the_source(start, tmp_path, small):
    (tmp_path / "wrong").mkdir()
    place = tmp_path / "wrong/sklint.toml"
    place.write_text("ignor = []\n")
    (tmp_path / "wrong/add.h").write_text(small)
    editor = await start()
    uri = editor.open(
        tmp_path / "a.asc", '#include "wrong/add.h"\n' + small.replace("dd", "dd2").replace("Args", "Args2")
    )
    assert await editor.rules(uri) == [ALIGN]
    (told,) = editor.published[place.as_uri()][-1].diagnostics
    assert told.message == "ignor is not a setting; did you mean ignore?"
