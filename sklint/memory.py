"""What a kernel does with the memory that its parameters point to: reads it, writes it, uses it as scratch.

A parameter's memory is followed through pointers, GlobalTensors, fields and calls, whatever order they run in.
A variable that may hold the memory of two parameters proves no write to either.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from sklint.memory_calls import Effect
from sklint.memory_expression import form_of
from sklint.memory_text import Text, key_of
from sklint.memory_use import Use, uses_at
from sklint.model import Function, Kernel
from sklint.source import Span
from sklint.unit import Unit


class Memory(msgspec.Struct, frozen=True):
    """What is known of one parameter's memory. `unknown` are places where something may be done with it."""

    read: bool = False
    written: bool = False
    scratch: bool = False
    list: bool = False
    unknown: tuple[Span, ...] = ()

    @property
    def used(self) -> bool:
        return bool(self.read or self.written or self.scratch or self.list or self.unknown)

    def joined(self, other: "Memory") -> "Memory":
        """What is known of it from two readings of the source."""
        return Memory(
            self.read or other.read,
            self.written or other.written,
            self.scratch or other.scratch,
            self.list or other.list,
            tuple(dict.fromkeys((*self.unknown, *other.unknown))),
        )


class Seen(msgspec.Struct, frozen=True):
    """A use of a variable's memory, at its place."""

    variable: str
    use: Use
    span: Span


def memory_of(unit: Unit, kernel: Kernel) -> dict[str, Memory]:
    """The memory of each parameter that is a pointer, by the parameter's name."""
    roots = {
        key_of((it.span.path, it.span.start, it.name)): it.name for it in kernel.params if it.type.pointer and it.name
    }
    seen = [it for reached in unit.reach(kernel) for it in uses_in(unit, reached.function)]
    holders = spread(roots, seen)
    seen += [it for reached in unit.reach(kernel) for it in lost_uses(unit, reached.function, holders)]
    found: dict[str, Memory] = {name: Memory() for name in roots.values()}
    for it in seen:
        held = holders.get(it.variable, frozenset())
        for name in held:
            found[name] = found[name].joined(memory_from(it.use.effect, len(held) == 1, it.span))
    return found


def memory_from(effect: Effect, sure: bool, span: Span) -> Memory:
    """What an effect says of the memory of one parameter: what may be another's is unknown, if it is not only read."""
    match effect:
        case "nothing":
            return Memory()
        case "read":
            return Memory(read=True)
        case "unknown":
            return Memory(unknown=(span,))
        case _ if not sure:
            return Memory(unknown=(span,))
        case "write":
            return Memory(written=True)
        case "both":
            return Memory(read=True, written=True)
        case "workspace":
            return Memory(scratch=True)
        case "list":
            return Memory(list=True)


def uses_in(unit: Unit, function: Function) -> Iterator[Seen]:
    """Each use of a variable that may hold memory, in a function's own body."""
    body = function.body
    if body is None:
        return
    text = Text(unit, function, body)
    for index, token in enumerate(body.tokens):
        variable, type = text.variable(index) if token.kind == "name" else ("", None)
        form = form_of(type) if variable and index not in text.locals else None
        if form is not None:
            yield from (Seen(variable, use, token.span) for use in uses_at(unit, text, index, form))


def lost_uses(unit: Unit, function: Function, holders: Mapping[str, frozenset[str]]) -> Iterator[Seen]:
    """Names that the compiler could not resolve and that are those of fields which hold memory."""
    body = function.body
    fields: dict[str, list[str]] = {}
    for it in holders:
        fields.setdefault(it.rpartition("::")[2], []).append(it)
    if body is None:
        return
    text = Text(unit, function, body)
    for index in range(body.statement.first, len(body.tokens)):
        token = body.tokens[index]
        lost = token.kind == "name" and token.text in fields and index not in body.references
        if lost and index not in text.locals and not text.variable(index)[0]:
            yield from (Seen(it, Use(index, "unknown"), token.span) for it in fields[token.text])


def spread(roots: Mapping[str, str], seen: Sequence[Seen]) -> dict[str, frozenset[str]]:
    """The parameters whose memory each variable may hold."""
    ways = [(it.variable, it.use.to) for it in seen if it.use.to]
    ways += [(it.use.to, it.variable) for it in seen if it.use.to and it.use.both_ways]
    holders = {key: frozenset((name,)) for key, name in roots.items()}
    growing = True
    while growing:
        growing = False
        for source, to in ways:
            known = holders.get(to, frozenset())
            more = known | holders.get(source, frozenset())
            if more != known:
                holders[to], growing = more, True
    return holders
