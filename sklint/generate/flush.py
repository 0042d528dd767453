"""Where a DataCacheCleanAndInvalid is written after a scalar store to a GlobalTensor, and in which words."""

from sklint.finding import Edit
from sklint.generate.destroy import line_of
from sklint.model import Body
from sklint.source import Span
from sklint.unit import Unit
from sklint.writes import GlobalWrite

ARGUMENTS = "AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_OUT"


def flush_edits(unit: Unit, body: Body, write: GlobalWrite) -> tuple[Edit, ...]:
    """The edit that flushes the element after `write`; none where the element's type or the place is not certain."""
    if write.from_macro or not write.tensor or not write.element or write.statement is None:
        return ()
    first, last = body.tokens[write.statement.first], body.tokens[write.statement.last - 1]
    source = unit.file(last.span.path)
    if source is None or first.from_macro or last.from_macro or last.text != ";":
        return ()
    start, indent = line_of(source, first.span.start)
    alone = not source.data[start : first.span.start].strip()
    call = f"AscendC::DataCacheCleanAndInvalid<{write.element}, {ARGUMENTS}>({write.tensor}[{write.offset}]);"
    return (Edit(Span(last.span.path, last.span.end, last.span.end), f"\n{indent}{call}" if alone else f" {call}"),)
