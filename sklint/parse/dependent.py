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
            for it in parts:
                if kind(it) in MEMBERS:
                    named.setdefault(it.spelling, []).append(it)
        return self.found[declaration]


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
    """The class of an object. Of `this->field` in a class template the compiler knows none, but for the class it is
    in."""
    this = next(iter(children(owner)), None) if kind(owner) == Kind.MEMBER_REF_EXPR else None
    if this is None or kind(this) != Kind.THIS or class_template(owner.type):
        return class_template(owner.type)
    around, name = class_template(this.type), NAME.search(text(reading, owner))
    fields = [it for it in members.named(around, name[1].decode()) if kind(it) == Kind.FIELD] if around and name else []
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
