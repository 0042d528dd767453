"""What the sources prove of an IO contract: an entry for each kernel, with what is left to a person."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from sklint.contract_text import Kind
from sklint.generate.adapt_entries import ParameterFacts, facts, value_type, written
from sklint.generate.branches import never_taken
from sklint.generate.contract_roles import Role, roles
from sklint.generate.instantiation import instantiations
from sklint.generate.launch_macros import in_this_build
from sklint.generate.obstacles import wrong_type
from sklint.generate.request import BindRequest
from sklint.generate.template_arguments import Arguments, complete, listed, substituted
from sklint.memory import Memory, memory_of
from sklint.model import Kernel, Launch
from sklint.source import Span
from sklint.unit import Unit

Seen = tuple[Unit, Kernel]
"""A kernel in one configuration of its source."""


class Draft(msgspec.Struct, frozen=True):
    """An entry to write: `undecided` is what a person has to decide, by the name it is about."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    workspaces: tuple[str, ...]
    parameters: dict[str, Kind]
    public_entry_name: str
    bind_target: str
    block_dim: int | None
    undecided: dict[str, str]


class Drafted(msgspec.Struct, frozen=True):
    """A kernel, or one instantiation of it, with its entry; `skipped` is why there is none. `span` is its name."""

    kernel: str
    qualified: str
    arguments: tuple[str, ...]
    span: Span
    draft: Draft | None
    skipped: str = ""


def drafts_of(units: Sequence[Unit]) -> list[Drafted]:
    """The entries for the kernels that a source, read in several configurations, defines or includes."""
    found: dict[str, list[Seen]] = {}
    for unit in units:
        for it in unit.kernels:
            if it.defined:
                found.setdefault(it.qualified, []).append((unit, it))
    ordered = sorted(found.values(), key=lambda it: (it[0][1].span.path != units[0].source.path, it[0][1].span))
    return [draft for seen in ordered for draft in drafts_of_kernel(seen)]


def drafts_of_kernel(seen: Sequence[Seen]) -> Iterator[Drafted]:
    kernel = seen[0][1]
    reason = wrong_type(*seen[0])
    if not reason and not any(it.type.pointer for it in kernel.params):
        reason = f"{kernel.name} takes no tensor"
    if reason:
        yield Drafted(kernel.name, kernel.qualified, (), kernel.span, None, reason)
        return
    made = bound(seen) or instantiations(seen, BindRequest())
    memory = joined([memory_of(unit, it) for unit, it in seen], seen)
    for arguments in made if isinstance(made, list) else [None]:
        several = isinstance(made, list) and len(made) > 1
        entry = draft(seen, memory, arguments, several=several)
        yield Drafted(kernel.name, kernel.qualified, arguments or (), kernel.span, entry)


def bound(seen: Sequence[Seen]) -> list[Arguments]:
    """The instantiations that SK_BIND names already."""
    if seen[0][1].template is None:
        return []
    named = [
        it.kernel.template_arguments
        for unit, kernel in seen
        for it in unit.bindings
        if it.kernel and [one.key for one in it.kernel.kernels] == [kernel.key]
    ]
    return list(dict.fromkeys(written(it) for it in named if it is not None))


# memory


def joined(readings: Sequence[Mapping[str, Memory]], seen: Sequence[Seen]) -> dict[str, Memory]:
    """What all readings together tell of each parameter; what no reading takes may do anything."""
    found: dict[str, Memory] = {}
    for it in readings:
        for name, memory in it.items():
            found[name] = found.get(name, Memory()).joined(memory)
    unread = Memory(unknown=tuple(unread_branches(seen)))
    return {name: it.joined(unread) for name, it in found.items()}


def unread_branches(seen: Sequence[Seen]) -> Iterator[Span]:
    """What no configuration takes of the bodies that the kernel reaches."""
    unit, kernel = seen[0]
    bodies = [it.function.extent for it in unit.reach(kernel)]
    yield from (it for it in never_taken([unit for unit, _ in seen]) if any(body.contains(it) for body in bodies))


# the entry


def draft(seen: Sequence[Seen], memory: Mapping[str, Memory], arguments: Arguments | None, *, several: bool) -> Draft:
    """The entry of a kernel; `arguments` are None where nobody says for what a template is instantiated."""
    unit, kernel = seen[0]
    parameters = parameters_of(kernel, arguments and in_this_build(unit, arguments))
    found = roles([it for it in parameters if it.kind == "tensor"], memory, unit)
    public = public_name(kernel, arguments or ()) if several else ""
    return Draft(
        name=public or kernel.qualified,
        inputs=tuple(name for name, it in found.items() if it.input),
        outputs=tuple(name for name, it in found.items() if it.output),
        workspaces=tuple(name for name, it in found.items() if it.workspace),
        parameters=dict(kinds(parameters, found)),
        public_entry_name=public,
        bind_target=f"{kernel.qualified}<{', '.join(arguments)}>" if arguments else "",
        block_dim=block_dim(seen, arguments),
        undecided=dict(questions(kernel, arguments, parameters, found)),
    )


def parameters_of(kernel: Kernel, arguments: Arguments | None) -> list[ParameterFacts]:
    """The parameters, with the template arguments put in, and the names that unnamed ones get where it is bound."""
    template = kernel.template or ()
    values = dict(zip((it.name for it in template), complete(template, arguments or ()) or (), strict=False))
    texts = [value_type(substituted(it.type.written, values) if values else it.type.written) for it in kernel.params]
    return [
        facts(it, it.name or f"unnamed{number}", text, text)
        for number, (it, text) in enumerate(zip(kernel.params, texts, strict=True))
    ]


def kinds(parameters: Sequence[ParameterFacts], found: Mapping[str, Role]) -> Iterator[tuple[str, Kind]]:
    for it in parameters:
        if it.kind != "unknown":
            yield it.name, "tensor_list" if it.name in found and found[it.name].list else it.kind


def questions(
    kernel: Kernel, arguments: Arguments | None, parameters: Sequence[ParameterFacts], found: Mapping[str, Role]
) -> Iterator[tuple[str, str]]:
    """What a person has to decide, by the name it is about."""
    if arguments is None:
        target = f"{kernel.qualified}<{', '.join(it.name or 'value' for it in kernel.template or ())}>"
        yield "bind_target", f"{target} with which arguments (no launch in the file tells them)"
    yield from ((name, it.question) for name, it in found.items() if it.question)
    if lists := [name for name, it in found.items() if it.list]:
        yield (
            "runtime_wrapper",
            f"the source and function that pass {' and '.join(lists)} (only a wrapper passes lists)",
        )
    dependent = {it.name for it in kernel.params if it.type.template_dependent and arguments is None}
    for it in parameters:
        if it.kind == "unknown":
            why = "depends on bind_target" if it.name in dependent else "is not known here"
            yield it.name, f"is a scalar or a host_struct ({it.c_type} {why})"
    outputs = [name for name, it in found.items() if it.output]
    if len(outputs) > 1:
        yield "pybind_return_tensor", f"is {either(outputs)}, which a call gives back"
    elif not outputs and not any(it.question for it in found.values()):
        yield "pybind_return_tensor", f"is {either(list(found))} (the kernel writes none, and a call gives one back)"


def either(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def public_name(kernel: Kernel, arguments: Arguments) -> str:
    """`cast_half_8` for `cast<half, 8>`."""
    words = [re.sub(r"\W+", "_", it).strip("_") for it in (kernel.qualified, *arguments)]
    return "_".join(it for it in words if it)


def block_dim(seen: Sequence[Seen], arguments: Arguments | None) -> int | None:
    """What every launch of the kernel counts; None where they differ, or one is not known."""
    launches = [
        it
        for unit, kernel in seen
        for it in unit.launches
        if [one.key for one in it.kernels] == [kernel.key] and may_be_for(it, arguments)
    ]
    counts = {it.block_count for it in launches}
    count = next(iter(counts), None)
    return count if len(counts) == 1 and count and count > 0 else None


def may_be_for(launch: Launch, arguments: Arguments | None) -> bool:
    """Whether a launch is of that instantiation: one whose arguments are deduced may be of any."""
    given = listed(f"<{','.join(launch.template_arguments or ())}>")
    return not arguments or not given or given == arguments
