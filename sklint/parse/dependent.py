"""Members of objects whose type depends on a template's parameters, as `SetValue` of a `LocalTensor<T>`: the compiler
looks for them when the template is used, a reader finds them in the class template."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from clang.cindex import Cursor, Type

from sklint.parse.clang import Kind, Place, children, kind, referenced, template_of
from sklint.parse.lex import lex
from sklint.parse.reading import Reading
from sklint.parse.types import ARRAYS, LVALUE_REFERENCE, POINTER

NAME = re.compile(rb"(?:->|\.)\s*(?:template\s+)?(\w+)\s*$")
AUTO = re.compile(r"\bauto\b")
DEPENDENT = 26
ALIASES = frozenset((Kind.TYPEDEF, Kind.ALIAS))
MEMBERS = frozenset((*Kind.FUNCTIONS, Kind.FIELD))


class Members:
    """The members of classes by their names; each class is looked through once."""

    def __init__(self) -> None:
        self.found: dict[int, tuple[dict[str, list[Cursor]], list[Cursor]]] = {}

    def named(self, owner: Cursor, name: str) -> list[Cursor]:
        """The members of a class that have a name, else those of its bases."""
        own, bases = self.parts(owner)
        return own.get(name) or [member for it in bases for member in self.named(it, name)]

    def parts(self, owner: Cursor) -> tuple[dict[str, list[Cursor]], list[Cursor]]:
        declaration = owner.data[0]
        if declaration not in self.found:
            parts = children(owner)
            named: dict[str, list[Cursor]] = {}
            self.found[declaration] = named, [it.type.get_declaration() for it in parts if kind(it) == Kind.BASE]
            for it in with_unnamed(parts):
                if kind(it) in MEMBERS:
                    named.setdefault(it.spelling, []).append(it)
        return self.found[declaration]


def with_unnamed(parts: Sequence[Cursor]) -> Iterator[Cursor]:
    """The parts of a class, those of unions and structs without a name among them."""
    for it in parts:
        unnamed = kind(it) in Kind.RECORDS and it.is_anonymous()
        yield from with_unnamed(children(it)) if unnamed else (it,)


def dependent_member(reading: Reading, cursor: Cursor, members: Members) -> tuple[list[Cursor], Place] | None:
    """The declarations that a member expression of no known meaning may name, and where the name stands; None where the
    class of the object is not known."""
    owner = next(iter(children(cursor)), None)
    template = class_of(reading, owner, members) if owner is not None and kind(owner) != Kind.THIS else None
    if owner is None or template is None:
        return None
    start, end = reading.tree.extent(owner.extent)
    if not reading.in_project(start.path):
        return None
    words = [it for it in islice(lex(reading.source(start.path).data, end), 3) if it.text != "template"]
    if len(words) < 2 or words[0].text not in (".", "->") or words[1].kind != "name":
        return None
    return members.named(template, words[1].text), Place(start.path, words[1].start)


def class_of(reading: Reading, owner: Cursor, members: Members) -> Cursor | None:
    type = type_of(reading, owner, members)
    return class_template(type) if type is not None else None


def type_of(reading: Reading, expression: Cursor, members: Members) -> Type | None:
    """The type of an object that the compiler may not know: a part of `*this`, an element of it, what it points to."""
    known, parts = expression.type, children(expression)
    if kind(expression) == Kind.DECL_REF and (variable := referenced(expression)) is not None:
        return type_of_variable(reading, variable, members)
    if known._kind_id != DEPENDENT or not parts:
        return known
    inner = type_of(reading, parts[0], members)
    if inner is None:
        return None
    match kind(expression):
        case Kind.PARENTHESES | Kind.EXPRESSION:
            return inner
        case Kind.UNARY:
            return pointed(inner) if text(reading, expression).startswith(b"*") else inner
        case Kind.SUBSCRIPT:
            return pointed(inner)
        case Kind.MEMBER_REF_EXPR:
            return type_of_field(inner, NAME.search(text(reading, expression)), members)
        case _:
            return None


def type_of_variable(reading: Reading, variable: Cursor, members: Members) -> Type | None:
    """The type of a variable; of one that is declared with `auto` what it begins as."""
    initial = children(variable)[-1:] if AUTO.search(variable.type.spelling) else []
    return type_of(reading, initial[0], members) if initial else variable.type


def type_of_field(owner: Type, name: re.Match[bytes] | None, members: Members) -> Type | None:
    around = class_template(owner)
    found = members.named(around, name[1].decode()) if around is not None and name else []
    return next((it.type for it in found if kind(it) == Kind.FIELD), None)


def pointed(type: Type) -> Type | None:
    """What a pointer points to, or an array has; None for others, whose operators may mean anything."""
    plain = type.get_canonical()
    if plain._kind_id in ARRAYS:
        return plain.get_array_element_type()
    return plain.get_pointee() if plain._kind_id == POINTER else None


def text(reading: Reading, cursor: Cursor) -> bytes:
    start, end = reading.tree.extent(cursor.extent)
    return reading.source(start.path).data[start.offset : end] if reading.in_project(start.path) else b""


def class_template(type: Type) -> Cursor | None:
    """The template of a class, or of one that is pointed to or referred to."""
    target = type.get_pointee() if type._kind_id in (POINTER, LVALUE_REFERENCE) else type
    declaration = target.get_declaration()
    if kind(declaration) in ALIASES:
        return class_template(target.get_canonical())
    if kind(declaration) in (Kind.STRUCT, Kind.CLASS):
        declaration = template_of(declaration) or declaration
    return declaration if kind(declaration) in Kind.RECORDS else None
