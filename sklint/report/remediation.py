"""A fix as the published remediation tool reads it: one of its kinds of repair, or a person's decision."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from sklint.finding import Fix, Hint, Safety
from sklint.source import Position, Source

HUMAN = Hint("human-decision")
LONGEST = 60  # lines; a pattern of more is for nobody to read


def hint_of(fix: Fix, sources: Mapping[str, Source]) -> Hint:
    """The hint that the rule gave; else, of a safe fix, the lines that it changes as a pattern: in one file, or the
    same lines in copies of one."""
    if fix.hint:
        return fix.hint
    if fix.safety is not Safety.SAFE:
        return HUMAN
    hints: list[Hint | None] = []
    for path in dict.fromkeys(it.span.path for it in fix.edits):
        source = sources.get(path)
        hints.append(pattern(in_file(fix, path), source) if source else None)
    changes = {(it.old_value, it.new_value) if it else None for it in hints}
    return (hints[0] if len(changes) == 1 else None) or HUMAN


def in_file(fix: Fix, path: str) -> Fix:
    return replace(fix, edits=tuple(it for it in fix.edits if it.span.path == path))


def pattern(fix: Fix, source: Source) -> Hint | None:
    """The whole lines around the edits, as many as stand only once in the file, and what becomes of them."""
    first = min(source.line_at(it.span.start) for it in fix.edits)
    last = max(source.line_at(it.span.end) for it in fix.edits)
    lines = len(source.line_starts)
    while last - first < LONGEST:
        start, end = source.offset(Position(first, 1)), source.line_end(last)
        if source.data.count(source.data[start:end]) == 1:
            old, new = source.decode(start, end), rewritten(fix, source, start, end)
            return Hint("replace-pattern", source.path, escaped(old), new.replace("\\", r"\\"))
        if (first, last) == (1, lines):
            return None
        first, last = max(1, first - 1), min(lines, last + 1)
    return None


def rewritten(fix: Fix, source: Source, start: int, end: int) -> str:
    """The text from `start` to `end` after the edits, with plain line ends."""
    pieces: list[str] = []
    for it in sorted(fix.edits, key=lambda edit: edit.span):
        pieces += [source.decode(start, it.span.start), it.text]
        start = it.span.end
    return "".join([*pieces, source.decode(start, end)]).replace("\r\n", "\n")


def escaped(text: str) -> str:
    """A pattern that matches a text, whatever its line ends are."""
    return r"\r?\n".join(re.escape(line) for line in text.replace("\r\n", "\n").split("\n"))
