"""Where an SK function of MIX 1:2 takes the block count of the system args as it is, for what its kernel asks
GetBlockNum(): vector cores read twice that there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sklint.block_count_form import CORE_TESTS
from sklint.body_words import BLOCKS, CALLS, MEMBERS, RATIO, Item
from sklint.model import Body, Kernel, SkFunction, Statement, Token
from sklint.same_body import same_lines
from sklint.source import Span
from sklint.unit import Unit

CHANGES = frozenset(("/", "*", "?", "%", ">>")) | CORE_TESTS | {name for name, it in CALLS.items() if it == RATIO}
"""Words of what is more than the count alone."""
COUNTS = frozenset(name for name, it in MEMBERS.items() if it == BLOCKS)


@dataclass(frozen=True, slots=True)
class WholeCount:
    """`token` is the member's name, `written` the expression `sysArgs->skNumBlocks` where it is that and no macro
    makes it."""

    function: SkFunction
    kernel: Kernel
    token: Token
    written: Span | None


def whole_counts(unit: Unit) -> Iterator[WholeCount]:
    told: set[Span] = set()
    for binding, kernel, function in unit.bound:
        body, kernel_body = function.body, kernel.body
        if body is None or kernel_body is None or not doubled(kernel, function):
            continue
        for expected, found in same_lines(unit, binding, kernel, function):
            pairs = zip(expected, found, strict=True) if len(expected) == len(found) else ()
            for theirs, ours in pairs:
                counts = theirs.text == ours.text == BLOCKS and whole(kernel_body, theirs) is not None
                places = whole(body, ours) if counts else None
                for at in (it for it in places or () if body.tokens[it].text in COUNTS):
                    if body.tokens[at].span not in told:
                        told.add(body.tokens[at].span)
                        yield WholeCount(function, kernel, body.tokens[at], written(function, body, at))


def doubled(kernel: Kernel, function: SkFunction) -> bool:
    """Whether the count of the one is twice that of the other on some cores, and both ask for it."""
    types = (kernel.kernel_type, function.kernel_type)
    asks = any(it.qualified == "AscendC::GetBlockNum" for it in (kernel.body.calls if kernel.body else ()))
    return all(it and it.doubles_vector_blocks for it in types) and asks and function.system_args is not None


def whole(body: Body, item: Item) -> list[int] | None:
    """The tokens that an expression of the block count is made of, its variable's included; None where more is done
    with it, or it is only for one kind of core."""
    found = list(range(item.first, item.last))
    seen: set[str] = set()
    for at in found:
        name = body.tokens[at].text
        if body.tokens[at].kind == "name" and name not in seen and any(it.name == name for it in body.locals):
            seen.add(name)
            found += (index for it in given(body, body.statement, name) for index in range(it.first, it.last))
    if any(it.targets and it.index in found for it in body.calls):
        return None
    words = {body.tokens[at].text for at in found}
    shifted = any(body.tokens[at].text == body.tokens[at - 1].text == ">" for at in found[1:])
    return None if shifted or words & CHANGES or any(guarded(body, body.statement, at) for at in found) else found


def given(body: Body, statement: Statement, name: str) -> Iterator[Statement]:
    """The plain statements that declare a variable or change it."""
    if statement.kind == "simple":
        words = [it.text for it in body.tokens[statement.first : statement.last]]
        places = [at for at, word in enumerate(words) if word == name]
        declares = any(statement.first <= it.index < statement.last and it.name == name for it in body.locals)
        if declares or any(words[at + 1 : at + 2] in CHANGED for at in places):
            yield statement
    for it in statement.children:
        yield from given(body, it, name)


CHANGED = (["="], ["/="], [">>="], ["*="], ["%="], ["-="], ["+="])


def guarded(body: Body, statement: Statement, at: int) -> bool:
    """Whether a test for the kind of core decides about the token `at`: around it, or by leaving before it."""
    for it in statement.children:
        tests = it.kind == "if" and not CORE_TESTS.isdisjoint(texts(body.tokens[it.head[0] : it.head[1]]))
        inside = it.first <= at < it.last
        leaves = it.last <= at and "return" in texts(body.tokens[it.first : it.last])
        if (tests and (inside or leaves)) or (inside and guarded(body, it, at)):
            return True
    return False


def texts(tokens: Sequence[Token]) -> list[str]:
    return [it.text for it in tokens]


def written(function: SkFunction, body: Body, at: int) -> Span | None:
    """The expression that ends with the member's name at `at`, and the parentheses of a call; None
    where it cannot be written otherwise."""
    system = function.system_args.name if function.system_args else ""
    called = texts(body.tokens[at + 1 : at + 3]) == ["(", ")"]
    tokens = body.tokens[at - 2 : at + (3 if called else 1)]
    if texts(tokens[:2]) != [system, "->"] or any(it.from_macro for it in tokens) or body.in_macro:
        return None
    after = at + (3 if called else 1)
    if body.tokens[at - 3].text in ("{", ",") and texts(body.tokens[after : after + 1]) in (["}"], [","]):
        return None  # in braces a wider type is an error
    return Span(tokens[0].span.path, tokens[0].span.start, tokens[-1].span.end)
