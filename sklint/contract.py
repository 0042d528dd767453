"""The IO contract of an operator: what each kernel reads and writes, and how it is launched and built."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from sklint.contract_entry import Entry, entry, number, target_name
from sklint.contract_read import Place, converted, decoded, wrong
from sklint.contract_text import ContractText, EntryText
from sklint.error import SklintError
from sklint.json_place import places
from sklint.readable import LARGEST_CONTRACT
from sklint.source import Source


class Contract(msgspec.Struct, frozen=True, dict=True):
    source_path: str
    data: bytes
    entries: dict[str, Entry]

    @property
    def source(self) -> Source:
        return Source(self.source_path, self.data)

    @property
    def bind_targets(self) -> tuple[str, ...]:
        """The instantiations of template kernels that the contract names."""
        return tuple(it.bind_target for it in self.entries.values() if "<" in it.bind_target)

    @cached_property
    def top(self) -> Place:
        """The whole of it, with where its keys stand: looked up once something is to be told of them."""
        return Place(self.source, places(self.source))

    @cached_property
    def by_target(self) -> Mapping[str, Sequence[Entry]]:
        """The entries that have a bind target, by the kernel in it."""
        return grouped((target_name(it.bind_target), it) for it in self.entries.values() if it.bind_target)

    @cached_property
    def by_source_name(self) -> Mapping[str, Sequence[Entry]]:
        return grouped((it.source_entry_name, it) for it in self.entries.values() if it.source_entry_name)

    @cached_property
    def by_public_name(self) -> Mapping[str, Sequence[Entry]]:
        return grouped((it.public_entry_name, it) for it in self.entries.values() if it.public_entry_name)


def grouped(named: Iterable[tuple[str, Entry]]) -> Mapping[str, Sequence[Entry]]:
    found: dict[str, list[Entry]] = {}
    for name, it in named:
        found.setdefault(name, []).append(it)
    return found


def read_contract(path: Path) -> Contract:
    """A contract file. SklintError, with key and place, for what is wrong in it."""
    return contract_of(contract_source(path))


def contract_source(path: Path) -> Source:
    """The text of a contract file. SklintError where it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_CONTRACT + 1)
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > LARGEST_CONTRACT:
        raise SklintError(f"{path}: larger than {LARGEST_CONTRACT // 1024 // 1024} MB, which no contract is")
    return Source(path.as_posix(), data)


def contract_of(source: Source) -> Contract:
    """A contract as a text has it."""
    top, place = contract_text(source)
    decided(top, place)
    entries = {name: entry(name, it, place.of("entries", name)) for name, it in top.entries.items()}
    return Contract(source.path, source.data, entries)


def contract_text(source: Source) -> tuple[ContractText, Place]:
    """The keys and values of a contract, of which some may be undecided or wrong for other reasons than their type."""
    raw = decoded(source)
    place = Place(source, places(source))
    top = converted(raw, ContractText, place)
    if number(top.schema_version) != 1:
        raise wrong(place, "schema_version", f"is {top.schema_version}; this is written for 1")
    for name in top.entries:
        if not name.strip():
            raise wrong(place.of("entries", name), "", "is an entry without a name; it takes that of a kernel")
    return top, place


# what is left to decide


def decided(top: ContractText, place: Place) -> None:
    """SklintError for the first thing in the contract that a person has to decide."""
    left = [
        (name, key, what)
        for name, it in top.entries.items()
        if isinstance(it, EntryText)
        for key, what in (it.undecided or {}).items()
    ]
    if left:
        name, key, what = left[0]
        more = f" ({len(left) - 1} more to decide)" if len(left) > 1 else ""
        way = "say so in this entry and remove this line"
        raise wrong(place.of("entries", name, "undecided", key), "", f"is open: {question(key, what)}; {way}{more}")


def question(key: str, what: str) -> str:
    """What a person has to decide, as a sentence."""
    return f"decide whether `{key}` {what}" if what.startswith("is ") else f"decide `{key}`: {what}"
