"""Of a contract for all assets of a run, the entries that may be for the kernels of one of them."""

from collections.abc import Collection

import msgspec

from sklint.contract import Contract


def contract_for(contract: Contract | None, own: Collection[str], others: Collection[str]) -> Contract | None:
    """The contract without entries that are for kernels of others and for none of one's own."""
    if contract is None:
        return None
    mine, theirs = frozenset(own), frozenset(others)
    kept = {
        name: it
        for name, it in contract.entries.items()
        if not mine.isdisjoint(it.names) or theirs.isdisjoint(it.names)
    }
    return msgspec.structs.replace(contract, entries=kept)
