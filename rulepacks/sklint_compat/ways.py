"""The calls on the ways through functions that use an interface, each with what the compiler knows of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from sklint.api import ApiUse, Body, Call, Context, Key, Made, ways_through

Uses = Mapping[tuple[str, int], ApiUse]
"""The uses of an interface by their places."""


@dataclass(frozen=True, slots=True)
class Way:
    """The calls on a way through a body, in order."""

    body: Body
    calls: tuple[Made, ...]


def ways_with(ctx: Context, uses: Uses, worth: Callable[[list[ApiUse]], bool]) -> Iterator[Way]:
    """The ways through the functions whose uses are all together worth a look; others are not read."""
    around: dict[Key, list[ApiUse]] = {}
    for use in uses.values():
        if function := ctx.unit.function_around(use.span):
            around.setdefault(function.key, []).append(use)
    for key in (key for key, them in around.items() if len(them) > 1 and worth(them)):
        function = ctx.unit.function(key)
        if function and (body := function.body):
            yield from (Way(body, it) for it in ways_through(body) if any(is_used(made, uses) for made in it))


def is_used(made: Made, uses: Uses) -> bool:
    return made.surely and (made.call.span.path, made.call.span.start) in uses


def uses_of(ctx: Context, name: str) -> dict[tuple[str, int], ApiUse]:
    """The uses of an interface in code of the unit."""
    if not ctx.unit.mentions(name.rpartition("::")[2]):
        return {}
    found = (it for it in ctx.unit.api_uses if it.names == (name,) and not it.in_macro)
    return {(it.span.path, it.span.start): it for it in found}


def own(receiver: str) -> str:
    """What a call is made on, as the function names it."""
    return receiver.removeprefix("this->")


def may_call(ctx: Context, call: Call, names: frozenset[str]) -> bool:
    """Whether what a call of the project runs may call one of these by name, or is not known."""
    if not call.targets:
        return not call.qualified.startswith("AscendC::") and not call.receiver_type.startswith("AscendC::")
    functions = [ctx.unit.function(it) for it in call.targets]
    ran = [it.function.body for one in functions if one for it in ctx.unit.reach(one)]
    return not all(functions) or any(body is None or body.names_any(names) for body in ran)


def means_another(body: Body, name: str, first: int, last: int) -> bool:
    """Whether between two tokens a name is declared or assigned to."""
    word = name.rpartition(".")[2].rpartition(">")[2]
    texts = [it.text for it in body.tokens[first:last]]
    declared = any(first <= it.index < last and it.name == word for it in body.locals)
    return declared or any(one == word and two == "=" for one, two in pairwise(texts))
