"""Where each value of a JSON text stands, so that an error can name its line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec

from sklint.error import SklintError
from sklint.source import Source, Span

Path = tuple[str | int, ...]
TOKEN = re.compile(rb'\s*(?:(?P<text>"(?:\\.|[^"\\])*")|(?P<mark>[{}\[\],:])|(?P<other>[^\s{}\[\],:"]+))')


@dataclass(slots=True)
class Level:
    """An open object or list: its path, the key or number of the value that is read, and the keys so far."""

    path: Path
    at: str | int
    keys: set[str] = field(default_factory=set[str])


@lru_cache(maxsize=4)
def places(source: Source) -> Mapping[Path, Span]:
    """The span of each key, and of each value of a list, in a JSON text that is valid. SklintError for a key that is
    given twice. The contracts of a delivery are asked about one another, so the last ones are kept."""
    found: dict[Path, Span] = {(): source.span(0, 0)}
    levels: list[Level] = [Level((), "")]
    key = False  # whether a text would be a key
    for it in TOKEN.finditer(source.data):
        kind, level = it.lastgroup or "other", levels[-1]
        text = it[kind]
        if text in (b"}", b"]"):
            levels.pop()
        elif text == b",":
            if isinstance(level.at, int):
                level.at += 1
            else:
                key = True
        elif kind == "text" and key:
            enter(found, level, text, Span(source.path, *it.span(kind)), source)
            key = False
        elif text != b":":
            at = (*level.path, level.at) if len(levels) > 1 else ()
            if isinstance(level.at, int):
                found[at] = Span(source.path, *it.span(kind))
            if text in (b"{", b"["):
                levels.append(Level(at, "" if text == b"{" else 0))
                key = text == b"{"
    return found


def enter(found: dict[Path, Span], level: Level, text: bytes, span: Span, source: Source) -> None:
    """Note the place of a key."""
    name = msgspec.json.decode(text, type=str) if b"\\" in text else text[1:-1].decode()
    path = (*level.path, name)
    if name in level.keys:
        first = source.line_at(found[path].start)
        told = ".".join(map(str, path))
        raise SklintError(f"{place_text(source, span)}: {told} is given twice, first in line {first}; keep one of them")
    level.keys.add(name)
    level.at = name
    found[path] = span


def object_at(source: Source, path: Path) -> tuple[int, int]:
    """The range of the object that a key at a path has as its value, both braces included."""
    at = places(source)[path].end
    level = 0
    for it in TOKEN.finditer(source.data, at):
        if it["mark"] == b"{" and level == 0:
            at = it.start("mark")
        level += (it["mark"] in (b"{", b"[")) - (it["mark"] in (b"}", b"]"))
        if level == 0 and it["mark"] == b"}":
            return at, it.end("mark")
    return at, at


def nearest_place(found: Mapping[Path, Span], path: Path) -> Span:
    """The place of a value, or of what holds it where there is none."""
    while path not in found:
        path = path[:-1]
    return found[path]


def place_text(source: Source, span: Span) -> str:
    """`path:line:column` of a span's start."""
    at = source.position(span.start)
    return f"{source.path}:{at.line}:{at.column}"


# where a text is no JSON


DEEPEST = 500
"""Brackets in each other: about where decoding gives up."""


def too_deep(source: Source) -> Span:
    """The bracket that is nested too deep."""
    level = 0
    for it in TOKEN.finditer(source.data):
        level += (it["mark"] in (b"{", b"[")) - (it["mark"] in (b"}", b"]"))
        if level > DEEPEST:
            return source.span(it.start("mark"), it.end("mark"))
    return source.span(0, 0)


def number_out_of_range(source: Source) -> Span:
    """The first number that is none alone."""
    for it in TOKEN.finditer(source.data):
        if it["other"]:
            try:
                msgspec.json.decode(it["other"])
            except msgspec.DecodeError:
                return source.span(it.start("other"), it.end("other"))
    return source.span(0, 0)


def not_utf8(source: Source) -> Span:
    """The first byte that is not UTF-8."""
    try:
        source.data.decode()
    except UnicodeDecodeError as error:
        return source.span(error.start, error.end)
    return source.span(0, 0)
