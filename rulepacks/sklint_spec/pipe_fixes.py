"""The fixes of a TPipe that is not destroyed as a SuperKernel needs it."""

from collections.abc import Sequence

from sklint.api import (
    Context,
    Edit,
    Fix,
    Hint,
    Pipe,
    PipeFault,
    Safety,
    Span,
    Unit,
    destroy_edits,
    joined_edits,
    pipe_faults,
    waiting_edits,
)

NAME = "DestroyWithoutPipeAll"
WAIT, AND_WAIT = "PipeBarrier", " and wait for all pipes before the next TPipe"
NEVER_YET = frozenset((0,))


def destroying(ctx: Context, it: PipeFault) -> tuple[Fix, ...]:
    """Destroy the pipe before the ways out that lack it; nothing where that cannot be written exactly, or where some
    way there has destroyed it already."""
    if it.pipe is None or not it.ways or any(way.counts != NEVER_YET for way in it.ways):
        return ()
    edits = destroy_edits(ctx.unit, it.pipe, it.ways)
    if any(destroyed_in(other, it, it.pipe, edits) for other in ctx.others if edits):
        return ()
    safety = Safety.UNSAFE if it.shared else Safety.SAFE
    title = f"Destroy {it.name} with {NAME}{AND_WAIT if any(WAIT in one.text for one in edits) else ''}"
    return (Fix(title, joined_edits(ctx.unit, edits), safety),) if edits else ()


def destroyed_in(other: Unit, it: PipeFault, pipe: Pipe, edits: Sequence[Edit]) -> bool:
    """Whether another configuration has the pipe and the edited places, and destroys the pipe by itself."""

    def has(place: Span) -> bool:
        return not any(left_out.contains(place) for left_out in other.inactive)

    there = has(pipe.local.span) and any(has(edit.span) for edit in edits)
    return there and not any((fault.span, fault.kind) == (it.span, it.kind) for fault in pipe_faults(other))


def renaming(ctx: Context, it: PipeFault) -> tuple[Fix, ...]:
    hint = Hint("replace-pattern", it.span.path, r"\bDestroy\(\)", f"{NAME}()")
    if it.call is None or it.call.from_macro:
        return ()
    edits = waiting_edits(ctx.unit, it.function, it.call)
    if edits is None:  # the wait before the next TPipe would be lost
        return (Fix(f"Use {NAME}", (Edit(it.span, NAME),), Safety.UNSAFE, hint),)
    return (Fix(f"Use {NAME}{AND_WAIT if len(edits) > 1 else ''}", edits, Safety.SAFE, hint),)
