"""Fixed files to disk: each whole or not at all, as it was but for its bytes, and never over somebody else's change."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sklint.source import Source


@contextmanager
def named(path: Path | str) -> Generator[None, None, None]:
    """Errors of the system name the file that was to be written: a full disk names none, a failed draft its own."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def may_write(path: str) -> bool:
    """Whether a file can be replaced: it and its folder are ours to write."""
    real = os.path.realpath(path)
    return os.access(real, os.W_OK) and os.access(Path(real).parent, os.W_OK)


def changed_meanwhile(before: Source) -> bool:
    """Whether a file is no longer as it was read."""
    try:
        return Path(before.path).read_bytes() != before.data
    except OSError:
        return True


def replace_file(source: Source) -> None:
    """Put a text in the place of its file, or of the file a link leads to; its mode and owner stay. OSError where that
    cannot be."""
    real = Path(os.path.realpath(source.path))
    was = real.stat()
    with named(source.path):
        draft = draft_of(real, source.data)
        try:
            draft.chmod(was.st_mode & 0o7777)
            now = draft.stat()
            if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
                os.chown(draft, was.st_uid, was.st_gid)
            draft.replace(real)
        finally:
            draft.unlink(missing_ok=True)


def draft_of(path: Path, data: bytes) -> Path:
    """A file beside a path, with all that is to stand there; nothing is left of one that cannot be written."""
    import tempfile  # costs milliseconds, and most runs write nothing

    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)
