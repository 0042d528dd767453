"""Fixed files to disk: each whole or not at all, as it was but for its bytes, and never over somebody else's change."""

import os
import tempfile
from pathlib import Path

from sklint.source import Source


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
    handle, name = tempfile.mkstemp(prefix=f".{real.name}.", dir=real.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(source.data)
        draft.chmod(was.st_mode & 0o7777)
        now = draft.stat()
        if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
            os.chown(draft, was.st_uid, was.st_gid)
        draft.replace(real)
    finally:
        draft.unlink(missing_ok=True)
