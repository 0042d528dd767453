"""Whether another TPipe comes to life behind the end of one, and nothing waits for all pipes between them.

The destructor of a TPipe and `Destroy()` wait (PIPE_ALL) outside of a SuperKernel; DestroyWithoutPipeAll does not, and
two TPipes use the same memory. `PipeBarrier<PIPE_ALL>()` has to stand between them (asc-devkit: SuperKernel, what an
operator has to observe: TPipe).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from sklint.body import Body, Statement
from sklint.model import Function
from sklint.pipe_doubts import DESTROYS, TPIPE
from sklint.pipe_walk import ONCE, Exit
from sklint.pipes import Pipe, owned_pipes
from sklint.unit import Unit

WAITS = re.compile(
    r"(?:(?::: )?AscendC :: )?PipeBarrier < (?:AscendC :: )?PIPE_ALL > \( \) ;|pipe_barrier \( PIPE_ALL \) ;"
)
CORES = {"ASCEND_IS_AIC": "ASCEND_IS_AIV", "ASCEND_IS_AIV": "ASCEND_IS_AIC"}
KEY = "TILING_KEY_IS"
JUMPS = ("return", "break", "continue", "goto")
DEEPEST = 8


def followed(unit: Unit, pipe: Pipe, way: Exit) -> bool:
    """Whether another TPipe, or the same one again, may follow a way out of a pipe's scope."""
    body = pipe.function.body
    if body is None:
        return False
    if way.statement is None and waits_last(body, pipe.scope):
        return False
    place = way.statement.first if way.statement else pipe.scope.first
    return Followers(unit, pipe.function, body).behind(place, inside=way.statement is not None)


def followed_call(unit: Unit, function: Function, index: int, depth: int = 0) -> bool:
    """Whether another TPipe may follow the statement in a function that holds a token."""
    body = function.body
    return body is not None and Followers(unit, function, body, depth).behind(index, inside=True)


def waits_last(body: Body, scope: Statement) -> bool:
    """Whether a scope waits for all pipes where it ends."""
    others = (it for it in reversed(scope.children) if not destroys(body, it))
    return waits(body, next(others, None))


def waits(body: Body, statement: Statement | None) -> bool:
    return statement is not None and WAITS.fullmatch(body.text(statement.first, statement.last)) is not None


def destroys(body: Body, statement: Statement) -> bool:
    words = [it.text for it in body.tokens[statement.first : statement.last]]
    return statement.kind == "simple" and words[-3:] == ["(", ")", ";"] and words[-4:-3] != [] and words[-4] in DESTROYS


@dataclass(frozen=True)
class Followers:
    """The TPipes that a function makes, by where they are made in its body."""

    unit: Unit
    function: Function
    body: Body
    depth: int = 0

    @cached_property
    def makers(self) -> frozenset[int]:
        """The tokens at which a TPipe is made: here, in what is called, or once more by `Init`."""
        own = (it.local.index for it in owned_pipes(self.unit, self.function))
        calls = self.body.calls
        again = (it.index for it in calls if it.name == "Init" and it.receiver_type == TPIPE)
        called = ((it, self.unit.function(key)) for it in calls for key in it.targets)
        theirs = (it.index for it, one in called if one and one.key != self.function.key and self.makes_pipe(one))
        return frozenset((*own, *again, *theirs))

    def makes_pipe(self, function: Function) -> bool:
        return any(owned_pipes(self.unit, it.function) for it in self.unit.reach(function))

    def behind(self, index: int, *, inside: bool) -> bool:
        """Whether a TPipe is made behind the block that starts at a token, or the statement that it is `inside` of."""
        path = list(path_to(self.body.statement, index, inside=inside))
        conditions = self.conditions(path)
        at, jump = len(path) - 1, path[-1] if path[-1].kind in JUMPS else None
        while at > 0:
            child, parent = path[at], path[at - 1]
            made: bool | None = None
            if jump is None and parent.kind == "block":
                made, jump = self.among([it for it in parent.children if it.first >= child.last], conditions)
            elif jump is None and parent.kind == "loop" and not self.once(parent):
                made = self.first(parent, conditions)
            if made is not None:
                return made
            if jump and jump.kind == "goto":
                return any(it > jump.first for it in self.makers)
            at, jump = (landing(path, jump), None) if jump else (at - 1, None)
        return self.beyond()

    def beyond(self) -> bool:
        """Whether a TPipe follows where the function is called; a kernel is the end."""
        ends = (*self.unit.kernels, *self.unit.sk_functions)
        if self.depth >= DEEPEST or self.function.key in {it.key for it in ends}:
            return False
        callers = {it.function.key: it.function for one in ends for it in self.unit.reach(one)}
        calls = ((caller, it) for caller in callers.values() for it in (caller.body.calls if caller.body else ()))
        return any(
            followed_call(self.unit, caller, it.index, self.depth + 1)
            for caller, it in calls
            if self.function.key in it.targets
        )

    def among(
        self, statements: Sequence[Statement], conditions: Sequence[tuple[str, bool]]
    ) -> tuple[bool | None, Statement | None]:
        """What comes first of some statements, a TPipe (True) or a wait (False); or the jump that leaves before."""
        for it in statements:
            if (made := self.first(it, conditions)) is not None:
                return made, None
            if it.kind in JUMPS:
                return None, it
        return None, None

    def first(self, it: Statement, conditions: Sequence[tuple[str, bool]]) -> bool | None:
        """What comes first in a statement: a TPipe (True) or a wait for all pipes on each way (False)."""
        end = it.children[0].first if it.children else it.last
        if any(it.first <= index < end for index in self.makers):
            return True
        if not it.children:
            return False if waits(self.body, it) else None
        if it.kind in ("block", "label"):
            return self.among(it.children, conditions)[0]
        taken = [
            one
            for number, one in enumerate(it.children)
            if it.kind != "if" or possible(self.test(it), number, conditions)
        ]
        found = [self.first(one, conditions) for one in taken]
        if any(found):
            return True
        sure = it.kind == "if" and it.complete and found and None not in found
        return False if sure else None

    def once(self, loop: Statement) -> bool:
        return self.body.text(*loop.head) in ONCE

    def conditions(self, path: Sequence[Statement]) -> list[tuple[str, bool]]:
        """The tests that hold along a path, and those that do not."""
        steps = ((it, one) for it, one in pairwise(path) if it.kind == "if")
        return [(self.test(it), it.children[0].first == one.first) for it, one in steps]

    def test(self, it: Statement) -> str:
        return self.body.text(*it.head).removeprefix("constexpr ").strip("( )")


def possible(test: str, branch: int, conditions: Sequence[tuple[str, bool]]) -> bool:
    """Whether a branch of an `if` may be taken in the same run as others: of the kind of core and the tiling key."""
    if not test.startswith((KEY, *CORES)):
        return True
    for other, holds in conditions:
        key = KEY in test and other.startswith(KEY) and holds
        excluded = (other == test and holds == (branch > 0)) or (branch == 0 and key and other != test)
        core = CORES.get(test) == other and holds == (branch == 0)
        if excluded or core:
            return False
    return True


def landing(path: Sequence[Statement], jump: Statement) -> int:
    """The index of the statement of a path that is done with a jump: what `break` leaves, what `continue` begins again;
    0 for all of it."""
    ends = {"break": ("loop", "switch"), "continue": ("loop",)}.get(jump.kind, ())
    around = max((at for at, it in enumerate(path) if it.kind in ends and it.first < jump.first), default=0)
    return around + (jump.kind == "continue" and around > 0)


def path_to(statement: Statement, index: int, *, inside: bool) -> Iterator[Statement]:
    """The statements around a token, outermost first: down to the block that starts there, or to the innermost."""
    yield statement
    if not inside and statement.first == index and statement.kind == "block":
        return
    inner = next((it for it in statement.children if it.first <= index < it.last), None)
    if inner is not None:
        yield from path_to(inner, index, inside=inside)
