"""All kernels of a file bound: plans for each, verified together, and alone where one of them is at fault."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import msgspec

from sklint.declared import Key
from sklint.finding import Edit, Finding, Related, Severity
from sklint.generate.bind import bind
from sklint.generate.branches import unread_kernels
from sklint.generate.build_macros import of_the_build
from sklint.generate.expanded import expanded
from sklint.generate.layout import below, set_apart
from sklint.generate.obstacles import in_class
from sklint.generate.operator_header import header_edit
from sklint.generate.positions import Edited, joined
from sklint.generate.readings import read
from sklint.generate.request import DEFAULT_MASK, BindRequest, Plan, Taken, problem
from sklint.generate.source_errors import explained, lost_kernels, unknown_kernels, unreadable, within
from sklint.generate.verify import AMBIGUOUS, Before, Surroundings, verified
from sklint.model import Kernel
from sklint.source import Source
from sklint.unit import Unit

PROVING = frozenset(("codegen.verification", "sk.body-drift", "sk.block-num", "sk.raw-block-builtin"))
"""What is found where a copy of a helper is not the helper."""

OF_THE_MASK = "sk.bind-mask-early-start"

Wanted = Callable[[Kernel], bool]


class Named(msgspec.Struct, frozen=True):
    """A kernel of the file or of its headers, by its name and with namespaces."""

    name: str
    qualified: str
    template: bool


class Bindings(msgspec.Struct, frozen=True):
    """What binding a file gave. `edits` bind the kernels `bound` and nothing else; `problems` are what a person has to
    decide, `notes` what one may want to know; `already` were bound before. These names are qualified. `there` are all
    kernels that the unit knows, `texts` the files that problems and notes are in."""

    edits: tuple[Edit, ...]
    bound: tuple[str, ...]
    already: tuple[str, ...]
    problems: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    there: tuple[Named, ...]
    texts: dict[str, bytes]

    @property
    def kernels(self) -> tuple[str, ...]:
        """Every kernel that was looked at, whatever came of it."""
        return tuple(dict.fromkeys((*self.bound, *self.already, *(it.symbol for it in self.problems))))


def bind_file(
    source: Source, request: BindRequest, surroundings: Surroundings, wanted: Wanted = lambda _: True
) -> Bindings:
    """Bind the kernels of a source that are `wanted`; never raises for what stands in it."""
    readings = read(source, surroundings)
    units = [unit for it in readings for unit in it.units]
    defined = distinct(it for unit in units for it in unit.kernels if it.defined and wanted(it))
    known = bound_before(units)
    new = [it for it in defined if it.span.path == source.path and it.key not in known]
    already = tuple(it.qualified for it in defined if it.span.path == source.path and it.key in known)
    if fault := unreadable(units, new):
        return Bindings((), (), already, (fault,), (), named(units), texts_of([fault], units))
    faults = of_the_build(units, new) | {it.key: fault for it in new if (fault := within(units, it))}
    sound = [it for it in new if it.key not in faults]
    plans, problems = planned(source, surroundings, units, sound, request)
    kept, wrong, warned = checked(readings, plans, units, request)
    problems = [
        *faults.values(),
        *problems,
        *in_classes(units),
        *(lost_kernels(units) or unknown_kernels(units)),
        *unread_kernels(units),
        *elsewhere(defined, source, known),
        *explained(wrong, units),
    ]
    notes = (*(note for it in kept for note in it.notes), *warned)
    return Bindings(
        edits=tuple(joined([*(header_edit(units) if kept else ()), *(it.edit for it in kept)])),
        bound=tuple(dict.fromkeys(it.kernel.qualified for it in kept)),
        already=already,
        problems=tuple({(it.rule, it.span, it.message): it for it in problems}.values()),
        notes=notes,
        there=named(units),
        texts=texts_of([*problems, *notes], units),
    )


def bound_before(units: Sequence[Unit]) -> set[Key]:
    """The kernels that an SK_BIND names."""
    named = [it.kernel.kernels for unit in units for it in unit.bindings if it.kernel]
    return {kernels[0].key for kernels in named if len(kernels) == 1}


def named(units: Sequence[Unit]) -> tuple[Named, ...]:
    all = (Named(it.name, it.qualified, it.template is not None) for unit in units for it in unit.kernels)
    return tuple(dict.fromkeys(all))


def texts_of(findings: Sequence[Finding], units: Sequence[Unit]) -> dict[str, bytes]:
    paths = {span.path for it in findings for span in (it.span, *(near.span for near in it.related))}
    return {path: it.data for unit in units for path, it in unit.sources.items() if path in paths}


def distinct(kernels: Iterator[Kernel]) -> list[Kernel]:
    """Each kernel once, in the order of the file."""
    found = {it.key: it for it in kernels}
    return sorted(found.values(), key=lambda it: (it.span.path, it.span.start))


def in_classes(units: Sequence[Unit]) -> list[Finding]:
    kernels = {it.key: it for unit in units for it in unit.kernels_in_classes}
    return [in_class(it) for it in kernels.values()]


def elsewhere(kernels: Sequence[Kernel], source: Source, known: set[Key]) -> list[Finding]:
    """Kernels that headers of the source define: they are bound there."""
    there = [it for it in kernels if it.span.path != source.path and it.key not in known]
    return [
        problem("kernel-in-header", it.span, f"{it.name} is defined in {it.span.path}: bind it there", it.qualified)
        for it in there
    ]


# plans


def planned(
    source: Source, surroundings: Surroundings, units: Sequence[Unit], kernels: Sequence[Kernel], request: BindRequest
) -> tuple[list[Plan], list[Finding]]:
    """A plan for each kernel, in the coordinates of the source; macros that make kernels are written out."""
    written = expanded(source, units, kernels)
    if not written.pieces:
        return plans_of(units, kernels, request, lambda it: it)
    there = [unit for it in read(written.source, surroundings) for unit in it.units]
    same = {(it.qualified, len(it.params)) for it in kernels}
    found = [it for unit in there for it in unit.kernels if it.defined and (it.qualified, len(it.params)) in same]
    faults = of_the_build(there, found)
    sound = distinct(it for it in found if it.key not in faults)
    plans, problems = plans_of(there, sound, request, lambda it: moved(it, written, source, kernels))
    lost = {it.qualified for it in kernels} - {it.qualified for it in found}
    problems += [
        problem("macro-kernel", it.span, f"{it.name} is made by a macro whose text cannot be told", it.qualified)
        for it in kernels
        if it.qualified in lost
    ]
    return plans, [at_old_place(it, written) for it in (*faults.values(), *problems)]


def plans_of(
    units: Sequence[Unit], kernels: Sequence[Kernel], request: BindRequest, move: Callable[[Plan], Plan]
) -> tuple[list[Plan], list[Finding]]:
    plans: list[Plan] = []
    problems: list[Finding] = []
    for kernel in kernels:
        taken = Taken({(scope(it.kernel), name): it.kernel.qualified for it in plans for name in it.names})
        found = bind(units, kernel, request, taken)
        if isinstance(found, Plan):
            plans.append(found)
        else:
            problems += found
    return [move(it) for it in plans], problems


def scope(kernel: Kernel) -> str:
    return kernel.qualified.rpartition("::")[0]


def moved(plan: Plan, written: Edited, source: Source, kernels: Sequence[Kernel]) -> Plan:
    """The plan in the source itself: what belongs to a macro's text goes below the macro's use."""
    kernel = next((it for it in kernels if it.qualified == plan.kernel.qualified), plan.kernel)
    at = max(plan.place.start - 1, 0)
    piece = written.piece(at)
    if piece is None:
        old = written.old(at)
        place = old + 1 if old is not None else plan.place.start
        blanks = plan.place.end - plan.place.start
        return replace(plan, kernel=kernel, place=source.span(place, place + blanks))
    place, after = below(source, piece.old_end)
    text, twin = (set_apart(it, after) for it in (plan.text, plan.twin))
    return replace(plan, kernel=kernel, place=place, text=text, twin=twin)


def at_old_place(finding: Finding, written: Edited) -> Finding:
    related = tuple(Related(written.old_place(it.span), it.message) for it in finding.related)
    return msgspec.structs.replace(finding, span=written.old_place(finding.span), related=related)


# verification


def checked(
    readings: Sequence[Before], plans: Sequence[Plan], units: Sequence[Unit], request: BindRequest
) -> tuple[list[Plan], list[Finding], list[Finding]]:
    """The plans that may be offered, all together; what is wrong with the others; and what the mask that a person asks
    for says of a kernel that does not do it."""
    if not plans:
        return [], [], []
    header = header_edit(units)
    wrong, warned = apart(together(readings, plans, header), request)
    if ambiguous := {it.span for it in wrong if AMBIGUOUS.search(it.message)}:
        plans = [it.named_globally if it.kernel.span in ambiguous else it for it in plans]
        wrong, warned = apart(together(readings, plans, header), request)
    if not wrong:
        return list(plans), [], warned
    kept: list[Plan] = []
    problems: list[Finding] = []
    for it in plans:
        wrong, more = apart(together(readings, [*kept, it], header), request)
        problems += of_plan(it, wrong)
        kept += [] if wrong else [it]
        warned = warned if wrong else more
    return kept, problems, warned if kept else []


def apart(found: Sequence[Finding], request: BindRequest) -> tuple[list[Finding], list[Finding]]:
    """What stands in the way of a binding, and what is told of it: a mask that somebody chose is written."""
    chosen = request.mask != DEFAULT_MASK
    told = [it for it in found if chosen and it.rule == OF_THE_MASK]
    warned = [msgspec.structs.replace(it, severity=Severity.WARNING) for it in told]
    return [it for it in found if it not in told], warned


def of_plan(plan: Plan, wrong: Sequence[Finding]) -> list[Finding]:
    """What is wrong with a plan; where its copies of helpers are not what the helpers are, what a person has to do."""
    other = [it for it in wrong if not plan.instead or it.rule not in PROVING]
    instead = plan.instead if len(other) < len(wrong) else ()
    return [*instead, *(msgspec.structs.replace(it, symbol=plan.kernel.qualified) for it in other)]


def together(readings: Sequence[Before], plans: Sequence[Plan], header: Sequence[Edit]) -> tuple[Finding, ...]:
    return verified(readings, joined([*header, *(it.edit for it in plans)]), plans)
