"""Where output goes and how it looks there."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path

from sklint.cli.given import Color
from sklint.cli.writing import named
from sklint.error import SklintError

FAILED, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
"""Exit codes: the job was not done; stopped by hand; nobody reads on."""


def colored(choice: Color) -> bool:
    """Whether what goes to stdout is coloured: as asked, else by NO_COLOR and FORCE_COLOR, else on a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def forgive(stream: object) -> None:
    """What the encoding of a stream lacks is `?` from now on, not an error."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")  # pyright: ignore[reportUnknownMemberType] - typeshed leaves its buffer open


def say(text: str, *, to_stderr: bool = False) -> None:
    """Print text as it is; characters that the terminal's encoding lacks become `?`."""
    stream = sys.stderr if to_stderr else sys.stdout
    with named("standard error" if to_stderr else "standard output"):
        stream.write(text)
        stream.flush()


def say_bytes(data: bytes) -> None:
    """Print bytes as they are."""
    with named("standard output"):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def deliver(text: str, file: Path | None, *, for_people: bool) -> None:
    """Print text, or write it to a file, in UTF-8 but for people at a terminal. SklintError where that cannot be
    written."""
    if file is None:
        return say(text) if for_people else say_bytes(text.encode())
    from sklint.cli.published import write_whole

    try:
        if not file.parent.is_dir() or (file.exists() and not file.is_file()):  # no folder; a pipe, a device
            file.write_bytes(text.encode())
        else:
            write_whole(file, text.encode())
    except OSError as error:
        raise SklintError(f"{file}: cannot be written: {error.strerror}; give another --output-file") from error
    return None


def error(message: str) -> None:
    """One line on stderr."""
    paint = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    head = "\x1b[1;31merror:\x1b[0m" if paint else "error:"
    shown = message.encode("utf-8", "replace").decode().replace("\n", " ")
    sys.stdout.flush()
    sys.stderr.write(f"{head} {shown}\n")


def to_nowhere() -> None:
    """Forget stdout, whose reader has gone, so that Python does not speak of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(message: str) -> int:
    error(message)
    return FAILED
