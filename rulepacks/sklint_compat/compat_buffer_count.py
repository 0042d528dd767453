"""A TPipe gives at most 64 buffers.

`InitBuffer` takes as many buffers from a TPipe as the call says for a queue, and one for a `TBuf`. The pipe has a place
for 64 of them; what comes after has none. Reported is only what the constants of the calls on one way through a
function prove: a branch that the way does not take and what other functions ask for do not count, and `Reset` gives all
places back.

```cpp bad chip=A2
#include "kernel_operator.h"
constexpr uint8_t DEPTH = 31;
__global__ __vector__ void add(GM_ADDR x, uint32_t length)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> in;
    AscendC::TQue<AscendC::TPosition::VECOUT, 2> out;
    AscendC::TBuf<> first, second, third;
    pipe.InitBuffer(in, DEPTH, 1024);
    pipe.InitBuffer(out, DEPTH, length);
    pipe.InitBuffer(first, length);
    pipe.InitBuffer(second, length);
    pipe.InitBuffer(third, length); // <-
}
```

64, another pipe, one that is reset, a branch apart, a queue asked for by a number that is not constant:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x, uint32_t mode, uint8_t depth)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> in, rest;
    AscendC::TBuf<> first, second;
    pipe.InitBuffer(in, 62, 1024);
    pipe.InitBuffer(rest, depth, 1024);
    if (mode == 1) {
        pipe.InitBuffer(first, 32);
    } else {
        pipe.InitBuffer(second, 32);
    }
    pipe.Reset();
    pipe.InitBuffer(in, 64, 1024);
    {
        AscendC::TPipe pipe;
        pipe.InitBuffer(first, 32);
    }
}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule
from sklint_compat.buffers import INIT, asked_for, totals
from sklint_compat.target_products import chips_of
from sklint_compat.ways import uses_of, ways_with

MOST = 64


@rule(
    "compat.buffer-count",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit docs/zh/api/SIMD-API/基础API/资源管理/TPipe/InitBuffer.md: 约束说明",),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    uses = uses_of(ctx, INIT) if chips_of(ctx) else {}
    for way in ways_with(ctx, uses, lambda them: sum(asked_for(it.arguments).number for it in them) > MOST):
        if found := next((it for it in totals(ctx, way, uses) if it.number > MOST), None):
            message = f"InitBuffer brings the buffers of a TPipe to {found.number}, it has {MOST}"
            yield check.finding(found.use.span, message, symbol=f"{found.number} buffers")
