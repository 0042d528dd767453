"""What an expression is worth on one kind of core, as far as it is about the block count: read token by token."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sklint.block_count_form import CASTS, CORE_OF, INTEGERS
from sklint.body import Token
from sklint.body_words import BLOCKS, CALLS, MEMBERS
from sklint.parse.brackets import after, template_end


@dataclass(frozen=True, slots=True)
class Count:
    """So many times the block count of the launch."""

    times: Fraction


@dataclass(frozen=True, slots=True)
class Lambda:
    """A lambda, whose `[` is the token `at`."""

    at: int


@dataclass(frozen=True, slots=True)
class SystemArgs:
    """The system's arguments, or the pointer to them."""


@dataclass(frozen=True, slots=True)
class Fields:
    """An object, with what its members are worth."""

    members: tuple[tuple[str, "Value"], ...]


Value = Count | Lambda | SystemArgs | Fields | int | str | None
"""A number is what it is, a text a kind of core (`AIC`, `AIV`); None is unknown."""
Names = Mapping[str, Value]
Called = Callable[[int, tuple[str, ...], Sequence[Value], Names], Value]
"""Tells what a call gives: the index of its name or of the `[` of a lambda, its template arguments, its arguments, what
names are worth there."""
Constant = Callable[[int], int | None]
"""What the name at an index is worth that no variable of the body has."""


class UnreadError(Exception):
    """An expression that is about something else."""


@dataclass(frozen=True, slots=True)
class Core:
    """A kind of core; `vector_blocks` is how often the block count of the launch the system's arguments give there."""

    kind: str
    vector_blocks: int

    @property
    def system_blocks(self) -> int:
        return self.vector_blocks if self.kind == "AIV" else 1


def worth(
    tokens: Sequence[Token], first: int, last: int, core: Core, names: Names, called: Called, constant: Constant
) -> Value:
    """What the expression of the tokens `first` to before `last` is worth."""
    reader = Expression(tokens[:last], first, core, names, called, constant)
    try:
        value = reader.choice()
    except UnreadError:
        return None
    return value if reader.at == last else None


class Expression:
    """Reads an expression; each method reads what its operator binds and goes behind it."""

    def __init__(
        self, tokens: Sequence[Token], at: int, core: Core, names: Names, called: Called, constant: Constant
    ) -> None:
        self.tokens = tokens
        self.at = at
        self.core = core
        self.names = names
        self.called = called
        self.constant = constant

    def text(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at].text if at < len(self.tokens) else ""

    def take(self, text: str) -> bool:
        taken = self.text() == text
        self.at += taken
        return taken

    def need(self, text: str) -> None:
        if not self.take(text):
            raise UnreadError

    def choice(self) -> Value:
        asked = self.equality()
        if not self.take("?"):
            return asked
        one = self.choice()
        self.need(":")
        other = self.choice()
        if isinstance(asked, int):
            return one if asked else other
        return one if one == other else None

    def equality(self) -> Value:
        value = self.shift()
        while self.text() in ("==", "!="):
            negated = self.text() == "!="
            self.at += 1
            other = self.shift()
            comparable = isinstance(value, int | str) and isinstance(other, int | str)
            value = (value == other) != negated if comparable else None
        return value

    def shift(self) -> Value:
        value = self.product()
        while (left := self.text() == "<<") or (self.text(), self.text(1)) == (">", ">"):
            self.at += 1 if left else 2
            value = shifted(value, self.product(), left)
        return value

    def product(self) -> Value:
        value = self.unary()
        while self.text() in ("*", "/"):
            operator = self.text()
            self.at += 1
            other = self.unary()
            value = multiplied(value, other) if operator == "*" else divided(value, other)
        return value

    def unary(self) -> Value:
        if self.take("!"):
            value = self.unary()
            return not value if isinstance(value, int) else None
        if self.text() in ("*", "&"):
            self.at += 1
            value = self.unary()
            return value if isinstance(value, SystemArgs) else None
        if self.text() == "(" and (end := self.cast_end()):
            self.at = end
            return self.unary()
        return self.members(self.primary())

    def cast_end(self) -> int:
        """The index after `(uint32_t)`, 0 where there is none."""
        end = after(self.tokens, self.at)
        words = [it.text for it in self.tokens[self.at + 1 : end - 1]]
        return end if words and all(it in INTEGERS or it in ("std", "::") for it in words) else 0

    def primary(self) -> Value:
        if self.take("("):
            value = self.choice()
            self.need(")")
            return value
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "number":
            self.at += 1
            return number(self.tokens[self.at - 1].text)
        if self.text() == "[":
            return self.called_at_once()
        return self.named(self.name())

    def called_at_once(self) -> Value:
        """`[sys]() { … }()`."""
        at = self.at
        self.at = after(self.tokens, at)
        while self.at < len(self.tokens) and self.text() != "{":
            self.at = after(self.tokens, self.at) if self.text() == "(" else self.at + 1
        self.at = after(self.tokens, self.at)
        return self.called(at, (), self.arguments(), self.names)

    def name(self) -> str:
        """The last name of `A::b`."""
        self.take("::")
        while self.text(1) == "::":
            self.at += 2
        if self.at >= len(self.tokens) or self.tokens[self.at].kind != "name":
            raise UnreadError
        self.at += 1
        return self.tokens[self.at - 1].text

    def named(self, name: str) -> Value:
        at = self.at - 1
        if name in CASTS:
            self.at = template_end(self.tokens, self.at)[0]
            return self.primary() if self.text() == "(" else None
        if name in INTEGERS and self.text() in ("(", "{"):
            return self.converted()
        if name in CORE_OF:
            return self.core.kind == CORE_OF[name]
        if name in ("true", "false"):
            return name == "true"
        if name == "g_coreType":
            return self.core.kind
        end, given = template_end(self.tokens, self.at)
        if end < len(self.tokens) and self.tokens[end].text == "(":
            self.at = end
            return self.call(at, name, given)
        if name in self.names:
            return self.member_of(name)
        return name if name in ("AIC", "AIV") else self.constant(at)

    def member_of(self, name: str) -> Value:
        """What a variable, or the member of it that is named behind it, is worth."""
        value = self.names[name]
        while isinstance(value, Fields) and self.take("."):
            value = dict(value.members).get(self.name())
        return value

    def converted(self) -> Value:
        """`uint32_t(x)`, `uint32_t{x}`."""
        closing = ")" if self.text() == "(" else "}"
        self.at += 1
        value = self.choice()
        self.need(closing)
        return value

    def call(self, at: int, name: str, given: tuple[str, ...]) -> Value:
        arguments = self.arguments()
        if name in CALLS and not arguments and name not in self.names:
            return Count(Fraction(1)) if CALLS[name] == BLOCKS else self.ratio(name)
        return self.called(at, given, arguments, self.names)

    def ratio(self, name: str) -> int | None:
        """Vector cores for each cube core, as a vector core is told; a cube core is told 1."""
        return self.core.system_blocks if name == "GetTaskRation" else None

    def arguments(self) -> list[Value]:
        self.need("(")
        values: list[Value] = []
        while not self.take(")"):
            values.append(self.choice())
            if self.text() != ")":
                self.need(",")
        return values

    def members(self, value: Value) -> Value:
        if isinstance(value, SystemArgs) and (self.text(), self.text(1), self.text(2)) == ("[", "0", "]"):
            self.at += 3
        if not isinstance(value, SystemArgs) or self.text() not in (".", "->"):
            return value
        self.at += 1
        member = self.name()
        if self.take("("):
            self.need(")")
        return Count(Fraction(self.core.system_blocks)) if MEMBERS.get(member) == BLOCKS else None


def number(text: str) -> int | None:
    digits = text.rstrip("uUlL")
    return int(digits) if digits.isdigit() else None


def multiplied(one: Value, other: Value) -> Value:
    match one, other:
        case int(), int():
            return one * other
        case (Count(times), int(by)) | (int(by), Count(times)):
            return Count(times * by)
        case _:
            return None


def divided(one: Value, other: Value) -> Value:
    match one, other:
        case int(), int(by) if by:
            return one // by
        case Count(times), int(by) if by:
            return Count(times / by)
        case _:
            return None


def shifted(value: Value, by: Value, left: bool) -> Value:
    if not isinstance(by, int) or not 0 <= by < 64:
        return None
    return multiplied(value, 2**by) if left else divided(value, 2**by)
