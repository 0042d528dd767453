"""Where the arguments of a call stand, or of what makes an object."""

from sklint.body import Body, Call
from sklint.parse.brackets import after, template_end


def argument_places(body: Body, call: Call) -> list[tuple[int, int]]:
    """The tokens of each argument: from the one to before the other."""
    made = any(it.index == call.index for it in body.locals)
    opening = call.index + 1 if made else template_end(body.tokens, call.index + 1)[0]
    if opening >= len(body.tokens) or body.tokens[opening].text not in ("(", "{"):
        return []
    end = after(body.tokens, opening)
    found, start, at = list[tuple[int, int]](), opening + 1, opening + 1
    while at < end:
        if body.tokens[at].text == "," or at == end - 1:
            found += [(start, at)] if at > start else []
            start = at + 1
        at = after(body.tokens, at) if body.tokens[at].text in ("(", "[", "{") else at + 1
    return found


def member_started(body: Body, at: int) -> str:
    """The member that `: sk_(sk)` starts as the parameter at `at`; "" where that is a part of what it starts as."""
    around = (body.tokens[at - 1].text, body.tokens[at + 1].text)
    return body.tokens[at - 2].text if around in (("(", ")"), ("{", "}")) else ""
