"""Where each value of a JSON text stands, so that an error can name its line."""

import re
from collections.abc import Iterator, Mapping
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


class PlacedError(SklintError):
    """What is wrong at a place in a text. `fact` is the message without the place, `instead` the text that was probably
    meant at `span`, "" where nobody knows."""

    def __init__(self, source: Source, span: Span, fact: str, instead: str = "") -> None:
        super().__init__(f"{place_text(source, span)}: {fact}")
        self.span, self.fact, self.instead = span, fact, instead


def places(source: Source) -> dict[Path, Span]:
    """The span of each key, and of each value of a list, in a JSON text that is valid. SklintError for a key that is
    given twice."""
    found = {path: span for path, span, key in marks(source) if key or isinstance(path[-1], int)}
    return {(): source.span(0, 0), **found}


def values(source: Source) -> dict[Path, Span]:
    """The span of each value; of an object or a list only that of its bracket. SklintError as for `places`."""
    return {path: span for path, span, key in marks(source) if not key}


def marks(source: Source) -> Iterator[tuple[Path, Span, bool]]:
    """Each key and each value below the top with its path and place, and whether it is a key."""
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
            yield entered(levels, text, span, source), span, True
            key = False
        elif text != b":":
            if levels:
                yield tuple(it.at for it in levels), span, False
            if text in (b"{", b"["):
                levels.append(Level("" if text == b"{" else 0))
                key = text == b"{"


def entered(levels: list[Level], text: bytes, span: Span, source: Source) -> Path:
    """The path of a key, which the innermost object now has."""
    name = msgspec.json.decode(text, type=str)
    path = (*(it.at for it in levels[:-1]), name)
    if name in levels[-1].keys:
        raise PlacedError(source, span, f"{'.'.join(map(str, path))} is given twice")
    levels[-1].keys.add(name)
    levels[-1].at = name
    return path


def nearest_place(found: Mapping[Path, Span], path: Path) -> Span:
    """The place of a value, or of what holds it where there is none."""
    while path not in found:
        path = path[:-1]
    return found[path]


def place_text(source: Source, span: Span) -> str:
    """`path:line:column` of a span's start."""
    at = source.position(span.start)
    return f"{source.path}:{at.line}:{at.column}"
