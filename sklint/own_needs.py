"""Lines that an SK function has for its own sake: they hold a TPipe to destroy, destroy or flush, or run nothing."""

from collections.abc import Sequence

from sklint.body_lines import DESTROYS
from sklint.body_words import Line, Reading, texts
from sklint.local_classes import local_destructors
from sklint.model import Body, Function, Local
from sklint.normal_form import normal_form
from sklint.unit import Unit

RUN_NOTHING = frozenset(("static_assert", "using", "typedef"))
CLASSES = frozenset(("struct", "class", "enum", "union"))
WAYS_OUT = (("{",), ("}",), ("else",), ("return", ";"))
CURRENT = ("=", "GetTPipePtr", "(", ")", ";")


def tidies(unit: Unit, function: Function, line: Line) -> bool:
    """Whether a line of a function holds a TPipe to destroy, only destroys or flushes, or declares without running."""
    body, words = function.body, texts(line)
    destroyed = {it.receiver for it in body.calls if it.name in DESTROYS} if body else set[str]()
    pipe = words[-5:] == CURRENT or (len(words) == 3 and words[0] == "TPipe" and words[1] in destroyed)
    silent = words[0] in RUN_NOTHING or "constexpr" in words[:2] or (words[0] in CLASSES and words[-2:] == ("}", ";"))
    return pipe or silent or only_tidies(unit, function, line) or guards(unit, function, line)


def only_tidies(unit: Unit, function: Function, line: Line) -> bool:
    """Whether a line is a call of functions of the project that destroy or flush, and do nothing else."""
    calls = [it for it in function.body.calls if within(line, it.index)] if function.body else []
    if len(calls) != 1 or texts(line)[-2:] != (")", ";") or any(it.text == "=" for it in line):
        return False
    return all_tidy([unit.function(key) for key in calls[0].targets])


def guards(unit: Unit, function: Function, line: Line) -> bool:
    """Whether a line declares an object that does nothing but destroy or flush in the end."""
    body = function.body
    made = [it for it in body.locals if within(line, it.index)] if body else []
    if body is None or len(made) != 1 or not made[0].type.record:
        return False
    calls = any(within(line, it.index) and it.index != made[0].index for it in body.calls)
    return not calls and all_tidy(destructors(unit, function, made[0])) and makes_nothing(unit, made[0])


def destructors(unit: Unit, function: Function, local: Local) -> list[Function | None]:
    name = local.type.record.rpartition("::")[2]
    record = unit.record(local.type.record)
    if record:
        return [unit.function(key) for key in record.methods.get(f"~{name}", ())]
    own = local_destructors(function).get(name)
    return [own] if own else []


def makes_nothing(unit: Unit, local: Local) -> bool:
    """Whether the constructors of a variable's class call nothing."""
    record = unit.record(local.type.record)
    name = local.type.record.rpartition("::")[2]
    made = [unit.function(key) for key in record.methods.get(name, ())] if record else []
    return all(it and it.body and runs_no_call(it.body) for it in made)


def runs_no_call(constructor: Body) -> bool:
    """Whether a constructor calls nothing behind its initialisers."""
    return all(it.index < constructor.statement.first for it in constructor.calls)


def all_tidy(functions: Sequence[Function | None]) -> bool:
    """Whether there are functions, and all of them destroy or flush and do nothing else."""
    bodies = [it.body if it else None for it in functions]
    return bool(bodies) and all(body and body.calls and does_nothing(normal_form(body, Reading())) for body in bodies)


def does_nothing(lines: Sequence[Line]) -> bool:
    """Whether all that is left are tests that call nothing and ways out."""
    return all(words in WAYS_OUT or (words[0] == "if" and words.count("(") == 1) for words in map(texts, lines))


def within(line: Line, index: int) -> bool:
    return line[0].first <= index < line[-1].last
