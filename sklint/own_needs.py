"""Lines that an SK function has for its own sake: they hold a TPipe to destroy, destroy or flush, or run nothing."""

from collections.abc import Iterable, Sequence

from sklint.body import Body, Call, Local
from sklint.body_words import Line, Reading, texts
from sklint.line_words import DESTROYS
from sklint.local_classes import local_destructors
from sklint.members import definition
from sklint.model import Function
from sklint.normal_form import normal_form
from sklint.pipe_events import TPIPE
from sklint.unit import Unit

NOTED = frozenset(("nullptr", "NULL", "true", "false"))
"""What members are set to that note what was destroyed."""
RUN_NOTHING = frozenset(("static_assert", "using", "typedef"))
CLASSES = frozenset(("struct", "class", "enum", "union"))
WAYS_OUT = (("{",), ("}",), ("else",), ("return", ";"))
QUIET = frozenset(("GetTPipePtr", "move", "addressof", "ref", "forward"))
"""Calls that hand something on and do nothing."""
DEEPEST = 6


def tidies(unit: Unit, function: Function, line: Line) -> bool:
    """Whether a line of a function holds a TPipe to destroy, only destroys or flushes, or declares without running."""
    body, words = function.body, texts(line)
    destroyed = {it.receiver for it in body.calls if it.name in DESTROYS} if body else set[str]()
    pipe = len(words) == 3 and words[0] == "TPipe" and words[1] in destroyed
    silent = words[0] in RUN_NOTHING or "constexpr" in words[:2] or (words[0] in CLASSES and words[-2:] == ("}", ";"))
    tidy = only_tidies(unit, function, line) or declares_tidy(unit, function, line)
    return pipe or silent or tidy or sets_guard(unit, function, line) or calls_guard(unit, function, line)


def names_elsewhere(line: Line) -> bool:
    """Whether a line makes names of another namespace known, by which a body may name or not name what it uses."""
    words = texts(line)
    return words[0] == "using" and "=" not in words


def only_tidies(unit: Unit, function: Function, line: Line, depth: int = 0) -> bool:
    """Whether a line is a call of functions of the project that destroy or flush, and do nothing else."""
    calls = calls_in(function, line)
    if len(calls) != 1 or texts(line)[-2:] != (")", ";") or any(it.text == "=" for it in line):
        return False
    return all_tidy(unit, [unit.function(key) for key in calls[0].targets], depth)


def declares_tidy(unit: Unit, function: Function, line: Line) -> bool:
    """Whether a line declares another name for a TPipe, or an object that does nothing but destroy or flush in the end:
    it may come from functions that do nothing but make it."""
    body = function.body
    made = [it for it in body.locals if within(line, it.index)] if body else []
    if body is None or len(made) != 1 or not made[0].type.record:
        return False
    calls = [it for it in calls_in(function, line) if it.index != made[0].index]
    if not all(quiet(unit, it) for it in calls):
        return False
    if made[0].type.record == TPIPE:
        return made[0].type.pointer or made[0].type.reference
    return is_guard(unit, function, made[0])


def sets_guard(unit: Unit, function: Function, line: Line) -> bool:
    """Whether a line tells an object that destroys a TPipe in the end which one: `end.pipe = &pipe;`."""
    words = texts(line)
    if words[1:2] != (".",) or words[3:4] != ("=",) or not all(quiet(unit, it) for it in calls_in(function, line)):
        return False
    guards = (it for it in function.body.locals if it.name == words[0]) if function.body else ()
    return any(it.type.record != TPIPE and is_guard(unit, function, it) for it in guards)


def calls_guard(unit: Unit, function: Function, line: Line) -> bool:
    """Whether a line calls a method of an object that destroys a TPipe in the end, which tells that which one, or not
    to: `end.Init(&pipe);`, `end.Release();`."""
    body, calls = function.body, [it for it in calls_in(function, line) if it.name not in QUIET]
    if body is None or len(calls) != 1 or texts(line)[-2:] != (")", ";"):
        return False
    guards = (it for it in body.locals if it.name == calls[0].receiver and it.type.record == calls[0].receiver_type)
    methods = [unit.function(key) for key in calls[0].targets]
    return any(holds_pipes(unit, it.type.record) and is_guard(unit, function, it) for it in guards) and all(
        it is not None and only_sets(unit, it) for it in methods
    )


def holds_pipes(unit: Unit, record: str) -> bool:
    """Whether objects of a class have nothing but TPipes that they point to, and flags."""
    known = unit.record(record)
    types = known.fields.values() if known and not known.bases else ()
    return bool(types) and all(it.record == TPIPE or it.canonical == "bool" for it in types)


def only_sets(unit: Unit, method: Function) -> bool:
    """Whether a method does nothing but set members of its object, and destroy."""
    body = method.body
    return body is not None and all(it.name in DESTROYS or quiet(unit, it) for it in body.calls)


def is_guard(unit: Unit, function: Function, local: Local) -> bool:
    """Whether an object does nothing but destroy or flush in the end."""
    run = what_runs(unit, function, local)
    ends = [it for it in run if it and it.name.startswith("~")]
    others = [it for it in run if it not in ends]
    return all_tidy(unit, ends) and all(it is not None and makes_nothing(unit, it) for it in others)


def what_runs(unit: Unit, function: Function, local: Local) -> list[Function | None]:
    """What runs when an object comes and goes: constructors, destructors and initialised fields of its class, its bases
    and its members."""
    body = function.body
    made = [it for it in body.constructed if it.index == local.index] if body else []
    if made:
        return [unit.function(key) for key in made[0].targets]
    name = local.type.record.rpartition("::")[2]
    if local.type.reference:
        known = unit.record(local.type.record)
        return [unit.function(definition(unit, it)) for it in known.methods.get(f"~{name}", ())] if known else []
    own = local_destructors(function).get(name)
    return [own] if own else []


def makes_nothing(unit: Unit, function: Function, depth: int = 0) -> bool:
    """Whether a constructor, a function that makes an object or the initialiser of a field does nothing else."""
    body = function.body
    return body is not None and all(
        initializes(unit, function, body, it) or quiet(unit, it, depth) for it in body.calls
    )


def initializes(unit: Unit, function: Function, body: Body, call: Call) -> bool:
    """Whether it is no call, but what a constructor initialises a field with."""
    record = unit.record(function.record) if call.index < body.statement.first else None
    return record is not None and call.name in record.fields and not call.receiver


def quiet(unit: Unit, call: Call, depth: int = 0) -> bool:
    """Whether a call makes or hands on something, and does nothing else."""
    targets = [unit.function(key) for key in call.targets]
    known = bool(targets) and depth < DEEPEST
    return call.name in QUIET or (known and all(it and makes_nothing(unit, it, depth + 1) for it in targets))


def all_tidy(unit: Unit, functions: Sequence[Function | None], depth: int = 0) -> bool:
    """Whether there are functions, and all of them destroy or flush and do nothing else."""
    return bool(functions) and depth < DEEPEST and all(it and is_tidy(unit, it, depth) for it in functions)


def ends_or_nothing(unit: Unit, function: Function) -> bool:
    """Whether a function does nothing but destroy or flush, or nothing at all."""
    return function.body is not None and (not normal_form(function.body, Reading()) or is_tidy(unit, function, 0))


def is_tidy(unit: Unit, function: Function, depth: int) -> bool:
    body = function.body
    if body is None or not body.calls:
        return False
    lines = normal_form(body, Reading())
    return all(does_nothing(line) or only_tidies(unit, function, line, depth + 1) for line in lines)


def does_nothing(line: Line) -> bool:
    """Whether a line is a test that calls nothing, a way out, or notes what was destroyed."""
    words = texts(line)
    notes = len(words) == 4 and words[1] == "=" and words[2] in NOTED
    return words in WAYS_OUT or notes or (words[0] == "if" and words.count("(") == 1)


def calls_in(function: Function, line: Line) -> list[Call]:
    calls: Iterable[Call] = function.body.calls if function.body else ()
    return [it for it in calls if within(line, it.index)]


def within(line: Line, index: int) -> bool:
    return line[0].first <= index < line[-1].last


def pipe_owners(unit: Unit, function: Function) -> dict[str, str]:
    """The objects of a function that do nothing but hold a TPipe and destroy it in the end, with its name in them."""
    body = function.body
    found: dict[str, str] = {}
    for local in body.locals if body else ():
        known = unit.record(local.type.record) if not local.type.pointer and not local.type.reference else None
        if known and len(known.fields) == 1 and not known.bases and is_guard(unit, function, local):
            name, type = next(iter(known.fields.items()))
            owns = type.record == TPIPE and not type.pointer and not type.reference
            found.update({local.name: name} if owns else {})
    return found
