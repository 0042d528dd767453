"""The suppression comments of a source: where they stand, what they name, and how to take them out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sklint.finding import Edit
from sklint.source import BOM, Source, Span
from sklint.suppression_word import may_suppress

_TOKEN = re.compile(
    rb"""(?:u8|[uUL])?R"(?P<delimiter>[^()\\\s"]{0,16})\(.*?(?:\)(?P=delimiter)"|\Z)   # raw string
    | [A-Za-z_\x80-\xff][\w\x80-\xff]* | \.?[0-9](?:[eEpP][+-]|'?[\w.])*                # a word, a number
    | "(?:[^"\\\r\n]|\\(?:\r\n|.))*(?:"|(?=[\r\n])|\Z)
    | '(?:[^'\\\r\n]|\\(?:\r\n|.))*(?:'|(?=[\r\n])|\Z)
    | (?P<comment>/\*.*?(?:\*/|\Z)|//(?:[^\\\r\n]|\\(?:[ \t\r]*\n)?|\r(?!\n))*)
    """,
    re.VERBOSE | re.DOTALL,
)
_MARK = re.compile(
    rb"(?:\A/[/*][/*!<]*|(?<!`)//)[ \t]*(?P<tool>(?i:sklint)(?:[ \t]*:|(?=[ \t])))[ \t]*"
    rb"(?P<verb>ignore[\w-]*|[A-Za-z][\w-]*(?=[ \t]*\[))[ \t]*(?P<list>\[[^\]\r\n]*\])?"
)
_ID = re.compile(rb"[^\s,\[\]]+")

TOOL = b"sklint:"
VERBS = ("ignore", "ignore-next-line", "ignore-file")


@dataclass(frozen=True, slots=True)
class Name:
    """An id in the brackets of a suppression comment, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Suppression:
    """A suppression comment. `span` is the comment, or the part of it that begins with this `//`. `lines` are the lines
    (from 1) it covers; `whole_file` that it covers the file. `fault` tells why it covers nothing, "" if it may."""

    names: tuple[Name, ...]
    span: Span
    names_span: Span  # between the brackets; the verb where there are none
    lines: tuple[int, ...]
    whole_file: bool
    fault: str


def read_suppressions(source: Source) -> tuple[Suppression, ...]:
    """The suppression comments of a source, in order."""
    if not may_suppress(source.data):
        return ()
    comments = [it.span("comment") for it in _TOKEN.finditer(source.data) if it["comment"] is not None]
    code = _lines_of_code(source, comments)
    below = _lines_below(_lines_of(source, comments) - code)
    return tuple(
        _suppression(source, mark, part, code, below) for comment in comments for mark, part in _marks(source, comment)
    )


def without_comment(source: Source, suppression: Suppression) -> Edit | None:
    """The edit that takes a comment out, with its lines if nothing else is on them. None for a `//` comment that a
    backslash continues."""
    data, start, end = source.data, suppression.span.start, suppression.span.end
    if data.startswith(b"//", start) and b"\n" in data[start:end]:
        return None
    first, last = source.line_at(start), source.line_at(end - 1)
    line_start = max(source.line_starts[first - 1], len(BOM) if data.startswith(BOM) else 0)
    before, after = data[line_start:start], data[end : source.line_end(last)]
    continued = first > 1 and _goes_on(source, first - 1)
    if not before.strip() and ((not after.strip() and not continued) or after.strip() == b"\\"):
        return Edit(source.span(line_start, source.line_starts[last] if last < len(source.line_starts) else end), "")
    blanks_before, blanks_after = len(before) - len(before.rstrip()), len(after) - len(after.lstrip())
    if not after.strip(b" \t\\"):
        return Edit(source.span(start - blanks_before, end), "")
    if blanks_before or not before:
        return Edit(source.span(start, end + blanks_after), "")
    return Edit(source.span(start, end), "" if blanks_after else " ")


def first_line_of_macro(source: Source, line: int) -> int | None:
    """The line where the `#define` starts that a line lies in, None if it lies in none."""
    while line > 1 and _goes_on(source, line - 1):
        line -= 1
    start = source.line_starts[line - 1]
    return line if re.match(rb"[ \t]*#[ \t]*define\b", source.data[start : source.line_end(line)]) else None


def _goes_on(source: Source, line: int) -> bool:
    """Whether a backslash joins a line with the next."""
    return source.data[source.line_starts[line - 1] : source.line_end(line)].rstrip().endswith(b"\\")


def _lines_of(source: Source, comments: list[tuple[int, int]]) -> set[int]:
    ranges = (range(source.line_at(start), source.line_at(end - 1) + 1) for start, end in comments)
    return {line for lines in ranges for line in lines}


def _lines_of_code(source: Source, comments: list[tuple[int, int]]) -> set[int]:
    """The lines that hold more than comments, blanks and a joining backslash."""
    bare = bytearray(source.data)
    for start, end in comments:
        bare[start:end] = bytes(byte if byte in b"\r\n" else 0x20 for byte in bare[start:end])
    lines = bare.removeprefix(BOM).split(b"\n")
    return {number for number, line in enumerate(lines, 1) if line.strip(b" \t\r\f\v\\")}


def _lines_below(remarks: set[int]) -> dict[int, int]:
    """For each line of comments alone, the first line below that is not one."""
    below: dict[int, int] = {}
    for line in sorted(remarks, reverse=True):
        below[line] = below.get(line + 1, line + 1)
    return below


def _marks(source: Source, comment: tuple[int, int]) -> Iterator[tuple["re.Match[bytes]", Span]]:
    """Each `sklint:` mark of a comment, and each text that is meant as one (`sklint ignore[...]`), with the part of the
    comment that belongs to it."""
    start, end = comment
    text = source.data[start:end]
    marks = [it for it in _MARK.finditer(text) if (it.start() == 0 or text.startswith(b"//")) and meant(it)]
    stops = [*(mark.start() for mark in marks), len(text)][1:]
    for mark, stop in zip(marks, stops, strict=False):
        yield mark, source.span(start + mark.start(), start + len(text[:stop].rstrip()))


def meant(mark: "re.Match[bytes]") -> bool:
    return mark["tool"] == TOOL or (mark["list"] is not None and mark["verb"].lower().startswith(b"ignore"))


def _suppression(
    source: Source, mark: "re.Match[bytes]", part: Span, code: set[int], below: dict[int, int]
) -> Suppression:
    base = part.start - mark.start()
    verb = mark["verb"].decode()
    inside = source.span(base + mark.start("list") + 1, base + mark.end("list") - 1) if mark["list"] else None
    found = _ID.finditer(source.data, inside.start, inside.end) if inside else ()
    names = tuple(Name(source.decode(*it.span()), source.span(*it.span())) for it in found)
    first, last = source.line_at(part.start), source.line_at(part.end - 1)
    alone = code.isdisjoint((first, last))
    following = below.get(last + 1, last + 1)
    own = () if verb == "ignore-next-line" else range(first, last + 1)
    lines = (*own, following) if alone or not own else tuple(own)
    fault = _fault(verb, names, alone) if mark["tool"] == TOOL else f"{mark['tool'].decode()} is not {TOOL.decode()}"
    names_span = inside or source.span(base + mark.start("verb"), base + mark.end("verb"))
    return Suppression(names, part, names_span, lines, verb == "ignore-file", fault)


def _fault(verb: str, names: tuple[Name, ...], alone: bool) -> str:
    if verb not in VERBS:
        return f"{verb} is none of {', '.join(VERBS)}"
    if not names:
        return f"{verb} names no rule in brackets"
    return f"{verb} stands beside code, so it covers nothing" if verb == "ignore-file" and not alone else ""
