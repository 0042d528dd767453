"""A buffer is not larger than the memory of the chip that it is in.

`InitBuffer` cuts buffers out of the unified buffer, L1 or L0 of a core. A buffer that is larger than all of it cannot
be there: the kernel writes beyond the memory. Sizes differ between architectures. What counts is the memory itself:
compiler and framework keep a part of some, which a kernel has only with options of the compiler (`sklint targets` tells
both). Reported is only a size that the compiler knows as a constant.

The same holds for all buffers that a function asks of one TPipe on one way: they are cut out of one memory, until the
pipe is reset. What one branch asks for and another does not is not added up, nor what other functions ask for.

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

Buffers that fit one by one and not together:

```cpp bad chip=A2
#include "kernel_operator.h"
constexpr uint32_t TILE = 32 * 1024;
template <class T> class Add {
public:
    __aicore__ inline void Init(AscendC::TPipe *pipe, uint32_t mode, uint32_t length)
    {
        pipe->InitBuffer(x, 2, TILE);
        pipe->InitBuffer(y, 2, TILE);
        pipe->InitBuffer(rest, length);
        if (mode == 1) {
            pipe->InitBuffer(scratch, 2 * TILE + 32); // <-
        }
        pipe->InitBuffer(out, 2, TILE);
        this->left->InitBuffer(scratch, TILE);
    }
    AscendC::TPipe *left;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> x, y;
    AscendC::TQue<AscendC::TPosition::VECOUT, 2> out;
    AscendC::TBuf<> scratch, rest;
};
__global__ __vector__ void add(GM_ADDR x) {}
```

Another way, another pipe, another memory, and a pipe that is reset:

```cpp good chip=A2
#include "kernel_operator.h"
constexpr uint32_t TILE = 64 * 1024;
constexpr bool TWICE = false;
__aicore__ inline void Prepare(AscendC::TPipe &pipe) { pipe.Reset(); }
__global__ __vector__ void add(GM_ADDR x, uint32_t mode)
{
    AscendC::TPipe pipe;
    AscendC::TBuf<> a, b, c;
    AscendC::TBuf<AscendC::TPosition::A1> left;
    pipe.InitBuffer(a, TILE);
    pipe.InitBuffer(b, TILE);
    pipe.InitBuffer(left, 2 * TILE);
    if constexpr (TWICE) {
        pipe.InitBuffer(c, 2 * TILE);
    }
    if (mode == 1) {
        pipe.InitBuffer(c, TILE);
    } else {
        pipe.InitBuffer(c, TILE);
    }
    Prepare(pipe);
    pipe.InitBuffer(a, 2 * TILE);
    pipe.Reset();
    pipe.InitBuffer(a, 2 * TILE);
}
```

A queue between positions, whose buffers are at the second:

```cpp bad chip=A2
#include "kernel_operator.h"
__global__ __mix__(1, 2) void add(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TQueBind<AscendC::TPosition::VECOUT, AscendC::TPosition::A1, 1> wide, whole;
    AscendC::TQueBind<AscendC::TPosition::VECIN, AscendC::TPosition::VECOUT, 2> narrow;
    pipe.InitBuffer(wide, 1, 256 * 1024);
    pipe.InitBuffer(narrow, 2, 128 * 1024); // <-
    pipe.InitBuffer(whole, 1, 256 * 1024);
}
```
"""

from collections.abc import Iterator

from sklint.api import ApiUse, Chip, Context, Finding, Severity, rule, whole_memories
from sklint_compat.buffers import INIT, MEMORIES, asked_for, totals
from sklint_compat.target_products import chips_of, marked, named
from sklint_compat.ways import Uses, Way, uses_of, ways_with


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
    uses = uses_of(ctx, INIT) if chips else {}
    for use in uses.values():
        yield from beyond(use, chips)
    for way in ways_with(ctx, uses, lambda them: may_be_beyond(them, chips)):
        yield from beyond_together(ctx, way, uses, chips)


def beyond(use: ApiUse, chips: tuple[Chip, ...]) -> Iterator[Finding]:
    """One call that asks for more than there is."""
    asked = asked_for(use.arguments)
    if without := lacking(asked.memory, asked.size, chips):
        has = f"{named(without)} has {size(asked.memory, without)}"
        message = f"InitBuffer asks for {asked.size} bytes of {asked.memory}, {has}"
        yield check.finding(use.span, message, symbol=marked(f"{asked.memory} {asked.size}", without))


def may_be_beyond(uses: list[ApiUse], chips: tuple[Chip, ...]) -> bool:
    """Whether some memory is smaller than what all of these ask of it."""
    asked = [asked_for(it.arguments) for it in uses]
    return any(lacking(memory, sum(it.size for it in asked if it.memory == memory), chips) for memory in MEMORIES)


def beyond_together(ctx: Context, way: Way, uses: Uses, chips: tuple[Chip, ...]) -> Iterator[Finding]:
    """The first call on a way with which all are more than there is."""
    for it in totals(ctx, way, uses):
        memory = it.asked.memory
        if lacking(memory, it.asked.size, chips):
            return
        if without := lacking(memory, it.size, chips):
            message = f"InitBuffer brings the buffers of {memory} to {it.size} bytes, {named(without)} has "
            symbol = marked(f"{memory} {it.size} together", without)
            yield check.finding(it.use.span, f"{message}{size(memory, without)}", symbol=symbol)
            return


def lacking(memory: str, asked: int, chips: tuple[Chip, ...]) -> list[Chip]:
    """The chips whose memory is known and smaller."""
    return [it for it in chips if 0 < whole_memories(it.arch).get(memory, 0) < asked]


def size(memory: str, chips: list[Chip]) -> int:
    return whole_memories(chips[0].arch)[memory]
