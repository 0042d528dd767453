"""The flags that the constructor of an object is given and that nobody changes: `End end(&pipe, false);`."""

from sklint.argument_places import argument_places, member_started
from sklint.body import Body, Call
from sklint.members import methods_of
from sklint.model import Function
from sklint.unit import Unit

TRUTH = {"true": 1, "false": 0}


def flags_given(unit: Unit, body: Body, made: Call) -> dict[str, int]:
    """The members of the object that is made which are flags, with their values."""
    places = argument_places(body, made)
    texts = [body.text(first, last) for first, last in places]
    if TRUTH.keys().isdisjoint(texts):
        return {}
    keys = [it for it in made.targets if it[2] == made.receiver_type.rpartition("::")[2]]
    fitting = [it for key in keys if (it := unit.function(key)) and len(it.params) == len(texts)]
    members = started_as(fitting[0], texts) if len(fitting) == 1 else {}
    others = [it for it in methods_of(unit, made.receiver_type) if it.key not in {one.key for one in fitting}]
    bodies = [body, *(it.body for it in others if it.body)]
    return {name: value for name, value in members.items() if not any(it.may_set(name) for it in bodies)}


def started_as(constructor: Function, texts: list[str]) -> dict[str, int]:
    """The members that a constructor starts as parameters which are given `true` or `false`, and does not set."""
    body = constructor.body
    given = {it.name: TRUTH[text] for it, text in zip(constructor.params, texts, strict=True) if text in TRUTH}
    heads = range(1, body.statement.first) if body and given else range(0)
    if body is None:
        return {}
    found = ((member_started(body, at), given[text]) for at in heads if (text := body.tokens[at].text) in given)
    return {name: value for name, value in found if name and not body.may_set(name)}
