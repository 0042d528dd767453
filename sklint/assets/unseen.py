"""Where `__global__` stands in a source and no reading sees a kernel: what is lost has to be told."""

from collections.abc import Iterator, Sequence
from os.path import realpath

import msgspec

from sklint.finding import Finding
from sklint.generate.branches import defined_names, left_out
from sklint.generate.request import problem
from sklint.generate.source_errors import AFTER, SYNTAX, lost_kernels, told, unknown_kernels
from sklint.parse.lex import lex
from sklint.source import Source, Span
from sklint.unit import Unit

KERNEL_WORD = "__global__"


class Unseen(msgspec.Struct, frozen=True):
    """A kernel that is lost, or an error that kernels are lost to. `path` is the real path of the file, `line` counts
    from 1, `text` ends with the rule of an adaptation that tells the same."""

    path: str
    line: int
    text: str


def unseen(units: Sequence[Unit]) -> Iterator[Unseen]:
    """What is lost of a source, as an adaptation tells it, and of the headers it includes; `units` are its readings."""
    own = units[0].source
    found = lost_kernels(units) or unknown_kernels(units) or swallowed(units)
    yield from (described(it, own) for it in found)
    marked = {path: it for unit in units for path, it in unit.sources.items() if KERNEL_WORD.encode() in it.data}
    for path, source in marked.items():
        if path != own.path or units[0].header:
            error = broken(units, source)
            if error:
                yield described(told(error, source, ""), source)


def described(it: Finding, source: Source) -> Unseen:
    return Unseen(realpath(source.path), source.line_at(it.span.start), f"{it.message} ({it.rule})")


def swallowed(units: Sequence[Unit]) -> list[Finding]:
    """The first definition that says `__global__` in a source that no kernel is read of: a macro that is not known
    takes it for a part of what it makes."""
    source, dead = units[0].source, list(left_out(units))
    if any(it.defined for unit in units for it in unit.kernels):
        return []
    names = (source.span(it.start, it.end) for it in defined_names(source, source.span(0, len(source.data))))
    found = [it for it in names if not any(one.contains(it) for one in dead)][:1]
    text = "is defined as __global__ here and not read as a kernel: a word before it is unknown"
    return [problem("unknown-kernel", it, f"{source.text(it)} {text}", "") for it in found]


def broken(units: Sequence[Unit], source: Source) -> tuple[Span, str] | None:
    """The first error of syntax between a `__global__` that makes no kernel and what it would open."""
    kernels = [it for unit in units for it in (*unit.kernels, *unit.kernels_in_classes)]
    known = [span for it in kernels for span in (it.qualifier_span, it.extent)]
    errors = sorted(it for unit in units for it in unit.errors if it[0].path == source.path and is_syntax(it[1]))
    for start, end in heads(source) if errors else ():
        word = source.span(start, start + len(KERNEL_WORD))
        if not any(it.contains(word) for it in known):
            for it in errors:
                if start < it[0].start <= end:
                    return it
    return None


def is_syntax(words: str) -> bool:
    return words.startswith(SYNTAX) and not words.startswith(AFTER)


def heads(source: Source) -> Iterator[tuple[int, int]]:
    """Where each `__global__` stands, and the brace or semicolon behind it."""
    start = -1
    for it in lex(source.data):
        if it.kind == "name" and it.text == KERNEL_WORD:
            start = it.start
        elif start >= 0 and it.text in ("{", ";", "}"):
            yield start, it.start
            start = -1
