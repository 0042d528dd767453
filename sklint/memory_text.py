"""The tokens of a body as expressions: brackets and their partners, casts, the variables that names stand for."""

from dataclasses import dataclass
from functools import cached_property

from sklint.body import Body, Call, Local, Reference, Token
from sklint.declared import Key, Type
from sklint.model import Function
from sklint.parse.brackets import template_end, template_start
from sklint.unit import Unit

PAIRS = {"(": ")", "[": "]", "{": "}"}
CASTS = frozenset(("reinterpret_cast", "static_cast", "const_cast"))
OPERATORS = frozenset("+ - * / % & | ^ ! ~ < > = == != <= >= && || ? : , ; ( [ { } += -= *= /= |= &= << >>".split())


@dataclass(frozen=True, eq=False)
class Text:
    """A body with a function around it. Ranges are token indexes, half open."""

    unit: Unit
    function: Function
    body: Body

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.body.tokens

    def at(self, index: int) -> str:
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    @cached_property
    def partners(self) -> dict[int, int]:
        """Each bracket with the one that closes or opens it."""
        found: dict[int, int] = {}
        open: list[int] = []
        for index, it in enumerate(self.tokens):
            if it.kind == "punct" and it.text in PAIRS:
                open.append(index)
            elif it.kind == "punct" and open and it.text == PAIRS[self.at(open[-1])]:
                found[index] = open.pop()
                found[found[index]] = index
        return found

    @cached_property
    def calls(self) -> dict[int, Call]:
        """The calls by the index of their opening parenthesis."""
        return {template_end(self.tokens, it.index + 1)[0]: it for it in self.body.calls}

    @cached_property
    def constructed(self) -> dict[int, list[Call]]:
        """The constructors by the index of the name of what they make."""
        found: dict[int, list[Call]] = {}
        for it in self.body.constructed:
            found.setdefault(it.index, []).append(it)
        return found

    @cached_property
    def locals(self) -> dict[int, Local]:
        return {it.index: it for it in self.body.locals}

    @cached_property
    def may_return_reference(self) -> bool:
        """Whether what stands before the function's name, or behind its parameters, may be the type of a reference."""
        source = self.unit.file(self.function.span.path)
        start, end = self.function.extent.start, self.function.span.start
        head = source.data[start:end] if source and start < end else b"auto"
        return b"&" in head or b"auto" in head

    def enclosing(self, index: int) -> int:
        """The bracket that is open at a token; -1 where there is none."""
        at = index - 1
        while at >= 0:
            text = self.at(at)
            if text in PAIRS and at in self.partners:
                return at
            at = self.partners[at] - 1 if at in self.partners else at - 1
        return -1

    def argument(self, opening: int, index: int) -> int:
        """The number of the argument, from 0, that a token is in."""
        number, at = 0, opening + 1
        while at < index:
            number += self.at(at) == ","
            at = self.partners[at] + 1 if self.at(at) in PAIRS and at in self.partners else at + 1
        return number

    def name_before(self, opening: int) -> int:
        """The index of the name that a parenthesis belongs to, template arguments skipped; -1 where there is none."""
        at = opening - 1
        if self.at(at) == ">":
            at = template_start(self.tokens, at)
        return at if at >= 0 and self.tokens[at].kind == "name" else -1

    def is_cast(self, closing: int) -> bool:
        """Whether a closing parenthesis ends a cast such as `(__gm__ half *)`."""
        opening = self.partners.get(closing, -1)
        inside = self.tokens[opening + 1 : closing]
        if opening < 0 or not inside or self.name_before(opening) >= 0 or self.at(opening - 1) in (")", "]"):
            return False
        words = [it.text for it in inside]
        if "*" in words:
            return words[-1] == "*" or words[-1] in ("const", "__restrict__") or words[-2:-1] == ["*"]
        reference = self.body.references.get(closing - 1)
        if reference is not None:
            return reference.kind in ("type", "other")
        return all(it.kind == "name" or it.text in ("::", "<", ">", ",") for it in inside) and (
            self.tokens[closing + 1].kind in ("name", "number") or self.at(closing + 1) in ("(", "*", "&")
            if closing + 1 < len(self.tokens)
            else False
        )

    def names_pointer(self, first: int, last: int) -> bool:
        """Whether a type between two tokens is a pointer: a value that is cast to it is an address."""
        return any(self.at(index) in ("*", "GM_ADDR") for index in range(first, last))

    def used_as_address(self, local: Local) -> bool:
        """Whether a local is a pointer, or a number that is cast to one somewhere in the body."""
        key = key_of((local.span.path, local.span.start, local.name))
        names = [at for at, it in enumerate(self.tokens) if it.text == local.name and self.variable(at)[0] == key]
        return local.type.pointer or any(map(self.cast_to_pointer, names))

    def cast_to_pointer(self, index: int) -> bool:
        """Whether a name is cast to a pointer, alone or within a sum."""
        if self.at(index - 1) == ")" and self.is_cast(index - 1):
            return self.names_pointer(self.partners[index - 1], index - 1)
        opening = self.enclosing(index)
        while opening >= 0 and self.at(opening) == "(":
            start = template_start(self.tokens, opening - 1) if self.at(opening - 1) == ">" else opening - 1
            if self.at(start) in CASTS or self.at(start) == "GM_ADDR":
                return self.names_pointer(start, opening)
            if self.at(opening - 1) == ")" and self.is_cast(opening - 1):
                return self.names_pointer(self.partners[opening - 1], opening - 1)
            opening = self.enclosing(opening)
        return False

    def unary(self, index: int) -> bool:
        """Whether `*`, `&` or `-` stands before its operand alone."""
        before = self.at(index - 1)
        return before in OPERATORS or before == "return" or (before == ")" and self.is_cast(index - 1))

    def variable(self, index: int) -> tuple[str, Type | None]:
        """The variable that a name stands for, and its type: "" for what is none."""
        reference = self.body.references.get(index)
        if reference is not None:
            return (variable_of(reference), reference.type) if reference.kind in VARIABLES else ("", None)
        name = self.at(index)
        own = self.at(index - 1) not in (".", "->", "::") or self.at(index - 2) == "this"
        if self.tokens[index].kind != "name" or not own or index in self.locals:
            return "", None
        local = [it for it in self.body.locals if it.name == name and it.index < index]
        if local:
            return key_of((local[-1].span.path, local[-1].span.start, name)), local[-1].type
        param = next((it for it in self.function.params if it.name == name), None)
        if param is not None:
            return key_of((param.span.path, param.span.start, name)), param.type
        return self.field(name) if index >= self.body.statement.first else ("", None)

    def field(self, name: str) -> tuple[str, Type | None]:
        """A field of the class that the function is a member of, or of its bases."""
        left = [self.function.record]
        for it in left:
            record = self.unit.record(it) if it else None
            if record is not None and name in record.fields:
                return f"{record.qualified}::{name}", record.fields[name]
            left += [base for base in record.bases if base not in left] if record else []
        return "", None


VARIABLES = frozenset(("variable", "parameter", "field"))


def variable_of(reference: Reference) -> str:
    """A field by its class and name, so that initialisers name it too; all else by its declaration."""
    return reference.qualified if reference.kind == "field" else key_of(reference.where)


def key_of(key: Key) -> str:
    return f"{key[0]}:{key[1]}:{key[2]}"
