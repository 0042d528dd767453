"""Whether generated text may be offered: read again, it adds no compile error and no finding to its file."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec
from clang.cindex import Index

from sklint.finding import Edit, Finding, Fix, Related, Severity
from sklint.generate.kernel_places import kernel_place
from sklint.generate.positions import Edited, edited, joined
from sklint.generate.request import Plan, problem
from sklint.lint import LOSING, finished, read_units, run, shared_index, unsuppressed
from sklint.model import Kernel
from sklint.options import Options
from sklint.rule import Context, Rule
from sklint.source import Source, Span
from sklint.target import Target
from sklint.unit import Unit

WORD = re.compile(r"\w+")
AMBIGUOUS = re.compile(r"reference to (?:overloaded function could not be resolved|'\w+' is ambiguous)")
"""What the compiler says of a kernel's name that other functions, or a type, have too."""


@dataclass(frozen=True)
class Surroundings:
    """What a source is read and checked with: `rules` are those that generated text has to satisfy."""

    rules: Sequence[Rule]
    target: Target = field(default_factory=Target)
    options: Options = field(default_factory=Options)
    overlays: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    index: Index = field(default_factory=shared_index)

    def read(self, source: Source, macros: str = "") -> list[Unit]:
        """The source in each configuration, with the macros more that are given, blanks between them."""
        options = msgspec.structs.replace(self.options, defines=(*self.options.defines, *macros.split()))
        return read_units(source, self.target, options, {**self.overlays}, self.index)

    def findings(self, units: Sequence[Unit]) -> list[Finding]:
        found = [it for unit in units for rule in self.rules for it in run(rule, Context(unit, self.target))]
        sources = {path: it for unit in units for path, it in unit.sources.items()}
        return unsuppressed(finished(found, sources), sources, units, self.rules, self.target)


@dataclass(frozen=True)
class Before:
    """A file as it is, read with `macros` more, such as `FAST=1 SMALL=1`."""

    surroundings: Surroundings
    source: Source
    macros: str
    units: Sequence[Unit]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(it.partition("=")[0] for it in self.macros.split())

    @property
    def defined(self) -> str:
        """`FAST is`, `FAST and SMALL are`."""
        names = [it.removesuffix("=1") for it in self.macros.split()]
        return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"

    @cached_property
    def findings(self) -> frozenset[tuple[str, str, Span]]:
        return frozenset((it.rule, it.message, it.span) for it in self.surroundings.findings(self.units))

    @cached_property
    def errors(self) -> frozenset[tuple[Span, str]]:
        return frozenset(error for unit in self.units for error in unit.errors)

    def own_errors(self, plans: Sequence[Plan]) -> "Known":
        """The file's errors, and those that its kernels make where their text stands twice and is instantiated."""
        twins = edited(self.source, joined([Edit(it.place, it.twin + naming(it)) for it in plans]))
        ends = [len(self.source.encode(naming(it))) for it in plans]
        made = {error for unit in self.surroundings.read(twins.source, self.macros) for error in unit.errors}
        kept = {(old, message) for span, message in made if (old := twins.old_span(span))}
        there = {it for it in kept if it in self.errors or not it[1].startswith(LOSING)}
        told = {message for _, message in self.errors | there}
        originals = {copy: name for it in plans for copy, name in it.copies.items()}
        copied = {
            message
            for span, message in made
            if twins.old_span(span) is None and in_body(twins, span, max(ends)) and own(message, originals, told)
        }
        return Known(self.errors | there, frozenset(copied))


@dataclass(frozen=True, slots=True)
class Known:
    """Errors at their places, and messages that a copy of a kernel may give anywhere."""

    errors: frozenset[tuple[Span, str]]
    copied: frozenset[str]

    def explains(self, old: Span | None, message: str) -> bool:
        """Whether the kernels' own text makes the error; `old` is its place before, None where an edit wrote it."""
        return (
            (old, message) in self.errors if old else message in self.copied or message in {it for _, it in self.errors}
        )


def naming(plan: Plan) -> str:
    """Uses of what a plan binds, that instantiate the kernel and its twin."""
    return (
        "".join(f"\nSK_BIND({one}, 0, {twin});" for one, twin in zip(plan.targets, plan.instances, strict=True)) + "\n"
    )


def in_body(twins: Edited, span: Span, naming_size: int) -> bool:
    """Whether a place is in a twin, not in the uses below it."""
    piece = twins.piece(span.start)
    return span.path != twins.before.path or (piece is not None and span.start < piece.end - naming_size)


def own(message: str, originals: Mapping[str, str], told: Collection[str]) -> bool:
    """Whether a twin's error is one of the kernel itself: what is said of a copy is said of its original too, and no
    part of a kernel's text ends what stands around it."""
    said = WORD.sub(lambda it: originals.get(it[0], it[0]), message)
    return said in told or (said == message and not message.startswith(LOSING))


def verified(readings: Sequence[Before], edits: Sequence[Edit], plans: Sequence[Plan]) -> tuple[Finding, ...]:
    """What is wrong with the file once the edits, which carry out the plans, are made; nothing if all is well."""
    after = edited(readings[0].source, edits)
    found: dict[tuple[str, Span, str], Finding] = {}
    for before in readings:
        for it in new_problems(before, after, plans):
            where = f" (where {before.defined} defined)" if before.macros else ""
            told = msgspec.structs.replace(it, message=it.message + where)
            found.setdefault((it.rule, it.span, it.message), told)
    return tuple(found.values())


def new_problems(before: Before, after: Edited, plans: Sequence[Plan]) -> Iterator[Finding]:
    units = before.surroundings.read(after.source, before.macros)
    kernels = [it.kernel for it in plans]
    errors = {(after.old_span(span), span, message) for unit in units for span, message in unit.errors}
    known = Known(before.errors, frozenset())
    if any(not known.explains(old, message) for old, _, message in errors):
        known = before.own_errors(plans)
    for old, span, message in sorted(errors, key=lambda it: it[1]):
        if not known.explains(old, message):
            text = f"the binding would not compile: {message}"
            yield problem("verification", old or place_of(after, span, kernels), text, kernels[0].qualified)
    bound = run_by_kernels(units, {it.qualified for it in kernels})  # a finding there is in the way, told before or not
    for it in before.surroundings.findings(units):
        seen = (it.rule, it.message, after.old_span(it.span)) in before.findings
        if it.severity is not Severity.INFO and (not seen or it.symbol in bound):
            yield as_before(it, after, kernels, kernel_place(after, units, kernels, it.span))


def run_by_kernels(units: Sequence[Unit], names: Collection[str]) -> frozenset[str]:
    """The kernels of these names, and what they reach."""
    kernels = ((unit, it) for unit in units for it in unit.kernels if it.qualified in names)
    return frozenset(reached.function.qualified for unit, it in kernels for reached in unit.reach(it))


def as_before(finding: Finding, after: Edited, kernels: Sequence[Kernel], repeated: Span | None) -> Finding:
    """A finding of the new text at its place in the old one: at what the SK function repeats of its kernel, else at the
    kernel, where it is about what was generated. It keeps the title of what would settle it."""
    place = after.old_span(finding.span) or repeated
    related = [Related(span, it.message) for it in finding.related if (span := after.old_span(it.span))]
    if place is None:
        place = place_of(after, finding.span, kernels)
    way = tuple(Fix(it.title, ()) for it in finding.fixes[:1])  # its edits are of a text that nobody has
    return msgspec.structs.replace(finding, span=place, related=tuple(related), fixes=way)


def standing_in_the_way(finding: Finding) -> Finding:
    """A finding of a binding as one that a report has: a blocker, with what would settle it in its message."""
    way = f" ({finding.fixes[0].title[0].lower()}{finding.fixes[0].title[1:]})" if finding.fixes else ""
    return msgspec.structs.replace(finding, message=finding.message + way, fixes=(), severity=Severity.BLOCKER)


def place_of(after: Edited, span: Span, kernels: Sequence[Kernel]) -> Span:
    """The name of the kernel whose binding is at the span: the last one that ends before it."""
    at = after.old_place(span).start
    before = [it for it in kernels if it.span.start <= at]
    return max(before, key=lambda it: it.span.start).span if before else kernels[0].span
