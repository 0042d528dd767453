"""What stands beside declarations: the comments that go with one, and the line where a new `#include` belongs."""

import re
from collections.abc import Sequence

from sklint.parse.lex import lex
from sklint.source import BOM

COMMENT = re.compile(rb"//(?:\\\r?\n|[^\n])*|/\*.*?\*/", re.DOTALL)
BESIDE = re.compile(rb"(?:[ \t]*(?:/\*[^\r\n]*?\*/|//[^\r\n]*))*")
DIRECTIVE = re.compile(rb"#[ \t]*(\w*)")


def include_offset(data: bytes) -> int:
    """The start of the line below the last unconditional `#include` that stands before any code; without one, of the
    line below the comment at the top."""
    level, found = 0, -1
    for it in lex(data):
        if it.kind != "directive":
            break
        match = DIRECTIVE.match(data, it.start)
        word = match[1] if match else b""
        level += word.startswith(b"if") - (word == b"endif")
        if level == 0 and word == b"include":
            found = it.end
    return line_below(data, found) if found >= 0 else below_top_comment(data)


def line_below(data: bytes, offset: int) -> int:
    end = data.find(b"\n", offset)
    return end + 1 if end >= 0 else len(data)


def below_top_comment(data: bytes) -> int:
    """Below the comment a file begins with: one block, or the run of `//` lines. One that code follows on is none."""
    top = at = len(BOM) if data.startswith(BOM) else 0
    while (match := COMMENT.match(data, at)) and not data[match.end() :].partition(b"\n")[0].strip():
        if match[0].startswith(b"//"):
            at = line_below(data, match.end())
        else:
            return line_below(data, match.end()) if at == top else at
    return at


def movable(data: bytes, declarations: Sequence[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    """The declarations, each from its first byte to the end of its last token, with their `;` and the comments above
    and beside them. Empty where they cannot change places in a struct that ends at `end`."""
    first = min((start for start, _ in declarations), default=end)
    if any(it.kind == "directive" for it in lex(data, first, end)):
        return []
    bare = [(start, data.index(b";", stop - 1) + 1) for start, stop in declarations]
    if all(alone(data, start, stop) for start, stop in bare):
        return [with_comments(data, start, stop) for start, stop in bare]
    return [] if COMMENT.search(data, first, end) else bare


def alone(data: bytes, start: int, stop: int) -> bool:
    """Whether nothing but comments shares the lines of `data[start:stop]`."""
    before = data[data.rfind(b"\n", 0, start) + 1 : start]
    rest = BESIDE.match(data, stop)
    after = data[rest.end() if rest else stop :].partition(b"\n")[0]
    return not before.strip() and not after.strip()


def with_comments(data: bytes, start: int, stop: int) -> tuple[int, int]:
    line = data.rfind(b"\n", 0, start) + 1
    while line:
        above = data.rfind(b"\n", 0, line - 1) + 1
        if not is_comment(data[above:line].strip()):
            break
        start, line = above + len(data[above:line]) - len(data[above:line].lstrip()), above
    rest = BESIDE.match(data, stop)
    return start, rest.end() if rest else stop


def is_comment(line: bytes) -> bool:
    """Whether a line is one whole comment."""
    return line.startswith(b"//") or (line.startswith(b"/*") and line.find(b"*/") == len(line) - 2)
