"""By which names a body knows a TPipe, and which of its objects hold a pointer to it."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from sklint.body import Body, Call, Local
from sklint.model import Function
from sklint.pipe_doubts import TPIPE, given_up, undecided
from sklint.scopes import enclosing
from sklint.unit import Unit

CURRENT = "GetTPipePtr()"
"""The TPipe that was made last."""
CURRENTS = (CURRENT, f"{CURRENT}}}", f"{CURRENT})")
HANDED_ON = re.compile(r"(?:std::)?(?:move|addressof|ref|forward<.*>)\((.*)\)")


@dataclass
class Known:
    """One object in one body, known there by `paths`; `held` are objects that hold a pointer to it."""

    unit: Unit
    function: Function
    paths: frozenset[str]
    held: frozenset[str] = field(default=frozenset(), kw_only=True)
    data: frozenset[str] = field(default=frozenset(), kw_only=True)  # parameters given what a kernel computes
    hidden: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]], kw_only=True)  # others have the name

    @cached_property
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

    def undecided(self, first: int, last: int, *, flag: bool = False) -> bool:
        """Whether a condition is up to others than this body."""
        return undecided(self.unit, self.function, self.body.tokens[first:last], self.data, flag=flag)

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
        if given_up(self.unit, self.function.record, name.removeprefix("this->")):
            return None
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

    def is_this(self, receiver: str) -> bool:
        """Whether it is the object whose method runs here, as a class that it is a base of may be: `(this)`, or a
        variable that refers to it."""
        made = (
            it.initializer for it in self.body.locals if it.name == receiver and (it.type.reference or it.type.pointer)
        )
        return any(re.findall(r"\w+", it)[-1:] == ["this"] for it in (receiver, *made))

    def destroys_it(self, call: Call) -> bool:
        """Whether a call that destroys a TPipe, or makes it ready again, is of this one."""
        receiver = call.receiver if call.receiver.endswith(CURRENT) else call.receiver.strip("()&*")
        if self.names(receiver) or (not receiver and "" in self.paths):
            return True
        return (
            "*" in self.paths
            and call.receiver_type == TPIPE
            and receiver.removeprefix("this->") not in self.local_names
        )

    @property
    def local_names(self) -> set[str]:
        return {it.name for it in self.body.locals} | {it.name for it in self.function.params}

    def data_in(self, call: Call, target: Function) -> frozenset[str]:
        """The parameters of a called function that are given what a kernel or an SK function computes."""
        entered = any(it.key == self.function.key for it in (*self.unit.sk_functions, *self.unit.kernels))
        own = frozenset(it.name for it in self.function.params) if entered else self.data
        pairs = zip(target.params, call.arguments, strict=False)
        given = ((it.name, re.findall(r"\w+", text)) for it, text in pairs if not it.type.pointer)
        return frozenset(name for name, words in given if own.intersection(words))


def given(initializer: str) -> list[str]:
    """The expressions that an object is made of: `( x , & pipe )` gives `x` and `&pipe`."""
    return [it.replace(" ", "") for it in re.split(r"[(){},=]", initializer)]
