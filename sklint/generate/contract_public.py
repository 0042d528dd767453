"""The names that the entries of an IO contract ask for in the package: one kernel each."""

from collections.abc import Mapping, Sequence

from sklint.contract_entry import Entry
from sklint.generate.kernel_facts import KernelHere
from sklint.generate.told import Told

OWN_NAME = "give each a public_entry_name of its own"


def taken_names(kernels: Mapping[str, Sequence[KernelHere]], entries: Sequence[Entry]) -> dict[str, tuple[Told, Entry]]:
    """What is wrong with the name of an entry, by that entry's key, and the entry before it that has the name."""
    first: dict[str, Entry] = {}
    found: dict[str, tuple[Told, Entry]] = {}
    for entry in entries:
        for name in public_names(entry, kernels[entry.name]):
            other = first.setdefault(name, entry)
            if other is not entry and asked_twice(entry, other, kernels):
                fact = f"{name} is the name of the entry {other.name} in the package too; {OWN_NAME}"
                told = Told("pybind-entry-specialization-ambiguous", fact, at=("public_entry_name",))
                found.setdefault(entry.name, (told, other))
    return found


def public_names(entry: Entry, kernels: Sequence[KernelHere]) -> Sequence[str]:
    """The name that an entry is given, else those of its kernels."""
    return [entry.public_entry_name] if entry.public_entry_name else list({it.kernel.name: None for it in kernels})


def asked_twice(entry: Entry, other: Entry, kernels: Mapping[str, Sequence[KernelHere]]) -> bool:
    """Whether both ask for their one name. Names that no entry gives get their namespaces; of two entries for one
    kernel, a name without a bind target is only for what the other leaves."""
    if entry.public_entry_name and other.public_entry_name:
        return True
    if not (entry.public_entry_name or other.public_entry_name):
        return False
    own = {it.kernel.qualified for it in kernels[entry.name]}
    return own.isdisjoint(it.kernel.qualified for it in kernels[other.name])
