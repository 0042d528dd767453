"""File names whose bytes are not UTF-8: how they read, and what is on disk under such a name.

A source in GB18030 names its headers in GB18030. On disk they have those bytes, or the same characters in UTF-8.
"""

import os
from pathlib import Path


def readable(name: bytes) -> str:
    """A name as text, each part of a path in UTF-8 or GB18030, whichever it is. Bytes of neither become U+FFFD."""
    return "/".join(map(decoded, name.split(b"/")))


def decoded(text: bytes) -> str:
    """Bytes as text: UTF-8 or GB18030, whichever they are."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return text.decode(encoding)
        except UnicodeDecodeError:
            continue
    return text.decode("utf-8", "replace")


def on_disk(path: str) -> Path:
    """What to open for a path: itself, or where only that is there, the same path with parts in GB18030."""
    if path.isascii() or os.path.lexists(path):
        return Path(path)
    found = Path("/" if path.startswith("/") else "")
    for part in path.split("/"):
        names = (found / part, found / os.fsdecode(part.encode("gb18030", "replace")))
        there = next((it for it in names if os.path.lexists(it)), None)
        if there is None:
            return Path(path)
        found = there
    return found
