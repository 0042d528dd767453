"""Where an IO contract says a thing, which has several spellings."""

from collections.abc import Container, Iterator

from sklint.contract_entry import Entry
from sklint.contract_text import ALIASES
from sklint.json_place import Path


def key_of(entry: Entry, at: Path, keys: Container[Path]) -> Path:
    """The key, among those of the contract, of a value in an entry; else of what it would be in."""
    top = ("entries", entry.name)
    there = next((one for one in spellings(at) if (*top, *one) in keys), None)
    return (*top, *(there or ())) if there is not None or not at else key_of(entry, at[:-1], keys)


def spellings(at: Path) -> Iterator[Path]:
    yield at
    if at and (alias := ALIASES.get(str(at[0]))):
        yield (alias, *at[1:])
    if at[:1] == ("outputs",):  # the only one, which is named as what is returned
        yield from (("pybind_return_tensor",), ("return_tensor",))
