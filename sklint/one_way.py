"""The calls on one way through a body: where the last sure one is made, so were the sure ones before it.

A way goes on behind what may leave or be skipped (`if`, loops, `switch`), whose calls are perhaps made on it; and it
goes into a branch that run time decides about, with all that stands before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sklint.body import Body, Call, Statement
from sklint.scopes import inner_blocks

CHOOSES = frozenset(("?", "&&", "||"))
"""What may leave out a call of a statement."""
CORES = frozenset(("ASCEND_IS_AIC", "ASCEND_IS_AIV"))
LEAVES = frozenset(("return", "break", "continue", "goto"))
OF_RUN_TIME = frozenset(("parameter", "field"))
"""What no compiler knows the value of: variables and functions may be constants."""


@dataclass(frozen=True, slots=True)
class Made:
    """A call on a way, made `surely` or perhaps."""

    call: Call
    surely: bool


Way = tuple[Made, ...]


def ways_through(body: Body) -> list[Way]:
    """The ways that are known to be there, each from the start of the body, or from a label, to where it ends."""
    ways = Ways(body)
    ways.found.append(ways.sequence(body.statement.children, ()))
    return [it for it in ways.found if it]


@dataclass(slots=True)
class Ways:
    """A walk over one body; `found` are the ways that ended."""

    body: Body
    found: list[Way] = field(default_factory=list[Way])

    def sequence(self, statements: tuple[Statement, ...], before: Way) -> Way:
        """The way that takes statements in order after what was made `before`, as far as it goes."""
        way = before
        for it in statements:
            if it.kind == "label":  # who jumps there did not come this way
                self.found.append(way)
                way = ()
            way = self.behind(it, way)
            if it.kind in LEAVES:
                break
        return way

    def behind(self, it: Statement, way: Way) -> Way:
        match it.kind:
            case "block":
                inside = self.sequence(it.children, way)
                if inside[: len(way)] == way and not self.is_closed(it):
                    return inside
                self.found.append(inside)
            case "if" if self.at_run_time(it):
                self.found += [self.sequence((child,), way) for child in it.children]
            case "loop" | "try":
                self.found.append(self.sequence(it.children, way))
            case "switch":
                self.found.append(self.sequence(it.children, ()))
            case "label":
                return self.sequence(it.children, way)
            case "if":
                pass
            case _:
                return (*way, *self.calls(it))
        return (*way, *(Made(one.call, False) for one in self.calls(it)))

    def is_closed(self, block: Statement) -> bool:
        """Whether a block may be left before its end, or declares what its calls may be made on."""
        leaves = any(it.kind in LEAVES for it in block.children)
        return leaves or any(block.first <= it.index < block.last for it in self.body.locals)

    def at_run_time(self, it: Statement) -> bool:
        """Whether run time, or the kind of core, decides about an `if`, so that each of its branches is taken."""
        first, last = it.head
        names = {at: token.text for at, token in enumerate(self.body.tokens[first:last], first) if token.kind == "name"}
        if names and CORES.issuperset(names.values()):
            return True
        known = [self.body.references.get(at) for at in names]
        return not it.constant and bool(names) and all(it and it.kind in OF_RUN_TIME for it in known)

    def calls(self, it: Statement) -> Iterator[Made]:
        """The calls of a statement, each sure where it is made whenever the statement is reached."""
        calls = [one for one in self.body.calls if it.first <= one.index < it.last]
        texts = [token.text for token in self.body.tokens[it.first : it.last]] if calls else []
        later = bool(calls) and any(inner_blocks(self.body, it))
        yield from (Made(one, not later and CHOOSES.isdisjoint(texts[: one.index - it.first])) for one in calls)
