"""The values of a JSON that are not as they would be written now."""

from collections.abc import Iterator

import msgspec

from sklint.json_place import Path as Keys
from sklint.report.totals import count

Table = dict[str, object]


def differences(then: object, now: object, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """The values that are not as they would be written now, by their keys."""
    match then, now:
        case dict(), dict():
            yield from of_tables(msgspec.convert(then, Table), msgspec.convert(now, Table), keys)
        case list(), list():
            yield from of_lists(msgspec.convert(then, list[object]), msgspec.convert(now, list[object]), keys)
        case _:
            if then != now or type(then) is not type(now):
                yield keys, f"{named(keys)} is {shown(then)}, and would be {shown(now)}"


def of_tables(then: Table, now: Table, keys: Keys) -> Iterator[tuple[Keys, str]]:
    for key in (*now, *(it for it in then if it not in now)):
        here = (*keys, key)
        if key not in then:
            yield here, f"{named(here)} is missing"
        elif key not in now:
            yield here, f"{named(here)} is no key that it would have"
        else:
            yield from differences(then[key], now[key], here)


def of_lists(then: list[object], now: list[object], keys: Keys) -> Iterator[tuple[Keys, str]]:
    if len(then) != len(now):
        yield keys, f"{named(keys)} has {count(len(then), 'value')}, and would have {len(now)}"
        return
    for number, (one, other) in enumerate(zip(then, now, strict=True)):
        yield from differences(one, other, (*keys, number))


def named(keys: Keys) -> str:
    return ".".join(map(str, keys)) or "the file"


def shown(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."
