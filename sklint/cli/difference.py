"""A unified diff of files before and after, in their own bytes, so that `patch -p0` takes it."""

import difflib
from collections.abc import Iterator, Mapping

from sklint.report.paint import ansi
from sklint.source import Source

STYLES = {b"+": "added", b"-": "removed", b"@": "info"}


def difference(before: Mapping[str, Source], after: Mapping[str, Source]) -> bytes:
    """The diff of every file that `after` has another text for."""
    return b"".join(line for path in sorted(after) for line in of_file(before[path], after[path]))


def of_file(before: Source, after: Source) -> Iterator[bytes]:
    name = before.path.encode("utf-8", "surrogateescape")
    name += b"\t" if b" " in name else b""  # else patch reads the name up to the blank
    lines = difflib.diff_bytes(difflib.unified_diff, split(before.data), split(after.data), name, name, lineterm=b"\n")
    for line in lines:
        yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def split(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def shown(before: Mapping[str, Source], after: Mapping[str, Source]) -> str:
    """The diff in colours, for a terminal: each file decoded."""
    texts: list[str] = []
    for path in sorted(after):
        for number, line in enumerate(of_file(before[path], after[path])):
            text = line.decode(before[path].encoding, "replace").replace("\r", "").rstrip("\n")
            texts.append(ansi("strong" if number < 2 else STYLES.get(line[:1], ""), text) + "\n")
    return "".join(texts)
