"""A buffer is not larger than the memory of the chip that it is in.

`InitBuffer` cuts buffers out of the unified buffer, L1 or L0 of a core. A buffer that is larger than all of it cannot
be there: the kernel writes beyond the memory. Sizes differ between architectures. What counts is the memory itself:
compiler and framework keep a part of some, which a kernel has only with options of the compiler (`sklint targets` tells
both). Reported is only a size that the compiler knows as a constant.

```cpp bad chip=A2
#include "kernel_operator.h"
constexpr uint32_t TILE = 128 * 1024;
__global__ __vector__ void copy(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::QuePosition::VECIN, 2> in;
    AscendC::TBuf<AscendC::TPosition::A1> left;
    pipe.InitBuffer(in, 2, TILE); // <-
    pipe.InitBuffer(left, 1024 * 1024); // <-
}
```

The same on a chip that has more, a buffer that fits, and a size that is not constant:

```cpp good chip=910
#include "kernel_operator.h"
__global__ __aicore__ void copy(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::QuePosition::VECIN, 2> in;
    pipe.InitBuffer(in, 2, 128 * 1024);
}
```

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void copy(GM_ADDR x, uint32_t length)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::QuePosition::VECIN, 2> in;
    AscendC::TBuf<AscendC::TPosition::VECCALC> scratch;
    pipe.InitBuffer(in, 2, 96 * 1024);
    pipe.InitBuffer(scratch, length);
}
```

A buffer whose position is left to the interface, which takes that of calculations:

```cpp bad chip=A2
#include "kernel_operator.h"
__global__ __vector__ void copy(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TBuf<> scratch;
    pipe.InitBuffer(scratch, 200 * 1024); // <-
    AscendC::TBuf<> fits;
    pipe.InitBuffer(fits, 192 * 1024);
}
```

A memory that no document gives, and a function of the project's own:

```cpp good chip=x90
#include "kernel_operator.h"
struct Pool { template <class T> __aicore__ void InitBuffer(T &buffer, uint32_t length) {} };
__global__ __vector__ void copy(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> scratch;
    Pool pool;
    pipe.InitBuffer(scratch, 512 * 1024);
    pool.InitBuffer(scratch, 8 * 1024 * 1024);
}
```
"""

import re
from collections.abc import Iterator

from sklint.api import ApiUse, Argument, Chip, Context, Finding, Severity, rule, whole_memories
from sklint_compat.target_products import chips_of, marked, named

INIT = "AscendC::TPipe::InitBuffer"
POSITION = re.compile(r"AscendC::(?:TQue|TQueBind|TBuf)<(?:AscendC::TPosition::(\w+)|>)")
ASSUMED = "VECCALC"
"""The position of a `TBuf<>`."""
MEMORY = {
    "VECIN": "UB", "VECCALC": "UB", "VECOUT": "UB", "A1": "L1", "B1": "L1", "A2": "L0A", "B2": "L0B", "CO1": "L0C",
}  # fmt: skip
"""The memory behind each position, of those that are the same on every product."""
BLOCK = 32
"""Lengths are rounded up to this many bytes."""


@rule(
    "compat.memory-limit",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=(
        "asc-devkit include/utils/base/sys_constants.h",
        "docs/zh/guide/编程指南/高级编程/硬件实现/架构规格",
        "docs/zh/api/SIMD-API/基础API/资源管理/TPipe/InitBuffer.md",
    ),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    chips = chips_of(ctx)
    for use in ctx.unit.api_uses if chips else ():
        if use.names == (INIT,) and (asked := asked_for(use.arguments)):
            yield from beyond(use, *asked, chips)


def asked_for(arguments: tuple[Argument, ...]) -> tuple[str, int] | None:
    """The memory and the bytes of a call of InitBuffer; None where they are not known."""
    position = POSITION.match(arguments[0].type) if arguments else None
    memory = MEMORY.get(position[1] or ASSUMED) if position else None
    match [it.value for it in arguments[1:]]:
        case [int(length)] if memory:
            return memory, rounded(length)
        case [int(number), int(length)] if memory:
            return memory, number * rounded(length)
        case _:
            return None


def rounded(length: int) -> int:
    return -(-length // BLOCK) * BLOCK


def beyond(use: ApiUse, memory: str, asked: int, chips: tuple[Chip, ...]) -> Iterator[Finding]:
    sizes = {it: whole_memories(it.arch).get(memory, 0) for it in chips}
    without = [it for it, size in sizes.items() if 0 < size < asked]
    if without:
        message = f"InitBuffer asks for {asked} bytes of {memory}, {named(without)} has {sizes[without[0]]}"
        yield check.finding(use.span, message, symbol=marked(f"{memory} {asked}", without))
