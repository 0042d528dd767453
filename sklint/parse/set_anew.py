"""Whether a local tensor may become another after its declaration: by an assignment, a reference to it, a function that
takes it by reference."""

from collections.abc import Iterator, Sequence

from clang.cindex import Cursor

from sklint.parse.clang import Kind, children, kind, overloads, parts_below, referenced
from sklint.parse.lex import Lexeme, lex
from sklint.parse.reading import Reading
from sklint.parse.types import LVALUE_REFERENCE, RVALUE_REFERENCE

INTERFACE = "AscendC::"
SETTERS = frozenset(("SetAddr", "SetAddrWithOffset"))
"""The methods that set a tensor's address."""


def may_be_set_anew(reading: Reading, variable: Cursor, around: Cursor) -> bool:
    """Whether the function `around` a local variable has a use of its name that may change what the name stands for. An
    index, a method, and an argument do not, of a function of the interface or of one that takes no reference to it."""
    (start, end), (_, last) = (reading.tree.extent(it.extent) for it in (variable, around))
    if not reading.in_project(start.path):
        return True
    words = list(lex(reading.source(start.path).data, end, last))
    uses = [at for at, it in enumerate(words) if it.text == variable.spelling]
    in_doubt = {words[at].start for at in uses if not is_left_alone(words, at)}
    return bool(in_doubt) and not in_doubt.issubset(lent(reading, around, start.path))


def is_left_alone(words: Sequence[Lexeme], at: int) -> bool:
    """Whether a name is indexed, or asked by a method, or names another's member."""
    before = words[at - 1].text if at else ""
    after = [it.text for it in words[at + 1 : at + 3]]
    asked = after[:1] == ["."] and not SETTERS.issuperset(after[1:])
    return asked or before in (".", "->", "::") or (after[:1] == ["["] and before != "&")


def lent(reading: Reading, function: Cursor, path: str) -> set[int]:
    """Where the names stand in a function that are arguments which the callee leaves as they are."""
    calls = parts_below(function, frozenset((Kind.CALL,)), frozenset())[0]
    places = (reading.tree.place(it.location) for call in calls for it in arguments_left_alone(reading, call))
    return {it.offset for it in places if it.path == path}


def arguments_left_alone(reading: Reading, call: Cursor) -> Iterator[Cursor]:
    callee = callees(call)
    given = [it for it in call.get_arguments() if it is not None] or children(call)[1:]
    for place, it in enumerate(given) if callee else ():
        if all(leaves(reading, one, place) for one in callee):
            yield it


def callees(call: Cursor) -> list[Cursor]:
    """The functions that a call may mean; none where that is not known, or it is an operator."""
    name = called(call)
    target = referenced(call) or name
    if target is None or call.spelling.startswith("operator"):
        return []
    return overloads(target) if kind(target) == Kind.OVERLOADED_REF else [target]


def called(call: Cursor) -> Cursor | None:
    """The overloaded name that is called."""
    inner = children(call)[:1]
    while inner and kind(inner[0]) == Kind.EXPRESSION:
        inner = children(inner[0])[:1]
    named = [it for it in (*inner, *(children(inner[0]) if inner else ())) if kind(it) == Kind.OVERLOADED_REF]
    return named[0] if named else None


def leaves(reading: Reading, callee: Cursor, place: int) -> bool:
    """Whether a function leaves an argument as it is: one of the interface does, others where they take no reference
    through which they could change it."""
    in_project = reading.in_project(reading.tree.place(callee.location).path)
    if not in_project and reading.qualified(callee).startswith(INTERFACE):
        return True
    params = [it for it in children(callee) if kind(it) == Kind.PARAMETER]
    if place >= len(params):
        return False
    type = params[place].type.get_canonical()
    by_reference = type._kind_id in (LVALUE_REFERENCE, RVALUE_REFERENCE)
    return not by_reference or type.get_pointee().is_const_qualified()
