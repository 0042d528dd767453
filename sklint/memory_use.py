"""What the expression around a variable does with the memory that the variable points to."""

from collections.abc import Iterator
from dataclasses import dataclass

from sklint.body import Call
from sklint.declared import Key, Param, Type
from sklint.memory_calls import RUNS_ITS_TEMPLATE_ARGUMENT, SAME_MEMORY, Effect, effect_of
from sklint.memory_expression import Expression, Form, form_of, start_of_chain, widened
from sklint.memory_text import Text, key_of
from sklint.model import Function
from sklint.parse.brackets import template_end
from sklint.unit import Unit

LIST = "AscendC::ListTensorDesc"
ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))
COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">=", "&&", "||"))


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a variable's memory: an effect, or a way to another variable (`both_ways` for a reference, through
    which the other may give its memory back)."""

    index: int
    effect: Effect
    to: str = ""
    both_ways: bool = False


def uses_at(unit: Unit, text: Text, index: int, form: Form) -> Iterator[Use]:
    """The uses of the variable whose name is at an index."""
    yield from used(unit, text, index, Expression(start_of_chain(text, index), index + 1, form))


def used(unit: Unit, text: Text, index: int, it: Expression) -> Iterator[Use]:
    """Widen the expression as far as it names the memory, then tell what is done with it."""
    while (wider := widened(text, it)) is not None:
        if isinstance(wider, str):
            yield Use(index, wider)
            return
        it = wider
    yield from ended(unit, text, index, it)


# the whole expression


def ended(unit: Unit, text: Text, index: int, it: Expression) -> Iterator[Use]:
    word, after = text.at(it.first - 1), text.at(it.last)
    if it.form == "element" and (after in ASSIGNMENTS or after in ("++", "--") or word in ("++", "--")):
        yield Use(index, "write" if after == "=" else "both")
    elif word in ("(", ",", "{") and after in (",", ")", "}"):
        yield from passed(unit, text, index, it)
    elif it.form == "element":
        yield of_element(text, index, it)
    elif after in ASSIGNMENTS or after == "?" or after in COMPARISONS or word in COMPARISONS or word == "!":
        yield Use(index, "nothing" if it.form == "pointer" or after in ASSIGNMENTS else "unknown")
    elif word == "=":
        yield assigned(text, index, it)
    else:
        yield Use(index, "nothing" if word in (";", "{", "}") and after == ";" else "unknown")


def of_element(text: Text, index: int, it: Expression) -> Use:
    """An element's value; or the element itself, where a reference to it is made."""
    word, to = text.at(it.first - 1), it.first - 2
    if word == "=" and to in text.locals and (text.locals[to].type.reference or text.at(to - 1) == "&"):
        local = text.locals[to]
        kept = form_of(local.type) == "element"
        return Use(index, "nothing" if kept else "unknown", key_of((local.span.path, local.span.start, local.name)))
    if word == "=" and to >= 0 and is_address(text, to):
        return Use(index, "unknown")  # the memory holds addresses of other memory
    return Use(index, "unknown" if word == "return" and text.may_return_reference else "read")


def is_address(text: Text, index: int) -> bool:
    """Whether the variable at an index is a pointer, or a number that the body makes one of."""
    if index in text.locals:
        return text.used_as_address(text.locals[index])
    type = text.variable(index)[1]
    return type is not None and type.pointer and text.at(start_of_chain(text, index) - 1) != "*"


def assigned(text: Text, index: int, it: Expression) -> Use:
    """Memory that another variable points to from here on."""
    to = it.first - 2
    if to in text.locals:
        span = text.locals[to].span
        return Use(index, "nothing", key_of((span.path, span.start, text.at(to))), both_ways=text.at(to - 1) == "&")
    name, type = text.variable(to) if to >= 0 else ("", None)
    return Use(index, "nothing", name) if name and form_of(type) is not None else Use(index, "unknown")


def passed(unit: Unit, text: Text, index: int, it: Expression) -> Iterator[Use]:
    """Memory that is an argument: of a call, of a constructor, of an initialiser."""
    opening = text.enclosing(it.first)
    name = text.name_before(opening) if opening >= 0 else -1
    number = text.argument(opening, it.first)
    call = text.calls.get(opening)
    if name in text.locals:
        yield from constructed(unit, text, index, it, name, number)
    elif name >= 0 and name < text.body.statement.first and text.function.record:
        yield from initialised(unit, text, index, it, name, number)
    elif call is None:
        yield Use(index, "read" if it.form == "element" and text.at(opening) in ("[", "{") else "unknown")
    elif text.argument(opening, text.partners[opening]) + 1 != len(call.arguments):
        yield Use(index, "unknown")  # a comma in it may be one of template arguments
    elif call.targets:
        yield from into(unit, index, it, call.targets, number)
    elif it.form == "element":
        yield Use(index, "read")
    else:
        yield from taken(unit, text, index, it, call, number)


def taken(unit: Unit, text: Text, index: int, it: Expression, call: Call, number: int) -> Iterator[Use]:
    """Memory that is an argument of the documented interface, or of what nobody knows."""
    if not call.receiver and text.variable(call.index)[0]:
        yield Use(index, "unknown")  # a lambda
        return
    if call.name == "SetGlobalBuffer" and call.receiver and number == 0:
        at = call.index - 2
        while text.at(at) == "]" and at in text.partners:
            at = text.partners[at] - 1
        name, type = text.variable(at)
        yield Use(index, "nothing", name) if name and form_of(type) == "tensor" else Use(index, "unknown")
    elif call.name in RUNS_ITS_TEMPLATE_ARGUMENT:
        yield from into(unit, index, it, named_function(text, call), number - call.arguments[0].startswith("dim3"))
    elif call.name in SAME_MEMORY:
        end = text.partners[text.enclosing(it.first)] + 1
        yield Use(index, "workspace")
        yield from used(unit, text, index, Expression(start_of_chain(text, call.index), end, "pointer"))
    else:
        yield Use(index, effect_of(call, number))


def named_function(text: Text, call: Call) -> list[Key]:
    """The function that is the template argument of a call."""
    end = template_end(text.tokens, call.index + 1)[0]
    named = (text.body.references.get(at) for at in range(call.index + 2, end))
    return [it.where for it in named if it and it.kind == "function"][:1]


def constructed(unit: Unit, text: Text, index: int, it: Expression, name: int, number: int) -> Iterator[Use]:
    """`Kernel op(x, y);`, `auto *p(x);`"""
    local = text.locals[name]
    if it.form == "element":
        yield Use(index, "unknown" if local.type.reference or is_address(text, name) else "read")
    elif local.type.record == LIST and not local.type.pointer:
        yield Use(index, "list" if number == 0 else "unknown")
    elif form_of(local.type) is not None:
        yield Use(index, "nothing", key_of((local.span.path, local.span.start, local.name)))
    else:
        targets = [key for call in text.constructed.get(name, ()) for key in call.targets]
        makers = [key for key in targets if key[2] == local.type.record.rpartition("::")[2]]
        yield from into(unit, index, it, makers, number)


def initialised(unit: Unit, text: Text, index: int, it: Expression, name: int, number: int) -> Iterator[Use]:
    """`: x_(x)` of a constructor, or the constructor of a base."""
    record = unit.record(text.function.record)
    field = record.fields.get(text.at(name)) if record else None
    if it.form == "element":
        yield Use(index, "read" if field and field.known and not (field.pointer or field.reference) else "unknown")
    elif field is not None and form_of(field) is not None:
        yield Use(index, "nothing", f"{text.function.record}::{text.at(name)}")
    else:
        yield Use(index, "unknown")


def into(unit: Unit, index: int, it: Expression, targets: list[Key] | tuple[Key, ...], number: int) -> Iterator[Use]:
    """Memory that becomes a parameter of functions of the project."""
    functions = [unit.function(key) for key in targets]
    fitting = [function for function in functions if function and number < len(function.params)]
    if not fitting:
        yield Use(index, "unknown")
    for function in fitting:
        yield from as_parameter(index, it, function, function.params[number])


def as_parameter(index: int, it: Expression, function: Function, param: Param) -> Iterator[Use]:
    if it.form == "element" and (not param.type.reference or param.type.const_pointee):
        yield Use(index, "read")
    elif not param.name:
        yield Use(index, "nothing")
    elif function.body is None or form_of(param.type) is None or not fits(it.form, param.type):
        yield Use(index, "unknown")
    else:
        yield Use(index, "nothing", key_of((param.span.path, param.span.start, param.name)), param.type.reference)


def fits(form: Form, type: Type) -> bool:
    """Whether a parameter holds the memory in the form it is given: an element by reference, all else as it is."""
    return (form_of(type) == "element") == (form == "element")
