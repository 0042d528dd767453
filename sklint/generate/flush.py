"""Where a DataCacheCleanAndInvalid is written after a scalar store to a GlobalTensor, and in which words."""

from sklint.finding import Edit
from sklint.generate.destroy import line_of
from sklint.model import Function
from sklint.source import Span
from sklint.unit import Unit
from sklint.writes import GlobalWrite

ARGUMENTS = "AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_OUT"


def flush_edits(unit: Unit, function: Function, write: GlobalWrite) -> tuple[Edit, ...]:
    """The edit that flushes the element after `write`; none where the element's type or the place is not certain."""
    body = function.body
    element = write.element or element_of_member(unit, function, write.tensor)
    if body is None or write.from_macro or not write.tensor or not element or write.statement is None:
        return ()
    first, last = body.tokens[write.statement.first], body.tokens[write.statement.last - 1]
    source = unit.file(last.span.path)
    if source is None or first.from_macro or last.from_macro or last.text != ";":
        return ()
    start, indent = line_of(source, first.span.start)
    alone = not source.data[start : first.span.start].strip()
    call = f"AscendC::DataCacheCleanAndInvalid<{element}, {ARGUMENTS}>({write.tensor}[{write.offset}]);"
    return (Edit(Span(last.span.path, last.span.end, last.span.end), f"\n{indent}{call}" if alone else f" {call}"),)


def element_of_member(unit: Unit, function: Function, tensor: str) -> str:
    """What is written between the brackets of the type of a member of the function's class; "" where that depends on
    the parameters of a template, or may mean something else where the function stands."""
    record = unit.record(function.record) if function.record else None
    type = record.fields.get(tensor.partition("[")[0].removeprefix("this->")) if record else None
    if record is None or record.extent is None or type is None or type.template_dependent:
        return ""
    inside = record.extent.path == function.span.path and record.extent.start <= function.span.start < record.extent.end
    text = type.written.partition("GlobalTensor<")[2].rpartition(">")[0].strip()
    return text if inside and "," not in text else ""
