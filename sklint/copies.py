"""Whether copies of helpers, which an SK function uses in their place, do the same as those."""

import re
from collections.abc import Iterator, Sequence

from sklint.body import Body, Reference
from sklint.body_words import BLOCKS, Line, Reading, Words
from sklint.comparison import Alike, Comparison
from sklint.core_counts import system_name
from sklint.counted import launch_counts
from sklint.declared import Key, Param, Record, Type
from sklint.ending_flags import constant_ends
from sklint.members import definition
from sklint.model import Function
from sklint.normal_form import normal_form
from sklint.own_needs import ends_or_nothing
from sklint.parse.lex import lex
from sklint.system_args import SYSTEM_ARGS
from sklint.template_values import TemplateValues
from sklint.unit import Unit

MOST = 64
"""Ways of functions that are compared, as one may call itself with ever other arguments."""
BUILT_IN = frozenset(("bool", "char", "short", "int", "long", "unsigned", "float", "double"))
Values = tuple[tuple[str, int], ...]
Types = tuple[tuple[str, str], ...]
COUNT_TYPES = frozenset(f"{sign}{size}" for sign in ("", "unsigned ") for size in ("short", "int", "long", "long long"))


class Copies:
    """Compares functions and classes of a unit. Two that are being compared count as alike, as they may call
    themselves."""

    def __init__(self, unit: Unit, whole: bool) -> None:
        """`whole`: the system's count is that of the launch on all cores; else a copy has to make that of it."""
        self.unit = unit
        self.whole = whole
        self.functions: dict[tuple[Key, Key], bool] = {}
        self.ways: dict[tuple[Key, Values, Types, Values, Types], bool] = {}
        self.records: dict[tuple[str, str], bool] = {}

    def comparison(self, one: Function, other: Function, system: str) -> Comparison:
        """How the bodies of two functions are compared; `system` is what the other calls its system args."""
        body, its = one.body, other.body
        assert body is not None
        assert its is not None
        values = TemplateValues(self.unit, one, other, self.same_way)
        return Comparison(self.unit, one, other, system, self.alike(body, its), values)

    def alike(self, one: Body, other: Body) -> Alike:
        """Whether the names at two tokens of the bodies mean things that do the same."""

        def same(first: int, second: int) -> bool:
            name, its = type_named(one, first), type_named(other, second)
            return (name == its != "") or self.same(one.references.get(first), other.references.get(second))

        return same

    def same(self, one: Reference | None, other: Reference | None) -> bool:
        if one is None or other is None or one.kind != other.kind:
            return False
        if one.where == other.where:
            return True
        if one.kind == "type":
            return self.same_record(one.qualified, other.qualified)
        if one.kind in ("function", "method") and max(len(one.candidates), len(other.candidates)) <= 1:
            return self.same_function(definition(self.unit, one.where), definition(self.unit, other.where))
        return False

    # functions

    def same_function(self, one: Key, other: Key) -> bool:
        if (one, other) not in self.functions:
            self.functions[one, other] = True
            first, second = self.unit.function(one), self.unit.function(other)
            self.functions[one, other] = first is not None and second is not None and self.do_the_same(first, second)
        return self.functions[one, other]

    def do_the_same(self, one: Function, other: Function) -> bool:
        if one.body is None or other.body is None:
            return one.body is other.body and len(one.params) == len(other.params)
        counts = counts_taken(one, other)
        params = [it for it in other.params if it not in counts]
        if len(params) != len(one.params) or len(counts) > 1:
            return False
        pairs = zip(one.params, params, strict=True)
        if not all(it.name == its.name and self.same_type(it.type, its.type) for it, its in pairs):
            return False
        names = {it.name: (BLOCKS,) for it in counts if it.type.record != SYSTEM_ARGS}
        system = next((it.name for it in counts if it.type.record == SYSTEM_ARGS), "")
        reading = Reading(names, system=system)
        if system and not self.whole:
            made = launch_counts(self.unit, other)
            reading = Reading(counts=made.counts, makers=made.makers, counters=made.lambdas)
        expected, found = lines(one.body, Reading()), lines(other.body, reading)
        return (
            self.head(one) == self.head(other)
            and self.comparison(one, other, system).of(expected, found) is None
            and self.same_meanings(one, other)
        )

    def same_way(self, one: Function, other: Function) -> bool:
        """Whether a function does the same with two sets of values of its template parameters."""
        key = (one.key, one.values, one.types, other.values, other.types)
        if key not in self.ways:
            self.ways[key] = len(self.ways) < MOST
            self.ways[key] = self.ways[key] and self.runs_the_same(one, other)
        return self.ways[key]

    def runs_the_same(self, one: Function, other: Function) -> bool:
        if one.body is None or other.body is None:
            return False
        system = next((it.name for it in other.params if it.type.record == SYSTEM_ARGS), "")
        expected = lines(one.body, Reading(in_digits(one), system=system))
        found = lines(other.body, Reading(in_digits(other), system=system))
        return self.comparison(one, other, system).of(expected, found) is None

    def head(self, function: Function) -> list[str]:
        """What stands before the name of a function, but for the name of its class."""
        source = self.unit.file(function.span.path)
        if source is None:
            return []
        before = [
            it.text for it in lex(source.data, function.extent.start, function.span.start) if it.kind != "directive"
        ]
        own = {function.name, function.record.rpartition("::")[2]}
        return [it for it in before if it not in own]

    def same_meanings(self, one: Function, other: Function) -> bool:
        """Whether each name that is not their own means the same in both bodies."""
        first, second = list(self.meanings(one)), list(self.meanings(other))
        return len(first) == len(second) and all(map(self.same_meaning, first, second))

    def same_meaning(self, one: Reference, other: Reference) -> bool:
        if one.where == other.where or one.kind in ("field", "other"):
            return one.where[2] == other.where[2]
        if one.kind == "enumerator":
            return one.where[2] == other.where[2] and self.same_value(one, other)
        if one.candidates[1:] or other.candidates[1:]:
            return one.qualified == other.qualified or self.members(one, other)
        return self.members(one, other) or self.same(one, other)

    def same_value(self, one: Reference, other: Reference) -> bool:
        """Whether two constants of one name have one value, as far as that is known."""
        values = {self.unit.reader.constant(it.qualified) for it in (one, other)} - {None}
        return len(values) <= 1

    def members(self, one: Reference, other: Reference) -> bool:
        """Whether two names are members of the same name of classes that do the same."""
        owners = one.qualified.rpartition("::")[0], other.qualified.rpartition("::")[0]
        return one.where[2] == other.where[2] and self.records.get(owners, False)

    def meanings(self, function: Function) -> Iterator[Reference]:
        """What the names of a body mean that the project declares outside of it, in order; but for the parameters of
        a class template, which an instance of it does not have, and for what makes the block count."""
        body, system = function.body, system_name(function)
        asking = {it.index for it in body.calls if it.arguments == (system,)} if body and system else set[int]()
        for index in sorted(body.references) if body else ():
            it = body.references[index] if body else None
            if index in asking or it is None or it.kind == "parameter":
                continue
            if not self.unit.file(it.where[0]) or inside(function, it.where):
                continue
            if it.kind != "other" or it.qualified.rpartition("::")[0] != function.record:
                yield it

    # classes

    def same_record(self, one: str, other: str) -> bool:
        if (one, other) not in self.records:
            self.records[one, other] = True
            self.records[one, other] = self.hold_the_same(one, other)
        return self.records[one, other]

    def hold_the_same(self, one: str, other: str) -> bool:
        first, second = self.unit.record(one), self.unit.record(other)
        if first is None or second is None or list(first.fields) != list(second.fields):
            return False
        if len(first.bases) != len(second.bases) or len(first.initialized) != len(second.initialized):
            return False
        if not self.same_constants(first, second) or not self.same_aliases(first, second):
            return False
        types = zip(first.fields.values(), second.fields.values(), strict=True)
        bases = zip(first.bases, second.bases, strict=True)
        return (
            all(self.same_type(it, its) for it, its in types)
            and all(it == its or self.same_record(it, its) for it, its in bases)
            and self.same_functions(self.members_of(one), self.members_of(other))
        )

    def same_constants(self, one: Record, other: Record) -> bool:
        """Whether the constants of both have the same values, but for those that only decide about an end."""
        shared = one.constants.keys() & other.constants.keys()
        differ = [name for name in shared if one.constants[name] != other.constants[name]]
        return all(constant_ends(self.unit, name) for name in differ)

    def same_aliases(self, one: Record, other: Record) -> bool:
        """Whether the types that both have a name for are the same, as far as they are known."""
        pairs = [(it, other.aliases[name]) for name, it in one.aliases.items() if name in other.aliases]
        known = [pair for pair in pairs if all(it.known and not it.template_dependent for it in pair)]
        return all(self.same_type(it, its) for it, its in known)

    def members_of(self, record: str) -> dict[str, list[Key]]:
        """The member functions of a class, its constructors as `` and its field initialisers as their fields; without a
        destructor that an adaptation adds."""
        known = self.unit.record(record)
        found: dict[str, list[Key]] = {}
        for key in (it for keys in known.methods.values() for it in keys) if known else ():
            own = record.rpartition("::")[2]
            name = key[2].removesuffix(own) if key[2].lstrip("~") == own else key[2]
            defined = definition(self.unit, key)
            if name != "~" or not self.ends(defined):
                found.setdefault(name, []).append(defined)
        for key in known.initialized if known else ():
            found.setdefault(f"={key[2]}", []).append(key)
        return found

    def ends(self, key: Key) -> bool:
        function = self.unit.function(key)
        return function is not None and ends_or_nothing(self.unit, function)

    def same_functions(self, ones: dict[str, list[Key]], others: dict[str, list[Key]]) -> bool:
        return list(ones) == list(others) and all(
            len(keys) == len(others[name]) and all(map(self.same_function, keys, others[name]))
            for name, keys in ones.items()
        )

    def same_type(self, one: Type, other: Type) -> bool:
        if one.comparable == other.comparable:
            return True
        if one.record and other.record:
            self.same_record(one.record, other.record)
        pairs = [pair for pair, same in self.records.items() if same]
        return in_words(one, [it for it, _ in pairs]) == in_words(other, [it for _, it in pairs])


def counts_taken(one: Function, other: Function) -> list[Param]:
    """The parameters of a copy that hand it the block count, or the system's arguments: those that it has more."""
    own = {it.name for it in one.params}
    more = [it for it in other.params if it.name not in own]
    return [
        it for it in more if it.type.comparable in COUNT_TYPES or (it.type.record == SYSTEM_ARGS and it.type.pointer)
    ]


def type_named(body: Body, at: int) -> str:
    """The type that a name stands for, other names for it resolved; "" where it is none, or depends on a template."""
    reference, word = body.references.get(at), body.tokens[at].text
    if reference is None:
        return word if word in BUILT_IN else ""
    if reference.kind != "type":
        return ""
    canonical = reference.type.canonical if reference.type else reference.qualified
    return "" if "type-parameter-" in canonical else canonical


def in_words(type: Type, records: Sequence[str]) -> str:
    """A type with the classes `records` as numbers."""
    text = type.comparable.replace("(anonymous namespace)::", "")
    for number, name in enumerate(records):
        text = re.sub(rf"(?<![\w:]){re.escape(name)}(?!\w)", f"${number}", text)
    return text


def in_digits(function: Function) -> dict[str, tuple[str, ...]]:
    """How the template parameters are read whose values are known."""
    return {name: (str(value),) for name, value in function.values}


def lines(body: Body, reading: Reading) -> list[Line]:
    """The normal form of a body; of a constructor or a field with initialisers all words as one line."""
    return normal_form(body, reading) if body.statement.first == 0 else [tuple(Words(body, reading, {}).items())]


def inside(function: Function, where: Key) -> bool:
    return where[0] == function.extent.path and function.extent.start <= where[1] < function.extent.end
