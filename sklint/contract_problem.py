"""What is wrong with a contract, at a place of it, and the edit that would settle it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from typing_extensions import Self

from sklint.contract_read import decoded
from sklint.error import SklintError
from sklint.finding import Edit, Fix, Related, Safety
from sklint.json_place import Path, nearest_place, places
from sklint.source import Position, Source, Span

TEXT_AFTER_KEY = re.compile(rb'\s*:\s*("(?:\\.|[^"\\])*")')
SUGGESTION = re.compile(r"; did you mean (.*)\?")


class Problem(msgspec.Struct, frozen=True):
    """A fact about a value of a contract. `span` is its key, or the value where that is one of a list. `more` is the
    end of the message, which what is beside the contract may change."""

    span: Span
    fact: str
    more: str = ""
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()

    @property
    def message(self) -> str:
        return self.fact + self.more


@dataclass(frozen=True)
class Spots:
    """Where the keys of a contract stand, and the values of its lists."""

    source: Source
    keys: Mapping[Path, Span]

    @classmethod
    def of(cls, source: Source) -> Self:
        """SklintError for what is no JSON, and for a key that is given twice."""
        decoded(source)
        return cls(source, {(): source.span(0, 0), **places(source)})

    def problem(
        self, at: Path, fact: str, instead: str = "", more: str = "", related: Sequence[Related] = ()
    ) -> Problem:
        """A fact about a value, with the fix that puts another text in its place."""
        fixes = renaming(self.source, self.text_at(at), instead)
        return Problem(nearest_place(self.keys, at), fact, more, tuple(related), fixes)

    def key_problem(
        self, at: Path, fact: str, instead: str = "", more: str = "", related: Sequence[Related] = ()
    ) -> Problem:
        """A fact about a key, with the fix that renames it."""
        span = nearest_place(self.keys, at)
        return Problem(span, fact, more, tuple(related), renaming(self.source, span, instead))

    def text_at(self, at: Path) -> Span | None:
        """The place of a value that is a text."""
        span = self.keys.get(at)
        if span is None or not at:
            return None
        if isinstance(at[-1], int):
            return span if self.source.text(span).startswith('"') else None
        value = TEXT_AFTER_KEY.match(self.source.data, span.end)
        return self.source.span(*value.span(1)) if value else None

    def value_at(self, at: Path) -> str:
        """A value that is a text; "" for any other."""
        span = self.text_at(at)
        return msgspec.json.decode(self.source.data[span.start : span.end], type=str) if span else ""


def of_error(source: Source, error: SklintError) -> Problem:
    """The problem that a text cannot be read as a contract: an error tells its place as `path:line:column: …`."""
    message = str(error)
    place = re.compile(re.escape(source.path) + r":(\d+):(\d+): (.*)", re.DOTALL).fullmatch(message)
    if place is None:
        return Problem(source.span(0, 0), message.removeprefix(f"{source.path}: "))
    span = word_at(source, source.offset(Position(int(place[1]), int(place[2]))))
    meant = SUGGESTION.search(place[3])
    return Problem(span, place[3], "", (), renaming(source, span, meant[1]) if meant else ())


def word_at(source: Source, offset: int) -> Span:
    """The key or value that begins at an offset."""
    word = re.compile(rb'"(?:\\.|[^"\\])*"|[\w.+-]+|').match(source.data, offset)
    return source.span(offset, word.end() if word else offset)


def renaming(source: Source, place: Span | None, instead: str) -> tuple[Fix, ...]:
    """The fix that puts another text in the place of one: a person looks whether it was meant."""
    if place is None or not instead:
        return ()
    edit = Edit(place, msgspec.json.encode(instead).decode())
    return (Fix(f"Replace {source.text(place)} with {edit.text}", (edit,), Safety.UNSAFE),)
