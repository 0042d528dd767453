"""The state as it was before a stage: what that stage and those behind it said in an earlier run is forgotten."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sklint.pipeline.stages import ADAPT, COMPAT, SPEC, UNDERSTAND
from sklint.pipeline.state import Iteration, Json, Op, State, text


def before(state: State, stage: str) -> State:
    """The state that a stage starts from."""
    stages = tuple(it for it in state.stages if it.stage < stage)
    kept = replace(state, stages=stages, iterations=tuple(iterations(state, stage)), reason="")
    if stage == UNDERSTAND:
        return replace(kept, ops={}, assets=())
    return replace(kept, ops={name: op_before(it, stage) for name, it in state.ops.items()})


def op_before(op: Op, stage: str) -> Op:
    """An operator as that stage takes it."""
    left = tuple(earlier(op.escalations, stage))
    made = replace(
        op,
        escalations=left,
        stage02=op.stage02 if stage > ADAPT else {},
        stage03=op.stage03 if stage > SPEC else {},
        stage04=op.stage04 if stage > COMPAT else {},
    )
    last = made.stage04 or made.stage03 or made.stage02
    status = "needs-human" if left else ("adapted" if made.stage02 else "understood")
    return replace(made, adapted=text(last, "adapted"), status=status if stage <= COMPAT else op.status)


def iterations(state: State, stage: str) -> Iterator[Iteration]:
    """What is left of each iteration; the first one always is."""
    names = {it.name.split("-", 1)[1] for it in state.stages if it.stage < stage}
    for it in state.iterations:
        kept = Iteration(
            it.iteration_index,
            tuple(one for one in it.stages if one in names),
            tuple(earlier(it.findings, stage)),
            tuple(earlier(it.escalations, stage)),
            {key: one for key, one in it.remediation.items() if key < stage},
        )
        if it.iteration_index == 0 or kept.findings or kept.remediation or kept.stages:
            yield kept


def earlier(findings: Iterable[Json], stage: str) -> Iterator[Json]:
    """The findings of stages before one."""
    return (it for it in findings if text(it, "stage") < stage)
