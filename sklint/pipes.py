"""Who destroys a TPipe, and on which ways out of its scope nobody does.

A way through a body is followed by how often a pipe was destroyed on it: 0, 1 or 2 (twice or more). Conditions are not
compared with each other: both branches of each `if` are ways.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sklint.lambda_body import may_follow
from sklint.members import argument
from sklint.model import Body, Call, Function, Local, Statement, Token
from sklint.parse.brackets import after, split_params
from sklint.parse.statements import read_block
from sklint.unit import Unit

TPIPE = "AscendC::TPipe"
DESTROYS = ("DestroyWithoutPipeAll", "Destroy")
DEEPEST = 12
CORES = ("AIC", "AIV")
HANDED_ON = re.compile(r"(?:std::)?(?:move|addressof|ref|forward<.*>)\((.*)\)")

Counts = frozenset[int]
NEVER: Counts = frozenset()
ONCE = ("while ( 0 ) ;", "while ( false ) ;", "while ( 0 )", "while ( false )")
"""What ends a `do` loop that is none."""


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a pipe's scope: the token a reader looks at, the statement that leaves (None at the scope's end)."""

    token: Token
    statement: Statement | None
    counts: Counts


@dataclass(frozen=True, slots=True)
class Pipe:
    """A TPipe that a function owns. `path` is how the function names it: `pipe`, or `op.pipe` for a member.

    `destroys` are the calls that destroy it, `scope` the block it lives in, `exits` all ways out of that.
    """

    path: str
    local: Local
    function: Function
    scope: Statement
    exits: tuple[Exit, ...]
    destroys: tuple[Call, ...]

    @property
    def member(self) -> bool:
        return "." in self.path

    @property
    def leaks(self) -> tuple[Exit, ...]:
        """The ways out on which it is not destroyed."""
        return tuple(it for it in self.exits if 0 in it.counts)

    @property
    def repeats(self) -> tuple[Exit, ...]:
        """The ways out on which it was destroyed more than once."""
        return tuple(it for it in self.exits if 2 in it.counts)


def owned_pipes(unit: Unit, function: Function) -> list[Pipe]:
    """The pipes that the function's own body declares, and what becomes of them."""
    body = function.body
    if body is None:
        return []
    found: list[Pipe] = []
    for local in body.locals:
        if local.static or local.array or local.type.pointer or local.type.reference:
            continue
        for path in pipe_paths(unit, local.name, local.type.record, local.type.canonical):
            if not destructor_destroys(unit, local.type.record, path.partition(".")[2]):
                found.append(follow(unit, function, body, local, path))
    return found


def pipe_paths(unit: Unit, name: str, record: str, canonical: str = "", depth: int = 0) -> list[str]:
    """The pipes in an object: itself, or its members at any depth; `canonical` tells a template's arguments."""
    if record == TPIPE:
        return [name]
    known = unit.record(record) if record and depth < DEEPEST else None
    if known is None:
        return []
    inside = [
        path
        for member, type in known.fields.items()
        if not type.pointer and not type.reference
        for path in pipe_paths(unit, f"{name}.{member}", type.record or argument(canonical, type), "", depth + 1)
    ]
    return inside + [path for base in known.bases for path in pipe_paths(unit, name, base, "", depth + 1)]


def destructor_destroys(unit: Unit, record: str, path: str) -> bool:
    known = unit.record(record)
    name = f"~{record.rpartition('::')[2]}"
    return any(
        0 not in Walk(unit, target, frozenset((path,))).whole_body()
        for key in (known.methods.get(name, ()) if known and path else ())
        if (target := unit.function(key)) and target.body
    )


def follow(unit: Unit, function: Function, body: Body, local: Local, path: str) -> Pipe:
    scope, position = enclosing(body, body.statement, local.index)
    found: dict[int, Exit] = {}
    destroys: dict[int, Call] = {}
    for core in cores(body):
        walk = Walk(unit, function, frozenset((path,)), core=core)
        walk.declared(local)
        after = walk.block(scope, position + 1, frozenset((0,)))
        if after.falls:
            walk.exits.append(Exit(body.tokens[scope.last - 1], None, after.falls))
        left = ((it, counts) for it, counts in after.jumps if not stays(body, scope, it))
        walk.exits += [Exit(body.tokens[it.first], it, counts) for it, counts in left]
        for way in walk.exits:
            key = way.statement.first if way.statement else -1
            known = found.get(key, way)
            found[key] = Exit(way.token, way.statement, way.counts | known.counts)
        destroys.update(walk.destroys)
    exits = tuple(sorted(found.values(), key=lambda it: it.token.spelled))
    return Pipe(path, local, function, scope, exits, tuple(destroys[it] for it in sorted(destroys)))


def cores(body: Body) -> tuple[str, ...]:
    """The kinds of core to follow a body on, one after the other, where it tests for both; else any."""
    tested = {it.text for it in body.tokens if it.kind == "name"}
    return CORES if all(f"ASCEND_IS_{it}" in tested for it in CORES) else ("",)


def stays(body: Body, scope: Statement, jump: Statement) -> bool:
    """Whether a `goto` goes to a label of the scope: back, as one that goes forward has been followed."""
    if jump.kind != "goto":
        return False
    label = [body.tokens[jump.first + 1].text, ":"]
    return any([it.text for it in body.tokens[at : at + 2]] == label for at in range(scope.first, scope.last))


def enclosing(body: Body, block: Statement, index: int) -> tuple[Statement, int]:
    """The innermost block around the token, and the number of its child that holds it."""
    for number, child in enumerate(block.children):
        if child.first <= index < child.last:
            inner = (it for it in inner_blocks(body, child) if it.first <= index < it.last)
            return next((enclosing(body, it, index) for it in inner), (block, number))
    return block, len(block.children)


def inner_blocks(body: Body, statement: Statement) -> Iterator[Statement]:
    """The outermost blocks within a statement, those of lambdas included."""
    if statement.kind == "block":
        yield statement
        return
    if not statement.children:
        starts = (at for at in range(statement.first, statement.last) if opens_lambda(body, statement.first, at))
        yield from (read_block(body.tokens, at) for at in starts)
    for child in statement.children:
        yield from inner_blocks(body, child)


def opens_lambda(body: Body, first: int, at: int) -> bool:
    """Whether the body of a lambda may begin at the token `at` of a statement that begins at `first`."""
    before = [it.text for it in body.tokens[first:at]]
    if body.tokens[at].text != "{" or not before:
        return False
    return may_follow(before[-1]) or (")" in before and "->" in before[before.index(")") :])


def given(initializer: str) -> list[str]:
    """The expressions that an object is made of: `( x , & pipe )` gives `x` and `&pipe`."""
    return [it.replace(" ", "") for it in re.split(r"[(){},=]", initializer)]


@dataclass(frozen=True, slots=True)
class After:
    """What is known when a statement is done: the counts with which control falls through, or leaves by a jump that
    something around the statement has to take."""

    falls: Counts
    jumps: tuple[tuple[Statement, Counts], ...] = ()


@dataclass(slots=True)
class Walk:
    """A walk over one body for one object, known there by `paths`; `held` are objects that hold a pointer to it."""

    unit: Unit
    function: Function
    paths: frozenset[str]
    depth: int = 0
    held: frozenset[str] = frozenset()
    core: str = ""  # the kind of core it runs on, "" for any
    hidden: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # where others have the name
    exits: list[Exit] = field(default_factory=list[Exit])
    destroys: dict[int, Call] = field(default_factory=dict[int, Call])
    lambdas: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    @property
    def body(self) -> Body:
        body = self.function.body
        assert body is not None
        return body

    def whole_body(self) -> Counts:
        """How often the object may have been destroyed when the function is done."""
        self.declared(None)
        after = self.block(self.body.statement, 0, frozenset((0,)))
        return after.falls.union(*(it.counts for it in self.exits))

    def declared(self, local: Local | None) -> None:
        """Names by which the body knows the object besides its own: references and pointers to it. Where another
        variable has its name that one is meant."""
        others = [it for it in self.body.locals if local and it.name == local.name and it.index > local.index]
        scopes = [enclosing(self.body, self.body.statement, it.index)[0] for it in others]
        self.hidden += [(it.index, scope.last) for it, scope in zip(others, scopes, strict=True)]
        for it in self.body.locals:
            target = it.initializer.replace(" ", "").lstrip("={(&").rstrip("})")
            if it is not local and target in self.paths and (it.type.pointer or it.type.reference):
                self.paths |= {it.name}

    def block(self, block: Statement, start: int, counts: Counts) -> After:
        return self.sequence(block.children[start:], counts)

    def sequence(self, statements: tuple[Statement, ...], counts: Counts) -> After:
        jumps: list[tuple[Statement, Counts]] = []
        for it in statements:
            if it.kind == "label":
                here = [jump for jump in jumps if self.goes_to(jump[0], it)]
                counts = counts.union(*(found for _, found in here))
                jumps = [jump for jump in jumps if jump not in here]
            after = self.statement(it, counts)
            counts = after.falls
            jumps += after.jumps
        return After(counts, tuple(jumps))

    def goes_to(self, jump: Statement, label: Statement) -> bool:
        tokens = self.body.tokens
        return jump.kind == "goto" and tokens[jump.first + 1].text == tokens[label.first].text

    def statement(self, it: Statement, counts: Counts) -> After:
        match it.kind:
            case "block":
                return self.block(it, 0, counts)
            case "if":
                return self.branches(it, self.events(*it.head, counts))
            case "loop":
                return self.loop(it, counts)
            case "switch":
                return self.switch(it, self.events(*it.head, counts))
            case "label":
                return self.sequence(it.children, counts)
            case "return":
                return self.leave(it, self.events(*it.head, counts))
            case "break" | "continue" | "goto":
                return After(NEVER, ((it, counts),) if counts else ())
            case "try":
                return self.branches(it, counts)
            case _:
                return After(self.events(it.first, it.last, counts))

    def leave(self, it: Statement, counts: Counts) -> After:
        if counts:
            self.exits.append(Exit(self.body.tokens[it.first], it, counts))
        return After(NEVER)

    def branches(self, it: Statement, counts: Counts) -> After:
        test = self.body.text(*it.head).strip("( )")
        if self.core and test in (f"ASCEND_IS_{core}" for core in CORES):
            taken = it.children[:1] if test.endswith(self.core) else it.children[1:]
            return self.sequence(taken, counts)
        afters = [self.statement(child, counts) for child in it.children]
        falls = NEVER.union(*(after.falls for after in afters))
        jumps = tuple(jump for after in afters for jump in after.jumps)
        return After(falls if it.complete else falls | counts, jumps)

    def loop(self, it: Statement, counts: Counts) -> After:
        """The body once, and again with what it leaves, until nothing new comes of it."""
        seen, new, left = NEVER, self.events(*it.head, counts), NEVER
        outer: list[tuple[Statement, Counts]] = []
        ended = NEVER if it.complete else new
        repeats = self.body.tokens[it.first].text == "do"
        while new - seen:
            seen |= new
            after = self.sequence(it.children, seen)
            outer = [jump for jump in after.jumps if jump[0].kind == "goto"]
            left = NEVER.union(*(found for jump, found in after.jumps if jump.kind == "break"))
            again = NEVER.union(*(found for jump, found in after.jumps if jump.kind == "continue"))
            new = after.falls | again
            ended |= new if repeats or not it.complete else NEVER
            if self.body.text(*it.head) in ONCE:
                break
        return After(ended | left, tuple(outer))

    def switch(self, it: Statement, counts: Counts) -> After:
        """Each label is entered with the counts the switch began with, and with what falls into it."""
        falls, jumps = NEVER, list[tuple[Statement, Counts]]()
        inside_block = it.children[0].children if it.children and it.children[0].kind == "block" else it.children
        for child in inside_block:
            entered = falls | counts if child.kind == "label" else falls
            after = self.statement(child, entered)
            falls, jumps = after.falls, jumps + list(after.jumps)
        left = NEVER.union(*(found for jump, found in jumps if jump.kind == "break"))
        outer = tuple(jump for jump in jumps if jump[0].kind != "break")
        return After(falls | left | (NEVER if it.complete else counts), outer)

    def events(self, first: int, last: int, counts: Counts) -> Counts:
        """The counts after the calls among the tokens `first` to before `last`."""
        if choice := self.choice_of(first, last):
            condition, other, end = choice
            counts = self.events(first, condition, counts)
            either = self.events(condition + 1, other, counts) | self.events(other + 1, end, counts)
            return self.events(end, last, either)
        skipped = self.lambda_of(first, last)
        for call in self.body.calls:
            hidden = any(start <= call.index < end for start, end in self.hidden)
            if first <= call.index < last and not hidden and not (skipped and skipped[0] <= call.index < skipped[1]):
                counts = self.called(call, counts)
        self.hold(first, last)
        return self.guarded(first, last, counts)

    def guarded(self, first: int, last: int, counts: Counts) -> Counts:
        """The counts after objects were declared whose destructors will destroy the pipe they were given."""
        for call in self.body.constructed:
            if first <= call.index < last and self.body.tokens[call.index].text in self.held:
                added = self.ended(call)
                if added != frozenset((0,)):
                    self.destroys[call.index] = call
                counts = frozenset(min(count + more, 2) for count in counts for more in added)
        return counts

    def choice_of(self, first: int, last: int) -> tuple[int, int, int] | None:
        """The indexes of the `?` and the `:` of the first conditional expression, and where that ends."""
        texts = [it.text for it in self.body.tokens[first:last]]
        if "?" not in texts or "{" in texts:
            return None
        condition = texts.index("?")
        level, colon = 0, 0
        for at in range(condition, len(texts)):
            level += (texts[at] in "([") - (texts[at] in ")]")
            colon = at if texts[at] == ":" and level == 0 and not colon else colon
            if level < 0 or texts[at] == ";" or (texts[at] == "," and level == 0):
                return (first + condition, first + colon, first + at) if colon else None
        return (first + condition, first + colon, last) if colon else None

    def lambda_of(self, first: int, last: int) -> tuple[int, int] | None:
        """The tokens of the lambda that a variable is declared to be: it runs when that is called, not here."""
        tokens = self.body.tokens
        if (
            last - first < 5
            or tokens[first].text != "auto"
            or [it.text for it in tokens[first + 2 : first + 4]] != ["=", "["]
        ):
            return None
        self.lambdas[tokens[first + 1].text] = (first + 3, last)
        return first + 3, last

    def hold(self, first: int, last: int) -> None:
        """Remember the objects that a pointer to the pipe is given to: `op.Init(x, &pipe)`, `Op op(&pipe)`."""
        for call in self.body.calls:
            if first <= call.index < last and call.receiver and any(self.names(it) for it in call.arguments):
                self.held |= {call.receiver}
        self.assigned(first, last)
        for it in self.body.locals:
            if first <= it.index < last and any(map(self.names, given(it.initializer))):
                self.held |= {it.name}

    def assigned(self, first: int, last: int) -> None:
        """Remember the pointers that are set to it: `q = &pipe;`, `context.pipe = &pipe;`."""
        texts = [it.text for it in self.body.tokens[first:last]]
        at = texts.index("=") if "=" in texts else 0
        chain = at % 2 == 1 and all(it in (".", "->") for it in texts[1:at:2])
        if chain and texts[-1] == ";" and self.names("".join(texts[at + 1 : -1])):
            self.paths |= {"".join(texts[:at]).replace("->", ".").removeprefix("this.")}

    def names(self, text: str) -> bool:
        handed = HANDED_ON.fullmatch(text)
        text = handed[1] if handed else text
        return text.replace("->", ".").lstrip("&*").removeprefix("this.") in self.paths

    def called(self, call: Call, counts: Counts) -> Counts:
        if call.name in DESTROYS and self.destroys_it(call):
            self.destroys[call.index] = call
            return frozenset(min(count + 1, 2) for count in counts)
        if call.name in self.lambdas and not call.receiver:
            begin, end = self.lambdas[call.name]
            paths = self.paths
            pairs = zip(self.params(begin), call.arguments, strict=False)
            self.paths |= {param for param, text in pairs if self.names(text)}
            for it in (it for it in self.body.calls if begin <= it.index < end):
                counts = self.called(it, counts)
            self.paths = paths
            return counts
        if call.name == "Init" and call.receiver and self.names(call.receiver):
            return frozenset((0,)) if counts else counts
        added = self.effect(call)
        if added != frozenset((0,)):
            self.destroys[call.index] = call
        return frozenset(min(count + more, 2) for count in counts for more in added)

    def params(self, begin: int) -> list[str]:
        """The names of the parameters of the lambda whose `[` is at `begin`."""
        opening = after(self.body.tokens, begin)
        groups = split_params(self.body.tokens, opening) if self.body.tokens[opening].text == "(" else []
        return [group[-1].text for group in groups]

    def destroys_it(self, call: Call) -> bool:
        receiver = call.receiver.strip("()&*")
        if self.names(receiver) or (not receiver and "" in self.paths):
            return True
        return (
            "*" in self.paths
            and call.receiver_type == TPIPE
            and receiver.removeprefix("this->") not in self.local_names
        )

    def ended(self, made: Call) -> Counts:
        """How often the destructor of the object that is made may destroy the pipe it was given."""
        destructors = [self.unit.function(key) for key in made.targets if key[2].startswith("~")]
        walks = [
            Walk(self.unit, it, frozenset(("*",)), self.depth + 1, core=self.core)
            for it in destructors
            if it and it.body
        ]
        return frozenset[int]().union(*(it.whole_body() for it in walks)) or frozenset((0,))

    @property
    def local_names(self) -> set[str]:
        return {it.name for it in self.body.locals} | {it.name for it in self.function.params}

    def effect(self, call: Call) -> Counts:
        """How often a call may destroy the object, as far as the called bodies are known."""
        if self.depth >= DEEPEST:
            return frozenset((0,))
        found: Counts = frozenset()
        for key in call.targets:
            target = self.unit.called(self.function, call, key)
            paths = self.paths_in(call, target) if target and target.body else frozenset[str]()
            if target and paths:
                found |= Walk(self.unit, target, paths, self.depth + 1, core=self.core).whole_body()
        return found or frozenset((0,))

    def paths_in(self, call: Call, target: Function) -> frozenset[str]:
        """What the called function calls the object: a parameter, a member of the object it is called on."""
        found = {param.name for param, text in zip(target.params, call.arguments, strict=False) if self.names(text)}
        receiver = call.receiver.replace("->", ".").removeprefix("this.")
        if any(text.lstrip("&*") in self.held for text in call.arguments):
            found.add("*")
        if receiver and target.record:
            found |= {path.removeprefix(f"{receiver}.") for path in self.paths if path.startswith(f"{receiver}.")}
            if call.receiver in self.held:
                found.add("*")
        if not call.receiver and target.record and target.record == self.function.record:
            found |= self.paths - self.local_names
        return frozenset(found)
