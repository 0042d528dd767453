"""Whether a runtime wrapper that the IO contract names is there, with the functions it names."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from sklint.closest import closest, hint
from sklint.contract_entry import Entry
from sklint.contract_wrapper import Wrapper
from sklint.generate.told import Told
from sklint.parse.lex import lex
from sklint.source import Source

FindWrapper = Callable[[str], Source | None]
"""The file of a runtime wrapper, by the name the contract gives it; None where the asset has no such file."""

WRAPPER = "runtime_wrapper"


def of_the_wrapper(contract: Entry, find: FindWrapper) -> Iterator[Told]:
    lists = tuple(name for name, it in contract.parameters.items() if it.kind == "tensor_list")
    it = contract.wrapper
    if it is None:
        if lists:
            text = f"{contract.name} takes the tensor list {lists[0]}, which only a runtime_wrapper can prepare"
            yield Told(
                "tensor-list-runtime-wrapper-required", text, (f"parameter={lists[0]}",), ("parameters", lists[0])
            )
        return
    source = find(it.source)
    if source is None:
        text = f"the runtime wrapper {it.source} of {contract.name} is no file of the asset"
        yield Told("runtime-wrapper-source-missing", text, (f"source={it.source}",), (WRAPPER, "source"))
        return
    functions = called(source)
    if it.entry not in functions:
        near = closest(it.entry, functions)
        text = f"{it.source} has no function {it.entry}, which {contract.name} names"
        evidence = (f"source={it.source}", f"entry={it.entry}")
        yield Told("runtime-wrapper-entry-missing", text, evidence, (WRAPPER, "entry"), near, hint(near))
    elif it.tensor_list_descriptor_strategy:
        yield from of_the_descriptors(contract, it, functions, lists)


def of_the_descriptors(contract: Entry, it: Wrapper, functions: set[str], lists: tuple[str, ...]) -> Iterator[Told]:
    if it.prepare_entry not in functions:
        text = f"{it.source} has no function {it.prepare_entry}, which prepares the tensor lists of {contract.name}"
        near, evidence = closest(it.prepare_entry, functions), (f"prepare_entry={it.prepare_entry}",)
        at = (WRAPPER, "prepare_entry")
        yield Told("tensor-list-prepared-runtime-state-required", text, evidence, at, near, hint(near))
    if it.descriptor_order != lists:
        order, wanted = ", ".join(it.descriptor_order), ", ".join(lists) or "no tensor list"
        text = f"descriptor_order of {contract.name} is {order}, but its parameters have {wanted}"
        at = (WRAPPER, "descriptor_order")
        yield Told("tensor-list-descriptor-order-mismatch", text, (f"descriptor_order={order}",), at)


def called(source: Source) -> set[str]:
    """The names that the code of a source has with a parenthesis after them."""
    tokens = [it for it in lex(source.data) if it.kind != "directive"]
    return {it.text for it, after in pairwise(tokens) if it.kind == "name" and after.text == "("}
