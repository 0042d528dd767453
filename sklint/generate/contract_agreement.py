"""Whether an IO contract is valid in itself and agrees with the kernels of its asset, each disagreement at its key."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sklint.contract import contract_of
from sklint.contract_entry import Entry, NothingReturnedError
from sklint.contract_file import ContractFile
from sklint.contract_problem import Problem, Spots, of_error
from sklint.error import SklintError
from sklint.finding import Related
from sklint.generate.adapt_contract import MOST_UNUSED, lists_of, open_structs, tensors, unknown_parameters, wrong_kinds
from sklint.generate.adapt_entries import EntryFacts
from sklint.generate.adapt_wrapper import of_the_wrapper
from sklint.generate.contract_key import key_of
from sklint.generate.contract_public import taken_names
from sklint.generate.contract_subject import Subjects
from sklint.generate.contract_unreturned import left_out
from sklint.generate.kernel_facts import KernelHere, kernels_here
from sklint.generate.template_arguments import listed
from sklint.generate.told import Told
from sklint.source import Source


def io_contract_problems(file: ContractFile) -> Iterator[Problem]:
    """What is wrong with an IO contract. One that cannot be read has its first fault only."""
    try:
        contract, spots = contract_of(file.source), Spots.of(file.source)
    except NothingReturnedError as error:
        more = left_out(file, error.entry, kernels_here(file.units.values()))
        yield replace(of_error(file.source, error), more=more)
        return
    except SklintError as error:
        yield of_error(file.source, error)
        return
    subjects = Subjects(file, contract, kernels_here(file.units.values()))
    unused = 0
    of_entries = {it.name: subjects.of(it) for it in subjects.entries}
    taken = taken_names({name: kernels for name, (kernels, _) in of_entries.items()}, subjects.entries)
    for entry in subjects.entries:
        kernels, missed = of_entries[entry.name]
        unused += missed is not None
        if missed and unused > MOST_UNUSED:
            missed = told_last(entry) if unused == MOST_UNUSED + 1 else None
        yield from problems(spots, entry, [*([missed] if missed else []), *in_itself(file, entry)], ())
        yield from problems(spots, entry, with_kernels(entry, kernels), places(kernels))
        if found := taken.get(entry.name):
            told, other = found
            yield from problems(spots, entry, [told], (Related(other.span, f"{other.name} is here"),))


# one entry


def told_last(entry: Entry) -> Told:
    """That an entry is for no kernel, and that others below it are told no more."""
    return Told("io-contract-entry-unused", f"no kernel of the asset is called {entry.name}, and so on below")


def in_itself(file: ContractFile, entry: Entry) -> Iterator[Told]:
    def wrapper(name: str) -> Source | None:
        files = (it for it in file.asset.files if (it.name, it.role, it.state) == (name, "wrapper", "there"))
        return next((Source(it.path, it.data) for it in files), None)

    yield from in_two_lists(entry)
    yield from of_the_wrapper(entry, wrapper)


def in_two_lists(entry: Entry) -> Iterator[Told]:
    """A workspace holds nothing that is given or returned. What a kernel changes in its place is input and output."""
    for number, name in enumerate(entry.workspaces):
        others = [key for key, names in lists_of(entry).items() if key != "workspaces" and name in names]
        if others:
            fact = f"{name} of {entry.name} is in {' and in '.join(others)} and in workspaces"
            yield Told("io-contract-tensor-invalid", fact, at=("workspaces", number))


def with_kernels(entry: Entry, kernels: Sequence[KernelHere]) -> list[Told]:
    """What of the entry no form of its kernel agrees with."""
    arguments = listed(entry.bind_target)
    fitting = [it for it in kernels if it.fits(arguments)]
    if not fitting:
        return [unfitting(entry, it) for it in kernels[:1]]
    open_template = [undecided(entry, fitting[0])] if not arguments and all(it.open for it in fitting) else []
    facts = [it.facts(arguments) for it in fitting]
    if not all(facts):
        return open_template
    told = [{(it.what, it.at): it for it in disagreements(one, entry)} for each in facts for one in each]
    return [*open_template, *(it for key, it in told[0].items() if all(key in other for other in told))]


def disagreements(kernel: EntryFacts, entry: Entry) -> Iterator[Told]:
    """What is certainly wrong with the entry of a kernel."""
    checks = (unknown_parameters, wrong_kinds, open_structs, tensors)
    return (it for check in checks for it in check(kernel, entry) if it.sure)


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


# places in the contract


def problems(spots: Spots, entry: Entry, found: Sequence[Told], related: Sequence[Related]) -> Iterator[Problem]:
    """What was found at its places. Of names that would become one name, none is replaced."""
    count = Counter((it.what, it.instead) for it in found if it.instead)
    for it in found:
        sole = it if count[it.what, it.instead] < 2 or it.what == KINDS_DIFFER else replace(it, instead="")
        make = spots.key_problem if sole.renames else spots.problem
        yield make(key_of(entry, sole.at, spots.keys), sole.fact, sole.instead, sole.more, related)


KINDS_DIFFER = "io-contract-parameter-kind-mismatch"


def places(kernels: Sequence[KernelHere]) -> tuple[Related, ...]:
    return tuple(Related(it.kernel.span, f"{it.kernel.name} is defined here") for it in kernels)
