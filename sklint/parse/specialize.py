"""A function as one call has it: its template parameters have values, so has a flag that is handed on, and `if` leaves
one branch out, as `if constexpr` does by a constant in every call."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from sklint.body import Body, Call, Statement, Token
from sklint.declared import Param
from sklint.model import Function
from sklint.parse.arguments_of_class import class_arguments, class_params
from sklint.parse.evaluate import evaluate
from sklint.parse.given_types import types_given, with_types
from sklint.parse.reading import Reading

WORD = re.compile(r"\w+")
CONSTANT = re.compile(r"-?\s*\w+(?:\s*::\s*\w+)*")
ENDS = ("DestroyWithoutPipeAll", "Destroy")
TRUTH = ("true", "false")

Values = Mapping[str, int]


def called(reading: Reading, caller: Function, call: Call, target: Function) -> Function:
    """The function that a call reaches, as far as the arguments are known."""
    outer = class_params(reading, target.record) if target.record else ()
    flags = flag_values(caller, call, target) | modes_given(reading, caller, call, target)
    if not target.template and not outer:
        return specialized(reading, target, flags)
    known = dict(caller.values)
    given = class_arguments(caller, call, target.record) if outer else None
    inherits = target.record == caller.record and call.receiver in ("", "this")
    values = {it: known[it] for it in outer if it in known} if given is None and inherits else {}
    names = tuple((name, "") for name in outer)
    values |= evaluated(reading, caller, names, given or ())
    params = target.template or ()
    own = tuple((it.name, "" if deduced(it.name, target) else it.default) for it in params if not it.pack)
    values |= evaluated(reading, caller, own, call.template_arguments)
    types = types_given(reading, caller, own, call.template_arguments)
    types |= types_given(reading, caller, names, given or ())
    return with_types(reading, specialized(reading, target, values | flags), types)


def flag_values(caller: Function, call: Call, target: Function) -> dict[str, int]:
    """The values of parameters that are handed `true`, `false` or a flag of the caller, and are not changed."""
    known = {"true": 1, "false": 0, **dict(caller.values)}
    if known.keys().isdisjoint(call.arguments) or len(call.arguments) > len(target.params):
        return {}
    given = zip(target.params, call.arguments, strict=False)
    flags = {param.name: known[text] for param, text in given if text in known and param.type.canonical == "bool"}
    body = target.body if flags else None
    return {name: value for name, value in flags.items() if not (body and body.may_set(name))}


def modes_given(reading: Reading, caller: Function, call: Call, target: Function) -> dict[str, int]:
    """The values of parameters that are handed a number, an enumerator or a constant, are not changed, and are asked
    for by an `if`, where a TPipe may be destroyed."""
    body = target.body
    given = zip(target.params, call.arguments, strict=False)
    modes = [(it.name, text) for it, text in given if CONSTANT.fullmatch(text) and text not in TRUTH and is_mode(it)]
    if not modes or body is None or not any(map(reading.files_with, ENDS)):
        return {}
    asked = {body.tokens[at].text for it in ifs(body.statement) for at in range(*it.head)}
    asked |= {it for one in body.calls for it in one.arguments}  # which another function may ask for
    constants = constants_in(reading, caller)
    values = {name: evaluate(text, constants) for name, text in modes if name in asked}
    return {name: value for name, value in values.items() if value is not None and not body.may_set(name)}


def is_mode(param: Param) -> bool:
    kind = param.type
    return not (kind.pointer or kind.reference or kind.record or kind.canonical in ("bool", "float", "double", ""))


def ifs(statement: Statement) -> Iterator[Statement]:
    if statement.kind == "if":
        yield statement
    for it in statement.children:
        yield from ifs(it)


def is_constant(body: Body, it: Statement) -> bool:
    return body.tokens[it.first + 1].text == "constexpr"


def evaluated(
    reading: Reading, caller: Function, params: Sequence[tuple[str, str]], given: Sequence[str]
) -> dict[str, int]:
    """The values of parameters (with their defaults) from the arguments as the caller wrote them."""
    constants = constants_in(reading, caller)
    texts = ((name, given[at] if at < len(given) else default) for at, (name, default) in enumerate(params))
    values = ((name, evaluate(text, constants)) for name, text in texts if name and text)
    return {name: value for name, value in values if value is not None}


def constants_in(reading: Reading, function: Function) -> Callable[[str], int | None]:
    """What a name is worth in a function: what its parameters and variables hold is not known."""
    values = dict(function.values)
    body = function.body
    own = {it.name for it in (*function.params, *(function.template or ()), *(body.locals if body else ()))}
    own.update(class_params(reading, function.record) if function.record else ())

    def value(name: str) -> int | None:
        if name in own or name in values:
            return values.get(name)
        return None if name.partition("::")[0].strip() in own else reading.constant(name, function.qualified)

    return value


def deduced(name: str, function: Function) -> bool:
    """Whether a template parameter may come from the arguments of a call."""
    return any(name in WORD.findall(it.type.written) for it in function.params)


def specialized(reading: Reading, function: Function, values: Values) -> Function:
    """The function with values of its template parameters, without the branches that those leave out."""
    body = function.body
    outer = class_params(reading, function.record) if function.record else ()
    names = frozenset((*(it.name for it in function.template or ()), *outer, *values))
    if body is None or not (names or any(is_constant(body, it) for it in ifs(body.statement))):
        return function
    kept = tuple(sorted(values.items()))
    known = replace(function, values=kept)
    flags = frozenset(values).difference(it.name for it in body.locals)
    choice = Choice(body, names, flags, constants_in(reading, known))
    statement = choice.of(body.statement)
    if not names and not choice.discarded:
        return function
    left = without(body, statement, choice.discarded) if choice.discarded else body
    return replace(known, load_body=lambda: left, doubts=tuple(choice.doubts))


@dataclass(frozen=True, slots=True)
class Choice:
    """Takes the branches of `if constexpr` whose condition is known, by constants and by the template parameters
    `names`; a branch that depends on the bare value of one that is not known is a doubt. Of any `if` it does so where
    parameters whose values are known, `flags`, tell the condition."""

    body: Body
    names: frozenset[str]
    flags: frozenset[str]
    constants: Callable[[str], int | None]
    discarded: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    doubts: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def of(self, it: Statement) -> Statement:
        if it.kind != "if":
            return replace(it, children=tuple(map(self.of, it.children))) if it.children else it
        words = [one.text for one in self.body.tokens[it.head[0] + 1 : it.head[1] - 1]]
        constant = is_constant(self.body, it)
        own = not (self.names if constant else self.flags).isdisjoint(words)
        value = evaluate(" ".join(words), self.constants) if own or constant else None
        if value is None:
            if own and constant and len([word for word in words if word not in ("!", "(", ")")]) == 1:
                self.doubts.extend((one.first, one.last) for one in it.children)
            return replace(it, children=tuple(map(self.of, it.children)))
        taken = it.children[:1] if value else it.children[1:]
        self.discarded.extend(self.around(it, taken))
        return Statement("block", it.first, it.last, tuple(map(self.of, taken)))

    def around(self, it: Statement, taken: Sequence[Statement]) -> Iterator[tuple[int, int]]:
        at = it.first
        for one in taken:
            yield at, one.first
            at = one.last
        yield at, it.last


def without(body: Body, statement: Statement, discarded: Sequence[tuple[int, int]]) -> Body:
    """The body without some of its tokens; the others keep their indexes."""
    gone = frozenset(at for first, last in discarded for at in range(first, last))
    return replace(
        body,
        tokens=tuple(emptied(it) if at in gone else it for at, it in enumerate(body.tokens)),
        statement=statement,
        references={at: it for at, it in body.references.items() if at not in gone},
        calls=tuple(it for it in body.calls if it.index not in gone),
        locals=tuple(it for it in body.locals if it.index not in gone),
        constructed=tuple(it for it in body.constructed if it.index not in gone),
    )


def emptied(token: Token) -> Token:
    return replace(token, kind="punct", text=";")
