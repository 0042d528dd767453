"""Whether an IO contract is valid in itself and agrees with the kernels of its asset, each disagreement at its key."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sklint.closest import closest, hint
from sklint.code_tokens import in_code
from sklint.contract import Contract, Entry, contract_of
from sklint.contract_file import ContractFile
from sklint.contract_problem import Problem, Spots, of_error
from sklint.error import SklintError
from sklint.finding import Related
from sklint.generate.adapt_contract import has, open_structs, tensors, unknown_parameters, wrong_kinds
from sklint.generate.adapt_entries import EntryFacts
from sklint.generate.adapt_wrapper import of_the_wrapper
from sklint.generate.instantiation import listed
from sklint.generate.kernel_facts import KernelHere, kernels_here
from sklint.generate.told import Told
from sklint.json_place import Path
from sklint.source import Source

ALIASES = {
    "inputs": "input_tensors",
    "outputs": "output_tensors",
    "workspaces": "workspace_tensors",
    "parameters": "params",
    "pybind_return_tensor": "return_tensor",
    "public_entry_name": "entry_name",
}


def io_contract_problems(file: ContractFile) -> Iterator[Problem]:
    """What is wrong with an IO contract. One that cannot be read has its first fault only."""
    try:
        contract, spots = contract_of(file.source), Spots.of(file.source)
    except SklintError as error:
        yield of_error(file.source, error)
        return
    look = Look(file, contract, spots, tuple(kernels_here(file.units.values())))
    for entry in contract.entries.values():
        found = [*look.in_itself(entry), *look.with_kernels(entry)]
        yield from (look.problem(entry, told, related) for told, related in found)


FEW = 6
"""So many kernels are told by their names where an entry is for none of them."""

Found = tuple[Told, tuple[Related, ...]]


@dataclass(frozen=True)
class Look:
    """A contract beside the kernels of its asset."""

    file: ContractFile
    contract: Contract
    spots: Spots
    kernels: Sequence[KernelHere]

    def in_itself(self, entry: Entry) -> Iterator[Found]:
        yield from ((it, ()) for it in in_two_lists(entry))
        yield from ((it, ()) for it in of_the_wrapper(entry, self.wrapper))

    def with_kernels(self, entry: Entry) -> Iterator[Found]:
        """What of the entry no form of its kernel agrees with."""
        kernels, missed = self.subject(entry)
        if missed:
            yield missed, ()
        arguments = listed(entry.bind_target)
        fitting = [it for it in kernels if it.fits(arguments)]
        if kernels and not fitting:
            yield unfitting(entry, kernels[0]), places(kernels)
            return
        if not arguments and fitting and all(it.open for it in fitting):
            yield undecided(entry, fitting[0]), places(fitting)
        facts = [it.facts(arguments) for it in fitting]
        if facts and all(facts):
            told = [{(it.what, it.at): it for it in disagreements(one, entry)} for each in facts for one in each]
            common = (it for key, it in told[0].items() if all(key in other for other in told))
            yield from ((it, places(fitting)) for it in common)

    def subject(self, entry: Entry) -> tuple[list[KernelHere], Told | None]:
        """The kernels that an entry is for, and a name in it that should name one and does not."""
        target = entry.bind_target.partition("<")[0].strip().removeprefix("::")
        stated = [(target, ("bind_target",)), (entry.source_entry_name, ("source_entry_name",))]
        named = [(self.called(name), name, at) for name, at in stated if name]
        missed = next((self.missed(entry, name, at) for kernels, name, at in named if not kernels), None)
        if named:
            found = [kernels for kernels, _, _ in named if kernels]
            return found[0] if found else [], missed
        kernels = self.called(entry.name) or self.called(entry.public_entry_name)
        return kernels, None if kernels else self.missed(entry, entry.name, ())

    def called(self, name: str) -> list[KernelHere]:
        return [it for it in self.kernels if name in it.names]

    def missed(self, entry: Entry, name: str, at: Path) -> Told | None:
        """That a name is for no kernel of the asset; None where there may be one that nobody sees."""
        asset = self.file.asset
        if not asset.known or not self.kernels or self.may_define(name):
            return None
        near = self.near(name)
        if not near and not asset.stated and not self.at_home:
            return None  # the kernels that the contract is about are elsewhere
        fact = f"no kernel of the asset is called {name}"
        instead = entry.bind_target.replace(name, near, 1) if at == ("bind_target",) and near else near
        return Told(
            "io-contract-entry-unused", fact, at=at, instead=instead, more=hint(near) or self.listed, renames=not at
        )

    @property
    def listed(self) -> str:
        """The end of a message that tells the kernels there are, if they are few."""
        names = sorted({it.kernel.name for it in self.kernels})
        return has(names) if len(names) <= FEW else ""

    def near(self, name: str) -> str:
        """The kernel without an entry that is probably meant by a name."""
        left = {it.kernel.name for it in self.kernels if self.spoken.isdisjoint(it.names)}
        return closest(name.rpartition("::")[2], left)

    @cached_property
    def spoken(self) -> frozenset[str]:
        """The names of kernels that the contract gives."""
        return frozenset(name for it in self.contract.entries.values() for name in it.names if name)

    @cached_property
    def at_home(self) -> bool:
        """Whether the contract names one of the kernels, or nearly does."""
        return any(self.called(it) or self.near(it) for it in self.spoken)

    def may_define(self, name: str) -> bool:
        """Whether a source that is not wholly understood has the name in its code."""
        word = name.rpartition("::")[2].encode()
        vague = [units[0] for units in self.file.units.values() if any(it.missing_headers for it in units)]
        return any(True for unit in vague for _ in in_code(unit.source.data, word))

    def wrapper(self, name: str) -> Source | None:
        files = (it for it in self.file.asset.files if (it.name, it.role, it.state) == (name, "wrapper", "there"))
        return next((Source(it.path, it.data) for it in files), None)

    def problem(self, entry: Entry, told: Told, related: Sequence[Related]) -> Problem:
        at = self.place(entry, told.at)
        make = self.spots.key_problem if told.renames else self.spots.problem
        return make(at, told.fact, told.instead, told.more, related)

    def place(self, entry: Entry, at: Path) -> Path:
        """Where the contract says a thing, which has several spellings; else where it would."""
        top = ("entries", entry.name)
        there = next((one for one in spellings(at) if (*top, *one) in self.spots.keys), None)
        if there is not None or not at:
            return (*top, *(there or ()))
        return self.place(entry, at[:-1])


def spellings(at: Path) -> Iterator[Path]:
    yield at
    if at and (alias := ALIASES.get(str(at[0]))):
        yield (alias, *at[1:])
    if at[:1] == ("outputs",):  # the only one, which is named as what is returned
        yield from (("pybind_return_tensor",), ("return_tensor",))


def disagreements(kernel: EntryFacts, entry: Entry) -> Iterator[Told]:
    """What is certainly wrong with the entry of a kernel."""
    checks = (unknown_parameters, wrong_kinds, open_structs, tensors)
    return (it for check in checks for it in check(kernel, entry) if it.sure)


def in_two_lists(entry: Entry) -> Iterator[Told]:
    """A tensor has one place: what a kernel reads and writes is an output."""
    first: dict[str, str] = {}
    for key, names in (("inputs", entry.inputs), ("outputs", entry.outputs), ("workspaces", entry.workspaces)):
        for number, name in enumerate(names):
            if name in first:
                fact = f"{name} of {entry.name} is in {first[name]} and in {key}"
                yield Told("io-contract-tensor-invalid", fact, at=(key, number))
            first.setdefault(name, key)


def unfitting(entry: Entry, it: KernelHere) -> Told:
    kernel = it.kernel
    fact = (
        f"{entry.bind_target} does not fit the template parameters of {kernel.name}"
        if kernel.template is not None
        else f"{kernel.name} is no template, but the bind target is {entry.bind_target}"
    )
    return Told("io-contract-bind-target-mismatch", fact, at=("bind_target",))


def undecided(entry: Entry, it: KernelHere) -> Told:
    name = it.kernel.name
    fact = f"{name} is a template that its source does not launch, and no bind_target of {entry.name} says for what"
    return Told("template-bind-target-required", fact, at=("bind_target",))


def places(kernels: Sequence[KernelHere]) -> tuple[Related, ...]:
    return tuple(Related(it.kernel.span, f"{it.kernel.name} is defined here") for it in kernels)
