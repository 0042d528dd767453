"""What a source keeps when one body of it is edited: the other bodies mean what they meant, at places that have moved.

A body is read anew unless the text outside the edited one is the same, byte for byte and error for error, and the
functions around it stand where they stood. A function whose result or value is worked out from its body (`auto`,
`constexpr`) may change what others mean, and so may a directive, and a body that declares functions.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sklint.body import Body, Call, Reference, Token
from sklint.declared import Key, Type
from sklint.parse.clang import INCLUSION, Kind, children, kind, parts_below
from sklint.parse.kept_uses import same_uses
from sklint.parse.lex import lex
from sklint.parse.reading import Reading
from sklint.source import Span

TELLING = re.compile(rb"\b(?:auto|decltype|constexpr|consteval|constinit)\b")
"""Words before a body that let it decide what others mean."""
PLACES = ("(unnamed ", "(anonymous ", "(lambda ")
"""How the words begin that libclang names a type with by its place."""


@dataclass(frozen=True)
class Edit:
    """The bytes of `path` from `start` to before `end` became `length` others."""

    path: str
    start: int
    end: int
    length: int

    @property
    def growth(self) -> int:
        return self.length - (self.end - self.start)

    def moved(self, offset: int) -> int:
        """Where a byte outside the edit is afterwards."""
        return offset if offset <= self.start else offset + self.growth

    def back(self, key: Key) -> Key:
        """Where a declaration outside the edit was before."""
        outside = key[0] != self.path or key[1] <= self.start
        return key if outside else (key[0], key[1] - self.growth, key[2])

    def key(self, key: Key) -> Key:
        return key if key[0] != self.path or key[1] <= self.start else (key[0], key[1] + self.growth, key[2])

    def span(self, span: Span) -> Span:
        if span.path != self.path or span.end <= self.start:
            return span
        growth = self.length - (self.end - self.start)
        return Span(span.path, span.start if span.start <= self.start else span.start + growth, span.end + growth)


def edit_between(path: str, before: bytes, after: bytes) -> Edit:
    """The shortest edit that makes one text of the other."""
    start = common(min(len(before), len(after)), lambda length: before[:length] == after[:length])
    longest = min(len(before), len(after)) - start
    tail = common(longest, lambda length: before[len(before) - length :] == after[len(after) - length :])
    return Edit(path, start, len(before) - tail, len(after) - tail - start)


def common(longest: int, equal: Callable[[int], bool]) -> int:
    """The greatest length up to `longest` for which two texts are equal."""
    least, most = 0, longest
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if equal(middle) else (least, middle - 1)
    return least


@dataclass(frozen=True)
class Layer:
    """Bodies that were read before `edits`, the last of them inside the body of `function`, by the keys that their
    functions had then: each is given out once, so that it is not held twice."""

    edits: tuple[Edit, ...]
    function: Key
    bodies: dict[Key, Body]

    def take(self, key: Key) -> Body | None:
        """The body of a function of now, where it stands now; it is taken out."""
        for it in reversed(self.edits):
            key = it.back(key)
        found = self.bodies.pop(key, None)
        for it in self.edits:
            if found and not stays(found, it):
                found = None if any(map(tells_place, types_of(found))) else moved(found, it)
        return found

    def after(self, edit: Edit, function: Key) -> "Layer":
        """The same after one more edit. Those inside one body are one."""
        here = edit.key(self.function) == function
        edits = (*self.edits[:-1], both(self.edits[-1], edit)) if here else (*self.edits, edit)
        return Layer(edits, function, dict(self.bodies))


def both(first: Edit, second: Edit) -> Edit:
    """Two edits, one after the other, as one."""
    start = min(first.start, second.start)
    end = max(first.start + first.length, second.end)
    return Edit(first.path, start, end - first.growth, end - start + second.growth)


@dataclass(frozen=True)
class Outside:
    """What stands outside the body of `edited`, which alone an edit changed. `others` are the methods that are read in
    another instance of their class now. `layers` are the bodies that were read before, the last first."""

    edit: Edit
    edited: Key
    others: frozenset[Key]
    layers: tuple[Layer, ...]

    def keeps(self, key: Key) -> bool:
        """Whether a function of now is what it was, its places apart."""
        return key != self.edited and key not in self.others

    def body(self, key: Key) -> Body | None:
        """The body of a function of now, if it was read before and is still what it was."""
        return next((it for layer in self.layers if (it := layer.take(key))), None) if self.keeps(key) else None


def outside(before: Reading, now: Reading, layers: Sequence[Layer]) -> Outside | None:
    """What an edit left as it was; None where it may have changed anything but one body. `layers` are what earlier
    edits left, as far as `before` was not asked for it."""
    edit = edit_between(now.main.path, before.main.data, now.main.data)
    edited = edited_function(before, now, edit) if same_files(before, now) else None
    if edited is None:
        return None
    earlier = {edit.key(key): name for key, name in before.instances.items()}
    others = frozenset(key for key, _ in earlier.items() ^ now.instances.items())
    every = [Layer((edit,), edited, dict(before.bodies)), *(it.after(edit, edited) for it in layers)]
    for layer in every:
        for key in (edited, *others):
            layer.take(key)
    return Outside(edit, edited, others, tuple(it for it in every if it.bodies))


def same_files(before: Reading, now: Reading) -> bool:
    """Whether the two have the same macros given and include the same texts."""
    others = [it for it in now.project_files if it != now.main.path]
    return (
        before.main.path == now.main.path
        and before.defined.keys() == now.defined.keys()
        and inclusions(before) == inclusions(now)
        and all(before.source(it).data == now.source(it).data for it in others)
    )


def inclusions(reading: Reading) -> list[tuple[str, str]]:
    return [(it.spelling, reading.tree.included_file(it)) for it in reading.records if kind(it) == INCLUSION]


def edited_function(before: Reading, now: Reading, edit: Edit) -> Key | None:
    """The function whose body alone the edit changes; None where it may change what stands outside."""
    earlier, later = before.definitions, now.definitions
    within = (key for key, (start, end) in earlier.items() if start < edit.start and edit.end < end)
    key = next(within, None)
    if key is None or list(later) != list(map(edit.key, earlier)):
        return None
    if any(later[edit.key(it)] != (edit.moved(start), edit.moved(end)) for it, (start, end) in earlier.items()):
        return None
    start, end = earlier[key]
    opening, until = body_start(before, key), edit.moved(end)
    data = before.main.data
    if not start < opening < edit.start or body_start(now, key) != opening or TELLING.search(data, start, opening):
        return None
    there = errors(now, opening, until, None)
    if redeclares(before, key) or redeclares(now, key):
        return None
    if directives(data, opening, end) != directives(now.main.data, opening, until):
        return None
    if errors(before, opening, end, edit) != there or (breaks_class(now, there) and not same_uses(before, now, key)):
        return None
    return key


def redeclares(reading: Reading, key: Key) -> bool:
    """Whether a body declares what stands outside of it: a function or an `extern` variable. What others name is then
    also what is declared there."""
    if key not in reading.redeclaring:
        start, end = reading.definitions[key]
        functions = parts_below(reading.functions[key].cursor, frozenset((Kind.FUNCTION,)), frozenset())[0]
        reading.redeclaring[key] = bool(functions) or b"extern" in reading.main.data[start:end]
    return reading.redeclaring[key]


def body_start(reading: Reading, key: Key) -> int:
    """Where the body of a function opens; -1 where a macro makes it."""
    parts = reversed(children(reading.functions[key].cursor))
    compound = next((it for it in parts if kind(it) == Kind.COMPOUND), None)
    place = reading.tree.extent(compound.extent)[0] if compound else None
    return place.offset if place and reading.stands("{", place) else -1


def directives(data: bytes, start: int, end: int) -> list[str]:
    if b"#" not in data[start:end] and b"_Pragma" not in data[start:end]:
        return []
    return [it.text for it in lex(data, start, end) if it.kind == "directive" or it.text in ("#", "_Pragma")]


def errors(reading: Reading, start: int, end: int, edit: Edit | None) -> list[tuple[str, int, str]]:
    """The errors outside of `start` to `end`, at the places they have after an edit."""
    path = reading.main.path
    found = [(it, words) for it, words in reading.tree.errors() if it.path != path or not start <= it.offset < end]
    return [(it.path, edit.moved(it.offset) if edit and it.path == path else it.offset, words) for it, words in found]


def breaks_class(reading: Reading, errors: Iterable[tuple[str, int, str]]) -> bool:
    """Whether one of the errors is in a class, outside of the bodies of its methods: what others make of such a class
    depends on which of them is the first to use it. Where each uses what it used, that is the same one."""
    places = [(path, at) for path, at, _ in errors if not in_body(reading, path, at)]
    extents = [reading.tree.extent(it.cursor.extent) for it in reading.classes.values()] if places else []
    return any(start.path == path and start.offset <= at < end for path, at in places for start, end in extents)


def in_body(reading: Reading, path: str, at: int) -> bool:
    """Whether a byte of the unit's own file stands inside the body of a function, of which one is looked for."""
    if path != reading.main.path:
        return False
    around = [key for key, (start, end) in reading.definitions.items() if start <= at < end]
    return any(0 <= body_start(reading, it) <= at for it in around)


def stays(body: Body, edit: Edit) -> bool:
    """Whether the body and all that it names stand before the edit."""
    before = body.extent.path != edit.path or body.extent.end <= edit.start
    return before and all(edit.key(it) == it for it in keys_of(body))


def moved(body: Body, edit: Edit) -> Body:
    """The body of a function that was not edited, where it stands after the edit."""
    meanings = {id(it): moved_reference(it, edit) for it in body.references.values()}
    return replace(
        body,
        tokens=tuple(moved_tokens(body.tokens, edit)),
        references={at: meanings[id(it)] for at, it in body.references.items()},
        calls=tuple(moved_call(it, edit) for it in body.calls),
        locals=tuple(replace(it, span=edit.span(it.span)) for it in body.locals),
        extent=edit.span(body.extent),
        constructed=tuple(moved_call(it, edit) for it in body.constructed),
    )


def types_of(body: Body) -> Iterator[Type]:
    yield from (it.type for it in body.references.values() if it.type)
    yield from (it.type for it in body.locals)


def tells_place(type: Type) -> bool:
    """Whether the name of a type tells where it stands: libclang names lambdas and structs without a name so."""
    return "(" in type.canonical and any(it in type.canonical for it in PLACES)


def keys_of(body: Body) -> Iterator[Key]:
    for it in body.references.values():
        yield it.where
        yield from it.candidates
    for it in (*body.calls, *body.constructed):
        yield from it.targets


def moved_tokens(tokens: Sequence[Token], edit: Edit) -> Iterator[Token]:
    growth = edit.growth
    behind = all(it.spelled is it.span and it.span.start >= edit.end and it.span.path == edit.path for it in tokens)
    for it in tokens:
        old = it.span
        if behind:
            span = spelled = Span(old.path, old.start + growth, old.end + growth)
        else:
            span = edit.span(old)
            spelled = span if it.spelled is old else edit.span(it.spelled)
        yield Token(it.kind, it.text, span, spelled, it.in_definition, it.spaced)


def moved_reference(it: Reference, edit: Edit) -> Reference:
    where, candidates = edit.key(it.where), tuple(map(edit.key, it.candidates))
    return Reference(it.qualified, it.kind, where, candidates, it.type, it.global_memory)


def moved_call(call: Call, edit: Edit) -> Call:
    return replace(
        call, span=edit.span(call.span), extent=edit.span(call.extent), targets=tuple(map(edit.key, call.targets))
    )
