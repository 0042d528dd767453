"""What the calls of a statement do to a TPipe: destroy it, hand it on, or run a body that does."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from sklint.body import Call, Local, Statement
from sklint.callees import choice_of, decided_by_caller
from sklint.guard_flags import flags_given
from sklint.local_classes import class_definitions, local_destructors
from sklint.members import definition
from sklint.model import Function
from sklint.parse.brackets import after, split_params
from sklint.pipe_doubts import (
    DESTROYS,
    DOUBT,
    NONE,
    TPIPE,
    Counts,
    joined,
    others_destroy,
    plus,
)
from sklint.pipe_names import CURRENT, Known, given
from sklint.unit import Unit

ASKING = frozenset(("GetTPipePtr",))
DEEPEST = 12


@dataclass
class Watch(Known):
    """A body that is followed for such an object. `run` tells how often a body may destroy what is watched in it."""

    run: Callable[["Watch"], Counts]
    depth: int = 0
    core: str = ""  # the kind of core it runs on, "" for any
    destroys: dict[int, Call] = field(default_factory=dict[int, Call])
    lambdas: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    @cached_property
    def destructors(self) -> dict[str, Function]:
        """Those of the classes that the body defines."""
        return local_destructors(self.function)

    @cached_property
    def definitions(self) -> list[Statement]:
        """The classes that the body defines: what their members call runs elsewhere, if at all."""
        return class_definitions(self.body)

    def events(self, first: int, last: int, counts: Counts) -> Counts:
        """The counts after the calls among the tokens `first` to before `last`."""
        if choice := choice_of(self.body, first, last):
            condition, other, end = choice
            counts = self.events(first, condition, counts)
            ways = self.events(condition + 1, other, counts), self.events(other + 1, end, counts)
            either = joined(ways) if self.undecided(first, condition) else ways[0] | ways[1]
            return self.events(end, last, either)
        skipped = self.lambda_of(first, last)
        for call in self.body.calls:
            hidden = any(start <= call.index < end for start, end in self.hidden)
            elsewhere = hidden or self.in_class(call)
            if first <= call.index < last and not elsewhere and not (skipped and skipped[0] <= call.index < skipped[1]):
                counts = self.called(call, counts)
        given = self.hold(first, last)
        return self.doubted(first, last, self.guarded(first, last, given, counts))

    def doubted(self, first: int, last: int, counts: Counts) -> Counts:
        """The counts after objects got the pipe of which it cannot be told whether their destructors end it: those of
        an unknown class, those that a reference keeps alive, and those that a method was given it."""
        for it in self.body.locals:
            made = first <= it.index < last and any(map(self.names, given(it.initializer)))
            if made and self.may_end(it):
                self.destroys[it.index] = Call("", "", False, "", "", (), (), it.span, it.span, it.index, (), False)
                counts = DOUBT
        for call in self.body.calls:
            if first <= call.index < last and call.receiver and any(map(self.names, call.arguments)):
                name = call.receiver.replace("->", ".").partition(".")[0]
                made = (it for it in self.body.constructed if self.body.tokens[it.index].text == name)
                if any(self.ended(it, frozenset(("*",))) != NONE for it in made):
                    self.destroys[call.index] = call
                    counts = DOUBT
        return counts

    def guarded(self, first: int, last: int, given: str, counts: Counts) -> Counts:
        """The counts after objects were declared whose destructors will destroy the pipe they were given, or after the
        object `given` was."""
        for call in self.body.constructed:
            here = first <= call.index < last or self.body.tokens[call.index].text == given
            paths = self.paths_of(call) if here else frozenset[str]()
            if paths:
                added = self.ended(call, paths)
                if added != frozenset((0,)):
                    self.destroys[call.index] = call
                counts = plus(counts, added)
        return self.guarded_here(first, last, counts)

    def paths_of(self, made: Call) -> frozenset[str]:
        """What an object that is made knows the pipe by; nothing where it does not know it."""
        if self.body.tokens[made.index].text in self.held:
            return frozenset(("*",))
        own = (it.body for key in made.targets if (it := self.unit.function(key)))
        known = self.unit.record(made.receiver_type)
        owns = known is None or any(it.record == TPIPE and not it.pointer for it in known.fields.values())
        asks = CURRENT in self.paths and not owns and any(it.names_any(ASKING) for it in own if it)
        return frozenset(("*", CURRENT)) if asks else frozenset()

    def may_end(self, made: Local) -> bool:
        """Whether the destructor of a variable that got the pipe may end it, where `constructed` does not tell."""
        if made.type.reference and "(" in made.initializer:
            known = self.unit.record(made.type.record) if made.type.record else None
            keys = known.methods.get(f"~{made.type.record.rpartition('::')[2]}", ()) if known else ()
            bodies = (self.unit.function(definition(self.unit, key)) for key in keys)
            return any(self.within(it, frozenset(("*",))) != NONE for it in bodies if it and it.body)
        unknown = made.type.template_dependent and not made.type.record
        return unknown and not made.type.pointer and not made.type.reference and others_destroy(self.unit)

    def in_class(self, call: Call) -> bool:
        return any(it.first <= call.index < it.last for it in self.definitions)

    def guarded_here(self, first: int, last: int, counts: Counts) -> Counts:
        """The same for objects of the classes that the body defines."""
        for it in self.body.locals if self.destructors else ():
            destructor = self.destructors.get(it.type.record.rpartition("::")[2] or it.type.written)
            if first <= it.index < last and it.name in self.held and destructor:
                added = self.within(destructor, frozenset(("*",)))
                counts = plus(counts, added)
                ends = (call for call in self.body.calls if call.name in DESTROYS and self.in_class(call))
                self.destroys.update({call.index: call for call in ends if added != frozenset((0,))})
        return counts

    def lambda_of(self, first: int, last: int) -> tuple[int, int] | None:
        """The tokens of the lambda that a variable is declared to be: it runs when that is called, not here."""
        tokens = self.body.tokens
        if (
            last - first < 5
            or tokens[first].text != "auto"
            or [it.text for it in tokens[first + 2 : first + 4]] != ["=", "["]
        ):
            return None
        self.lambdas[tokens[first + 1].text] = (first + 3, last)
        return first + 3, last

    def called(self, call: Call, counts: Counts) -> Counts:
        if call.name in DESTROYS and self.destroys_it(call):
            self.destroys[call.index] = call
            return plus(counts, frozenset((1,)))
        if call.name in self.lambdas and not call.receiver:
            begin, end = self.lambdas[call.name]
            paths = self.paths
            pairs = zip(self.params(begin), call.arguments, strict=False)
            self.paths |= {param for param, text in pairs if self.names(text)}
            for it in (it for it in self.body.calls if begin <= it.index < end):
                counts = self.called(it, counts)
            self.paths = paths
            return counts
        if call.name == "Init" and call.receiver and self.destroys_it(call):
            return frozenset((0,)) if counts else counts
        if self.is_given(call) and decided_by_caller(self.function, self.body, call):
            return self.stranger(call, counts)
        added = self.effect(call)
        if added != frozenset((0,)):
            self.destroys[call.index] = call
        return plus(counts, added)

    def is_given(self, call: Call) -> bool:
        """Whether a call has the pipe: as an argument, or as it is of the object whose method runs here."""
        if any(self.names(it) or ("*" in self.paths and self.keeps(it)) for it in call.arguments):
            return True
        return self.is_this(call.receiver) and bool(self.paths - self.local_names)

    def stranger(self, call: Call, counts: Counts) -> Counts:
        """The counts after the call of something that is not known."""
        if not others_destroy(self.unit):
            return counts
        self.destroys[call.index] = call
        return DOUBT if counts else counts

    def params(self, begin: int) -> list[str]:
        """The names of the parameters of the lambda whose `[` is at `begin`."""
        opening = after(self.body.tokens, begin)
        groups = split_params(self.body.tokens, opening) if self.body.tokens[opening].text == "(" else []
        return [group[-1].text for group in groups]

    def ended(self, made: Call, paths: frozenset[str]) -> Counts:
        """How often the destructor of the object that is made may destroy the pipe, which it knows by `paths`."""
        keys = [it for it in made.targets if it[2].startswith("~")]
        destructors = [self.unit.called(self.function, made, key) for key in keys]
        if flags := flags_given(self.unit, self.body, made):
            destructors = [it and self.unit.specialized(it, flags) for it in destructors]
        counts = (self.within(it, paths) for it in destructors if it and it.body)
        return frozenset[int]().union(*counts) or frozenset((0,))

    def effect(self, call: Call) -> Counts:
        """How often a call may destroy the object, as far as the called bodies are known."""
        if self.depth >= DEEPEST:
            return frozenset((0,))
        found: list[Counts] = []
        for key in call.targets:
            target = self.unit.called(self.function, call, key)
            paths = self.paths_in(call, target) if target and target.body else frozenset[str]()
            if target and CURRENT in self.paths and ends_current(self.unit, target):
                paths |= {CURRENT}
            if target and paths:
                found.append(self.within(target, paths, self.data_in(call, target)))
        return joined(found) or NONE

    def within(self, target: Function, paths: frozenset[str], data: frozenset[str] = frozenset()) -> Counts:
        """How often a body may destroy the object that it knows by `paths`."""
        body = target.body
        key = id(body), target.key, target.values, target.types, target.doubts, paths, data, self.core, self.depth
        if key not in self.unit.ends:
            watch = Watch(self.unit, target, paths, self.run, self.depth + 1, data=data, core=self.core)
            self.unit.ends[key] = body, self.run(watch)
        return self.unit.ends[key][1]

    def paths_in(self, call: Call, target: Function) -> frozenset[str]:
        """What the called function calls the object: a parameter, a member of the object it is called on."""
        found = {param.name for param, text in zip(target.params, call.arguments, strict=False) if self.names(text)}
        receiver = call.receiver.replace("->", ".").removeprefix("this.")
        pairs = zip(target.params, call.arguments, strict=False)
        found |= {param.name for param, text in pairs if "*" in self.paths and self.keeps(text)}
        if any(text.lstrip("&*") in self.held for text in call.arguments):
            found.add("*")
        if receiver and target.record:
            found |= {path.removeprefix(f"{receiver}.") for path in self.paths if path.startswith(f"{receiver}.")}
            if call.receiver in self.held:
                found.add("*")
        same = not call.receiver and target.record == self.function.record
        if target.record and (same or self.is_this(call.receiver)):
            found |= self.paths - self.local_names
        return frozenset(found)


def ends_current(unit: Unit, function: Function) -> bool:
    """Whether a function may destroy what GetTPipePtr() gives its caller: one that declares a TPipe destroys that."""
    body = function.body
    if body is None or any(it.type.record == TPIPE and not it.type.pointer for it in body.locals):
        return False
    reached = (it.function.body for it in unit.reach(function))
    calls = (call for it in reached if it for call in it.calls if call.name in DESTROYS)
    return any(call.receiver.endswith(CURRENT) or call.receiver_type == TPIPE for call in calls)
