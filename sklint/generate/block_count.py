"""The block count of the launch inside an SK function: from SkSystemArgs, in place of what the kernel asks itself."""

from collections.abc import Iterable, Sequence

from sklint.body import Body, Statement, Token
from sklint.declared import KernelType
from sklint.finding import Edit, Fix, Safety
from sklint.model import SkFunction
from sklint.source import Span
from sklint.system_args import SYSTEM_ARGS
from sklint.unit import Unit

NAME = "sysArgs"
BEFORE_EXPRESSION = frozenset(("=", "(", ",", "{", "return", "?", ":", "&&", "||", ";"))


def launched_count(system_args: str, doubled: bool) -> str:
    """What replaces GetBlockNum(), 64 bits wide as that is. `doubled`: vector cores read twice the launched count."""
    count = f"{system_args}->skNumBlocks"
    if doubled:
        count = f"g_coreType == AscendC::AIV ? {count} / 2 : {count}"
    return f"static_cast<int64_t>({count})"


def doubles(types: Iterable[KernelType | None]) -> bool | None:
    """Whether vector cores read twice the launched count, for a function and the kernels it stands for; None where no
    type tells."""
    known = [it for it in types if it]
    if any(it.doubles_vector_blocks for it in known):
        return True
    told = known and all(not it.ratio or all(number.isdigit() for number in it.ratio) for it in known)
    return False if told else None


def block_count_fix(unit: Unit, function: SkFunction, replaced: Span, index: int, before: str = "") -> Fix | None:
    """Take the count from the system args, with `before` before it, in place of `replaced`, which holds or follows the
    token `index` of the function's own body; a parameter is added if there is none. None where that cannot be
    written."""
    body = function.body
    if body is None or body.in_macro or body.tokens[index].from_macro:
        return None
    found = system_args(unit, function, body)
    inside = captures(body, index, found[0]) if found else None
    if found is None or inside is None:
        return None
    name, edits = found
    kernels = (kernel for _, kernel, sk in unit.bound if sk.key == function.key)
    doubled = doubles((function.kernel_type, *(it.kernel_type for it in kernels)))
    count = Edit(replaced, before + launched_count(name, doubled is True))
    safety = Safety.SAFE if doubled is False else Safety.UNSAFE
    return Fix(f"Take the block count from {name}", (*edits, *inside, count), safety)


def system_args(unit: Unit, function: SkFunction, body: Body) -> tuple[str, tuple[Edit, ...]] | None:
    """The name of the system args in a function, and the edits that make it known there."""
    given = function.system_args
    if given and given.name:
        taken = any(it.name == given.name for it in body.locals)
        return None if taken else (given.name, ())
    name = fresh(function, body)
    edit = naming(unit, function, name)
    return (name, (edit,)) if edit and function.sole_declaration else None


def naming(unit: Unit, function: SkFunction, name: str) -> Edit | None:
    """The edit of the signature that names the system args, or takes them."""
    given, params, inside = function.system_args, function.params, function.parameter_list
    if inside is None or len(params) > (2 if given else 1):
        return None
    if given:
        return Edit(Span(inside.path, given.extent.end, given.extent.end), name)
    if params:
        return Edit(Span(inside.path, params[0].extent.end, params[0].extent.end), f", {SYSTEM_ARGS} *{name}")
    source = unit.file(inside.path)
    empty = source is not None and source.text(inside).strip() in ("", "void")
    return Edit(inside, f"{SYSTEM_ARGS} *{name}") if empty else None


def fresh(function: SkFunction, body: Body) -> str:
    """A name for the system args that nothing in the function uses."""
    taken = {it.text for it in body.tokens} | {it.name for it in (*function.params, *(function.template or ()))}
    number = 0
    while (name := f"{NAME}{number or ''}") in taken:
        number += 1
    return name


def visible_there(body: Body, index: int) -> bool:
    """Whether a parameter may be named at the token: not in a local class, nor a lambda that does not capture it."""
    return captures(body, index, "") == ()


def captures(body: Body, index: int, name: str) -> tuple[Edit, ...] | None:
    """The edits with which the lambdas around a token capture a parameter; None where it cannot be named there, or
    where a lambda that captures nothing is given to a call, which may want a pointer to a function."""
    statement = innermost(body.statement, index)
    tokens = body.tokens[statement.first : index]
    if tokens and tokens[0].text in ("struct", "class", "union"):
        return None
    lambdas = (at for at in introducers(tokens) if within(tokens, at) and not captures_all(tokens, at))
    ends = [next(it for it in range(at, len(tokens)) if tokens[it].text == "]") for at in lambdas]
    if any(tokens[it].from_macro or given_bare(tokens, it) for it in ends):
        return None
    return tuple(captured(tokens[it - 1], tokens[it], name) for it in ends)


def given_bare(tokens: Sequence[Token], bracket: int) -> bool:
    """Whether the `[` before the bracket opens no captures, and the lambda is an argument."""
    before = [it.text for it in tokens[bracket - 2 : bracket]]
    return before in (["(", "["], [",", "["]) and not called_at_once(tokens, bracket - 2)


def called_at_once(tokens: Sequence[Token], opening: int) -> bool:
    """Whether a parenthesis that opens before a lambda is no call's: `([] { ... })()`."""
    name = tokens[opening - 1] if opening else None
    return tokens[opening].text == "(" and (name is None or (name.kind != "name" and name.text != ">"))


def captured(before: Token, bracket: Token, name: str) -> Edit:
    at = bracket.span.start
    return Edit(Span(bracket.span.path, at, at), name if before.text == "[" else f", {name}")


def innermost(statement: Statement, index: int) -> Statement:
    inner = next((it for it in statement.children if it.first <= index < it.last), None)
    return innermost(inner, index) if inner else statement


def introducers(tokens: Sequence[Token]) -> list[int]:
    """Where a `[` opens a lambda's captures."""
    return [at for at, it in enumerate(tokens) if it.text == "[" and at and tokens[at - 1].text in BEFORE_EXPRESSION]


def captures_all(tokens: Sequence[Token], at: int) -> bool:
    return [it.text for it in tokens[at + 1 : at + 3]] in (["&", "]"], ["=", "]"], ["&", ","], ["=", ","])


def within(tokens: Sequence[Token], at: int) -> bool:
    """Whether a brace that opens after `at` is still open."""
    level = 0
    for it in tokens[at:]:
        level = max(0, level + (it.text == "{") - (it.text == "}"))
    return level > 0
