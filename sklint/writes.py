"""Which scalar stores to global memory a function makes.

A store counts only where it is plain that it goes to global memory: through a GlobalTensor, or through a pointer whose
declaration or cast says `__gm__`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sklint.model import Body, Call, Function, Local, Statement, Token
from sklint.parse.statements import read_block
from sklint.source import Span
from sklint.spelling import spelled

TENSOR = "AscendC::GlobalTensor"
ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">="))
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())
CASTS = frozenset(("reinterpret_cast", "static_cast"))


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
    found = [*Stores(function, body).all(body.statement), *set_values(function, body)]
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

    function: Function
    body: Body

    def all(self, statement: Statement) -> Iterator[GlobalWrite]:
        for child in statement.children:
            if child.kind == "simple":
                yield from self.simple(child, child if statement.kind == "block" else None)
            yield from self.all(child)

    def simple(self, statement: Statement, alone: Statement | None) -> Iterator[GlobalWrite]:
        """The stores of a statement; those in lambdas inside it are in blocks of their own."""
        first, last = statement.first, statement.last
        inside = self.bare(first, last - 1) if self.text(last - 1) == ";" else (first, last)
        first, last = inside if inside[0] > first else (first, last)
        parts = list(self.parts(first, last))
        if not any(first <= it.index < last and self.depth(first, it.index) == 0 for it in self.body.locals):
            single = alone if len(parts) == 1 else None
            for start, end in parts:
                if (write := self.store(start, end, single)) is not None:
                    yield write
        for at in range(first, last):
            if self.text(at) == "{" and self.text(at - 1) in (")", "]", "mutable"):
                yield from self.all(read_block(self.body.tokens, at))

    def parts(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """What is stored to by each assignment or increment at the statement's own level, as token ranges."""
        start = at = first
        while at < last:
            text = self.text(at)
            if text in OPENING:
                at = self.after(at)
                continue
            if text in ASSIGNMENTS and (text != ">=" or self.text(at - 1) == ">"):
                yield start, at - (text == ">=")
            if text in ASSIGNMENTS or text in (",", ";"):
                if text in (",", ";") and self.text(start) in ("++", "--"):
                    yield start + 1, at
                elif text in (",", ";") and self.text(at - 1) in ("++", "--"):
                    yield start, at - 1
                start = at + 1
            at += 1

    def store(self, first: int, last: int, alone: Statement | None) -> GlobalWrite | None:
        first, last = self.bare(first, last)
        if first >= last:
            return None
        if (tensor := self.tensor_element(first, last)) is not None:
            name, offset = tensor
            return self.write("operator", first, last, alone, name, offset)
        return self.write("pointer", first, last, alone, "", "") if self.in_memory(first, last) else None

    def write(
        self, kind: WriteKind, first: int, last: int, alone: Statement | None, tensor: str, offset: str
    ) -> GlobalWrite:
        start, end = self.body.tokens[first], self.body.tokens[last - 1]
        macro = start.from_macro or end.from_macro
        return GlobalWrite(
            kind=kind,
            target=spelled(self.body.tokens[first:last]),
            span=start.span if macro else Span(start.span.path, start.span.start, end.span.end),
            index=first,
            tensor=tensor,
            offset=offset,
            element=element_type(self.function, self.body, tensor) if tensor else "",
            statement=alone,
            from_macro=macro,
        )

    # expressions, as token ranges

    def tensor_element(self, first: int, last: int) -> tuple[str, str] | None:
        """For `gm(i)`: the tensor and the offset."""
        if self.text(last - 1) != ")":
            return None
        opening = self.opening(last - 1)
        end = opening
        while end > first and self.text(end - 1) == "]":
            end = self.opening(end - 1)
        if not self.is_chain(first, end) or self.record_of(end - 1) != TENSOR:
            return None
        tokens = self.body.tokens
        return spelled(tokens[first:opening]), spelled(tokens[opening + 1 : last - 1])

    def in_memory(self, first: int, last: int) -> bool:
        """Whether what the range names lies in global memory."""
        first, last = self.bare(first, last)
        if first >= last:
            return False
        if last - first == 1:
            return self.gm_reference(first)
        if self.text(first) == "*":
            return self.points(first + 1, last)
        if self.text(last - 1) == "]":
            opening = self.opening(last - 1)
            return self.points(first, opening) or self.in_memory(first, opening)
        before = self.text(last - 2) if last - first > 2 else ""
        if before == "->":
            return self.points(first, last - 2)
        return before == "." and self.in_memory(first, last - 2)

    def points(self, first: int, last: int) -> bool:
        """Whether the range is a pointer to global memory."""
        first, last = self.bare(first, last)
        if first >= last:
            return False
        if self.text(first) == "(":
            after = self.after(first)
            return after < last and gm_pointer(self.body.tokens[first + 1 : after - 1])
        if self.text(first) in CASTS and self.text(first + 1) == "<":
            closing = next((at for at in range(first, last) if self.text(at) == ">"), last)
            return gm_pointer(self.body.tokens[first + 2 : closing])
        end = next((at for at in range(first, last) if self.text(at) in ("+", "-", "++", "--")), last)
        return end > first and self.is_chain(first, end) and self.gm_variable(end - 1)

    def gm_variable(self, index: int) -> bool:
        """Whether the name at `index` is a variable that points, itself and at once, to global memory."""
        reference = self.body.references.get(index)
        local = self.local(index)
        type = reference.type if reference and reference.type else local.type if local else None
        if type is None or not type.pointer or type.canonical.count("*") != 1:
            return False
        if reference and reference.global_memory:
            return True
        return local is not None and (local.global_memory or starts_with_gm_cast(local.initializer))

    def gm_reference(self, index: int) -> bool:
        """Whether the name at `index` is a reference to something in global memory."""
        reference, local = self.body.references.get(index), self.local(index)
        type = reference.type if reference and reference.type else local.type if local else None
        if type is None or not type.reference or "*" in type.canonical:
            return False
        return bool((reference and reference.global_memory) or (local and local.global_memory))

    def record_of(self, index: int) -> str:
        reference = self.body.references.get(index)
        local = self.local(index)
        param = next((it for it in self.function.params if it.name == self.text(index)), None)
        own = reference.type if reference and reference.type else None
        type = own or (local.type if local else param.type if param and reference is None else None)
        return type.record if type and not type.pointer else ""

    def local(self, index: int) -> Local | None:
        """The variable of the body that the name at `index` stands for."""
        if self.text(index - 1) in (".", "->"):
            return None
        before = [it for it in self.body.locals if it.name == self.text(index) and it.index < index]
        return before[-1] if before else None

    # tokens

    def is_chain(self, first: int, last: int) -> bool:
        """Whether the range is `a`, `a.b`, `this->a.b`."""
        texts = [self.text(at) for at in range(first, last)]
        names = all(self.body.tokens[at].kind == "name" for at in range(first, last, 2))
        return len(texts) % 2 == 1 and names and all(it in (".", "->") for it in texts[1::2])

    def bare(self, first: int, last: int) -> tuple[int, int]:
        """The range without parentheses around all of it."""
        while first < last and self.text(first) == "(" and self.after(first) == last:
            first, last = first + 1, last - 1
        return first, last

    def text(self, at: int) -> str:
        return self.body.tokens[at].text if 0 <= at < len(self.body.tokens) else ""

    def depth(self, first: int, index: int) -> int:
        level = 0
        for at in range(first, index):
            level += (self.text(at) in OPENING) - (self.text(at) in CLOSING)
        return level

    def after(self, at: int) -> int:
        level = 0
        for index in range(at, len(self.body.tokens)):
            level += (self.text(index) in OPENING) - (self.text(index) in CLOSING)
            if level == 0:
                return index + 1
        return len(self.body.tokens)

    def opening(self, at: int) -> int:
        level = 0
        for index in range(at, -1, -1):
            level += (self.text(index) in CLOSING) - (self.text(index) in OPENING)
            if level == 0:
                return index
        return 0


def gm_pointer(tokens: Sequence[Token]) -> bool:
    """Whether a type is a pointer to global memory: `__gm__ int32_t *`, `GM_ADDR`, not a pointer to such."""
    texts = [it.text for it in tokens]
    stars = texts.count("*") + texts.count("GM_ADDR")
    return stars == 1 and ("__gm__" in texts or "GM_ADDR" in texts)


def starts_with_gm_cast(initializer: str) -> bool:
    """Whether `= ( __gm__ int32_t * ) x` or `= reinterpret_cast < __gm__ int32_t * > ( x )` begins with such a cast."""
    words = initializer.split()
    if words[:2] == ["=", "("]:
        inside = words[2 : words.index(")")] if ")" in words else []
    elif words[:1] == ["="] and len(words) > 2 and words[1] in CASTS:
        inside = words[3 : words.index(">")] if ">" in words else []
    else:
        return False
    return ("__gm__" in inside and inside.count("*") == 1) or inside == ["GM_ADDR"]


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
