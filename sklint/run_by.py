"""What runs when a function does: what it reaches by calls as they are made, with their template arguments."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sklint.body import Body, Call
from sklint.declared import Key
from sklint.model import Bound, Function, Reached
from sklint.unit import Unit

MOST = 16
"""Ways of one function that are looked at, as it may call itself with ever other arguments."""


def run_by(unit: Unit, function: Function) -> tuple[Reached, ...]:
    """The function itself and all that it surely calls, nearest first, each once with all that it does for any call."""
    if not unit.has_ways:
        return unit.reach(function)
    key = (function.key, function.values)
    if key not in unit.runs:
        ways: dict[Key, list[Reached]] = {}
        for it in followed(unit, function if function.values else bound(unit, function)):
            ways.setdefault(it.function.key, []).append(it)
        unit.runs[key] = tuple(
            Reached(together(unit, [it.function for it in them]), them[0].via) for them in ways.values()
        )
    return unit.runs[key]


def followed(unit: Unit, function: Function) -> list[Reached]:
    queue = [Reached(function, ())]
    seen: dict[Key, set[object]] = {function.key: {(function.values, function.types)}}
    for reached in queue:
        for call in sure_calls(reached.function):
            for key in call.targets:
                target = unit.called(reached.function, call, key)
                known = seen.setdefault(key, set())
                way = (target.values, target.types) if target else ()
                if target and way not in known and len(known) < MOST:
                    known.add(way)
                    queue.append(Reached(target, (*reached.via, call)))
    return queue


def sure_calls(function: Function) -> Iterator[Call]:
    """What the function calls, but for what only some call of it may."""
    body = function.body
    calls = (*body.calls, *body.constructed) if body else ()
    return (it for it in calls if not any(first <= it.index < last for first, last in function.doubts))


def as_bound(unit: Unit, function: Function, part: Bound) -> Function:
    """A function as one argument of one binding names it, with the values of the template parameters that it names."""
    params = function.template or ()
    body = function.body if params else None
    if body is None or not part.instance or any(it.pack for it in params):
        return function
    given = [(it.name, value) for it, value in zip(params, part.instance, strict=False) if isinstance(value, int)]
    values = {name: value for name, value in given if body.names_any(frozenset((name,)))}
    return replace(unit.specialized(function, values), doubts=()) if values else function


def bound(unit: Unit, function: Function) -> Function:
    """A function that bindings name, with the template arguments that all of them give it."""
    params = function.template or ()
    instances = [
        it.instance
        for binding in unit.bindings
        for it in (binding.kernel, *binding.parts)
        if it and any(one.key == function.key for one in (*it.kernels, *it.functions))
    ]
    if not params or any(it.pack for it in params) or not instances:
        return unit.specialized(function, {}) if not params else function
    given = {at: {it[at] if it and at < len(it) else None for it in instances} for at in range(len(params))}
    agreed = {at: next(iter(them)) for at, them in given.items() if len(them) == 1}
    values = {params[at].name: value for at, value in agreed.items() if isinstance(value, int)}
    return replace(unit.specialized(function, values), doubts=()) if values else function


def together(unit: Unit, ways: Iterable[Function]) -> Function:
    """One function that does what any of these ways of it does."""
    first, *others = ways
    body, whole = first.body, unit.function(first.key)
    if not others or body is None or whole is None or whole.body is None:
        return first
    bodies = [it.body for it in (first, *others) if it.body]
    if all(it.tokens == body.tokens for it in bodies):
        return replace(first, doubts=tuple(dict.fromkeys(it for way in (first, *others) for it in way.doubts)))
    merged = with_calls_of(whole.body, bodies)
    doubts = tuple(dict.fromkeys(it for way in (first, *others) for it in way.doubts))
    return replace(whole, load_body=lambda: merged, doubts=doubts)


def with_calls_of(body: Body, bodies: Iterable[Body]) -> Body:
    kept = {it.index for one in bodies for it in (*one.calls, *one.constructed)}
    calls = tuple(it for it in body.calls if it.index in kept)
    return replace(body, calls=calls, constructed=tuple(it for it in body.constructed if it.index in kept))
