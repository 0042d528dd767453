"""Calls that leave out an argument whose default asks for the block count: `Init(x)` of
`void Init(GM_ADDR x, int64_t blocks = AscendC::GetBlockNum())`."""

from collections.abc import Iterator
from dataclasses import dataclass

from sklint.body import Body, Call
from sklint.declared import Key, Param
from sklint.model import Function
from sklint.parse.brackets import after, argument_count, template_end
from sklint.parse.lex import lex
from sklint.source import Span
from sklint.unit import Unit

ASKS = frozenset(("GetBlockNum", "get_block_num", "asc_get_block_num", "block_num"))
EXACT = (["GetBlockNum", "(", ")"], ["AscendC", "::", "GetBlockNum", "(", ")"])


@dataclass(frozen=True, slots=True)
class DefaultCount:
    """`exact` tells that the argument left out is the next one, and the block count as it is."""

    call: Call
    param: Param
    exact: bool


def default_counts(unit: Unit, body: Body) -> Iterator[DefaultCount]:
    for call in body.calls:
        found = [it for key in call.targets for it in left_out(unit, len(call.arguments), key)]
        exact = len(found) == len(call.targets) == 1
        if found:
            yield DefaultCount(call, found[0][0], exact and found[0][1])
    for made in body.constructed:
        given = arguments_given(body, made)
        fitting = [key for key in made.targets if fits(unit.function(key), made, given)]
        found = [it for key in fitting for it in left_out(unit, given, key)]
        if found and len(fitting) == 1:
            yield DefaultCount(made, found[0][0], exact=False)


def arguments_given(body: Body, made: Call) -> int:
    """How many arguments a constructor is given."""
    variable = any(it.index == made.index for it in body.locals)
    at = made.index + 1 if variable else template_end(body.tokens, made.index + 1)[0]
    brackets = at < len(body.tokens) and body.tokens[at].text in ("(", "{")
    return argument_count(body.tokens, at, after(body.tokens, at)) if brackets else 0


def fits(function: Function | None, made: Call, given: int) -> bool:
    """Whether it is a constructor of the object's own class that takes so many arguments."""
    if function is None or function.record != made.receiver_type or function.name != made.name:
        return False
    return sum(not it.default for it in function.params) <= given <= len(function.params)


def last_place(body: Body, call: Call) -> Span | None:
    """Where an argument more goes in a call: behind its last one; None where a macro makes that."""
    closing = after(body.tokens, opening_of(body, call)) - 1
    last = body.tokens[closing - 1]
    macro = call.from_macro or last.from_macro or body.tokens[closing].from_macro
    return None if macro else Span(last.span.path, last.span.end, last.span.end)


def opening_of(body: Body, call: Call) -> int:
    """The index of the `(` of a call: `f(x)`, `f<T>(x)`, `(f)(x)`."""
    at = template_end(body.tokens, call.index + 1)[0]
    while body.tokens[at].text == ")":
        at += 1
    return at


def left_out(unit: Unit, given: int, key: Key) -> Iterator[tuple[Param, bool]]:
    """The first parameter beyond the arguments `given` whose default asks for the count, and whether nothing else is
    left out before it."""
    for function in declarations(unit, key):
        for number, it in enumerate(function.params[given:]):
            words = [one.text for one in lex(it.default.removeprefix("=").encode())]
            if ASKS & set(words) and not unit.declares("GetBlockNum"):
                yield it, number == 0 and words in EXACT
                return


def declarations(unit: Unit, key: Key) -> Iterator[Function]:
    """A function, and what its class declares of it: defaults stand there."""
    function = unit.function(key)
    if function is None:
        return
    yield function
    record = unit.record(function.record) if function.record else None
    for other in record.methods.get(function.name, ()) if record else ():
        declared = unit.function(other) if other != key else None
        if declared and len(declared.params) == len(function.params):
            yield declared
