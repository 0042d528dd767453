"""Where code says a global name that the project does not declare: in its text, or by a macro of the project.

The compiler knows the meaning of most names. Where it lost that, the name may be whatever is declared around it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from clang.cindex import Cursor

from sklint.body import Token
from sklint.parse.brackets import is_scope
from sklint.parse.clang import Kind, Place, every_part, kind
from sklint.parse.declaration import plain
from sklint.parse.reading import Reading
from sklint.parse.uses import REFERENCES, live, meant
from sklint.source import Span

IN_OTHER_SCOPE = re.compile(rb"(?:->|(?<!\.)\.|[\w>]::)\s*$")
GLOBAL = re.compile(rb"::\s*$")
DECLARATIONS = range(1, 40)
"""The kinds of cursor that declare something."""


def read_named(reading: Reading, words: Sequence[str]) -> tuple[tuple[str, Span], ...]:
    """Where one of the words is a global name in code, with the word: no member, and in no other scope."""
    said = frozenset[str]().union(*map(reading.macros_saying, words)) if words else frozenset[str]()
    if not said:
        return ()
    pattern = re.compile(rb"\b(?:" + b"|".join(re.escape(it.encode()) for it in sorted(said)) + rb")\b")
    candidates = [
        found for path in reading.project_files for found in said_in(reading, path, pattern, frozenset(words))
    ]
    if not candidates:
        return ()
    meanings = Meanings(reading, frozenset(words), pattern)
    return tuple(it for it in candidates if not meanings.is_own(*it))


def said_in(
    reading: Reading, path: str, pattern: re.Pattern[bytes], words: frozenset[str]
) -> Iterator[tuple[str, Span]]:
    data = reading.source(path).data
    for match in live(reading, path, list(pattern.finditer(data))):
        name, span = match[0].decode(), Span(path, *match.span())
        made = reading.made_by_macro(path, match.start())
        if not made or made[0].in_definition or made[0].text != name:
            yield from ((it, span) for it in dict.fromkeys(global_names(made)) if it in words)
        elif name in words and not IN_OTHER_SCOPE.search(data, max(0, match.start() - 200), match.start()):
            yield name, span


def global_names(tokens: Sequence[Token]) -> Iterator[str]:
    """The names of macros' definitions that are no members and in no other scope."""
    for at, it in enumerate(tokens):
        before = tokens[at - 1].text if at else ""
        scoped = before == "::" and at >= 2 and is_scope(tokens, at - 2)
        if it.kind == "name" and it.in_definition and not scoped and before not in (".", "->"):
            yield it.text


class Meanings:
    """What the project declares under one of the words, and where that is meant. A C function that is only declared is
    another's: the project says again what a header of it says."""

    def __init__(self, reading: Reading, words: frozenset[str], pattern: re.Pattern[bytes]) -> None:
        self.reading = reading
        self.words = words
        self.own: set[tuple[str, Place]] = set()
        self.others: set[tuple[str, Place]] = set()
        self.scopes = defaultdict[str, set[str]](set)
        self.bodies = defaultdict[str, list[Span]](list)
        self.around: list[tuple[Span, str]] = []
        for cursor, place in reading.declarations:
            start, end = reading.tree.extent(cursor.extent)
            if start.path == place.path and pattern.search(reading.source(place.path).data, start.offset, end):
                extent = Span(start.path, start.offset, end)
                self.around.append((extent, reading.qualified(cursor)))
                self.read(cursor, extent)

    def read(self, cursor: Cursor, extent: Span) -> None:
        for it in (cursor, *every_part(cursor)):
            if kind(it) in REFERENCES:
                self.refer(it, extent)
            elif kind(it) in DECLARATIONS and (word := plain(it.spelling)) in self.words:
                self.own.update(self.places(it, word))
                if self.of_project(it):
                    self.declare(it, word, extent if it != cursor else None)

    def declare(self, cursor: Cursor, word: str, around: Span | None) -> None:
        parent = cursor.semantic_parent
        enumerator = kind(cursor) == Kind.ENUMERATOR
        scope = self.reading.qualified(parent) if parent is not None and kind(parent) not in (300, 350) else ""
        self.scopes[word].add(scope.rpartition("::")[0] if enumerator else scope)
        if around and not enumerator:
            self.bodies[word].append(around)

    def refer(self, cursor: Cursor, extent: Span) -> None:
        targets = [it for it in meant(cursor) if plain(it.spelling) in self.words]
        for it in targets[:1]:
            word, own = plain(it.spelling), all(map(self.of_project, targets))
            (self.own if own else self.others).update(self.places(cursor, word))
            place = self.reading.tree.place(it.location)
            if own and place.path == extent.path and extent.start < place.offset < extent.end:
                self.bodies[word].append(extent)

    def places(self, cursor: Cursor, word: str) -> Iterable[tuple[str, Place]]:
        tree = self.reading.tree
        return (word, tree.place(cursor.location)), (word, tree.spelled(cursor.location))

    def of_project(self, cursor: Cursor) -> bool:
        """Whether a declaration is the project's own."""
        if not self.reading.in_project(self.reading.tree.place(cursor.location).path):
            return False
        defined = kind(cursor) != Kind.FUNCTION or cursor.get_definition() is not None
        return defined or cursor.mangled_name.lstrip("_") != cursor.spelling.lstrip("_")

    def is_own(self, word: str, span: Span) -> bool:
        at = (word, Place(span.path, span.start))
        if at in self.own or at in self.others:
            return at in self.own
        if GLOBAL.search(self.reading.source(span.path).data, max(0, span.start - 200), span.start):
            return "" in self.scopes[word]
        scope = next((name for it, name in self.around if holds(it, span)), None)
        if any(holds(it, span) for it in self.bodies[word]):
            return True
        if scope is None:
            return bool(self.scopes[word])
        return any(not it or f"{scope}::".startswith(f"{it}::") or self.opened(it) for it in self.scopes[word])

    def opened(self, scope: str) -> bool:
        """Whether a `using` makes names of a scope visible elsewhere."""
        last = re.escape(scope.rpartition("::")[2].encode())
        using = re.compile(rb"\busing\b[^;{}]*\b" + last + rb"\b")
        return any(using.search(self.reading.source(it).data) for it in self.reading.project_files)


def holds(outer: Span, inner: Span) -> bool:
    return outer.path == inner.path and outer.start <= inner.start < outer.end
