"""The TPipes whose end no statement of an SK function can name: of arrays, of objects without a name, and of those that
outlive the function."""

from collections.abc import Iterator

from sklint.body import Body
from sklint.declared import Type
from sklint.finding import Finding
from sklint.generate.destroy import NAME
from sklint.generate.request import problem
from sklint.model import Function, Kernel
from sklint.parse.brackets import after, bracket_start, template_end
from sklint.parse.calls import prefix
from sklint.pipes import pipe_paths
from sklint.source import Span
from sklint.unit import Unit


def unowned(unit: Unit, kernel: Kernel) -> Iterator[Finding]:
    """Those of the kernel and of what it calls."""
    for it in unit.reach(kernel) if unit.mentions("TPipe") else ():
        function, body = it.function, it.function.body
        if body is None:
            continue
        found = list(of_arrays(unit, function, body))
        if it.function.key == kernel.key:
            found += without_a_name(unit, function, body)
        if not any(call.name == NAME for call in body.calls):
            found += outliving(unit, function, body)
        yield from (problem("tpipe", span, text, kernel.qualified) for span, text in found)


def of_arrays(unit: Unit, function: Function, body: Body) -> Iterator[tuple[Span, str]]:
    for it in body.locals:
        plain = not it.static and not it.type.pointer and not it.type.reference
        if it.array and plain and pipe_paths(unit, it.name, it.type.record):
            text = f"{it.name} of {function.name} is an array with TPipes, whose elements are not followed one by one"
            yield it.span, text


def without_a_name(unit: Unit, function: Function, body: Body) -> Iterator[tuple[Span, str]]:
    for index, it in body.references.items():
        if it.kind == "type" and makes_object(body, index) and pipe_paths(unit, "", it.qualified):
            name = body.tokens[index].text
            text = f"{function.name} makes an object of {name} without a name, whose TPipe needs {NAME}: give it one"
            yield body.tokens[index].span, text


def makes_object(body: Body, index: int) -> bool:
    """Whether the class name at `index` makes an object that has no name: `Op(x).Run()`, `Run(Op{})`. The object of
    `auto op = Op(x);` is that of the variable."""
    end = template_end(body.tokens, index + 1)[0]
    start = prefix(body.tokens, index)[0]
    before = body.tokens[start - 1].text if start else ""
    if end >= len(body.tokens) or body.tokens[end].text not in ("(", "{") or before in ("struct", "class"):
        return False
    following = [it.text for it in body.tokens[after(body.tokens, end) :][:1]]
    return not allocates(body, index) and (before != "=" or following not in ([";"], [","]))


def outliving(unit: Unit, function: Function, body: Body) -> Iterator[tuple[Span, str]]:
    """What is static, global, or made with `new`: it does not end where the function does."""
    do = f"nothing tells where its {NAME} goes: call that, or declare the TPipe as a variable of {function.name}"
    own = {(it.span.path, it.span.start, it.name) for it in body.locals}
    for it in body.locals:
        if it.static and not it.type.pointer and pipe_paths(unit, it.name, it.type.record):
            yield it.span, f"{it.name} of {function.name} is static, so {do}"
    for index, it in body.references.items():
        token = body.tokens[index]
        if it.kind == "type" and allocates(body, index) and pipe_paths(unit, "", it.qualified):
            yield token.span, f"{function.name} makes {token.text} with new, so {do}"
        elif it.kind == "variable" and it.where not in own and it.type and holds(unit, token.text, it.type):
            yield token.span, f"{token.text}, which {function.name} uses, is global, so {do}"


def holds(unit: Unit, name: str, type: Type) -> bool:
    return not type.pointer and not type.reference and bool(pipe_paths(unit, name, type.record, type.canonical))


def allocates(body: Body, index: int) -> bool:
    """Whether the class name at `index` follows `new`, or `new (where)`."""
    at = prefix(body.tokens, index)[0] - 1
    if at > 0 and body.tokens[at].text == ")":
        at = bracket_start(body.tokens, at) - 1
    return at >= 0 and body.tokens[at].text == "new"
