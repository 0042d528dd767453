"""JSON to typed values, with every error at its key: `contract.json:4:9: entries.add.launch.block_dim …`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar, get_args

import msgspec

from sklint.contract_text import ALIASES, Kind
from sklint.error import SklintError
from sklint.json_place import Path, nearest_place, not_utf8, number_out_of_range, place_text, too_deep
from sklint.source import BOM, Source, Span

T = TypeVar("T", bound=msgspec.Struct)

PLAIN = re.compile(r"[\w$:<>-]+")
REFERENCE = re.compile(r'"#/\$defs/(\w+)"')
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
    """A value of a JSON text: its path from the top. `whole` is what all of the text is called."""

    source: Source
    places: Mapping[Path, Span]
    path: Path = ()
    whole: str = "the contract"

    def of(self, *more: str | int) -> "Place":
        return Place(self.source, self.places, (*self.path, *more), self.whole)

    @property
    def span(self) -> Span:
        return nearest_place(self.places, self.path)

    @property
    def name(self) -> str:
        """`entries.add.outputs[0]`."""
        text = ""
        for it in self.path:
            text += f"[{it}]" if isinstance(it, int) else f"{'.' if text else ''}{key_text(it)}"
        return text


def key_text(key: str) -> str:
    """A key as it is told: in quotes where it is no word and no kernel's name."""
    return key if PLAIN.fullmatch(key) else msgspec.json.encode(key).decode()


def wrong(place: Place, key: str, fact: str) -> SklintError:
    """The error that says a fact about a value, or about a key in it."""
    there = place.of(key) if key else place
    return SklintError(f"{place_text(place.source, there.span)}: {there.name or there.whole} {fact}")


def decoded(source: Source) -> object:
    """What a JSON text holds. SklintError where it is none."""
    data = source.data.removeprefix(BOM)
    if not data.strip():
        raise SklintError(f"{place_text(source, source.span(0, 0))}: not valid JSON: the file is empty")
    try:
        text: object = msgspec.json.decode(data.decode())
    except RecursionError as error:
        there = place_text(source, too_deep(source))
        raise SklintError(f"{there}: not read: it is nested too deep") from error
    except UnicodeDecodeError as error:
        raise SklintError(f"{place_text(source, not_utf8(source))}: is not UTF-8; save the file as UTF-8") from error
    except msgspec.DecodeError as error:
        raise malformed(source, str(error)) from error
    return text


def malformed(source: Source, message: str) -> SklintError:
    """The error for what is no JSON, in our words and at its place."""
    what, _, where = message.partition(" (byte ")
    bom = len(BOM) if source.data.startswith(BOM) else 0
    at = int(where.rstrip(")")) + bom if where.rstrip(")").isdigit() else len(source.data)
    what = what.removeprefix("JSON is malformed: ").partition(" - at `")[0]
    if "out of range" in what:
        span = number_out_of_range(source)
        return SklintError(f"{place_text(source, span)}: not valid JSON: the number is too large to be one")
    word = re.match(rb"[\w.+-]*", source.data[at:])
    found = word[0].decode("utf-8", "replace") if word else ""
    told = {
        "Input data was truncated": f"{what}; a quote or bracket is not closed",
        "invalid character": f"{found} is no value of JSON" if found else "invalid character",
    }
    return SklintError(f"{place_text(source, source.span(at, at))}: not valid JSON: {told.get(what, what)}")


def converted(raw: object, type: type[T], place: Place) -> T:
    """A value as a struct. The error names the innermost value that is wrong."""
    try:
        return msgspec.convert(raw, type)
    except msgspec.ValidationError as error:
        raise explained(str(error), raw, type, place) from error


def explained(message: str, raw: object, type: type[msgspec.Struct], place: Place) -> SklintError:
    """msgspec's error in our words. It writes `[...]` for the keys of a table: the first wrong value is looked for."""
    what, at, where = message.removesuffix("`").rpartition(" - at `$")
    what = what if at else message
    there = place.of(*path_of(what, where if at else "", raw, type))
    if unknown := re.search(r"unknown field `(.*)`$", what, re.DOTALL):
        return wrong(there, unknown[1], unknown_key(unknown[1], type, place.whole))
    if missing := re.search(r"missing required field `([^`]*)", what):
        return wrong(there, "", f"has no {missing[1]}")
    if choice := re.search(r"Invalid enum value (.*)", what, re.DOTALL):
        return wrong(there, "", f"is {choice[1]}; it takes {alternatives(choices(there.path, type))}")
    if kinds := re.search(r"Expected `(.*?)`, got `(\w+)", what):
        return wrong(there, "", f"is {WORDS.get(kinds[2], kinds[2])}; it takes {listed(kinds[1])}")
    return wrong(there, "", f"is wrong: {what}")


def path_of(what: str, where: str, raw: object, type: type[msgspec.Struct]) -> list[str | int]:
    """The path that msgspec tells, with the keys it leaves out."""
    path: list[str | int] = []
    steps: list[tuple[str, str, str]] = re.findall(r"\.([\w$-]+)|(\[\.\.\.\])|\[(\d+)\]", where)
    for key, any_key, index in steps:
        path.append(culprit(raw, type, path, what) if any_key else key or int(index))
    return path


def culprit(raw: object, type: type[msgspec.Struct], before: Sequence[str | int], what: str) -> str:
    """The first key of a table whose value is wrong, by halves: without what follows it, the error is the same."""
    keys = list(inside(raw, before))
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        keys = half if fails(with_keys(raw, before, half), type, what) else keys[len(half) :]
    return keys[0] if keys else ""


def fails(raw: object, type: type[msgspec.Struct], what: str) -> bool:
    try:
        msgspec.convert(raw, type)
    except msgspec.ValidationError as error:
        return str(error).startswith(what)
    return False


def inside(raw: object, path: Sequence[str | int]) -> dict[str, object]:
    for it in path:
        raw = table(raw)[it] if isinstance(it, str) else msgspec.convert(raw, list[object])[it]
    return table(raw)


def table(raw: object) -> dict[str, object]:
    return msgspec.convert(raw, dict[str, object])


def with_keys(raw: object, path: Sequence[str | int], keys: Sequence[str]) -> object:
    """The value with nothing but these keys in the table at a path, and nothing beside it in the tables above."""
    if not path:
        there = table(raw)
        return {it: there[it] for it in keys}
    if isinstance(path[0], int):
        return [with_keys(msgspec.convert(raw, list[object])[path[0]], path[1:], keys)]
    return {path[0]: with_keys(table(raw)[path[0]], path[1:], keys)}


def unknown_key(name: str, type: type[msgspec.Struct], whole: str) -> str:
    if owners := owners_of(name, type):
        return f"is no key here; it belongs {alternatives(owners)}"
    near = get_close_matches(name, sorted(all_keys(type)), n=1)
    a_whole = f"a {whole.removeprefix('the ')}"
    return f"is no key of {a_whole}{f'; did you mean {near[0]}?' if near else '; remove it'}"


def owners_of(name: str, type: type[msgspec.Struct]) -> list[str]:
    """Where a contract has a key of that name; another word for one of its keys is not told."""
    (top,), components = msgspec.json.schema_components([type])
    shapes = {it for it, one in components.items() if name in msgspec.convert(one, Properties).properties}
    found = ["at the top of the contract"] if REFERENCE.findall(json_text(top))[0] in shapes else []
    for key, schema in properties(type).items():
        if key not in ALIASES.values() and not shapes.isdisjoint(REFERENCE.findall(json_text(schema))):
            found.append("in an entry" if key == "entries" else f"in {key}")
    return found


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


class Properties(msgspec.Struct, frozen=True):
    properties: dict[str, object] = {}


def properties(type: type[msgspec.Struct]) -> dict[str, object]:
    """The keys of a struct and of those in it, as its schema tells them."""
    _, components = msgspec.json.schema_components([type])
    return {key: it for one in components.values() for key, it in msgspec.convert(one, Properties).properties.items()}


def all_keys(type: type[msgspec.Struct]) -> set[str]:
    return set(properties(type))


def choices(path: Sequence[str | int], type: type[msgspec.Struct]) -> list[str]:
    """The words that the value at a path may be, which its key, or that of the table around it, says."""
    known = properties(type)
    schema = next((known[it] for it in reversed(path) if isinstance(it, str) and it in known), None)
    words = re.search(rb'"enum":(\[[^\]]*\])', msgspec.json.encode(schema))
    found = msgspec.json.decode(words[1], type=list[str]) if words else []
    return [*(it for it in get_args(Kind) if it in found), *(it for it in found if it not in get_args(Kind))]


def alternatives(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def listed(kinds: str) -> str:
    """`str | array` in words."""
    return " or ".join(
        dict.fromkeys(WORDS.get(it.strip(), it.strip()) for it in kinds.split("|") if it.strip() != "null")
    )
