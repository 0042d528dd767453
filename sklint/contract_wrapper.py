"""The runtime wrapper of an IO contract: a source of the asset that launches a kernel itself."""

import re

import msgspec

from sklint.contract_names import distinct
from sklint.contract_read import Place, wrong
from sklint.contract_text import PUBLIC_NAME, SOURCE, WrapperText


class Wrapper(msgspec.Struct, frozen=True):
    """A source of the asset that launches the kernel itself. `source` is relative and stays inside."""

    source: str
    entry: str
    tensor_list_descriptor_strategy: str = ""
    prepare_entry: str = ""
    descriptor_bytes: int = 0
    descriptor_order: tuple[str, ...] = ()


def wrapper(given: WrapperText, place: Place) -> Wrapper:
    if not re.fullmatch(SOURCE, given.source, re.DOTALL):
        raise wrong(place, "source", f"is {given.source!r}; it takes a relative path inside the asset")
    if not re.fullmatch(PUBLIC_NAME, given.entry):
        raise wrong(place, "entry", f"is {given.entry!r}; it takes the name of a function")
    if given.tensor_list_descriptor_strategy:
        for key, it in (("prepare_entry", given.prepare_entry), ("descriptor_order", given.descriptor_order)):
            if not it:
                raise wrong(place, key, "is missing, which prepared_workspace_tail needs")
        if (given.descriptor_bytes or 0) < 1:
            raise wrong(place, "descriptor_bytes", f"is {given.descriptor_bytes}; it takes a number from 1 on")
    return Wrapper(
        given.source,
        given.entry,
        given.tensor_list_descriptor_strategy or "",
        given.prepare_entry or "",
        given.descriptor_bytes or 0,
        distinct(given.descriptor_order or (), "descriptor_order", place),
    )
