"""Every value of a JSON text that has another type than its shape says, and keys that were meant to be others."""

import inspect
import typing
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache

import msgspec

from sklint.contract_read import Place, explained, wrong
from sklint.error import SklintError

ALIKE = 0.85
"""How like a key of the shape another has to be: keys that the shape does not have are free."""


def type_errors(raw: object, shape: type[msgspec.Struct], place: Place) -> Iterator[SklintError]:
    """In the order of the text's keys; what is inside of a value that is wrong itself is not looked at."""
    if not isinstance(raw, dict):
        yield from of_value(raw, shape, shape, place)
        return
    given = msgspec.convert(raw, dict[str, object])
    types, fields = types_of(shape), {it.encode_name: it for it in fields_of(shape)}
    missing = [key for key in fields if key not in given]
    for key, value in given.items():
        if key in fields:
            yield from of_field(value, types[fields[key].name], shape, place.of(key))
        elif near := get_close_matches(key, missing, n=1, cutoff=ALIKE):
            yield wrong(place, key, f"is no key of a contract; did you mean {near[0]}?")
            missing.remove(near[0])
    if needed := [key for key in missing if fields[key].required]:
        yield wrong(place, "", f"has no {', '.join(needed)}")


@cache
def types_of(shape: type[msgspec.Struct]) -> dict[str, object]:
    return typing.get_type_hints(shape)


@cache
def fields_of(shape: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(shape)


def of_field(value: object, kind: object, shape: type[msgspec.Struct], place: Place) -> Iterator[SklintError]:
    inside: dict[str | int, object] = {}
    if typing.get_origin(kind) is tuple and isinstance(value, list):
        inside = dict(enumerate(msgspec.convert(value, list[object])))
    elif typing.get_origin(kind) is dict and isinstance(value, dict):
        inside.update(msgspec.convert(value, dict[str, object]))
    elif inspect.isclass(kind) and issubclass(kind, msgspec.Struct):
        yield from type_errors(value, kind, place)
        return
    else:
        yield from of_value(value, kind, shape, place)
        return
    item = next(it for it in reversed(typing.get_args(kind)) if it is not ...)
    for key, it in inside.items():
        yield from of_field(it, item, shape, place.of(key))


def of_value(value: object, kind: object, shape: type[msgspec.Struct], place: Place) -> Iterator[SklintError]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        yield explained(str(error), value, shape, place)
