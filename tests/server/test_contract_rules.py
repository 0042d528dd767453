"""Contracts of an operator in the editor: findings at the key, which follow the contract and the sources it names."""

import json

import pytest
from lsprotocol import types
from lsprotocol.types import Position

pytestmark = pytest.mark.asyncio
IO, LAYOUT = "contract.io-contract", "contract.asset-layout"
KERNEL = """#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, int n) { Work(x, y, n); }
"""
CONTRACT = """{"entries": {
  "add": {"description": "核 😀", "inputs": ["x"], "outputs": ["yy"]}
}}
"""


def layout(**unit: str) -> str:
    unit = {"unit_id": "add", "entry_name": "add", "kernel_source": "add.asc", **unit}
    return json.dumps({"schema_version": 1, "status": "ready", "asset_root": ".", "operator_units": [unit]}, indent=1)


def changed(path, kind: types.FileChangeType = types.FileChangeType.Changed) -> types.DidChangeWatchedFilesParams:
    return types.DidChangeWatchedFilesParams([types.FileEvent(path.as_uri(), kind)])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_finding_and_fix_stand_at_the_key_in_each_encoding(start, tmp_path, encoding):
    (tmp_path / "add.asc").write_text(KERNEL)
    editor = await start(encoding=encoding)
    uri = editor.open(tmp_path / "operator-io-contract.json", CONTRACT)
    (found,) = await editor.diagnostics(uri)
    assert (found.code, found.severity, found.source) == (IO, types.DiagnosticSeverity.Error, "sklint")
    assert found.message == "yy of add is no parameter of it, but it is listed as a tensor; did you mean y?"
    assert (found.range.start, found.range.end) == (editor.place(uri, '"yy"'), editor.place(uri, '"yy"', 4))
    assert found.related_information[0].location.uri == (tmp_path / "add.asc").as_uri()


async def test_diagnostics_follow_the_contract(start, tmp_path):
    (tmp_path / "add.asc").write_text(KERNEL)
    editor = await start()
    uri = editor.open(tmp_path / "operator-io-contract.json", CONTRACT)
    (found,) = await editor.diagnostics(uri)
    (fix,) = await editor.actions(uri, found.range)
    assert (fix.title, fix.is_preferred) == ('Replace "yy" with "y"', None)
    editor.write(uri, editor.apply(uri, (await editor.client.code_action_resolve_async(fix)).edit))
    assert await editor.rules(uri) == []
    editor.write(uri, editor.texts[uri].replace('"add"', '"ad"'))
    (found,) = await editor.diagnostics(uri)
    assert found.message == "no kernel of the asset is called ad; did you mean add?"
    editor.write(uri, editor.texts[uri][:-5])
    (found,) = await editor.diagnostics(uri)
    assert "not valid JSON" in found.message


async def test_diagnostics_follow_the_named_source_open_saved_and_on_disk(start, tmp_path):
    source = tmp_path / "add.asc"
    source.write_text(KERNEL)
    editor = await start()
    uri = editor.open(tmp_path / "operator-asset-layout.json", layout())
    assert await editor.rules(uri) == []
    code = editor.open(source, KERNEL)
    await editor.diagnostics(code)
    editor.write(code, KERNEL.replace("void add(", "void sub("))
    await editor.until(lambda: editor.last(uri) == [LAYOUT])
    editor.close(code)
    await editor.until(lambda: editor.last(uri) == [])
    source.write_text(KERNEL.replace("void add(", "void sub("))
    editor.client.workspace_did_change_watched_files(changed(source))
    await editor.until(lambda: editor.last(uri) == [LAYOUT])
    source.unlink()
    editor.client.workspace_did_change_watched_files(changed(source, types.FileChangeType.Deleted))
    await editor.until(lambda: "is not there" in editor.published[uri][-1].diagnostics[0].message)


async def test_diagnostics_follow_a_header_of_the_named_source(start, tmp_path):
    (tmp_path / "add.asc").write_text('#include "kernel.h"\n')
    (tmp_path / "kernel.h").write_text(KERNEL)
    editor = await start()
    uri = editor.open(tmp_path / "operator-asset-layout.json", layout())
    assert await editor.rules(uri) == []
    (tmp_path / "kernel.h").write_text(KERNEL.replace("void add(", "void sub("))
    editor.client.workspace_did_change_watched_files(changed(tmp_path / "kernel.h"))
    await editor.until(lambda: editor.last(uri) == [LAYOUT])


async def test_a_source_and_a_layout_that_appear_count(start, tmp_path):
    editor = await start()
    uri = editor.open(tmp_path / "operator-io-contract.json", CONTRACT)
    assert await editor.rules(uri) == []
    code = editor.open(tmp_path / "new.asc", KERNEL)
    await editor.diagnostics(code)
    await editor.until(lambda: editor.last(uri) == [IO])
    (tmp_path / "other").mkdir()
    other = KERNEL.replace("GM_ADDR y", "GM_ADDR yy")
    (tmp_path / "other" / "k.asc").write_text(other)
    place = tmp_path / "operator-asset-layout.json"
    place.write_text(layout(kernel_source="other/k.asc"))
    editor.client.workspace_did_change_watched_files(changed(place, types.FileChangeType.Created))
    await editor.until(lambda: editor.last(uri) == [])


async def test_an_edit_while_the_contract_is_read_is_not_lost(start, tmp_path):
    (tmp_path / "add.asc").write_text(KERNEL)
    editor = await start()
    code = editor.open(tmp_path / "add.asc", KERNEL)
    uri = editor.open(tmp_path / "operator-asset-layout.json", layout())
    editor.write(code, KERNEL.replace("void add(", "void sub("))
    await editor.until(lambda: editor.last(uri) == [LAYOUT])


async def test_other_json_has_no_findings_and_no_features(start, tmp_path):
    editor = await start()
    for name, text in (
        ("package.json", '{"entries": 3, "a": "__global__ SK_BIND("}'),
        ("operator-build-config.json", '{"schema_version": "sk.operator.build_config.v1"}'),
        ("broken.json", "{"),
    ):
        uri = editor.open(tmp_path / name, text)
        assert await editor.rules(uri) == []
        symbols = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        assert not await editor.client.text_document_document_symbol_async(symbols)


async def test_a_contract_by_its_content_and_by_a_part_of_its_name(start, tmp_path):
    (tmp_path / "add.asc").write_text(KERNEL)
    editor = await start()
    for name in ("add.json", "add.io-contract.json"):
        uri = editor.open(tmp_path / name, CONTRACT)
        assert await editor.rules(uri) == [IO]


async def test_hover_on_the_key_shows_the_page(start, tmp_path):
    (tmp_path / "add.asc").write_text(KERNEL)
    editor = await start()
    uri = editor.open(tmp_path / "operator-io-contract.json", CONTRACT)
    await editor.diagnostics(uri)
    params = types.HoverParams(types.TextDocumentIdentifier(uri), editor.place(uri, '"yy"', 1))
    hover = await editor.client.text_document_hover_async(params)
    assert hover.contents.value.startswith("### contract.io-contract\n")
    nowhere = types.HoverParams(types.TextDocumentIdentifier(uri), Position(0, 0))
    assert await editor.client.text_document_hover_async(nowhere) is None


async def test_workspace_diagnostics_cover_contracts(start, tmp_path):
    (tmp_path / "add.asc").write_text(KERNEL)
    (tmp_path / "operator-io-contract.json").write_text(CONTRACT)
    (tmp_path / "package.json").write_text('{"entries": {"add": {}}}')
    editor = await start(pulls=True)
    first = await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
    found = {it.uri: [one.code for one in it.items] for it in first.items if it.items}
    assert found[(tmp_path / "operator-io-contract.json").as_uri()] == [IO]
    assert (tmp_path / "package.json").as_uri() not in found
    code = editor.open(tmp_path / "add.asc", KERNEL.replace("GM_ADDR y", "GM_ADDR yy"))
    identifier = types.TextDocumentIdentifier(code)
    await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(identifier))
    again = await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
    assert IO not in [one.code for it in again.items for one in it.items]
