"""An expression around a variable, as far as it names the memory that the variable points to."""

from dataclasses import dataclass, replace
from typing import Literal

from sklint.declared import Type
from sklint.memory_calls import ALIASES, TENSOR_METHODS, Effect
from sklint.memory_text import CASTS, PAIRS, Text
from sklint.parse.brackets import template_end, template_start

Form = Literal["pointer", "tensor", "element"]
"""A pointer, a GlobalTensor, or something in the memory itself."""

TENSOR = "AscendC::GlobalTensor"
ENDS_OF_SUM = frozenset((",", ")", "]", ";", "}", "=", "?", ":", "==", "!=", "<=", ">=", "&&", "||", "&", "|", "^"))


@dataclass(frozen=True, slots=True)
class Expression:
    first: int
    last: int
    form: Form


def form_of(type: Type | None) -> Form | None:
    """How a variable holds memory; None for one that holds none, such as an object."""
    if type is None or type.pointer or not type.known or type.canonical.endswith("*&"):
        return "pointer"
    if type.record:
        return "tensor" if type.record == TENSOR else None
    return "element" if type.reference else "pointer"  # an address as a number


def start_of_chain(text: Text, index: int) -> int:
    """Where `this->a.b` begins for the `b` at an index."""
    while text.at(index - 1) in (".", "->", "::"):
        index -= 2
        while text.at(index) in (")", "]") and index in text.partners:
            index = text.partners[index] - 1
    return index


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
    if it.form == "element" and after == "->":
        return "read"  # a pointer that the memory holds: what it points to is not this memory
    if (it.form == "element" and after == ".") or (it.form == "pointer" and after == "->"):
        return of_field(text, it)
    if it.form == "pointer" and after in ("++", "--"):
        return replace(it, last=it.last + 1)
    if it.form == "pointer" and after in ("+", "-") and text.at(it.first - 1) not in ("*", "&", "++", "--"):
        return replace(it, last=end_of_sum(text, it.last + 1))
    return None


def of_field(text: Text, it: Expression) -> Expression | Effect:
    """`x->a`, `x[0].a`: what a pointer that is such a field points to is not this memory."""
    end = it.last + 2
    if text.at(template_end(text.tokens, end)[0]) == "(":
        return "unknown"
    field = text.body.references.get(it.last + 1)
    elsewhere = field is not None and field.type is not None and field.type.pointer and text.at(end) == "["
    return "read" if elsewhere else Expression(it.first, end, "element")


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
    if it.form == "element" and word == "*" and text.unary(it.first - 1):
        return "read"  # a pointer that the memory holds
    if word == "&" and text.unary(it.first - 1):
        return Expression(it.first - 1, it.last, "pointer") if it.form == "element" else "unknown"
    if it.form == "pointer" and word in ("++", "--"):
        return replace(it, first=it.first - 1)
    if word == ")" and text.is_cast(it.first - 1):
        opening = text.partners[it.first - 1]
        if it.form == "element":
            return "unknown" if text.names_pointer(opening, it.first - 1) else "read"
        return "nothing" if text.at(opening + 1) == "void" else replace(it, first=opening)
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
        if text.at(start) in CASTS and it.form == "element":
            return "unknown" if text.names_pointer(start, opening) else "read"
        if text.at(start) in CASTS:
            return replace(wider, first=start)
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
