"""Objects that code makes: a variable or a field of a class, and a constructor that is called by its class's name. A
copy of another object is none, nor is a pointer or a reference to one."""

from collections.abc import Callable, Sequence

from clang.cindex import Cursor, Type

from sklint.parse.clang import Kind, children, kind, referenced
from sklint.parse.dependent import class_template
from sklint.parse.lex import lex
from sklint.parse.reading import Reading
from sklint.parse.types import ARRAYS

Naming = Callable[[Cursor], str]
"""The qualified name of a class of the interface; "" for any other."""

DECLARED = frozenset((Kind.VARIABLE, Kind.FIELD))
MAKING = DECLARED | {Kind.CALL, Kind.FUNCTIONAL_CAST, Kind.NEW}
BEGINNINGS = frozenset((";", ",", "(", "{"))
"""What stands after the name of an object that is not made of another."""


def object_made(reading: Reading, cursor: Cursor, naming: Naming) -> tuple[str, Cursor] | None:
    """The class of the interface whose object a cursor of the kinds MAKING makes, and the reference that names it."""
    if kind(cursor) == Kind.CALL and (target := referenced(cursor)) is not None and kind(target) != Kind.CONSTRUCTOR:
        return None
    name = named(class_of(cursor), naming)
    parts = children(cursor) if name else []
    if not parts or (kind(cursor) in DECLARED and not begins(reading, cursor, parts[-1])):
        return None
    references = (it for it in parts if kind(it) in (Kind.TYPE_REF, Kind.TEMPLATE_REF))
    reference = next((it for it in references if leads_to(it, name, naming)), None)
    return None if reference is None or is_copy(parts, name, naming) else (name, reference)


def named(made: Cursor | None, naming: Naming) -> str:
    return naming(made) if made is not None else ""


def class_of(cursor: Cursor) -> Cursor | None:
    """The class of what is made; None where that is a pointer or a reference."""
    plain = cursor.type.get_canonical()
    if kind(cursor) == Kind.NEW:
        plain = plain.get_pointee()
    while plain._kind_id in ARRAYS:
        plain = plain.get_array_element_type()
    return class_by_value(plain)


def class_by_value(type: Type) -> Cursor | None:
    return class_template(type) if type.get_pointee()._kind_id == 0 else None


def begins(reading: Reading, cursor: Cursor, last: Cursor) -> bool:
    """Whether a variable or field is defined here, without the `=` before another object. What stands behind a name in
    a macro is not known: there its `last` part tells."""
    place = reading.tree.spelled(cursor.location)
    if not reading.in_project(place.path) or (kind(cursor) == Kind.VARIABLE and not cursor.is_definition()):
        return False
    if place != reading.tree.place(cursor.location):
        return is_constructor(last)
    texts = (it.text for it in lex(reading.source(place.path).data, place.offset))
    if next(texts, "") != cursor.spelling:
        return False
    after = next(texts, "")
    while after == "[":
        after = next((next(texts, "") for it in texts if it == "]"), "")
    return after in BEGINNINGS or (after == "=" and next(texts, "") == "{")


def leads_to(reference: Cursor, name: str, naming: Naming) -> bool:
    """Whether a reference is to the class or to an alias of it: not to a scope or a template argument."""
    target = referenced(reference)
    while target is not None and kind(target) == Kind.ALIAS_TEMPLATE:
        target = next((it for it in children(target) if kind(it) == Kind.ALIAS), None)
    if target is None:
        return False
    found = target if kind(target) in Kind.RECORDS else class_by_value(target.type.get_canonical())
    return named(found, naming) == name


def is_copy(parts: Sequence[Cursor], name: str, naming: Naming) -> bool:
    """Whether the sole argument is an object of the same class."""
    given = parts[-1]
    listed = kind(given) == Kind.INIT_LIST or (kind(given) == Kind.EXPRESSION and not given.type.spelling)
    if listed or is_constructor(given):
        inside = children(given)
        if len(inside) != 1:
            return False
        given = inside[0]
    known = kind(given) in Kind.VALUES and not is_constructor(given)
    return known and named(class_by_value(given.type.get_canonical()), naming) == name


def is_constructor(cursor: Cursor) -> bool:
    target = referenced(cursor) if kind(cursor) == Kind.CALL else None
    return target is not None and kind(target) == Kind.CONSTRUCTOR
