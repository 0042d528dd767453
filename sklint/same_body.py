"""Whether an SK function does what its kernel does: the first place where their normal forms part."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from sklint.body import Body
from sklint.body_words import Line, Reading, texts
from sklint.comparison import Difference
from sklint.copies import Copies
from sklint.core_counts import cores_in
from sklint.counted import Counted, counted, other_counts
from sklint.declared import TemplateParam
from sklint.model import Binding, Kernel, SkFunction
from sklint.normal_form import normal_form, read_body
from sklint.own_needs import pipe_owners
from sklint.parse.lex import lex
from sklint.unit import Unit


def first_difference(unit: Unit, binding: Binding, kernel: Kernel, function: SkFunction) -> Difference | None:
    """The first difference that is none of the documented ones; None where there is none, or a body is not known."""
    found = next((it for _, it in compared(unit, binding, kernel, function)), None)
    return None if found and cut_short(unit, kernel, function) else found


def cut_short(unit: Unit, kernel: Kernel, function: SkFunction) -> bool:
    """Whether a statement of one of the two stops short, so that nobody knows what it does."""
    places = [span for span, words in unit.errors if words.startswith("expected ")]
    return any(it.extent.contains(span) for it in (kernel, function) for span in places)


def same_lines(unit: Unit, binding: Binding, kernel: Kernel, function: SkFunction) -> list[tuple[Line, Line]]:
    """The lines of the kernel with those of the SK function, where it does the same."""
    found = compared(unit, binding, kernel, function)
    return found[-1][0] if found and found[-1][1] is None else []


Compared = tuple[list[tuple[Line, Line]], Difference | None]


def compared(unit: Unit, binding: Binding, kernel: Kernel, function: SkFunction) -> list[Compared]:
    """What the comparison gives, kept for the next that asks."""
    key = (binding.span, kernel.key, function.key)
    if key not in unit.comparisons:
        unit.comparisons[key] = compare(unit, binding, kernel, function)
    return unit.comparisons[key]


def compare(unit: Unit, binding: Binding, kernel: Kernel, function: SkFunction) -> list[Compared]:
    """What is the same and what is not, for each way to tell unpacked parameters from other variables; only the one
    without a difference where there is one, nothing where the two cannot be compared."""
    if kernel.body is None or function.body is None:
        return []
    kernel_names, names = template_names(binding, kernel, function)
    halves = kernel.kernel_type is None or not kernel.kernel_type.evaluated or kernel.kernel_type.doubles_vector_blocks
    members = dict(members_of(unit, kernel))
    around = namespaces(kernel, function)
    kernel_names |= param_names(kernel)
    kernel_reading = Reading(kernel_names, halves=halves, members=members, namespaces=around)
    expected = normal_form(kernel.body, kernel_reading)
    reading = replace(sk_reading(kernel, function, names), halves=halves, members=members, namespaces=around)
    system = function.system_args.name if function.system_args else ""
    comparison = Copies(unit, not halves).comparison(kernel, function, system)
    found: list[Compared] = []
    for theirs, way in ways(unit, kernel, function, reading):
        if theirs:
            expected = normal_form(kernel.body, with_counted(kernel_reading, theirs))
        known, lines = read_body(function.body, way)
        if unpacked_elsewhere(known, lines) or calls_kernel(kernel, lines):
            return []
        same, difference = comparison.compared(expected, lines)
        if difference is None:
            return [(same, None)]
        found.append((same, difference))
    return found


# how both are read

DEEPEST = 7
"""Words of a member of a member of a member."""


def ways(
    unit: Unit, kernel: Kernel, function: SkFunction, reading: Reading
) -> Iterator[tuple[Counted | None, Reading]]:
    """How the SK function may be read: with each way to tell unpacked parameters from other variables; then with what
    is the block count by arithmetic, in the kernel too (what is counted there comes first), and its own classes of a
    TPipe as that."""
    ours, theirs = function.body, kernel.body
    if ours is None or theirs is None:
        return
    cores = cores_in(unit, kernel.kernel_type)
    reading = replace(reading, others=other_counts(unit, function, cores))
    kept = list(not_unpacked(kernel, function, theirs, ours))
    yield from ((None, replace(reading, kept=it)) for it in kept)
    found, owners = counted(unit, function, cores), pipe_owners(unit, function)
    if found.counts or owners:
        further = replace(with_counted(reading, found), owners=owners)
        in_kernel = counted(unit, kernel, cores)
        yield from ((in_kernel, replace(further, kept=it)) for it in kept)


def namespaces(kernel: Kernel, function: SkFunction) -> frozenset[str]:
    """The namespaces that only one of the two stands in, by all names that either may call them by."""
    theirs, ours = ([*accumulate(it.qualified.split("::")[:-1], "{}::{}".format)] for it in (kernel, function))
    both = [it for it in theirs if it in ours]
    shorter = (it.removeprefix(f"{outer}::") for it in (*theirs, *ours) for outer in both if it not in both)
    return frozenset((*theirs, *ours, *shorter))


def with_counted(reading: Reading, it: Counted) -> Reading:
    return replace(reading, counts=it.counts, makers=it.makers, counters=it.lambdas)


def param_names(kernel: Kernel) -> dict[str, tuple[str, ...]]:
    return {it.name: (f"${number}",) for number, it in enumerate(kernel.params) if it.name}


def members_of(unit: Unit, kernel: Kernel) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What the parameters hold that are objects, and the objects in those, in the order in which they lie."""
    if not unit.mentions("auto"):
        return
    queue = [((f"${number}",), it.type) for number, it in enumerate(kernel.params)]
    for words, type in queue:
        known = unit.record(type.record) if type.record and not type.pointer and len(words) < DEEPEST else None
        if known and not known.bases:
            yield words, tuple(known.fields)
            queue += [((*words, ".", name), it) for name, it in known.fields.items()]


def not_unpacked(kernel: Kernel, function: SkFunction, ours: Body, theirs: Body) -> Iterator[frozenset[str]]:
    """The names of the SK function's locals that start as a field is but are no unpacked parameters, as the kernel has
    them too: by their names in the kernel; else all but those with names of parameters."""
    fields = function.args.fields if function.args else ()
    unpacked = {it.name for it in (*kernel.params, *fields)}
    by_name = frozenset(it.name for it in ours.locals) - unpacked
    yield by_name
    if (others := frozenset(it.name for it in theirs.locals) - unpacked) != by_name:
        yield others


def sk_reading(kernel: Kernel, function: SkFunction, names: Mapping[str, tuple[str, ...]]) -> Reading:
    """Fields are read as the parameter of their name, else of their place."""
    places = {it.name: f"${number}" for number, it in enumerate(kernel.params) if it.name}
    system = function.system_args.name if function.system_args else ""
    if function.args is None and function.args_param is None:
        return Reading(names, system=system)
    if function.args is None:
        own = {it.name: (places[it.name],) for it in function.params if it.name in places}
        pointer = function.args_param.name if function.args_param else ""
        return Reading({**names, **own}, frozenset({pointer} - own.keys()), system=system, fields=places)
    fields = {it.name: places.get(it.name, f"${number}") for number, it in enumerate(function.args.fields)}
    pointer = function.args_param.name if function.args_param else ""
    hidden = function.args.unknown_bases or function.args.anonymous_members
    order = () if hidden else tuple(fields)
    types = {f"${number}": it.type for number, it in enumerate(kernel.params)}
    return Reading(names, frozenset({pointer}), system=system, fields=fields, types=types, order=order)


def template_names(
    binding: Binding, kernel: Kernel, function: SkFunction
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """What the template parameters of the kernel and of the SK function are read as: those that belong together alike,
    by name and then by place; one without a partner as what the binding gives for it."""
    ours, theirs = list(function.template or ()), list(kernel.template or ())
    pairs = paired(theirs, ours)
    kernel_names = {it.name: (f"%{number}",) for number, (it, _) in enumerate(pairs)}
    names = {it.name: (f"%{number}",) for number, (_, it) in enumerate(pairs)}
    given = binding.kernel.template_arguments if binding.kernel else None
    part = next((it for it in binding.parts if function in it.functions), None)
    kernel_names = {**substituted(theirs, given), **kernel_names}
    return kernel_names, {**substituted(ours, part.template_arguments if part else None), **names}


def paired(theirs: Sequence[TemplateParam], ours: Sequence[TemplateParam]) -> list[tuple[TemplateParam, TemplateParam]]:
    by_name = {it.name: it for it in ours if it.name}
    same = [(it, by_name[it.name]) for it in theirs if it.name in by_name and by_name[it.name].kind == it.kind]
    rest = [it for it in theirs if it not in [one for one, _ in same]]
    left = [it for it in ours if it not in [one for _, one in same]]
    for it in rest:
        partner = next((one for one in left if one.kind == it.kind), None)
        if partner is not None:
            left.remove(partner)
            same.append((it, partner))
    return same


def substituted(params: Sequence[TemplateParam], given: Sequence[str] | None) -> dict[str, tuple[str, ...]]:
    return {
        param.name: tuple(it.text for it in lex(text.encode()))
        for param, text in zip(params, given or (), strict=False)
        if not param.pack
    }


# what cannot be compared


def unpacked_elsewhere(reading: Reading, found: Sequence[Line]) -> bool:
    """Whether the SK function hands its args on as a whole, or reads of them what is not known."""
    whole = reading.args | reading.copies
    return any(it.text in whole for line in found for it in line)


def calls_kernel(kernel: Kernel, found: Sequence[Line]) -> bool:
    """Whether all it does is to call the kernel with the kernel's own parameters."""
    if len(found) != 1:
        return False
    words = [it for it in texts(found[0]) if it not in ("(", ",", ")", ";")]
    return words == [kernel.name, *(f"${number}" for number in range(len(kernel.params)))]
