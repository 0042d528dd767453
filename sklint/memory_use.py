"""What the expression around a variable does with the memory that the variable points to."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sklint.memory_calls import ALIASES, RUNS_ITS_TEMPLATE_ARGUMENT, SAME_MEMORY, TENSOR_METHODS, Effect, effect_of
from sklint.memory_text import CASTS, PAIRS, Text, key_of
from sklint.model import Call, Function, Key, Param, Type, Unit
from sklint.parse.brackets import template_end, template_start

Form = Literal["pointer", "tensor", "element"]
"""A pointer, a GlobalTensor, or something in the memory itself."""

TENSOR = "AscendC::GlobalTensor"
LIST = "AscendC::ListTensorDesc"
ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))
COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">=", "&&", "||", "?"))
ENDS_OF_SUM = frozenset((",", ")", "]", ";", "}", "=", "?", ":", "==", "!=", "<=", ">=", "&&", "||", "&", "|", "^"))


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a variable's memory: an effect, or a way to another variable (`both_ways` for a reference, through
    which the other may give its memory back)."""

    index: int
    effect: Effect
    to: str = ""
    both_ways: bool = False


@dataclass(frozen=True, slots=True)
class Expression:
    first: int
    last: int
    form: Form


def form_of(type: Type | None) -> Form | None:
    """How a variable holds memory; None for one that holds none, such as an object."""
    if type is None or type.pointer or not type.known:
        return "pointer"
    if type.record:
        return "tensor" if type.record == TENSOR else None
    return "pointer"  # an address as a number


def uses_at(unit: Unit, text: Text, index: int, form: Form) -> Iterator[Use]:
    """The uses of the variable whose name is at an index."""
    yield from used(unit, text, index, Expression(start_of_chain(text, index), index + 1, form))


def start_of_chain(text: Text, index: int) -> int:
    """Where `this->a.b` begins for the `b` at an index."""
    while text.at(index - 1) in (".", "->", "::"):
        index -= 2
        while text.at(index) in (")", "]") and index in text.partners:
            index = text.partners[index] - 1
    return index


def used(unit: Unit, text: Text, index: int, it: Expression) -> Iterator[Use]:
    """Widen the expression as far as it names the memory, then tell what is done with it."""
    while (wider := widened(text, it)) is not None:
        if isinstance(wider, str):
            yield Use(index, wider)
            return
        it = wider
    yield from ended(unit, text, index, it)


def widened(text: Text, it: Expression) -> Expression | Effect | None:
    """One operator more around an expression; its effect where that is known; None where it goes no further."""
    return behind(text, it) or before(text, it)


def behind(text: Text, it: Expression) -> Expression | Effect | None:
    after = text.at(it.last)
    if after == "[" and it.last in text.partners:
        return Expression(it.first, text.partners[it.last] + 1, "element" if it.form == "pointer" else it.form)
    if it.form == "tensor":
        if after == "(" and it.last in text.partners:
            return Expression(it.first, text.partners[it.last] + 1, "element")
        return of_member(text, it) if after in (".", "->") else None
    if (it.form == "element" and after in (".", "->")) or (it.form == "pointer" and after == "->"):
        called = text.at(template_end(text.tokens, it.last + 2)[0]) == "("
        return "unknown" if called else Expression(it.first, it.last + 2, "element")
    if it.form == "pointer" and after in ("++", "--"):
        return replace(it, last=it.last + 1)
    if it.form == "pointer" and after in ("+", "-") and text.at(it.first - 1) not in ("*", "&", "++", "--"):
        return replace(it, last=end_of_sum(text, it.last + 1))
    return None


def of_member(text: Text, it: Expression) -> Expression | Effect:
    """What a member of a GlobalTensor gives or does."""
    name = text.at(it.last + 1)
    opening = template_end(text.tokens, it.last + 2)[0]
    end = text.partners[opening] + 1 if text.at(opening) == "(" and opening in text.partners else it.last + 2
    if name in ALIASES:
        return Expression(it.first, end, "pointer" if ALIASES[name] == "pointer" else "tensor")
    return TENSOR_METHODS.get(name, "unknown")


def end_of_sum(text: Text, at: int) -> int:
    while at < len(text.tokens) and text.at(at) not in ENDS_OF_SUM:
        at = text.partners[at] + 1 if text.at(at) in PAIRS and at in text.partners else at + 1
    return at


def start_of_sum(text: Text, at: int) -> int:
    """The first token of the sum that ends before `at`."""
    while at > 0 and text.at(at - 1) not in ("(", "[", "{", ",", ";", "=", "?", ":", "return", "==", "!=", "&&", "||"):
        at = text.partners[at - 1] if text.at(at - 1) in (")", "]", "}") and at - 1 in text.partners else at - 1
    return at


def before(text: Text, it: Expression) -> Expression | Effect | None:
    word = text.at(it.first - 1)
    if it.form == "pointer" and word == "*" and text.unary(it.first - 1):
        return Expression(it.first - 1, it.last, "element")
    if word == "&" and text.unary(it.first - 1):
        return Expression(it.first - 1, it.last, "pointer") if it.form == "element" else "unknown"
    if it.form == "pointer" and word in ("++", "--"):
        return replace(it, first=it.first - 1)
    if word == ")" and text.is_cast(it.first - 1):
        opening = text.partners[it.first - 1]
        if it.form == "element" or text.at(opening + 1) == "void":
            return "read" if it.form == "element" else "nothing"
        return replace(it, first=opening)
    if word == "(" and text.at(it.last) == ")":
        return in_parentheses(text, it)
    if it.form == "pointer" and word in ("+", "-") and not text.unary(it.first - 1):
        return replace(it, first=start_of_sum(text, it.first))
    return None


def in_parentheses(text: Text, it: Expression) -> Expression | Effect | None:
    """An expression that is all between two parentheses: of a cast, of a call, or its own."""
    opening = it.first - 1
    wider = replace(it, first=opening, last=it.last + 1)
    head = text.at(opening - 1)
    if head == ">":
        start = template_start(text.tokens, opening - 1)
        if text.at(start) in CASTS:
            return "read" if it.form == "element" else replace(wider, first=start)
    if head in ("sizeof", "decltype", "alignof"):
        return "nothing"
    if head in ("if", "while", "switch"):
        return "read" if it.form == "element" else "nothing"
    name = text.name_before(opening)
    if name < 0 or head == "return":
        plain = head not in ("]", ")") or (head == ")" and text.is_cast(opening - 1))
        return wider if plain else "unknown"
    return replace(wider, first=start_of_chain(text, name)) if is_type(text, name) else None


def is_type(text: Text, name: int) -> bool:
    """Whether a name before a parenthesis is that of a type: `GM_ADDR(x)`, `uint64_t(x)`."""
    reference = text.body.references.get(name)
    return text.at(name) in ("GM_ADDR", "uint64_t", "uintptr_t") or bool(reference and reference.kind == "type")


# the whole expression


def ended(unit: Unit, text: Text, index: int, it: Expression) -> Iterator[Use]:
    word, after = text.at(it.first - 1), text.at(it.last)
    if it.form == "element" and (after in ASSIGNMENTS or after in ("++", "--") or word in ("++", "--")):
        yield Use(index, "write" if after == "=" else "both")
    elif word in ("(", ",", "{") and after in (",", ")", "}"):
        yield from passed(unit, text, index, it)
    elif it.form == "element":
        yield Use(index, "read")
    elif after in ASSIGNMENTS or after in COMPARISONS or word in COMPARISONS or word == "!":
        yield Use(index, "nothing" if it.form == "pointer" or after in ASSIGNMENTS else "unknown")
    elif word == "=":
        yield assigned(text, index, it)
    else:
        yield Use(index, "nothing" if word in (";", "{", "}") and after == ";" else "unknown")


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
    elif call.targets:
        yield from into(unit, index, it, call.targets, number)
    elif it.form == "element":
        yield Use(index, "read")
    else:
        yield from taken(unit, text, index, it, call, number)


def taken(unit: Unit, text: Text, index: int, it: Expression, call: Call, number: int) -> Iterator[Use]:
    """Memory that is an argument of the documented interface."""
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
        yield Use(index, "read")
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
    if field is not None and form_of(field) is not None:
        yield Use(index, "read" if it.form == "element" else "nothing", f"{text.function.record}::{text.at(name)}")
    else:
        yield Use(index, "read" if it.form == "element" else "unknown")


def into(unit: Unit, index: int, it: Expression, targets: list[Key] | tuple[Key, ...], number: int) -> Iterator[Use]:
    """Memory that becomes a parameter of functions of the project."""
    functions = [unit.function(key) for key in targets]
    fitting = [function for function in functions if function and number < len(function.params)]
    if not fitting:
        yield Use(index, "unknown")
    for function in fitting:
        yield from as_parameter(index, it, function, function.params[number])


def as_parameter(index: int, it: Expression, function: Function, param: Param) -> Iterator[Use]:
    if it.form == "element":
        yield Use(index, "unknown" if param.type.reference and not param.type.const_pointee else "read")
    elif not param.name:
        yield Use(index, "nothing")
    elif function.body is None or form_of(param.type) is None:
        yield Use(index, "unknown")
    else:
        yield Use(index, "nothing", key_of((param.span.path, param.span.start, param.name)), param.type.reference)
