"""What a unit answers, from its reading."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.body import Call, Token
from sklint.declared import Key, Record
from sklint.model import ApiUse, ArchMarker, Binding, Function, Include, Kernel, Launch, SkFunction
from sklint.parse import absent, clang
from sklint.parse.around import key_around
from sklint.parse.asked_headers import ASKING, asked_headers
from sklint.parse.beside import include_offset
from sklint.parse.bindings import read_bindings, read_launches
from sklint.parse.clang import INCLUSION, Kind, children, kind, template_of
from sklint.parse.functions import distinct, read_field_initializer, read_function, read_kernel, read_sk_function
from sklint.parse.in_classes import read_kernels_in_classes
from sklint.parse.islands import Islands, islands
from sklint.parse.kept import Layer
from sklint.parse.kernel_types import Qualifier, qualifiers
from sklint.parse.named import read_named
from sklint.parse.reading import Reading
from sklint.parse.specialize import called, specialized
from sklint.parse.translation import STUBS
from sklint.parse.types import read_type
from sklint.parse.unfinished import LOST, unfinished
from sklint.parse.uses import read_arch_markers, read_uses, read_uses_of
from sklint.parse.visible import names_around, names_declared
from sklint.parse.words import in_a_definition
from sklint.reader import Said, Settled
from sklint.source import Source, Span

WORD = re.compile(rb"[A-Za-z_]\w*")


class UnitReader:
    """Answers a unit's questions from its reading."""

    def __init__(self, reading: Reading, arch: int, wider: Callable[[], Reading] | None) -> None:
        self.reading = reading
        self.arch = arch
        self.wider = wider
        self.taking: dict[str, list[Key]] = {}
        """The functions that take an object of a class, by the class."""
        self.layers: Sequence[Layer] = ()
        """The bodies that edits before left and that nobody asked for yet."""
        self.said: Said | None = None
        """What rules said of the unit, once they did."""
        self.others_destroy: bool | None = None
        """What was told of that before an edit, if it was asked for."""

    def hear(self, said: Said) -> None:
        self.said = said

    def settled(self) -> Settled | None:
        return None

    @cached_property
    def islands(self) -> Islands | None:
        return islands(self.reading)

    @property
    def sources(self) -> Mapping[str, Source]:
        return self.reading.sources

    @cached_property
    def marked(self) -> list[tuple[Cursor, list[Cursor], list[Qualifier]]]:
        """The functions that carry a qualifier of ours, with their parts and qualifiers."""
        found: list[tuple[Cursor, list[Cursor], list[Qualifier]]] = []
        worth: dict[str, bool] = {}
        for cursor, place in self.reading.declarations:
            if kind(cursor) not in (Kind.FUNCTION, Kind.FUNCTION_TEMPLATE) or not self.reading.in_project(place.path):
                continue
            if place.path not in worth:
                data = self.reading.source(place.path).data
                own = place.path == self.reading.main.path or b"__global__" in data or b"__sk__" in data
                worth[place.path] = own or self.macros_mark
            if worth[place.path]:
                parts = children(cursor)
                words = qualifiers(self.reading, parts)
                if any(it.name in ("global", "sk") for it in words):
                    found.append((cursor, parts, words))
        return found

    @cached_property
    def macros_mark(self) -> bool:
        """Whether a macro of the project writes a qualifier, so that any file may use it to make kernels."""
        included = (self.reading.tree.included_file(it) for it in self.reading.records if kind(it) == INCLUSION)
        paths = {self.reading.main.path, *included}
        return any(in_a_definition(self.reading.source(it).data) for it in paths if self.reading.in_project(it))

    def includes(self) -> tuple[Include, ...]:
        return tuple(self.include(it) for it in self.reading.records if kind(it) == INCLUSION)

    def asked_headers(self) -> tuple[Include, ...]:
        texts = {it: self.reading.source(it).data for it in self.reading.project_files}
        if not any(ASKING in it for it in texts.values()):
            return ()
        return tuple(
            Include(name=name, angled=angled, span=Span(path, start, end), path="", stub=False, directive_from=path)
            for path, data in texts.items()
            for angled, name, start, end in asked_headers(data)
        )

    def include(self, cursor: Cursor) -> Include:
        start, end = self.reading.tree.extent(cursor.extent)
        path = self.reading.tree.included_file(cursor)
        directive = self.reading.source(start.path).data[start.offset : end + 1]
        return Include(
            name=cursor.spelling,
            angled=b"<" in directive,
            span=Span(start.path, start.offset, end),
            path=path,
            stub=path.startswith(str(STUBS)),
            directive_from=start.path,
        )

    def kernels(self) -> tuple[Kernel, ...]:
        return self.all_kernels

    def sk_functions(self) -> tuple[SkFunction, ...]:
        return self.all_sk_functions

    def kernels_in_classes(self) -> tuple[Kernel, ...]:
        words = self.reading.macros_saying("__global__") if self.macros_mark else frozenset(("__global__",))
        return read_kernels_in_classes(self.reading, words)

    @cached_property
    def all_kernels(self) -> tuple[Kernel, ...]:
        marked = [it for it in self.marked if any(word.name == "global" for word in it[2])]
        free = [it for it in marked if not self.reading.is_member(it[0])]
        templates = {self.reading.key(it[0]): template_of(it[0]) for it in free if kind(it[0]) == Kind.FUNCTION}
        special = {key: self.reading.key(it) for key, it in templates.items() if it}
        return distinct((read_kernel(self.reading, *it) for it in free), special)

    @cached_property
    def all_sk_functions(self) -> tuple[SkFunction, ...]:
        found: dict[tuple[str, int], SkFunction] = {}
        for cursor, parts, words in self.marked:
            if any(it.name == "sk" for it in words):
                function = read_sk_function(self.reading, cursor, parts, words)
                same = (function.qualified, len(function.params))
                seen = found.get(same)
                kept = function if seen is None or (function.defined and not seen.defined) else seen
                found[same] = kept if seen is None else replace(kept, sole_declaration=False)
        return tuple(found.values())

    def bindings(self) -> tuple[Binding, ...]:
        return self.all_bindings

    @cached_property
    def all_bindings(self) -> tuple[Binding, ...]:
        return read_bindings(self.reading, self.all_kernels, self.all_sk_functions)

    def launches(self) -> tuple[Launch, ...]:
        return read_launches(self.reading, self.all_kernels)

    def api_uses(self) -> tuple[ApiUse, ...]:
        words = absent.words_in(self.all_words, self.arch) if self.wider else frozenset[bytes]()
        return read_uses(self.reading, words, self.wider)

    def uses_of(self, words: frozenset[str]) -> tuple[ApiUse, ...]:
        return read_uses_of(self.reading, words)

    def named(self, words: frozenset[str]) -> tuple[tuple[str, Span], ...]:
        return read_named(self.reading, sorted(words))

    def arch_markers(self) -> tuple[ArchMarker, ...]:
        return read_arch_markers(self.reading)

    def function(self, key: Key) -> Function | None:
        if key not in self._functions:
            declaration, field = self.reading.functions.get(key), self.reading.initializer(key)
            self._functions[key] = (
                read_function(self.reading, declaration.cursor, declaration.record)
                if declaration
                else read_field_initializer(self.reading, field.cursor, field.record)
                if field
                else None
            )
        return self._functions[key]

    @property
    def asked_bindings(self) -> tuple[Binding, ...] | None:
        """The bindings, if they were asked for."""
        return self.all_bindings if "all_bindings" in vars(self) else None

    @property
    def asked_functions(self) -> tuple[Function, ...]:
        """The functions that were asked for, and the initialisers of fields."""
        return tuple(it for it in self._functions.values() if it)

    def called(self, caller: Function, call: Call, target: Function) -> Function:
        return called(self.reading, caller, call, target)

    def specialized(self, function: Function, values: Mapping[str, int]) -> Function:
        return specialized(self.reading, function, values)

    def functions_taking(self, record: str) -> tuple[Function, ...]:
        if record not in self.taking:
            files = self.reading.files_with(record.rpartition("::")[2])
            declared = self.reading.functions.items() if files else ()
            self.taking[record] = [key for key, it in declared if key[0] in files and self._takes(it.cursor, record)]
        return tuple(it for key in self.taking[record] if (it := self.function(key)))

    def methods_named(self, name: str) -> tuple[Function, ...]:
        keys = (it.key for it in self.reading.by_name.get(name, ()) if it.record)
        return tuple(it for key in keys if (it := self.function(key)))

    def function_around(self, place: Span) -> Function | None:
        key = key_around(self.reading, place)
        return self.function(key) if key else None

    def _takes(self, cursor: Cursor, record: str) -> bool:
        params = (it for it in children(cursor) if kind(it) == Kind.PARAMETER)
        return any(read_type(self.reading, it.type, "", False).record == record for it in params)

    def declares(self, name: str) -> bool:
        return name in self._declared_names

    @cached_property
    def _declared_names(self) -> frozenset[str]:
        functions = (key[2] for key in self.reading.functions)
        variables = (it for it, _ in self.reading.declarations if kind(it) == Kind.VARIABLE)
        outer = (it.spelling for it in variables if self.reading.qualified(it) == it.spelling)
        return frozenset((*functions, *(it.rpartition("::")[2] for it in self.reading.classes), *outer))

    @cached_property
    def _functions(self) -> dict[Key, Function | None]:
        return {it.key: it for it in (*self.all_kernels, *self.all_sk_functions)}

    def mentions(self, word: str) -> bool:
        return bool(self.reading.files_with(word))

    def words(self) -> frozenset[bytes]:
        return self.all_words

    @cached_property
    def all_words(self) -> frozenset[bytes]:
        return frozenset(
            word for it in self.reading.project_files for word in WORD.findall(self.reading.source(it).data)
        )

    def file(self, path: str) -> Source | None:
        return self.reading.source(path) if self.reading.in_project(path) else None

    def macro_definition(self, name: str) -> Span | None:
        return self.reading.macro_definition(name)

    def is_given(self, name: str) -> bool:
        return name in self.reading.defined

    def include_insertion(self) -> Span:
        at = include_offset(self.reading.main.data)
        return Span(self.reading.main.path, at, at)

    def errors(self) -> tuple[tuple[Span, str], ...]:
        return tuple((Span(it.path, it.offset, it.offset), message) for it, message in self.reading.tree.errors())

    def unfinished(self, path: str) -> tuple[Span, ...]:
        data = self.reading.source(path).data
        errors = [(it.offset, words) for it, words in self.reading.tree.errors() if it.path == path]
        if not any(words.startswith(LOST) for _, words in errors):
            return ()
        code = self.reading.lexemes(path, 0, len(data))
        return tuple(Span(path, *it) for it in unfinished(code, len(data), errors))

    def inactive(self) -> tuple[Span, ...]:
        path = self.reading.main.path
        return tuple(Span(path, start, end) for start, end in self.reading.skipped(path))

    def expansion(self, use: Span) -> tuple[Token, ...]:
        return tuple(self.reading.made_by_macro(use.path, use.start))

    def partly_expanded(self, use: Span, kept: Callable[[str], bool]) -> tuple[Token, ...] | None:
        made = self.reading.partly_made(use.path, use.start, kept)
        return None if made is None else tuple(made)

    def instantiations(self, key: Key) -> tuple[tuple[str | int, ...], ...]:
        made = (it for it in self.reading.instantiations.get(key, ()) if it.get_num_template_arguments() > 0)
        return tuple(dict.fromkeys(clang.template_arguments(it) or () for it in made))

    def names_apart(self, place: Span, kernel: Kernel) -> frozenset[str]:
        before, every = names_declared(self.reading, kernel.span, kernel.qualified.rpartition("::")[0])
        return frozenset((*names_around(self.reading, self.function, place), *(every - before)))

    def names_behind(self, kernel: Kernel) -> frozenset[str]:
        before, every = names_declared(self.reading, kernel.span)
        return frozenset(every - before)

    def constant(self, name: str) -> int | None:
        return self.reading.constant(name)

    def record(self, qualified: str) -> Record | None:
        return self.reading.record(qualified)
