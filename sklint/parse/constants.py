"""Which constant or enumerator a name means where it is said: of several of one last name, by their scopes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from clang.cindex import Cursor

from sklint.parse.clang import Kind, children, constant_value, kind

if TYPE_CHECKING:
    from sklint.parse.reading import Reading

Named = Mapping[str, Sequence[Cursor]]
"""The constants, enumerators and variables at namespace and class scope, by their last names."""


def by_last_name(declarations: Sequence[Cursor]) -> Named:
    found: dict[str, list[Cursor]] = {}
    for cursor in declarations:
        for it in declared_by(cursor):
            if kind(it) in (Kind.VARIABLE, Kind.ENUMERATOR):
                found.setdefault(it.spelling, []).append(it)
    return found


def declared_by(cursor: Cursor) -> Iterator[Cursor]:
    yield cursor
    for part in children(cursor) if kind(cursor) in (Kind.ENUM, *Kind.RECORDS) else ():
        yield from declared_by(part)


def named_value(reading: "Reading", named: Named, name: str, scope: str) -> int | None:
    """The value of what a name, `a::b` or `b`, means in a function, class or namespace; None where it means nothing
    that is known, or may mean things of several values."""
    *path, last = name.split("::")
    candidates = [(cursor, full) for cursor in named.get(last, ()) for full in fulls(reading, cursor)]
    means = nearest(candidates, name, scope)
    if not means and candidates and path and (target := stands_for(reading, path[0])):
        path[0] = target
        means = nearest(candidates, "::".join((*path, last)), scope)
    values = {value(it) for it in means}
    return values.pop() if len(values) == 1 else None


def fulls(reading: "Reading", cursor: Cursor) -> Iterator[str]:
    """The qualified names; an enumerator without `class` is a name of what the enum stands in as well."""
    yield reading.qualified(cursor)
    enum = cursor.semantic_parent if kind(cursor) == Kind.ENUMERATOR else None
    outer = enum.semantic_parent if enum and not enum.is_scoped_enum() else None
    if outer:
        space = reading.qualified(outer)
        yield f"{space}::{cursor.spelling}" if space else cursor.spelling


def nearest(candidates: Sequence[tuple[Cursor, str]], name: str, scope: str) -> list[Cursor]:
    """Those of that name in the nearest enclosing scope; else all whose names have its words in their order, which
    `using`, base classes and inline namespaces lead to."""
    around = scope
    while True:
        wanted = f"{around}::{name}" if around else name
        if found := [cursor for cursor, full in candidates if full == wanted]:
            return found
        if not around:
            return [cursor for cursor, full in candidates if has_words(full, name)]
        around = around.rpartition("::")[0]


def has_words(full: str, name: str) -> bool:
    words = iter(full.split("::"))
    return all(word in words for word in name.split("::"))


def stands_for(reading: "Reading", word: str) -> str:
    """The namespace, class or enum that an alias names; "" where no alias has that name."""
    found = (it for it, _ in reading.declarations if it.spelling == word)
    for it in found:
        if kind(it) in (Kind.ALIAS, Kind.TYPEDEF):
            return it.type.get_canonical().spelling.partition("<")[0]
        if kind(it) == Kind.NAMESPACE_ALIAS and (target := children(it)[-1].referenced):
            return reading.qualified(target)
    return ""


def value(cursor: Cursor) -> int | None:
    return cursor.enum_value if kind(cursor) == Kind.ENUMERATOR else constant_value(cursor.get_definition() or cursor)
