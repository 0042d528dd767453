"""Which functions of a source may have to do with each other: what one does matters to another only where a chain of
names leads from one to the other. Names are told from the text, so more is tied together than belongs together."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from sklint.parse.clang import Kind, kind
from sklint.parse.reading import Reading

WORD = re.compile(rb"[A-Za-z_]\w*")
DIRECTIVE = re.compile(rb"^[ \t]*#(?:\\\r?\n|[^\n])*", re.MULTILINE)
MACRO = re.compile(rb"[ \t]*#\s*define\s+(\w+)")
ENDS = re.compile(rb"[;{}]")
PASTING = b"##"
ELSEWHERE = -1
Names = frozenset[bytes]


@dataclass(frozen=True)
class Piece:
    """Text outside of functions, by its bytes in the unit's own file. Who says one of `names` speaks of what it says,
    if that is of functions."""

    start: int
    end: int
    words: Names
    names: Names


@dataclass(frozen=True)
class Islands:
    """`tying` are the names that lead to functions; `own` the name of each function, or of the class it is a method of,
    in the order of the definitions, `said` those in its text; `pieces` what stands outside of functions."""

    tying: Names
    own: tuple[bytes, ...]
    said: tuple[Names, ...]
    pieces: tuple[Piece, ...]

    def after(self, number: int, text: bytes) -> "Islands":
        """The same when the text of one function is another."""
        said = (*self.said[:number], words(text) & self.tying, *self.said[number + 1 :])
        return replace(self, said=said)

    def moved(self, place: Callable[[int], int]) -> "Islands":
        """The same when what stood at an offset stands at `place` of that."""
        return replace(self, pieces=tuple(replace(it, start=place(it.start), end=place(it.end)) for it in self.pieces))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The island of each function."""
        joined: dict[bytes, set[bytes]] = {}
        functions = [{name, *said} for name, said in zip(self.own, self.said, strict=True)]
        for group in (*functions, *(it.words & self.tying for it in self.pieces)):
            them = set(group).union(*(joined[it] for it in group if it in joined))
            joined.update(dict.fromkeys(them, them))
        islands = {id(them): number for number, them in enumerate(joined.values())}
        return tuple(islands[id(joined[name])] for name in self.own)

    def around(self, offset: int) -> frozenset[int]:
        """The islands that text outside of functions belongs to, by an offset in it; none where that is not known."""
        here = next((it.words & self.tying for it in self.pieces if it.start <= offset < it.end), Names())
        functions = zip(self.numbers, self.own, self.said, strict=True)
        return frozenset(number for number, name, said in functions if name in here or said & here)


def islands(reading: Reading) -> Islands | None:
    """Those of the unit's own file; None where macros make names, or operators are called without one."""
    data = reading.main.data
    texts = [words(data[start:end]) for start, end in reading.definitions.values()]
    owners = [reading.functions[key].record.rpartition("::")[2].encode() for key in reading.definitions]
    own = [owner or key[2].encode() for owner, key in zip(owners, reading.definitions, strict=True)]
    pieces = tuple(outside(reading))
    spelled = all(owner or name in text for owner, name, text in zip(owners, own, texts, strict=True))
    if not spelled or any(it.startswith(b"operator") for it in own) or any(PASTING in it for it in macros(reading)):
        return None
    tying = frozenset((*own, *variables(reading), *functions_elsewhere(reading)))
    while (more := tying.union(*(it.names for it in pieces if it.words & tying))) != tying:
        tying = more
    return Islands(tying, tuple(own), tuple(it & tying for it in texts), pieces)


def words(text: bytes) -> Names:
    return frozenset(WORD.findall(text))


def variables(reading: Reading) -> Iterator[bytes]:
    """The variables outside of functions that may change."""
    for it, _ in reading.declarations:
        if kind(it) == Kind.VARIABLE and not it.type.is_const_qualified():
            yield it.spelling.encode()


def functions_elsewhere(reading: Reading) -> Iterator[bytes]:
    """The functions of headers, or the classes that they are methods of."""
    for key, it in reading.functions.items():
        if key[0] != reading.main.path:
            yield (it.record.rpartition("::")[2] or key[2]).encode()


def macros(reading: Reading) -> Iterator[bytes]:
    for path in reading.project_files:
        yield from DIRECTIVE.findall(reading.source(path).data)


def outside(reading: Reading) -> Iterator[Piece]:
    """What stands outside of functions: the headers as one, classes, macros, other declarations."""
    data, path = reading.main.data, reading.main.path
    declared = frozenset(it.spelling.encode() for it, _ in reading.declarations)
    said = Names().union(*(words(reading.source(it).data) for it in reading.project_files if it != path))
    yield Piece(ELSEWHERE, ELSEWHERE, said, said)
    taken = list(reading.definitions.values())
    for name, it in reading.classes.items():
        start, end = reading.tree.extent(it.cursor.extent)
        if start.path == path:
            taken.append((start.offset, end))
            yield Piece(start.offset, end, words(data[start.offset : end]), words(name.rpartition("::")[2].encode()))
    for it in DIRECTIVE.finditer(data):
        taken.append(it.span())
        made = MACRO.match(it[0])
        yield Piece(*it.span(), words(it[0]), Names((made[1],)) if made else Names())
    for start, end in left_over(data, taken):
        said = words(data[start:end])
        yield Piece(start, end, said, said & declared)


def left_over(data: bytes, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The bytes that are not taken, up to each end of a declaration."""
    at = 0
    for start, end in sorted((*taken, (len(data), len(data)))):
        cuts = [it.end() for it in ENDS.finditer(data, at, start)] if at < start else []
        yield from zip((at, *cuts), (*cuts, start), strict=True) if at < start else ()
        at = max(at, end)
