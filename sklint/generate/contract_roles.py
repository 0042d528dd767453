"""Which tensors of a kernel are its inputs, outputs and workspaces, as far as what it does with them proves it."""

from collections.abc import Mapping, Sequence

import msgspec

from sklint.generate.adapt_entries import ParameterFacts
from sklint.memory import Memory
from sklint.source import Span
from sklint.unit import Unit

WRITTEN_AND_READ = "is an output or workspace (the kernel writes it and reads it)"
UNUSED = "is an input or workspace (the kernel does nothing with it)"


class Role(msgspec.Struct, frozen=True):
    """What a tensor is to its kernel; `question` is what a person has to decide instead, "" where nothing."""

    input: bool = False
    output: bool = False
    workspace: bool = False
    list: bool = False
    question: str = ""


def roles(tensors: Sequence[ParameterFacts], memory: Mapping[str, Memory], unit: Unit) -> dict[str, Role]:
    """The role of each tensor. The only one that a kernel may write is an output: a kernel without any does nothing."""
    known = {it.name: memory.get(it.name, Memory()) for it in tensors}
    may_be_written = [it.name for it in tensors if not it.const and changed(known[it.name])]
    return {it.name: role(it, known[it.name], unit, sole=may_be_written == [it.name]) for it in tensors}


def changed(memory: Memory) -> bool:
    """Whether the kernel writes the memory, or may write it for all that is known."""
    return memory.written or bool(memory.unknown)


def role(tensor: ParameterFacts, memory: Memory, unit: Unit, *, sole: bool) -> Role:
    if memory.list:
        return Role(list=True)
    if tensor.const:
        return Role(input=True)
    if memory.scratch:
        return Role(workspace=True)
    if memory.written and (sole or not (memory.read or memory.unknown)):
        return Role(input=memory.read, output=True)
    if memory.written and memory.read:
        return Role(question=WRITTEN_AND_READ)
    if memory.written:
        return Role(question=f"is an output or workspace ({unclear(memory.unknown, unit)})")
    if memory.unknown:
        return Role(question=f"is an input, output or workspace ({unclear(memory.unknown, unit)})")
    return Role(input=True) if memory.read else Role(question=UNUSED)


def unclear(places: Sequence[Span], unit: Unit) -> str:
    """Where something is done with the memory that is not known."""
    source = unit.file(places[0].path) or unit.source
    place = "" if source.path == unit.source.path else f" of {source.path.rpartition('/')[2]}"
    where = f"line {source.line_at(places[0].start)}{place}"
    return f"what {where} does with it is not known"
