"""Quick fixes, fix all, suppression, and what becomes of them when the text changes."""

import pytest
from lsprotocol import types
from lsprotocol.types import Position, Range
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio
FIX_ALL = "source.fixAll.sklint"
BIND = "refactor.rewrite.sklint.bind"


async def test_sole_safe_fix_is_preferred_and_carries_the_version(start, tmp_path, small, clean):
    editor = await start(resolve=False)
    uri = editor.open(tmp_path / "add.asc", small)
    (found,) = await editor.diagnostics(uri)
    fix, suppress = await editor.actions(uri, found.range)
    assert (fix.title, fix.kind, fix.is_preferred) == ("Align keep to 4", types.CodeActionKind.QuickFix, True)
    assert fix.edit.document_changes[0].text_document == types.OptionalVersionedTextDocumentIdentifier(uri, 1)
    assert editor.apply(uri, fix.edit) == clean
    assert (suppress.title, suppress.is_preferred) == ("Suppress sk.args-struct-alignas on this line", None)


async def test_no_action_where_nothing_is_found(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    assert await editor.actions(uri, Position(0, 0)) == []
    assert await editor.actions(uri, Range(Position(0, 0), Position(9, 0)), only=["source.organizeImports"]) == []


async def test_an_action_is_resolved_for_the_text_as_it_is_then(start, tmp_path, small, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    (found,) = await editor.diagnostics(uri)
    fix = (await editor.actions(uri, found.range))[0]
    assert fix.edit is None
    editor.replace(uri, 0, 0, "// 前言 😀\n\n")
    resolved = await editor.client.code_action_resolve_async(fix)
    assert resolved.edit.document_changes[0].text_document.version == 2
    assert editor.apply(uri, resolved.edit) == f"// 前言 😀\n\n{clean}"
    editor.write(uri, clean)
    with pytest.raises(JsonRpcException) as error:
        await editor.client.code_action_resolve_async(fix)
    assert error.value.code == types.LSPErrorCodes.ContentModified


async def test_fix_all_is_offered_when_asked_for_and_settles_the_file(start, tmp_path, small, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    everywhere = Range(Position(0, 0), Position(9, 0))
    assert FIX_ALL not in [it.kind for it in await editor.actions(uri, everywhere)]
    for only in (["source"], ["source.fixAll"], [FIX_ALL]):
        (action,) = await editor.actions(uri, everywhere, only)
        resolved = await editor.client.code_action_resolve_async(action)
        assert (action.kind, editor.apply(uri, resolved.edit)) == (FIX_ALL, clean)
    editor.write(uri, clean)
    assert await editor.actions(uri, everywhere, [FIX_ALL]) == []


async def test_fix_all_keeps_carriage_returns(start, tmp_path, small, clean):
    editor = await start(resolve=False)
    uri = editor.open(tmp_path / "add.asc", small.replace("\n", "\r\n"))
    (action,) = await editor.actions(uri, Position(0, 0), [FIX_ALL])
    assert editor.apply(uri, action.edit) == clean.replace("\n", "\r\n")


async def test_fix_all_as_a_command_applies_an_edit(start, tmp_path, small, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    params = types.ExecuteCommandParams("sklint.server.fixAll", [uri])
    assert await editor.client.workspace_execute_command_async(params)
    assert editor.apply(uri, editor.applied[0].edit) == clean


async def test_without_document_changes_the_clients_uri_is_the_key(start, tmp_path, small):
    editor = await start(resolve=False, no_versions=True)
    uri = editor.open(tmp_path.as_uri() + "/a%64d.asc", small)
    fix = (await editor.actions(uri, (await editor.diagnostics(uri))[0].range))[0]
    assert list(fix.edit.changes) == [uri]


BESIDE = "bool keep; // sklint: ignore[sk.args-struct-alignas]"
MACRO = "#define FIELDS \\\n    bool keep;"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("bool keep;", BESIDE),
        ("bool keep; // 中文", "bool keep; // 中文 // sklint: ignore[sk.args-struct-alignas]"),
        ("bool keep; // sklint: ignore[sk.args-const]", BESIDE.replace("[", "[sk.args-const, ")),
    ],
)
async def test_suppressing_settles_the_finding(start, tmp_path, small, before, after):
    editor = await start(resolve=False)
    text = small.replace("bool keep;", before)
    uri = editor.open(tmp_path / "add.asc", text)
    found = next(it for it in await editor.diagnostics(uri) if it.code == "sk.args-struct-alignas")
    suppress = next(it for it in await editor.actions(uri, found.range) if it.title.startswith("Suppress"))
    changed = editor.apply(uri, suppress.edit)
    assert changed == small.replace("bool keep;", after)
    editor.write(uri, changed)
    assert "sk.args-struct-alignas" not in await editor.rules(uri)


async def test_suppressing_in_a_macro_stands_above_it(start, tmp_path, small):
    editor = await start(resolve=False)
    head, rest = small.split("struct AddArgs", 1)
    bind = "#define BIND_ALL \\\n    SK_BIND(add, 256, add_sk<0>);\nBIND_ALL\n"
    uri = editor.open(tmp_path / "add.asc", f"{head}struct AddArgs{rest.replace('SK_BIND(add, 4, add_sk<0>);', bind)}")
    found = next(it for it in await editor.diagnostics(uri) if it.code == "sk.bind-mask-known")
    suppress = next(
        it for it in await editor.actions(uri, found.range) if it.title == "Suppress sk.bind-mask-known on this line"
    )
    editor.write(uri, editor.apply(uri, suppress.edit))
    rules = await editor.rules(uri)
    assert "sk.bind-mask-known" not in rules and "sklint.unused-suppression" not in rules


UNBOUND = """#include "kernel_operator.h"
// 核 😀
__global__ __vector__ void add(GM_ADDR x, bool keep) { Work(x, keep); }
"""


async def test_generating_a_binding_binds_the_kernel_and_leaves_no_finding(start, tmp_path):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", UNBOUND)
    (action,) = await editor.actions(uri, editor.place(uri, "add("), [BIND])
    assert action.title == "Generate SK bind for 'add'"
    resolved = await editor.client.code_action_resolve_async(action)
    editor.write(uri, editor.apply(uri, resolved.edit))
    assert "SK_BIND(add, 4, add_sk<0>" in editor.texts[uri]
    assert await editor.rules(uri) == []
    assert await editor.actions(uri, editor.place(uri, "add("), [BIND]) == []


SEVERAL = """#include "kernel_operator.h"
// 核 😀
__global__ __vector__ void add(GM_ADDR x, bool keep) { Work(x, keep); }

namespace ops {
    __global__ __cube__ void add(GM_ADDR x) { Work(x); }
}

__global__ void simt(GM_ADDR x) { Work(x); }
"""


async def test_the_kernels_of_a_file_are_bound_in_one_step(start, tmp_path):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", SEVERAL)
    own, all = await editor.actions(uri, editor.place(uri, "add("), [BIND])
    assert (own.title, all.title) == (
        "Generate SK bind for 'add'",
        "Generate SK bind for the 3 kernels of this file without one",
    )
    resolved = await editor.client.code_action_resolve_async(all)
    assert len(resolved.edit.document_changes) == 1
    editor.write(uri, editor.apply(uri, resolved.edit))
    assert editor.texts[uri].count("SK_BIND(add, 4, add_sk<0>") == 2
    assert "no binding for simt: simt names no kernel type" in editor.client.messages[0].message
    assert await editor.rules(uri) == []


async def test_what_a_target_lacks_is_no_obstacle_to_a_binding(start, tmp_path):
    editor = await start()
    (tmp_path / "sklint.toml").write_text('[target]\nchips = ["A2"]\ncann = "9.1"\n', encoding="utf-8")
    uri = editor.open(tmp_path / "add.asc", UNBOUND.replace("Work(x, keep)", "AscendC::GetUBSizeInBytes();"))
    before = await editor.rules(uri)
    (action,) = await editor.actions(uri, editor.place(uri, "add("), [BIND])
    resolved = await editor.client.code_action_resolve_async(action)
    assert before and "SK_BIND(add, 4, add_sk<0>" in editor.apply(uri, resolved.edit)


async def test_generating_by_the_lens_applies_an_edit_or_says_why_not(start, tmp_path):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", UNBOUND)
    params = types.ExecuteCommandParams("sklint.server.generateBind", [uri, "add"])
    assert await editor.client.workspace_execute_command_async(params)
    assert "struct AddArgs" in editor.apply(uri, editor.applied[0].edit)
    params = types.ExecuteCommandParams("sklint.server.generateBind", [uri, "nobody"])
    assert not await editor.client.workspace_execute_command_async(params)
    assert "no binding for nobody: this file defines no such kernel" in editor.client.messages[0].message
