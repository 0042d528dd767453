"""Members of objects whose type depends on a template's parameters, as `SetValue` of a `LocalTensor<T>`: the compiler
looks for them when the template is used, a reader finds them in the class template."""

import re
from itertools import islice

from clang.cindex import Cursor, Type

from sklint.parse.clang import Kind, Place, children, kind, template_of
from sklint.parse.lex import lex
from sklint.parse.reading import Reading
from sklint.parse.types import POINTER

NAME = re.compile(rb"->\s*(\w+)\s*$")
MEMBERS = frozenset((*Kind.FUNCTIONS, Kind.FIELD))


def dependent_member(reading: Reading, cursor: Cursor) -> tuple[list[Cursor], Place] | None:
    """The declarations that a member expression of no known meaning may name, and where the name stands; None where the
    class of the object is not known."""
    owner = next(iter(children(cursor)), None)
    template = class_of(reading, owner) if owner is not None else None
    if owner is None or template is None:
        return None
    start, end = reading.tree.extent(owner.extent)
    if not reading.in_project(start.path):
        return None
    words = [it for it in islice(lex(reading.source(start.path).data, end), 3) if it.text != "template"]
    if len(words) < 2 or words[0].text not in (".", "->") or words[1].kind != "name":
        return None
    return members(template, words[1].text), Place(start.path, words[1].start)


def class_of(reading: Reading, owner: Cursor) -> Cursor | None:
    """The class of an object. Of `this->field` in a class template the compiler knows none, but for the class it is
    in."""
    this = next(iter(children(owner)), None) if kind(owner) == Kind.MEMBER_REF_EXPR else None
    if this is None or kind(this) != Kind.THIS or class_template(owner.type):
        return class_template(owner.type)
    around, name = class_template(this.type), NAME.search(text(reading, owner))
    fields = [it for it in members(around, name[1].decode()) if kind(it) == Kind.FIELD] if around and name else []
    return class_template(fields[0].type) if fields else None


def text(reading: Reading, cursor: Cursor) -> bytes:
    start, end = reading.tree.extent(cursor.extent)
    return reading.source(start.path).data[start.offset : end] if reading.in_project(start.path) else b""


def class_template(type: Type) -> Cursor | None:
    """The template of a class, or of one that is pointed to."""
    pointed = type.get_pointee() if type._kind_id == POINTER else type
    declaration = pointed.get_declaration()
    if kind(declaration) in (Kind.STRUCT, Kind.CLASS):
        declaration = template_of(declaration) or declaration
    return declaration if kind(declaration) in Kind.RECORDS else None


def members(owner: Cursor, name: str) -> list[Cursor]:
    """The members of a class that have a name, else those of its bases."""
    parts = children(owner)
    found = [it for it in parts if it.spelling == name and kind(it) in MEMBERS]
    bases = [it.type.get_declaration() for it in parts if kind(it) == Kind.BASE] if not found else []
    return found or [member for it in bases for member in members(it, name)]
