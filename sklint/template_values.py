"""Templates and flags that a kernel uses with other values than its SK function: `Impl<false>(x)` and `Impl<true>(x)`,
`Impl(x, false)` and `Impl(x, true)`.

Where both do the same, as what they differ by is what an adaptation adds, the values are left out of the comparison.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from sklint.body import Body, Call, Local
from sklint.body_words import CALLS, CLOSING, MEMBERS, OPENING, Item, Line, closing, texts
from sklint.ending_flags import decides_ends
from sklint.model import Function
from sklint.own_needs import ends_or_nothing
from sklint.parse.arguments_of_class import listed
from sklint.unit import Unit

TRUTH = {"true": 1, "false": 0}
FLAGS = ("true", "false", "1", "0")
SameWay = Callable[[Function, Function], bool]
"""Whether two functions, which are one with other values of its template parameters, do the same."""


@dataclass(frozen=True)
class TemplateValues:
    """The templates that two functions use, the kernel's (or the original of a copy) first."""

    unit: Unit
    one: Function
    other: Function
    same: SameWay

    def settled(self, expected: Line, found: Line) -> tuple[Line, Line]:
        """Two lines without the values that make no difference."""
        for call, its in self.made(expected, found):
            expected, found = self.without_ends(expected, found, call, its)
        for call, its in self.pairs(expected, found):
            expected, found = self.without_ends(expected, found, call, its)
            places = self.settled_places(call, its)
            expected, found = without(expected, call.index, places), without(found, its.index, places)
            flags = self.settled_flags(call, its)
            expected, found = without_flags(expected, call, flags), without_flags(found, its, flags)
        return self.without_types(expected, found)

    def agree(self, expected: Line, found: Line) -> bool:
        """Whether the calls of two lines of one text do the same, where those take values from around them."""
        if (self.one.values, self.one.types) == (self.other.values, self.other.types):
            return True
        pairs = list(self.pairs(expected, found))
        return self.asks_no_class(expected, [it for it, _ in pairs]) and all(
            self.same_call(call, its) for call, its in pairs
        )

    def asks_no_class(self, line: Line, calls: Sequence[Call]) -> bool:
        """Whether a line asks the classes that the two have for a type parameter for nothing but what it calls."""
        ours, theirs = dict(self.one.types), dict(self.other.types)
        names = {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
        called = {it.index for it in calls}
        declares = len(line) == 3 and line[1].first in {
            it.index for it in (self.one.body.locals if self.one.body else ())
        }
        return declares or not any(
            it.text in names and (at + 2 >= len(line) or line[at + 2].first not in called) for at, it in enumerate(line)
        )

    def pairs(self, expected: Line, found: Line) -> Iterator[tuple[Call, Call]]:
        """The calls of two lines that belong together: of one function, in order."""
        ours, theirs = calls_of(self.one.body, expected), calls_of(self.other.body, found)
        if [it.name for it in ours] == [it.name for it in theirs]:
            yield from zip(ours, theirs, strict=True)

    def made(self, expected: Line, found: Line) -> Iterator[tuple[Call, Call]]:
        """What makes the objects that two lines declare, where those are of one class."""
        ours, theirs = made_in(self.one.body, expected), made_in(self.other.body, found)
        if [it.name for it in ours] == [it.name for it in theirs]:
            yield from zip(ours, theirs, strict=True)

    def without_ends(self, expected: Line, found: Line, call: Call, its: Call) -> tuple[Line, Line]:
        """Two lines without arguments that decide about nothing but whether a TPipe is destroyed."""
        if call.targets != its.targets:
            return expected, found
        one, other = arguments_in(expected, call), arguments_in(found, its)
        numbers = [
            number
            for number in range(max(len(one), len(other)))
            if words_in(expected, one, number) != words_in(found, other, number)
            and decides_ends(self.unit, call, number)
        ]
        return without_arguments(expected, one, numbers), without_arguments(found, other, numbers)

    def settled_places(self, call: Call, its: Call) -> list[int]:
        """The numbers of the template arguments that are values or classes and make no difference."""
        if len(call.targets) != 1 or call.targets != its.targets:
            return []
        one, other = self.instances(call, its)
        if one is None or other is None or not self.same_call(call, its):
            return []
        names = [it.name for it in one.template or ()]
        given, its_given = dict((*one.values, *one.types)), dict((*other.values, *other.types))
        return [at for at, name in enumerate(names) if name in given and name in its_given]

    def settled_flags(self, call: Call, its: Call) -> list[int]:
        """The numbers of the arguments that are flags and make no difference."""
        ours, theirs = {**TRUTH, **dict(self.one.values)}, {**TRUTH, **dict(self.other.values)}
        pairs = ((ours.get(it), theirs.get(its)) for it, its in zip(call.arguments, its.arguments, strict=False))
        differ = [at for at, pair in enumerate(pairs) if None not in pair and pair[0] != pair[1]]
        one, other = self.instances(call, its) if differ and len(call.targets) == 1 else (None, None)
        if one is None or other is None or call.targets != its.targets or not self.same_call(call, its):
            return []
        names = [it.name for it in one.params]
        known = dict(one.values).keys() & dict(other.values).keys()
        return [at for at in differ if at < len(names) and names[at] in known]

    def same_call(self, call: Call, its: Call) -> bool:
        if call.targets != its.targets:
            return self.ends(call) and self.ends(its)
        if len(call.targets) != 1:
            return True
        one, other = self.instances(call, its)
        if one is None or other is None:
            return one is other
        return (one.values, one.types) == (other.values, other.types) or self.same(one, other)

    def ends(self, call: Call) -> bool:
        """Whether all functions that a call may be of do nothing but destroy, or nothing at all."""
        targets = [self.unit.function(key) for key in call.targets]
        return bool(targets) and all(it is not None and ends_or_nothing(self.unit, it) for it in targets)

    def instances(self, call: Call, its: Call) -> tuple[Function | None, Function | None]:
        """The function that two calls are of, as each has it."""
        key = call.targets[0]
        return self.unit.instance(self.one, call, key), self.unit.instance(self.other, its, key)

    # objects of class templates

    def without_types(self, expected: Line, found: Line) -> tuple[Line, Line]:
        """Two lines that declare objects of one class template, without their types where what is called on them does
        the same."""
        one, other = declared(self.one.body, expected), declared(self.other.body, found)
        if one is None or other is None or not self.same_object(one[1], other[1]):
            return expected, found
        return expected[one[0] :], found[other[0] :]

    def same_object(self, one: Local, other: Local) -> bool:
        if not one.type.record or one.type.record != other.type.record or one.type.canonical == other.type.canonical:
            return False
        if not differ_by_values(listed(one.type.canonical), listed(other.type.canonical)):
            return False
        ours, its = calls_on(self.one.body, one), calls_on(self.other.body, other)
        names = [it.name for it in ours or ()] == [it.name for it in its or ()]
        return ours is not None and its is not None and names and all(map(self.same_call, ours, its))


def calls_of(body: Body | None, line: Line) -> list[Call]:
    """The calls of a line, but for those that ask for a block count: an adaptation changes them."""
    calls = (it for it in (body.calls if body else ()) if line[0].first <= it.index < line[-1].last)
    return [it for it in calls if it.name not in CALLS and it.name not in MEMBERS]


def made_in(body: Body | None, line: Line) -> list[Call]:
    """What makes the variables that a line declares."""
    here = {it.index for it in (body.locals if body else ()) if line[0].first <= it.index < line[-1].last}
    return [it for it in (body.constructed if body else ()) if it.index in here]


def arguments_in(line: Line, call: Call) -> list[tuple[int, int]]:
    """The items of each argument of a call in a line: from the one to before the other."""
    at = next((at + 1 for at, it in enumerate(line) if it.first == call.index), len(line))
    if at < len(line) and line[at].text == "<":
        levels = accumulate((it.text == "<") - (it.text == ">") for it in line[at:])
        at += next((number for number, level in enumerate(levels) if level == 0), len(line)) + 1
    if at >= len(line) or line[at].text not in ("(", "{"):
        return []
    found, level, start, end = list[tuple[int, int]](), 0, at + 1, closing(line, at)
    for place in range(at + 1, end + 1):
        if place == end or (level == 0 and line[place].text == ","):
            found += [(start, place)] if place > start else []
            start = place + 1
        level += (line[place].text in OPENING) - (line[place].text in CLOSING)
    return found


def words_in(line: Line, arguments: Sequence[tuple[int, int]], number: int) -> tuple[str, ...]:
    """The words of an argument, none where it is left out."""
    first, last = arguments[number] if number < len(arguments) else (0, 0)
    return texts(line[first:last])


def without_arguments(line: Line, arguments: Sequence[tuple[int, int]], numbers: Sequence[int]) -> Line:
    """A line without some arguments of a call, and the commas that these have."""
    gone = [arguments[it] for it in numbers if it < len(arguments)]
    left = {at for first, last in gone for at in range(first - (line[first - 1].text == ","), last)}
    if gone and 0 in numbers and len(gone) < len(arguments):
        left.add(arguments[0][1])  # the comma behind the first
    return tuple(it for at, it in enumerate(line) if at not in left)


def declared(body: Body | None, line: Line) -> tuple[int, Local] | None:
    """The variable that a line declares, and the number of the item that names it."""
    found = [it for it in (body.locals if body else ()) if line[0].first <= it.index < line[-1].last]
    places = [at for at, item in enumerate(line) if found and item.first == found[0].index]
    return (places[0], found[0]) if len(found) == 1 and places else None


def calls_on(body: Body | None, local: Local) -> list[Call] | None:
    """What makes an object, and the calls on it; None where it is used in another way."""
    if body is None:
        return None
    made = [it for it in body.constructed if it.index == local.index]
    calls = [it for it in body.calls if it.receiver == local.name]
    uses = sum(it.kind == "name" and it.text == local.name for it in body.tokens)
    return [*made, *calls] if uses == len(calls) + 1 else None


def differ_by_values(arguments: Sequence[str], others: Sequence[str]) -> bool:
    """Whether lists of template arguments differ only where both have a number or a truth value."""
    pairs = [(one, other) for one, other in zip(arguments, others, strict=False) if one != other]
    return len(arguments) == len(others) and all(is_value(it) for pair in pairs for it in pair)


def is_value(argument: str) -> bool:
    return argument in ("true", "false") or argument.lstrip("-").isdigit()


def without_flags(line: Line, call: Call, numbers: Sequence[int]) -> Line:
    """A line without some of the arguments of a call, which are flags."""
    opening = next((at + 1 for at, it in enumerate(line) if it.first == call.index), len(line))
    if not numbers or opening >= len(line) or line[opening].text != "(":
        return line
    level, number, left = 0, 0, set[int]()
    for at in range(opening + 1, closing(line, opening)):
        level += (line[at].text in OPENING) - (line[at].text in CLOSING)
        number += level == 0 and line[at].text == ","
        left.update({at} if level == 0 and number in numbers and line[at].text in FLAGS else ())
    return tuple(it for at, it in enumerate(line) if at not in left)


def without(line: Line, index: int, places: Sequence[int]) -> Line:
    """A line without some of the template arguments of the call whose name is the token `index`."""
    start = next((at + 1 for at, it in enumerate(line) if it.first == index), len(line))
    if not places or start >= len(line) or line[start].text != "<":
        return line
    kept: list[Item] = list(line[: start + 1])
    level, number = 0, 0
    for at in range(start + 1, len(line)):
        text = line[at].text
        if level == 0 and text == ">":
            return (*kept, *line[at:]) if len(kept) > start + 1 else (*line[:start], *line[at + 1 :])
        level += (text in OPENING or text == "<") - (text in CLOSING or text == ">")
        number += level == 0 and text == ","
        if number not in places:
            kept.append(line[at])
    return line
