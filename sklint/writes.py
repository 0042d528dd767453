"""Which scalar stores to global memory a function makes.

A store counts only where it is plain that it goes to global memory: through a GlobalTensor, or through a pointer whose
declaration or cast says `__gm__`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sklint.body import Body, Call, Statement
from sklint.global_memory import OPENING, TENSOR, Expressions
from sklint.lambda_body import may_follow
from sklint.model import Function
from sklint.parse.statements import read_block
from sklint.source import Span
from sklint.spelling import spelled

ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">="))


WriteKind = Literal["operator", "SetValue", "pointer"]
"""Through a GlobalTensor's `()`, its SetValue, or a `__gm__` pointer."""


@dataclass(frozen=True, slots=True)
class GlobalWrite:
    """A scalar store to global memory. `target` is what is stored to, as text; `index` its first token in the body.

    For a GlobalTensor `tensor` is its name and `offset` the element's, `element` the type it was declared with (""
    where the body does not say). `statement` is the statement of a block that is nothing but this store, else None.
    """

    kind: WriteKind
    target: str
    span: Span
    index: int
    tensor: str
    offset: str
    element: str
    statement: Statement | None
    from_macro: bool


def global_writes(function: Function) -> tuple[GlobalWrite, ...]:
    """The stores that the function's own body makes, in order."""
    body = function.body
    if body is None or not any(it.text in ("SetValue", "++", "--") or it.text in ASSIGNMENTS for it in body.tokens):
        return ()
    found = [*Stores(Expressions(function, body)).all(body.statement), *set_values(function, body)]
    return tuple(sorted(found, key=lambda it: it.index))


def set_values(function: Function, body: Body) -> Iterator[GlobalWrite]:
    """`gm.SetValue(i, v)`."""
    for call in body.calls:
        if call.name == "SetValue" and call.receiver_type == TENSOR and len(call.arguments) == 2:
            yield GlobalWrite(
                kind="SetValue",
                target=f"{call.receiver}.SetValue({call.arguments[0]})",
                span=call.span if call.from_macro else call.extent,
                index=call.index,
                tensor=call.receiver,
                offset=call.arguments[0],
                element=element_type(function, body, call.receiver),
                statement=alone(body.statement, call),
                from_macro=call.from_macro,
            )


def alone(block: Statement, call: Call) -> Statement | None:
    """The statement of a block that the call is in, where that is a plain one."""
    for child in block.children:
        if child.first <= call.index < child.last:
            if child.kind == "simple":
                return child if block.kind == "block" else None
            return alone(child, call)
    return None


@dataclass(frozen=True, slots=True)
class Stores:
    """Finds what assignments and increments of one body store to."""

    code: Expressions

    def all(self, statement: Statement) -> Iterator[GlobalWrite]:
        for child in statement.children:
            if child.kind == "simple":
                yield from self.simple(child, child if statement.kind == "block" else None)
            yield from self.all(child)

    def simple(self, statement: Statement, alone: Statement | None) -> Iterator[GlobalWrite]:
        """The stores of a statement; those in lambdas inside it are in blocks of their own."""
        first, last = statement.first, statement.last
        inside = self.code.bare(first, last - 1) if self.code.text(last - 1) == ";" else (first, last)
        first, last = inside if inside[0] > first else (first, last)
        parts = list(self.parts(first, last))
        if not any(first <= it.index < last and self.code.depth(first, it.index) == 0 for it in self.code.body.locals):
            single = alone if len(parts) == 1 else None
            for start, end in parts:
                if (write := self.store(start, end, single)) is not None:
                    yield write
        for at in range(first, last):
            if self.code.text(at) == "{" and may_follow(self.code.text(at - 1)):
                yield from self.all(read_block(self.code.body.tokens, at))

    def parts(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """What is stored to by each assignment or increment at the statement's own level, as token ranges."""
        start = at = first
        while at < last:
            text = self.code.text(at)
            if text in OPENING:
                at = self.code.after(at)
                continue
            if text in ASSIGNMENTS and (text != ">=" or self.code.text(at - 1) == ">"):
                yield start, at - (text == ">=")
            if text in ASSIGNMENTS or text in (",", ";"):
                if text in (",", ";") and self.code.text(start) in ("++", "--"):
                    yield start + 1, at
                elif text in (",", ";") and self.code.text(at - 1) in ("++", "--") and self.code.text(start) != "*":
                    yield start, at - 1
                start = at + 1
            at += 1

    def store(self, first: int, last: int, alone: Statement | None) -> GlobalWrite | None:
        first, last = self.code.bare(first, last)
        if first >= last:
            return None
        if (tensor := self.code.tensor_element(first, last)) is not None:
            name, offset = tensor
            return self.write("operator", first, last, alone, name, offset)
        return self.write("pointer", first, last, alone, "", "") if self.code.in_memory(first, last) else None

    def write(
        self, kind: WriteKind, first: int, last: int, alone: Statement | None, tensor: str, offset: str
    ) -> GlobalWrite:
        start, end = self.code.body.tokens[first], self.code.body.tokens[last - 1]
        macro = start.from_macro or end.from_macro
        return GlobalWrite(
            kind=kind,
            target=spelled(self.code.body.tokens[first:last]),
            span=start.span if macro else Span(start.span.path, start.span.start, end.span.end),
            index=first,
            tensor=tensor,
            offset=offset,
            element=element_type(self.code.function, self.code.body, tensor) if tensor else "",
            statement=alone,
            from_macro=macro,
        )


def element_type(function: Function, body: Body, tensor: str) -> str:
    """What is written between the brackets of the tensor's type where the function itself declares it."""
    name = tensor.partition("[")[0]
    local = next((it for it in body.locals if it.name == name), None)
    if local is None:
        written = next((it.type.written for it in function.params if it.name == name), "")
        text = written.partition("GlobalTensor<")[2].rpartition(">")[0]
    else:
        start = max((at for at in range(local.index) if body.tokens[at].text == "GlobalTensor"), default=local.index)
        text = spelled(body.tokens[start + 1 : local.index]).strip()
        text = text[1:-1].strip() if text.startswith("<") and text.endswith(">") else ""
    return "" if "," in text or ";" in text else text
