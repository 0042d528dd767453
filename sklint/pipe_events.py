"""What the calls of a statement do to a TPipe: destroy it, hand it on, or run a body that does."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from sklint.callees import choice_of, decided_by_caller
from sklint.local_classes import class_definitions, local_destructors
from sklint.model import Body, Call, Function, Local, Statement
from sklint.parse.brackets import after, split_params
from sklint.scopes import enclosing
from sklint.unit import Unit

TPIPE = "AscendC::TPipe"
DESTROYS = ("DestroyWithoutPipeAll", "Destroy")
CURRENT = "GetTPipePtr()"
"""The TPipe that was made last."""
CURRENTS = (CURRENT, f"{CURRENT}}}", f"{CURRENT})")
ASKING = frozenset(("GetTPipePtr",))
DEEPEST = 12
HANDED_ON = re.compile(r"(?:std::)?(?:move|addressof|ref|forward<.*>)\((.*)\)")

Counts = frozenset[int]


@dataclass
class Watch:
    """One object in one body, known there by `paths`; `held` are objects that hold a pointer to it. `run` tells how
    often a body may destroy the object that is watched in it."""

    unit: Unit
    function: Function
    paths: frozenset[str]
    run: Callable[["Watch"], Counts]
    depth: int = 0
    held: frozenset[str] = frozenset()
    core: str = ""  # the kind of core it runs on, "" for any
    hidden: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # where others have the name
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

    @property
    def body(self) -> Body:
        body = self.function.body
        assert body is not None
        return body

    def declared(self, local: Local | None) -> None:
        """Names by which the body knows the object besides its own: references and pointers to it. Where another
        variable has its name that one is meant."""
        others = [it for it in self.body.locals if local and it.name == local.name and it.index > local.index]
        scopes = [enclosing(self.body, self.body.statement, it.index)[0] for it in others]
        self.hidden += [(it.index, scope.last) for it, scope in zip(others, scopes, strict=True)]
        for it in self.body.locals:
            target = it.initializer.replace(" ", "").lstrip("={(&").rstrip("})")
            current = CURRENT in self.paths and it.initializer.replace(" ", "").endswith(CURRENTS)
            if it is not local and (target in self.paths or current) and (it.type.pointer or it.type.reference):
                self.paths |= {it.name}

    def events(self, first: int, last: int, counts: Counts) -> Counts:
        """The counts after the calls among the tokens `first` to before `last`."""
        if choice := choice_of(self.body, first, last):
            condition, other, end = choice
            counts = self.events(first, condition, counts)
            either = self.events(condition + 1, other, counts) | self.events(other + 1, end, counts)
            return self.events(end, last, either)
        skipped = self.lambda_of(first, last)
        for call in self.body.calls:
            hidden = any(start <= call.index < end for start, end in self.hidden)
            elsewhere = hidden or self.in_class(call)
            if first <= call.index < last and not elsewhere and not (skipped and skipped[0] <= call.index < skipped[1]):
                counts = self.called(call, counts)
        given = self.hold(first, last)
        return self.guarded(first, last, given, counts)

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
                counts = frozenset(min(count + more, 2) for count in counts for more in added)
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

    def in_class(self, call: Call) -> bool:
        return any(it.first <= call.index < it.last for it in self.definitions)

    def guarded_here(self, first: int, last: int, counts: Counts) -> Counts:
        """The same for objects of the classes that the body defines."""
        for it in self.body.locals if self.destructors else ():
            destructor = self.destructors.get(it.type.record.rpartition("::")[2] or it.type.written)
            if first <= it.index < last and it.name in self.held and destructor:
                added = self.within(destructor, frozenset(("*",)))
                counts = frozenset(min(count + more, 2) for count in counts for more in added)
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

    def hold(self, first: int, last: int) -> str:
        """Remember the objects that a pointer to the pipe is given to: `op.Init(x, &pipe)`, `Op op(&pipe)`. The object
        that a statement gives it to first, `end.pipe = &pipe;`; "" where there is none."""
        for call in self.body.calls:
            if first <= call.index < last and call.receiver and any(self.names(it) for it in call.arguments):
                self.held |= {call.receiver}
        given_to = self.assigned(first, last)
        for it in self.body.locals:
            if first <= it.index < last and any(map(self.names, given(it.initializer))):
                self.held |= {it.name}
        return given_to

    def assigned(self, first: int, last: int) -> str:
        """Remember the pointers that are set to it: `q = &pipe;`, `context.pipe = &pipe;`, and tell the object."""
        texts = [it.text for it in self.body.tokens[first:last]]
        at = texts.index("=") if "=" in texts else 0
        chain = at % 2 == 1 and all(it in (".", "->") for it in texts[1:at:2])
        if chain and texts[-1] == ";" and self.names("".join(texts[at + 1 : -1])):
            self.paths |= {"".join(texts[:at]).replace("->", ".").removeprefix("this.")}
            if at > 1 and texts[0] not in self.held:
                self.held |= {texts[0]}
                return texts[0]
        return ""

    def is_there(self, test: str) -> bool | None:
        """What a test for null tells of the pointer to it, which is never null, or of the flag of a guard that may be
        told not to destroy it; None for any other test."""
        declared = test.rpartition(" = ")[0]
        test = declared.rpartition(" ")[2] if declared and " " in declared else test  # `if (auto *p = q)`
        match test.split():
            case ["!", *words] | [*words, "==", "nullptr" | "NULL"] | ["nullptr" | "NULL", "==", *words]:
                there = False
            case [*words, "!=", "nullptr" | "NULL"] | ["nullptr" | "NULL", "!=", *words] | words:
                there = True
        name = "".join(words)
        held = "*" in self.paths and any(it.receiver == name and self.destroys_it(it) for it in self.body.calls)
        if there and len(words) == 1 and "*" in self.paths and self.function.name.startswith("~"):
            return True
        held = held or ("*" in self.paths and self.keeps(name))
        return there if name and (held or self.names(name)) else None

    def names(self, text: str) -> bool:
        if text.endswith(CURRENT):
            return CURRENT in self.paths and text.removeprefix("::") in (CURRENT, f"AscendC::{CURRENT}")
        handed = HANDED_ON.fullmatch(text)
        text = handed[1] if handed else text
        return text.replace("->", ".").lstrip("&*").removeprefix("this.") in self.paths

    def keeps(self, text: str) -> bool:
        """Whether it is a member of the object that holds a pointer to the pipe: the pointer."""
        name = text.replace("->", ".").lstrip("&*").removeprefix("this.")
        record = self.unit.record(self.function.record) if self.function.record else None
        field = record.fields.get(name) if record and name not in self.local_names else None
        return field is not None and field.record == TPIPE

    def called(self, call: Call, counts: Counts) -> Counts:
        if call.name in DESTROYS and self.destroys_it(call):
            self.destroys[call.index] = call
            return frozenset(min(count + 1, 2) for count in counts)
        if call.name in self.lambdas and not call.receiver:
            begin, end = self.lambdas[call.name]
            paths = self.paths
            pairs = zip(self.params(begin), call.arguments, strict=False)
            self.paths |= {param for param, text in pairs if self.names(text)}
            for it in (it for it in self.body.calls if begin <= it.index < end):
                counts = self.called(it, counts)
            self.paths = paths
            return counts
        if call.name == "Init" and call.receiver and self.names(call.receiver):
            return frozenset((0,)) if counts else counts
        if any(map(self.names, call.arguments)) and decided_by_caller(self.function, self.body, call):
            self.destroys[call.index] = call  # whether it does is not known: nothing is told
            return frozenset(max(count, 1) for count in counts)
        added = self.effect(call)
        if added != frozenset((0,)):
            self.destroys[call.index] = call
        return frozenset(min(count + more, 2) for count in counts for more in added)

    def params(self, begin: int) -> list[str]:
        """The names of the parameters of the lambda whose `[` is at `begin`."""
        opening = after(self.body.tokens, begin)
        groups = split_params(self.body.tokens, opening) if self.body.tokens[opening].text == "(" else []
        return [group[-1].text for group in groups]

    def destroys_it(self, call: Call) -> bool:
        receiver = call.receiver if call.receiver.endswith(CURRENT) else call.receiver.strip("()&*")
        if self.names(receiver) or (not receiver and "" in self.paths):
            return True
        return (
            "*" in self.paths
            and call.receiver_type == TPIPE
            and receiver.removeprefix("this->") not in self.local_names
        )

    def ended(self, made: Call, paths: frozenset[str]) -> Counts:
        """How often the destructor of the object that is made may destroy the pipe, which it knows by `paths`."""
        destructors = [self.unit.function(key) for key in made.targets if key[2].startswith("~")]
        counts = (self.within(it, paths) for it in destructors if it and it.body)
        return frozenset[int]().union(*counts) or frozenset((0,))

    @property
    def local_names(self) -> set[str]:
        return {it.name for it in self.body.locals} | {it.name for it in self.function.params}

    def effect(self, call: Call) -> Counts:
        """How often a call may destroy the object, as far as the called bodies are known."""
        if self.depth >= DEEPEST:
            return frozenset((0,))
        found: Counts = frozenset()
        for key in call.targets:
            target = self.unit.called(self.function, call, key)
            paths = self.paths_in(call, target) if target and target.body else frozenset[str]()
            if target and CURRENT in self.paths and ends_current(self.unit, target):
                paths |= {CURRENT}
            if target and paths:
                found |= self.within(target, paths)
        return found or frozenset((0,))

    def within(self, target: Function, paths: frozenset[str]) -> Counts:
        """How often a body may destroy the object that it knows by `paths`."""
        return self.run(Watch(self.unit, target, paths, self.run, self.depth + 1, core=self.core))

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
        if not call.receiver and target.record and target.record == self.function.record:
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


def given(initializer: str) -> list[str]:
    """The expressions that an object is made of: `( x , & pipe )` gives `x` and `&pipe`."""
    return [it.replace(" ", "") for it in re.split(r"[(){},=]", initializer)]
