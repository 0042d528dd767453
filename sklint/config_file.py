"""Reading a configuration file: its settings, or what is wrong with it and on which line."""

import re
from pathlib import Path
from typing import get_args

import msgspec

from sklint.error import SklintError
from sklint.selection import nearest
from sklint.settings import FailOn, Level, Settings, TargetTable, Texts

_TYPES = {
    "array": "a list",
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "object": "a table",
    "datetime": "a date",
    "date": "a date",
    "time": "a time",
}


class ConfigFile(msgspec.Struct, frozen=True):
    """A configuration file that was read: its settings, and which top-level keys it gives."""

    path: Path
    text: str
    settings: Settings
    given: frozenset[str]

    def place(self, *keys: str) -> str:
        """`path:line` of a key (its tables first), or the path alone where the line cannot be told."""
        return place(self.path, self.text, keys)

    def place_of_text(self, value: str, *keys: str) -> str:
        """`path:line` of a text in the list that a key gives, which may go over several lines."""
        first = _line_of(self.text, (*_prefix(self.path), *keys))
        lines = self.text.split("\n")[max(first - 1, 0) :]
        beyond = next((number for number, line in enumerate(lines) if re.search(_quoted(value), line)), 0)
        return f"{self.path}:{first + beyond}" if first else str(self.path)


def read_settings(path: Path) -> ConfigFile | None:
    """The settings of a file; None for a pyproject.toml that has none. SklintError for what is wrong in it."""
    text = _read(path)
    if _prefix(path) and "sklint" not in text:
        return None
    table: object = _parse(path, text)
    if _prefix(path):
        table = _tool_table(table)
        if table is None:
            return None
    try:
        settings = msgspec.convert(table, Settings)
    except msgspec.ValidationError as error:
        keys, message = _explain(str(error), table)
        raise SklintError(f"{place(path, text, keys)}: {message}") from error
    return ConfigFile(path, text, settings, frozenset(msgspec.convert(table, dict[str, object])))


def place(path: Path, text: str, keys: tuple[str, ...]) -> str:
    """`path:line` of a key in a configuration file, or the path alone where the line cannot be told."""
    line = _line_of(text, (*_prefix(path), *keys))
    return f"{path}:{line}" if line else str(path)


def _quoted(value: str) -> str:
    return rf"([\"']){re.escape(value)}\1"


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SklintError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error


def _prefix(path: Path) -> tuple[str, ...]:
    return ("tool", "sklint") if path.name == "pyproject.toml" else ()


def _parse(path: Path, text: str) -> dict[str, object]:
    try:
        return msgspec.toml.decode(text, type=dict[str, object])
    except msgspec.DecodeError as error:
        what, _, where = str(error).partition(" (at ")
        found = re.match(r"line (\d+), column (\d+)", where)
        spot = f"{path}:{found[1]}:{found[2]}" if found else str(path)
        raise SklintError(f"{spot}: not valid TOML: {what}") from error


class _Pyproject(msgspec.Struct):
    tool: dict[str, object] = {}


def _tool_table(pyproject: object) -> object:
    """The value of tool.sklint, None if there is none."""
    try:
        return msgspec.convert(pyproject, _Pyproject).tool.get("sklint")
    except msgspec.ValidationError:
        return None


def _explain(message: str, table: object) -> tuple[tuple[str, ...], str]:
    """The keys a msgspec error is about, and the error in our words."""
    what, _, where = message.rstrip("`").partition(" - at `$")
    parts: list[tuple[str, str]] = re.findall(r"\.([\w-]+)|(\[\.\.\.\])", where)
    keys = _named(tuple(name or "..." for name, _ in parts), table)
    key = ".".join(keys)
    if unknown := re.search(r"unknown field `(.*)", what):
        name = unknown[1].rstrip("`")
        return (*keys, name), _unknown_key(keys, name)
    if invalid := re.search(r"Invalid enum value (.*)", what):
        return keys, f"{key} is {invalid[1]}; it takes {_choices(keys)}"
    if wrong := re.search(r"Expected `(.*)`, got `(\w+)", what):
        subject = f"an entry of {key}" if re.search(r"\[\d+\]$", where) else key or "tool.sklint"
        quoted = ", in quotes" if wrong[1] == "str" and wrong[2] in ("int", "float") else ""
        return keys, f"{subject} is {_TYPES.get(wrong[2], wrong[2])}; it takes {_expected(keys, wrong[1])}{quoted}"
    return keys, f"{key}: {what}"


def _named(keys: tuple[str, ...], table: object) -> tuple[str, ...]:
    """Put names for the `...` of [rules] and [per-file-ignores]: those whose value is the wrong one."""
    if "..." not in keys:
        return keys
    value = msgspec.convert(table, dict[str, object])[keys[0]]
    expected = (dict[str, Texts],) if keys[0] != "rules" else (dict[str, Level | dict[str, Level]], dict[str, Level])
    names = [keys[0]]
    for kind, _ in zip(expected, keys[1:], strict=False):
        items = msgspec.convert(value, dict[str, object])
        name = next(name for name in items if not _fits({name: items[name]}, kind))
        names.append(name)
        value = items[name]
    return tuple(names)


def _fits(value: object, kind: type) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _unknown_key(tables: tuple[str, ...], key: str) -> str:
    here, elsewhere = (TargetTable, Settings) if tables else (Settings, TargetTable)
    known = [field.encode_name for field in msgspec.structs.fields(here)]
    name = ".".join((*tables, key))
    if key in {field.encode_name for field in msgspec.structs.fields(elsewhere)}:
        return f"{name} is not a setting; {key} stands " + ("at the top level" if tables else "in [target]")
    near = nearest(key.replace("_", "-"), known)
    return f"{name} is not a setting; " + (f"did you mean {near}?" if near else f"known are {', '.join(known)}")


def _expected(keys: tuple[str, ...], types: str) -> str:
    if keys[-1:] == ("fail-on",) or (keys[0:1] == ("rules",) and len(keys) > 1):
        return _choices(keys)
    return "a list of texts" if types == "array" else _TYPES.get(types, types)


def _choices(keys: tuple[str, ...]) -> str:
    *others, last = (f'"{value}"' for value in get_args(FailOn if keys[0] == "fail-on" else Level))
    return f"{', '.join(others)} or {last}"


def _line_of(text: str, keys: tuple[str, ...]) -> int:
    """The line (from 1) where a key is given, 0 if it cannot be told (inline tables)."""
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$", line):
            table = found = _split_key(header[1])
        elif given := re.match(r"""\s*((?:[\w.\- \t]|"[^"]*"|'[^']*')+)=""", line):
            found = (*table, *_split_key(given[1]))
        else:
            continue
        if found == keys:
            return number
    return 0


def _split_key(written: str) -> tuple[str, ...]:
    parts: list[tuple[str, str, str]] = re.findall(r"""([\w-]+)|"([^"]*)"|'([^']*)'""", written)
    return tuple(bare or double or single for bare, double, single in parts)
