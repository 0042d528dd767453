"""The IO contract of a file from its editor: offered on its kernels, written beside it or added to what is there."""

import json

import pytest
from lsprotocol import types
from lsprotocol.types import Position, Range
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio
CONTRACT = "refactor.rewrite.sklint.contract"

SCALE = """#include "kernel_operator.h"
// 缩放 😀
__global__ __vector__ void scale(__gm__ float *x, __gm__ float *y, int n)
{
    for (int i = 0; i < n; ++i) { y[i] = 2 * x[i]; }
}
"""
ENTRY = {
    "inputs": ["x"],
    "outputs": ["y"],
    "parameters": {"x": "tensor", "y": "tensor", "n": "scalar"},
}


async def resolved(editor, uri, word="scale("):
    (action,) = await editor.actions(uri, editor.place(uri, word), [CONTRACT])
    return await editor.client.code_action_resolve_async(action)


async def test_a_contract_is_created_beside_the_file(start, tmp_path):
    editor = await start()
    uri = editor.open(tmp_path / "缩 放.asc", SCALE)
    action = await resolved(editor, uri)
    assert (action.title, action.kind) == ("Write an IO contract for this file", CONTRACT)
    create, insert = action.edit.document_changes
    assert create.kind == "create" and create.uri == (tmp_path / "缩 放.io-contract.json").as_uri()
    assert create.options == types.CreateFileOptions(overwrite=False, ignore_if_exists=False)
    assert insert.text_document == types.OptionalVersionedTextDocumentIdentifier(create.uri, None)
    (edit,) = insert.edits
    assert edit.range == Range(Position(0, 0), Position(0, 0))
    assert json.loads(edit.new_text) == {"schema_version": 1, "entries": {"scale": ENTRY}}


async def test_it_is_made_of_the_text_as_it_is_then(start, tmp_path):
    editor = await start()
    (tmp_path / "scale.asc").write_text("// nothing yet\n")
    uri = editor.open(tmp_path / "scale.asc", SCALE)
    (action,) = await editor.actions(uri, editor.place(uri, "scale("), [CONTRACT])
    editor.write(uri, SCALE.replace("float *y", "float *out").replace("y[i]", "out[i]"))
    edit = (await editor.client.code_action_resolve_async(action)).edit.document_changes[1].edits[0]
    assert json.loads(edit.new_text)["entries"]["scale"]["outputs"] == ["out"]


async def test_it_is_offered_on_kernels_alone(start, tmp_path):
    editor = await start()
    uri = editor.open(tmp_path / "scale.asc", SCALE)
    assert await editor.actions(uri, Position(0, 0)) == []
    assert [it.kind for it in await editor.actions(uri, editor.place(uri, "y[i]"), ["refactor"])].count(CONTRACT) == 1
    assert await editor.actions(uri, editor.place(uri, "scale("), ["source"]) == []


async def test_it_is_not_offered_where_no_file_can_be_created(start, tmp_path):
    editor = await start(creates=False)
    uri = editor.open(tmp_path / "scale.asc", SCALE)
    assert await editor.actions(uri, editor.place(uri, "scale("), [CONTRACT]) == []


async def test_it_is_not_offered_for_a_text_that_is_no_file(start, tmp_path):
    editor = await start()
    uri = editor.open("untitled:Untitled-1.asc", SCALE)
    assert await editor.actions(uri, editor.place(uri, "scale("), [CONTRACT]) == []


async def test_a_contract_that_is_there_gets_what_it_lacks(start, tmp_path):
    text = '{\r\n    "entries": {\r\n        "other": "z"\r\n    }\r\n}\r\n'
    (tmp_path / "scale.io-contract.json").write_bytes(text.encode())
    editor = await start()
    uri = editor.open(tmp_path / "scale.asc", SCALE)
    action = await resolved(editor, uri)
    assert action.title == "Add the kernels of this file to scale.io-contract.json"
    (change,) = action.edit.document_changes
    assert change.text_document.uri == (tmp_path / "scale.io-contract.json").as_uri()
    editor.texts[change.text_document.uri] = text
    after = editor.apply(change.text_document.uri, action.edit)
    assert json.loads(after)["entries"] == {"other": "z", "scale": ENTRY}
    assert after.replace("\r\n", "").count("\n") == 0


@pytest.mark.parametrize("text", ['{"entries": {"scale": "y"}}', "{", '{"entries": 3}', ""])
async def test_a_contract_that_is_complete_or_broken_is_left_alone(start, tmp_path, text):
    (tmp_path / "scale.io-contract.json").write_text(text)
    editor = await start()
    uri = editor.open(tmp_path / "scale.asc", SCALE)
    assert await editor.actions(uri, editor.place(uri, "scale("), [CONTRACT]) == []


async def test_what_is_not_proved_is_left_to_a_person(start, tmp_path):
    editor = await start()
    uri = editor.open(tmp_path / "scale.asc", SCALE.replace("y[i] = 2 * x[i];", "Work(x, y);"))
    entry = json.loads((await resolved(editor, uri)).edit.document_changes[1].edits[0].new_text)["entries"]["scale"]
    assert entry["inputs"] == entry["outputs"] == [] and list(entry["undecided"]) == ["x", "y"]


async def test_without_resolving_the_action_has_its_edit(start, tmp_path):
    editor = await start(resolve=False, encoding="utf-8")
    uri = editor.open(tmp_path / "scale.asc", SCALE)
    (action,) = await editor.actions(uri, editor.place(uri, "scale("), [CONTRACT])
    assert [type(it) for it in action.edit.document_changes] == [types.CreateFile, types.TextDocumentEdit]


async def test_a_file_without_a_tensor_has_none_and_the_user_is_told(start, tmp_path):
    editor = await start()
    uri = editor.open(
        tmp_path / "scale.asc", '#include "kernel_operator.h"\n__global__ __vector__ void run(int n) {}\n'
    )
    (action,) = await editor.actions(uri, editor.place(uri, "run("), [CONTRACT])
    with pytest.raises(JsonRpcException):
        await editor.client.code_action_resolve_async(action)
    assert "no IO contract: run takes no tensor" in editor.client.messages[0].message
