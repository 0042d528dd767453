"""The server ends with its client: whatever is asked and not answered, and whoever still holds the pipe."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = (sys.executable, "-m", "sklint_server.main", "--stdio")
SECONDS = 20
PULLS = {"textDocument": {"diagnostic": {}}}


def message(method: str, params: object, number: int = 0) -> bytes:
    named = {"id": number} if number else {}
    body = json.dumps({"jsonrpc": "2.0", **named, "method": method, "params": params}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def begun(client: int | None = None, capabilities: object = None) -> bytes:
    params = {"processId": client, "rootUri": None, "capabilities": capabilities or {}}
    return message("initialize", params, 1) + message("initialized", {})


def opened(folder: Path, text: str) -> bytes:
    item = {"uri": (folder / "add.asc").as_uri(), "languageId": "asc", "version": 1, "text": text}
    return message("textDocument/didOpen", {"textDocument": item})


@pytest.fixture
def server() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    yield process
    process.kill()
    process.communicate()


def send(server: subprocess.Popen[bytes], *messages: bytes) -> None:
    assert server.stdin
    server.stdin.write(b"".join(messages))
    server.stdin.flush()


def until(server: subprocess.Popen[bytes], number: int) -> None:
    """Read what the server says up to an answer."""
    assert server.stdout
    while (head := server.stdout.readline()) and (size := int(head.split()[1])):
        while server.stdout.readline().strip():
            pass
        if json.loads(server.stdout.read(size)).get("id") == number:
            return
    pytest.fail("the server ended without an answer")


def test_the_input_ends_while_the_worker_starts(server: subprocess.Popen[bytes]) -> None:
    send(server, begun())
    until(server, 1)
    assert server.stdin
    server.stdin.close()
    server.stdin = None
    server.wait(SECONDS)


@pytest.mark.parametrize("seconds", [0, 0.01, 0.05, 0.5])
def test_the_client_quits_while_it_waits_for_findings(
    server: subprocess.Popen[bytes], tmp_path: Path, small: str, seconds: float
) -> None:
    place = {"textDocument": {"uri": (tmp_path / "add.asc").as_uri()}}
    send(server, begun(capabilities=PULLS), opened(tmp_path, small))
    until(server, 1)
    hover = message("textDocument/hover", {**place, "position": {"line": 2, "character": 8}}, 3)
    send(server, message("textDocument/diagnostic", place, 2), hover)
    time.sleep(seconds)
    send(server, message("shutdown", None, 4))
    until(server, 4)
    send(server, message("textDocument/diagnostic", place, 5), message("exit", None))
    assert server.wait(SECONDS) == 0


def test_the_process_of_the_client_has_ended_and_another_holds_the_pipe(server: subprocess.Popen[bytes]) -> None:
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    send(server, begun(client.pid))
    until(server, 1)
    time.sleep(1)
    assert server.poll() is None
    client.communicate(b"\n")
    server.wait(SECONDS)


def test_a_process_that_cannot_be_seen_is_not_waited_for(server: subprocess.Popen[bytes]) -> None:
    """The client's number counts in another container."""
    client = subprocess.Popen([sys.executable, "-c", ""])
    client.wait()
    send(server, begun(client.pid))
    until(server, 1)
    time.sleep(4)
    send(server, message("shutdown", None, 2))
    until(server, 2)


@pytest.mark.parametrize(
    "where", [("--host", "no-such-host.invalid"), ("--port", "99999"), ("--port", "-1"), ("--port", "")]
)
def test_a_place_that_cannot_be_listened_on_is_told_in_a_line(where: tuple[str, str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        option, value = where
        place = (option, value or str(taken.getsockname()[1]))
        done = subprocess.run((*SERVER[:-1], "--tcp", *place), capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert place[1] in done.stderr.splitlines()[-1]
