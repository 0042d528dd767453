"""The texts of one parsed unit: its files, its macros, and what the compiler said of them."""

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.body import Token
from sklint.parse.clang import INCLUSION, MACRO_DEFINITION, MACRO_USE, Place, Tree, kind
from sklint.parse.expand import Macro, expand, read_macro, tokens_of
from sklint.parse.lex import Lexeme, lex
from sklint.parse.translation import HEADERS
from sklint.parse.undefined import Undefined
from sklint.source import Source, Span

MODEL = str(HEADERS)
NO_TEXTS: Mapping[bytes, bytes] = {}
QUOTED = re.compile(r"'(\w+)'")


class Texts:
    """The tree of a unit with the texts it was made from. Everything is found when first asked for."""

    def __init__(
        self, tree: Tree, main: Source, defines: Sequence[str], given: Mapping[bytes, bytes] = NO_TEXTS
    ) -> None:
        self.tree = tree
        self.main = main
        self.defined = {it.name: it for it in map(given_macro, defines)}
        self.sources: dict[str, Source] = {main.path: main}
        self.given = given
        """The texts of files, by their paths, that libclang was given: as they are, not as it reads them."""
        self._skipped: dict[str, list[tuple[int, int]]] = {}
        self._macros: dict[str, Macro | None] = {}
        self._made: dict[tuple[str, int], list[Token]] = {}
        self._mentions: dict[str, frozenset[str]] = {}

    @cached_property
    def _top(self) -> tuple[list[Cursor], list[Cursor]]:
        records: list[Cursor] = []
        declarations: list[Cursor] = []
        for cursor in self.tree.top_level():
            number = kind(cursor)
            if number in (MACRO_DEFINITION, INCLUSION):
                records.append(cursor)
            elif number != MACRO_USE:
                declarations.append(cursor)
        return records, declarations

    @property
    def records(self) -> list[Cursor]:
        """Macro definitions and inclusions, in order."""
        return self._top[0]

    @property
    def outermost(self) -> list[Cursor]:
        """The unit's declarations as they stand, namespaces closed."""
        return self._top[1]

    # files

    def in_project(self, path: str) -> bool:
        return bool(path) and not path.startswith(MODEL)

    def source(self, path: str) -> Source:
        """A file of the unit, with the bytes libclang read."""
        found = self.sources.get(path)
        if found is None:
            data = self.given.get(os.fsencode(path))
            found = self.sources[path] = Source(path, self.tree.contents(path) or b"" if data is None else data)
        return found

    @cached_property
    def project_files(self) -> tuple[str, ...]:
        """The unit's own file and the project's files that it includes, each once."""
        included = (self.tree.included_file(it) for it in self.records if kind(it) == INCLUSION)
        return tuple(dict.fromkeys((self.main.path, *filter(self.in_project, included))))

    def files_with(self, word: str) -> frozenset[str]:
        """The project's files whose text has a word: the cheap question before an expensive one."""
        if word not in self._mentions:
            wanted = re.compile(rb"\s+".join(map(re.escape, word.encode().split())))
            self._mentions[word] = frozenset(it for it in self.project_files if wanted.search(self.source(it).data))
        return self._mentions[word]

    @property
    def asked_words(self) -> dict[str, frozenset[str]]:
        """The words that were looked for, with the files that have them."""
        return self._mentions

    def lexemes(self, path: str, start: int, end: int) -> Iterator[Lexeme]:
        """The code of `path[start:end]`: no directives, nothing that conditional directives leave out."""
        dead = self.skipped(path)
        starts = [begin for begin, _ in dead]
        for it in lex(self.source(path).data, start, end):
            if it.kind != "directive" and not (dead and inside(dead, starts, it.start)):
                yield it

    def skipped(self, path: str) -> list[tuple[int, int]]:
        if path not in self._skipped:
            self._skipped[path] = sorted(self.tree.skipped(path))
        return self._skipped[path]

    def tokens(self, path: str, start: int, end: int) -> list[Token]:
        """The code of `path[start:end]`, macros of the project expanded."""
        return self.expanded(path, self.lexemes(path, start, end))

    def expanded(self, path: str, lexemes: Iterable[Lexeme]) -> list[Token]:
        """Code of a file, macros of the project expanded."""
        return expand(tokens_of(path, lexemes), self.macro)

    def made_by_macro(self, path: str, start: int) -> list[Token]:
        """What the macro use at `start` makes. One use may make many declarations, so it is expanded once."""
        if (path, start) not in self._made:
            self._made[path, start] = self._expand_use(path, start)
        return list(self._made[path, start])

    def _expand_use(self, path: str, start: int) -> list[Token]:
        data = self.source(path).data
        head = next(lex(data, start), None)
        if head is None:
            return []
        tokens = tokens_of(path, [head])
        rest: list[Token] = []
        level = 0
        for it in lex(data, head.end):
            if it.kind == "directive" or (not rest and it.text != "("):
                break
            rest += tokens_of(path, [it])
            level += (it.text == "(") - (it.text == ")")
            if level == 0:
                break
        return expand(tokens + rest, self.macro)

    # macros

    @cached_property
    def _macro_cursors(self) -> dict[str, list[tuple[int, Cursor]]]:
        found: dict[str, list[tuple[int, Cursor]]] = {}
        for order, cursor in enumerate(self.records):
            if kind(cursor) == MACRO_DEFINITION:
                found.setdefault(cursor.spelling, []).append((order, cursor))
        return found

    def macro(self, name: str, token: Token) -> Macro | None:
        """The project's macro of that name at that place: the last definition before it that no `#undef` took away."""
        if name in self.defined:
            return self.defined[name]
        definitions = self._macro_cursors.get(name)
        if not definitions:
            return None
        if name in self._undefined.by_name:
            places = [(self.tree.place(it.location), it) for _, it in definitions]
            known, defined = self._undefined.at(Place(*token.file_place), places)
            if known:
                return self._read_macro(defined) if defined else None
        before = [it for _, it in definitions if self._stands_before(it, token)]
        if len(definitions) > 1 or not before:
            return self._read_macro(before[-1]) if before else None
        if name not in self._macros:
            self._macros[name] = self._read_macro(before[0])
        return self._macros[name]

    @cached_property
    def _undefined(self) -> Undefined:
        return Undefined(self)

    def last_macro(self, name: str) -> Macro | None:
        """The macro of that name as it is at the end of the unit."""
        definitions = self._macro_cursors.get(name)
        return self.defined.get(name) or (self._read_macro(definitions[-1][1]) if definitions else None)

    def _stands_before(self, definition: Cursor, token: Token) -> bool:
        place = self.tree.place(definition.location)
        return place.path != token.span.path or place.offset < token.span.start

    def _read_macro(self, cursor: Cursor) -> Macro | None:
        start, end = self.tree.extent(cursor.extent)
        if not self.in_project(start.path):
            return None
        return read_macro(start.path, self.source(start.path).data, start.offset, end)

    def macro_definition(self, name: str) -> Span | None:
        definitions = self._macro_cursors.get(name)
        if not definitions:
            return None
        start, end = self.tree.extent(definitions[-1][1].extent)
        return Span(start.path, start.offset, end) if self.in_project(start.path) else None

    def macros_saying(self, word: str) -> frozenset[str]:
        """The word, and the project's macros that may come to say it."""
        if not self.files_with(word):
            return frozenset()
        texts = {name: self._definition_text(them[-1][1]) for name, them in self._macro_cursors.items()}
        found, before = {word}, 0
        while len(found) != before:
            before = len(found)
            found |= {name for name, text in texts.items() if any(it.encode() in text for it in found)}
        return frozenset(found)

    def _definition_text(self, cursor: Cursor) -> bytes:
        start, end = self.tree.extent(cursor.extent)
        return self.source(start.path).data[start.offset : end] if self.in_project(start.path) else b""

    # errors

    @cached_property
    def _unknown_names(self) -> dict[tuple[str, int], set[str]]:
        """The names each error speaks of, by its place."""
        found: dict[tuple[str, int], set[str]] = {}
        for place, message in self.tree.errors():
            found.setdefault((place.path, place.offset), set()).update(QUOTED.findall(message))
        return found

    def unknown(self, tokens: Sequence[Token]) -> bool:
        """Whether the compiler did not know a name among the tokens of a type, and made up a type of its own."""
        return any(it.text in self._unknown_names.get(it.file_place, ()) for it in tokens if it.kind == "name")

    def complained(self, tokens: Sequence[Token]) -> bool:
        """Whether the compiler has an error at one of the tokens."""
        return any(it.file_place in self._unknown_names for it in tokens)

    def stands(self, word: str, place: Place) -> bool:
        """Whether `word` itself is at the place; if not, a macro makes it."""
        data = self.source(place.path).data if self.in_project(place.path) else b""
        return data.startswith(word.encode(), place.offset)


def given_macro(define: str) -> Macro:
    """The macro that `NAME` or `NAME=VALUE` defines on a command line. It stands in no file."""
    name, _, value = define.partition("=")
    tokens = tokens_of("", lex((value or "1").encode()))
    return Macro(name, None, tuple(replace(it, in_definition=True) for it in tokens))


def inside(ranges: list[tuple[int, int]], starts: list[int], offset: int) -> bool:
    at = bisect_right(starts, offset) - 1
    return at >= 0 and offset < ranges[at][1]
