"""Requests whose parameters are not the protocol's: each is answered, and the server goes on."""

import json

import pytest

pytestmark = pytest.mark.asyncio
PLACE = {"textDocument": {"uri": "file:///a.asc"}, "position": {"line": 0, "character": 0}}
INVALID_PARAMS, METHOD_NOT_FOUND = -32602, -32601
WRONG = (
    ("textDocument/hover", {}, INVALID_PARAMS),
    ("textDocument/hover", None, INVALID_PARAMS),
    ("textDocument/hover", {**PLACE, "position": {"line": -1, "character": 0}}, INVALID_PARAMS),
    ("textDocument/completion", {**PLACE, "context": {}}, INVALID_PARAMS),
    ("workspace/executeCommand", {}, INVALID_PARAMS),
    ("workspace/executeCommand", {"command": "sklint.server.showRule"}, INVALID_PARAMS),
    ("workspace/executeCommand", {"command": "sklint.server.fixAll", "arguments": None}, INVALID_PARAMS),
    ("textDocument/formatting", {}, METHOD_NOT_FOUND),
    ("nobody/knows", {}, METHOD_NOT_FOUND),
)


@pytest.mark.parametrize(("method", "params", "code"), WRONG)
async def test_a_request_with_wrong_parameters_is_answered(start, method, params, code):
    editor = await start()
    answers = []
    take = editor.client.protocol.handle_message
    editor.client.protocol.handle_message = lambda it: (answers.append(it), take(it), editor.news.set())
    message = json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}).encode()
    editor.client._server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(message), message))
    await editor.until(lambda: any(getattr(it, "id", None) == 7 for it in answers))
    (answer,) = [it for it in answers if getattr(it, "id", None) == 7]
    assert answer.error.code == code
