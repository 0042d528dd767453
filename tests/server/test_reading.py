"""What an editor shows of the code: hover, lenses, hints, symbols, the way from a name to another, completion."""

import pytest
from lsprotocol import types
from lsprotocol.types import Position, Range

pytestmark = pytest.mark.asyncio


async def hover(editor, uri: str, word: str, offset: int = 0) -> str:
    params = types.HoverParams(types.TextDocumentIdentifier(uri), editor.place(uri, word, offset))
    found = await editor.client.text_document_hover_async(params)
    return found.contents.value if found else ""


async def test_hover_on_a_finding_shows_the_rules_page(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    await editor.diagnostics(uri)
    text = await hover(editor, uri, "keep;")
    assert "sk.args-struct-alignas" in text and "A field of an args struct that is smaller than 4 bytes" in text


async def test_hover_decodes_a_mask(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", clean.replace("add, 4,", "add, 4 | 8,"))
    text = await hover(editor, uri, "4 | 8", 1)
    assert "= 12" in text and "* 4: the framework flushes no caches" in text and "* 8:" in text


async def test_hover_on_an_args_struct_shows_its_layout_beside_the_parameters(start, tmp_path, clean):
    editor = await start(encoding="utf-8")
    uri = editor.open(tmp_path / "add.asc", clean)
    text = await hover(editor, uri, "AddArgs", 2)
    assert "| keep | `bool` | 8 | 1 | 4 | `bool keep` |" in text


async def test_hover_on_an_interface_tells_where_it_is_since_when_and_what_replaces_it(start, tmp_path):
    uses = "AscendC::AllocMutexID(); AscendC::SetAtomicNone(); AscendC::Muls(x); asc_copy_gm2ub(x); /* Muls */ Work(x);"
    text = f'#include "kernel_operator.h"\n/* 中 */ __global__ __vector__ void k(GM_ADDR x) {{ {uses} }}\n'
    editor = await start()
    uri = editor.open(tmp_path / "k.asc", text)
    told = await hover(editor, uri, "AllocMutexID", 3)
    assert "**interface** `AscendC::AllocMutexID`" in told and "* on Ascend 950PR / Ascend 950DT\n" in told
    assert "* not on Atlas A3 training / inference, Atlas A2 training / inference," in told
    assert "(https://gitcode.com/cann/asc-devkit/blob/master/docs/zh/api/" in told and ", of CANN 9.1.0" in told
    told = await hover(editor, uri, "SetAtomicNone", 1)
    assert "renamed since CANN 9.0, `AscendC::DisableDmaAtomic` takes its place" in told
    assert "* tensors of int16_t, half, int32_t, float on Atlas A3" in await hover(editor, uri, "Muls(x)", 1)
    assert "new on Ascend 950 in CANN 9.1.0" in await hover(editor, uri, "asc_copy_gm2ub", 1)
    assert await hover(editor, uri, "Muls */", 1) == ""
    assert await hover(editor, uri, "Work(x)", 1) == ""


async def test_hover_on_an_old_name_tells_what_changed_and_where_that_is_said(start, tmp_path):
    uses = "AscendC::SetHF32Mode(true); AscendC::InitOutput<float>(x, 1); AscendC::LoadData(x); AscendC::Nothing(x);"
    editor = await start()
    text = f'#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x) {{ {uses} }}\n'
    uri = editor.open(tmp_path / "k.asc", text)
    assert "takes an enumerator instead of a bool since CANN 9.0 ([source](" in await hover(
        editor, uri, "SetHF32Mode", 1
    )
    told = await hover(editor, uri, "InitOutput", 1)
    assert "deprecated since CANN 9.1, `AscendC::Fill` takes its place ([source](https://gitcode.com/" in told
    assert await hover(editor, uri, "Nothing", 1) == ""


async def test_hover_on_a_name_with_several_forms_tells_them_apart(start, tmp_path):
    uses = "AscendC::Muls(x, x, x, 1); asc_add(x, x, x, 1); AscendC::DataCopy(x, x, x);"
    editor = await start()
    text = f'#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x) {{ {uses} }}\n'
    uri = editor.open(tmp_path / "k.asc", text)
    assert "* with a scalar as argument 2: on Ascend 950PR / Ascend 950DT; not on" in await hover(
        editor, uri, "Muls", 1
    )
    assert "* with 4 or 10 arguments on Atlas A3 training / inference, Atlas A2" in await hover(
        editor, uri, "asc_add", 1
    )
    assert "* with AscendC::MultiCopyParams as argument 3: on Ascend" in await hover(editor, uri, "DataCopy", 1)


async def test_hover_on_an_interface_finds_what_a_name_means(start, tmp_path):
    text = """#include "kernel_operator.h"
using namespace AscendC;
template <class T> class Scale {
    __aicore__ inline void Run(TPipe *pipe) {
        pipe->InitBuffer(in, 2, 256);
        LocalTensor<T> x = in.AllocTensor<T>();
        x.SetValue(0, T(1));
        Muls(x, x, T(2), 8);
        MicroAPI::MaskReg mask;
        mm.SetTensorA(out);
        SyncAll();
    }
    TQue<TPosition::VECIN, 2> in;
    GlobalTensor<T> out;
    Matmul<T, T, T> mm;
};
__global__ __vector__ void scale(GM_ADDR x, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(int);
    GET_TILING_DATA(data, tiling);
}
"""
    editor = await start()
    uri = editor.open(tmp_path / "k.asc", text)
    wanted = {
        "InitBuffer": "TPipe::InitBuffer",
        "AllocTensor": "TQueBind::AllocTensor",
        "SetValue": "LocalTensor::SetValue",
        "Muls(": "Muls",
        "MaskReg": "Reg::MaskReg",
        "SetTensorA": "MatmulImplBase::SetTensorA",
        "SyncAll": "SyncAll",
    }
    for words, name in wanted.items():
        told = await hover(editor, uri, words, 1)
        assert f"**interface** `AscendC::{name}`" in told and "\n* on " in told and "[its page](https://" in told, words
    for macro in ("REGISTER_TILING_DEFAULT", "GET_TILING_DATA"):
        assert f"**interface** `{macro}`" in await hover(editor, uri, macro, 1)
    assert "**interface** `AscendC::LocalTensor::LocalTensor`" in await hover(editor, uri, "LocalTensor", 1)
    assert "* depending on the form of the call on " in await hover(editor, uri, "Muls(", 1)


async def test_hover_on_a_kernel_shows_its_type_and_binding(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", clean)
    text = await hover(editor, uri, "add(GM_ADDR", 1)
    assert "kernel type `__vector__`" in text and "SK_BIND(add, 4, add_sk<0>)" in text
    assert "sk function" in await hover(editor, uri, "add_sk<0>", 2)
    assert await hover(editor, uri, "part>") == ""


async def test_lenses_tell_how_a_kernel_is_bound_or_offer_to_bind_it(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", f"{clean}__global__ __vector__ void sub(GM_ADDR x) {{ Work(x); }}\n")
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    bound, offer = await editor.client.text_document_code_lens_async(params)
    assert bound.command.title == "bound: mask 4, add_sk<0>"
    assert (offer.command.title, *offer.command.arguments) == ("generate SK bind for sub", uri, "sub")
    kinds = [it.kind for it in await editor.actions(uri, editor.place(uri, "sub("), ["refactor"])]
    assert kinds == ["refactor.rewrite.sklint.bind", "refactor.rewrite.sklint.contract"]
    others = await editor.actions(uri, editor.place(uri, "add(GM"), ["refactor"])
    assert [it.kind for it in others] == ["refactor.rewrite.sklint.contract"]


async def test_hints_are_off_until_the_settings_ask(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", clean)
    params = types.InlayHintParams(types.TextDocumentIdentifier(uri), Range(Position(0, 0), Position(99, 0)))
    assert not await editor.client.text_document_inlay_hint_async(params)
    settings = {"sklint": {"inlayHints": True, "path": "of the editor only"}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    (hint,) = await editor.client.text_document_inlay_hint_async(params)
    assert (hint.label, hint.position) == ("no flush", editor.place(uri, "4, add_sk", 1))


async def test_document_symbols(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", clean)
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    found = await editor.client.text_document_document_symbol_async(params)
    assert [it.name for it in found] == ["AddArgs", "add", "add_sk", "SK_BIND add"]
    assert [it.name for it in found[0].children] == ["x", "keep"]
    for it in found:
        assert (it.range.start.line, it.range.start.character) <= (
            it.selection_range.start.line,
            it.selection_range.start.character,
        )


async def test_workspace_symbols_cover_files_that_are_not_open(start, tmp_path, clean):
    (tmp_path / "add.asc").write_text(clean)
    (tmp_path / "mul.asc").write_text(clean.replace("add", "multiply").replace("Add", "Multiply"))
    editor = await start()
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("mul"))
    assert [it.name for it in found] == ["MultiplyArgs", "multiply", "multiply_sk"]
    assert len(await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams(""))) == 6


async def goto(editor, uri: str, word: str, offset: int = 0) -> list[tuple[str, Range]]:
    params = types.DefinitionParams(types.TextDocumentIdentifier(uri), editor.place(uri, word, offset))
    found = await editor.client.text_document_definition_async(params)
    return [(it.uri, it.range.start) for it in found or ()]


async def test_definition_between_kernel_function_struct_and_binding(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", clean)
    kernel, function, struct = (
        editor.place(uri, "add(GM"),
        editor.place(uri, "add_sk(const"),
        editor.place(uri, "AddArgs {"),
    )
    assert await goto(editor, uri, "add, 4") == [(uri, kernel)]
    assert await goto(editor, uri, "add_sk<0>", 1) == [(uri, function)]
    assert await goto(editor, uri, "SK_BIND", 1) == [(uri, kernel), (uri, function)]
    assert await goto(editor, uri, "add(GM") == [(uri, function)]
    assert await goto(editor, uri, "add_sk(const") == [(uri, kernel)]
    assert await goto(editor, uri, "AddArgs *args") == [(uri, struct)]
    assert await goto(editor, uri, "AddArgs {") == [(uri, function)]
    assert await goto(editor, uri, "keep) {") == [(uri, editor.place(uri, "keep;"))]
    assert await goto(editor, uri, "keep;") == [(uri, editor.place(uri, "keep) {"))]
    assert await goto(editor, uri, "Work(x") == []


async def test_references_and_definitions_go_across_files(start, tmp_path, clean):
    kernel, rest = clean.split("template", 1)
    (tmp_path / "kernel.h").write_text(kernel)
    bind = '#include "kernel.h"\ntemplate' + rest
    (tmp_path / "bind.asc").write_text(bind)
    editor = await start()
    uri = editor.open(tmp_path / "kernel.h", kernel)
    other = (tmp_path / "bind.asc").as_uri()
    at = editor.place(uri, "add(GM")
    params = types.ReferenceParams(types.ReferenceContext(True), types.TextDocumentIdentifier(uri), at)
    found = await editor.client.text_document_references_async(params)
    assert {(it.uri, it.range.start.line) for it in found} == {
        (uri, at.line),
        (other, bind[: bind.index("SK_BIND")].count("\n")),
    }
    editor.texts[other] = bind
    assert await goto(editor, uri, "add(GM") == [(other, editor.place(other, "add_sk(const"))]


@pytest.mark.parametrize("opened", [True, False])
async def test_an_args_struct_is_known_in_the_header_that_holds_it(start, tmp_path, clean, opened):
    lines = clean.splitlines(keepends=True)
    header, rest = "#pragma once\n" + "".join(lines[1:6]), lines[0] + '#include "args.h"\n' + "".join(lines[6:])
    (tmp_path / "args.h").write_text(header)
    (tmp_path / "a.asc").write_text(rest)
    editor = await start()
    uri, other = editor.open(tmp_path / "args.h", header), (tmp_path / "a.asc").as_uri()
    editor.texts[other] = rest
    if opened:
        await editor.rules(editor.open(other, rest))
    place = editor.place(uri, "AddArgs")
    params = types.ReferenceParams(types.ReferenceContext(True), types.TextDocumentIdentifier(uri), place)
    found = await editor.client.text_document_references_async(params)
    assert {(it.uri, it.range.start.line) for it in found} == {
        (uri, 2),
        (other, rest[: rest.index("add_sk")].count("\n")),
    }
    assert await goto(editor, uri, "AddArgs") == [(other, editor.place(other, "add_sk(const"))]
    assert await goto(editor, uri, "keep;") == [(other, editor.place(other, "keep)"))]
    params = types.HoverParams(types.TextDocumentIdentifier(uri), place)
    if opened:
        shown = (await editor.client.text_document_hover_async(params)).contents.value
        assert "**args struct** `AddArgs`" in shown
        assert "`bool keep`" in shown
        editor.replace(uri, 0, 0, "// 核\n")
        place = editor.place(uri, "AddArgs")
        params = types.HoverParams(types.TextDocumentIdentifier(uri), place)
        assert "**args struct**" in (await editor.client.text_document_hover_async(params)).contents.value


async def test_completion_of_rule_ids_in_a_suppression(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(
        tmp_path / "add.asc", f"// 中文 sklint: ignore[sk.block-num, sk.arg]\n// sklint: ignore[\n{clean}"
    )
    for word, offset, length in (("sk.arg]", 6, 6), ("ignore[\n", 7, 0)):
        place = editor.place(uri, word, offset)
        params = types.CompletionParams(types.TextDocumentIdentifier(uri), place)
        found = await editor.client.text_document_completion_async(params)
        item = next(it for it in found.items if it.label == "sk.args-const")
        assert item.text_edit.range == Range(Position(place.line, place.character - length), place)
        assert "sk.args-const" in item.documentation.value
    params = types.CompletionParams(types.TextDocumentIdentifier(uri), editor.place(uri, "GM_ADDR"))
    assert await editor.client.text_document_completion_async(params) is None


async def test_showing_a_rule_opens_its_page(start, tmp_path):
    editor = await start()
    params = types.ExecuteCommandParams("sklint.server.showRule", ["sk.block-num"])
    assert "sk.block-num" in await editor.client.workspace_execute_command_async(params)
    assert editor.client.shown_documents[0].uri.endswith("/sk.block-num.md")


async def test_a_rule_that_is_none_is_told(start, tmp_path):
    editor = await start()
    params = types.ExecuteCommandParams("sklint.server.showRule", ["SK.block-nun"])
    assert await editor.client.workspace_execute_command_async(params) == ""
    told = [it.message for it in editor.client.messages]
    assert told == ["sklint: SK.block-nun names no rule; did you mean sk.block-num?"]
    assert not editor.client.shown_documents
