"""What a body makes of the block count by arithmetic: expressions that are it on each kind of core that comes there,
and the statements that do nothing but make it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sklint.block_count_form import CORE_TESTS
from sklint.body import Body, Call, Statement
from sklint.body_words import CALLS, CLOSING, COMPUTING, MEMBERS, OPENING
from sklint.core_counts import MIXED, at_place, system_name
from sklint.core_runs import CoreRun
from sklint.core_values import Core, Count, Value
from sklint.lambda_body import lambda_bodies
from sklint.member_counts import member_counts, value_behind
from sklint.model import Function, SkFunction
from sklint.parse.brackets import after, template_end
from sklint.parse.calls import prefix
from sklint.scopes import inner_blocks
from sklint.unit import Unit

COUNTING = frozenset((*CALLS, *MEMBERS, *CORE_TESTS))
OPERATORS = frozenset(("+", "-", "%", "*", "/", "?", ":", "==", "!=", "&&", "||", "<=", ">=", "|", "^", "<<", ">", "<"))
BEFORE = COMPUTING | (OPERATORS - {">"}) | {"[", "{", "+=", "-=", "*=", "/=", "%="}
ENDS = OPERATORS | CLOSING | {",", ";"}
TIGHT = frozenset(("/", "%", "*", "-", "<<", ">"))
"""Operators that take the first of what follows them."""


@dataclass(frozen=True, slots=True)
class Counted:
    """`counts` are the expressions, from the index of the first token to after the last; `makers` the first tokens of
    statements that only make them, `lambdas` those that are called in them."""

    counts: Mapping[int, int]
    makers: frozenset[int]
    lambdas: frozenset[str]


class Counts:
    """Finds what is counted in the body of a function."""

    def __init__(self, unit: Unit, function: Function, body: Body, cores: tuple[Core, ...]) -> None:
        self.unit = unit
        self.function = function
        self.body = body
        self.cores = cores
        self.words = [it.text for it in body.tokens]
        self.locals = {it.name: it for it in body.locals}
        self.statements = list(plain(body, body.statement))
        self.declared = {it.index for it in body.locals}
        self.making = {it.first: self.read_made(it) for it in self.statements}

    def found(self) -> Counted:
        counts = dict(self.counts())
        inside = {at for first, last in counts.items() for at in range(first, last)}
        makers = frozenset(it.first for it in (*self.makers(inside), *self.adjusting()))
        called = {self.words[at] for at in inside}
        lambdas = frozenset(it.name for it in self.locals.values() if it.initializer.startswith("= [")) & called
        return Counted(counts, makers, lambdas)

    # expressions

    def counts(self) -> Iterator[tuple[int, int]]:
        last = 0
        for at in range(self.body.statement.first, len(self.words)):
            if at < last or not self.begins(at):
                continue
            end = next((end for end in self.ends(at) if self.speaks(at, end) and self.is_count(at, end)), 0)
            if end:
                yield at, end
                last = end

    def begins(self, at: int) -> bool:
        """Whether a value may begin at a token."""
        before, token = self.words[at - 1], self.body.tokens[at]
        value = token.kind in ("name", "number") or token.text in ("(", "[", "::")
        return value and at not in self.declared and (before in BEFORE)

    def ends(self, at: int) -> list[int]:
        """Where a value that begins at a token may end, the furthest first."""
        found: list[int] = []
        end = at
        while end < len(self.words) and self.words[end] not in (*CLOSING, ",", ";", "{", "="):
            end = self.step(end, at)
            templated = template_end(self.body.tokens, end)[0] > end
            if not templated and end < len(self.words) and self.words[end] in ENDS:
                found.append(end)
                if self.words[at - 1] in TIGHT:
                    break
        return found[::-1]

    def step(self, at: int, first: int) -> int:
        """The index after a token, its brackets, a lambda's body or template arguments."""
        if self.words[at] == "[" and at == first:
            brace = next(iter(lambda_bodies(self.words, at, len(self.words))), 0)
            return after(self.body.tokens, brace) if brace else at + 1
        if self.words[at] in OPENING:
            return after(self.body.tokens, at)
        return max(at + 1, template_end(self.body.tokens, at)[0])

    def speaks(self, first: int, last: int) -> bool:
        """Whether an expression may be about the block count: it names it, a variable made of it or a function."""
        return any(self.words[at] in self.speaking for at in range(first, last))

    @cached_property
    def speaking(self) -> frozenset[str]:
        called = {it.name for it in self.body.calls if it.targets and not it.receiver}
        found = {*COUNTING, *called} | ({system_name(self.function)} - {""})
        while True:
            lines = [it for it in self.statements if not found.isdisjoint(self.words[it.first : it.last])]
            further = {name for it in lines for name in self.made_in(it)} - found
            if not further:
                return frozenset(found)
            found |= further

    def is_count(self, first: int, last: int) -> bool:
        return self.all_counts(self.values(first, last))

    def all_counts(self, values: Sequence[Value]) -> bool:
        """Whether all are the block count, or some multiple of it where vector cores have another than cube cores."""
        counts = [it for it in values if isinstance(it, Count) and (self.cores == MIXED or it.times == 1)]
        return bool(values) and len(counts) == len(values)

    def values(self, first: int, last: int) -> list[Value]:
        """What an expression is worth on each kind of core that comes there."""
        return [run.value(first, last) for core in self.cores if (run := self.run(core, first))]

    def run(self, core: Core, place: int) -> CoreRun | None:
        """The run to a place, where the core comes there."""
        return at_place(self.unit, self.function, self.body, core, place)

    def is_other(self, call: Call) -> bool:
        first = prefix(self.body.tokens, call.index)[0]
        values = self.values(first, after(self.body.tokens, template_end(self.body.tokens, call.index + 1)[0]))
        known = all(isinstance(it, Count | int) for it in values)
        return (
            bool(values)
            and known
            and not all(isinstance(it, Count) and (self.cores == MIXED or it.times == 1) for it in values)
        )

    # statements

    def makers(self, inside: set[int]) -> list[Statement]:
        """The statements that do nothing but make values of variables that only counts are made of."""
        made = {self.words[at] for at in inside} & self.locals.keys()
        while True:
            further = self.given_for(made) - made
            if not further:
                break
            made |= further
        while True:
            statements = [it for it in self.statements if self.made_in(it) & made and self.only_makes(it)]
            own = {at for it in statements for at in range(it.first, it.last)} | inside | self.heads(statements)
            kept = {name for name in made if all(at in own for at in self.uses[name])}
            if kept == made:
                return statements
            made = kept

    def given_for(self, made: set[str]) -> set[str]:
        """The variables that others are made of, or that decide about them."""
        statements = [it for it in self.statements if self.made_in(it) & made]
        places = {at for it in statements for at in range(it.first, it.last)} | self.heads(statements)
        return {self.words[at] for at in places} & self.locals.keys()

    def adjusting(self) -> Iterator[Statement]:
        """The statements that make the block count of a member that was set to another on some kind of core."""
        for it in member_counts(self.body, self.body.statement):
            values = [value_behind(self.unit, self.function, self.body, core, it) for core in self.cores]
            if self.all_counts(values):
                yield from leaves(it.test)

    def made_in(self, it: Statement) -> set[str]:
        return self.making[it.first]

    def read_made(self, it: Statement) -> set[str]:
        """The variables that a statement declares or sets."""
        declared = {one.name for one in self.locals.values() if it.first <= one.index < it.last}
        member = 2 * (self.words[it.first + 1 : it.first + 2] == ["."])
        sets = self.words[it.first + 1 + member : it.first + 2 + member] in (["="], ["/="], ["*="], [">>="], ["<<="])
        shifts = self.words[it.first + 1 + member : it.first + 3 + member] == [">", ">="]
        given = {name for call in self.body.calls if call.index == it.first for name in given_out(self.unit, call)}
        if given:
            return given & self.locals.keys()
        return declared or ({self.words[it.first]} & self.locals.keys() if sets or shifts else set[str]())

    def only_makes(self, it: Statement) -> bool:
        """Whether what a statement makes is known on each kind of core that comes there."""
        found = [run for core in self.cores if (run := self.run(core, it.last - 1))]
        runs = [replace(run, names=dict(run.names), place=-1) for run in found]
        for run in runs:
            run.simple(it)
        bare = it.last - it.first == 3  # `int64_t b;`
        return bare or all(run.names.get(name) is not None for run in runs for name in self.made_in(it))

    def heads(self, statements: Sequence[Statement]) -> set[int]:
        """The conditions that decide about nothing but those statements."""
        firsts = {it.first for it in statements}
        return {at for it in ifs(self.body.statement) if holds_only(it, firsts) for at in range(*it.head)}

    @cached_property
    def uses(self) -> Mapping[str, list[int]]:
        """Where each variable is named."""
        found: dict[str, list[int]] = {name: [] for name in self.locals}
        for at, it in enumerate(self.words):
            if it in found and self.words[at - 1] not in (".", "->", "::"):
                found[it].append(at)
        return found


def counted(unit: Unit, function: Function, cores: tuple[Core, ...]) -> Counted:
    """What is counted in the body of a kernel or an SK function."""
    body = function.body
    if body is None or not any(it.text in COUNTING or it.text == system_name(function) for it in body.tokens):
        return Counted({}, frozenset(), frozenset())
    return Counts(unit, function, body, cores).found()


def launch_counts(unit: Unit, function: Function) -> Counted:
    """What is counted in a function that is given the system's arguments in MIX 1:2, where that is the block count of
    the launch on each kind of core."""
    found = counted(unit, function, MIXED)
    counts = Counts(unit, function, function.body, MIXED) if function.body and found.counts else None
    exact = {
        first: last
        for first, last in found.counts.items()
        if counts and all(isinstance(it, Count) and it.times == 1 for it in counts.values(first, last))
    }
    return replace(found, counts=exact)


def other_counts(unit: Unit, function: SkFunction, cores: tuple[Core, ...]) -> frozenset[int]:
    """The calls that are given the system's arguments and are worth something else than the block count, which is
    known: by the index of their name."""
    body, system = function.body, system_name(function)
    given = [it for it in body.calls if it.targets and system in it.arguments] if body and system else []
    if body is None or not given:
        return frozenset()
    counts = Counts(unit, function, body, cores)
    return frozenset(it.index for it in given if counts.is_other(it))


def given_out(unit: Unit, call: Call) -> Iterator[str]:
    """The variables that a call is given to set."""
    target = unit.function(call.targets[0]) if len(call.targets) == 1 else None
    for param, text in zip(target.params, call.arguments, strict=False) if target else ():
        if param.type.reference and not param.type.const_pointee:
            yield text


def plain(body: Body, statement: Statement) -> Iterator[Statement]:
    if statement.kind == "simple":
        yield statement
        for block in inner_blocks(body, statement):
            yield from plain(body, block)
    for it in statement.children:
        yield from plain(body, it)


def ifs(statement: Statement) -> Iterator[Statement]:
    if statement.kind == "if":
        yield statement
    for it in statement.children:
        yield from ifs(it)


def holds_only(statement: Statement, firsts: set[int]) -> bool:
    """Whether an `if` holds those statements and no other."""
    inside = [it for child in statement.children for it in leaves(child)]
    return bool(inside) and all(it.first in firsts for it in inside)


def leaves(statement: Statement) -> Iterator[Statement]:
    if not statement.children and statement.kind != "block":
        yield statement
    for it in statement.children:
        yield from leaves(it)
