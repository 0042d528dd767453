"""The names that entries have in a package: each kernel its own, so that none hides another."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sklint.contract import Contract
from sklint.contract_entry import Entry
from sklint.finding import Finding, Related
from sklint.generate.adapt_contract import lookup
from sklint.generate.adapt_entries import EntryFacts
from sklint.generate.request import problem
from sklint.source import Span

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
    """Each entry with its name, and the entries that cannot have one of their own. Kernels of one name have their
    namespaces in it, unless the contract asks for that name."""
    short = [called(file, it, contract, resolved) for file, it in entries]
    asked = {it.public for it in short if gives(it)}
    kernels: dict[str, set[str]] = {}
    sayings: dict[str, set[str]] = {}
    for it in short:
        kernels.setdefault(it.public, set()).add(it.facts.qualified)
        sayings.setdefault(it.public, set()).add(it.contract.name if it.contract else "")
    found: list[Named] = []
    for it in short:
        fixed = it.public in asked and len(sayings[it.public]) > 1
        shared = len(kernels[it.public]) > 1 and not fixed
        public = it.facts.qualified.replace("::", "_") if shared else it.public
        own = it.contract if fixed or gives(it) else lookup(it.facts, public, contract)
        found.append(replace(it, public=public, contract=own))
    return found, clashes(found)


def called(file: str, it: EntryFacts, contract: Contract | None, resolved: Resolved) -> Named:
    """An entry with the name that a name resolution, or the contract, gives; else the kernel's."""
    given = lookup(it, it.name, contract)
    name = resolved.get((file, it.name)) or (given.public_entry_name if given else "") or it.name
    return Named(file, it, name, given)


def gives(it: Named) -> bool:
    """Whether the contract gives an entry the name it has."""
    return it.contract is not None and it.contract.public_entry_name == it.public


def clashes(entries: Sequence[Named]) -> list[Finding]:
    count = Counter(it.public for it in entries)
    first = {it.public: it for it in reversed(entries)}
    return [clash(it, first[it.public]) for it in entries if count[it.public] > 1 and it is not first[it.public]]


def clash(it: Named, first: Named) -> Finding:
    if (it.facts.qualified, it.facts.arguments) == (first.facts.qualified, first.facts.arguments):
        text = f"{it.public} is defined in two files, and a package can have one of them"
        related = (Related(first.facts.span, "the other one"),)
        return problem("entry-defined-twice", it.facts.span, text, it.facts.qualified, related)
    text = f"{it.facts.target} and {first.facts.target} are both {it.public}: give each a public_entry_name of its own"
    related = (Related(place(first), "the other one"),)
    return problem("pybind-entry-specialization-ambiguous", place(it), text, it.facts.qualified, related)


def place(it: Named) -> Span:
    """What gives an entry its name: the contract, or the kernel."""
    return it.contract.span if it.contract and gives(it) else it.facts.span
