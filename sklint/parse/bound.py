"""What an argument of SK_BIND names: as libclang has it, else by our own look-up."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from clang.cindex import Cursor

from sklint.body import Token
from sklint.model import Bound, Function, Kernel, SkFunction
from sklint.parse.brackets import template_end
from sklint.parse.clang import template_arguments
from sklint.parse.declaration import plain
from sklint.parse.functions import read_function
from sklint.parse.lookup import Scopes, read_scopes
from sklint.parse.reading import Reading
from sklint.parse.spelling import spell
from sklint.source import Span

Named = TypeVar("Named", Kernel, SkFunction, Function)


class Meaning:
    """What names mean among a unit's kernels and SK functions."""

    def __init__(self, reading: Reading, kernels: Sequence[Kernel], functions: Sequence[SkFunction]) -> None:
        self.reading = reading
        self.kernels = kernels
        self.functions = functions

    @cached_property
    def scopes(self) -> Scopes:
        return read_scopes(self.reading, self.reading.outermost)

    def bound(self, tokens: Sequence[Token], scope: str, cursor: Cursor | None) -> Bound:
        """`cursor` is the function that libclang says it is."""
        first, last = tokens[0].span, tokens[-1].span
        cut = next((at for at, it in enumerate(tokens) if it.text == "<"), len(tokens))
        name = "".join(it.text for it in tokens[:cut] if it.text not in ("&", "("))
        scope, name = ("", name.removeprefix("::")) if name.startswith("::") else (scope, name)
        end, given = template_end(tokens, cut) if cut < len(tokens) else (cut, None)
        kernels = self.meant(name, scope, cursor, self.kernels)
        functions = self.meant(name, scope, cursor, self.functions)
        known = bool(kernels or functions)
        others = [] if known else self.meant(name, scope, cursor, self.plain_functions(name.rpartition("::")[2]))
        return Bound(
            text=spell(tokens),
            name=name,
            template_arguments=given,
            span=Span(first.path, first.start, max(first.end, last.end)),
            kernels=tuple(kernels),
            functions=tuple(functions),
            others=tuple(others),
            declared=known or bool(others) or self.is_declared(name.rpartition("::")[2]),
            argument_spans=tuple(argument_spans(tokens[cut + 1 : end - 1])) if given else (),
            instance=template_arguments(cursor) if cursor else None,
        )

    def meant(self, name: str, scope: str, cursor: Cursor | None, declared: Sequence[Named]) -> list[Named]:
        if cursor is None:
            return self.visible(name, scope, declared)
        full = self.reading.qualified(cursor)
        return [it for it in declared if it.qualified == full]

    def visible(self, name: str, scope: str, declared: Sequence[Named]) -> list[Named]:
        """What `name` means in namespace `scope`; where that is nothing, what any namespace has of that name."""
        meanings = self.scopes.meanings(name, scope, {it.qualified for it in declared}) if declared else set[str]()
        found = [it for it in declared if it.qualified in meanings]
        return found or [it for it in declared if it.qualified.endswith(f"::{name}")]

    def plain_functions(self, last_name: str) -> list[Function]:
        """The free functions of that name, whatever they are marked."""
        declarations = [it for it in self.reading.functions.values() if it.key[2] == last_name and not it.record]
        return [read_function(self.reading, it.cursor, "") for it in declarations]

    def is_declared(self, last_name: str) -> bool:
        """Whether anything at namespace scope has that name, a function or a variable."""
        return any(plain(cursor.spelling) == last_name for cursor, _ in self.reading.declarations)


def argument_spans(tokens: Sequence[Token]) -> Iterator[Span]:
    """Where each of the template arguments stands that the tokens are."""
    level = start = 0
    ends: list[tuple[int, int]] = []
    for at, it in enumerate(tokens):
        level += (it.text in ("(", "<", "[", "{")) - (it.text in (")", ">", "]", "}"))
        if it.text == "," and level == 0:
            ends.append((start, at))
            start = at + 1
    yield from (span_of(tokens[first:last]) for first, last in (*ends, (start, len(tokens))) if first < last)


def span_of(tokens: Sequence[Token]) -> Span:
    first, last = tokens[0].span, tokens[-1].span
    return Span(first.path, first.start, max(first.end, last.end))
