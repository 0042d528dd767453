"""Members that are set to a block count and then changed on one kind of core: `op.blocks = x; if ASCEND_IS_AIV {
op.blocks /= 2; }`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sklint.block_count_form import CORE_TESTS
from sklint.body import Body, Statement
from sklint.core_counts import at_place
from sklint.core_values import Core, Fields, Value
from sklint.model import Function
from sklint.unit import Unit

CHANGES = frozenset(("=", "/=", "*=", ">>=", "<<=", ">"))


@dataclass(frozen=True, slots=True)
class MemberCount:
    """The statement that sets the member of an object, and the test of the kind of core that changes it."""

    owner: str
    member: str
    sets: Statement
    test: Statement


def member_counts(body: Body, statement: Statement) -> Iterator[MemberCount]:
    """Those in a statement where nothing is done with the object in between."""
    for number, it in enumerate(statement.children):
        yield from member_counts(body, it)
        owner, dot, member, sign = words(body, it, 4)
        if it.kind == "simple" and (dot, sign) == (".", "="):
            behind = (one for one in statement.children[number + 1 :] if names(body, one, owner))
            test = next(behind, None)
            if test and test.kind == "if" and changes(body, test, owner, member):
                yield MemberCount(owner, member, it, test)


def changes(body: Body, test: Statement, owner: str, member: str) -> bool:
    """Whether it tests the kind of core, and does nothing but change the member."""
    leaves = list(leaves_of(test))
    asks = any(it.text in CORE_TESTS for it in body.tokens[test.head[0] : test.head[1]])
    found = [words(body, it, 4) for it in leaves]
    return asks and bool(found) and all(it[:3] == (owner, ".", member) and it[3] in CHANGES for it in found)


def value_behind(unit: Unit, function: Function, body: Body, core: Core, it: MemberCount) -> Value:
    """What the member is worth behind the test; None where that is not known or the core does not come there."""
    before = at_place(unit, function, body, core, it.sets.first)
    if before is None:
        return None
    run = replace(before, names=dict(before.names), place=-1)
    run.statement(it.sets)
    run.statement(it.test)
    owner = run.names.get(it.owner)
    return dict(owner.members).get(it.member) if isinstance(owner, Fields) else None


def leaves_of(statement: Statement) -> Iterator[Statement]:
    if not statement.children and statement.kind != "block":
        yield statement
    for it in statement.children:
        yield from leaves_of(it)


def words(body: Body, it: Statement, number: int) -> tuple[str, ...]:
    found = [one.text for one in body.tokens[it.first : min(it.last, it.first + number)]]
    return (*found, *[""] * (number - len(found)))


def names(body: Body, it: Statement, name: str) -> bool:
    return any(one.text == name for one in body.tokens[it.first : it.last])
