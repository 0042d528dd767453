"""The IO contract of an asset, and of one for several the entries that may be for the kernels of one of them."""

from collections.abc import Collection
from pathlib import Path

import msgspec

from sklint.assets.understood import IO_CONTRACT
from sklint.contract import Contract


def contract_beside(asset: Path) -> Path | None:
    """The IO contract in the folder of an asset that is one source: that is where one for it is written."""
    path = asset.parent / IO_CONTRACT
    return path if asset.is_file() and path.is_file() else None


def part_of(contract: Contract, own: Collection[str]) -> Contract | None:
    """The entries that name kernels of one's own: a folder's contract may be for its other sources too."""
    kept = {name: it for name, it in contract.entries.items() if any(one in own for one in it.names)}
    return msgspec.structs.replace(contract, entries=kept) if kept else None


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
