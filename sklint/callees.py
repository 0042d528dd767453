"""What a body leaves open: which of two expressions it runs, and what those calls do that its caller decides about."""

from sklint.body import Body, Call
from sklint.model import Function


def choice_of(body: Body, first: int, last: int) -> tuple[int, int, int] | None:
    """The indexes of the `?` and the `:` of the first conditional expression, and where that ends."""
    texts = [it.text for it in body.tokens[first:last]]
    if "?" not in texts or "{" in texts:
        return None
    condition = texts.index("?")
    level, colon = 0, 0
    for at in range(condition, len(texts)):
        level += (texts[at] in "([") - (texts[at] in ")]")
        colon = at if texts[at] == ":" and level == 0 and not colon else colon
        if level < 0 or texts[at] == ";" or (texts[at] == "," and level == 0):
            return (first + condition, first + colon, first + at) if colon else None
    return (first + condition, first + colon, last) if colon else None


def decided_by_caller(function: Function, body: Body, call: Call) -> bool:
    """Whether a call is of what a type parameter stands for or of an object of such a type, and no class is known for
    that."""
    params = {it.name for it in function.template or () if it.kind == "type"}
    before = [it.text for it in body.tokens[max(0, call.index - 2) : call.index]]
    name = call.receiver or call.name
    types = [it.type for it in (*function.params, *body.locals) if it.name == name]
    open_type = any(it.template_dependent and not it.record for it in types)
    return not call.targets and (open_type or (before[1:] == ["::"] and before[0] in params))
