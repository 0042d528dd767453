"""The helpers of a kernel that cannot serve its SK function as they are: what of the file has to be copied for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.body import Body
from sklint.declared import Key
from sklint.default_counts import default_counts
from sklint.generate.body_numbers import counts, indexes
from sklint.generate.names import words
from sklint.model import Function, Kernel
from sklint.parse.brackets import template_start
from sklint.parse.lex import lex
from sklint.pipes import owned_pipes
from sklint.source import Source, Span
from sklint.unit import Unit

Seen = tuple[Unit, Kernel]
"""A kernel as one configuration of its file has it."""

Reached = tuple[Unit, Kernel, Function]
"""A function that a kernel reaches in one configuration of its file."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is copied as a whole: a free function, or a class with the definitions of its members behind it. `functions`
    are those of it that the kernel reaches."""

    name: str
    qualified: str
    is_class: bool
    extents: tuple[Span, ...]
    functions: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Helpers:
    """What a kernel calls, in every configuration. `needy` are the functions that ask for the block count or the core's
    index, or keep a TPipe; `counting` those that have to be given the count, as they ask for it or call one that does;
    `copied` are the pieces that an SK function needs its own of, `extents` the whole of what is called in the file."""

    seen: tuple[Seen, ...]
    needy: frozenset[Key] = frozenset()
    counting: frozenset[Key] = frozenset()
    copied: tuple[Piece, ...] = ()
    extents: tuple[Span, ...] = ()

    def found(self, key: Key) -> Iterator[tuple[Unit, Kernel, Function, Body]]:
        """A function in each configuration that has it."""
        for unit, kernel in self.seen:
            function = unit.function(key)
            if function and function.body:
                yield unit, kernel, function, function.body


def helpers(seen: Sequence[Seen]) -> Helpers:
    """What the kernel needs copies of; nothing is copied where all that it calls can stay as it is."""
    reached = [(unit, kernel, it) for unit, kernel in seen for it in reached_from(unit, kernel)]
    asking = frozenset(it.key for unit, _, it in reached if asks(unit, it))
    needy = asking | frozenset(it.key for unit, _, it in reached if needs_change(unit, it))
    source = seen[0][0].source
    extents = {it.extent for _, _, it in reached if it.extent.path == source.path}
    if not needy:
        return Helpers(tuple(seen), extents=tuple(extents))
    pieces = pieces_of(seen, reached)
    names = with_users(source, pieces, closed(reached, needy))
    copied = tuple(it for it in pieces if it.qualified in names)
    extents |= {extent for it in copied for extent in it.extents if extent.path == source.path}
    return Helpers(tuple(seen), needy, closed(reached, asking), copied, tuple(sorted(extents)))


def reached_from(unit: Unit, kernel: Kernel) -> Iterator[Function]:
    """What a kernel reaches, but for what its own body defines: lambdas, and the classes of the body."""
    return (it.function for it in unit.reach(kernel)[1:] if not kernel.extent.contains(it.function.extent))


def asks(unit: Unit, function: Function) -> bool:
    body = function.body
    return body is not None and bool(counts(unit, function, body) or any(default_counts(unit, body)))


def needs_change(unit: Unit, function: Function) -> bool:
    body = function.body
    index = body is not None and bool(indexes(unit, function, body))
    return index or any(it.leaks or it.repeats or it.doubtful for it in owned_pipes(unit, function))


def closed(reached: Sequence[Reached], keys: frozenset[Key]) -> frozenset[Key]:
    """The functions `keys`, and all that call them."""
    calls = {
        (it.key, target)
        for _, _, it in reached
        for call in ((*it.body.calls, *it.body.constructed) if it.body else ())
        for target in call.targets
    }
    while more := {caller for caller, target in calls if target in keys} - keys:
        keys = keys | more
    return keys


def with_users(source: Source, pieces: Sequence[Piece], changed: frozenset[Key]) -> set[str]:
    """The pieces with functions that change, and those that name such a piece."""
    copied = {it.qualified for it in pieces if changed & set(it.functions)}
    texts = {it.qualified: names_in(source, it) for it in pieces}
    while True:
        names = {it.name for it in pieces if it.qualified in copied}
        more = {it for it in texts if it not in copied and texts[it] & names}
        if not more:
            return copied
        copied |= more


def names_in(source: Source, piece: Piece) -> frozenset[str]:
    own = [it for it in piece.extents if it.path == source.path]
    return frozenset[str]().union(*(words(source.data, it.start, it.end) for it in own))


# pieces


def pieces_of(seen: Sequence[Seen], reached: Sequence[Reached]) -> list[Piece]:
    """The functions and classes that a kernel uses, in the order of the file; those of other files as well."""
    parts: list[tuple[str, bool, tuple[Span, ...], tuple[Key, ...]]] = []
    parts += [(it.qualified, False, (it.extent,), (it.key,)) for _, _, it in reached if not it.record]
    for unit, kernel in seen:
        functions = [it.function for it in unit.reach(kernel)]
        for record in used_classes(unit, functions):
            keys = tuple(it.key for it in functions if it.record == record)
            parts.append((record, True, class_extents(unit, record), keys))
    found: dict[str, Piece] = {}
    for qualified, is_class, extents, keys in parts:
        before = found.get(qualified, Piece(qualified.rpartition("::")[2], qualified, is_class, (), ()))
        places = tuple(dict.fromkeys((*before.extents, *extents)))
        functions = tuple(dict.fromkeys((*before.functions, *keys)))
        found[qualified] = Piece(before.name, qualified, is_class, places, functions)
    return sorted((it for it in found.values() if it.extents), key=lambda it: it.extents)


def class_extents(unit: Unit, record: str) -> tuple[Span, ...]:
    known = unit.record(record)
    outside = (unit.function(key) for key in known.outside) if known else ()
    heads = tuple(with_template_heads(unit, it.extent) for it in outside if it)
    return (known.extent, *heads) if known and known.extent else ()


def with_template_heads(unit: Unit, extent: Span) -> Span:
    """A member's definition with the `template <…>` of its class before it, which the compiler counts as none of it."""
    source = unit.source
    if extent.path != source.path or not source.data[: extent.start].rstrip().endswith(b">"):
        return extent
    before = [it for it in lex(source.data, 0, extent.start) if it.kind != "directive"]
    start = extent.start
    while before and before[-1].text == ">":
        opening = template_start(before, len(before) - 1)
        if before[opening].text != "template":
            break
        start, before = before[opening].start, before[:opening]
    return Span(extent.path, start, extent.end)


def used_classes(unit: Unit, functions: Sequence[Function]) -> list[str]:
    """The project's classes that functions are members of, or that are named in their bodies and parameters, with
    those of their fields and their bases."""
    found: dict[str, None] = {}
    queue = [name for it in functions for name in classes_of(it)]
    for name in queue:
        record = unit.record(name) if name and name not in found else None
        if record:
            found[name] = None
            queue += [*(it.record for it in record.fields.values()), *record.bases]
    return list(found)


def classes_of(function: Function) -> Iterator[str]:
    yield function.record
    yield from (it.type.record for it in function.params)
    if function.body:
        yield from (it.type.record for it in function.body.locals)
        yield from (it.qualified for it in function.body.references.values() if it.kind == "type")
