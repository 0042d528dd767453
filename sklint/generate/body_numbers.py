"""Where a body asks for the block count or for the core's own index."""

from sklint.block_names import block_names
from sklint.body import Body, Call
from sklint.model import Function
from sklint.source import Span
from sklint.unit import Unit

BLOCK_COUNT = "AscendC::GetBlockNum"
C_COUNT, C_INDEX = "asc_get_block_num", "asc_get_block_idx"
"""The C API's names for the core's own numbers."""

INDEX = "AscendC::GetBlockIdx()"


def counts(unit: Unit, function: Function, body: Body) -> dict[Span, int]:
    """The expressions that ask for the block count, with the index of a token of each."""
    calls = {it.extent: it.index for it in body.calls if it.qualified == BLOCK_COUNT or is_c_call(unit, it, C_COUNT)}
    names = {it.extent: it.index for it in block_names(unit, function, body) if it.name.endswith("block_num")}
    return calls | names


def indexes(unit: Unit, function: Function, body: Body) -> dict[Span, int]:
    calls = {it.extent: it.index for it in body.calls if is_c_call(unit, it, C_INDEX)}
    names = {it.extent: it.index for it in block_names(unit, function, body) if it.name.endswith("block_idx")}
    return calls | names


def is_c_call(unit: Unit, call: Call, name: str) -> bool:
    return call.name == name and call.qualified == name and not call.receiver and not unit.declares(name)
