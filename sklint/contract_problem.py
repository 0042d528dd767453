"""What is wrong with a contract, at a place of it, and the edit that would settle it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from typing_extensions import Self

from sklint.error import SklintError
from sklint.finding import Edit, Fix, Related, Safety
from sklint.json_place import Path, PlacedError, nearest_place, places, values
from sklint.source import Source, Span


class Problem(msgspec.Struct, frozen=True):
    """A fact about a value of a contract. `span` is its key, or the value where that is one of a list. `more` is the end
    of the message, which what is beside the contract may change."""

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
    """Where the keys and the values of a contract stand."""

    source: Source
    keys: Mapping[Path, Span]
    values: Mapping[Path, Span]

    @classmethod
    def of(cls, source: Source) -> Self:
        """SklintError for a key that is given twice."""
        return cls(source, places(source), values(source))

    def problem(
        self, at: Path, fact: str, instead: str = "", more: str = "", related: Sequence[Related] = ()
    ) -> Problem:
        """A fact about a value, with the fix that puts another text in its place."""
        return Problem(nearest_place(self.keys, at), fact, more, tuple(related), replacing(self, at, instead))

    def key_problem(
        self, at: Path, fact: str, instead: str = "", more: str = "", related: Sequence[Related] = ()
    ) -> Problem:
        """A fact about a key, with the fix that renames it."""
        span = nearest_place(self.keys, at)
        return Problem(span, fact, more, tuple(related), renaming(self.source, span, instead))


def replacing(spots: Spots, at: Path, instead: str) -> tuple[Fix, ...]:
    place = spots.values.get(at)
    return renaming(spots.source, place, instead) if place and spots.source.text(place).startswith('"') else ()


def of_error(source: Source, error: SklintError) -> Problem:
    """The problem that a text cannot be read as a contract."""
    if isinstance(error, PlacedError):
        return Problem(error.span, error.fact, "", (), renaming(source, error.span, error.instead))
    return Problem(source.span(0, 0), str(error).removeprefix(f"{source.path}: "))


def renaming(source: Source, place: Span, instead: str) -> tuple[Fix, ...]:
    """The fix that puts another text in the place of one: a person looks whether it was meant."""
    if not instead:
        return ()
    edit = Edit(place, msgspec.json.encode(instead).decode())
    return (Fix(f"Replace {source.text(place)} with {edit.text}", (edit,), Safety.UNSAFE),)
