"""What a function uses after it destroyed the TPipe that gave it memory: queues, buffers and tensors of them, objects
that hold such, and the TPipe itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from sklint.body import Body, Call, Statement
from sklint.model import Function
from sklint.pipe_doubts import UNKNOWN
from sklint.pipe_events import DESTROYS
from sklint.pipes import Pipe, owned_pipes
from sklint.unit import Unit

GIVES = frozenset(("AllocTensor", "DeQue", "Get", "GetWithOffset"))
USES = GIVES | {"EnQue", "FreeTensor"}
LEAVES = frozenset(("return", "break", "continue", "goto", "label"))
ENDS = frozenset(("Init", *DESTROYS))


@dataclass(frozen=True, slots=True)
class ReleasedUse:
    """`use` is a call that uses `name`, `destroyed` the call before it that destroyed `pipe`."""

    pipe: Pipe
    use: Call
    name: str
    destroyed: Call


@dataclass(frozen=True, slots=True)
class Given:
    """What a pipe alone gives memory to in a body: the names of its queues and buffers, those of the tensors that come
    of them, and the members of objects by the object's name."""

    pipe: str
    buffers: frozenset[str]
    tensors: frozenset[str]
    members: dict[str, frozenset[str]]


def released_uses(unit: Unit, function: Function) -> Iterator[ReleasedUse]:
    """The first use behind each destroying call that stands as a statement of its own, in the same block."""
    body = function.body
    if body is None:
        return
    for pipe in owned_pipes(unit, function):
        calls = {it.index: it for it in pipe.destroys if it.name in DESTROYS or surely_destroys(unit, it)}
        ends = guards_of(pipe) if all(UNKNOWN not in it.counts for it in pipe.exits) else {}
        found = (*behind(body, body.statement, calls), *behind_blocks(body, body.statement, ends))
        places = [(destroyed, later) for destroyed, later in found if later]
        if not places:
            continue
        given = given_by(unit, body, pipe.path)
        for destroyed, later in places:
            if found := first_use(unit, body, later, given):
                yield ReleasedUse(pipe, *found, destroyed)


def surely_destroys(unit: Unit, call: Call) -> bool:
    """Whether the method that a call may destroy a TPipe by does so whenever it runs."""
    target = unit.function(call.targets[0]) if len(call.targets) == 1 and call.receiver else None
    body = target.body if target else None
    ends = [it for it in body.calls if it.name in DESTROYS] if body else []
    if body is None or len(ends) != 1 or any(it.name in ("Init", "InitBuffer") for it in body.calls):
        return False
    at, receiver = ends[0].index, ends[0].receiver
    first = next((it for it in body.statement.children if it.kind != "simple" or it.first <= at < it.last), None)
    return first is not None and body.text(first.first, at).replace(" ", "") in (f"{receiver}.", f"{receiver}->")


def given_by(unit: Unit, body: Body, path: str) -> Given:
    given = [it for it in body.calls if it.name == "InitBuffer" and it.arguments]
    others = {it.arguments[0] for it in given if it.receiver != path}
    buffers = frozenset(it.arguments[0] for it in given if it.receiver == path) - others
    comes = [it for it in body.calls if it.receiver in buffers and it.name in GIVES]
    places = {it.index - 4 for it in comes}  # `local` of `local = in.AllocTensor`
    made = [it for it in body.locals if it.index in places]
    taking = [it for it in body.calls if it.receiver and path in (one.lstrip("&") for one in it.arguments)]
    names = {it.receiver for it in taking}
    members = {
        name: members_given(unit, body, name, path) for name in names if sum(it.name == name for it in body.locals)
    }
    owner, _, member = path.partition(".")
    if member:
        members[owner] = members_of_own(unit, body, owner, member)
    return Given(path, buffers, frozenset(it.name for it in made), members)


def members_given(unit: Unit, body: Body, name: str, path: str) -> frozenset[str]:
    """The members of an object that a pipe gives memory to in the methods that take it."""
    found: set[str] = set()
    for call in (it for it in body.calls if it.receiver == name):
        numbers = [at for at, it in enumerate(call.arguments) if it.lstrip("&") == path]
        target = unit.function(call.targets[0]) if len(call.targets) == 1 and numbers else None
        if target is None or target.body is None or numbers[0] >= len(target.params):
            continue
        pipe = target.params[numbers[0]].name
        given = (it for it in target.body.calls if it.name == "InitBuffer" and it.receiver == pipe and it.arguments)
        found |= {it.arguments[0].removeprefix("this->") for it in given}
    return frozenset(found)


def members_of_own(unit: Unit, body: Body, name: str, pipe: str) -> frozenset[str]:
    """The members of an object that its own pipe gives memory to in the methods that are called on it."""
    calls = [it for it in body.calls if it.receiver == name and len(it.targets) == 1]
    methods = [it.body for call in calls if (it := unit.function(call.targets[0])) and it.body]
    given = [it for one in methods for it in one.calls if it.name == "InitBuffer" and it.arguments]
    own = (it for it in given if it.receiver.removeprefix("this->") == pipe)
    return frozenset(it.arguments[0].removeprefix("this->") for it in own)


def behind(body: Body, block: Statement, calls: dict[int, Call]) -> Iterator[tuple[Call, list[Statement]]]:
    """Each statement that does nothing but destroy, with those that follow it in its block."""
    for number, it in enumerate(block.children):
        call = calls.get(it.last - 4) if it.kind == "simple" and block.kind == "block" else None
        before = body.text(it.first, it.last - 4).replace(" ", "") if call else ""
        if call and before in (f"{call.receiver}.", f"{call.receiver}->"):
            yield call, list(block.children[number + 1 :])
        yield from behind(body, it, calls)


def guards_of(pipe: Pipe) -> dict[int, Call]:
    """The objects that destroy the pipe where their block ends, by the index of their names."""
    names = {it.index for it in pipe.function.body.locals} if pipe.function.body else set[int]()
    return {it.index: it for it in pipe.destroys if it.index in names and it.name not in DESTROYS}


def behind_blocks(body: Body, block: Statement, guards: dict[int, Call]) -> Iterator[tuple[Call, list[Statement]]]:
    """Each guard that a block within a block declares, with what follows that block."""
    for number, it in enumerate(block.children):
        inner = it.children if (block.kind, it.kind) == ("block", "block") else ()
        for one in inner:
            guard = next((call for at, call in guards.items() if one.first <= at < one.last), None)
            if guard and one.kind == "simple":
                yield guard, list(block.children[number + 1 :])
        yield from behind_blocks(body, it, guards)


def first_use(unit: Unit, body: Body, statements: list[Statement], given: Given) -> tuple[Call, str] | None:
    """The first use before control may leave, or a pipe is made ready again, with the name of what it uses."""
    for it in statements:
        calls = [call for call in body.calls if it.first <= call.index < it.last]
        if it.kind in LEAVES or any(call.name == "Init" for call in calls):
            return None
        found = next(((call, name) for call in calls if (name := used(unit, call, given))), None)
        calls += [call for call in body.constructed if it.first <= call.index < it.last]
        found = found or next(((call, given.pipe) for call in calls if takes(unit, call, given.pipe)), None)
        if not found and not calls and it.kind == "simple" and (lost := handed_unread(body, it, given.pipe)):
            return lost, given.pipe
        if found or any(call.targets or call.name == "InitBuffer" for call in calls):
            return found
    return None


def handed_unread(body: Body, statement: Statement, pipe: str) -> Call | None:
    """Where a statement hands a pipe to what is not known: to the objects of an unknown class, for one."""
    for at in range(statement.first + 1, statement.last - 1):
        before, after = body.tokens[at - 1].text, body.tokens[at + 1].text
        before = body.tokens[at - 2].text if before == "&" else before
        if body.tokens[at].text == pipe and before in ("(", "{", ",") and after in (")", "}", ","):
            span = body.tokens[at].span
            return Call("", "", False, "", "", (), (), span, span, at, (), body.tokens[at].from_macro)
    return None


def takes(unit: Unit, call: Call, pipe: str) -> bool:
    """Whether a call is handed a pipe, and is not of a function that may make it ready again or end it."""
    if pipe not in (it.lstrip("&") for it in call.arguments):
        return False
    bodies = [it.body if (it := unit.function(key)) else None for key in call.targets]
    return not any(it is None or it.names_any(ENDS) for it in bodies)


def used(unit: Unit, call: Call, given: Given) -> str:
    """What of a pipe that is gone a call uses; "" where it uses nothing of it."""
    if call.receiver in given.buffers and call.name in USES:
        return call.receiver
    if call.receiver == given.pipe and call.name == "InitBuffer":
        return given.pipe
    if members := given.members.get(call.receiver):
        target = unit.function(call.targets[0]) if len(call.targets) == 1 else None
        return call.receiver if target and uses_members(unit, target, members) else ""
    tensors = (it.partition("[")[0] for it in call.arguments)
    return next((it for it in tensors if it in given.tensors and call.qualified.startswith("AscendC::")), "")


def uses_members(unit: Unit, method: Function, members: frozenset[str]) -> bool:
    """Whether a method of an object uses one of its members that have memory, itself or by another method; not where
    some of those are given memory again."""
    ran = [it.function for it in unit.reach(method) if it.function.record == method.record]
    calls = [call for it in ran for call in (it.body.calls if it.body else ())]
    again = any(it.name == "InitBuffer" for it in calls)
    return not again and any(it.receiver.removeprefix("this->") in members and it.name in USES for it in calls)
