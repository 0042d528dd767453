"""The template parameters of a class, and the arguments that the object or class of a call has for them."""

from sklint.body import Call
from sklint.model import Function
from sklint.parse.brackets import template_end, template_start
from sklint.parse.clang import children, kind
from sklint.parse.parameters import TEMPLATE_KINDS
from sklint.parse.reading import Reading


def class_params(reading: Reading, record: str) -> tuple[str, ...]:
    """The names of a class template's parameters; nothing for other classes."""
    if record not in reading.class_params:
        known = reading.classes.get(record)
        params = (it.spelling for it in children(known.cursor) if kind(it) in TEMPLATE_KINDS) if known else ()
        reading.class_params[record] = tuple(params)
    return reading.class_params[record]


def class_arguments(caller: Function, call: Call, record: str) -> tuple[str, ...] | None:
    """The arguments of the class as text: those of a variable's type, or of `Op<true>::Run()`; None where the call has
    neither."""
    body = caller.body
    if body is None:
        return None
    if call.receiver:
        variables = [it for it in body.locals if it.index <= call.index and it.name == call.receiver]
        types = [it.type for it in (variables[-1:] or [it for it in caller.params if it.name == call.receiver])]
        return listed(types[0].canonical) if types and types[0].record == record else None
    made = next((it for it in body.locals if it.index == call.index), None)
    if made:
        return listed(made.type.canonical) if made.type.record == record else None
    at = call.index
    if at < 2 or [it.text for it in body.tokens[at - 2 : at]] != [">", "::"]:
        return None
    start = template_start(body.tokens, at - 2)
    named = body.tokens[start].text == record.rpartition("::")[2]
    return template_end(body.tokens, start + 1)[1] if named else None


def listed(type: str) -> tuple[str, ...]:
    """`8` and `true` of `Op<8, true>`."""
    parts, level = [""], 0
    for char in type.partition("<")[2].rpartition(">")[0]:
        level += (char in "<([{") - (char in ">)]}")
        if char == "," and level == 0:
            parts.append("")
        else:
            parts[-1] += char
    return tuple(it.strip() for it in parts) if parts != [""] else ()
