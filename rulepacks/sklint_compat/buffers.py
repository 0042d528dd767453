"""What InitBuffer asks a TPipe for: a position, the memory behind that, how much of it; alone and with those before."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sklint.api import ApiUse, Argument, Context
from sklint_compat.ways import Uses, Way, is_used, may_call, means_another, own

TPIPE = "AscendC::TPipe"
ANEW = frozenset(("Reset", "Destroy", "DestroyWithoutPipeAll", "Init"))
"""Methods of a TPipe behind which it has all of its memory again."""
INIT = "AscendC::TPipe::InitBuffer"
QUEUE = re.compile(r"AscendC::TQue<AscendC::TPosition::(\w+)\b")
BIND = re.compile(r"AscendC::TQueBind<AscendC::TPosition::(\w+), AscendC::TPosition::(\w+)\b")
BUFFER = re.compile(r"AscendC::TBuf<(?:AscendC::TPosition::(\w+))?>")
ASSUMED = "VECCALC"
"""The position of a `TBuf<>`."""
OUTSIDE = frozenset(("GM", "CO2"))
"""Where a queue from one position to another has its buffers at the first: the second is no memory of the core."""
MEMORY = {
    "VECIN": "UB", "VECCALC": "UB", "VECOUT": "UB", "A1": "L1", "B1": "L1", "A2": "L0A", "B2": "L0B", "CO1": "L0C",
}  # fmt: skip
"""The memory behind each position, of those that are the same on every product."""
MEMORIES = tuple(sorted({*MEMORY.values()}))
BLOCK = 32
"""Lengths are rounded up to this many bytes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a call of InitBuffer asks for: so many buffers, and all their bytes in `memory`, which is "" where it is not
    known, as the size is 0."""

    number: int
    memory: str
    size: int


@dataclass(frozen=True, slots=True)
class Total:
    """What a call asks for, and with those before it on a way: the buffers of the pipe, the bytes of the memory."""

    use: ApiUse
    asked: Asked
    number: int
    size: int


def totals(ctx: Context, way: Way, uses: Uses) -> Iterator[Total]:
    """Each call of a way, with what it and those before it ask of the same pipe."""
    given: dict[str, list[Asked]] = {}
    last = 0
    for made in way.calls:
        call, pipe = made.call, own(made.call.receiver)
        given = {name: it for name, it in given.items() if not means_another(way.body, name, last, call.index)}
        last = call.index
        if (call.receiver_type == TPIPE and call.name in ANEW) or may_call(ctx, call, ANEW):
            given = {}
        elif is_used(made, uses):
            use = uses[call.span.path, call.span.start]
            asked = asked_for(use.arguments)
            all_asked = given.setdefault(pipe, [])
            all_asked.append(asked)
            size = sum(it.size for it in all_asked if it.memory == asked.memory)
            yield Total(use, asked, sum(it.number for it in all_asked), size)


def asked_for(arguments: tuple[Argument, ...]) -> Asked:
    """What a call asks for, as far as its arguments are known: one buffer at least."""
    type = arguments[0].type if arguments else ""
    memory = MEMORY.get(position(type), "")
    match [it.value for it in arguments[1:]]:
        case [int(length)]:
            return Asked(1, memory, rounded(length))
        case [int(number), length] if not BUFFER.match(type):
            return Asked(number, memory, number * rounded(length or 0))
        case _:
            return Asked(1, memory, 0)


def position(type: str) -> str:
    """The position of the buffers of a queue or buffer; "" where its type does not tell."""
    if queue := QUEUE.match(type):
        return queue[1]
    if bind := BIND.match(type):
        return bind[1] if bind[2] in OUTSIDE else bind[2]
    buffer = BUFFER.match(type)
    return (buffer[1] or ASSUMED) if buffer else ""


def rounded(length: int) -> int:
    return -(-length // BLOCK) * BLOCK
