"""What functions reach, seen from what is reached: each body once, with every way to it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec.structs import replace

from sklint.body import Body
from sklint.declared import Key
from sklint.finding import Related
from sklint.model import Function, Reached, SkFunction
from sklint.run_by import run_by, sure_calls, together
from sklint.unit import Unit

Root = TypeVar("Root", bound=Function)


@dataclass(frozen=True, slots=True)
class ReachedBody(Generic[Root]):
    """A function with a body, and the functions that reach it, each with its way."""

    function: Function
    body: Body
    ways: tuple[tuple[Root, Reached], ...]

    @property
    def roots(self) -> tuple[Root, ...]:
        return tuple(root for root, _ in self.ways)

    @property
    def related(self) -> tuple[Related, ...]:
        """Where each of the others leaves for this function."""
        return tuple(leaving(root, reached) for root, reached in self.ways if reached.via)


def leaving(root: Function, reached: Reached) -> Related:
    first = reached.via[0]
    if len(reached.via) == 1:
        return Related(first.span, f"{root.name} calls {first.name} here")
    return Related(first.span, f"{root.name} reaches {reached.function.name} through {first.name}, called here")


def reached_bodies(unit: Unit, roots: Iterable[Root]) -> tuple[ReachedBody[Root], ...]:
    """Every body that one of `roots` reaches, theirs included, in the order they are met."""
    ways: dict[Key, list[tuple[Root, Reached]]] = {}
    for root in roots:
        for reached in run_by(unit, root):
            ways.setdefault(reached.function.key, []).append((root, reached))
    found = ((together(unit, [it.function for _, it in them]), tuple(them)) for them in ways.values())
    return tuple(ReachedBody(function, body, them) for function, them in found if (body := sure_body(function)))


def sure_body(function: Function) -> Body | None:
    """The body without the calls that may be left out."""
    body = function.body
    if body is None or not function.doubts:
        return body
    sure = {it.index for it in sure_calls(function)}
    return replace(body, calls=tuple(it for it in body.calls if it.index in sure))


def sk_bodies(unit: Unit) -> tuple[ReachedBody[SkFunction], ...]:
    """Every body that runs in a SuperKernel: what SK functions reach, but for those that the operator compiler made."""
    return reached_bodies(unit, (it for it in unit.sk_functions if not it.tool_made))
