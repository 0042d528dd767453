"""The text that people read: each finding with the line it is on, related places and what would settle it."""

from collections.abc import Iterator, Sequence

import msgspec

from sklint.finding import Finding, Fix, Note, Related, Safety
from sklint.report.changes import changes
from sklint.report.characters import printable
from sklint.report.paint import Paint, ansi, plain
from sklint.report.place import place
from sklint.report.run import Report
from sklint.report.snippet import Row, snippet
from sklint.report.totals import totals
from sklint.source import Span


class Block(msgspec.Struct, frozen=True):
    """A headline and the rows below it."""

    head: str
    rows: Sequence[Row]


def render(report: Report, color: bool = False, *, quiet: bool = False) -> str:
    """The findings, then the notes and the totals if not `quiet`; `color` is for terminals."""
    paint = ansi if color else plain
    findings = ["\n".join(_lines(_blocks(report, finding, paint), paint)) + "\n" for finding in report.findings]
    if quiet:
        return "\n".join(findings)
    notes = "".join(_note(note, paint) for note in report.notes)
    total = paint("strong" if report.findings or not report.files_checked else "clear", totals(report))
    return "\n".join([*findings, *([notes] if notes else []), total + "\n"])


def _blocks(report: Report, finding: Finding, paint: Paint) -> list[Block]:
    severity = finding.severity.value
    rule = printable(f"{severity}[{finding.rule}]")
    where = _where(report, finding.span)
    head = f"{paint('strong', where)}: {paint(severity, rule)} {paint('strong', printable(finding.message))}"
    return [
        Block(head, _rows(report, finding.span, "^", severity)),
        *(_related(report, related, paint) for related in finding.related),
        *(_help(report, fix, finding.span.path, paint) for fix in finding.fixes),
    ]


def _related(report: Report, related: Related, paint: Paint) -> Block:
    head = f"{paint('note', 'note:')} {_where(report, related.span)}: {printable(related.message)}"
    return Block(head, _rows(report, related.span, "-", "note"))


def _help(report: Report, fix: Fix, path: str, paint: Paint) -> Block:
    caution = "" if fix.safety is Safety.SAFE else " (unsafe)"
    return Block(f"{paint('help', 'help:')} {printable(fix.title)}{caution}", changes(report.sources, fix, path))


def _where(report: Report, span: Span) -> str:
    return printable(str(place(report.sources, span)))


def _rows(report: Report, span: Span, mark: str, style: str) -> list[Row]:
    source = report.sources.get(span.path)
    return list(snippet(source, span, mark, style)) if source else []


def _lines(blocks: Sequence[Block], paint: Paint) -> Iterator[str]:
    """The blocks with their gutters as wide as the widest label, an empty row before and between those with rows."""
    gutter = max((len(row.label) for block in blocks for row in block.rows), default=0)
    bar = paint("gutter", f"{'':>{gutter}} |")
    for block in blocks:
        yield block.head
        if block.rows:
            yield bar
            yield from (_line(row, gutter, paint) for row in block.rows)
            if block is not blocks[-1]:
                yield bar


def _line(row: Row, gutter: int, paint: Paint) -> str:
    edge = paint("gutter" if row.bar == "|" else row.style, f"{row.label:>{gutter}} {row.bar}")
    text = row.text.rstrip()
    return f"{edge} {paint(row.style, text)}" if text else edge


def _note(note: Note, paint: Paint) -> str:
    where = f"{printable(note.path)}: " if note.path else ""
    return f"{paint('note', 'note:')} {where}{printable(note.message)}\n"
