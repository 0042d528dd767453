"""Parameters that decide about nothing but whether a TPipe is destroyed: of functions that a kernel and its SK function
share, which they tell apart by such a one."""

import re
from collections.abc import Iterator, Sequence

from sklint.argument_places import argument_places, member_started
from sklint.body import Body, Call
from sklint.body_words import Line, Reading, texts
from sklint.declared import Param
from sklint.line_words import is_code
from sklint.members import methods_of
from sklint.model import Function
from sklint.normal_form import normal_form
from sklint.own_needs import only_tidies
from sklint.unit import Unit

DEEPEST = 4


def decides_ends(unit: Unit, call: Call, number: int, depth: int = 0) -> bool:
    """Whether an argument of a call, or of what makes an object, does nothing else in any function it may be given
    to."""
    targets = [unit.function(key) for key in call.targets if not key[2].startswith("~")]
    taking = [it for it in targets if it is None or len(it.params) > number]
    return (
        bool(taking) and depth < DEEPEST and all(it is not None and only_ends(unit, it, number, depth) for it in taking)
    )


def constant_ends(unit: Unit, name: str) -> bool:
    """Whether a constant does nothing else in any function that runs, where it does anything."""
    roots = (*unit.kernels, *unit.sk_functions)
    functions = {it.function.key: it.function for root in roots for it in unit.reach(root)}.values()
    using = [it for it in functions if it.body and it.body.names_any(frozenset((name,)))]
    return bool(using) and not any(
        any(it.text == name for it in line) for one in using if one.body for line in uses(unit, one, one.body, name)
    )


def only_ends(unit: Unit, function: Function, number: int, depth: int) -> bool:
    body, param = function.body, function.params[number]
    name = param.name
    if body is None or not name or any(it.name == name for it in body.locals) or deduces(function, param):
        return False
    if not any(names(body, at, name) for at in range(len(body.tokens))):
        return False
    heads = (at for at in range(body.statement.first) if names(body, at, name))
    started = [at for at in heads if body.tokens[at + 1].text not in ("(", "{")]
    members = [member_started(body, at) for at in started]
    listed = all(it and member_ends(unit, function.record, it, depth) for it in members)
    return listed and all(
        is_set(line, name) or noted(unit, function, line, name, depth) or handed_on(unit, function, line, name, depth)
        for line in uses(unit, function, body, name)
    )


def deduces(function: Function, param: Param) -> bool:
    """Whether a template argument comes of what a parameter is given."""
    return any(re.search(rf"\b{it.name}\b", param.type.written) for it in function.template or () if it.name)


def names(body: Body, at: int, name: str) -> bool:
    before = body.tokens[at - 1].text if at else ""
    inside = before in (".", "->") and not (at > 1 and body.tokens[at - 2].text == "this")
    return body.tokens[at].kind == "name" and body.tokens[at].text == name and not inside


def uses(unit: Unit, function: Function, body: Body, name: str) -> Iterator[Line]:
    """The lines of a body that have a name, but for tests of branches that only destroy."""
    lines = normal_form(body, Reading())
    ending = set(tests_of_ends(unit, function, lines))
    for number, line in enumerate(lines):
        if number not in ending and any(names(body, at, name) for it in line for at in range(it.first, it.last)):
            yield line


def tests_of_ends(unit: Unit, function: Function, lines: Sequence[Line]) -> Iterator[int]:
    """The numbers of the lines that test whether others are done which only destroy, or leave where nothing else is
    done behind."""
    for number, line in enumerate(lines):
        if line[0].text == "if" and (branch := branch_behind(lines, number)):
            inside = [it for it in branch if is_code(it)]
            if [texts(it) for it in inside] == [("return", ";")]:
                inside = list(lines[number + 1 + len(branch) :])
                if all(only_tidies(unit, function, it) for it in inside):
                    yield number
            elif inside and all(only_tidies(unit, function, it) for it in inside):
                yield number


def branch_behind(lines: Sequence[Line], number: int) -> Sequence[Line]:
    """The lines of the only branch of an `if`; none where it has an `else`."""
    level = 0
    for at in range(number + 1, len(lines)):
        level += (texts(lines[at]) == ("{",)) - (texts(lines[at]) == ("}",))
        if level == 0:
            other = at + 1 < len(lines) and lines[at + 1][0].text == "else"
            return () if other else lines[number + 1 : at + 1]
    return ()


def noted(unit: Unit, function: Function, line: Line, name: str, depth: int) -> bool:
    """Whether a line keeps it in a member that decides about nothing else."""
    words = texts(line)
    keeps = len(words) == 4 and (words[1], words[2], words[3]) == ("=", name, ";")
    return keeps and member_ends(unit, function.record, words[0], depth)


def member_ends(unit: Unit, record: str, member: str, depth: int) -> bool:
    known = unit.record(record) if record and depth < DEEPEST else None
    if known is None or member not in known.fields:
        return False
    return all(
        is_set(line, member) or handed_on(unit, it, line, member, depth)
        for it in methods_of(unit, record)
        if it.body
        for line in uses(unit, it, it.body, member)
    )


def is_set(line: Line, member: str) -> bool:
    words = texts(line)
    return words[:2] == (member, "=") and (member not in words[2:] or words[2:] == (member, ";"))


def handed_on(unit: Unit, function: Function, line: Line, name: str, depth: int) -> bool:
    """Whether all uses of a name in a line are arguments of calls that it does nothing else in."""
    body = function.body
    if body is None:
        return False
    places = [at for it in line for at in range(it.first, it.last) if names(body, at, name)]
    given = [
        first
        for call in body.calls
        if line[0].first <= call.index < line[-1].last
        for number, (first, last) in enumerate(argument_places(body, call))
        if last - first == 1 and first in places and decides_ends(unit, call, number, depth + 1)
    ]
    return set(given) == set(places)
