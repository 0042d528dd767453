"""What changes in a body that uses copied helpers: their names, and the block count as an argument."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sklint.body import Body, Call, Statement
from sklint.declared import Key
from sklint.default_counts import default_counts, last_place, opening_of
from sklint.finding import Edit
from sklint.generate.block_count import visible_there
from sklint.parse.brackets import template_end
from sklint.source import Span
from sklint.unit import Unit

LEFT_OUT = "it is not the next argument of a call, or not the block count alone"


@dataclass(frozen=True, slots=True)
class Uses:
    """`renamed` are the new names of copied functions and classes, by their qualified ones; `counting` the functions
    that take the count as their first argument; `count` is the expression for it, "" where it is not handed on."""

    renamed: Mapping[str, str]
    counting: frozenset[Key]
    count: str


@dataclass(frozen=True, slots=True)
class Unwritable:
    """A place where a change cannot be written, and why."""

    span: Span
    why: str


def counts_handed_on(unit: Unit, body: Body, uses: Uses) -> Iterator[Edit | Unwritable]:
    """The count given to each call that takes it, or would ask for it as the default of an argument."""
    for call in body.calls:
        if uses.counting & set(call.targets):
            yield first_argument(body, call, uses)
    for it in default_counts(unit, body):
        yield last_argument(body, it.call, uses) if it.exact else unwritable(it.call, LEFT_OUT)
    for made in body.constructed:
        if uses.counting & set(made.targets) and not in_using(body, made):
            yield constructed(body, made, uses)


def asks_for_count(unit: Unit, body: Body, uses: Uses) -> bool:
    calls = (*body.calls, *body.constructed)
    return any(uses.counting & set(it.targets) for it in calls) or any(default_counts(unit, body))


def first_argument(body: Body, call: Call, uses: Uses) -> Edit | Unwritable:
    if not uses.counting >= set(call.targets):
        return unwritable(call, "it may be the call of another function")
    opening = opening_of(body, call)
    return inserted(body, call, opening, f"{uses.count}, " if call.arguments else uses.count)


def last_argument(body: Body, call: Call, uses: Uses) -> Edit | Unwritable:
    if uses.counting & set(call.targets):
        return unwritable(call, "it asks for the count twice")
    place = last_place(body, call)
    if place is None or not visible_there(body, call.index):
        return unwritable(call, "a macro makes the call, or the block count is not visible there")
    return Edit(place, f", {uses.count}" if call.arguments else uses.count)


def constructed(body: Body, made: Call, uses: Uses) -> Edit | Unwritable:
    """The count given to the constructor of a variable or of an object without a name."""
    if made.receiver:
        return unwritable(made, f"a range-based for runs {made.name}, which would need the count")
    own = made.receiver_type.rpartition("::")[2]
    if any(key[2] != own for key in uses.counting & set(made.targets)):
        what = "a member's constructor" if made.receiver_type else "a function that is named and not called here"
        return unwritable(made, f"{what} would need the count")
    variable = any(it.index == made.index for it in body.locals)
    at = made.index + 1 if variable else template_end(body.tokens, made.index + 1)[0]
    words = [it.text for it in body.tokens[at : at + 2]]
    if variable and words[:1] in ([";"], [","]):
        return inserted(body, made, at - 1, f"({uses.count})")
    if words[:1] in (["("], ["{"]):
        return inserted(body, made, at, uses.count if words[1:] in ([")"], ["}"]) else f"{uses.count}, ")
    return unwritable(made, "its constructor would need the count")


def in_using(body: Body, made: Call) -> bool:
    """Whether a name only stands in `using ns::name;`."""
    return any(
        it.first <= made.index < it.last and body.tokens[it.first].text == "using" for it in simple(body.statement)
    )


def simple(statement: Statement) -> Iterator[Statement]:
    if not statement.children:
        yield statement
    for it in statement.children:
        yield from simple(it)


def from_macros(body: Body, uses: Uses) -> Iterator[Span]:
    """The macro uses that make what changes."""
    yield from (it.span for it in new_names(body, uses) if isinstance(it, Unwritable))
    for it in body.calls:
        if it.from_macro and uses.counting & set(it.targets):
            yield body.tokens[it.index].span


def inserted(body: Body, call: Call, index: int, text: str) -> Edit | Unwritable:
    """The text after the token at `index`."""
    if index >= len(body.tokens) or call.from_macro or body.tokens[index].from_macro:
        return unwritable(call, "a macro makes the call")
    if not visible_there(body, call.index):
        return unwritable(call, "the block count is not visible there")
    end = body.tokens[index].span.end
    return Edit(Span(body.tokens[index].span.path, end, end), text)


def unwritable(call: Call, why: str) -> Unwritable:
    return Unwritable(call.span, why)


def new_names(body: Body, uses: Uses) -> Iterator[Edit | Unwritable]:
    """The names of copied functions and classes in a kernel's body."""
    last = {it.rpartition("::")[2]: name for it, name in uses.renamed.items()}
    own = {it.name for it in body.locals}
    for index, token in enumerate(body.tokens):
        if token.kind != "name" or token.text not in last:
            continue
        it, before = body.references.get(index), body.tokens[index - 1].text if index else ""
        lost = it is None and before not in (".", "->", "::") and token.text not in own
        name = last[token.text] if lost else uses.renamed.get(it.qualified, "") if it else ""
        if name and token.from_macro:
            yield Unwritable(token.span, f"a macro names {token.text}")
        elif name:
            yield Edit(token.span, name)
