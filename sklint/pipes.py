"""Who destroys a TPipe, and on which ways out of its scope nobody does.

A way through a body is followed by how often a pipe was destroyed on it: 0, 1 or 2 (twice or more). Conditions are not
compared with each other: both branches of each `if` are ways.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sklint.model import Body, Call, Function, Local, Statement, Token, Unit

TPIPE = "AscendC::TPipe"
DESTROYS = ("DestroyWithoutPipeAll", "Destroy")
DEEPEST = 12

Counts = frozenset[int]
NEVER: Counts = frozenset()


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a pipe's scope: the token a reader looks at, and the statement that leaves (None at the scope's end)."""

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
        for path in pipe_paths(unit, local.name, local.type.record):
            if not destructor_destroys(unit, local.type.record, path.partition(".")[2]):
                found.append(follow(unit, function, body, local, path))
    return found


def pipe_paths(unit: Unit, name: str, record: str, depth: int = 0) -> list[str]:
    """The pipes in an object: itself, or its members at any depth."""
    if record == TPIPE:
        return [name]
    known = unit.record(record) if record and depth < DEEPEST else None
    if known is None:
        return []
    inside = [
        path
        for member, type in known.fields.items()
        if not type.pointer and not type.reference
        for path in pipe_paths(unit, f"{name}.{member}", type.record, depth + 1)
    ]
    return inside + [path for base in known.bases for path in pipe_paths(unit, name, base, depth + 1)]


def destructor_destroys(unit: Unit, record: str, path: str) -> bool:
    known = unit.record(record)
    name = f"~{record.rpartition('::')[2]}"
    return any(
        0 not in Walk(unit, target, frozenset((path,))).whole_body()
        for key in (known.methods.get(name, ()) if known and path else ())
        if (target := unit.function(key)) and target.body
    )


def follow(unit: Unit, function: Function, body: Body, local: Local, path: str) -> Pipe:
    scope, position = enclosing(body.statement, local.index)
    walk = Walk(unit, function, frozenset((path,)))
    walk.declared(local)
    after = walk.block(scope, position + 1, frozenset((0,)))
    if after.falls:
        walk.exits.append(Exit(body.tokens[scope.last - 1], None, after.falls))
    walk.exits += [Exit(body.tokens[it.first], it, counts) for it, counts in after.jumps]
    exits = tuple(sorted(walk.exits, key=lambda it: it.token.spelled))
    return Pipe(path, local, function, scope, exits, tuple(walk.destroys.values()))


def enclosing(block: Statement, index: int) -> tuple[Statement, int]:
    """The innermost block around the token, and the number of its child that holds it."""
    for number, child in enumerate(block.children):
        if child.first <= index < child.last:
            return next((it for inner in inner_blocks(child) if (it := inside(inner, index))), (block, number))
    return block, len(block.children)


def inside(block: Statement, index: int) -> tuple[Statement, int] | None:
    return enclosing(block, index) if block.first <= index < block.last else None


def inner_blocks(statement: Statement) -> Iterator[Statement]:
    """The outermost blocks within a statement."""
    if statement.kind == "block":
        yield statement
        return
    for child in statement.children:
        yield from inner_blocks(child)


@dataclass(frozen=True, slots=True)
class After:
    """What is known when a statement is done: the counts with which control falls through, or leaves by a jump that
    something around the statement has to take."""

    falls: Counts
    jumps: tuple[tuple[Statement, Counts], ...] = ()


@dataclass(slots=True)
class Walk:
    """A walk over one body for one object, known there by `paths`; `held` are objects that were given a pointer to it."""

    unit: Unit
    function: Function
    paths: frozenset[str]
    depth: int = 0
    held: frozenset[str] = frozenset()
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
        after = self.block(self.body.statement, 0, frozenset((0,)))
        return after.falls.union(*(it.counts for it in self.exits))

    def declared(self, local: Local) -> None:
        """Names by which the body knows the object besides its own: references and pointers to it."""
        for it in self.body.locals:
            target = it.initializer.replace(" ", "").lstrip("={(&").rstrip("})")
            if it is not local and target in self.paths and (it.type.pointer or it.type.reference):
                self.paths |= {it.name}

    def block(self, block: Statement, start: int, counts: Counts) -> After:
        return self.sequence(block.children[start:], counts)

    def sequence(self, statements: tuple[Statement, ...], counts: Counts) -> After:
        jumps: list[tuple[Statement, Counts]] = []
        for it in statements:
            if not counts and it.kind == "label":
                counts = NEVER
            after = self.statement(it, counts)
            counts = after.falls
            jumps += after.jumps
        return After(counts, tuple(jumps))

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
        afters = [self.statement(child, counts) for child in it.children]
        falls = NEVER.union(*(after.falls for after in afters))
        jumps = tuple(jump for after in afters for jump in after.jumps)
        return After(falls if it.complete else falls | counts, jumps)

    def loop(self, it: Statement, counts: Counts) -> After:
        """The body once, and again with what it leaves, until nothing new comes of it."""
        seen, new, left = NEVER, self.events(*it.head, counts), NEVER
        outer: list[tuple[Statement, Counts]] = []
        ended = NEVER if it.complete else new
        while new - seen:
            seen |= new
            after = self.sequence(it.children, seen)
            outer = [jump for jump in after.jumps if jump[0].kind == "goto"]
            left = NEVER.union(*(found for jump, found in after.jumps if jump.kind == "break"))
            again = NEVER.union(*(found for jump, found in after.jumps if jump.kind == "continue"))
            new = after.falls | again
            ended |= new if self.body.tokens[it.first].text != "while" or not it.complete else NEVER
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
        skipped = self.lambda_of(first, last)
        for call in self.body.calls:
            if first <= call.index < last and not (skipped and skipped[0] <= call.index < skipped[1]):
                counts = self.called(call, counts)
        self.hold(first, last)
        return counts

    def lambda_of(self, first: int, last: int) -> tuple[int, int] | None:
        """The tokens of the lambda that a variable is declared to be: it runs when that is called, not here."""
        tokens = self.body.tokens
        if last - first < 5 or tokens[first].text != "auto" or [it.text for it in tokens[first + 2 : first + 4]] != ["=", "["]:
            return None
        self.lambdas[tokens[first + 1].text] = (first + 3, last)
        return first + 3, last

    def hold(self, first: int, last: int) -> None:
        """Remember the objects that a pointer to the pipe is given to: `op.Init(x, &pipe)`, `Op op(&pipe)`."""
        for call in self.body.calls:
            if first <= call.index < last and call.receiver and any(self.names(it) for it in call.arguments):
                self.held |= {call.receiver}
        for it in self.body.locals:
            if first <= it.index < last and any(f"& {path}" in it.initializer for path in self.paths):
                self.held |= {it.name}

    def names(self, text: str) -> bool:
        return text.replace("->", ".").lstrip("&*").removeprefix("this.") in self.paths

    def called(self, call: Call, counts: Counts) -> Counts:
        if call.name in DESTROYS and self.destroys_it(call):
            self.destroys[call.index] = call
            return frozenset(min(count + 1, 2) for count in counts)
        if call.name in self.lambdas and not call.receiver:
            begin, end = self.lambdas[call.name]
            inner = [it for it in self.body.calls if begin <= it.index < end]
            for it in inner:
                counts = self.called(it, counts)
            return counts
        added = self.effect(call)
        if added != frozenset((0,)):
            self.destroys[call.index] = call
        return frozenset(min(count + more, 2) for count in counts for more in added)

    def destroys_it(self, call: Call) -> bool:
        receiver = call.receiver.strip("()&*")
        if self.names(receiver) or (not receiver and "" in self.paths):
            return True
        return "*" in self.paths and call.receiver_type == TPIPE and receiver.removeprefix("this->") not in self.local_names

    @property
    def local_names(self) -> set[str]:
        return {it.name for it in self.body.locals} | {it.name for it in self.function.params}

    def effect(self, call: Call) -> Counts:
        """How often a call may destroy the object, as far as the called bodies are known."""
        if self.depth >= DEEPEST:
            return frozenset((0,))
        found: Counts = frozenset()
        for key in call.targets:
            target = self.unit.function(key)
            paths = self.paths_in(call, target) if target and target.body else frozenset[str]()
            if target and paths:
                found |= Walk(self.unit, target, paths, self.depth + 1).whole_body()
        return found or frozenset((0,))

    def paths_in(self, call: Call, target: Function) -> frozenset[str]:
        """What the called function calls the object: a parameter, a member of the object it is called on."""
        found = {param.name for param, text in zip(target.params, call.arguments, strict=False) if self.names(text)}
        receiver = call.receiver.replace("->", ".").removeprefix("this.")
        if receiver and target.record:
            found |= {path.removeprefix(f"{receiver}.") for path in self.paths if path.startswith(f"{receiver}.")}
            if call.receiver in self.held:
                found.add("*")
        if not call.receiver and target.record and target.record == self.function.record:
            found |= self.paths - self.local_names
        return frozenset(found)
