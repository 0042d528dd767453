"""The server ends when its client is gone, whatever still runs.

LSP: "If the parent process (see processId) is not alive then the server should exit." An editor that is quit at once
closes the pipe; one that is killed may leave the pipe open in another process. What waits in the event loop, or in a
thread, may hold neither end up: asyncio.run waits for tasks, and one that is cancelled while it starts a process never
finishes (Python 3.11).
"""

import io
import os
import sys
import threading
import time
from collections.abc import Callable

POLL = 3.0
"""Seconds between two looks at the client's process, as in vscode-languageserver."""
PATIENCE = 3.0
"""Seconds that the server has to end by itself."""


class Input(io.BufferedReader):
    """Standard input. `ended` is called when it ends."""

    def __init__(self, raw: io.RawIOBase, ended: Callable[[], None]) -> None:
        super().__init__(raw)
        self.ended = ended

    def readline(self, size: int | None = -1, /) -> bytes:
        return self.told(super().readline(-1 if size is None else size), size)

    def read(self, size: int | None = -1, /) -> bytes:
        return self.told(super().read(size), size)

    def told(self, data: bytes, size: int | None) -> bytes:
        if not data and size != 0:
            self.ended()
        return data


def end_soon(last: Callable[[], None]) -> None:
    """End the process, with status 1, if it has not ended by itself in a few seconds; `last` is done before."""
    in_background(lambda: end(last, PATIENCE))


def end_with(client: int, last: Callable[[], None]) -> None:
    """End the process when that of the client has. One that cannot be seen (of another container) is not waited for."""

    def watch() -> None:
        while is_alive(client):
            time.sleep(POLL)
        end(last, 0)

    if is_alive(client):
        in_background(watch)


def end(last: Callable[[], None], patience: float) -> None:
    time.sleep(patience)
    try:
        last()
    finally:
        os._exit(1)


def in_background(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


if sys.platform == "win32":
    import ctypes

    SYNCHRONIZE, WAIT_TIMEOUT, ACCESS_DENIED = 0x00100000, 0x102, 5

    def is_alive(pid: int) -> bool:
        """Whether there is such a process. os.kill(pid, 0) would send Ctrl+C."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = kernel.OpenProcess(SYNCHRONIZE, False, pid)
        if not handle:
            return ctypes.get_last_error() == ACCESS_DENIED
        try:
            return kernel.WaitForSingleObject(ctypes.c_void_p(handle), 0) == WAIT_TIMEOUT
        finally:
            kernel.CloseHandle(ctypes.c_void_p(handle))

else:

    def is_alive(pid: int) -> bool:
        """Whether there is such a process."""
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except PermissionError:
            return True
        return True
