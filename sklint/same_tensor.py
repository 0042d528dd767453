"""Whether a flush is plainly of another tensor than a store goes to."""

from sklint.body import Body, Call
from sklint.global_memory import TENSOR
from sklint.model import Function
from sklint.writes import GlobalWrite

ENTIRE = "ENTIRE_DATA_CACHE"


def flushes_another(function: Function, body: Body, call: Call, write: GlobalWrite) -> bool:
    """Both are tensors that the function itself declares, under other names, and nothing makes one of the other."""
    flushed = call.arguments[0].partition("[")[0] if call.arguments else ""
    stored = write.tensor.partition("[")[0]
    entire = any(ENTIRE in it for it in (*call.template_arguments, *call.arguments))
    if not flushed or not stored or flushed == stored or entire:
        return False
    own = {it.name for it in body.locals if it.type.record == TENSOR and not it.type.pointer and not it.type.reference}
    own |= {it.name for it in function.params if it.type.record == TENSOR and not it.type.pointer}
    return {flushed, stored} <= own and not related(body, flushed, stored)


def related(body: Body, one: str, other: str) -> bool:
    """Whether a tensor may share memory with another: one is made of the other or assigned, or both may begin at one
    address."""
    begins = [it.arguments[0] for it in body.calls if it.name == "SetGlobalBuffer" and it.receiver in (one, other)]
    if len(set(begins)) != len(begins) or len(begins) not in (0, 2):
        return True
    made = (it.initializer.split() for it in body.locals if it.name in (one, other))
    if any(one in it or other in it for it in made):
        return True
    texts = [it.text for it in body.tokens]
    assigned = (at for at in range(1, len(texts)) if texts[at] == "=" and texts[at - 1] in (one, other))
    return any(texts[at - 2] not in (".", "->") for at in assigned)
