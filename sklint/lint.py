"""The engine: a source in, findings out. It prints nothing and knows no protocol."""

import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import msgspec
from clang.cindex import Index

from sklint.configuration import configurations
from sklint.coverage import Coverage, OfChip
from sklint.covering import Statements, covering
from sklint.finding import Finding, Severity
from sklint.half_read import fixed_where_read
from sklint.misread import understood
from sklint.options import Options
from sklint.parse.door import read_unit
from sklint.parse.translation import new_index
from sklint.pipe_doubts import others_destroy
from sklint.reader import Said, Settled
from sklint.reply import CATEGORY, INTERNAL, Dependency
from sklint.rule import Considered, Context, Rule
from sklint.source import Source, Span
from sklint.suppress import suppress
from sklint.suppression_word import may_suppress
from sklint.target import Target
from sklint.unit import Unit

LOSING = (
    "expected '}'",
    "extraneous closing brace",
    "unterminated conditional",
    "unterminated /*",
    *(f"expected ';' after {it}" for it in ("struct", "class", "union", "enum")),
)
"""How the compiler's words begin where it loses what follows, or reads it as something else."""
CUT_SHORT = "expected ';' after expression"
"""The same for the rest of a body, unless a macro that is not known here made a statement of what stands there."""
UNKNOWN = "use of undeclared identifier"


@dataclass(frozen=True)
class Outcome:
    """What one source gave: its findings, what it includes, the last names of the SK functions it binds and does not
    define, how much the rules knew of what it uses, by rule, and where it stops making sense, if it does."""

    findings: tuple[Finding, ...]
    sources: Mapping[str, Source]
    dependencies: tuple[Dependency, ...]
    bound: tuple[str, ...]
    coverage: Mapping[str, Coverage] = field(default_factory=dict[str, Coverage])
    broken: str = ""


def lint(
    source: Source,
    rules: Sequence[Rule],
    target: Target | None = None,
    options: Options | None = None,
    overlays: Mapping[str, bytes] | None = None,
    index: Index | None = None,
) -> Outcome:
    """Check one source with what it includes, in every configuration that the target asks for."""
    target = target or Target()
    units = read_units(source, target, options or Options(), overlays or {}, index or shared_index())
    covered = {it.id: coverage(uses) for it in rules if it.coverage and (uses := considered(units, it, target))}
    return replace(check_units(units, rules, target), coverage=covered)


def check_units(units: Sequence[Unit], rules: Sequence[Rule], target: Target) -> Outcome:
    """What the rules say of one source, read into `units`, one a configuration; not how much they knew."""
    findings = [finding for it in units for finding in findings_in(it, rules, target, besides(units, it))]
    sources = {path: it for unit in units for path, it in unit.sources.items()}
    sources |= {it.span.path: found for it in findings for unit in units if (found := unit.file(it.span.path))}
    found = dependencies(units)
    kept = unsuppressed(finished(findings, sources), sources, units, rules, target)
    return Outcome(tuple(told_apart(kept)), sources, found, bound_for_others(units), broken=broken(units))


def bound_for_others(units: Iterable[Unit]) -> tuple[str, ...]:
    """The last names of the SK functions that a source binds and does not define itself: another file's function of
    the same name is another function."""
    parts = ((unit.source.path, part) for unit in units for it in unit.bindings for part in it.parts)
    found = {
        part.name.rpartition("::")[2]
        for path, part in parts
        if not any(it.defined and it.span.path == path for it in part.functions)
    }
    return tuple(sorted(found))


def dependencies(units: Iterable[Unit]) -> tuple[Dependency, ...]:
    """What the units include, and what their conditions ask for, each once."""
    found = (
        Dependency(it.name, it.path, it.directive_from, it.angled, it.stub, asked)
        for unit in units
        for asked, includes in ((False, unit.includes), (True, unit.asked_headers))
        for it in includes
    )
    return tuple(dict.fromkeys(found))


def besides(units: Iterable[Unit], unit: Unit) -> tuple[Unit, ...]:
    return tuple(it for it in units if it is not unit)


def findings_in(unit: Unit, rules: Sequence[Rule], target: Target, others: tuple[Unit, ...] = ()) -> list[Finding]:
    whole = Context(unit, target, others)
    asked = [it for it in rules if looks_at(it, unit)]
    by = (target, tuple(it.id for it in asked if it.apart))
    settled = settled_for(unit, by) if all(it.reader.settled() for it in others) else None
    part = Context(unit.without(settled.functions) if settled else unit, target, others)
    apart = [finding for it in asked if it.apart for finding in run(it, part)]
    apart += settled.findings if settled else ()
    unit.reader.hear(Said(by, tuple(apart)))
    found = [*(finding for it in asked if not it.apart for finding in run(it, whole)), *apart]
    return fixed_where_read(understood(found, unit), unit)


def settled_for(unit: Unit, by: object) -> Settled | None:
    """What the same rules said before an edit, and say still."""
    settled = unit.reader.settled()
    if settled is None or settled.by != by:
        return None
    return settled if settled.others is None or settled.others == others_destroy(unit) else None


def looks_at(rule: Rule, unit: Unit) -> bool:
    return rule.in_headers or not unit.header


def broken(units: Sequence[Unit]) -> str:
    """The line and words of an error that what follows it is lost to, in the unit's own file; "" where there is none,
    or where missing headers may be why."""
    found = losing_error(units)
    return f"{units[0].source.line_at(found[0].start)}: {found[1]}" if found else ""


def losing_error(units: Sequence[Unit]) -> tuple[Span, str] | None:
    """The first such error, at its place."""
    source = units[0].source
    every = [it for unit in units if all(map(complete, units)) for it in unit.errors]
    errors = [it for it in every if it[0].path == source.path]
    unknown = {source.line_at(it[0].start) for it in errors if it[1].startswith(UNKNOWN)}
    return next((it for it in errors if it[1].startswith(LOSING) or cuts_short(it, source, unknown)), None)


def cuts_short(error: tuple[Span, str], source: Source, unknown: Collection[int]) -> bool:
    return error[1].startswith(CUT_SHORT) and source.line_at(error[0].start) not in unknown


def considered(units: Sequence[Unit], rule: Rule, target: Target) -> list[Considered]:
    """The uses that a rule with a coverage looked at, each once: known where it is in every unit that has it."""
    found: dict[tuple[str, Span], Considered] = {}
    looked_at = [unit for unit in units if looks_at(rule, unit)]
    for use in (use for unit in looked_at if rule.coverage for use in rule.coverage(Context(unit, target))):
        before = found.get((use.name, use.span), use)
        chips = {it: known and dict(before.chips).get(it, True) for it, known in (*before.chips, *use.chips)}
        found[use.name, use.span] = replace(use, known=use.known and before.known, chips=tuple(chips.items()))
    return list(found.values())


def coverage(uses: Iterable[Considered]) -> Coverage:
    counts = Counter((it.name, it.known, it.needs) for it in uses)

    def of(needs: str) -> dict[str, int]:
        return {name: number for (name, known, lack), number in counts.items() if not known and lack == needs}

    considered = sum(number for (_, _, lack), number in counts.items() if not lack)
    return Coverage(considered, of(""), of("chip"), of("cann"), coverage_by_chip(uses))


def coverage_by_chip(uses: Iterable[Considered]) -> dict[str, OfChip]:
    each = [(chip, it.name, known) for it in uses for chip, known in it.chips]
    numbers = Counter(chip for chip, _, _ in each)
    unknown = Counter((chip, name) for chip, name, known in each if not known)
    return {
        chip: OfChip(number, {name: times for (of, name), times in unknown.items() if of == chip})
        for chip, number in numbers.items()
    }


def unsuppressed(
    findings: Sequence[Finding],
    sources: Mapping[str, Source],
    units: Sequence[Unit],
    rules: Sequence[Rule],
    target: Target,
) -> list[Finding]:
    """The findings that no comment covers, and what is wrong with the comments of the unit's own file. Nothing is
    called unused of a rule that could not find anything: in a header, which other files complete, where headers are
    missing, or without the target it needs."""
    if not any(may_suppress(it.data) for it in sources.values()):
        return list(findings)
    statements = Statements()
    left = suppress(
        findings,
        sources,
        lambda finding: covering(finding, units, statements),
        categories={it.id: it.category for it in rules},
        ran=[it.id for it in rules if it.can_find(target)] if all(map(complete, units)) else (),
        checked=[units[0].source.path],
    )
    return sorted([*left.kept, *left.unused, *left.unknown], key=place)


def complete(unit: Unit) -> bool:
    """Whether the unit holds all that its source is made of."""
    return not unit.header and not unit.missing_headers


def read_units(
    source: Source,
    target: Target,
    options: Options,
    overlays: Mapping[str, bytes],
    index: Index,
    before: Sequence[Unit] = (),
) -> list[Unit]:
    """The source read once per configuration: what its own text and, unless it is a header that others complete, its
    headers ask for. `before` are units of the same source before an edit."""
    units: list[Unit] = []
    done: set[tuple[str, ...]] = set()
    text = [source.data]
    while wanted := [it for it in configurations(text, target) if it not in done]:
        unit = read_unit(index, source, wanted[0], options, overlays, before)
        done.add(wanted[0])
        units.append(unit)
        text = [source.data, *(it.data for it in project_headers(unit) if not source.header)]
    return [unit for unit in units if unit.configuration in configurations(text, target)]


def project_headers(unit: Unit) -> Iterator[Source]:
    for it in unit.includes:
        if it.path and not it.stub and (found := unit.file(it.path)):
            yield found


def run(rule: Rule, context: Context) -> list[Finding]:
    """The rule's findings; a rule that raises is one finding of its own, and the others go on."""
    return contained(rule, lambda: rule.check(context), context.unit.source.path)


def contained(rule: Rule, check: Callable[[], Iterable[Finding]], path: str) -> list[Finding]:
    try:
        return list(check())
    except Exception as error:  # a pack's bug must not hide what other rules found
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
        message = f"{rule.id} failed with {type(error).__name__}: {error} ({place})"
        return [Finding(INTERNAL, CATEGORY, Severity.INFO, Span(path, 0, 0), message, symbol=rule.id)]


def finished(findings: Iterable[Finding], sources: Mapping[str, Source]) -> list[Finding]:
    """Each finding once, with the words at its place, in the order of the files."""
    merged: dict[tuple[str, Span, str], Finding] = {}
    for it in findings:
        source = sources.get(it.span.path)
        text = source.text(it.span) if source and not it.text else it.text
        merged.setdefault((it.rule, it.span, it.symbol), msgspec.structs.replace(it, text=text))
    return sorted(merged.values(), key=place)


def place(finding: Finding) -> tuple[str, int, int, str, str]:
    """The order of a report."""
    return (finding.span.path, finding.span.start, finding.span.end, finding.rule, finding.symbol)


def told_apart(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Findings that are equal but for their place get a number, so that each id is one finding of the file."""
    seen: dict[str, int] = {}
    for it in findings:
        key = f"{it.span.path}\0{it.id}"
        number = seen.get(key, 0)
        seen[key] = number + 1
        yield msgspec.structs.replace(it, ordinal=number) if number else it


@cache
def shared_index() -> Index:
    """The index of this process."""
    return new_index()
