"""libclang's tree, as little of it as the parser needs: walk its cursors, tell where they stand and what they are."""
# The bindings and ctypes keep private what this module needs of them.
# pyright: reportPrivateUsage=false

import ctypes
import os
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from os.path import normpath

import msgspec
from clang import cindex
from clang.cindex import Cursor, SourceLocation, SourceRange, TranslationUnit

from sklint.file_name import decoded, readable
from sklint.parse import native
from sklint.parse.lex import words_after_splices


def _decoded(text: ctypes.c_char_p) -> str | None:
    """What libclang says, bytes of any encoding included. No half characters: what is read travels as UTF-8."""
    return decoded(ctypes.string_at(text)) if text else None


# The bindings decode strictly, and fail on a name or message that holds bytes of a GB18030 source.
cindex.c_interop_string.value = property(_decoded)

MACRO_DEFINITION, MACRO_USE, INCLUSION = 501, 502, 503
TYPE_ARGUMENT, INTEGER_ARGUMENT = 1, 4
INVALID = 70
NOTHING = frozenset((70, 71))


class Kind:
    """The kinds of cursor that the parser asks for, by libclang's numbers."""

    STRUCT, UNION, CLASS, ENUM = 2, 3, 4, 5
    FIELD, ENUMERATOR, FUNCTION, VARIABLE, PARAMETER = 6, 7, 8, 9, 10
    TYPEDEF, METHOD, NAMESPACE, LINKAGE, CONSTRUCTOR, DESTRUCTOR, CONVERSION = 20, 21, 22, 23, 24, 25, 26
    TEMPLATE_TYPE, TEMPLATE_VALUE, TEMPLATE_TEMPLATE, FUNCTION_TEMPLATE, CLASS_TEMPLATE, CLASS_PARTIAL = (
        27,
        28,
        29,
        30,
        31,
        32,
    )
    NAMESPACE_ALIAS, USING_DIRECTIVE, USING_DECLARATION, ALIAS, BASE, UNEXPOSED_DECL = 33, 34, 35, 36, 44, 1
    TYPE_REF, TEMPLATE_REF, NAMESPACE_REF, MEMBER_REF, OVERLOADED_REF = 43, 45, 46, 47, 49
    EXPRESSION, DECL_REF, MEMBER_REF_EXPR, CALL, LAMBDA, COMPOUND, TRY, FRIEND = 100, 101, 102, 103, 144, 202, 224, 603
    THIS, IF, SWITCH, CASE, DEFAULT, CHOICE = 132, 205, 206, 203, 204, 116
    PARENTHESES, UNARY, SUBSCRIPT = 111, 112, 113
    ANNOTATE, ALIGNED, CUDA_LAUNCH = 406, 441, -1
    RECORDS = frozenset((STRUCT, CLASS, UNION, CLASS_TEMPLATE, CLASS_PARTIAL))
    FUNCTIONS = frozenset((FUNCTION, METHOD, CONSTRUCTOR, DESTRUCTOR, CONVERSION, FUNCTION_TEMPLATE))
    LABELS = frozenset((CASE, DEFAULT))
    LEAVING = frozenset((212, 213, 214))  # continue, break, return
    SCOPES = frozenset((NAMESPACE, LINKAGE, UNEXPOSED_DECL))


class Place(msgspec.Struct, frozen=True, gc=False):
    """Where something stands: a file and a byte offset in it."""

    path: str
    offset: int


@dataclass
class Tree:
    """A parsed unit. `names` caches file names by libclang's handle, `spellings` the bytes of those not in UTF-8.
    `continued` has, for a file, the words that stand first in a continued line: for libclang they begin before the line
    end."""

    unit: TranslationUnit
    names: dict[int, str] = field(default_factory=dict[int, str])
    spellings: dict[str, bytes] = field(default_factory=dict[str, bytes])
    continued: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])

    def __post_init__(self) -> None:
        self._file, self._offset = ctypes.c_void_p(), ctypes.c_uint()  # what libclang answers goes here, each time
        self._file_out, self._offset_out = ctypes.byref(self._file), ctypes.byref(self._offset)

    def top_level(self) -> list[Cursor]:
        """The unit's own declarations and preprocessor records, in order; those of the prelude are left out."""
        return children(self.unit.cursor)

    def place(self, location: SourceLocation) -> Place:
        """Where a reader finds it: a macro's use for what a macro makes. The path is "" for what stands nowhere."""
        return self._place(native.expansion_place, location)

    def spelled(self, location: SourceLocation) -> Place:
        """Where the characters stand: in the macro's definition or its arguments."""
        return self._place(native.spelling_place, location)

    def extent(self, range: SourceRange) -> tuple[Place, int]:
        """The place a range starts at, and the offset it ends before (as `place` has it)."""
        start = self.place(native.range_start(range))
        native.expansion_place(native.range_end(range), self._file_out, None, None, self._offset_out)
        return start, self._offset.value if self._file.value else 0

    def contents(self, path: str) -> bytes | None:
        """The bytes libclang read for a file of the unit."""
        handle = self._handle(path)
        return self._contents(handle) if handle else None

    def _contents(self, handle: int) -> bytes | None:
        size = ctypes.c_size_t()
        text = native.contents_of_file(self.unit, handle, ctypes.byref(size))
        return ctypes.string_at(text, size.value) if text else None

    def included_file(self, cursor: Cursor) -> str:
        """The file that an inclusion found, "" if it found none."""
        handle = native.file_of_inclusion(cursor)
        return self._name(handle) if handle else ""

    def skipped(self, path: str) -> list[tuple[int, int]]:
        """The byte ranges of a file that conditional directives leave out."""
        handle = self._handle(path)
        if not handle:
            return []
        ranges = native.ranges_left_out(self.unit, handle)
        found = [self.extent(ranges.contents.ranges[i]) for i in range(ranges.contents.count)]
        native.drop_ranges(ranges)
        return [(start.offset, end) for start, end in found]

    def errors(self) -> Iterator[tuple[Place, str]]:
        """Each error's place and words."""
        for diagnostic in self.unit.diagnostics:
            if diagnostic.severity >= cindex.Diagnostic.Error:
                yield self.place(diagnostic.location), diagnostic.spelling

    def _place(self, ask: "ctypes._NamedFuncPointer", location: SourceLocation) -> Place:
        ask(location, self._file_out, None, None, self._offset_out)
        handle = self._file.value
        if handle is None:
            return Place("", 0)
        path, offset = self.names.get(handle) or self._name(handle), self._offset.value
        return Place(path, self.continued[path].get(offset, offset) if path in self.continued else offset)

    def _name(self, handle: int) -> str:
        name = self.names.get(handle)
        if name is None:
            spelling = _file_name(handle)
            name = self.names[handle] = normpath(readable(spelling)) if spelling else ""
            if not spelling.isascii():
                self.spellings[name] = spelling
            if words := words_after_splices(self._contents(handle) or b""):
                self.continued[name] = words
        return name

    def _handle(self, path: str) -> int | None:
        return native.file_handle(self.unit, self.spellings.get(path, os.fsencode(path)))


def children(cursor: Cursor) -> list[Cursor]:
    found: list[Cursor] = []
    native.gather_children(cursor, _collect, found)
    for it in found:
        it._tu = cursor._tu  # keeps the unit alive, as cindex does for the cursors it makes
    return found


def parts_below(cursor: Cursor, wanted: Set[int], apart: Set[int]) -> tuple[list[Cursor], list[Cursor]]:
    """The cursors below one, at any depth, that are of the `wanted` kinds, and those of the kinds `apart`, which are
    not looked into."""
    found: list[Cursor] = []
    closed: list[Cursor] = []
    unit = cursor._tu

    def visitor(child: Cursor, _parent: Cursor, _data: object) -> int:
        number = child._kind_id
        if number in wanted:
            child._tu = unit  # keeps the unit alive, as cindex does for the cursors it makes
            found.append(child)
        elif number in apart:
            child._tu = unit
            closed.append(child)
            return 1
        return 2

    native.visit_children(cursor, native.Visitor(visitor), None)
    return found, closed


def every_part(cursor: Cursor) -> list[Cursor]:
    """The cursors below one, at any depth."""
    found: list[Cursor] = []
    unit = cursor._tu

    def visitor(child: Cursor, _parent: Cursor, _data: object) -> int:
        child._tu = unit  # keeps the unit alive, as cindex does for the cursors it makes
        found.append(child)
        return 2

    native.visit_children(cursor, native.Visitor(visitor), None)
    return found


def constant_value(cursor: Cursor) -> int | None:
    """The value of an integer constant's declaration; None for a variable, whose value may change."""
    return expression_value(cursor) if cursor.type.is_const_qualified() else None


def expression_value(cursor: Cursor) -> int | None:
    """The value of an integer expression, None where it is not constant."""
    result = native.evaluation(cursor)
    if not result:
        return None
    value = native.as_integer(result) if native.result_kind(result) == 1 else None
    native.drop_result(result)
    return value


def template_arguments(cursor: Cursor) -> tuple[str | int, ...] | None:
    """The arguments of an instantiated function: canonical types and integers. None for others, or for none."""
    count = cursor.get_num_template_arguments()
    kinds = [native.template_kind(cursor, number) for number in range(count)]
    if count <= 0 or any(it not in (TYPE_ARGUMENT, INTEGER_ARGUMENT) for it in kinds):
        return None
    return tuple(
        cursor.get_template_argument_type(number).spelling
        if it == TYPE_ARGUMENT
        else cursor.get_template_argument_value(number)
        for number, it in enumerate(kinds)
    )


def template_of(cursor: Cursor) -> Cursor | None:
    """The template, or the partial specialisation of one, that a class or function was made from."""
    found = native.specialized_template(cursor)
    if not 0 < found._kind_id < INVALID:
        return None
    found._tu = cursor._tu  # keeps the unit alive, as cindex does for the cursors it makes
    return found


def is_virtual_base(cursor: Cursor) -> bool:
    return bool(native.virtual_base(cursor))


def overloads(cursor: Cursor) -> list[Cursor]:
    """The declarations an overloaded reference may mean."""
    return [_overload(cursor, number) for number in range(native.overload_count(cursor))]


def is_inline_namespace(cursor: Cursor) -> bool:
    return bool(native.names_inline(cursor))


def referenced(cursor: Cursor) -> Cursor | None:
    """The declaration that a reference means; None where there is none. cindex's own asks three questions more."""
    found = native.referenced_cursor(cursor)
    if found._kind_id in NOTHING:
        return None
    found._tu = cursor._tu  # keeps the unit alive, as cindex does for the cursors it makes
    return found


def kind(cursor: Cursor) -> int:
    return cursor._kind_id  # cindex's public `kind` costs a look-up and fails on kinds it does not know


@native.Gatherer
def _collect(child: Cursor, _parent: Cursor, found: list[Cursor]) -> int:
    found.append(child)
    return 1  # to the next, not into this one


def _overload(cursor: Cursor, number: int) -> Cursor:
    found = native.overload_at(cursor, number)
    found._tu = cursor._tu  # keeps the unit alive, as cindex does for the cursors it makes
    return found


def _file_name(handle: int) -> bytes:
    return native.characters(native.name_of_file(handle)) or b""
