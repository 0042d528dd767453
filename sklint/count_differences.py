"""Where an SK function of MIX 1:2 has another block count than its kernel on some kind of core: it takes that of the
system's arguments as it is, which is twice as much on vector cores, or halves it where that is not due."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sklint.body import Body, Statement, Token
from sklint.body_words import BLOCKS, MEMBERS, Item, Line
from sklint.core_counts import at_place, cores_in
from sklint.core_uses import argument_of, uses_argument
from sklint.core_values import Core, Count
from sklint.member_counts import MemberCount, member_counts, value_behind
from sklint.model import Function, Kernel, SkFunction
from sklint.same_body import same_lines
from sklint.source import Span
from sklint.unit import Unit

COUNTS = frozenset(name for name, it in MEMBERS.items() if it == BLOCKS)
CORES = {"AIC": "cube", "AIV": "vector"}
WORDS = {Fraction(1, 2): "half", Fraction(2): "twice"}
CHANGED = ("=", "/=", ">>=", "*=", "%=", "-=", "+=")


@dataclass(frozen=True, slots=True)
class CountDifference:
    """`token` is where the SK function takes its count, `written` the expression `sysArgs->skNumBlocks` where it is
    that and no macro makes it. `times` tells for each kind of core that comes there how often the kernel's it is."""

    function: SkFunction
    kernel: Kernel
    token: Token
    written: Span | None
    times: Mapping[str, Fraction]

    @property
    def whole(self) -> bool:
        """Whether the system's count is taken as it is."""
        return self.times.get("AIV") == 2 and self.times.get("AIC", 1) == 1

    @property
    def amount(self) -> str:
        """What the SK function has in words."""
        return " and ".join(
            f"{WORDS.get(times, f'{times} times')} the GetBlockNum() of {self.kernel.name} on {CORES[kind]} cores"
            for kind, times in self.times.items()
            if times != 1
        )


def count_differences(unit: Unit) -> list[CountDifference]:
    if not unit.counts:
        unit.counts.append(list(find_differences(unit)))
    return unit.counts[0]


def find_differences(unit: Unit) -> Iterator[CountDifference]:
    told: set[Span] = set()
    for binding, kernel, function in unit.bound:
        body, kernel_body = function.body, kernel.body
        if body is None or kernel_body is None or not doubled(kernel, function):
            continue
        for expected, found in same_lines(unit, binding, kernel, function):
            for theirs, ours in paired(unit, expected, found, kernel_body, body):
                place = (kernel, kernel_body, theirs) if theirs else None
                times = compared(unit, place, (function, body, ours))
                if set(times.values()) - {1}:
                    found_here = differences(kernel, function, body, ours, times)
                    yield from (it for it in found_here if it.token.span not in told)
                    told.update(body.tokens[it].span for it in taken(body, ours))


def paired(
    unit: Unit, expected: Line, found: Line, kernel_body: Body, body: Body
) -> Iterator[tuple[Item | None, Item]]:
    """The counts of two lines that do the same; None for that which a copy of a helper asks for itself where the SK
    function hands it on to its own copy."""
    if len(expected) == len(found):
        yield from (
            (one, other) for one, other in zip(expected, found, strict=True) if one.text == other.text == BLOCKS
        )
        return
    known = {(it.name, it.receiver_type) for it in kernel_body.calls}
    for it in (it for it in found if it.text == BLOCKS and all(one.text != BLOCKS for one in expected)):
        given = argument_of(unit, body, it)
        if given and given[0].targets and (given[0].name, given[0].receiver_type) not in known:
            yield None, it


def differences(
    kernel: Kernel, function: SkFunction, body: Body, item: Item, times: Mapping[str, Fraction]
) -> list[CountDifference]:
    """One for each place that takes the count as it is; else for the first."""
    places = taken(body, item)
    found = [CountDifference(function, kernel, body.tokens[it], written(function, body, it), times) for it in places]
    return found if found[0].whole else found[:1]


def doubled(kernel: Kernel, function: SkFunction) -> bool:
    """Whether the count of the one is twice that of the other on some cores, and the other may take it."""
    types = (kernel.kernel_type, function.kernel_type)
    return all(it and it.doubles_vector_blocks for it in types) and function.system_args is not None


Place = tuple[Function, Body, Item]


def compared(unit: Unit, theirs: Place | None, ours: Place) -> dict[str, Fraction]:
    """How often the kernel's count the SK function's is, for each kind of core that comes to both and uses it; nothing
    where that is not known of one. No place of the kernel's: the launch's count, as a helper asks for it."""
    found: dict[str, Fraction] = {}
    for core in cores_in(unit, ours[0].kernel_type if isinstance(ours[0], SkFunction) else None):
        kernel_count = count_at(unit, theirs, core) if theirs else Fraction(1)
        count = count_at(unit, ours, core)
        if kernel_count is None or count is None:
            return {}
        if kernel_count and count and uses_argument(unit, ours[1], ours[2], core):
            found[core.kind] = count / kernel_count
    return found


def count_at(unit: Unit, place: Place, core: Core) -> Fraction | None:
    """The count on a kind of core, 0 where that does not come there; None where it cannot be told."""
    function, body, item = place
    run = at_place(unit, function, body, core, item.first)
    if run is None:
        return Fraction(0)
    members = members_of(unit, function, body)
    behind = (it for it in members if it.sets.first <= item.first < it.sets.last)
    changed = next(behind, None)
    value = value_behind(unit, function, body, core, changed) if changed else run.value(item.first, item.last)
    return value.times if isinstance(value, Count) else None


def members_of(unit: Unit, function: Function, body: Body) -> list[MemberCount]:
    key = (function.key, function.values)
    if key not in unit.members:
        unit.members[key] = list(member_counts(body, body.statement))
    return unit.members[key]


def taken(body: Body, item: Item) -> list[int]:
    """Where an expression of the block count takes it, its variables' values included; else where that is called."""
    found = involved(body, item)
    members = [it for it in found if body.tokens[it].text in COUNTS]
    return members or [it.index for it in body.calls if it.index in found] or [item.first]


def involved(body: Body, item: Item) -> list[int]:
    """The tokens that an expression is made of, and those that its variables get their values from."""
    found = list(range(item.first, item.last))
    seen: set[str] = set()
    for at in found:
        name = body.tokens[at].text
        if body.tokens[at].kind == "name" and name not in seen and any(it.name == name for it in body.locals):
            seen.add(name)
            found += (index for it in given(body, body.statement, name) for index in range(it.first, it.last))
    return found


def given(body: Body, statement: Statement, name: str) -> Iterator[Statement]:
    """The plain statements that declare a variable or change it."""
    if statement.kind == "simple":
        words = [it.text for it in body.tokens[statement.first : statement.last]]
        places = [at for at, word in enumerate(words) if word == name]
        declares = any(statement.first <= it.index < statement.last and it.name == name for it in body.locals)
        if declares or any(words[at + 1 : at + 2] and words[at + 1] in CHANGED for at in places):
            yield statement
    for it in statement.children:
        yield from given(body, it, name)


def written(function: SkFunction, body: Body, at: int) -> Span | None:
    """The expression that ends with the member's name at `at`, and the parentheses of a call; None
    where it cannot be written otherwise."""
    system = function.system_args.name if function.system_args else ""
    called = texts(body, at + 1, at + 3) == ["(", ")"]
    tokens = body.tokens[at - 2 : at + (3 if called else 1)]
    if texts(body, at - 2, at) != [system, "->"] or any(it.from_macro for it in tokens) or body.in_macro:
        return None
    after = at + (3 if called else 1)
    if body.tokens[at - 3].text in ("{", ",") and texts(body, after, after + 1) in (["}"], [","]):
        return None  # in braces a wider type is an error
    return Span(tokens[0].span.path, tokens[0].span.start, tokens[-1].span.end)


def texts(body: Body, first: int, last: int) -> list[str]:
    return [it.text for it in body.tokens[first:last]]
