"""What a finding's place belongs to, so that a comment there speaks of it: its declaration, the macro that makes it."""

from collections.abc import Iterable, Sequence

from sklint.finding import Finding
from sklint.parse.lex import lex
from sklint.source import Source, Span
from sklint.unit import Unit


def covering(finding: Finding, units: Iterable[Unit]) -> Sequence[Span]:
    """The declaration or statement from its first word to the finding, and the `#define` behind a macro's use."""
    unit = next((it for it in units if it.file(finding.span.path)), None)
    source = unit.file(finding.span.path) if unit else None
    if unit is None or source is None:
        return ()
    start = statement_start(source, finding.span.start)
    spans = [Span(source.path, start, finding.span.start)]
    word = source.text(finding.span).partition("(")[0].strip()
    definition = unit.macro_definition(word) if word.isidentifier() else None
    return (*spans, definition) if definition else spans


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
