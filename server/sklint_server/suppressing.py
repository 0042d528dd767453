"""The edit that suppresses a finding where it stands."""

from sklint.finding import Edit, Finding
from sklint.source import Position, Source
from sklint.suppression import Suppression, first_line_of_macro, read_suppressions


def suppressing(source: Source, finding: Finding) -> Edit:
    """Name the rule in the comment that is there already, or in a new one: behind the line, above a macro."""
    line = source.line_at(finding.span.start)
    if found := own_comment(source, line):
        end = found.names_span.end
        return Edit(source.span(end, end), f", {finding.rule}")
    head = first_line_of_macro(source, line)
    comment = f"// sklint: ignore[{finding.rule}]"
    text = source.line(head or line)
    if head or text.rstrip().endswith("\\"):
        start = source.offset(Position(head or line, 1))
        indent = text[: len(text) - len(text.lstrip())]
        return Edit(source.span(start, start), f"{indent}{comment}\n")
    end = source.line_end(line)
    return Edit(source.span(end, end), f" {comment}")


def own_comment(source: Source, line: int) -> Suppression | None:
    """An `ignore[...]` that stands on a line and covers it."""
    here = (it for it in read_suppressions(source) if line in it.lines and source.line_at(it.span.start) == line)
    return next((it for it in here if it.names and not it.fault and not it.whole_file), None)
