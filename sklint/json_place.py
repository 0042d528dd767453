"""Where each value of a JSON text stands, so that an error can name its line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from sklint.error import SklintError
from sklint.source import Source, Span

Path = tuple[str | int, ...]
TOKEN = re.compile(rb'\s*(?:(?P<text>"(?:\\.|[^"\\])*")|(?P<mark>[{}\[\],:])|(?P<other>[^\s{}\[\],:"]+))')


@dataclass(slots=True)
class Level:
    """An open object or list: the key or number of the value that is read, and the keys so far."""

    at: str | int
    keys: set[str] = field(default_factory=set[str])

    def to_next(self) -> bool:
        """Go on after a comma; tells whether a key comes."""
        if isinstance(self.at, int):
            self.at += 1
        return isinstance(self.at, str)


def places(source: Source) -> dict[Path, Span]:
    """The span of each key, and of each value of a list, in a JSON text that is valid. SklintError for a key that is
    given twice."""
    found: dict[Path, Span] = {(): source.span(0, 0)}
    levels: list[Level] = []
    key = False  # whether a text would be a key
    for it in TOKEN.finditer(source.data):
        kind = it.lastgroup or "other"
        text, span = it[kind], source.span(it.start(kind), it.end(kind))
        if text in (b"}", b"]"):
            levels.pop()
        elif text == b",":
            key = levels[-1].to_next()
        elif kind == "text" and key:
            enter(found, levels, text, span, source)
            key = False
        elif text != b":":
            number_here(found, levels, span)
            if text in (b"{", b"["):
                levels.append(Level("" if text == b"{" else 0))
                key = text == b"{"
    return found


def enter(found: dict[Path, Span], levels: list[Level], text: bytes, span: Span, source: Source) -> None:
    """Note the place of a key."""
    name = msgspec.json.decode(text, type=str)
    path = (*(it.at for it in levels[:-1]), name)
    if name in levels[-1].keys:
        raise SklintError(f"{place_text(source, span)}: {'.'.join(map(str, path))} is given twice")
    levels[-1].keys.add(name)
    levels[-1].at = name
    found[path] = span


def number_here(found: dict[Path, Span], levels: list[Level], span: Span) -> None:
    """Note the place of a value, where it is one of a list."""
    if levels and isinstance(levels[-1].at, int):
        found[tuple(it.at for it in levels)] = span


def nearest_place(found: Mapping[Path, Span], path: Path) -> Span:
    """The place of a value, or of what holds it where there is none."""
    while path not in found:
        path = path[:-1]
    return found[path]


def place_text(source: Source, span: Span) -> str:
    """`path:line:column` of a span's start."""
    at = source.position(span.start)
    return f"{source.path}:{at.line}:{at.column}"
