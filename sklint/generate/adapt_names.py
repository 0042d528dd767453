"""The names that entries have in a package: each kernel its own, so that none hides another."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sklint.contract import Contract
from sklint.contract_entry import Entry
from sklint.finding import Finding, Related
from sklint.generate.adapt_contract import lookup
from sklint.generate.adapt_entries import EntryFacts
from sklint.generate.request import problem

Resolved = Mapping[tuple[str, str], str]
"""The public name that a name resolution gives to an entry of a file (its path, resolved)."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entry of a file with its public name and what the contract says of it."""

    file: str
    facts: EntryFacts
    public: str
    contract: Entry | None


def named(
    entries: Sequence[tuple[str, EntryFacts]], contract: Contract | None, resolved: Resolved
) -> tuple[list[Named], list[Finding]]:
    """Each entry with its name, and the entries that cannot have one of their own."""
    short = [public_name(file, it, contract, resolved) for file, it in entries]
    kernels: dict[str, set[str]] = {}
    for name, (_, it) in zip(short, entries, strict=True):
        kernels.setdefault(name, set()).add(it.qualified)
    found: list[Named] = []
    for name, (file, it) in zip(short, entries, strict=True):
        public = it.qualified.replace("::", "_") if len(kernels[name]) > 1 else name
        found.append(Named(file, it, public, lookup(it, public, contract)))
    return found, clashes(found)


def public_name(file: str, it: EntryFacts, contract: Contract | None, resolved: Resolved) -> str:
    """The name a name resolution, or the contract, gives; else the kernel's."""
    given = lookup(it, it.name, contract)
    return resolved.get((file, it.name)) or (given.public_entry_name if given else "") or it.name


def clashes(entries: Sequence[Named]) -> list[Finding]:
    count = Counter(it.public for it in entries)
    first = {it.public: it for it in reversed(entries)}
    return [clash(it, first[it.public]) for it in entries if count[it.public] > 1 and it is not first[it.public]]


def clash(it: Named, first: Named) -> Finding:
    related = (Related(first.facts.span, "the other one"),)
    if it.facts.qualified == first.facts.qualified and it.facts.arguments != first.facts.arguments:
        text = f"{it.facts.target} and {first.facts.target} are both {it.public}: give each a public_entry_name"
        return problem("pybind-entry-specialization-ambiguous", it.facts.span, text, it.facts.qualified, related)
    text = f"{it.public} is defined in two files, and a package can have one of them"
    return problem("entry-defined-twice", it.facts.span, text, it.facts.qualified, related)
