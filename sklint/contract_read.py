"""JSON to typed values, with every error at its key: `contract.json:4:9: entries.add.launch.block_dim …`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

import msgspec

from sklint.error import SklintError
from sklint.json_place import Path, nearest_place, place_text
from sklint.source import BOM, Source, Span

T = TypeVar("T", bound=msgspec.Struct)

WORDS = {
    "array": "a list",
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "null": "nothing",
}


@dataclass(frozen=True)
class Place:
    """A value of a JSON text: its path from the top."""

    source: Source
    places: Mapping[Path, Span]
    path: Path = ()

    def of(self, *more: str | int) -> "Place":
        return Place(self.source, self.places, (*self.path, *more))

    @property
    def span(self) -> Span:
        return nearest_place(self.places, self.path)

    @property
    def name(self) -> str:
        """`entries.add.outputs[0]`."""
        text = ""
        for it in self.path:
            text += f"[{it}]" if isinstance(it, int) else f"{'.' if text else ''}{it}"
        return text


def wrong(place: Place, key: str, fact: str) -> SklintError:
    """The error that says a fact about a value, or about a key in it."""
    there = place.of(key) if key else place
    return SklintError(f"{place_text(place.source, there.span)}: {there.name or 'the contract'} {fact}")


def decoded(source: Source) -> object:
    """What a JSON text holds. SklintError where it is none."""
    data = source.data.removeprefix(BOM)
    try:
        text: object = msgspec.json.decode(data)
    except RecursionError as error:
        raise SklintError(f"{source.path}: not read: it is nested too deep") from error
    except UnicodeDecodeError as error:
        raise SklintError(f"{source.path}: not UTF-8; save it as UTF-8") from error
    except msgspec.DecodeError as error:
        what, _, where = str(error).partition(" (byte ")
        at = int(where.rstrip(")")) if where.rstrip(")").isdigit() else len(data)
        there = place_text(source, source.span(at + len(source.data) - len(data), len(source.data)))
        raise SklintError(f"{there}: not valid JSON: {what.removeprefix('JSON is malformed: ')}") from error
    return text


def converted(raw: object, type: type[T], place: Place) -> T:
    """A value as a struct. The error names the innermost value that is wrong."""
    try:
        return msgspec.convert(raw, type)
    except msgspec.ValidationError as error:
        raise explained(str(error), raw, type, place) from error


def explained(message: str, raw: object, type: type[msgspec.Struct], place: Place) -> SklintError:
    """msgspec's error in our words. It writes `[...]` for the keys of a table: the first wrong value is looked for."""
    what, _, where = message.rstrip("`").partition(" - at `$")
    steps: list[tuple[str, str, str]] = re.findall(r"\.([\w$-]+)|(\[\.\.\.\])|\[(\d+)\]", where)
    path: list[str | int] = []
    for at, (key, any_key, index) in enumerate(steps):
        if any_key:
            path.append(culprit(raw, type, path, what, len(steps) - at))
        else:
            path.append(key or int(index))
    there = place.of(*path)
    if unknown := re.search(r"unknown field `([^`]*)", what):
        return wrong(there, unknown[1], unknown_key(unknown[1], type))
    if missing := re.search(r"missing required field `([^`]*)", what):
        return wrong(there, "", f"has no {missing[1]}")
    if choice := re.search(r"Invalid enum value (.*)", what):
        return wrong(there, "", f"is {choice[1]}; it takes tensor, tensor_list, scalar or host_struct")
    if kinds := re.search(r"Expected `(.*?)`, got `(\w+)", what):
        return wrong(there, "", f"is {WORDS.get(kinds[2], kinds[2])}; it takes {listed(kinds[1])}")
    return wrong(there, "", f"is wrong: {what}")


def culprit(raw: object, type: type[msgspec.Struct], before: Sequence[str | int], what: str, left: int) -> str:
    """The key of a table whose value is the wrong one: without it, the error is another or none."""
    table = inside(raw, before)
    for key in table:
        try:
            msgspec.convert(only(raw, before, key), type)
        except msgspec.ValidationError as error:
            if str(error).startswith(what):
                return key
    return next(iter(table), "")


def inside(raw: object, path: Sequence[str | int]) -> dict[str, object]:
    for it in path:
        raw = msgspec.convert(raw, dict[str, object])[str(it)]
    return msgspec.convert(raw, dict[str, object])


def only(raw: object, path: Sequence[str | int], key: str) -> object:
    """The value with nothing but one key in the table at a path."""
    table = msgspec.convert(raw, dict[str, object])
    if not path:
        return {key: table[key]}
    return {**table, str(path[0]): only(table[str(path[0])], path[1:], key)}


def unknown_key(name: str, type: type[msgspec.Struct]) -> str:
    near = get_close_matches(name, sorted(all_keys(type)), n=1)
    return f"is no key of a contract{f'; did you mean {near[0]}?' if near else ''}"


class Properties(msgspec.Struct, frozen=True):
    properties: dict[str, object] = {}


def all_keys(type: type[msgspec.Struct]) -> set[str]:
    """The keys of a struct and of those in it, as its schema tells them."""
    _, components = msgspec.json.schema_components([type])
    return {key for it in components.values() for key in msgspec.convert(it, Properties).properties}


def listed(kinds: str) -> str:
    """`str | array` in words."""
    return " or ".join(
        dict.fromkeys(WORDS.get(it.strip(), it.strip()) for it in kinds.split("|") if it.strip() != "null")
    )
