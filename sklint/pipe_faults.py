"""What SK functions do wrong with the TPipes that they own: each fault with its place, and how the SK function comes
there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sklint.body import Call
from sklint.finding import Related
from sklint.model import Function, Reached, SkFunction
from sklint.pipe_arrays import undestroyed_arrays
from sklint.pipe_doubts import TPIPE
from sklint.pipe_walk import Exit
from sklint.pipes import Pipe, owned_pipes
from sklint.run_by import run_by
from sklint.source import Span
from sklint.unit import Unit


@dataclass(frozen=True, slots=True)
class PipeFault:
    """`never`: a pipe is destroyed on no way; `left`: it is not on one way out; `twice`: it is destroyed again;
    `waits`: it is destroyed by a call that waits; `array`: no pipe of an array is destroyed.

    `name` is how `function` names it. `ways` are the ways out that lack it, `call` is one that waits; `shared` tells
    that a kernel runs the function as well.
    """

    kind: Literal["never", "left", "twice", "waits", "array"]
    span: Span
    name: str
    function: Function
    related: tuple[Related, ...]
    pipe: Pipe | None = None
    ways: tuple[Exit, ...] = ()
    call: Call | None = None
    shared: bool = False


def pipe_faults(unit: Unit) -> Iterator[PipeFault]:
    functions = [it for it in unit.sk_functions if not it.tool_made]
    kernels = unit.kernels if functions else ()
    shared = {it.function.key for kernel in kernels for it in unit.reach(kernel)}
    for function in functions:
        for reached in run_by(unit, function):
            pipes = owned_pipes(unit, reached.function)
            steps = tuple(way(function, reached))
            for pipe in pipes:
                yield from faults_of(pipe, steps, reached.function.key in shared)
            if reached.function.key not in shared:
                yield from waiting(reached.function, pipes)
            for array in undestroyed_arrays(unit, reached.function):
                yield PipeFault("array", array.span, array.name, reached.function, steps)


def faults_of(pipe: Pipe, steps: tuple[Related, ...], shared: bool) -> Iterator[PipeFault]:
    if not pipe.destroys and not pipe.doubtful:
        yield PipeFault("never", pipe.local.span, pipe.path, pipe.function, steps, pipe, pipe.exits, shared=shared)
        return
    for it in pipe.leaks:
        yield PipeFault("left", it.token.span, pipe.path, pipe.function, steps, pipe, (it,), shared=shared)
    if pipe.repeats and not pipe.leaks:
        others = tuple(Related(it.span, "it is destroyed here as well") for it in pipe.destroys[:-1])
        yield PipeFault("twice", pipe.destroys[-1].span, pipe.path, pipe.function, (*steps, *others), pipe)


def way(function: SkFunction, reached: Reached) -> Iterator[Related]:
    """Each call on the way from the SK function, with the name of who makes it."""
    caller = function.name
    for call in reached.via:
        yield Related(call.span, f"{caller} calls {call.name} here")
        caller = call.name


def waiting(function: Function, pipes: list[Pipe]) -> Iterator[PipeFault]:
    """`Destroy()` is the same but for a barrier, which is left out when fused. A kernel that runs it needs it."""
    body = function.body
    known = {it.index for pipe in pipes for it in pipe.destroys if it.receiver and not it.targets}
    for call in body.calls if body else ():
        if call.name == "Destroy" and (call.receiver_type == TPIPE or call.index in known):
            yield PipeFault("waits", call.span, call.receiver, function, (), call=call)
