"""What of a helper's text says that a copy of it would not be the same, or is not ours to copy."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sklint.declared import Key
from sklint.generate.helper_uses import Unwritable
from sklint.generate.helpers import Helpers, Piece
from sklint.model import Kernel
from sklint.parse.lex import Lexeme, lex
from sklint.source import Source, Span
from sklint.unit import Unit

OTHERS_KNOW = {
    "friend": "it has friends",
    "virtual": "it has virtual functions",
    "override": "it has virtual functions",
}
CHANGING = ("define", "undef", "include")
HEADS = ("class", "struct", "template")


def uncopyable(source: Source, kernel: Kernel, helpers: Helpers, piece: Piece) -> Iterator[Unwritable]:
    """Why a piece cannot be copied beside the kernel's SK function."""
    first = piece.extents[0]
    scope = piece.qualified.rpartition("::")[0]
    other = next((it for it in piece.extents if it.path != source.path), None)
    if other:
        yield Unwritable(other, f"{piece.name} is in {other.path}")
        return
    if namespace_within(kernel, piece) is None:
        yield Unwritable(first, f"{piece.name} is in namespace {scope}, which cannot be opened beside {kernel.name}")
    if any(unit.record(scope) for unit, _ in helpers.seen):
        yield Unwritable(first, f"{piece.name} is within {scope}")
    for extent in piece.extents:
        words = list(lex(source.data, extent.start, extent.end))
        if not words or words[-1].text != "}" or (piece.is_class and extent == first and words[0].text not in HEADS):
            yield Unwritable(extent, f"{piece.name} is made by a macro, or not whole")
        yield from (Unwritable(source.span(it.start, it.end), why) for it, why in marks(words, 1 + piece.is_class))
    following = next(lex(source.data, first.end), None)
    if piece.is_class and (following is None or following.text != ";"):
        yield Unwritable(first, f"variables are declared with {piece.name}")
    if place := specialised(source, piece.name):
        yield Unwritable(place, f"a specialisation is about {piece.name}")
    yield from (it for key in piece.functions for it in overloaded(helpers, piece, key))
    yield from (it for unit, _ in helpers.seen for it in undefined(unit, piece))


def namespace_within(kernel: Kernel, piece: Piece) -> str | None:
    """The namespace to open around a copy beside the kernel, "" for none; None where the piece's cannot be opened."""
    scope, own = piece.qualified.rpartition("::")[0], kernel.qualified.rpartition("::")[0]
    if scope == own or not scope or own.startswith(f"{scope}::"):
        return ""
    within = scope.removeprefix(f"{own}::") if own else scope
    return None if own and within == scope else within


def marks(words: Sequence[Lexeme], inner: int) -> Iterator[tuple[Lexeme, str]]:
    """The words that make a copy another thing; braces `inner` deep are bodies of functions."""
    level = 0
    for at, it in enumerate(words):
        level += (it.text == "{") - (it.text == "}")
        if it.kind == "directive" and it.text.lstrip("# \t").startswith(CHANGING):
            yield it, "it has a directive that changes what follows"
        elif it.kind == "name" and it.text in OTHERS_KNOW:
            yield it, OTHERS_KNOW[it.text]
        elif it.text == "static" and keeps(words[at:], level >= inner) and words[at - 1].text != "constexpr":
            yield it, "it has a static variable, which a copy would not share"


def keeps(words: Sequence[Lexeme], in_body: bool) -> bool:
    """Whether `static …` declares a variable that is no constant."""
    texts = [it.text for it in words[: next((at for at, it in enumerate(words) if it.text in (";", "{", "=")), 0)]]
    return "constexpr" not in texts and (in_body or "(" not in texts)


def specialised(source: Source, name: str) -> Span | None:
    """A `template <>` or `template class` that is about a name."""
    words = [it for it in lex(source.data) if it.kind != "directive"]
    for at, it in enumerate(words):
        if it.text == "template" and [one.text for one in words[at + 1 : at + 3]] == ["<", ">"]:
            end = next((i for i in range(at, len(words)) if words[i].text in ("{", ";")), len(words))
            if any(one.text == name for one in words[at:end]):
                return source.span(it.start, it.end)
        if it.text in ("class", "struct") and [one.text for one in words[at + 1 : at + 3]] == [name, "<"]:
            return source.span(it.start, it.end)
    return None


def undefined(unit: Unit, piece: Piece) -> Iterator[Unwritable]:
    """Of a class, the members that are used and only declared: a copy would have none where they are defined."""
    record = unit.record(piece.qualified) if piece.is_class else None
    behind = {key[2] for key in record.outside} if record else set[str]()
    used = names_used(unit.source) if record else frozenset[str]()
    for key in (it for keys in record.methods.values() for it in keys) if record else ():
        function = unit.function(key)
        if function and not function.defined and key[2] not in behind and key[2] in used:
            text = unit.source.text(function.extent).rstrip()
            if not text.endswith(("default", "delete")):
                yield Unwritable(function.span, f"the definition of {function.name} is not known")


def names_used(source: Source) -> frozenset[str]:
    """The names that stand in a file twice or more: a member that is only declared stands there once."""
    count = Counter(it.text for it in lex(source.data) if it.kind == "name")
    return frozenset(name for name, number in count.items() if number > 1)


def overloaded(helpers: Helpers, piece: Piece, key: Key) -> Iterator[Unwritable]:
    """Of a class, a function that needs the count is the only one of its name; nor is it one that nobody calls."""
    if key not in helpers.counting or not piece.is_class:
        return
    for unit, _, function, _ in helpers.found(key):
        record = unit.record(piece.qualified)
        if record and key in record.initialized:
            yield Unwritable(function.span, f"the initialiser of {function.name} asks for the block count")
        elif record and len(record.methods.get(function.name, ())) != 1:
            yield Unwritable(function.span, f"{function.name} is overloaded")
        elif function.name.startswith(("~", "operator")):
            yield Unwritable(function.span, f"{function.name} takes no further parameter")
