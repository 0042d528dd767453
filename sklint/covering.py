"""What a finding's place belongs to, so that a comment there speaks of it: its declaration, the macro that makes it."""

from collections.abc import Iterable, Iterator, Sequence

from sklint.finding import Finding
from sklint.parse.lex import lex
from sklint.source import Source, Span
from sklint.unit import Unit


def covering(finding: Finding, units: Iterable[Unit]) -> Sequence[Span]:
    """The declaration or statement from its first word to the finding, the head of the kernel or SK function that it is
    in, and the `#define` behind a macro's use."""
    unit = next((it for it in units if it.file(finding.span.path)), None)
    source = unit.file(finding.span.path) if unit else None
    if unit is None or source is None:
        return ()
    start = statement_start(source, finding.span.start)
    spans = [Span(source.path, start, finding.span.start), *heads(finding, unit, source)]
    word = source.text(finding.span).partition("(")[0].strip()
    definition = unit.macro_definition(word) if word.isidentifier() else None
    return (*spans, definition) if definition else spans


def heads(finding: Finding, unit: Unit, source: Source) -> Iterator[Span]:
    """From the first word of a kernel or SK function to its name, where the finding is inside of it."""
    for it in (*unit.sk_functions, *unit.kernels):
        if it.extent.path == source.path and it.extent.start <= finding.span.start < it.extent.end:
            yield Span(source.path, statement_start(source, it.span.start), it.span.start)


def statement_start(source: Source, offset: int) -> int:
    """Where the first word after the last `;`, `{`, `}` or preprocessor line before `offset` stands."""
    start, fresh = offset, True
    for it in lex(source.data):
        if it.start >= offset:
            break
        if it.text in (";", "{", "}") or it.kind == "directive":
            start, fresh = offset, True
        elif fresh:
            start, fresh = it.start, False
    return start
