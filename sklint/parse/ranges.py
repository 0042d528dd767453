"""What a range-based `for` runs without naming it: `begin` and `end` of what it goes through, and the operators of the
iterator that `begin` gives."""

from collections.abc import Iterator, Sequence

from sklint.body import Call, Token
from sklint.declared import Key
from sklint.parse.brackets import after
from sklint.parse.calls import methods, type_of_receiver
from sklint.parse.clang import Kind, children, kind
from sklint.parse.names import Names
from sklint.parse.reading import Reading
from sklint.parse.types import read_type
from sklint.source import Span

ENDS = ("begin", "end")
STEPS = {"operator!=": 1, "operator++": 0, "operator*": 0}
"""The operators of an iterator, each with the number of its arguments."""


def read_ranges(names: Names) -> Iterator[Call]:
    """A call for each function of the project that a range-based `for` runs; one that reaches nothing where the class
    of what it goes through cannot be told."""
    if not any(it in names.reading.by_name for it in ENDS):
        return
    for colon, end in ranges(names.tokens):
        record = class_of_range(names, colon + 1, end)
        if record is None:
            continue
        found = {it: ends_of(names.reading, record, it) for it in ENDS} if record else dict.fromkeys(ENDS, ())
        iterators = {class_given(names.reading, key) for key in found["begin"]} - {""}
        steps = {
            step: tuple(key for it in sorted(iterators) for key in methods(names.reading, it, step, count))
            for step, count in STEPS.items()
        }
        for name, targets in (*found.items(), *steps.items()):
            if targets or (not record and name in ENDS):
                yield run(names, name, record, targets, colon, end)


def ranges(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The `:` of each range-based `for`, and the parenthesis that ends its head."""
    for at, it in enumerate(tokens[:-1]):
        if it.text == "for" and tokens[at + 1].text == "(":
            end = after(tokens, at + 1) - 1
            inside = at + 2
            while inside < end and tokens[inside].text not in (":", ";"):
                inside = after(tokens, inside) if tokens[inside].text in ("(", "[", "{") else inside + 1
            if inside + 1 < end and tokens[inside].text == ":":
                yield inside, end


def class_of_range(names: Names, first: int, end: int) -> str | None:
    """The class of the expression from a token to before another: "" where it cannot be told, None where it is none."""
    tokens = names.tokens
    if tokens[first].text == "{":
        return None
    while first + 1 < end and (
        tokens[first].text == "*" or (tokens[first].text == "(" and after(tokens, first) == end)
    ):
        first, end = first + 1, end - (tokens[first].text == "(")
    if tokens[end - 1].text in (")", "}"):
        return class_of_made(names, first, end)
    last = names.references.get(end - 1)
    if last and last.type:
        return None if "[" in last.type.canonical else last.type.record
    return type_of_receiver(names, end, "".join(it.text for it in tokens[first:end]))


def class_of_made(names: Names, first: int, end: int) -> str:
    """The class of what a call or `Name{}` gives that ends where the expression does."""
    named = (
        it for it in range(first, end - 2) if it in names.references and after_bracket(names.tokens, it + 1) == end
    )
    it = next((names.references[at] for at in named), None)
    if it is None:
        return ""
    return it.qualified if it.kind == "type" else class_given(names.reading, it.where)


def after_bracket(tokens: Sequence[Token], at: int) -> int:
    return after(tokens, at) if tokens[at].text in ("(", "{") else at


def class_given(reading: Reading, key: Key) -> str:
    """The class of what a function of the project gives."""
    known = reading.functions.get(key)
    return read_type(reading, known.cursor.result_type, "", False).record if known else ""


def ends_of(reading: Reading, record: str, name: str) -> tuple[Key, ...]:
    """The `begin` or `end` of a class: its method, else the function that takes the class."""
    if found := methods(reading, record, name, 0):
        return found
    free = (it for it in reading.by_name.get(name, ()) if not it.record and reading.takes(it.key, 1))
    return tuple(it.key for it in free if first_class(reading, it.key) in (record, ""))


def first_class(reading: Reading, key: Key) -> str:
    """The class of a function's first parameter."""
    params = (it for it in children(reading.functions[key].cursor) if kind(it) == Kind.PARAMETER)
    return next((read_type(reading, it.type, "", False).record for it in params), "")


def run(names: Names, name: str, record: str, targets: tuple[Key, ...], colon: int, end: int) -> Call:
    first, last = names.tokens[colon + 1].span, names.tokens[end - 1].span
    span = Span(first.path, first.start, max(first.end, last.end))
    receiver = "".join(it.text for it in names.tokens[colon + 1 : end])
    made = names.tokens[colon].from_macro
    qualified = f"{record}::{name}" if record else name
    return Call(name, qualified, bool(targets), receiver, record, (), (), span, span, colon, targets, made)
