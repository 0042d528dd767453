"""A command of somebody else, run to its end or its time, with all it says in a file."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def logged_run(words: Sequence[str], folder: Path, env: Mapping[str, str], log: Path, limit: float) -> int | None:
    """Run a command in a folder; gives its exit code, None where it takes longer than `limit` seconds. What it says is
    added to `log`; nothing that it started goes on afterwards."""
    with log.open("ab") as out:
        started = subprocess.Popen(
            list(words),
            cwd=folder,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return started.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            end(started)


def end(started: "subprocess.Popen[bytes]") -> None:
    """End a command and all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(started.pid, signal.SIGKILL)
        else:
            started.kill()
    started.wait()
