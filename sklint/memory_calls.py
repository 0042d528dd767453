"""What the documented interface does with memory that it is given: which arguments it reads, writes, or uses."""

import re
from typing import Literal

from sklint.body import Call

Effect = Literal["read", "write", "both", "workspace", "list", "nothing", "unknown"]
"""`list`: the memory holds the descriptors of a list of tensors; `workspace`: it is scratch memory of the framework."""

WRITE_FIRST = re.compile(
    r"DataCopy(?:Pad)?|Fixpipe|InitOutput|InitGlobalMemory|Fill|asc_copy_\w+|copy_(?:gm|ubuf|cbuf|matrix_cc)_to_\w+|"
    r"load_(?:gm|cbuf)_to_\w+|WriteGmByPassDCache|asc_st(?:cg|cs|wb|wt)"
)
"""Functions whose first argument is where they write to; they read the others."""

READ = re.compile(
    r"LoadData\w*|Copy|GET_TILING_DATA\w*|ReadGmByPassDCache|DumpTensor|DumpAccChkPoint|"
    r"printf|PRINTF|asc_ld(?:cg|ca|cs|lu|cv|g)|asc_dump_gm"
)
SCRATCH = re.compile(
    r"SetSysWorkspace\w*|SyncAll|IBSet|IBWait|InitDetermineComputeWorkspace|WaitPreBlock|NotifyNextBlock|SetWorkspace"
)
NOTHING = re.compile(r"DataCacheCleanAndInvalid|dcci|DataCachePreload|dc_preload|assert|ASCENDC_ASSERT|static_assert")
ATOMIC = re.compile(r"(?:asc_)?[aA]tomic\w+")

MATMUL_READS = re.compile(r"SetTensor(?:A|B|ScaleA|ScaleB)|SetBias|SetQuantVector|SetSparseIndex|SetAntiQuantVector")
MATMUL_WRITES = re.compile(r"IterateAll|IterateBatch|IterateNBatch|GetTensorC|GetBatchC|GetBatchTensorC")

RUNS_ITS_TEMPLATE_ARGUMENT = frozenset(("asc_vf_call", "VF_CALL"))
"""Functions that call `f` with their arguments: `asc_vf_call<f>(dim3(n), x, y)`."""

SAME_MEMORY = frozenset(("GetUserWorkspace",))
"""Functions that give back memory of their argument, which is a workspace then."""

TENSOR_METHODS: dict[str, Effect] = {
    "SetValue": "write",
    "GetValue": "read",
    "SetGlobalBuffer": "nothing",
    "GetSize": "nothing",
    "SetShapeInfo": "nothing",
    "GetShapeInfo": "nothing",
    "SetL2CacheHint": "nothing",
    "SetAddr": "nothing",
    "bufferSize_": "nothing",
}
"""What members of a GlobalTensor do with its memory."""

ALIASES = {"GetPhyAddr": "pointer", "address_": "pointer", "oriAddress_": "pointer", "ReinterpretCast": "tensor"}
"""Members of a GlobalTensor that give its memory in another form."""


def effect_of(call: Call, argument: int) -> Effect:
    """What a call that no body of the project answers does with the memory of one of its arguments."""
    if call.receiver:
        return method_effect(call, argument)
    name = call.name
    if call.qualified != name and not call.qualified.startswith(("AscendC::", "__asc_")):
        return "unknown"
    if WRITE_FIRST.fullmatch(name):
        return "write" if argument == 0 else "read"
    if ATOMIC.fullmatch(name):
        return "both" if argument == 0 else "read"
    if READ.fullmatch(name):
        return "read"
    if SCRATCH.fullmatch(name):
        return "workspace"
    return "nothing" if NOTHING.fullmatch(name) else "unknown"


def method_effect(call: Call, argument: int) -> Effect:
    """Of a matrix multiplication, a list of tensors, or a class that nobody knows."""
    if call.receiver_type == "AscendC::ListTensorDesc" and call.name == "Init" and argument == 0:
        return "list"
    if argument == 0 and MATMUL_WRITES.fullmatch(call.name):
        return "write"
    if argument == 0 and MATMUL_READS.fullmatch(call.name):
        return "read"
    return "workspace" if call.name == "SetWorkspace" and argument == 0 else "unknown"
