"""A function's body: its tokens, its statements, what its names stand for, the calls and variables in it."""

from collections.abc import Iterator, Mapping, Sequence

from clang.cindex import Cursor

from sklint.model import Body, Call, Key, Local, Reference, Token
from sklint.parse.clang import Kind, Place, children, kind, overloads
from sklint.parse.reading import Reading, plain
from sklint.parse.statements import read_block
from sklint.parse.types import read_type
from sklint.source import Span

WORDS = frozenset(
    "if for while switch return sizeof alignof decltype case do else new delete throw catch static_assert alignas "
    "constexpr const_cast static_cast reinterpret_cast dynamic_cast typeid noexcept co_await not and or".split()
)
CASTS = frozenset(("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"))
ROLES = {
    Kind.FUNCTION: "function", Kind.FUNCTION_TEMPLATE: "function", Kind.METHOD: "method", Kind.CONSTRUCTOR: "method",
    Kind.DESTRUCTOR: "method", Kind.CONVERSION: "method", Kind.VARIABLE: "variable", Kind.PARAMETER: "parameter",
    Kind.FIELD: "field", Kind.STRUCT: "type", Kind.CLASS: "type", Kind.CLASS_TEMPLATE: "type", Kind.TYPEDEF: "type",
    Kind.ALIAS: "type", Kind.ENUM: "type", Kind.ENUMERATOR: "enumerator",
}  # fmt: skip
API_NAMES = frozenset(
    "GetBlockNum GetBlockIdx SyncAll SetNextTaskStart WaitPreTaskEnd DataCacheCleanAndInvalid CrossCoreSetFlag "
    "CrossCoreWaitFlag PipeBarrier TPipe".split()
)
"""Names of namespace AscendC that are told by name alone where the compiler lost the expression around them."""


def read_body(reading: Reading, function: Cursor, compound: Cursor, name: str, record: str) -> Body | None:
    """The body of `function`, whose compound statement is `compound`; None if its text cannot be found."""
    place = reading.tree.place(compound.location)
    in_macro = not reading.stands("{", place)
    start, end = reading.tree.extent(compound.extent)
    if not reading.in_project(start.path):
        return None
    tokens = macro_body(reading, place, name) if in_macro else reading.tokens(start.path, start.offset, end)
    if not tokens or tokens[0].text != "{":
        return None
    extent = Span(start.path, start.offset, end)
    names = Names(reading, tokens, record)
    names.collect(compound)
    names.collect_params(function)
    return Body(
        tokens=tuple(tokens),
        statement=read_block(tokens, 0),
        references=names.references,
        calls=tuple(read_calls(names)),
        locals=tuple(names.locals.values()),
        extent=extent,
        in_macro=in_macro,
        constructed=tuple(read_constructions(names)),
    )


def macro_body(reading: Reading, place: Place, name: str) -> list[Token]:
    """The tokens of the body of the function `name` that the macro use at `place` makes."""
    tokens = reading.made_by_macro(place.path, place.offset)
    for at, it in enumerate(tokens):
        if it.text == name and at + 1 < len(tokens) and tokens[at + 1].text == "(":
            opening = after(tokens, at + 1)
            while opening < len(tokens) and tokens[opening].text not in ("{", ";"):
                opening += 1
            if opening < len(tokens) and tokens[opening].text == "{":
                return tokens[opening : after(tokens, opening)]
    return []


def after(tokens: Sequence[Token], opening: int) -> int:
    """The index after the bracket that closes the one at `opening`."""
    pairs = {"(": ")", "[": "]", "{": "}", "<": ">"}
    first, last = tokens[opening].text, pairs[tokens[opening].text]
    level = 0
    for at in range(opening, len(tokens)):
        level += (tokens[at].text == first) - (tokens[at].text == last)
        if level == 0:
            return at + 1
    return len(tokens)


class Names:
    """What the names of a body stand for, collected from libclang's tree by the place of each token."""

    def __init__(self, reading: Reading, tokens: Sequence[Token], record: str) -> None:
        self.reading = reading
        self.tokens = tokens
        self.record = record
        self.references: dict[int, Reference] = {}
        self.locals: dict[int, Local] = {}
        self.params: dict[str, str] = {}
        self.at: dict[tuple[str, int, str], list[int]] = {}
        for index, token in enumerate(tokens):
            if token.kind == "name":
                self.at.setdefault((*token.file_place, token.text), []).append(index)

    def collect(self, cursor: Cursor) -> None:
        for it in children(cursor):
            number = kind(it)
            if number in (Kind.DECL_REF, Kind.MEMBER_REF_EXPR, Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.OVERLOADED_REF, Kind.MEMBER_REF):
                self.refer(it, number)
            elif number == Kind.VARIABLE:
                self.declare(it)
            self.collect(it)

    def collect_params(self, function: Cursor) -> None:
        for it in children(function):
            if kind(it) == Kind.PARAMETER:
                self.params[it.spelling] = read_type(self.reading, it.type, "", False).record

    def refer(self, cursor: Cursor, number: int) -> None:
        found = overloads(cursor) if number == Kind.OVERLOADED_REF else [cursor.referenced]
        found = [it for it in found if it is not None and kind(it) not in (Kind.OVERLOADED_REF, 70, 71)]
        if not found:
            return
        role = ROLES.get(kind(found[0]), "other")
        type = read_type(self.reading, found[0].type, "", False) if role in ("variable", "parameter", "field") else None
        keys = tuple(self.reading.key(it) for it in found)
        gm = type is not None and in_global_memory(found[0])
        reference = Reference(self.reading.qualified(found[0]), role, keys[0], keys, type, gm)
        index = self.index_of(cursor, plain(found[0].spelling), self.references)
        if index is not None:
            self.references[index] = reference

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
        while at < len(self.tokens) and self.tokens[at].text not in (";", ","):
            at = after(self.tokens, at) if self.tokens[at].text in ("(", "{", "[") else at + 1
        return at


def in_global_memory(cursor: Cursor) -> bool:
    """Whether a declaration says `__gm__` (as GM_ADDR does)."""
    return any(kind(it) == Kind.ANNOTATE and it.spelling == "sk:gm" for it in children(cursor))


def read_calls(names: Names) -> list[Call]:
    return [
        call
        for index, token in enumerate(names.tokens)
        if token.kind == "name" and token.text not in WORDS and index not in names.locals
        if (call := read_call(names, index))
    ]


def read_call(names: Names, index: int) -> Call | None:
    """The call whose name is the token at `index`, None if it is not called there."""
    tokens = names.tokens
    opening, template_arguments = template_end(tokens, index + 1)
    if opening >= len(tokens) or tokens[opening].text != "(" or tokens[index].text in CASTS:
        return None
    reference = names.references.get(index)
    if reference and reference.kind == "type":
        return None
    closing = after(tokens, opening)
    start, receiver, qualifier = prefix(tokens, index)
    name = tokens[index].text
    resolved = reference is not None
    receiver_type = type_of_receiver(names, index, receiver)
    qualified = reference.qualified if reference else fallback(names, name, qualifier, receiver)
    targets = find_targets(names, index, name, qualified, receiver, receiver_type, argument_count(tokens, opening, closing))
    first, last = tokens[start], tokens[closing - 1]
    return Call(
        name=name,
        qualified=qualified,
        resolved=resolved,
        receiver=receiver,
        receiver_type=receiver_type,
        template_arguments=template_arguments,
        arguments=arguments(tokens, opening, closing),
        span=tokens[index].span,
        extent=Span(first.span.path, first.span.start, max(first.span.end, last.span.end)),
        index=index,
        targets=targets,
        from_macro=tokens[index].from_macro,
    )


def read_constructions(names: Names) -> Iterator[Call]:
    """A call for each local object and temporary whose class the project writes constructors or a destructor for."""
    objects = (it for it in names.locals.values() if not it.type.pointer and not it.type.reference)
    made = [(it.index, it.type.record) for it in objects]
    for index, reference in names.references.items():
        after_it = names.tokens[index + 1].text if index + 1 < len(names.tokens) else ""
        if reference.kind == "type" and after_it in ("(", "{"):
            made.append((index, reference.qualified))
    for index, record in made:
        known = names.reading.record(record) if record else None
        own = record.rpartition("::")[2]
        keys = [key for name in (own, f"~{own}") for key in (known.methods.get(name, ()) if known else ())]
        if keys:
            targets = tuple(names.reading.definition(key, f"{record}::{key[2]}") for key in keys)
            token = names.tokens[index]
            span, made_there = token.span, token.from_macro
            yield Call(own, f"{record}::{own}", True, "", record, (), (), span, span, index, targets, made_there)


def template_end(tokens: Sequence[Token], at: int) -> tuple[int, tuple[str, ...]]:
    """Where the `<...>` that may start at `at` ends, and the arguments in it; `at` itself if there is none."""
    if at >= len(tokens) or tokens[at].text != "<":
        return at, ()
    level, brackets, words = 0, 0, [""]
    for index in range(at, min(len(tokens), at + 200)):
        text = tokens[index].text
        brackets += (text == "(") - (text == ")")
        if not brackets:
            level += (text == "<") - (text == ">")
        if text in (";", "{", "}") or (text in ("&&", "||") and not brackets) or brackets < 0:
            break
        if level == 0:
            return index + 1, tuple(it.strip() for it in words if it.strip())
        if text == "," and level == 1 and not brackets:
            words.append("")
        elif index > at:
            words[-1] += f" {text}"
    return at, ()


def prefix(tokens: Sequence[Token], index: int) -> tuple[int, str, str]:
    """The index a call's expression starts at, the receiver's text and the qualifier's, for the name at `index`."""
    at = index
    while at >= 2 and tokens[at - 1].text == "::" and (tokens[at - 2].kind == "name" or tokens[at - 2].text == ">"):
        at = at - 2 if tokens[at - 2].kind == "name" else template_start(tokens, at - 2)
    if at >= 1 and tokens[at - 1].text == "::":
        at -= 1
    qualifier = "".join(it.text for it in tokens[at:index])
    if tokens[at - 1].text == "template" and at >= 2:
        at -= 1
    if at < 1 or tokens[at - 1].text not in (".", "->"):
        return at, "", qualifier
    end = at - 1
    start = receiver_start(tokens, end - 1)
    return start, "".join(it.text for it in tokens[start:end]), qualifier


def template_start(tokens: Sequence[Token], closing: int) -> int:
    """The index of the name before the `<` that opens what `>` at `closing` closes."""
    level = 0
    for at in range(closing, -1, -1):
        level += (tokens[at].text == ">") - (tokens[at].text == "<")
        if level == 0:
            return max(0, at - 1)
    return closing


def receiver_start(tokens: Sequence[Token], at: int) -> int:
    """Where the postfix expression that ends at `at` starts."""
    while at >= 0:
        if tokens[at].text in (")", "]"):
            at = bracket_start(tokens, at)
            if at >= 1 and tokens[at - 1].kind == "name" and tokens[at - 1].text not in WORDS:
                at -= 1
        if at >= 1 and tokens[at - 1].text in (".", "->", "::"):
            at -= 2
            continue
        return max(at, 0)
    return 0


def bracket_start(tokens: Sequence[Token], at: int) -> int:
    level = 0
    for index in range(at, -1, -1):
        level += (tokens[index].text in (")", "]")) - (tokens[index].text in ("(", "["))
        if level == 0:
            return index
    return 0


def arguments(tokens: Sequence[Token], opening: int, closing: int) -> tuple[str, ...]:
    """The texts between the commas of the parenthesis from `opening` to before `closing`."""
    words: list[str] = [""]
    level = 0
    for it in tokens[opening + 1 : closing - 1]:
        level += (it.text in ("(", "[", "{")) - (it.text in (")", "]", "}"))
        if it.text == "," and level == 0:
            words.append("")
        else:
            words[-1] += it.text if not words[-1] or not (words[-1][-1].isalnum() and it.text[0].isalnum()) else f" {it.text}"
    return tuple(words) if words != [""] else ()


def argument_count(tokens: Sequence[Token], opening: int, closing: int) -> int:
    return len(arguments(tokens, opening, closing))


def type_of_receiver(names: Names, index: int, receiver: str) -> str:
    """The class of the object a method is called on; "" where it cannot be told."""
    if receiver in ("this", ""):
        return names.record if receiver else ""
    words = receiver.replace("->", ".").split(".")
    record = names.record if words[0] == "this" else class_of_name(names, index, words[0])
    for word in words[1:]:
        record = field_class(names.reading, record, word)
    return record


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


def fallback(names: Names, name: str, qualifier: str, receiver: str) -> str:
    """What an unresolved call names: the words of the text, with AscendC:: where only that can be meant."""
    if receiver or qualifier:
        return f"{qualifier}{name}".removeprefix("::")
    if name not in API_NAMES or name in names.reading.by_name or not sees_ascendc(names, name):
        return name
    return f"AscendC::{name}"


def sees_ascendc(names: Names, name: str) -> bool:
    """Whether AscendC's `name` may be written without the namespace in this body."""
    if names.reading.using_ascendc or name in names.reading.used_from_ascendc:
        return True
    if any(it.qualified == f"AscendC::{name}" for it in names.references.values()):
        return True
    words = [it.text for it in names.tokens]
    return any(words[at : at + 3] == ["using", "namespace", "AscendC"] for at in range(len(words)))


def find_targets(
    names: Names, index: int, name: str, qualified: str, receiver: str, receiver_type: str, count: int
) -> tuple[Key, ...]:
    """The keys of the project's functions that a call may reach: the one it resolves to, else those of its name."""
    reading = names.reading
    reference = names.references.get(index)
    if reference is not None:
        keys = [it for it in reference.candidates or (reference.where,) if reading.in_project(it[0])]
        if len(keys) <= 1:
            return tuple(reading.definition(key, qualified) for key in keys)
        return tuple(reading.definition(key, qualified) for key in keys if reading.takes(key, count))
    if receiver:
        return methods(reading, receiver_type, name, count) if receiver_type else ()
    if names.record and (found := methods(reading, names.record, name, count)):
        return found
    return tuple(
        it.key
        for it in reading.by_name.get(name, [])
        if not it.record and it.qualified.endswith(qualified) and reading.takes(it.key, count)
    )


def methods(reading: Reading, record: str, name: str, count: int) -> tuple[Key, ...]:
    known = reading.record(record)
    if known is None:
        return ()
    own = [reading.definition(key, f"{record}::{name}") for key in known.methods.get(name, ()) if reading.takes(key, count)]
    return tuple(own) if own else tuple(key for base in known.bases for key in methods(reading, base, name, count))
