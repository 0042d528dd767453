"""What nobody decided about the end of a TPipe: conditions that other code sets, and calls of what is not known."""

from collections.abc import Iterable
from itertools import pairwise

from sklint.body import Body, Call, Token
from sklint.model import Function
from sklint.unit import Unit

TPIPE = "AscendC::TPipe"
DESTROYS = ("DestroyWithoutPipeAll", "Destroy")
UNKNOWN = 3
"""The count on a way on which nobody can tell how often it was destroyed."""
NOTHING = frozenset(("nullptr", "NULL", "0", "false"))
DECIDED = frozenset("if constexpr sizeof true false int unsigned long short char bool float half".split())
"""The words of a condition that says the same in each build."""

Counts = frozenset[int]
NONE: Counts = frozenset((0,))
DOUBT: Counts = frozenset((UNKNOWN,))


def plus(counts: Counts, more: Counts) -> Counts:
    """The counts after something that destroys it so often more."""
    return frozenset(UNKNOWN if UNKNOWN in (one, two) else min(one + two, 2) for one in counts for two in more)


def joined(ways: Iterable[Counts]) -> Counts:
    """The counts after one of several ways, of which nobody tells which is taken."""
    found = {it for it in ways if it}
    return DOUBT if len(found) > 1 else frozenset[int]().union(*found)


def doubted(counts: Counts) -> Counts:
    """The same where a flag nobody knows may have been what kept it from being destroyed."""
    return frozenset(it or UNKNOWN for it in counts)


def undecided(
    unit: Unit, function: Function, tokens: tuple[Token, ...], data: frozenset[str], *, flag: bool = False
) -> bool:
    """Whether a condition is up to template arguments, to members, to what a helper's parameters are given, or to a
    variable that notes what was done; with `flag`, to a mere yes or no of these."""
    words = [it.text for it in tokens]
    if "constexpr" in words and not DECIDED.issuperset(it.text for it in tokens if it.kind == "name"):
        return True
    open_names = names_left_open(unit, function, data)
    asked = (word for before, word in pairwise(("", *owned(words))) if before not in (".", "->"))
    types = [open_names[it] for it in asked if it in open_names]
    return any(it == "bool" or "nullptr" in words for it in types) if flag else bool(types)


def owned(words: list[str]) -> list[str]:
    """The words of a condition without the `this->` that members may have before them."""
    inside = [at for at, (one, two) in enumerate(pairwise(words)) if (one, two) == ("this", "->")]
    return [it for at, it in enumerate(words) if at not in inside and at - 1 not in inside]


def names_left_open(unit: Unit, function: Function, data: frozenset[str]) -> dict[str, str]:
    """The names that mean what nobody decided in a function, with their types; template parameters are flags, and
    parameters in `data` are known to be none."""
    body = function.body
    changed = changed_in(body) if body else frozenset[str]()
    names = {it.name: "bool" for it in function.template or ()}
    for record in with_bases(unit, function.record):
        known = unit.record(record)
        names |= {name: type.canonical for name, type in known.fields.items()} if known else {}
    for it in body.locals if body else ():
        names.pop(it.name, "")
        if it.type.canonical == "bool" and it.name in changed:
            names[it.name] = "bool"
    entered = {it.key for it in (*unit.sk_functions, *unit.kernels)}
    modes = given_constants(unit, function)
    for it in function.params:
        names.pop(it.name, "")
        if function.key not in entered and it.name not in changed | data:
            names[it.name] = "bool" if it.name in modes else it.type.canonical
    return names


def given_constants(unit: Unit, function: Function) -> frozenset[str]:
    """The parameters of a function that are given nothing but constants wherever an SK function reaches it."""
    if function.key not in unit.modes:
        bodies = {it.function.key: it.function.body for one in unit.sk_functions for it in unit.reach(one)}
        calls = [(body, it) for body in bodies.values() if body for it in body.calls if function.key in it.targets]
        every = enumerate(function.params) if calls else ()
        unit.modes[function.key] = frozenset(
            it.name for number, it in every if all(is_constant(unit, body, call, number) for body, call in calls)
        )
    return unit.modes[function.key]


def is_constant(unit: Unit, body: Body, call: Call, number: int) -> bool:
    """Whether an argument of a call is a number, an enumerator or a constant, or is left out."""
    if number >= len(call.arguments):
        return True
    text = call.arguments[number]
    last = text.rpartition("::")[2]
    known = (it for it in body.references.values() if it.qualified.rpartition("::")[2] == last)
    named = any(
        it.kind in ("enumerator", "variable") and unit.reader.constant(it.qualified) is not None for it in known
    )
    return text.lstrip("-").rstrip("uUlL").isdigit() or named


def with_bases(unit: Unit, record: str) -> list[str]:
    found = [record] if record else []
    for it in found:
        known = unit.record(it)
        found += [base for base in known.bases if base not in found] if known else []
    return found


def changed_in(body: Body) -> frozenset[str]:
    """The names that something is assigned to, but for where they are declared."""
    declared = {it.index for it in body.locals}
    pairs = enumerate(pairwise(body.tokens))
    return frozenset(one.text for at, (one, two) in pairs if two.text == "=" and at not in declared)


def given_up(unit: Unit, record: str, name: str) -> bool:
    """Whether a method of a class, but for those that make its objects and end them, empties a member."""
    known = unit.record(record) if record else None
    own = record.rpartition("::")[2]
    keys = (keys for method, keys in known.methods.items() if method.lstrip("~") != own) if known else ()
    bodies = (it.body for them in keys for key in them if (it := unit.function(key)))
    return any(empties(body, name) for body in bodies if body)


def empties(body: Body, name: str) -> bool:
    words = [it.text for it in body.tokens]
    return any(
        words[at] == name and words[at + 1] == "=" and words[at + 2] in NOTHING for at in range(max(0, len(words) - 2))
    )


def others_destroy(unit: Unit) -> bool:
    """Whether code of the unit that is not known to run may destroy a TPipe of others: some word of it says so besides
    those that end a TPipe of their own function."""
    if unit.missing_headers:
        return True
    if "others" not in unit.strangers:
        entered = (*unit.reader.sk_functions(), *unit.reader.kernels())
        bodies = {it.function.key: it.function.body for one in entered for it in unit.reach(one)}
        own = {span for body in bodies.values() if body for span in own_ends(body)}
        unit.strangers["others"] = words_of(unit) > len(own)
    return unit.strangers["others"]


def own_ends(body: Body) -> list[object]:
    """Where a body destroys a TPipe that it declares itself."""
    own = {it.name for it in body.locals if it.type.record == TPIPE and not (it.type.pointer or it.type.reference)}
    return [it.span for it in body.calls if it.name in DESTROYS and it.receiver in own and not it.from_macro]


def words_of(unit: Unit) -> int:
    """How often the project's files say that something is destroyed, in code or not."""
    return sum(source.data.count(b"Destroy") for source in unit.sources.values())
