"""A field of a struct: its declaration, its alignment, its place."""

from collections.abc import Sequence

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.body import Token
from sklint.declared import Field
from sklint.parse.brackets import closing, split_params
from sklint.parse.clang import Kind, Place, children, kind
from sklint.parse.declaration import plain
from sklint.parse.evaluate import Constants, evaluate
from sklint.parse.parameters import name_span
from sklint.parse.reading import Reading
from sklint.parse.spelling import spell
from sklint.parse.types import author_spelling, read_type
from sklint.source import Span

ALIGNMENTS = ("alignas", "_Alignas", "aligned", "__aligned__")
UNKNOWN = 0
"""The alignment of a field that cannot be told."""


def read_field(reading: Reading, struct: Cursor, cursor: Cursor, members: Sequence[list[Token]]) -> Field:
    """`members` are the tokens of each declaration of the struct."""
    place = reading.tree.place(cursor.location)
    start, end = reading.tree.extent(cursor.extent)
    name = cursor.spelling
    in_macro = not reading.stands(name, place)
    own = next(
        (it for it in members if any(token.file_place == (place.path, place.offset) for token in it)), list[Token]()
    )
    tokens = made_declaration(reading, struct, name, place) if in_macro else own
    words = strip_alignas(tokens)
    named = next((i for i, it in enumerate(words) if it.text == name), len(words))
    head = words[:named]
    sole = len(split_params(words, -1)) <= 1
    behind = () if cursor.is_bitfield() else words[named + 1 :]
    written = spell([*head, *(it for it in behind if it.text in "[]" or it.kind == "number")]) if sole else ""
    first = words[0].span if words else Span(start.path, start.offset, end)
    offset = struct.type.get_offset(name)
    type = read_type(reading, cursor.type, written, reading.unknown(head))
    return Field(
        name=name,
        type=type,
        span=name_span(reading, place, name),
        declaration=first if in_macro else Span(first.path, first.start, place.offset),
        alignment=field_alignment(reading, cursor, tokens),
        written_alignment=alignment_span(tokens),
        offset=offset // 8 if offset >= 0 else None,
        sole_declarator=sole,
        in_macro=in_macro,
        movable=own_text(own) if own and sole and not in_macro else None,
        bits=max(cursor.get_bitfield_width(), 0) if cursor.is_bitfield() else None,
        declared=type.written if type.template_dependent else "",
    )


def instantiated(reading: Reading, field: Field, made: Cursor) -> Field:
    """The field of a struct template as it is in an instantiation, where `made` is its cursor."""
    offset = made.get_field_offsetof()
    return replace(
        field,
        type=read_type(reading, made.type, author_spelling(made.type.spelling), False)
        if field.declared
        else field.type,
        offset=offset // 8 if offset >= 0 else None,
        bits=max(made.get_bitfield_width(), 0) if made.is_bitfield() else None,
    )


def own_text(tokens: Sequence[Token]) -> Span | None:
    """The bytes of a declaration with these tokens, None where a macro makes one of its ends."""
    first, last = tokens[0], tokens[-1]
    if first.from_macro or last.from_macro:
        return None
    return Span(first.span.path, first.span.start, last.span.end)


def made_declaration(reading: Reading, struct: Cursor, name: str, place: Place) -> list[Token]:
    """The tokens of the member `name` of a struct that the macro use at `place` makes."""
    tokens = reading.made_by_macro(place.path, place.offset)
    body = next((i for i, it in enumerate(tokens) if it.text == plain(struct.spelling)), -1) + 1
    at = next((i for i in range(body, len(tokens)) if tokens[i].text == name), len(tokens))
    first = max((i for i in range(body, at) if tokens[i].text in (";", "{", "}")), default=body - 1) + 1
    last = next((i for i in range(at, len(tokens)) if tokens[i].text in (";", "}")), len(tokens))
    return tokens[first:last]


def member_tokens(tokens: Sequence[Token], level: int = 0) -> list[list[Token]]:
    """The tokens of each member declaration of a struct, whose own tokens these are: `level` is 1 where they begin
    inside its braces."""
    groups: list[list[Token]] = [[]]
    for it in tokens:
        level += it.text == "{"
        level -= it.text == "}"
        if level < 1 or (level == 1 and it.text in (";", "{", "}")):
            groups.append([])
        else:
            groups[-1].append(it)
        if (
            level == 1
            and it.text == ":"
            and groups[-1][:-1]
            and groups[-1][0].text in ("public", "private", "protected")
        ):
            groups[-1].clear()
    return [group for group in groups if group]


def field_alignment(reading: Reading, cursor: Cursor, tokens: Sequence[Token]) -> int | None:
    """The strictest alignment on the field; unknown where libclang and its tokens disagree on whether it has one."""
    found = alignas(reading.constants_of(reading.qualified(cursor)), tokens)
    aligned = any(kind(it) == Kind.ALIGNED for it in children(cursor))
    return found if aligned == (found is not None) else UNKNOWN


def alignas(constants: Constants, tokens: Sequence[Token]) -> int | None:
    """The strictest `alignas(n)` or `aligned(n)` among the tokens, in bytes; 0 where one of them cannot be told."""
    found = [alignment(constants, tokens, at) for at, it in enumerate(tokens) if it.text in ALIGNMENTS]
    return UNKNOWN if None in found else max((it for it in found if it), default=None)


def alignment(constants: Constants, tokens: Sequence[Token], at: int) -> int | None:
    """What the specifier at `at` asks for: a number of bytes, or the alignment of a type."""
    if at + 1 >= len(tokens) or tokens[at + 1].text != "(":
        return None
    text = spell(tokens[at + 2 : closing(tokens, at + 1)])
    value = evaluate(text, constants)
    return evaluate(f"alignof({text})", constants) if value is None else value


def alignment_span(tokens: Sequence[Token]) -> Span | None:
    """Where `alignas(n)` is written, or several in a row; None where that is not all, or not in the file itself."""
    starts = [i for i, it in enumerate(tokens) if it.text in ALIGNMENTS]
    if not starts:
        return None
    ends = [min(closing(tokens, it + 1), len(tokens) - 1) for it in starts]
    row = all(end + 1 == start for end, start in zip(ends, starts[1:], strict=False))
    first, last = tokens[starts[0]], tokens[ends[-1]]
    if not row or any(it.from_macro for it in (first, last)) or any(tokens[it].text != "alignas" for it in starts):
        return None
    return Span(first.span.path, first.span.start, last.span.end)


def strip_alignas(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without alignment specifiers, which are not part of the type."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        if tokens[at].text in ("alignas", "__attribute__") and at + 1 < len(tokens):
            at = closing(tokens, at + 1) + 1
            continue
        found.append(tokens[at])
        at += 1
    return found
