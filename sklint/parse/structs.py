"""The struct an SK function takes: its fields with those of its bases, and what a template of one becomes."""

from collections.abc import Sequence
from itertools import takewhile

from clang.cindex import Cursor
from clang.cindex import Type as ClangType
from msgspec.structs import replace

from sklint.body import Token
from sklint.declared import Field, Struct
from sklint.parse.beside import movable
from sklint.parse.clang import Kind, Place, children, is_virtual_base, kind, template_of
from sklint.parse.declaration import plain
from sklint.parse.fields import instantiated, member_tokens, read_field
from sklint.parse.parameters import name_span
from sklint.parse.reading import Reading
from sklint.parse.types import author_spelling
from sklint.source import Span

WITHOUT_NAME = ("struct", "class", "union")
"""What stands where a struct is found that has no name but a typedef's."""


def pointed_struct(reading: Reading, param: Cursor) -> Struct | None:
    """The struct that a pointer parameter points to, None if it points to something else."""
    type = param.type.get_canonical().get_pointee()
    same = (type._kind_id, type.data[0])
    if same not in reading.structs:
        reading.structs[same] = read_type_struct(reading, type)
    return reading.structs[same]


def read_type_struct(reading: Reading, type: ClangType) -> Struct | None:
    """The struct that a type is. Of a template it is the instantiation, and the template where that is not known."""
    declaration = type.get_declaration()
    if kind(declaration) not in Kind.RECORDS:
        return None
    definition = declaration.get_definition() or declaration
    template = template_of(definition)
    place = reading.tree.place((template or definition).location)
    if not reading.in_project(place.path):
        return None
    made_from = template if template and place == reading.tree.place(definition.location) else None
    kept = reading.kept_structs.get((place.path, place.offset)) if template is None else None
    struct = kept or read_struct(reading, made_from or definition, place)
    if template is None or type.get_size() < 0:
        return struct
    arguments = author_spelling(definition.displayname.removeprefix(plain(definition.spelling)))
    fields = instantiated_fields(reading, struct.fields, type) if made_from else struct.fields
    return replace(struct, fields=fields, arguments=arguments, templated=False, size=type.get_size())


def instantiated_fields(reading: Reading, fields: Sequence[Field], type: ClangType) -> tuple[Field, ...]:
    """The fields of a struct template as `type` has them; those of its bases are known already."""
    made = {reading.key(it): it for it in type.get_fields()}
    keys = [(it.span.path, it.span.start, it.name) for it in fields]
    return tuple(
        instantiated(reading, it, made[key]) if key in made else it for it, key in zip(fields, keys, strict=True)
    )


def read_struct(reading: Reading, cursor: Cursor, place: Place) -> Struct:
    start, end = reading.tree.extent(cursor.extent)
    parts = children(cursor)
    name = plain(cursor.spelling)
    in_macro = not any(reading.stands(it, place) for it in (name, *WITHOUT_NAME))
    cursors = [it for it in parts if kind(it) == Kind.FIELD and it.spelling]
    members = [] if in_macro else member_texts(reading, cursor, cursors)
    fields = tuple(read_field(reading, cursor, it, members) for it in cursors)
    inherited = None if lost_bases(reading, place, end) else base_fields(reading, parts)
    size = cursor.type.get_size()
    return Struct(
        name=name,
        qualified=reading.qualified(cursor),
        fields=(*(inherited or ()), *with_movable(reading, fields, Span(start.path, start.offset, end))),
        span=name_span(reading, place, name),
        extent=Span(start.path, start.offset, end),
        size=size if size >= 0 else None,
        unknown_bases=inherited is None,
        templated=kind(cursor) == Kind.CLASS_TEMPLATE,
        in_macro=in_macro,
        anonymous_members=any(kind(it) in Kind.RECORDS and it.is_anonymous() for it in parts),
    )


def lost_bases(reading: Reading, place: Place, end: int) -> bool:
    """Whether the compiler has an error in the head of a struct, behind its name: it leaves such a base out."""
    tokens = reading.tokens(place.path, place.offset, end)
    return reading.complained(tuple(takewhile(lambda it: it.text != "{", tokens[1:])))


def base_fields(reading: Reading, parts: Sequence[Cursor]) -> tuple[Field, ...] | None:
    """The fields of the bases, in order; None where they are not known. Only of the first base the place is known: it
    begins the struct, unless a table of virtual functions does."""
    bases = [it for it in parts if kind(it) == Kind.BASE]
    begins = not any(it.is_virtual_method() for it in parts)
    found: list[Field] = []
    for number, base in enumerate(bases):
        struct = None if is_virtual_base(base) else read_type_struct(reading, base.type.get_canonical())
        if struct is None or struct.templated or struct.unknown_bases or struct.anonymous_members:
            return None
        placed = begins and number == 0
        found += [replace(it, movable=None, offset=it.offset if placed else None) for it in struct.fields]
    return tuple(found)


def member_texts(reading: Reading, cursor: Cursor, fields: Sequence[Cursor]) -> list[list[Token]]:
    """The tokens of each member declaration, of those too that stand in files that the struct includes."""
    start, end = reading.tree.extent(cursor.extent)
    whole = reading.tree.place(cursor.extent.end).path == start.path
    own = member_tokens(
        reading.tokens(start.path, start.offset, end if whole else len(reading.source(start.path).data))
    )
    others = {reading.tree.place(it.location).path for it in fields} - {start.path}
    read = (reading.tokens(it, 0, len(reading.source(it).data)) for it in sorted(others) if reading.in_project(it))
    return own + [group for tokens in read for group in member_tokens(tokens, 1)]


def with_movable(reading: Reading, fields: tuple[Field, ...], struct: Span) -> tuple[Field, ...]:
    """The fields with what would move with each; none does that is spelled in another file than the struct."""
    own = [it.movable for it in fields if it.movable]
    if len(own) < len(fields) or not own or {it.path for it in own} != {struct.path}:
        return tuple(replace(it, movable=None) for it in fields)
    spans = movable(reading.source(struct.path).data, [(it.start, it.end) for it in own], struct.end)
    return tuple(
        replace(it, movable=Span(struct.path, *spans[number]) if spans else None) for number, it in enumerate(fields)
    )
