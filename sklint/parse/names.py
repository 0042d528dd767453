"""What the names of a body stand for, by the place of each token."""

from collections.abc import Mapping, Sequence

from clang.cindex import Cursor

from sklint.body import Local, Reference, Role, Token
from sklint.parse.brackets import after
from sklint.parse.clang import NOTHING, Kind, children, kind, overloads, parts_below, referenced
from sklint.parse.declaration import plain
from sklint.parse.reading import Reading
from sklint.parse.types import read_type

ROLES: dict[int, Role] = {
    Kind.FUNCTION: "function", Kind.FUNCTION_TEMPLATE: "function", Kind.METHOD: "method", Kind.CONSTRUCTOR: "method",
    Kind.DESTRUCTOR: "method", Kind.CONVERSION: "method", Kind.VARIABLE: "variable", Kind.PARAMETER: "parameter",
    Kind.FIELD: "field", Kind.STRUCT: "type", Kind.CLASS: "type", Kind.CLASS_TEMPLATE: "type", Kind.TYPEDEF: "type",
    Kind.ALIAS: "type", Kind.ENUM: "type", Kind.ENUMERATOR: "enumerator",
}  # fmt: skip

NAMING = frozenset(
    (Kind.DECL_REF, Kind.MEMBER_REF_EXPR, Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.OVERLOADED_REF, Kind.MEMBER_REF)
) | {Kind.VARIABLE}


class Names:
    """What the names of a body stand for, collected from libclang's tree by the place of each token."""

    def __init__(self, reading: Reading, tokens: Sequence[Token], record: str) -> None:
        self.reading = reading
        self.tokens = tokens
        self.record = record
        self.references: dict[int, Reference] = {}
        self.operators: dict[int, Reference] = {}  # by the index of their sign
        self.locals: dict[int, Local] = {}
        self.params: dict[str, str] = {}
        self.at: dict[tuple[str, int, str], list[int]] = {}
        for index, token in enumerate(tokens):
            if token.kind == "name":
                self.at.setdefault((*token.file_place, token.text), []).append(index)

    def collect(self, cursor: Cursor) -> None:
        for it in parts_below(cursor, NAMING, frozenset())[0]:
            if kind(it) == Kind.VARIABLE:
                self.declare(it)
            else:
                self.refer(it, kind(it))

    def collect_params(self, function: Cursor) -> None:
        for it in children(function):
            if kind(it) == Kind.PARAMETER:
                self.params[it.spelling] = read_type(self.reading, it.type, "", False).record

    def refer(self, cursor: Cursor, number: int) -> None:
        found = overloads(cursor) if number == Kind.OVERLOADED_REF else [referenced(cursor)]
        found = [it for it in found if it is not None and kind(it) not in (Kind.OVERLOADED_REF, *NOTHING)]
        if not found:
            return
        name, reference = self.meaning(found) if len(found) > 1 else self.sole_meaning(found[0])
        index = self.index_of(cursor, name, self.references)
        if index is not None:
            self.references[index] = reference
        elif name.startswith("operator"):
            spelled = self.reading.tree.spelled(cursor.location)
            sign = (at for at, it in enumerate(self.tokens) if it.file_place == (spelled.path, spelled.offset))
            self.operators[next(sign, 0)] = reference

    def sole_meaning(self, found: Cursor) -> tuple[str, Reference]:
        entity = (kind(found), found.data[0])
        known = self.reading.meanings.get(entity)
        if known is None:
            known = self.reading.meanings[entity] = self.meaning([found])
        return known

    def meaning(self, found: Sequence[Cursor]) -> tuple[str, Reference]:
        """The name that `found` declare, and what it stands for; several: overloads."""
        role = ROLES.get(kind(found[0]), "other")
        typed = role in ("variable", "parameter", "field") or kind(found[0]) in (Kind.TYPEDEF, Kind.ALIAS)
        type = read_type(self.reading, found[0].type, "", False) if typed else None
        keys = tuple(self.reading.key(it) for it in found)
        gm = type is not None and role != "type" and in_global_memory(found[0])
        reference = Reference(self.reading.qualified(found[0]), role, keys[0], keys, type, gm)
        return plain(found[0].spelling), reference

    def index_of(self, cursor: Cursor, name: str, taken: Mapping[int, Reference] | Mapping[int, Local]) -> int | None:
        """The token that a cursor is about. What one macro use makes has one place: there the order decides."""
        spelled = self.reading.tree.spelled(cursor.location)
        indexes = self.at.get((spelled.path, spelled.offset, name), [])
        return next((it for it in indexes if it not in taken), None)

    def declare(self, cursor: Cursor) -> None:
        type = read_type(self.reading, cursor.type, "", False)
        index = self.index_of(cursor, cursor.spelling, self.locals)
        if index is not None:
            token = self.tokens[index]
            following = self.tokens[index + 1].text if index + 1 < len(self.tokens) else ""
            end = self.initializer_end(index + 1)
            self.locals[index] = Local(
                name=token.text,
                type=type,
                span=token.span,
                index=index,
                static=cursor.storage_class.name == "STATIC",
                array=following == "[",
                initializer=" ".join(it.text for it in self.tokens[index + 1 : end]),
                global_memory=in_global_memory(cursor),
            )

    def initializer_end(self, at: int) -> int:
        while at < len(self.tokens) and self.tokens[at].text not in (";", ",", ")", "}", "]"):
            at = after(self.tokens, at) if self.tokens[at].text in ("(", "{", "[") else at + 1
        return at


def in_global_memory(cursor: Cursor) -> bool:
    """Whether a declaration says `__gm__` (as GM_ADDR does)."""
    return any(kind(it) == Kind.ANNOTATE and it.spelling == "sk:gm" for it in children(cursor))


def class_of_name(names: Names, index: int, name: str) -> str:
    """The class of the variable `name` as it is visible at `index`."""
    for at in range(index, -1, -1):
        if at in names.locals and names.locals[at].name == name:
            return names.locals[at].type.record
    if name in names.params:
        return names.params[name]
    for at, reference in names.references.items():
        if names.tokens[at].text == name and reference.type is not None:
            return reference.type.record
    return field_class(names.reading, names.record, name)


def field_class(reading: Reading, record: str, name: str) -> str:
    known = reading.record(record) if record else None
    if known is None:
        return ""
    if name in known.fields:
        return known.fields[name].record
    return next((found for base in known.bases if (found := field_class(reading, base, name))), "")
