"""What a long day does to the server: a worker that is killed, many files, thousands of edits, half a protocol."""

import asyncio
import json
import os
import random
import signal
import socket
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import make_test_lsp_client

from sklint.config import Config
from sklint.lint import lint
from sklint.options import Options
from sklint.packs import rules_of
from sklint.project import worth_reading
from sklint.readable import is_code
from sklint.request import cache_folder
from sklint.source import Source

pytestmark = pytest.mark.asyncio
EDITS = int(os.environ.get("SKLINT_SOAK_EDITS", "300"))
ALIGN = "sk.args-struct-alignas"


def memory(pid: int) -> int:
    """Resident kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(it.split()[1]) for it in lines if it.startswith("VmRSS"))


@pytest.mark.skipif(sys.platform != "linux", reason="kills a process found in /proc")
async def test_a_killed_worker_is_replaced(start, tmp_path, small, clean):
    editor = await start()
    uri = editor.open(tmp_path / "add.asc", small)
    assert await editor.rules(uri) == [ALIGN]
    for number in range(4):
        editor.replace(uri, 0, 0, f"// {number}\n")
        if number % 2:
            await editor.diagnostics(uri)
        os.kill(editor.worker_pid, signal.SIGKILL)
        editor.write(uri, editor.texts[uri] + "\n")
        rules = await editor.rules(uri)
        if rules == ["sklint.internal"]:
            editor.write(uri, editor.texts[uri] + "\n")
            rules = await editor.rules(uri)
        assert rules == [ALIGN]
    assert any("crashed the parser" in it.message or "had ended" in it.message for it in editor.client.log_messages)


@pytest.mark.skipif(sys.platform != "linux", reason="reads memory from /proc")
async def test_memory_stays_flat_with_two_hundred_files(start, tmp_path, small):
    editor = await start()
    seen: list[int] = []
    for number in range(200):
        uri = editor.open(tmp_path / f"k{number}.asc", small.replace("add", f"add{number}"))
        await editor.diagnostics(uri)
        params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        await editor.client.text_document_document_symbol_async(params)
        editor.close(uri)
        if number in (60, 199):
            seen.append(memory(editor.server_pid) + memory(editor.worker_pid))
    assert seen[1] - seen[0] < 12_000, f"{seen} kB"


PIECES = ["{", "}", ";", "\n", "\r\n", "/*", "*/", '"', "#if 0\n", "#endif\n", "\\\n", "核", "😀", "\0", "\x0c",
          "(", "<<<", "__sk__ ", "SK_BIND(add, 0x100, add_sk<0>);\n", "bool b; ", "// sklint: ignore[sk]\n", 
          "GetBlockNum()", "template <", "\u2028"]  # fmt: skip


def edit(editor, uri: str, rng: random.Random, texts: list[str]) -> None:
    """One thing that a person, or a cat, may do to a text."""
    text = editor.texts[uri]
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.choice((0, 1, 5, 40)))
    match rng.randrange(12):
        case 0:
            editor.write(uri, rng.choice(texts))
        case 1:
            half = len(text) // 2
            editor.replace(uri, *rng.choice(((0, half), (half, len(text)))), "")
        case 2:
            editor.replace(uri, at, at, rng.choice(texts)[at : at + 300])
        case 3 | 4:
            editor.replace(uri, at, end, "")
        case _:
            editor.replace(uri, at, at, rng.choice(PIECES))
    texts.append(text)
    del texts[2:-20]


def expected(editor, uri: str) -> list[tuple[object, ...]]:
    """What the engine says of the same text."""
    path = uri.removeprefix("file://")
    source = Source(path, editor.texts[uri].encode())
    worth = is_code(path, source.data) and worth_reading(source, Config())
    findings = lint(source, rules_of(()), options=Options(cache=str(cache_folder()))).findings if worth else ()

    def position(offset: int) -> tuple[int, int]:
        found = editor.position(before := source.data[:offset].decode(), len(before))
        return found.line, found.character

    spans = [(it, it.extent or it.span) for it in findings if it.span.path == path]
    return sorted((it.rule, it.message, position(span.start), position(span.end)) for it, span in spans)


def told(diagnostics: list[types.Diagnostic]) -> list[tuple[object, ...]]:
    return sorted(
        (
            it.code,
            it.message,
            (it.range.start.line, it.range.start.character),
            (it.range.end.line, it.range.end.character),
        )
        for it in diagnostics
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
async def test_random_edits_give_what_the_engine_gives(start, tmp_path, small, clean, encoding):
    editor = await start(encoding=encoding)
    rng = random.Random(20 + len(encoding))
    uri = editor.open(tmp_path / "add.asc", small)
    texts = [small, clean]
    done = used = 0
    while done < EDITS // 2:
        for _ in range(rng.randrange(1, 8)):
            edit(editor, uri, rng, texts)
            done += 1
        if done > EDITS // 6 and not used and sys.platform == "linux":
            used = memory(editor.server_pid) + memory(editor.worker_pid)
        if len(editor.texts[uri]) > 6000:
            editor.write(uri, small)
        assert told(await editor.diagnostics(uri)) == expected(editor, uri), repr(editor.texts[uri])
    assert not editor.client.messages
    if used:
        assert memory(editor.server_pid) + memory(editor.worker_pid) - used < 16_000


NOWHERE = {"textDocument": {"uri": "file:///no.asc", "version": 3}}
ODD = {"uri": "", "languageId": "", "version": 1, "text": "SK_BIND"}
MESSAGES = (
    {"method": "$/nobody/knows", "params": {"a": 1}},
    {"method": "textDocument/didChange", "params": {**NOWHERE, "contentChanges": []}},
    {"method": "textDocument/didClose", "params": NOWHERE},
    {"method": "textDocument/didChange", "params": {"wrong": True}},
    {"method": "textDocument/didOpen", "params": {"textDocument": ODD}},
    {"id": 77, "method": "nobody/knows", "params": {}},
    {"id": 78, "method": "textDocument/hover", "params": {**NOWHERE, "position": {"line": 9, "character": 9}}},
    {"id": 79, "method": "workspace/executeCommand", "params": {"command": "sklint.server.fixAll", "arguments": []}},
    {"id": 80, "method": "codeAction/resolve", "params": {"title": "x", "data": 7}},
)


async def test_unknown_and_malformed_messages_leave_the_server_alive(start, tmp_path, small):
    editor = await start()
    for message in (*(json.dumps({"jsonrpc": "2.0", **it}).encode() for it in MESSAGES), b"{", b"[]", b'"x"'):
        editor.client._server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(message), message))
    uri = editor.open(tmp_path / "add.asc", small)
    assert await editor.rules(uri) == [ALIGN]


async def test_tcp_serves_a_client(tmp_path, small):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = (sys.executable, "-m", "sklint_server.main", "--tcp", "--port", str(port))
    process = await asyncio.create_subprocess_exec(*command)
    client = make_test_lsp_client()
    for _ in range(100):
        try:
            await client.start_tcp("127.0.0.1", port)
            break
        except OSError:
            await asyncio.sleep(0.1)
    await client.initialize_session(types.InitializeParams(types.ClientCapabilities(), root_uri=tmp_path.as_uri()))
    uri = (tmp_path / "add.asc").as_uri()
    waiting = asyncio.ensure_future(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS))
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "asc", 1, small)))
    assert (await asyncio.wait_for(waiting, 30)).uri == uri
    await client.shutdown_async(None)
    client.exit(None)
    assert await asyncio.wait_for(process.wait(), 20) == 0
    await client.stop()
