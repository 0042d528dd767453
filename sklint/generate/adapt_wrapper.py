"""Whether a runtime wrapper that the IO contract names is there, with the functions it names."""

from collections.abc import Callable, Iterator, Sequence

from sklint.contract_entry import Entry
from sklint.contract_wrapper import Wrapper
from sklint.parse.lex import lex
from sklint.source import Source

FindWrapper = Callable[[str], Source | None]
"""The file of a runtime wrapper, by the name the contract gives it; None where the asset has no such file."""

Told = tuple[str, str, Sequence[str]]
"""A finding's name, its message and its evidence."""


def of_the_wrapper(contract: Entry, find: FindWrapper) -> Iterator[Told]:
    lists = tuple(name for name, it in contract.parameters.items() if it.kind == "tensor_list")
    it = contract.wrapper
    if it is None:
        if lists:
            text = f"{contract.name} takes the tensor list {lists[0]}, which only a runtime_wrapper can prepare"
            yield "tensor-list-runtime-wrapper-required", text, (f"parameter={lists[0]}",)
        return
    source = find(it.source)
    if source is None:
        text = f"the runtime wrapper {it.source} of {contract.name} is no file of the asset"
        yield "runtime-wrapper-source-missing", text, (f"source={it.source}",)
    elif not defines(source, it.entry):
        text = f"{it.source} has no function {it.entry}, which {contract.name} names"
        yield "runtime-wrapper-entry-missing", text, (f"source={it.source}", f"entry={it.entry}")
    elif it.tensor_list_descriptor_strategy:
        yield from of_the_descriptors(contract, it, source, lists)


def of_the_descriptors(contract: Entry, it: Wrapper, source: Source, lists: tuple[str, ...]) -> Iterator[Told]:
    if not defines(source, it.prepare_entry):
        text = f"{it.source} has no function {it.prepare_entry}, which prepares the tensor lists of {contract.name}"
        yield "tensor-list-prepared-runtime-state-required", text, (f"prepare_entry={it.prepare_entry}",)
    if it.descriptor_order != lists:
        order, wanted = ", ".join(it.descriptor_order), ", ".join(lists) or "no tensor list"
        text = f"descriptor_order of {contract.name} is {order}, but its parameters have {wanted}"
        yield "tensor-list-descriptor-order-mismatch", text, (f"descriptor_order={order}",)


def defines(source: Source, name: str) -> bool:
    """Whether the code of a source has the name with a parenthesis after it."""
    tokens = [it for it in lex(source.data) if it.kind != "directive"]
    return any(
        it.text == name and tokens[at + 1 : at + 2] and tokens[at + 1].text == "(" for at, it in enumerate(tokens)
    )
