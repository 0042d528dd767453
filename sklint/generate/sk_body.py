"""The body of an SK function: the kernel's own text, with the documented changes and no other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sklint.body import Body, Call
from sklint.finding import Edit, Finding
from sklint.generate.block_count import captures, doubles, launched_count
from sklint.generate.body_numbers import INDEX, counts, indexes
from sklint.generate.destroy import NAME, braced_once, destroy_edits, waiting_edits
from sklint.generate.helper_uses import Unwritable, Uses, counts_handed_on, new_names
from sklint.generate.pipe_obstacles import ambiguous, undestroyed
from sklint.generate.pipes_unowned import unowned
from sklint.generate.request import problem, remark
from sklint.generate.task_types import TASK_TYPE, task_types
from sklint.generate.type_words import type_varies
from sklint.model import Kernel
from sklint.pipes import Pipe, owned_pipes
from sklint.source import Source, Span
from sklint.unit import Unit


def changes(unit: Unit, kernel: Kernel, body: Body, system_args: str, uses: Uses) -> Iterator[Edit | Finding]:
    """Each edit of the body, in the kernel's own text, and each thing that cannot be written. No `system_args` means
    that there are none."""
    yield from block_numbers(unit, kernel, body, system_args)
    yield from helper_uses(unit, kernel, body, system_args, uses)
    yield from pipes(unit, kernel)
    yield from task_types(unit, kernel, body)


def helper_uses(unit: Unit, kernel: Kernel, body: Body, system_args: str, uses: Uses) -> Iterator[Edit | Finding]:
    """The names of copied helpers, and the block count for those that take it."""
    doubled = doubled_here(unit, kernel)
    count = launched_count(system_args, doubled is True)
    handed = list(counts_handed_on(unit, body, replace(uses, count=count)))
    known = bool(system_args) and doubled is not None
    for it in (*new_names(body, uses), *handed):
        if isinstance(it, Edit) and (known or it not in handed):
            yield it
        else:
            why = it.why if isinstance(it, Unwritable) else told_why(kernel, system_args)
            text = f"what {kernel.name} calls asks for the block count, which cannot be handed on here: {why}"
            yield problem("block-num-in-helper", it.span, text, kernel.qualified)


def doubled_counts(unit: Unit, kernel: Kernel, body: Body, uses: Uses) -> Iterator[Finding]:
    """A note where vector cores of a mixed kernel get half of what the system args count."""
    if not doubled_here(unit, kernel):
        return
    handed = (it for it in counts_handed_on(unit, body, replace(uses, count=NAME)) if isinstance(it, Edit))
    text = (
        f"the vector cores of {kernel.name} see twice the block count in skNumBlocks: its SK function halves it there"
    )
    for place in (*counts(unit, kernel, body), *(it.span for it in handed)):
        yield remark("block-num-doubled", place, text, kernel.qualified)


def doubled_here(unit: Unit, kernel: Kernel) -> bool | None:
    """Whether vector cores read twice the launched count; None where the kernel does not tell, or another build of it
    may have another type."""
    return None if type_varies(unit, kernel) else doubles((kernel.kernel_type,))


def told_why(kernel: Kernel, system_args: str) -> str:
    if not system_args:
        return "it has no sysArgs"
    return f"no kernel type of {kernel.name} says if vector cores read twice that; give it __vector__ or another"


def wants_count(unit: Unit, kernel: Kernel, body: Body) -> bool:
    """Whether the body asks for the block count, which an SK function has from its system args."""
    return bool(counts(unit, kernel, body))


# block count and index


def block_numbers(unit: Unit, kernel: Kernel, body: Body, system_args: str) -> Iterator[Edit | Finding]:
    doubled = doubled_here(unit, kernel)
    for extent, at in counts(unit, kernel, body).items():
        if not system_args:
            text = f"{kernel.name} asks for its block count, which its SK function has from sysArgs alone"
            yield problem("block-num-without-sys-args", extent, text, kernel.qualified)
        elif doubled is None:
            text = f"{kernel.name} asks for its block count, and no kernel type says if vector cores read twice that"
            yield problem("block-num-kernel-type", extent, text, kernel.qualified)
        elif body.tokens[at].from_macro or (inside := captures(body, at, system_args)) is None:
            text = f"the block count is asked for where sysArgs of {kernel.name}'s SK function is not visible"
            yield problem("block-num-out-of-reach", extent, text, kernel.qualified)
        else:
            yield from inside
            yield Edit(extent, launched_count(system_args, doubled))
    for extent, at in indexes(unit, kernel, body).items():
        if kernel.kernel_type is None or kernel.kernel_type.ratio or body.tokens[at].from_macro:
            text = f"{kernel.name} reads the core's own index, which need not be GetBlockIdx() on each of its cores"
            yield problem("block-idx", extent, text, kernel.qualified)
        else:
            yield Edit(extent, INDEX)


# TPipe


def pipes(unit: Unit, kernel: Kernel) -> Iterator[Edit | Finding]:
    owned = owned_pipes(unit, kernel)
    left: list[Pipe] = []
    for pipe in owned:
        edits = destroy_edits(unit, pipe, pipe.leaks) if pipe.leaks else ()
        yield from edits
        for it in (it for it in pipe.destroys if it.name == "Destroy" and not it.from_macro):
            renamed = waiting_edits(unit, kernel, it)
            yield from renamed or [wait_lost(kernel, pipe, it)]
        left += [pipe] if pipe.doubtful or (pipe.leaks and not edits) else []
        if pipe.repeats and not pipe.leaks:
            text = f"{pipe.path} of {kernel.name} is destroyed more than once on a way through it"
            yield problem("tpipe", pipe.local.span, text, kernel.qualified)
    yield from undestroyed(unit, kernel, left)
    yield from ambiguous(kernel, owned)
    yield from unowned(unit, kernel)


def wait_lost(kernel: Kernel, pipe: Pipe, call: Call) -> Finding:
    text = (
        f"Destroy of {pipe.path} waits for all pipes before another TPipe is made, which {NAME} does not, and no "
        "PipeBarrier<PIPE_ALL>() can be written behind it"
    )
    return problem("tpipe", call.span, text, kernel.qualified)


def from_macros(unit: Unit, kernel: Kernel, body: Body) -> list[Span]:
    """The uses of the project's macros that make something which must change."""
    if not any(it.from_macro for it in body.tokens):
        return []
    found = [*counts(unit, kernel, body).values(), *indexes(unit, kernel, body).values()]
    found += [at for at, it in enumerate(body.tokens) if it.text in (TASK_TYPE, "Destroy") and it.kind == "name"]
    for pipe in owned_pipes(unit, kernel):
        if pipe.leaks:
            found += [
                pipe.local.index,
                *(at for at, it in enumerate(body.tokens) if it in [way.token for way in pipe.leaks]),
            ]
    return [body.tokens[at].span for at in found if body.tokens[at].from_macro]


def rewritten(source: Source, body: Body, edits: Sequence[Edit]) -> str | None:
    """What stands between the body's braces, with the edits; None where two of them meet."""
    at, end = body.extent.start + 1, body.extent.end - 1
    pieces: list[str] = []
    for it in sorted(braced_once(source, list(dict.fromkeys(edits))), key=lambda it: (it.span.start, it.span.end)):
        if it.span.start < at or it.span.end > end:
            return None
        pieces += [source.decode(at, it.span.start), it.text]
        at = it.span.end
    return "".join([*pieces, source.decode(at, end)]).replace("\r\n", "\n")
