"""Suppression comments: which findings they cover, and which of them name no rule or cover nothing.

`// sklint: ignore[id, ...] reason` covers what starts on its line or, alone on its lines, on the next line of code;
`ignore-next-line[...]` the next line of code; `ignore-file[...]`, alone on its line, the file. Ids may be prefixes;
`all` is every rule but those about sklint itself and its comments.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sklint.finding import Edit, Finding, Fix, Safety, Severity
from sklint.reply import CATEGORY, UNKNOWN, UNUSED
from sklint.selection import ALL, covers, names_a_rule, nearest
from sklint.source import Source, Span
from sklint.suppression import Name, Suppression, first_line_of_macro, read_suppressions, without_comment

Spelled = Callable[[Finding], Sequence[Span]]


@dataclass(frozen=True, slots=True)
class Suppressed:
    """What is left of findings, and what is wrong with the comments: findings too."""

    kept: tuple[Finding, ...]
    unused: tuple[Finding, ...]
    unknown: tuple[Finding, ...]


def suppress(
    findings: Iterable[Finding],
    sources: Mapping[str, Source],
    spelled: Spelled,
    *,
    categories: Mapping[str, str],
    ran: Collection[str],
    checked: Collection[str],
) -> Suppressed:
    """Leave out the findings that comments in `sources` cover. A finding is where its span starts, and on every line
    of the spans `spelled` gives for it: the declaration it is about, the place in a macro that makes the code.

    `categories` are the known rules, id -> category, `ran` those that looked at these sources; only the paths in
    `checked` are told about comments that name no rule or cover nothing.
    """
    comments = {path: read_suppressions(source) for path, source in sources.items()}

    def covering(finding: Finding, spans: Sequence[Span] = ()) -> list[Name]:
        return _covering(finding, _places(finding, spans, sources), comments)

    by_finding = [(it, covering(it, spelled(it))) for it in findings]
    used = {name for _, names in by_finding for name in names}
    known = {**categories, UNKNOWN: CATEGORY, UNUSED: CATEGORY}
    own = [(sources[path], it) for path in sorted(checked) if path in comments for it in comments[path]]
    unknown = [it for source, comment in own for it in _unknown(source, comment, known)]
    unused = [it for source, comment in own for it in _unused(source, comment, _idle(comment, used, known, ran))]
    return Suppressed(
        tuple(finding for finding, names in by_finding if not names),
        tuple(it for it in unused if not covering(it)),
        tuple(it for it in unknown if not covering(it)),
    )


def _places(finding: Finding, spans: Sequence[Span], sources: Mapping[str, Source]) -> dict[str, set[int]]:
    """The lines where a comment covers a finding: where it starts, those of `spans`, and the first line of the macro
    definition that any of them lies in."""
    places: dict[str, set[int]] = {}
    start = Span(finding.span.path, finding.span.start, finding.span.start)
    for span in (start, *spans):
        if source := sources.get(span.path):
            first, last = source.line_at(span.start), source.line_at(max(span.start, span.end - 1))
            head = first_line_of_macro(source, first)
            places.setdefault(span.path, set()).update(range(first, last + 1), (head,) if head else ())
    return places


def _covering(
    finding: Finding, places: Mapping[str, set[int]], comments: Mapping[str, tuple[Suppression, ...]]
) -> list[Name]:
    """The names in comments that cover a finding."""
    return [
        name
        for path, lines in places.items()
        for comment in comments[path]
        if not comment.fault
        and (not lines.isdisjoint(comment.lines) or (comment.whole_file and path == finding.span.path))
        for name in comment.names
        if covers(name.text, finding.rule, finding.category) and (name.text != ALL or finding.category != CATEGORY)
    ]


def _idle(comment: Suppression, used: set[Name], known: Mapping[str, str], ran: Collection[str]) -> list[Name]:
    """The names of a comment that cover nothing, though every rule they name has run."""

    def idle(name: Name) -> bool:
        rules = {rule for rule, category in known.items() if covers(name.text, rule, category)}
        rules -= {UNKNOWN, UNUSED} if name.text == ALL else set[str]()
        return bool(rules) and rules.issubset(ran) and rules.isdisjoint((UNKNOWN, UNUSED))

    return [name for name in comment.names if not comment.fault and name not in used and idle(name)]


def _unused(source: Source, comment: Suppression, idle: list[Name]) -> Iterator[Finding]:
    if not idle:
        return
    rest = [name for name in comment.names if name not in idle]
    left = ", ".join(name.text for name in rest)
    edit = Edit(comment.names_span, left) if rest else without_comment(source, comment)
    what = ", ".join(name.text for name in idle)
    title = f"remove {what} from the comment" if rest else "remove the comment"
    fixes = (Fix(title, (edit,), Safety.SAFE),) if edit else ()
    yield _finding(UNUSED, idle[0].span, f"{what} covers no finding here", what, fixes)


def _unknown(source: Source, comment: Suppression, known: Mapping[str, str]) -> Iterator[Finding]:
    if comment.fault:
        yield _finding(UNKNOWN, comment.names_span, comment.fault, source.text(comment.span))
        return
    for name in comment.names:
        if not names_a_rule(name.text, known):
            near = nearest(name.text, known)
            fixes = (Fix(f"write {near}", (Edit(name.span, near),), Safety.UNSAFE),) if near else ()
            nearby = f"; the nearest id is {near}" if near else ""
            yield _finding(UNKNOWN, name.span, f"{name.text} names no rule{nearby}", name.text, fixes)


def _finding(rule: str, span: Span, message: str, text: str, fixes: tuple[Fix, ...] = ()) -> Finding:
    return Finding(rule, CATEGORY, Severity.INFO, span, message, text=text, fixes=fixes)
