"""The calls in a body: what is called, on what, with what, and which functions of the project that may be."""

from collections.abc import Iterator, Sequence

from sklint.body import Call, Reference, Token
from sklint.declared import Key
from sklint.parse.brackets import (
    WORDS,
    after,
    argument_count,
    arguments,
    is_scope,
    receiver_start,
    scope_start,
    template_end,
    template_start,
    unevaluated,
)
from sklint.parse.clang import Kind, children, kind
from sklint.parse.declaration import Declaration
from sklint.parse.names import Names, class_of_name, field_class
from sklint.parse.reading import Reading
from sklint.source import Span

CASTS = frozenset(("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"))

BEFORE_ARGUMENTS = frozenset("(<)")
"""What may follow the name of a call: its arguments, template arguments, the end of parentheses around it."""

NUMBERS = frozenset("const bool char short int long unsigned signed float double".split())
"""The words of the types of numbers."""

VALUE_AFTER = frozenset(("return", "case", "else", "do"))
"""Words after which a parenthesis opens a value."""

API_NAMES = frozenset(
    "GetBlockNum GetBlockIdx SyncAll SetNextTaskStart WaitPreTaskEnd DataCacheCleanAndInvalid CrossCoreSetFlag "
    "CrossCoreWaitFlag PipeBarrier TPipe".split()
)
"""Names of namespace AscendC that are told by name alone where the compiler lost the expression around them."""


def read_calls(names: Names) -> list[Call]:
    other = unevaluated(names.tokens) | names.locals.keys() | initialized_members(names.tokens)
    return [
        call
        for index, token in enumerate(names.tokens)
        if token.kind == "name" and token.text not in WORDS and index not in other
        if (call := read_call(names, index))
    ]


def initialized_members(tokens: Sequence[Token]) -> frozenset[int]:
    """The indexes of the members that a constructor initialises before its body, where that begins with the `:`."""
    found: set[int] = set()
    at = 0
    while at < len(tokens) and tokens[at].text in (":", ","):
        name = at + 1
        at = next((end for end in range(name, len(tokens)) if tokens[end].text in ("(", "{")), len(tokens))
        found.add(at - 1)
        at = after(tokens, at) if at < len(tokens) else at
    return frozenset(found)


def read_call(names: Names, index: int) -> Call | None:
    """The call whose name is the token at `index`, None if it is not called there."""
    tokens = names.tokens
    if index + 1 >= len(tokens) or tokens[index + 1].text not in BEFORE_ARGUMENTS:
        return None
    reference = names.references.get(index)
    after_name, template_arguments = template_end(tokens, index + 1)
    start, receiver, qualifier = prefix(tokens, index)
    start, opening = without_parentheses(tokens, start, after_name, reference)
    if opening >= len(tokens) or tokens[opening].text != "(" or tokens[index].text in CASTS:
        return None
    if reference and reference.kind == "type":
        return None
    closing = after(tokens, opening)
    name = tokens[index].text
    resolved = reference is not None
    receiver_type = type_of_receiver(names, index, receiver)
    qualified = reference.qualified if reference else fallback(names, name, qualifier, receiver)
    targets = find_targets(
        names, index, name, qualified, receiver, receiver_type, argument_count(tokens, opening, closing)
    )
    first, last = tokens[start], tokens[closing - 1]
    return Call(
        name=name,
        qualified=qualified,
        resolved=resolved,
        receiver=receiver,
        receiver_type=receiver_type,
        template_arguments=template_arguments,
        arguments=arguments(tokens, opening, closing),
        span=tokens[index].span,
        extent=Span(first.span.path, first.span.start, max(first.span.end, last.span.end)),
        index=index,
        targets=targets,
        from_macro=tokens[index].from_macro,
    )


def without_parentheses(tokens: Sequence[Token], start: int, end: int, reference: Reference | None) -> tuple[int, int]:
    """Where the name of a call starts and its `(` stands, for a name from `start` to before `end` that may stand in
    parentheses: `(f)(x)`, `(&f)(x)`. A name that the compiler lost may be a type: `(T)(x)`, but not `(f)()`."""
    first, last = start, end
    while first and last < len(tokens) and tokens[last].text == ")":
        opening = first - 1 - (tokens[first - 1].text in ("&", "*"))
        before = tokens[opening - 1] if opening > 0 else None
        called = before and (before.text == "]" or (before.kind == "name" and before.text not in VALUE_AFTER))
        if opening < 0 or tokens[opening].text != "(" or called:
            break
        first, last = opening, last + 1
    texts = [it.text for it in tokens[last : last + 2]]
    function = reference.kind in ("function", "method") if reference else texts == ["(", ")"]
    return (first, last) if last > end and function and texts[:1] == ["("] else (start, end)


def read_constructions(names: Names) -> Iterator[Call]:
    """A call for each local object and temporary whose class the project writes constructors or a destructor for."""
    objects = (it for it in names.locals.values() if not it.type.pointer and not it.type.reference)
    made = [(it.index, it.type.record) for it in objects]
    for index, reference in names.references.items():
        after_it = names.tokens[index + 1].text if index + 1 < len(names.tokens) else ""
        if reference.kind == "type" and after_it in ("(", "{"):
            made.append((index, reference.qualified))
    for index, record in made:
        own = record.rpartition("::")[2]
        keys = made_with(names.reading, record, set())
        if keys:
            targets = tuple(names.reading.definition(key, f"{record}::{key[2]}") for key in keys)
            token = names.tokens[index]
            span, made_there = token.span, token.from_macro
            yield Call(own, f"{record}::{own}", True, "", record, (), (), span, span, index, targets, made_there)


def made_with(reading: Reading, record: str, seen: set[str]) -> list[Key]:
    """What runs when an object of a class comes and goes: the constructors, destructors and initialised fields of the
    class, of its members and of its bases."""
    known = reading.record(record) if record and record not in seen else None
    if known is None:
        return []
    seen.add(record)
    own = record.rpartition("::")[2]
    keys = [key for name in (own, f"~{own}") for key in known.methods.get(name, ())]
    members = [it.record for it in known.fields.values() if not it.pointer and not it.reference]
    inside = (key for it in (*members, *known.bases) for key in made_with(reading, it, seen))
    return [*keys, *known.initialized, *inside]


def read_mentions(names: Names) -> Iterator[Call]:
    """A call for each function of the project that the body names and does not call, as its address may be called, and
    for each operator."""
    unused = unevaluated(names.tokens)
    for index, reference in (*names.references.items(), *names.operators.items()):
        if reference.kind not in ("function", "method") or len(reference.candidates) > 1 or index in unused:
            continue
        called = index in names.references and is_called(names, index)
        if not called and names.reading.in_project(reference.where[0]):
            token = names.tokens[index]
            target = names.reading.definition(reference.where, reference.qualified)
            span, made = token.span, token.from_macro
            yield Call(token.text, reference.qualified, True, "", "", (), (), span, span, index, (target,), made)


def is_called(names: Names, index: int) -> bool:
    """Whether the name at `index` is that of a call."""
    if index + 1 >= len(names.tokens) or names.tokens[index + 1].text not in BEFORE_ARGUMENTS:
        return False
    end = template_end(names.tokens, index + 1)[0]
    start = prefix(names.tokens, index)[0]
    opening = without_parentheses(names.tokens, start, end, names.references.get(index))[1]
    return opening < len(names.tokens) and names.tokens[opening].text == "("


def prefix(tokens: Sequence[Token], index: int) -> tuple[int, str, str]:
    """The index a call's expression starts at, the receiver's text and the qualifier's, for the name at `index`."""
    at = index
    while at >= 2 and tokens[at - 1].text == "::" and is_scope(tokens, at - 2):
        at = scope_start(tokens, at - 2)
    if at >= 1 and tokens[at - 1].text == "::":
        at -= 1
    qualifier = "".join(it.text for it in tokens[at:index])
    if tokens[at - 1].text == "template" and at >= 2:
        at -= 1
    if at < 1 or tokens[at - 1].text not in (".", "->"):
        return at, "", qualifier
    end = at - 1
    start = receiver_start(tokens, end - 1)
    return start, "".join(it.text for it in tokens[start:end]), qualifier


def type_of_receiver(names: Names, index: int, receiver: str) -> str:
    """The class of the object a method is called on; "" where it cannot be told."""
    if receiver in ("this", ""):
        return names.record if receiver else ""
    words = receiver.replace("->", ".").split(".")
    record = names.record if words[0] == "this" else class_of_name(names, index, words[0])
    for word in words[1:]:
        record = field_class(names.reading, record, word)
    return record


def fallback(names: Names, name: str, qualifier: str, receiver: str) -> str:
    """What an unresolved call names: the words of the text, with AscendC:: where only that can be meant."""
    if receiver or qualifier:
        return f"{qualifier}{name}".removeprefix("::")
    if name not in API_NAMES or name in names.reading.by_name or not sees_ascendc(names, name):
        return name
    return f"AscendC::{name}"


def sees_ascendc(names: Names, name: str) -> bool:
    """Whether AscendC's `name` may be written without the namespace in this body."""
    if names.reading.using_ascendc or name in names.reading.used_from_ascendc:
        return True
    if any(it.qualified == f"AscendC::{name}" for it in names.references.values()):
        return True
    words = [it.text for it in names.tokens]
    return any(words[at : at + 3] == ["using", "namespace", "AscendC"] for at in range(len(words)))


def find_targets(
    names: Names, index: int, name: str, qualified: str, receiver: str, receiver_type: str, count: int
) -> tuple[Key, ...]:
    """The keys of the project's functions that a call may reach: the one it resolves to, else those of its name."""
    reading = names.reading
    reference = names.references.get(index)
    if reference is not None and reference.kind in ("variable", "parameter", "field"):
        record = reference.type.record if reference.type and not reference.type.pointer else ""
        return methods(reading, record, "operator()", count) if record else ()
    if reference is not None:
        keys = [it for it in reference.candidates or (reference.where,) if reading.in_project(it[0])]
        if not keys and qualified == f"AscendC::{name}" and names.tokens[index - 1].text != "::":
            return plain_functions(reading, name, count)
        if len(keys) <= 1:
            return tuple(reading.definition(key, qualified) for key in keys)
        return tuple(reading.definition(key, qualified) for key in keys if reading.takes(key, count))
    if receiver:
        return methods(reading, receiver_type, name, count) if receiver_type else ()
    if index and names.tokens[index - 1].text == "::" and (owner := class_before(names, index - 1)):
        return methods(reading, owner, name, count) if owner not in reading.defined_again else ()
    if names.record and (found := methods(reading, names.record, name, count)):
        return found
    return tuple(
        it.key
        for it in reading.by_name.get(name, [])
        if not it.record and it.qualified.endswith(qualified) and reading.takes(it.key, count)
    )


def plain_functions(reading: Reading, name: str, count: int) -> tuple[Key, ...]:
    """The project's functions of numbers that have the name of one of AscendC: the model headers declare that for any
    arguments, and so it may be taken instead."""
    found = (it for it in reading.by_name.get(name, []) if not it.record and reading.takes(it.key, count))
    return tuple(it.key for it in found if takes_numbers(it))


def takes_numbers(function: Declaration) -> bool:
    """Whether a function has parameters, and all are numbers by value."""
    params = (it for it in children(function.cursor) if kind(it) == Kind.PARAMETER)
    types = [it.type.get_canonical().spelling for it in params]
    return bool(types) and all(NUMBERS.issuperset(it.split()) for it in types)


def class_before(names: Names, colons: int) -> str:
    """The class of the project that stands before a `::`, as in `Op<T>::Run()`; "" for any other name."""
    last = colons - 1
    at = template_start(names.tokens, last) if names.tokens[last].text == ">" else last
    it = names.references.get(at)
    return it.qualified if it and it.kind == "type" and names.reading.record(it.qualified) else ""


def methods(reading: Reading, record: str, name: str, count: int) -> tuple[Key, ...]:
    known = reading.record(record)
    if known is None:
        return ()
    own = [
        reading.definition(key, f"{record}::{name}") for key in known.methods.get(name, ()) if reading.takes(key, count)
    ]
    return tuple(own) if own else tuple(key for base in known.bases for key in methods(reading, base, name, count))
