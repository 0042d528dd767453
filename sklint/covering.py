"""What a finding's place belongs to, so that a comment there speaks of it: its declaration, the macro that makes it."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from sklint.finding import Finding
from sklint.parse.lex import lex
from sklint.source import Source, Span
from sklint.unit import Unit


class Statements:
    """Where the statements and declarations of sources begin; each source is looked through once."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[list[int], list[int]]] = {}

    def start(self, source: Source, offset: int) -> int:
        """Where the first word after the last `;`, `{`, `}` or preprocessor line before `offset` stands."""
        if source.path not in self.found:
            self.found[source.path] = statements(source)
        ends, firsts = self.found[source.path]
        return min(firsts[bisect_left(ends, offset)], offset)


def covering(finding: Finding, units: Iterable[Unit], statements: Statements) -> Sequence[Span]:
    """The declaration or statement from its first word to the finding, the head of the kernel or SK function that it is
    in, and the `#define` behind a macro's use."""
    unit = next((it for it in units if it.file(finding.span.path)), None)
    source = unit.file(finding.span.path) if unit else None
    if unit is None or source is None:
        return ()
    start = statements.start(source, finding.span.start)
    spans = [Span(source.path, start, finding.span.start), *heads(finding, unit, source, statements)]
    word = source.text(finding.span).partition("(")[0].strip()
    definition = unit.macro_definition(word) if word.isidentifier() else None
    return (*spans, definition) if definition else spans


def heads(finding: Finding, unit: Unit, source: Source, statements: Statements) -> Iterator[Span]:
    """From the first word of a kernel or SK function to its name, where the finding is inside of it."""
    for it in (*unit.sk_functions, *unit.kernels):
        if it.extent.path == source.path and it.extent.start <= finding.span.start < it.extent.end:
            yield Span(source.path, statements.start(source, it.span.start), it.span.start)


def statements(source: Source) -> tuple[list[int], list[int]]:
    """What ends a statement, in order; and the first word before the first of these, and after each."""
    ends: list[int] = []
    firsts: list[int] = []
    fresh = True
    for it in lex(source.data):
        if it.text in (";", "{", "}") or it.kind == "directive":
            firsts += [it.start] * fresh
            ends.append(it.start)
            fresh = True
        elif fresh:
            firsts.append(it.start)
            fresh = False
    return ends, [*firsts, len(source.data)]
