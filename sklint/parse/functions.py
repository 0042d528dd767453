"""Cursors to functions, kernels, SK functions and the structs they take."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from clang.cindex import Cursor
from msgspec.structs import replace

from sklint.model import Body, Field, Function, Kernel, KernelType, Param, SkFunction, Struct, TemplateParam, Token
from sklint.parse.beside import movable
from sklint.parse.bodies import read_body
from sklint.parse.clang import Kind, Place, children, kind
from sklint.parse.evaluate import evaluate
from sklint.parse.reading import Reading, plain
from sklint.parse.types import read_type
from sklint.source import Span

MARK = "sk:"
TEMPLATE_KINDS: dict[int, Literal["type", "value", "template"]] = {Kind.TEMPLATE_TYPE: "type", Kind.TEMPLATE_VALUE: "value", Kind.TEMPLATE_TEMPLATE: "template"}


@dataclass(frozen=True, slots=True)
class Qualifier:
    """One of the words before a function: `text` such as `vector` or `mix(1,2)`, and where it stands."""

    text: str
    span: Span
    in_macro: bool

    @property
    def name(self) -> str:
        return self.text.partition("(")[0]

    @property
    def arguments(self) -> tuple[str, ...]:
        inner = self.text.partition("(")[2].rpartition(")")[0]
        return tuple(plain_text(it) for it in split_commas(inner)) if inner else ()


def qualifiers(reading: Reading, parts: Sequence[Cursor]) -> list[Qualifier]:
    found: list[Qualifier] = []
    for it in parts:
        if kind(it) == Kind.ANNOTATE and it.spelling.startswith(MARK):
            start, end = reading.tree.extent(it.extent)
            text = it.spelling[len(MARK) :]
            in_macro = not reading.stands(f"__{text.partition('(')[0]}__", start)
            found.append(Qualifier(text, Span(start.path, start.offset, end), in_macro))
    return found


def read_function(reading: Reading, cursor: Cursor, record: str) -> Function:
    return Function(**shared(reading, cursor, children(cursor), record))


def shared(reading: Reading, cursor: Cursor, parts: Sequence[Cursor], record: str) -> dict[str, "object"]:
    """What every kind of function has, by the names of its fields."""
    place = reading.tree.place(cursor.location)
    start, end = reading.tree.extent(cursor.extent)
    name = plain(cursor.spelling)
    in_macro = not reading.stands(name, place)
    span = name_span(reading, place, name)
    bodies = [it for it in parts if kind(it) == Kind.COMPOUND]
    load: Callable[[], Body | None] = partial(no_body)
    if bodies:
        load = Once(partial(read_body, reading, cursor, bodies[-1], name, record))
    return {
        "key": reading.key(cursor, place),
        "name": name,
        "qualified": reading.qualified(cursor),
        "params": read_params(reading, cursor, parts, place, name, in_macro),
        "span": span,
        "extent": Span(start.path, start.offset, end),
        "record": record,
        "template": read_template(reading, cursor, parts, place, name, in_macro),
        "in_macro": in_macro,
        "defined": bool(bodies),
        "load_body": load,
    }


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


def name_span(reading: Reading, place: Place, name: str) -> Span:
    """The name, or the word of the macro that makes it."""
    data = reading.source(place.path).data if reading.in_project(place.path) else b""
    match = re.compile(rb"[\w$\x80-\xff~]+").match(data, place.offset)
    return Span(place.path, place.offset, match.end() if match else place.offset)


def read_params(
    reading: Reading, cursor: Cursor, parts: Sequence[Cursor], place: Place, name: str, in_macro: bool
) -> tuple[Param, ...]:
    cursors = [it for it in parts if kind(it) == Kind.PARAMETER]
    if not cursors:
        return ()
    groups = param_tokens(reading, place, name, in_macro)
    if len(groups) != len(cursors):
        return tuple(bare_param(reading, it) for it in cursors)
    return tuple(read_param(reading, it, group) for it, group in zip(cursors, groups, strict=True))


def param_tokens(reading: Reading, place: Place, name: str, in_macro: bool) -> list[list[Token]]:
    """The tokens of each parameter of the function whose name stands at `place`."""
    if in_macro:
        tokens, at = made_head(reading, place, name)
        return split_params(tokens, at + 1) if tokens else []
    level, end = 0, place.offset
    for it in reading.lexemes(place.path, place.offset, len(reading.source(place.path).data)):
        level += (it.text == "(") - (it.text == ")")
        end = it.end
        if (level == 0 and it.text == ")") or it.text in (";", "{"):
            break
    tokens = reading.tokens(place.path, place.offset, end)
    opening = next((i for i, it in enumerate(tokens) if it.text == "("), len(tokens))
    return split_params(tokens, opening)


def made_head(reading: Reading, place: Place, name: str) -> tuple[list[Token], int]:
    """What the macro use at `place` makes, and the index of the name of the function `name` in it."""
    tokens = reading.made_by_macro(place.path, place.offset)
    at = next((i for i, it in enumerate(tokens[:-1]) if it.text == name and tokens[i + 1].text == "("), -1)
    if at >= 0:
        return tokens, at
    # The macro makes the name and the file goes on from there: `HEAD(name)(GM_ADDR x) {`
    return [], 0


def split_params(tokens: Sequence[Token], opening: int) -> list[list[Token]]:
    """The comma-separated groups inside the bracket at `opening`; commas inside brackets of theirs do not count."""
    groups: list[list[Token]] = [[]]
    level = 1
    for it in tokens[opening + 1 :]:
        level += (it.text in ("(", "[", "{", "<")) - (it.text in (")", "]", "}", ">"))
        if level == 0:
            break
        if it.text == "," and level == 1:
            groups.append([])
        else:
            groups[-1].append(it)
    groups = [group for group in groups if group]
    return [] if len(groups) == 1 and [it.text for it in groups[0]] == ["void"] else groups


def read_param(reading: Reading, cursor: Cursor, tokens: Sequence[Token]) -> Param:
    name = cursor.spelling
    cut = next((i for i, it in enumerate(tokens) if it.text == "="), len(tokens))
    head, default = tokens[:cut], tokens[cut + 1 :]
    named = max((i for i, it in enumerate(head) if it.text == name), default=len(head))
    written = spell([*head[:named], *head[named + 1 :]])
    first, last = tokens[0].span, tokens[-1].span
    unknown = reading.unknown(head)
    span = head[named].span if named < len(head) else first
    extent = Span(first.path, first.start, max(first.end, last.end))
    made = any(it.from_macro for it in (tokens[0], tokens[-1], *head[named : named + 1]))
    return Param(name, read_type(reading, cursor.type, written, unknown), span, extent, spell(default), made)


def bare_param(reading: Reading, cursor: Cursor) -> Param:
    """A parameter whose tokens cannot be told apart, as libclang has it."""
    start, end = reading.tree.extent(cursor.extent)
    extent = Span(start.path, start.offset, end)
    return Param(cursor.spelling, read_type(reading, cursor.type, "", False), extent, extent, "", True)


def read_template(
    reading: Reading, cursor: Cursor, parts: Sequence[Cursor], place: Place, name: str, in_macro: bool
) -> tuple[TemplateParam, ...] | None:
    if kind(cursor) != Kind.FUNCTION_TEMPLATE:
        return None
    roles = [(it.spelling, TEMPLATE_KINDS[kind(it)]) for it in parts if kind(it) in TEMPLATE_KINDS]
    groups = template_tokens(reading, cursor, place, name, in_macro)
    if len(groups) != len(roles):
        return tuple(TemplateParam(name, role, name, "", False) for name, role in roles)
    found: list[TemplateParam] = []
    for (param, role), tokens in zip(roles, groups, strict=True):
        cut = next((i for i, token in enumerate(tokens) if token.text == "="), len(tokens))
        pack = any(token.text == "..." for token in tokens[:cut])
        found.append(TemplateParam(param, role, spell(tokens[:cut]), spell(tokens[cut + 1 :]), pack))
    return tuple(found)


def template_tokens(reading: Reading, cursor: Cursor, place: Place, name: str, in_macro: bool) -> list[list[Token]]:
    """The tokens of each parameter of the template whose function is named at `place`."""
    if in_macro:
        tokens, end = made_head(reading, place, name)
    else:
        start, _ = reading.tree.extent(cursor.extent)
        tokens = reading.tokens(place.path, start.offset, place.offset)
        end = len(tokens)
    heads = [i for i, it in enumerate(tokens[:end]) if it.text == "template" and tokens[i + 1].text == "<"]
    return split_params(tokens, heads[-1] + 1) if heads else []


def read_kernel(reading: Reading, cursor: Cursor, parts: Sequence[Cursor], words: Sequence[Qualifier]) -> Kernel:
    names = {it.name: it for it in words}
    task = task_type(reading, parts)
    declared = kernel_type(reading, words)
    return Kernel(
        **shared(reading, cursor, parts, ""),
        qualifiers=tuple(it.text for it in words),
        qualifier_span=names["global"].span,
        kernel_type=declared or from_task_type(task, names["global"].span),
        task_type=task,
        schedmode=first_argument(names.get("schedmode")),
        launch_bounds=names["launch_bounds"].text.partition("(")[2].rpartition(")")[0] if "launch_bounds" in names else "",
        extern_c=kind(cursor.lexical_parent) in (Kind.LINKAGE, Kind.UNEXPOSED_DECL),
        static=cursor.storage_class.name == "STATIC",
        returns=cursor.result_type.spelling,
        linkage_block=in_linkage_block(reading, cursor),
    )


def in_linkage_block(reading: Reading, cursor: Cursor) -> bool:
    """Whether the function stands in the braces of an `extern "C" { }`; the form without braces ends where it does."""
    parent = cursor.lexical_parent
    return kind(parent) == Kind.LINKAGE and reading.tree.extent(parent.extent)[1] != reading.tree.extent(cursor.extent)[1]


def first_argument(word: Qualifier | None) -> str:
    return word.arguments[0] if word and word.arguments else ""


def read_sk_function(reading: Reading, cursor: Cursor, parts: Sequence[Cursor], words: Sequence[Qualifier]) -> SkFunction:
    common = shared(reading, cursor, parts, "")
    params: tuple[Param, ...] = common["params"]
    cursors = [it for it in parts if kind(it) == Kind.PARAMETER]
    system = next((it for it in params if it.type.pointer and it.type.record == "sk::SkSystemArgs"), None)
    pointer = params[0] if params and params[0] is not system else None
    struct = pointed_struct(reading, cursors[0]) if pointer and pointer.type.pointer and pointer.type.known else None
    word = next(it for it in words if it.name == "sk")
    return SkFunction(
        **common,
        qualifiers=tuple(it.text for it in words),
        qualifier_span=word.span,
        kernel_type=kernel_type(reading, words),
        args=struct,
        args_param=pointer,
        system_args=system,
        extern_c=kind(cursor.lexical_parent) in (Kind.LINKAGE, Kind.UNEXPOSED_DECL),
        qualifier_in_macro=word.in_macro,
        returns=cursor.result_type.spelling,
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


def kernel_type(reading: Reading, words: Sequence[Qualifier]) -> KernelType | None:
    for it in words:
        if it.name == "mix" and len(it.arguments) == 2:
            numbers = [evaluate(argument, reading.constant) for argument in it.arguments]
            cube, vector = (
                text if number is None else str(number) for text, number in zip(it.arguments, numbers, strict=True)
            )
            return KernelType("mix", (cube, vector), it.span, it.in_macro)
        if it.name == "vector":
            return KernelType("vector", None, it.span, it.in_macro)
        if it.name == "cube":
            return KernelType("cube", None, it.span, it.in_macro)
    return None


TASK_TYPES = {
    "KERNEL_TYPE_AIV_ONLY": ("vector", None), "KERNEL_TYPE_AIC_ONLY": ("cube", None),
    "KERNEL_TYPE_MIX_AIV_1_0": ("mix", ("0", "1")), "KERNEL_TYPE_MIX_AIC_1_0": ("mix", ("1", "0")),
    "KERNEL_TYPE_MIX_AIC_1_1": ("mix", ("1", "1")), "KERNEL_TYPE_MIX_AIC_1_2": ("mix", ("1", "2")),
}  # fmt: skip


def from_task_type(task: str, span: Span) -> KernelType | None:
    if task not in TASK_TYPES:
        return None
    name, ratio = TASK_TYPES[task]
    return KernelType("mix" if name == "mix" else "cube" if name == "cube" else "vector", ratio, span)


def task_type(reading: Reading, parts: Sequence[Cursor]) -> str:
    """The KERNEL_TYPE_* that a KERNEL_TASK_TYPE_DEFAULT in the body names."""
    for body in parts:
        if kind(body) != Kind.COMPOUND:
            continue
        start, end = reading.tree.extent(body.extent)
        if not reading.in_project(start.path) or b"KERNEL_TASK_TYPE_DEFAULT" not in reading.source(start.path).data:
            continue
        tokens = reading.tokens(start.path, start.offset, end)
        for at, it in enumerate(tokens[:-2]):
            if it.text == "KERNEL_TASK_TYPE_DEFAULT" and tokens[at + 1].text == "(":
                return tokens[at + 2].text
    return ""


def pointed_struct(reading: Reading, param: Cursor) -> Struct | None:
    """The struct that a pointer parameter points to, None if it points to something else."""
    pointee = param.type.get_canonical().get_pointee()
    declaration = pointee.get_declaration()
    if kind(declaration) not in Kind.RECORDS:
        return None
    definition = declaration.get_definition() or declaration
    place = reading.tree.place(definition.location)
    pattern = next((it for it in reading.classes.values() if it.key[:2] == (place.path, place.offset)), None)
    if pattern and kind(pattern.cursor) == Kind.CLASS_TEMPLATE:
        definition = pattern.cursor
    return read_struct(reading, definition, place) if reading.in_project(place.path) else None


def read_struct(reading: Reading, cursor: Cursor, place: Place) -> Struct:
    start, end = reading.tree.extent(cursor.extent)
    parts = children(cursor)
    name = plain(cursor.spelling)
    in_macro = not reading.stands(name, place)
    members = [] if in_macro else member_tokens(reading.tokens(start.path, start.offset, end))
    fields = tuple(read_field(reading, cursor, it, members) for it in parts if kind(it) == Kind.FIELD)
    size = cursor.type.get_size()
    return Struct(
        name=name,
        qualified=reading.qualified(cursor),
        fields=with_movable(reading, fields, end),
        span=name_span(reading, place, name),
        extent=Span(start.path, start.offset, end),
        size=size if size >= 0 else None,
        has_bases=any(kind(it) == Kind.BASE for it in parts),
        templated=kind(cursor) == Kind.CLASS_TEMPLATE,
        in_macro=in_macro,
        anonymous_members=any(kind(it) in Kind.RECORDS and it.is_anonymous() for it in parts),
    )


def with_movable(reading: Reading, fields: tuple[Field, ...], end: int) -> tuple[Field, ...]:
    """The fields with what would move with each; the last token of a struct ends at `end`."""
    own = [it.movable for it in fields if it.movable]
    if len(own) < len(fields) or not own or len({it.path for it in own}) > 1:
        return tuple(replace(it, movable=None) for it in fields)
    path = own[0].path
    spans = movable(reading.source(path).data, [(it.start, it.end) for it in own], end)
    return tuple(
        replace(it, movable=Span(path, *spans[number]) if spans else None) for number, it in enumerate(fields)
    )


def read_field(reading: Reading, struct: Cursor, cursor: Cursor, members: Sequence[list[Token]]) -> Field:
    place = reading.tree.place(cursor.location)
    start, end = reading.tree.extent(cursor.extent)
    name = cursor.spelling
    in_macro = not reading.stands(name, place)
    own = next((it for it in members if any(token.file_place == (place.path, place.offset) for token in it)), [])
    tokens = made_declaration(reading, struct, name, place) if in_macro else own
    words = strip_alignas(tokens)
    named = next((i for i, it in enumerate(words) if it.text == name), len(words))
    head = words[:named]
    sole = len(split_params(words, -1)) <= 1
    written = spell(head + [it for it in words[named + 1 :] if it.text in "[]" or it.kind == "number"]) if sole else ""
    first = words[0].span if words else Span(start.path, start.offset, end)
    offset = struct.type.get_offset(name)
    return Field(
        name=name,
        type=read_type(reading, cursor.type, written, reading.unknown(head)),
        span=name_span(reading, place, name),
        declaration=first if in_macro else Span(first.path, first.start, place.offset),
        alignment=alignas(reading, tokens),
        written_alignment=alignment_span(tokens),
        offset=offset // 8 if offset >= 0 else None,
        sole_declarator=sole,
        in_macro=in_macro,
        movable=own_text(own) if own and sole and not in_macro else None,
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
    first = max((i for i in range(body, at) if tokens[i].text in (";", "{", "}")), default=at - 1) + 1
    last = next((i for i in range(at, len(tokens)) if tokens[i].text in (";", "}")), len(tokens))
    return tokens[first:last]


def member_tokens(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each member declaration of a struct, whose own tokens these are."""
    groups: list[list[Token]] = [[]]
    level = 0
    for it in tokens:
        level += it.text == "{"
        level -= it.text == "}"
        if level < 1 or (level == 1 and it.text in (";", "{", "}")):
            groups.append([])
        else:
            groups[-1].append(it)
        if level == 1 and it.text == ":" and groups[-1][:-1] and groups[-1][0].text in ("public", "private", "protected"):
            groups[-1].clear()
    return [group for group in groups if group]


def alignas(reading: Reading, tokens: Sequence[Token]) -> int | None:
    """The strictest `alignas(n)` or `aligned(n)` among the tokens, in bytes."""
    found: list[int] = []
    for at, it in enumerate(tokens):
        if it.text in ("alignas", "aligned", "__aligned__") and tokens[at + 1 : at + 2] and tokens[at + 1].text == "(":
            close = closing(tokens, at + 1)
            value = evaluate(spell(tokens[at + 2 : close]), reading.constant)
            found += [value] if value is not None else []
    return max(found, default=None)


def alignment_span(tokens: Sequence[Token]) -> Span | None:
    """Where `alignas(n)` is written; None where there is none, or not in the file itself."""
    at = next((i for i, it in enumerate(tokens) if it.text == "alignas" and not it.from_macro), None)
    if at is None:
        return None
    close = min(closing(tokens, at + 1), len(tokens) - 1)
    return Span(tokens[at].span.path, tokens[at].span.start, tokens[close].span.end)


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


def closing(tokens: Sequence[Token], opening: int) -> int:
    """The index of the parenthesis that closes the one at `opening`."""
    level = 0
    for at in range(opening, len(tokens)):
        level += (tokens[at].text == "(") - (tokens[at].text == ")")
        if level == 0:
            return at
    return len(tokens)


TIGHT_BEFORE = frozenset((",", ")", "]", ">", "::", ";", "(", "[", "<", "...", "."))
TIGHT_AFTER = frozenset(("(", "[", "<", "::", "~", "."))


def spell(tokens: Sequence[Token]) -> str:
    """Tokens as a person would write them: `std::array<int, 4>`, `__gm__ uint8_t *`."""
    text = ""
    before = ""
    for it in tokens:
        tight = it.text in TIGHT_BEFORE or before in TIGHT_AFTER or not text or (before in "*&" and it.text in "*&")
        text += it.text if tight else f" {it.text}"
        before = it.text
    return text


def plain_text(text: str) -> str:
    """`( ( 2 ) / 2 )` and ` 1 ` without blanks at the ends."""
    return text.strip()


def split_commas(text: str) -> list[str]:
    """The parts of a text between commas outside brackets."""
    parts, level = [""], 0
    for char in text:
        level += (char in "([{") - (char in ")]}")
        if char == "," and level == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts
