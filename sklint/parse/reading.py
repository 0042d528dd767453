"""One parsed unit while it is read: its files, its macros, what its declarations are called and where they stand."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from clang.cindex import Cursor

from sklint.body import Body, Reference
from sklint.declared import Key, Record, Struct, Type
from sklint.parse.clang import Kind, Place, Tree, children, kind
from sklint.parse.constants import Named, by_last_name, named_value
from sklint.parse.declaration import Declaration, plain
from sklint.parse.evaluate import evaluate
from sklint.parse.records import read_record
from sklint.parse.texts import NO_TEXTS, Texts
from sklint.source import Source


class Reading(Texts):
    """A unit's texts with what its declarations are. Everything is found when first asked for."""

    def __init__(
        self, tree: Tree, main: Source, defines: Sequence[str], given: Mapping[bytes, bytes] = NO_TEXTS
    ) -> None:
        super().__init__(tree, main, defines, given)
        self._names: dict[tuple[str, int, str], str] = {}
        self._records: dict[str, Record | None] = {}
        self.initializers: dict[Key, Declaration] = {}
        """The fields with initialisers of the classes that were read."""
        self.bodies: dict[Key, Body] = {}
        """The bodies that were read, but for those that macros make."""
        self.kept: Callable[[Key], Body | None] = no_body
        """The bodies that are what they were before an edit."""
        self._constants: dict[tuple[str, str], int | None] = {}
        self.meanings: dict[tuple[int, int | None], tuple[str, Reference]] = {}
        """The name and meaning of each declaration that was referred to, by its kind and libclang's handle."""
        self.types: dict[tuple[int, int | None], Type] = {}
        """The types that were read, by their kind and libclang's handle."""
        self.structs: dict[tuple[int, int | None], Struct | None] = {}
        """The structs that were read, by the kind and handle of their type."""
        self.counts: dict[Key, int] = {}
        """How many declarations each function has at its place."""
        self.kept_structs: dict[tuple[str, int], Struct] = {}
        """The structs, no templates, that need not be read: they are what they were before an edit. By their places."""
        self.redeclaring: dict[Key, bool] = {}
        """Whether functions declare others in their bodies, of those that were asked."""
        self.uses: dict[Key, frozenset[str]] = {}
        """What bodies use of templates, of those that were asked."""
        self.class_params: dict[str, tuple[str, ...]] = {}
        """The names of the template parameters of the classes that were asked for."""
        self._kept_initializers: dict[Key, str] = {}
        """The classes that have initialised fields, by the fields, of those that need not be read."""

    def body(self, key: Key, read: Callable[[], Body | None]) -> Body | None:
        """The body of a function: the one that was kept, else read now."""
        body = self.kept(key) or read()
        if body and not body.in_macro:
            self.bodies[key] = body
        return body

    def initializer(self, key: Key) -> Declaration | None:
        """A field with an initialiser, by its key."""
        if key not in self.initializers and key in self._kept_initializers:
            read_record(self, self.classes[self._kept_initializers[key]])
        return self.initializers.get(key)

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
        template over what it was instantiated to, which libclang lists among the members of a class. A method of a
        class template is what its instantiation makes of it, where there is one and no more."""
        found: dict[Key, list[Declaration]] = {}
        for it in self._walk(self.declarations, ""):
            if kind(it.cursor) in Kind.FUNCTIONS:
                found.setdefault(it.key, []).append(it)
        self.counts = {key: len(them) for key, them in found.items()}
        return {key: sole(them) for key, them in found.items()}

    @cached_property
    def instances(self) -> dict[Key, str]:
        """The classes that methods are read in, of those that have several of one place: a class template and what it
        was instantiated to."""
        found = {key: self.functions[key].cursor.semantic_parent for key in self.functions if self.counts[key] > 1}
        return {key: owner.type.spelling for key, owner in found.items() if owner is not None}

    @cached_property
    def definitions(self) -> dict[Key, tuple[int, int]]:
        """Where the functions start and end that the unit's own file defines."""
        own = ((key, it.cursor) for key, it in self.functions.items() if key[0] == self.main.path)
        places = ((key, self.tree.extent(it.extent)) for key, it in own if it.is_definition())
        return {key: (start.offset, end) for key, (start, end) in places}

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
    def defined_again(self) -> frozenset[str]:
        """The class templates with specialisations: what their name means depends on the arguments."""
        places: dict[str, set[Key]] = {}
        for it in self._walk(self.declarations, ""):
            if kind(it.cursor) in Kind.RECORDS and it.cursor.is_definition():
                places.setdefault(it.qualified, set()).add(it.key)
        return frozenset(name for name, keys in places.items() if len(keys) > 1)

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
            key = self.key(cursor, place)
            qualified = self.qualified(cursor, key)
            owner = (
                record or qualified.rpartition("::")[0]
                if number in Kind.FUNCTIONS and self.is_member(cursor)
                else record
            )
            yield Declaration(cursor, key, qualified, owner)
            if number in Kind.RECORDS:
                inner = children(cursor)
                friends = [one for it in inner if kind(it) == Kind.FRIEND for one in children(it)]
                yield from self._walk(self._placed(inner), qualified)
                yield from self._walk(self._placed(it for it in friends if it.is_definition()), "")

    def _placed(self, cursors: Iterable[Cursor]) -> list[tuple[Cursor, Place]]:
        return [(it, self.tree.place(it.location)) for it in cursors]

    def is_member(self, cursor: Cursor) -> bool:
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
            self._records[qualified] = read_record(self, declaration) if declaration else None
        return self._records[qualified]

    @property
    def asked_records(self) -> tuple[Record, ...]:
        """The classes that were asked for."""
        return tuple(it for it in self._records.values() if it)

    def keep_records(self, records: Iterable[Record]) -> None:
        """Classes that need not be read: they are what they were before an edit."""
        for it in records:
            self._records[it.qualified] = it
            self._kept_initializers.update(dict.fromkeys(it.initialized, it.qualified))

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

    def constant(self, name: str, scope: str = "") -> int | None:
        """The value of a macro, enumerator or constant of that name, as it is said in a function, class or
        namespace."""
        if (name, scope) not in self._constants:
            self._constants[name, scope] = None  # a name defined by itself has no value
            self._constants[name, scope] = self._find_constant(name, scope)
        return self._constants[name, scope]

    def _find_constant(self, name: str, scope: str) -> int | None:
        macro = self.last_macro(name)
        if macro is None:
            return named_value(self, self._constant_cursors, name, scope)
        text = " ".join(it.text for it in macro.body)
        return evaluate(text, self.constants_of(scope)) if macro.params is None else None

    def constants_of(self, scope: str) -> Callable[[str], int | None]:
        """What names are worth in a function, class or namespace."""
        return partial(self.constant, scope=scope)

    @cached_property
    def _constant_cursors(self) -> Named:
        return by_last_name([cursor for cursor, _ in self.declarations])

    def key(self, cursor: Cursor, place: Place | None = None) -> Key:
        where = place or self.tree.place(cursor.location)
        return (where.path, where.offset, plain(cursor.spelling))

    def qualified(self, cursor: Cursor, key: Key | None = None) -> str:
        """The name with its namespaces and classes, without template arguments."""
        key = key or self.key(cursor)
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


def sole(places: Sequence[Declaration]) -> Declaration:
    """Which of the declarations of one place tells what the function does."""
    first, *others = [it for it in places if it.cursor.is_definition()] or places[:1]
    template = kind(first.cursor) == Kind.FUNCTION_TEMPLATE
    return others[0] if len(others) == 1 and not template else first


def no_body(_: Key) -> Body | None:
    return None
