"""Whether the IO contract and a kernel agree: what a package needs to know of each parameter, or what is missing."""

from collections.abc import Iterator, Sequence

import msgspec

from sklint.closest import closest, hint
from sklint.contract import Contract
from sklint.contract_entry import Entry
from sklint.contract_text import Kind
from sklint.finding import Finding, Related
from sklint.generate.adapt_entries import EntryFacts, ParameterFacts
from sklint.generate.adapt_wrapper import FindWrapper, of_the_wrapper
from sklint.generate.contract_key import key_of
from sklint.generate.request import problem
from sklint.generate.template_arguments import listed
from sklint.generate.told import Told
from sklint.json_place import Path
from sklint.source import Span

MOST_UNUSED = 100
"""So many unused entries of a contract are told one by one."""

HINTS = 20
"""So many unused entries of a contract are told with the name that may be meant: looking for it takes time."""


def lookup(entry: EntryFacts, public: str, contract: Contract | None) -> Entry | None:
    """What the contract says of an entry: what names its very instantiation, then its public name, then its own."""
    if contract is None:
        return None
    own = tuple(dict.fromkeys((entry.name, entry.qualified)))
    exact = [it for name in own for it in contract.by_target.get(name, ()) if same_target(it, entry)]
    if len(exact) == 1 and entry.arguments:
        return exact[0]
    for name in (public, entry.qualified, entry.name):
        if name in contract.entries:
            return contract.entries[name]
    said = [it for name in own for it in contract.by_source_name.get(name, ())]
    said += contract.by_public_name.get(public, ())
    return said[0] if said else None


def same_target(contract: Entry, entry: EntryFacts) -> bool:
    """Whether the contract's bind target is that instantiation, or kernel."""
    name = contract.bind_target.partition("<")[0].strip().removeprefix("::")
    return name in (entry.name, entry.qualified) and listed(contract.bind_target) == entry.arguments


def check(entry: EntryFacts, contract: Contract | None, said: Entry | None, wrapper: FindWrapper) -> list[Finding]:
    """What a person has to decide before the entry can be packaged: of what the contract says, each at its key, in the
    order of the contract."""
    if contract is None or said is None:
        return list(without_contract(entry))[:1]
    found = [at_key(it, entry, contract, said) for it in disagreements(entry, said, wrapper)]
    return sorted(found, key=lambda it: it.span.start)


def at_key(told: Told, entry: EntryFacts, contract: Contract, said: Entry) -> Finding:
    where = contract.top.of(*key_of(said, told.at, contract.top.places))
    kernel = Related(entry.span, f"{entry.name} is defined here")
    made = problem(told.what, where.span, told.text, entry.qualified, (kernel,))
    evidence = (f"entry={entry.name}", f"key={where.name}", *told.evidence, f"contract={example(entry)}")
    return with_evidence(made, evidence)


def without_contract(entry: EntryFacts) -> Iterator[Finding]:
    structs = [it for it in entry.parameters if it.kind in ("host_struct", "unknown")]
    if structs:
        named = " and ".join(f"{it.name} ({it.c_type})" for it in structs)
        text = f"{entry.name} takes {named} by value, and no IO contract says how that is passed"
        yield at_kernel("runtime-parameter-contract-required", text, entry)
    if len(entry.tensors) > 1:
        text = f"{entry.name} takes the tensors {', '.join(entry.tensors)}, and no IO contract says which it writes"
        yield at_kernel("pybind-return-tensor-unresolved", text, entry)


def at_kernel(what: str, text: str, entry: EntryFacts) -> Finding:
    return with_evidence(
        problem(what, entry.span, text, entry.qualified), [f"entry={entry.name}", f"contract={example(entry)}"]
    )


def with_evidence(finding: Finding, evidence: Sequence[str]) -> Finding:
    return msgspec.structs.replace(finding, evidence=tuple(evidence))


def example(entry: EntryFacts) -> str:
    """A contract entry to fill in: what the source tells is there, what a person has to say is `?`."""
    structs = {it.name: "host_struct" for it in entry.parameters if it.kind in ("host_struct", "unknown")}
    shown = {"inputs": ["?"], "outputs": ["?"], **({"parameters": structs} if structs else {})}
    tensors = ", ".join(entry.tensors)
    return msgspec.json.encode({"entries": {entry.name: shown}}).decode() + (f" with ? of {tensors}" if tensors else "")


# with a contract


def disagreements(entry: EntryFacts, contract: Entry, wrapper: FindWrapper) -> Iterator[Told]:
    if contract.bind_target and not same_target(contract, entry):
        text = f"the bind target of {contract.name} is {contract.bind_target}, but the source binds {entry.target}"
        evidence = (f"bind_target={contract.bind_target}",)
        yield Told("io-contract-bind-target-mismatch", text, evidence, ("bind_target",))
        return  # the rest is about another kernel
    yield from unknown_parameters(entry, contract)
    yield from wrong_kinds(entry, contract)
    yield from of_the_wrapper(contract, wrapper)
    yield from open_structs(entry, contract)
    yield from tensors(entry, contract)


def unknown_parameters(entry: EntryFacts, contract: Entry) -> Iterator[Told]:
    left = [it.name for it in entry.parameters if it.name not in contract.parameters]
    for name in contract.parameters:
        if entry.parameter(name) is None:
            near, fact = closest(name, left), f"{entry.name} has no parameter {name}"
            more = hint(near) or has([it.name for it in entry.parameters])
            evidence, at = (f"parameter={name}",), ("parameters", name)
            yield Told("io-contract-parameter-invalid", fact, evidence, at, near, more, renames=True)


def has(names: Sequence[str]) -> str:
    """The end of a message that tells what there is."""
    return f"; it has {', '.join(names)}" if names else "; it has none"


def near(name: str, names: Sequence[str]) -> str:
    """What a person may have meant, as the end of a sentence; else what there is."""
    return hint(closest(name, names)) or has(names)


def wrong_kinds(entry: EntryFacts, contract: Entry) -> Iterator[Told]:
    for name, given in contract.parameters.items():
        there = entry.parameter(name)
        if there and given.kind not in kinds_for(there):
            what = {"host_struct": "a struct", "scalar": "a number", "tensor": "a pointer"}.get(there.kind, "unknown")
            text = f"{name} of {entry.name} is {there.c_type}, {what}, but the contract says {given.kind}"
            evidence, at = (f"parameter={name}", f"type={there.c_type}"), ("parameters", name, "kind")
            sure, instead = there.kind != "unknown", kinds_for(there)[0]
            yield Told("io-contract-parameter-kind-mismatch", text, evidence, at, instead if sure else "", sure=sure)


def kinds_for(parameter: ParameterFacts) -> tuple[Kind, ...]:
    """The kinds a contract may give it. A number behind an alias or an enum may be passed as its bytes too: published
    contracts had to say so."""
    match parameter.kind:
        case "tensor":
            return ("tensor", "tensor_list")
        case "scalar":
            return ("scalar",) if parameter.plain else ("scalar", "host_struct")
        case "host_struct":
            return ("host_struct",)
        case _:
            return ("host_struct", "scalar")


def open_structs(entry: EntryFacts, contract: Entry) -> Iterator[Told]:
    for it in entry.parameters:
        if it.kind in ("host_struct", "unknown") and it.name not in contract.parameters:
            text = f"{it.name} ({it.c_type}) of {entry.name} is passed by value, and the contract gives it no kind"
            evidence, sure = (f"parameter={it.name}", f"type={it.c_type}"), it.kind != "unknown"
            yield Told("runtime-parameter-contract-required", text, evidence, ("parameters",), sure=sure)


def tensors(entry: EntryFacts, contract: Entry) -> Iterator[Told]:
    left = unlisted(entry, contract)
    meant: set[str] = set()
    for name, at in listed_at(contract):
        there = entry.parameter(name)
        if there is None:
            near = closest(name, left)
            meant.add(near)
            yield no_tensor(name, f"{name} of {entry.name} is no parameter of it", at, near, has(entry.tensors))
        elif there.kind != "tensor":
            fact = f"{name} of {entry.name} is {there.c_type}"
            yield msgspec.structs.replace(no_tensor(name, fact, at), sure=there.kind != "unknown")
        elif there.const and (written := written_at(contract, name)):
            text = f"{entry.name} takes {name} as {there.c_type}, which it cannot write, but it is listed as written"
            yield Told("io-contract-tensor-invalid", text, (f"tensor={name}", f"type={there.c_type}"), written)
    if missing := [it for it in left if it not in meant]:
        yield Told("io-contract-tensor-incomplete", in_no_list(missing, entry), tuple(f"tensor={it}" for it in missing))


def in_no_list(missing: Sequence[str], entry: EntryFacts) -> str:
    return f"{', '.join(missing)} of {entry.name} is in none of inputs, outputs and workspaces"


def no_tensor(name: str, fact: str, at: Path, near: str = "", there: str = "") -> Told:
    text = f"{fact}, but it is listed as a tensor"
    return Told("io-contract-tensor-invalid", text, (f"tensor={name}",), at, near, hint(near) or there)


def lists_of(contract: Entry) -> dict[str, tuple[str, ...]]:
    return {"inputs": contract.inputs, "outputs": contract.outputs, "workspaces": contract.workspaces}


def listed_at(contract: Entry) -> Iterator[tuple[str, tuple[str, int]]]:
    """Each tensor that is named, with the first place in the entry that names it."""
    found: dict[str, tuple[str, int]] = {}
    for key, names in lists_of(contract).items():
        for number, name in enumerate(names):
            found.setdefault(name, (key, number))
    yield from found.items()


def written_at(contract: Entry, name: str) -> tuple[str, int] | None:
    """The place in the entry that says that a tensor is written."""
    lists = {key: names for key, names in lists_of(contract).items() if key != "inputs" and name in names}
    return next(((key, names.index(name)) for key, names in lists.items()), None)


def unlisted(entry: EntryFacts, contract: Entry) -> list[str]:
    """The tensors of a kernel that the contract says nothing of."""
    lists = {name for name, it in contract.parameters.items() if it.kind == "tensor_list"}
    return [it for it in entry.tensors if it not in contract.tensors and it not in lists]


# entries of the contract


def unused(contract: Contract, used: Sequence[Entry], kernels: Sequence[str]) -> list[Finding]:
    """A finding for each entry of the contract that is for no kernel; one for all that are too many to read."""
    names, there = {it.name for it in used}, frozenset(kernels)
    left = [it for it in contract.entries.values() if it.name not in names and not there.intersection(it.names)]
    found: list[Finding] = []
    for number, it in enumerate(left[:MOST_UNUSED]):
        hint = near(it.name, kernels) if number < HINTS else ""
        text = f"the contract's entry {it.name} is for no kernel of the asset{hint}"
        found.append(with_evidence(at_entry(it.span, text, it.name), [f"entry={it.name}"]))
    if rest := left[MOST_UNUSED:]:
        text = (
            f"{len(rest)} more entries of the contract, {rest[0].name} and what follows, are for no kernel of the asset"
        )
        found.append(at_entry(rest[0].span, text, rest[0].name))
    return found


def at_entry(span: Span, text: str, name: str) -> Finding:
    return problem("io-contract-entry-unused", span, text, name)
