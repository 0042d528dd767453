"""A body as it runs on one kind of core: what its names are worth at a place that is about the block count, and whether
that core comes there at all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sklint.body import Body, Call, Local, Statement
from sklint.core_values import Core, Fields, Lambda, Names, Value, divided, multiplied, shifted, worth
from sklint.lambda_body import body_of
from sklint.model import Function
from sklint.parse.brackets import after, split_params
from sklint.parse.statements import read_block
from sklint.scopes import inner_blocks
from sklint.unit import Unit

DEEPEST = 6
CHANGES = frozenset(("=", "*=", "/=", ">>=", "+=", "-=", "%=", "<<=", "|=", "&=", "^=", "++", "--"))

Way = Literal["goes on", "leaves", "may leave", "is there"]
"""How a statement ends; `is there`: it holds the place that is looked for."""


@dataclass(slots=True)
class CoreRun:
    """A run through `body`, with what the names are worth so far, to before the token `place`; `seen` keeps what they
    are worth at the start of each statement that the core comes to."""

    unit: Unit
    body: Body
    core: Core
    names: dict[str, Value]
    place: int = -1
    result: Value = None
    depth: int = 0
    seen: dict[int, Mapping[str, Value]] | None = None

    # places

    def arrives(self) -> bool:
        """Whether the core comes to the place; the names are then what they are worth there."""
        return self.statement(self.body.statement) == "is there"

    def value(self, first: int, last: int) -> Value:
        return worth(self.body.tokens, first, last, self.core, self.names, self.called, self.constant)

    def holds(self, it: Statement) -> bool:
        return it.first <= self.place < it.last

    # statements

    def statement(self, it: Statement) -> Way:
        self.note(it)
        match it.kind:
            case "block" | "label":
                return self.sequence(it.children)
            case "if":
                return self.branches(it)
            case "loop" | "switch" | "try":
                return self.maybe(it, it.children)
            case "return":
                return self.returned(it)
            case "break" | "continue" | "goto":
                return "is there" if self.holds(it) else "goes on"
            case "simple":
                return self.simple(it)

    def note(self, it: Statement) -> None:
        if self.seen is not None:
            self.seen[it.first] = dict(self.names)

    def sequence(self, statements: Sequence[Statement]) -> Way:
        so_far: Way = "goes on"
        for it in statements:
            way = self.statement(it)
            if way in ("leaves", "is there"):
                return "may leave" if (way, so_far) == ("leaves", "may leave") else way
            so_far = "may leave" if way == "may leave" else so_far
        return so_far

    def branches(self, it: Statement) -> Way:
        if it.head[0] <= self.place < it.head[1]:
            return "is there"
        first = it.head[0] + (self.body.tokens[it.head[0]].text == "constexpr")
        taken = self.value(first, it.head[1])
        if not isinstance(taken, int):
            return self.maybe(it, it.children)
        return self.sequence(it.children[:1] if taken else it.children[1:])

    def maybe(self, it: Statement, children: Sequence[Statement]) -> Way:
        """Statements of which any may run or not: what they change is not known afterwards."""
        changed = self.changed_in(it)
        self.names.update(dict.fromkeys(changed))
        self.note(it)
        ways: list[Way] = []
        for child in children:
            inside = replace(self, names=dict(self.names))
            ways.append(inside.statement(child))
            if ways[-1] == "is there":
                self.names = inside.names
                return "is there"
        if it.head[0] <= self.place < it.head[1]:
            return "is there"
        if it.kind == "if" and it.complete and all(way == "leaves" for way in ways):
            return "leaves" if self.place >= 0 else "may leave"
        return "may leave" if any(way != "goes on" for way in ways) else "goes on"

    def changed_in(self, it: Statement) -> set[str]:
        tokens = self.body.tokens
        places = range(it.first, min(it.last, len(tokens) - 1))
        objects = {tokens[at].text for at in places if isinstance(self.names.get(tokens[at].text), Fields)}
        given = {text for call in self.body.calls if call.index in places for _, text in self.set_by(call)}
        return (
            objects
            | given
            | {
                tokens[at].text
                for at in places
                if (tokens[at].kind == "name" and {tokens[at + 1].text, tokens[at - 1].text} & {*CHANGES, "&"})
                or [one.text for one in tokens[at + 1 : at + 3]] == [">", ">="]
            }
        )

    def returned(self, it: Statement) -> Way:
        if self.holds(it):
            return "is there"
        self.result = self.value(it.first + 1, it.last - 1)
        return "leaves"

    def simple(self, it: Statement) -> Way:
        if self.holds(it):
            inside = (block for block in inner_blocks(self.body, it) if self.holds(block))
            block = next(inside, None)
            return self.sequence(block.children) if block else "is there"
        if self.seen is not None:
            for block in inner_blocks(self.body, it):
                replace(self, names=dict(self.names)).sequence(block.children)
        declared = [local for local in self.body.locals if it.first <= local.index < it.last]
        if declared:
            for local in declared:
                self.names[local.name] = self.initial(local.index + 1, local)
        elif (call := self.calls_out(it)) is not None:
            self.names.update(self.given_back(call))
        else:
            self.assigned(it)
        return "goes on"

    def initial(self, at: int, local: Local) -> Value:
        """What a variable starts as, whose name is before the token `at`."""
        plain = not local.type.pointer and not local.type.reference and not local.array
        value = self.started(at)
        return Fields(()) if value is None and local.type.record and plain else value

    def started(self, at: int) -> Value:
        tokens = self.body.tokens
        words = [it.text for it in tokens[at : at + 2]]
        if words == ["=", "["]:
            return Lambda(at + 1)
        if words and words[0] in ("(", "{"):
            return self.value(at + 1, after(tokens, at) - 1)
        end = at
        while end < len(tokens) and tokens[end].text not in (",", ";"):
            end = after(tokens, end) if tokens[end].text in ("(", "[", "{") else end + 1
        return self.value(at + 1, end) if words and words[0] == "=" else None

    def assigned(self, it: Statement) -> None:
        if self.set_member(it):
            return
        words = [one.text for one in self.body.tokens[it.first : min(it.last, it.first + 4)]]
        name, sign, behind = words[0], "".join(words[1:2]), it.first + 2
        if words[1:3] == [">", ">="]:
            sign, behind = ">>=", it.first + 3
        if name not in self.names or sign not in ("=", "*=", "/=", ">>=", "<<="):
            self.names.update(dict.fromkeys(self.changed_in(it)))
            return
        self.names[name] = changed(self.names[name], sign, self.value(behind, it.last - 1))

    def set_member(self, it: Statement) -> bool:
        """Whether a statement sets a member of an object whose members are followed: `env.blocks = x;`."""
        tokens = self.body.tokens
        words = [one.text for one in tokens[it.first : min(it.last, it.first + 6)]]
        owner = self.names.get(words[0])
        if words[1:2] != ["."] or not isinstance(owner, Fields):
            return False
        sign, behind = (words[3], it.first + 4) if words[3:5] != [">", ">="] else (">>=", it.first + 5)
        if sign not in ("=", "*=", "/=", ">>=", "<<="):
            self.names[words[0]] = None
            return True
        members = dict(owner.members)
        members[words[2]] = changed(members.get(words[2]), sign, self.value(behind, it.last - 1))
        self.names[words[0]] = Fields(tuple(members.items()))
        return True

    def constant(self, at: int) -> int | None:
        """The value of a constant or enumerator that is declared outside of the body."""
        reference = self.body.references.get(at)
        own = any(it.name == self.body.tokens[at].text for it in self.body.locals)
        known = reference is not None and reference.kind in ("variable", "enumerator") and not own
        return self.unit.reader.constant(reference.qualified) if reference and known else None

    # calls

    def called(self, at: int, given: tuple[str, ...], arguments: Sequence[Value], names: Names) -> Value:
        name = self.body.tokens[at].text
        if self.depth >= DEEPEST:
            return None
        if isinstance(made := Lambda(at) if name == "[" else names.get(name), Lambda):
            return self.run_lambda(made, arguments, names)
        call = next((it for it in self.body.calls if it.index == at), None)
        target = self.unit.function(call.targets[0]) if call and len(call.targets) == 1 else None
        if target is None or target.body is None or target.record:
            return None
        params = [it.name for it in target.params]
        values = dict(zip(params, arguments, strict=False)) if len(params) == len(arguments) else {}
        values |= template_values(target, given, self.core, names)
        return outcome(replace(self, body=target.body, names=values, place=-1, depth=self.depth + 1, seen=None))

    def calls_out(self, it: Statement) -> Call | None:
        """The call that a statement is, of a function of the project."""
        tokens = self.body.tokens
        called = it.last - it.first > 3 and tokens[it.first + 1].text == "(" and self.depth < DEEPEST
        if not called or after(tokens, it.first + 1) != it.last - 1:
            return None
        found = (one for one in self.body.calls if one.index == it.first and len(one.targets) == 1)
        return next(found, None)

    def given_back(self, call: Call) -> dict[str, Value]:
        """What variables are worth that a function is given to set."""
        target = self.unit.function(call.targets[0])
        known = {text: param for param, text in self.set_by(call)}
        changed = dict.fromkeys(self.names.keys() & {it.lstrip("&") for it in call.arguments if it.startswith("&")})
        if target is None or target.body is None or not known:
            return {**changed, **dict.fromkeys(known)}
        values = dict(zip((it.name for it in target.params), map(self.read, call.arguments), strict=False))
        run = replace(self, body=target.body, names=values, place=-1, result=None, depth=self.depth + 1, seen=None)
        ended = run.statement(target.body.statement) in ("goes on", "leaves")
        return {**changed, **{text: run.names.get(param) if ended else None for text, param in known.items()}}

    def read(self, argument: str) -> Value:
        return self.names.get(argument)

    def set_by(self, call: Call) -> Iterator[tuple[str, str]]:
        """The parameters of a function that are references to variables, with the names of those."""
        target = self.unit.function(call.targets[0]) if len(call.targets) == 1 else None
        for param, text in zip(target.params, call.arguments, strict=False) if target else ():
            if param.type.reference and not param.type.const_pointee and text in self.names:
                yield param.name, text

    def run_lambda(self, made: Lambda, arguments: Sequence[Value], names: Names) -> Value:
        tokens = self.body.tokens
        words = [it.text for it in tokens]
        brace = body_of(words, made.at, len(words))
        opening = after(tokens, made.at)
        params = split_params(tokens, opening) if words[opening] == "(" else []
        values = dict(zip((it[-1].text for it in params), arguments, strict=False))
        if not brace or len(values) != len(params):
            return None
        block = read_block(tokens, brace)
        run = replace(self, names={**names, **values}, place=-1, depth=self.depth + 1, seen=None)
        return run.result if run.statement(block) == "leaves" else None


def outcome(run: CoreRun) -> Value:
    """What a run returns; None where that is not known."""
    return run.result if run.statement(run.body.statement) == "leaves" else None


def template_values(target: Function, given: Sequence[str], core: Core, names: Names) -> Mapping[str, Value]:
    params = [it.name for it in target.template or ()]
    values: dict[str, Value] = {}
    for name, text in zip(params, given, strict=False):
        last = text.rpartition("::")[2].strip()
        values[name] = core.kind if last == "g_coreType" else last if last in ("AIC", "AIV") else names.get(last)
        if last.isdigit():
            values[name] = int(last)
        elif last in ("true", "false"):
            values[name] = last == "true"
    return values


def changed(value: Value, sign: str, given: Value) -> Value:
    match sign:
        case "*=":
            return multiplied(value, given)
        case "/=":
            return divided(value, given)
        case ">>=":
            return shifted(value, given, left=False)
        case "<<=":
            return shifted(value, given, left=True)
        case _:
            return given
