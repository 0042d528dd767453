"""Entries that are not about a name alone: members of a struct, forms of a call, several names of one page. What the
entry says in words stands here as a table; the evidence is the entry's."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Partly:
    """An old name of an entry. `given` is what a call has to have to be old, as in `form_facts`."""

    name: str
    new: str = ""
    advice: str = ""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    rewrite: str = ""
    soon: bool = False  # documents announce it and call it old later


RESERVED = ("blockNumber", "src1BlkStride", "src1RepStride", "repeatStrideMode", "strideSizeMode")
COPY = "AscendC::DataCopyParams"
FLASH = {"SoftMaxFlash{}TilingFunc", "GetSoftMaxFlash{}MinTmpSize", "GetSoftMaxFlash{}MaxTmpSize"}
LOAD_MODE, STORE_MODE = "asc_load_l2_cache_mode", "asc_store_l2_cache_mode"

PARTLY_OLD: dict[str, tuple[Partly, ...]] = {
    "DEP0030": (Partly(f"{COPY}::srcStride", f"{COPY}::srcGap", soon=True),),
    "DEP0031": (Partly(f"{COPY}::dstStride", f"{COPY}::dstGap", soon=True),),
    "DEP0048": (Partly("AscendC::GatherMask", given={"arguments": "4 5"}),),
    "DEP0052": tuple(
        Partly(f"AscendC::{it.format('')}", advice=f"AscendC::{it.format('V2')}", soon=True) for it in sorted(FLASH)
    ),
    "DEP0066": (Partly("AscendC::MmadParams::isBias", advice="AscendC::MmadParams::cmatrixInitVal"),),
    "DEP0069": tuple(Partly(f"AscendC::BrcbRepeatParams::{it}") for it in RESERVED),
    "DEP0070": tuple(
        Partly(f"AscendC::GatherRepeatParams::{it}") for it in (*RESERVED, "src0BlkStride", "src0RepStride")
    ),
    "DEP0217": (Partly("asc_copy_gm2ub_align", advice=LOAD_MODE, given={"8": "scalar"}),),
    "DEP0218": (Partly("asc_copy_ub2gm_align", advice=STORE_MODE, given={"5": "scalar"}),),
    "DEP0219": (Partly("asc_ndim_copy_gm2ub", advice=LOAD_MODE, given={"11": "scalar"}),),
    "DEP0220": (Partly("asc_scatter", given={"1": "vector", "2": "pointer"}, rewrite="swap-first"),),
    "DEP0469": (Partly("asc_sync_block_wait", given={"arguments": "1"}),),
}
