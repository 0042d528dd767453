"""Cursors to functions, kernels and SK functions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypedDict

from clang.cindex import Cursor, TypeKind
from msgspec.structs import replace

from sklint.body import Body, Token
from sklint.declared import Key, Param, TemplateParam
from sklint.model import Function, Kernel, SkFunction
from sklint.parse.bodies import read_body, read_initializer
from sklint.parse.clang import Kind, Place, children, kind
from sklint.parse.declaration import plain
from sklint.parse.kernel_types import Qualifier, from_task_type, kernel_type, task_type
from sklint.parse.parameters import name_span, read_params, read_template
from sklint.parse.reading import Reading
from sklint.parse.structs import pointed_struct
from sklint.source import Span

NOTHING_SPECIAL: Mapping[Key, Key] = {}


class Common(TypedDict):
    """What every kind of function has, by the names of its fields."""

    key: Key
    name: str
    qualified: str
    params: tuple[Param, ...]
    span: Span
    extent: Span
    record: str
    template: tuple[TemplateParam, ...] | None
    in_macro: bool
    defined: bool
    load_body: Callable[[], Body | None]


def read_function(reading: Reading, cursor: Cursor, record: str) -> Function:
    return Function(**shared(reading, cursor, children(cursor), record))


def read_field_initializer(reading: Reading, cursor: Cursor, record: str) -> Function:
    """What a constructor runs for a field that is initialised where it is declared."""
    common = shared(reading, cursor, (), record)
    read = partial(read_initializer, reading, cursor, record)
    common["load_body"] = Once(partial(reading.body, common["key"], read))
    return Function(**common)


def shared(reading: Reading, cursor: Cursor, parts: Sequence[Cursor], record: str) -> Common:
    """What every kind of function has, by the names of its fields."""
    place = reading.tree.place(cursor.location)
    start, end = reading.tree.extent(cursor.extent)
    name = plain(cursor.spelling)
    in_macro = not reading.stands(name, place)
    span = name_span(reading, place, name)
    load: Callable[[], Body | None] = partial(no_body)
    key = reading.key(cursor, place)
    if any(kind(it) == Kind.COMPOUND for it in parts):
        load = Once(partial(reading.body, key, partial(read_parts, reading, cursor, parts, record)))
    return Common(
        key=key,
        name=name,
        qualified=reading.qualified(cursor),
        params=read_params(reading, cursor, parts, place, name, in_macro),
        span=span,
        extent=Span(start.path, start.offset, end),
        record=record,
        template=read_template(reading, cursor, parts, place, name, in_macro),
        in_macro=in_macro,
        defined=any(kind(it) in (Kind.COMPOUND, Kind.TRY) for it in parts),
        load_body=load,
    )


def read_parts(reading: Reading, cursor: Cursor, parts: Sequence[Cursor], record: str) -> Body | None:
    """The body of a function, which is the last compound statement among its parts."""
    bodies = [it for it in parts if kind(it) == Kind.COMPOUND]
    return read_body(reading, cursor, bodies[-1], plain(cursor.spelling), record) if bodies else None


def read_body_of(reading: Reading, key: Key) -> Body | None:
    """The body of the function, or the initialiser of the field, with that key."""
    it = reading.functions.get(key)
    if it:
        return read_parts(reading, it.cursor, children(it.cursor), it.record)
    field = reading.initializer(key)
    return read_initializer(reading, field.cursor, field.record) if field else None


class Once:
    """Calls a function the first time and keeps what it gave."""

    def __init__(self, load: Callable[[], Body | None]) -> None:
        self._load, self._done, self._body = load, False, None

    def __call__(self) -> Body | None:
        if not self._done:
            self._body, self._done = self._load(), True
        return self._body


def no_body() -> None:
    return None


def read_kernel(
    reading: Reading, cursor: Cursor, parts: Sequence[Cursor], words: Sequence[Qualifier], record: str = ""
) -> Kernel:
    names = {it.name: it for it in words}
    task = task_type(reading, parts)
    declared = kernel_type(reading, words, reading.qualified(cursor))
    return Kernel(
        **shared(reading, cursor, parts, record),
        qualifiers=tuple(it.text for it in words),
        qualifier_span=names["global"].span,
        kernel_type=declared or from_task_type(task, names["global"].span),
        task_type=task,
        schedmode=first_argument(names.get("schedmode")),
        launch_bounds=names["launch_bounds"].text.partition("(")[2].rpartition(")")[0]
        if "launch_bounds" in names
        else "",
        extern_c=kind(cursor.lexical_parent) in (Kind.LINKAGE, Kind.UNEXPOSED_DECL),
        static=cursor.storage_class.name == "STATIC",
        returns=_result(reading, cursor),
        linkage_block=in_linkage_block(reading, cursor),
        variadic=cursor.type.kind == TypeKind.FUNCTIONPROTO and cursor.type.is_function_variadic(),
        try_block=any(kind(it) == Kind.TRY for it in parts),
    )


def distinct(kernels: Iterable[Kernel], special: Mapping[Key, Key] = NOTHING_SPECIAL) -> tuple[Kernel, ...]:
    """Each kernel once, its definition where there is one; what defines it once more is told by its place. `special`
    are the templates that explicit specialisations are of."""
    found: dict[object, Kernel] = {}
    places: dict[Key, object] = {}
    for it in kernels:
        same: object = (it.qualified, tuple(param.type.comparable for param in it.params))
        same = places.setdefault(it.key, places.get(special.get(it.key, it.key), same))
        known = found.get(same)
        if known is None or (it.defined and not known.defined):
            found[same] = it
        elif it.defined and it.key != known.key:
            found[same] = replace(known, further=(*known.further, it.span))
    return tuple(found.values())


def in_linkage_block(reading: Reading, cursor: Cursor) -> bool:
    """Whether the function stands in the braces of an `extern "C" { }`; the form without braces ends where it does."""
    parent = cursor.lexical_parent
    return (
        kind(parent) == Kind.LINKAGE and reading.tree.extent(parent.extent)[1] != reading.tree.extent(cursor.extent)[1]
    )


def first_argument(word: Qualifier | None) -> str:
    return word.arguments[0] if word and word.arguments else ""


def read_sk_function(
    reading: Reading, cursor: Cursor, parts: Sequence[Cursor], words: Sequence[Qualifier]
) -> SkFunction:
    common = shared(reading, cursor, parts, "")
    params = common["params"]
    cursors = [it for it in parts if kind(it) == Kind.PARAMETER]
    system = next((it for it in params if it.type.pointer and it.type.record == "sk::SkSystemArgs"), None)
    pointer = params[0] if params and params[0] is not system else None
    struct = pointed_struct(reading, cursors[0]) if pointer and pointer.type.pointer and pointer.type.known else None
    word = next(it for it in words if it.name == "sk")
    return SkFunction(
        **common,
        qualifiers=tuple(it.text for it in words),
        qualifier_span=word.span,
        kernel_type=kernel_type(reading, words, reading.qualified(cursor)),
        args=struct,
        args_param=pointer,
        system_args=system,
        extern_c=kind(cursor.lexical_parent) in (Kind.LINKAGE, Kind.UNEXPOSED_DECL),
        qualifier_in_macro=word.in_macro,
        returns=_result(reading, cursor),
        parameter_list=None if common["in_macro"] else parameter_list(reading, reading.tree.place(cursor.location)),
    )


def parameter_list(reading: Reading, place: Place) -> Span | None:
    """What stands between the parentheses after the function's name at `place`."""
    level, opened = 0, None
    for it in reading.lexemes(place.path, place.offset, len(reading.source(place.path).data)):
        level += (it.text == "(") - (it.text == ")")
        if level == 1 and opened is None and it.text == "(":
            opened = it.end
        elif level == 0 and it.text == ")":
            return None if opened is None else Span(place.path, opened, it.start)
        elif it.text in (";", "{") and level == 0:
            break
    return None


def _result(reading: Reading, cursor: Cursor) -> str:
    """The declared result of a function, `void` through aliases; "" where it cannot be told, as in a template, or by
    `int` that nobody wrote: the compiler's guess for a word that it does not know."""
    kind = cursor.result_type.get_canonical().kind
    if kind == TypeKind.VOID:
        return "void"
    written = cursor.result_type.spelling
    return "" if kind in UNTOLD or (written == "int" and not says_int(reading, cursor)) else written


def says_int(reading: Reading, cursor: Cursor) -> bool:
    """Whether the word stands in a function's declaration outside of its parameters and its body."""
    start, end = reading.tree.extent(cursor.extent)
    level = 0
    made = reading.made_by_macro(start.path, start.offset)
    for it in in_order(made, cursor.spelling) or reading.lexemes(start.path, start.offset, end):
        level += (it.text in ("(", "<")) - (it.text in (")", ">"))
        if it.text in ("{", ";"):
            return False
        if it.text == "int" and level == 0:
            return True
    return False


def in_order(made: Sequence[Token], name: str) -> Sequence[Token]:
    """What a macro makes of a function before its name, from the end of what it makes before that."""
    at = next((at for at, it in enumerate(made) if it.text == name), 0)
    first = max((number for number in range(at) if made[number].text in (";", "}")), default=-1)
    return made[first + 1 : at]


UNTOLD = frozenset({TypeKind.UNEXPOSED, TypeKind.DEPENDENT, TypeKind.AUTO, TypeKind.INVALID})
