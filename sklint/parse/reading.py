"""One parsed unit while it is read: its files, its macros, what its declarations are called and where they stand."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.model import Key, Record, Reference, Struct, Token, Type
from sklint.parse.clang import INCLUSION, MACRO_DEFINITION, MACRO_USE, Kind, Place, Tree, children, constant_value, kind
from sklint.parse.evaluate import evaluate
from sklint.parse.expand import Macro, expand, read_macro, tokens_of
from sklint.parse.lex import Lexeme, lex
from sklint.parse.translation import HEADERS
from sklint.parse.types import read_type
from sklint.source import Source, Span

MODEL = str(HEADERS)
MEMBERS = frozenset((*Kind.FUNCTIONS, Kind.FIELD, Kind.BASE))
QUOTED = re.compile(r"'(\w+)'")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A function, class or variable of the project: its cursor, its key and the words that name it."""

    cursor: Cursor
    key: Key
    qualified: str
    record: str  # the class it is a member of


class Reading:
    """The tree of a unit with what several readers need of it. Everything is found when first asked for."""

    def __init__(self, tree: Tree, main: Source, defines: Sequence[str]) -> None:
        self.tree = tree
        self.main = main
        self.defined = {it.name: it for it in map(given_macro, defines)}
        self.sources: dict[str, Source] = {main.path: main}
        self._names: dict[tuple[str, int, str], str] = {}
        self._skipped: dict[str, list[tuple[int, int]]] = {}
        self._macros: dict[str, Macro | None] = {}
        self._made: dict[tuple[str, int], list[Token]] = {}
        self._mentions: dict[str, frozenset[str]] = {}
        self._records: dict[str, Record | None] = {}
        self.initializers: dict[Key, Declaration] = {}
        """The fields with initialisers of the classes that were read."""
        self._constants: dict[str, int | None] = {}
        self.meanings: dict[tuple[int, int | None], tuple[str, Reference]] = {}
        """The name and meaning of each declaration that was referred to, by its kind and libclang's handle."""
        self.types: dict[tuple[int, int | None], Type] = {}
        """The types that were read, by their kind and libclang's handle."""
        self.structs: dict[tuple[int, int | None], Struct | None] = {}
        """The structs that were read, by the kind and handle of their type."""

    # files

    def in_project(self, path: str) -> bool:
        return bool(path) and not path.startswith(MODEL)

    def source(self, path: str) -> Source:
        """A file of the unit, with the bytes libclang read."""
        found = self.sources.get(path)
        if found is None:
            found = self.sources[path] = Source(path, self.tree.contents(path) or b"")
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
        return expand(tokens_of(path, self.lexemes(path, start, end)), self.macro)

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
        """The project's macro of that name at that place: the last definition before it, else the last one there is."""
        if name in self.defined:
            return self.defined[name]
        definitions = self._macro_cursors.get(name)
        if not definitions:
            return None
        if len(definitions) == 1:
            if name not in self._macros:
                self._macros[name] = self._read_macro(definitions[0][1])
            return self._macros[name]
        before = [it for _, it in definitions if self._stands_before(it, token)]
        return self._read_macro((before or [it for _, it in definitions])[-1])

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

    # declarations

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

    @cached_property
    def declarations(self) -> list[tuple[Cursor, Place]]:
        """All declarations at namespace scope, namespaces and `extern "C"` opened, with their places.

        libclang also lists what templates were instantiated to; that stands where the template does and is left out.
        """
        templates: set[Key] = set()
        found: list[tuple[Cursor, Place]] = []
        for cursor, place in self._opened(self._top[1]):
            number = kind(cursor)
            if number == Kind.FUNCTION_TEMPLATE:
                templates.add(self.key(cursor, place))
            if number != Kind.FUNCTION or not templates or self.key(cursor, place) not in templates:
                found.append((cursor, place))
        return found

    @cached_property
    def instantiations(self) -> dict[Key, list[Cursor]]:
        """What function templates were instantiated to, by the key of the template."""
        found: dict[Key, list[Cursor]] = {}
        for cursor, place in self._opened(self._top[1]):
            if kind(cursor) == Kind.FUNCTION and self.in_project(place.path):
                found.setdefault(self.key(cursor, place), []).append(cursor)
        return found

    def _opened(self, cursors: list[Cursor]) -> Iterator[tuple[Cursor, Place]]:
        for cursor in cursors:
            place = self.tree.place(cursor.location)
            if not self.in_project(place.path):
                continue
            if kind(cursor) in Kind.SCOPES:
                yield from self._opened(children(cursor))
            else:
                yield cursor, place

    @cached_property
    def functions(self) -> dict[Key, Declaration]:
        """Every function and method of the project by its key; the definition wins where both have one place, and a
        template over what it was instantiated to, which libclang lists among the members of a class."""
        found: dict[Key, Declaration] = {}
        for it in self._walk(self.declarations, ""):
            known = found.get(it.key)
            better = known is None or (it.cursor.is_definition() and kind(known.cursor) != Kind.FUNCTION_TEMPLATE)
            if kind(it.cursor) in Kind.FUNCTIONS and better:
                found[it.key] = it
        return found

    @cached_property
    def classes(self) -> dict[str, Declaration]:
        """Every class of the project by its qualified name, the definition where there is one."""
        found: dict[str, Declaration] = {}
        for it in self._walk(self.declarations, ""):
            number, known = kind(it.cursor), it.qualified in found
            if number in Kind.RECORDS and (not known or (it.cursor.is_definition() and number != Kind.CLASS_PARTIAL)):
                found[it.qualified] = it
        return found

    @cached_property
    def by_name(self) -> dict[str, list[Declaration]]:
        """Functions and methods with a body by their last name."""
        found: dict[str, list[Declaration]] = {}
        for it in self.functions.values():
            if it.cursor.is_definition():
                found.setdefault(it.key[2], []).append(it)
        return found

    def _walk(self, cursors: list[tuple[Cursor, Place]], record: str) -> Iterator[Declaration]:
        for cursor, place in cursors:
            number = kind(cursor)
            if not self.in_project(place.path) or (number not in Kind.FUNCTIONS and number not in Kind.RECORDS):
                continue
            qualified = self.qualified(cursor)
            owner = (
                record or qualified.rpartition("::")[0]
                if number in Kind.FUNCTIONS and self._is_member(cursor)
                else record
            )
            yield Declaration(cursor, self.key(cursor, place), qualified, owner)
            if number in Kind.RECORDS:
                inner = [(it, self.tree.place(it.location)) for it in children(cursor)]
                yield from self._walk(inner, qualified)

    def _is_member(self, cursor: Cursor) -> bool:
        parent = cursor.semantic_parent
        return parent is not None and kind(parent) in Kind.RECORDS

    @cached_property
    def using_ascendc(self) -> bool:
        """Whether names of namespace AscendC are visible without it somewhere in the unit."""
        return (
            any(
                kind(cursor) == Kind.USING_DIRECTIVE and any(it.spelling == "AscendC" for it in children(cursor))
                for cursor, _ in self.declarations
            )
            or b"namespace AscendC {" in self.main.data
        )

    @cached_property
    def used_from_ascendc(self) -> frozenset[str]:
        """The names that a `using AscendC::name;` of the unit makes visible."""
        found: set[str] = set()
        for cursor, _ in self.declarations:
            parts = children(cursor) if kind(cursor) == Kind.USING_DECLARATION else []
            if any(kind(it) == Kind.NAMESPACE_REF and it.spelling == "AscendC" for it in parts):
                found.add(cursor.spelling)
        return frozenset(found)

    def record(self, qualified: str) -> Record | None:
        """A class of the project, None for any other."""
        if qualified not in self._records:
            declaration = self.classes.get(qualified)
            self._records[qualified] = self._read_record(declaration) if declaration else None
        return self._records[qualified]

    def _read_record(self, declaration: Declaration) -> Record:
        fields: dict[str, Type] = {}
        methods: dict[str, tuple[Key, ...]] = {}
        bases: list[str] = []
        initialized: list[Key] = []
        hidden: set[str] = set()
        places: dict[str, Key] = {}
        for it in children(declaration.cursor):
            number = kind(it)
            if number == Kind.FIELD:
                places[it.spelling] = self.key(it)
                fields[it.spelling] = read_type(self, it.type, "", False)
                if any(Kind.EXPRESSION <= kind(part) < Kind.COMPOUND for part in children(it)):
                    key = self.key(it)
                    self.initializers[key] = Declaration(it, key, self.qualified(it), declaration.qualified)
                    initialized.append(key)
            elif number in Kind.FUNCTIONS:
                name = plain(it.spelling)
                methods[name] = tuple(dict.fromkeys((*methods.get(name, ()), self.key(it))))
            elif number == Kind.BASE:
                bases.append(read_type(self, it.type, "", False).record)
            if number in MEMBERS and it.access_specifier.name != "PUBLIC":
                hidden.add(bases[-1] if number == Kind.BASE else plain(it.spelling))
        known = tuple(base for base in bases if base)
        start, end = self.tree.extent(declaration.cursor.extent)
        return Record(
            declaration.qualified,
            fields,
            methods,
            known,
            tuple(initialized),
            frozenset(hidden),
            places,
            Span(start.path, start.offset, end),
            tuple(
                it.key
                for name in methods
                for it in self.by_name.get(name, ())
                if it.key not in methods[name] and it.record == declaration.qualified
            ),
        )

    def definition(self, key: Key, qualified: str) -> Key:
        """The key of the function's definition, if the unit has one; the key itself otherwise."""
        known = self.functions.get(key)
        if known is not None and known.cursor.is_definition():
            return key
        count = self.parameter_count(key)
        for it in self.by_name.get(key[2], []):
            if it.qualified == (known.qualified if known else qualified) and self.parameter_count(it.key) == count:
                return it.key
        return key

    def parameter_count(self, key: Key) -> int:
        known = self.functions.get(key)
        return len(self._parameters(known.cursor)) if known else -1

    def takes(self, key: Key, count: int) -> bool:
        """Whether a function may be called with that many arguments."""
        known = self.functions.get(key)
        if known is None:
            return True
        params = self._parameters(known.cursor)
        required = sum(not any(kind(part) > 100 for part in children(it)) for it in params)
        return required <= count <= len(params) or any("..." in it.type.spelling for it in params)

    def _parameters(self, cursor: Cursor) -> list[Cursor]:
        return [it for it in children(cursor) if kind(it) == Kind.PARAMETER]

    def constant(self, name: str) -> int | None:
        """The value of a macro, enumerator or constant of that name."""
        if name not in self._constants:
            self._constants[name] = None  # a name defined by itself has no value
            self._constants[name] = self._find_constant(name)
        return self._constants[name]

    def _find_constant(self, name: str) -> int | None:
        definitions = self._macro_cursors.get(name)
        macro = self.defined.get(name) or (self._read_macro(definitions[-1][1]) if definitions else None)
        if macro is not None:
            return evaluate(" ".join(it.text for it in macro.body), self.constant) if macro.params is None else None
        cursor = self._constant_cursors.get(name.rpartition("::")[2])
        if cursor is None:
            return None
        return cursor.enum_value if kind(cursor) == Kind.ENUMERATOR else constant_value(cursor)

    @cached_property
    def _constant_cursors(self) -> dict[str, Cursor]:
        found: dict[str, Cursor] = {}
        for cursor, _ in self.declarations:
            parts = children(cursor) if kind(cursor) in (Kind.ENUM, *Kind.RECORDS) else [cursor]
            parts += [part for it in parts if kind(it) == Kind.ENUM for part in children(it)]
            found.update({it.spelling: it for it in parts if kind(it) in (Kind.VARIABLE, Kind.ENUMERATOR)})
        return found

    def key(self, cursor: Cursor, place: Place | None = None) -> Key:
        where = place or self.tree.place(cursor.location)
        return (where.path, where.offset, plain(cursor.spelling))

    def qualified(self, cursor: Cursor) -> str:
        """The name with its namespaces and classes, without template arguments."""
        key = self.key(cursor)
        if key[0] and key in self._names:
            return self._names[key]
        words: list[str] = []
        scope: Cursor | None = cursor
        while scope is not None and kind(scope) not in (300, 350):
            if kind(scope) not in (Kind.LINKAGE, Kind.UNEXPOSED_DECL) and not scope.spelling.startswith("("):
                words.append(plain(scope.spelling))
            scope = scope.semantic_parent
        self._names[key] = "::".join(word for word in reversed(words) if word)
        return self._names[key]

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


def plain(name: str) -> str:
    """A name without template arguments (`operator<` and its like keep theirs)."""
    return name if name.startswith("operator") else name.partition("<")[0]
