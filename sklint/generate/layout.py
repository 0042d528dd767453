"""Where generated code goes beside a kernel, and how the file writes code: its indentation and its braces."""

import re
from dataclasses import dataclass

from sklint.model import Kernel
from sklint.parse.lex import lex
from sklint.source import Source, Span

STEP = "    "
VERBATIM = "\0"
"""Begins a line that stays as it is when generated text is indented."""

BESIDE = re.compile(rb"[ \t]*;?(?:[ \t]*(?:/\*[^\r\n]*?\*/|//[^\r\n\\]*(?=[\r\n]|\Z)))*[ \t]*(?=[\r\n]|\Z)")
BLANK_OR_COMMENT = re.compile(r"[ \t]*(?://[^\n\\]*|/\*[^\n]*?\*/[ \t]*)?\n")


@dataclass(frozen=True, slots=True)
class Layout:
    """`base` is the kernel's own indentation, `step` what a block adds to it; `place` is where the text goes. `after`
    is what it needs at its end where code follows at once."""

    base: str
    step: str
    brace_below: bool
    place: Span
    after: str

    def indented(self, text: str) -> str:
        """The text with the kernel's indentation; verbatim lines and empty ones without."""
        lines = text.split("\n")
        done = (it[1:] if it.startswith(VERBATIM) else f"{self.base}{it}" if it.strip() else it for it in lines)
        return "\n".join(done)

    def inserted(self, text: str) -> str:
        """The block as it is inserted at `place`, one blank line before it."""
        return set_apart(text, self.after)

    def function(self, head: str, unpack: str, body: str) -> str:
        """A function whose body's text is `body`, as it stands between the braces of the kernel."""
        opening = f"{head}\n{{" if self.brace_below else f"{head} {{"
        if "\n" not in body:
            statement = f"{self.step}{body.strip()}\n" if body.strip() else ""
            return f"{opening}\n{unpack}{statement}}}\n"
        first = BLANK_OR_COMMENT.match(body)
        top, rest = (
            (body[: first.end()], body[first.end() :]) if first else ("\n", self.base + self.step + body.lstrip())
        )
        return f"{opening}{top}{unpack}{verbatim(rest)}}}\n"


def verbatim(text: str) -> str:
    """The text with each of its lines marked; the last one is where the closing brace goes."""
    return "\n".join(VERBATIM + line for line in text.split("\n"))


def layout(source: Source, kernel: Kernel) -> Layout:
    body = kernel.body.extent if kernel.body else kernel.extent
    start = (
        min(kernel.extent.start, kernel.qualifier_span.start)
        if kernel.qualifier_span.path == source.path
        else kernel.extent.start
    )
    base = indent_at(source, start)
    before = source.data[: body.start].rstrip()
    place, after = below(source, body.end)
    return Layout(
        base=base,
        step=step_of(source, body.start, body.end, base),
        brace_below=b"\n" in source.data[len(before) : body.start],
        place=place,
        after=after,
    )


def below(source: Source, end: int) -> tuple[Span, str]:
    """Where new lines may begin after `end`: behind the comment beside it, or in place of the blanks before code that
    stands on the same line; and what goes after them, where code follows there or on the next line."""
    beside = BESIDE.match(source.data, end)
    if beside is None:
        rest = source.data[end:].lstrip(b" \t")
        after = "\n" if rest.startswith(b"}") else "\n\n"
        return source.span(end, len(source.data) - len(rest)), after + indent_at(source, end)
    following = source.data[beside.end() :].split(b"\n", 2)[1:2]
    place = len(source.data[: beside.end()].rstrip(b" \t"))
    return source.span(place, place), "\n" if following and following[0].strip() else ""


def set_apart(text: str, after: str) -> str:
    """Lines with a blank one before them."""
    return f"\n\n{text.strip(chr(10))}{after}"


def indent_at(source: Source, offset: int) -> str:
    start = source.line_starts[source.line_at(offset) - 1]
    text = source.decode(start, offset)
    return text[: len(text) - len(text.lstrip(" \t"))]


def step_of(source: Source, start: int, end: int, base: str) -> str:
    """What the first statement that has a line of its own adds to the kernel's indentation."""
    for it in lex(source.data, start + 1, end - 1):
        line = source.line_starts[source.line_at(it.start) - 1]
        if it.kind != "directive" and line > start and not source.data[line : it.start].strip():
            indent = source.decode(line, it.start)
            return indent.removeprefix(base) if indent.startswith(base) and indent != base else STEP
    return STEP
