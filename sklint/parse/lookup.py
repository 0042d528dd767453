"""What a name means in a namespace, where libclang does not say: by enclosing ones, aliases and `using`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clang.cindex import Cursor

from sklint.parse.clang import Kind, children, is_inline_namespace, kind, overloads
from sklint.parse.reading import Reading

Names = dict[str, set[str]]


@dataclass(frozen=True, slots=True)
class Scopes:
    """The namespaces of a unit by their qualified names; "" is the outermost.

    `aliases` leads to the namespace that another name stands for, `opened` from a namespace to those whose names it
    has too, `used` from the name that a using-declaration makes to what it stands for.
    """

    spaces: set[str] = field(default_factory=set[str])
    aliases: dict[str, str] = field(default_factory=dict[str, str])
    opened: Names = field(default_factory=Names)
    used: Names = field(default_factory=Names)

    def meanings(self, name: str, scope: str, declared: Collection[str]) -> set[str]:
        """Which of the `declared` qualified names `name` means in a namespace: the nearest enclosing one wins."""
        *path, last = name.split("::")
        while True:
            spaces = {scope}
            for word in path:
                spaces = {found for space in spaces for found in self.named(word, space)}
            if found := {full for space in spaces for full in self.members(last, space, declared)}:
                return found
            if not scope:
                return set()
            scope = scope.rpartition("::")[0]

    def named(self, word: str, space: str) -> set[str]:
        """The namespaces that a word names in a namespace."""
        fulls = (joined(it, word) for it in self.seen_in(space))
        targets = (self.aliases.get(it, it) for it in fulls)
        return {it for it in targets if it in self.spaces}

    def members(self, word: str, space: str, declared: Collection[str]) -> set[str]:
        own = joined(space, word)
        if own in declared:
            return {own}
        fulls = [joined(it, word) for it in self.seen_in(space)]
        named = {target for it in fulls for target in (it, *self.used.get(it, ()))}
        return {it for it in named if it in declared}

    def seen_in(self, space: str) -> list[str]:
        """The namespace and all that it opens, at any depth."""
        found = [space]
        for it in found:
            found += [other for other in sorted(self.opened.get(it, ())) if other not in found]
        return found


def joined(space: str, word: str) -> str:
    return f"{space}::{word}" if space else word


def read_scopes(reading: Reading, cursors: Sequence[Cursor]) -> Scopes:
    """The namespaces of a unit from its declarations."""
    scopes = Scopes(spaces={""})
    for cursor, space in within(reading, cursors, ""):
        number = kind(cursor)
        targets = [it for it in targets_of(reading, cursor) if it]
        if number == Kind.NAMESPACE:
            full = reading.qualified(cursor)
            scopes.spaces.add(full)
            if is_inline_namespace(cursor) and full:
                scopes.opened.setdefault(space, set()).add(full)
        elif number == Kind.NAMESPACE_ALIAS and targets:
            scopes.aliases[joined(space, cursor.spelling)] = resolved(scopes.aliases, targets[-1])
        elif number == Kind.USING_DIRECTIVE and targets:
            scopes.opened.setdefault(space, set()).add(resolved(scopes.aliases, targets[-1]))
        elif number == Kind.USING_DECLARATION and targets:
            own = {it for it in targets if it.rpartition("::")[2] == cursor.spelling}
            scopes.used.setdefault(joined(space, cursor.spelling), set()).update(own)
    return scopes


def resolved(aliases: Mapping[str, str], name: str) -> str:
    return aliases.get(name, name)


def within(reading: Reading, cursors: Sequence[Cursor], space: str) -> Iterator[tuple[Cursor, str]]:
    """The declarations at namespace scope, each with the namespace it stands in."""
    for cursor in cursors:
        number = kind(cursor)
        yield cursor, space
        if number in Kind.SCOPES:
            inner = reading.qualified(cursor) if number == Kind.NAMESPACE else space
            yield from within(reading, children(cursor), inner)


def targets_of(reading: Reading, cursor: Cursor) -> Iterator[str]:
    """The qualified names that an alias or a `using` refers to, in the order they are written."""
    if kind(cursor) not in (Kind.NAMESPACE_ALIAS, Kind.USING_DIRECTIVE, Kind.USING_DECLARATION):
        return
    for it in children(cursor):
        found = overloads(it) if kind(it) == Kind.OVERLOADED_REF else [it.referenced]
        yield from (reading.qualified(one) for one in found if one is not None)
