"""Which kernels an entry of an IO contract is for, or that there is none of that name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sklint.closest import closest, hint
from sklint.code_tokens import code_tokens
from sklint.contract import Contract
from sklint.contract_entry import Entry
from sklint.contract_file import ContractFile
from sklint.generate.adapt_contract import HINTS, has
from sklint.generate.kernel_facts import KernelHere
from sklint.generate.told import Told
from sklint.json_place import Path

FEW = 6
"""So many kernels are told by their names where an entry is for none of them."""


@dataclass(frozen=True)
class Subjects:
    """The entries of a contract beside the kernels of its asset."""

    file: ContractFile
    contract: Contract
    kernels: Sequence[KernelHere]

    def of(self, entry: Entry) -> tuple[list[KernelHere], Told | None]:
        """The kernels that an entry is for, and what is wrong with a name in it that should name one."""
        stated = [(name, at) for name, at in names_stated(entry) if name]
        missed = next((self.missed(entry, name, at) for name, at in stated if name not in self.named), None)
        if stated:
            return next((self.named[name] for name, _ in stated if name in self.named), list[KernelHere]()), missed
        kernels = self.named.get(entry.name) or self.named.get(entry.public_entry_name) or []
        return kernels, None if kernels else self.missed(entry, entry.name, ())

    @cached_property
    def named(self) -> Mapping[str, list[KernelHere]]:
        """The kernels by their names with and without namespaces."""
        found: dict[str, list[KernelHere]] = {}
        for it in self.kernels:
            for name in {*it.names}:
                found.setdefault(name, []).append(it)
        return found

    def missed(self, entry: Entry, name: str, at: Path) -> Told | None:
        """That a name is for no kernel of the asset; None where there may be one that nobody sees."""
        near = self.nearest.get(name, "")
        if not self.file.asset.known or not self.kernels or self.may_define(name):
            return None
        if not near and not self.file.asset.stated and not self.at_home:
            return None  # the kernels that the contract is about are elsewhere
        instead = near if Counter(self.nearest.values())[near] == 1 else ""
        if instead and at == ("bind_target",):
            instead = entry.bind_target.replace(name, near, 1)
        more = hint(near) or (has(sorted({it.kernel.name for it in self.kernels})) if len(self.kernels) <= FEW else "")
        fact = f"no kernel of the asset is called {name}"
        return Told("io-contract-entry-unused", fact, (), at, instead, more, renames=not at)

    @cached_property
    def nearest(self) -> Mapping[str, str]:
        """The kernel without an entry, or the template for another instantiation, that is most like each name which is
        for none; looking for it takes time, so only for the first of them."""
        spoken = {name for it in self.contract.entries.values() for name in it.names if name}
        left = [it.names for it in self.kernels if spoken.isdisjoint(it.names)]
        templates = [it.names for it in self.kernels if it.kernel.template is not None]
        missed: dict[str, Sequence[tuple[str, str]]] = {}
        for it in self.entries:
            given = names_stated(it) if it.bind_target or it.source_entry_name else [(it.name, ())]
            for name, at in given:
                instance = at == ("bind_target",) and "<" in it.bind_target
                if name and name not in self.named:
                    missed.setdefault(name, [*left, *templates] if instance else left)
        found = {name: nearest_kernel(name, missed[name]) for name in list(missed)[:HINTS]}
        return {name: near for name, near in found.items() if near}

    @property
    def entries(self) -> Sequence[Entry]:
        return list(self.contract.entries.values())

    @cached_property
    def at_home(self) -> bool:
        """Whether the contract names one of the kernels, or nearly does."""
        return bool(self.nearest) or any(name in self.named for it in self.entries for name in it.names)

    def may_define(self, name: str) -> bool:
        """Whether a source that is not wholly understood has the name in its code."""
        return name.rpartition("::")[2] in self.vague_words

    @cached_property
    def vague_words(self) -> frozenset[str]:
        """The words in the code of sources that are not wholly understood."""
        vague = [units[0] for units in self.file.units.values() if any(it.missing_headers for it in units)]
        return frozenset(it.text for unit in vague for it in code_tokens(unit.source.data))


def nearest_kernel(name: str, kernels: Sequence[tuple[str, str]]) -> str:
    """The kernel that a name was meant for, of kernels by their names without and with namespaces; with these where it
    has any."""
    last = name.rpartition("::")[2]
    short = {it for it, _ in kernels}
    near = last if last in short else closest(last, short)
    if "::" not in name:
        return near if near != name else ""
    qualified = {full for it, full in kernels if it == near}
    return next(iter(qualified)) if len(qualified) == 1 else closest(name, qualified)


def names_stated(entry: Entry) -> list[tuple[str, Path]]:
    """The kernels that an entry says it is for, whatever it is called."""
    target = entry.bind_target.partition("<")[0].strip().removeprefix("::")
    return [(target, ("bind_target",)), (entry.source_entry_name, ("source_entry_name",))]
