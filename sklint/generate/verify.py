"""Whether generated text may be offered: read again, it adds no compile error and no finding to its file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import msgspec
from clang.cindex import Index

from sklint.finding import Edit, Finding, Related, Severity
from sklint.generate.positions import Edited, edited, joined
from sklint.generate.request import Plan, problem
from sklint.lint import finished, read_units, run, shared_index, unsuppressed
from sklint.model import Kernel, Unit
from sklint.parse.unit import Options
from sklint.rule import Context, Rule
from sklint.source import Source, Span
from sklint.target import Target


@dataclass(frozen=True)
class Surroundings:
    """What a source is read and checked with: `rules` are those that generated text has to satisfy."""

    rules: Sequence[Rule]
    target: Target = field(default_factory=Target)
    options: Options = field(default_factory=Options)
    overlays: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    index: Index = field(default_factory=shared_index)

    def read(self, source: Source, macro: str = "") -> list[Unit]:
        """The source in each configuration, with one macro more where that is named."""
        more = (f"{macro}=1",) if macro else ()
        options = replace(self.options, defines=(*self.options.defines, *more))
        return read_units(source, self.target, options, {**self.overlays}, self.index)

    def findings(self, units: Sequence[Unit]) -> list[Finding]:
        found = [it for unit in units for rule in self.rules for it in run(rule, Context(unit, self.target))]
        sources = {path: it for unit in units for path, it in unit.sources.items()}
        return unsuppressed(finished(found, sources), sources, units, self.rules)


@dataclass(frozen=True)
class Before:
    """A file as it is, read with one macro more where `macro` is not empty."""

    surroundings: Surroundings
    source: Source
    macro: str
    units: Sequence[Unit]

    @cached_property
    def findings(self) -> frozenset[tuple[str, str, Span]]:
        return frozenset((it.rule, it.message, it.span) for it in self.surroundings.findings(self.units))

    @cached_property
    def errors(self) -> frozenset[tuple[Span, str]]:
        return frozenset(error for unit in self.units for error in unit.errors)

    def errors_with(self, plans: Sequence[Plan]) -> frozenset[tuple[Span, str]]:
        """The file's own errors, those included that show once the plans' templates are instantiated."""
        named = [Edit(it.place, "".join(f"\nSK_BIND({one}, 0);" for one in it.targets) + "\n") for it in plans if it.kernel.template]
        if not named:
            return self.errors
        there = edited(self.source, joined(named))
        made = [error for unit in self.surroundings.read(there.source, self.macro) for error in unit.errors]
        return self.errors | {(old, message) for span, message in made if (old := there.old_span(span))}


def verified(readings: Sequence[Before], edits: Sequence[Edit], plans: Sequence[Plan]) -> tuple[Finding, ...]:
    """What is wrong with the file once the edits, which carry out the plans, are made; nothing if they may be offered."""
    after = edited(readings[0].source, edits)
    found = [it for before in readings for it in new_problems(before, after, plans)]
    return tuple({(it.rule, it.span, it.message): it for it in found}.values())


def new_problems(before: Before, after: Edited, plans: Sequence[Plan]) -> Iterator[Finding]:
    units = before.surroundings.read(after.source, before.macro)
    kernels = [it.kernel for it in plans]
    known = before.errors_with(plans)
    for unit in units:
        yield from new_errors(known, after, unit, kernels)
    for it in before.surroundings.findings(units):
        known_before = (it.rule, it.message, after.old_span(it.span)) in before.findings
        if it.severity is not Severity.INFO and not known_before:
            yield as_before(it, after, kernels)


def new_errors(known: frozenset[tuple[Span, str]], after: Edited, unit: Unit, kernels: Sequence[Kernel]) -> Iterator[Finding]:
    """Errors that the file did not have. What a kernel's own text has wrong, its copy has too."""
    messages = {message for _, message in known}
    for span, message in unit.errors:
        old = after.old_span(span)
        inherited = message in messages if old is None else (old, message) in known
        if not inherited:
            place = old or place_of(after, span, kernels)
            text = f"the binding would not compile: {message}"
            yield problem("verification", place, text, kernels[0].qualified)


def as_before(finding: Finding, after: Edited, kernels: Sequence[Kernel]) -> Finding:
    """A finding of the new text at its place in the old one; at the kernel, where it is about what was generated."""
    place = after.old_span(finding.span)
    related = [Related(span, it.message) for it in finding.related if (span := after.old_span(it.span))]
    if place is None:
        place = place_of(after, finding.span, kernels)
    return msgspec.structs.replace(finding, span=place, related=tuple(related), fixes=(), severity=Severity.BLOCKER)


def place_of(after: Edited, span: Span, kernels: Sequence[Kernel]) -> Span:
    """The name of the kernel whose binding is at the span: the last one that ends before it."""
    at = after.old_place(span).start
    before = [it for it in kernels if it.span.start <= at]
    return max(before, key=lambda it: it.span.start).span if before else kernels[0].span
