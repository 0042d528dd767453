"""The ways through a body, and how often a TPipe was destroyed on them: 0, 1 or 2 (twice or more).

Conditions are not compared with each other: both branches of each `if` are ways.
"""

from dataclasses import dataclass, field, replace

from sklint.body import Body, Statement, Token
from sklint.pipe_doubts import DOUBT, NONE, Counts, doubted, joined
from sklint.pipe_events import Watch

CORES = ("AIC", "AIV")
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
class After:
    """What is known when a statement is done: the counts with which control falls through, or leaves by a jump that
    something around the statement has to take."""

    falls: Counts
    jumps: tuple[tuple[Statement, Counts], ...] = ()


def whole_body(watch: Watch) -> Counts:
    """How often the object may have been destroyed when the function is done."""
    walk = Walk(watch)
    watch.declared(None)
    after = walk.block(walk.body.statement, 0, frozenset((0,)))
    return after.falls.union(*(it.counts for it in walk.exits)) if watch.destroys else NONE


@dataclass(slots=True)
class Walk:
    """A walk over one body for the object that is watched there."""

    watch: Watch
    exits: list[Exit] = field(default_factory=list[Exit])

    @property
    def body(self) -> Body:
        return self.watch.body

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
                return self.branches(it, self.watch.events(*it.head, counts))
            case "loop":
                return self.loop(it, counts)
            case "switch":
                return self.switch(it, self.watch.events(*it.head, counts))
            case "label":
                return self.sequence(it.children, counts)
            case "return":
                return self.leave(it, self.watch.events(*it.head, counts))
            case "break" | "continue" | "goto":
                return After(NEVER, ((it, counts),) if counts else ())
            case "try":
                return self.branches(it, counts)
            case _:
                return After(self.watch.events(it.first, it.last, counts))

    def leave(self, it: Statement, counts: Counts) -> After:
        if counts:
            self.exits.append(Exit(self.body.tokens[it.first], it, counts))
        return After(NEVER)

    def branches(self, it: Statement, counts: Counts) -> After:
        test = self.body.text(*it.head).strip("( )")
        if self.watch.core and test in (f"ASCEND_IS_{core}" for core in CORES):
            taken = it.children[:1] if test.endswith(self.watch.core) else it.children[1:]
            return self.sequence(taken, counts)
        there = self.watch.is_there(test)
        if there is not None and not test.startswith("constexpr"):
            return self.sequence(it.children[:1] if there else it.children[1:], counts)
        before = len(self.exits)
        afters = [self.statement(child, counts) for child in it.children]
        ways = [*(after.falls for after in afters), NEVER if it.complete else counts]
        falls = joined(ways) if it.kind == "if" and self.watch.undecided(it.first, it.head[1]) else NEVER.union(*ways)
        jumps = tuple(jump for after in afters for jump in after.jumps)
        left = self.exits[before:]
        if left and it.kind == "if" and self.watch.undecided(it.first, it.head[1], flag=True):
            self.exits[before:] = [replace(one, counts=doubted(one.counts)) for one in left]
            falls = doubted(falls) if any(one.counts != counts for one in left) else falls
        return After(falls, jumps)

    def loop(self, it: Statement, counts: Counts) -> After:
        """The body once, and again with what it leaves, until nothing new comes of it."""
        seen, new, left = NEVER, self.watch.events(*it.head, counts), NEVER
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
        ended = falls | left | (NEVER if it.complete else counts)
        return After(DOUBT if len(ended) > 1 and self.watch.undecided(it.first, it.head[1]) else ended, outer)
