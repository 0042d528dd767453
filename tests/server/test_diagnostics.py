"""Diagnostics: where they are, what they carry, when they are sent and when taken away."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types
from lsprotocol.types import Position, Range
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio
ALIGN = "sk.args-struct-alignas"
WIDE = """#include "kernel_operator.h"

struct WArgs { GM_ADDR x; /* 标志位 😀 */ uint8_t flag; };
__global__ __vector__ void wide(GM_ADDR x, uint8_t flag) { Work(x, flag); }
template <uint32_t p> __sk__ __vector__ void wide_sk(const WArgs *args) { Work(args->x, args->flag); }
SK_BIND(wide, 4, wide_sk<0>);
"""


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 47), ("utf-16", 39), ("utf-32", 38)])
async def test_finding_and_fix_stand_at_the_fields_type_in_each_encoding(start, tmp_path, encoding, character):
    editor = await start(encoding=encoding)
    uri = editor.open(tmp_path / "wide.asc", WIDE)
    (found,) = await editor.diagnostics(uri)
    assert (found.code, found.range.start) == (ALIGN, Position(2, character))
    fix = (await editor.actions(uri, found.range))[0]
    edit = (await editor.client.code_action_resolve_async(fix)).edit
    assert editor.apply(uri, edit) == WIDE.replace("uint8_t flag;", "alignas(4) uint8_t flag;")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_incremental_changes_after_wide_characters(start, tmp_path, small, clean, encoding):
    editor = await start(encoding=encoding)
    uri = editor.open(tmp_path / "add.asc", small)
    assert await editor.rules(uri) == [ALIGN]
    editor.replace(uri, at := small.index("bool keep;"), at, "alignas(4) ")
    assert await editor.rules(uri) == []
    editor.replace(uri, at, at + len("alignas(4) "), "")
    editor.replace(uri, at := small.index("😀"), at + 1, "灯🚀🚀")
    editor.replace(uri, at, at + 3, "")
    assert await editor.rules(uri) == [ALIGN]


async def test_diagnostic_carries_code_source_severity_and_related_places(start, tmp_path):
    text = WIDE + "SK_BIND(wide, 2, wide_sk<0>);\n"
    editor = await start()
    uri = editor.open(tmp_path / "wide.asc", text)
    found = {it.code: it for it in await editor.diagnostics(uri)}
    twice = found["sk.bind-duplicate"]
    assert (twice.source, twice.severity) == ("sklint", types.DiagnosticSeverity.Error)
    assert twice.related_information[0].location.uri == uri
    assert twice.related_information[0].location.range.start.line == 5
    page, _, anchor = twice.code_description.href.removeprefix("file://").partition("#")
    assert anchor == "skbind-duplicate" and "## sk.bind-duplicate\n" in Path(page).read_text()


async def test_a_bare_client_gets_no_related_places_and_no_version(start, tmp_path):
    editor = await start(bare=True)
    uri = editor.open(tmp_path / "wide.asc", WIDE + "SK_BIND(wide, 2, wide_sk<0>);\n")
    await editor.until(lambda: uri in editor.published)
    told = editor.published[uri][-1]
    assert told.version is None
    assert all(it.related_information is None for it in told.diagnostics)


async def test_an_unused_suppression_is_greyed_out(start, tmp_path, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", f"// sklint: ignore[sk.block-num]\n{clean}")
    (found,) = await editor.diagnostics(uri)
    assert list(found.tags) == [types.DiagnosticTag.Unnecessary]


async def test_half_typed_code_and_odd_texts_are_answered(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    await editor.diagnostics(uri)
    for cut in range(1, len(small), 37):
        editor.write(uri, small[:cut])
        await editor.diagnostics(uri)
    crlf, odd = small.replace("\n", "\r\n"), small + "\u2028\x0b\x0c\x85"
    for text in ("", "\ufeff" + small, "\r\r\r", "\0", crlf, odd, "\ud83d"):
        editor.write(uri, text)
        await editor.diagnostics(uri)
    editor.write(uri, small)
    assert await editor.rules(uri) == [ALIGN]


async def test_lone_carriage_returns_and_form_feeds_count_as_the_protocol_says(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", "// a\x0cb\u2028c\x85\n" + small)
    (found,) = await editor.diagnostics(uri)
    assert found.range.start.line == 5


async def test_only_the_newest_version_is_published(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    for number in range(60):
        editor.replace(uri, 0, 0, f"// {number}\n")
    (found,) = await editor.diagnostics(uri)
    assert found.range.start.line == 64
    versions = [it.version for it in editor.published[uri]]
    assert versions == sorted(versions)
    assert len(versions) < 60


async def test_closing_clears(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    await editor.diagnostics(uri)
    editor.replace(uri, 0, 0, "\n")
    editor.close(uri)
    await editor.until(lambda: editor.published[uri][-1].diagnostics == ())
    other = editor.open(tmp_path / "other.asc", small)
    await editor.diagnostics(other)
    assert not editor.published[uri][-1].diagnostics


async def test_files_outside_the_root_and_unsaved_ones(start, tmp_path, small):
    (tmp_path / "root").mkdir()
    editor = await start(tmp_path / "root")
    for uri in ((tmp_path / "outside.asc").as_uri(), "untitled:Untitled-1"):
        assert await editor.rules(editor.open(uri, small)) == [ALIGN]


async def test_what_is_no_code_has_no_findings(start, tmp_path):
    editor = await start()
    assert (
        await editor.rules(editor.open(tmp_path / "key.asc", "-----BEGIN PGP MESSAGE-----\n__global__ SK_BIND\n")) == []
    )


async def test_the_clients_spelling_of_a_uri_is_kept(start, tmp_path, small, clean):
    folder = tmp_path / "src dir"
    folder.mkdir()
    editor = await start()
    base = tmp_path.as_uri()
    for uri, other in (
        (f"{base}/src%20dir/a%20b%231.asc", f"{base}/src%20dir/a%20b%231%2Easc"),
        ("file:///C%3A/work/add.asc", "file:///c:/work/add.asc"),
        (f"{base}/src%20dir/%E6%A0%B8.asc", f"{base}/src%20dir/核.asc"),
    ):
        editor.open(uri, small)
        assert await editor.rules(uri) == [ALIGN]
        editor.write(uri, clean, sent_as=other)
        assert await editor.rules(uri) == []
        assert other not in editor.published


async def test_finding_in_a_header_is_told_at_the_header_and_follows_its_edits(start, tmp_path, small):
    header, rest = small.split("__global__", 1)
    (tmp_path / "args.h").write_text(header)
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", f'#include "args.h"\n__global__{rest}')
    place = (tmp_path / "args.h").as_uri()
    await editor.until(lambda: editor.last(place) == [ALIGN])
    assert await editor.rules(uri) == []
    editor.open(place, header)
    assert await editor.rules(place) == [ALIGN]
    editor.replace(place, at := header.index("bool"), at, "alignas(4) ")
    await editor.until(lambda: editor.published[place][-1].version == 2 and not editor.published[place][-1].diagnostics)
    editor.close(place)
    await editor.until(lambda: [it.code for it in editor.published[place][-1].diagnostics] == [ALIGN])


async def test_a_header_changed_on_disk_checks_what_includes_it(start, tmp_path, small):
    header, rest = small.split("__global__", 1)
    (tmp_path / "args.h").write_text(header.replace("bool keep;", "alignas(4) bool keep;"))
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", f'#include "args.h"\n__global__{rest}')
    assert await editor.rules(uri) == []
    place = tmp_path / "args.h"
    place.write_text(header)
    change = types.FileEvent(place.as_uri(), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
    await editor.until(lambda: editor.last(place.as_uri()) == [ALIGN])
    place.unlink()
    change = types.FileEvent(place.as_uri(), types.FileChangeType.Deleted)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
    await editor.until(lambda: not editor.published[place.as_uri()][-1].diagnostics)


async def test_a_binding_in_another_file_counts(start, tmp_path, clean):
    head, bind = clean.split("SK_BIND", 1)
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", head)
    assert await editor.rules(uri) == ["sk.bind-missing"]
    editor.open(tmp_path / "bind.asc", f'#include "add.asc"\nSK_BIND{bind}')
    await editor.until(lambda: not editor.published[uri][-1].diagnostics)
    (tmp_path / "on_disk.asc").write_text(f"{head.replace('{ Work(args->x, args->keep); }', ';')}SK_BIND{bind}")
    editor.close((tmp_path / "bind.asc").as_uri())
    editor.replace(uri, 0, 0, "\n")
    assert await editor.rules(uri) == []


async def test_a_binding_of_another_files_own_function_does_not_count(start, tmp_path, clean):
    (tmp_path / "copy.asc").write_text(clean)
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", clean.split("SK_BIND", 1)[0])
    assert await editor.rules(uri) == ["sk.bind-missing"]
    editor.open(tmp_path / "other.asc", clean)
    editor.replace(uri, 0, 0, "\n")
    assert await editor.rules(uri) == ["sk.bind-missing"]


async def test_pull_gives_what_push_would_and_nothing_is_pushed(start, tmp_path, small):
    editor = await start(pulls=True)
    uri = editor.open(tmp_path / "add.asc", small)
    identifier = types.TextDocumentIdentifier(uri)
    report = await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(identifier))
    assert [it.code for it in report.items] == [ALIGN]
    params = types.DocumentDiagnosticParams(identifier, previous_result_id=report.result_id)
    again = await editor.client.text_document_diagnostic_async(params)
    assert again.kind == "unchanged"
    editor.replace(uri, 0, 0, "\n")
    moved = await editor.client.text_document_diagnostic_async(params)
    assert moved.items[0].range.start.line == report.items[0].range.start.line + 1
    assert editor.published == {}


async def test_workspace_diagnostics_cover_files_on_disk(start, tmp_path, small, clean):
    (tmp_path / "bad.asc").write_text(small)
    (tmp_path / "good.asc").write_text(clean)
    editor = await start(pulls=True)
    first = await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
    (report,) = first.items
    assert (Path(report.uri).name, [it.code for it in report.items], report.version) == ("bad.asc", [ALIGN], None)
    before = [types.PreviousResultId(report.uri, report.result_id)]
    again = await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(before))
    assert [it.kind for it in again.items] == ["unchanged"]
    (tmp_path / "bad.asc").unlink()
    change = types.FileEvent(report.uri, types.FileChangeType.Deleted)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
    gone = await editor.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(before))
    assert [(it.uri, list(it.items)) for it in gone.items] == [(report.uri, [])]


async def test_workspace_diagnostics_show_progress_and_stop_when_cancelled(start, tmp_path, small):
    for number in range(30):
        (tmp_path / f"k{number}.asc").write_text(small)
    editor = await start(pulls=True)
    params = types.WorkspaceDiagnosticParams([], work_done_token="bar")
    report = await editor.client.workspace_diagnostic_async(params)
    assert len(report.items) == 30
    kinds = [it.value["kind"] for it in editor.progress if it.token == "bar"]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    for number in range(30):
        (tmp_path / f"k{number}.asc").write_text(small + "\n")
    params = types.WorkspaceDiagnosticParams([], work_done_token="bar2")
    asked = asyncio.ensure_future(editor.client.workspace_diagnostic_async(params))
    await asyncio.sleep(0)
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams("bar2"))
    uri = editor.open(tmp_path / "last.asc", small)
    assert (
        len(
            (
                await editor.client.text_document_diagnostic_async(
                    types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
                )
            ).items
        )
        == 1
    )
    with pytest.raises(JsonRpcException):
        await asked


async def test_on_save_mode_waits_for_the_save(start, tmp_path, small, clean):
    editor = await start(options={"settings": {"run": "onSave"}})
    uri = editor.open(tmp_path / "add.asc", small)
    assert await editor.rules(uri) == [ALIGN]
    editor.write(uri, clean)
    other = editor.open(tmp_path / "other.asc", small)
    await editor.diagnostics(other)
    assert len(editor.published[uri]) == 1
    editor.save(uri)
    assert await editor.rules(uri) == []


async def test_on_save_mode_leaves_what_was_pulled_until_the_save(start, tmp_path, small, clean):
    editor = await start(pulls=True, options={"run": "onSave"})
    identifier = types.TextDocumentIdentifier(uri := editor.open(tmp_path / "add.asc", small))
    first = await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(identifier))
    params = types.DocumentDiagnosticParams(identifier, previous_result_id=first.result_id)
    editor.write(uri, clean)
    assert (await editor.client.text_document_diagnostic_async(params)).kind == "unchanged"
    editor.save(uri)
    assert not (await editor.client.text_document_diagnostic_async(params)).items


async def test_pulling_a_source_tells_of_headers_that_are_not_open(start, tmp_path, small):
    header, rest = small.split("__global__", 1)
    (tmp_path / "args.h").write_text(header)
    editor = await start(pulls=True)
    uri = editor.open(tmp_path / "add.asc", f'#include "args.h"\n__global__{rest}')
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    report = await editor.client.text_document_diagnostic_async(params)
    others = report.related_documents
    assert [it.code for it in others[(tmp_path / "args.h").as_uri()].items] == [ALIGN]


async def test_ranges_cover_the_words(start, tmp_path, small):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    (found,) = await editor.diagnostics(uri)
    assert found.range == Range(editor.place(uri, "bool keep;"), editor.place(uri, "keep;", 4))


async def test_a_text_that_is_too_large_is_told(start, tmp_path, small):
    editor = await start()
    filler = "// a line that makes it long\n" * 160_000
    uri = editor.open(tmp_path / "a.asc", small + filler)
    (found,) = await editor.diagnostics(uri)
    assert found.code == "sklint.internal"
    assert "larger than 4 MB; it was not checked" in found.message
    editor.write(uri, small)
    assert await editor.rules(uri) == [ALIGN]
    assert await editor.rules(editor.open(tmp_path / "no_kernel.cpp", "int a;\n" + filler)) == []


@pytest.mark.parametrize(
    "spelled", ["untitled:Untitled-1", "git:/tmp/a.asc?x", "file:///C:/work/a.asc", "file:///ad%64.asc"]
)
async def test_closing_tells_nothing_of_a_uri_that_the_client_never_named(start, small, spelled):
    editor = await start()
    uri = editor.open(spelled, small)
    assert await editor.rules(uri) == [ALIGN]
    editor.close(uri)
    await editor.until(lambda: editor.last(uri) == [])
    assert await editor.rules(editor.open("untitled:Other", small)) == [ALIGN]
    assert set(editor.published) == {uri, "untitled:Other"}
