"""Classes that a call gives for the type parameters of a template: what is called of those is known then."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sklint.body import Body, Call
from sklint.model import Function
from sklint.parse.calls import methods
from sklint.parse.reading import Reading

Types = dict[str, str]
"""Qualified classes by the names of the parameters."""


def types_given(reading: Reading, caller: Function, params: Sequence[tuple[str, str]], given: Sequence[str]) -> Types:
    """The project's classes among the arguments (of the parameters with their defaults) as the caller wrote them."""
    known = dict(caller.types)
    texts = ((name, given[at] if at < len(given) else default) for at, (name, default) in enumerate(params))
    found = ((name, known.get(text) or named_class(reading, text)) for name, text in texts if text)
    return {name: record for name, record in found if record}


def named_class(reading: Reading, text: str) -> str:
    """The class of the project that a text names; "" where it is none or may be several."""
    name = text.replace(" ", "").removeprefix("::").partition("<")[0]
    fitting = [it for it in reading.classes if it == name or it.endswith(f"::{name}")]
    return fitting[0] if len(fitting) == 1 else ""


def with_types(reading: Reading, function: Function, types: Types) -> Function:
    """The function with what it calls of the classes that its type parameters are."""
    body = function.body
    if body is None or not types:
        return function
    names = {token.text for token in body.tokens}.intersection(types)
    known = replace(function, types=tuple(sorted(types.items())))
    if not names:
        return known
    calls = tuple(of_class(reading, body, it, types) for it in body.calls)
    locals = tuple(
        replace(it, type=replace(it.type, record=types[it.type.written]))
        if not it.type.record and it.type.written in types
        else it
        for it in body.locals
    )
    left = replace(body, calls=calls, locals=locals)
    return replace(known, load_body=lambda: left)


def of_class(reading: Reading, body: Body, call: Call, types: Mapping[str, str]) -> Call:
    """A call of `P::End(pipe)` or `policy.End(pipe)` as one of a method of the class."""
    if call.targets:
        return call
    record = types.get(qualifier(body, call), "")
    if call.receiver:
        variables = [it for it in body.locals if it.index <= call.index and it.name == call.receiver]
        record = types.get(variables[-1].type.written, "") if variables else ""
    targets = methods(reading, record, call.name, len(call.arguments)) if record else ()
    return replace(call, targets=targets, receiver_type=record if call.receiver else "") if targets else call


def qualifier(body: Body, call: Call) -> str:
    """`P` of `P::End(x)`."""
    at = call.index
    return body.tokens[at - 2].text if at >= 2 and body.tokens[at - 1].text == "::" else ""
