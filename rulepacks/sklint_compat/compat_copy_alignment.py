"""DataCopy moves whole blocks of 32 bytes.

A count of elements that is no multiple of 32 bytes compiles; what is moved is rounded down, so that the last elements
stay where they are, and fewer than 32 bytes are not moved at all. `DataCopyPad` moves any number of bytes where the
product has it. Reported is only a count that the compiler knows as a constant, of tensors whose type it knows.

```cpp bad chip=A2
#include "kernel_operator.h"
constexpr uint32_t COLUMNS = 10;
__global__ __vector__ void copy(GM_ADDR x)
{
    AscendC::GlobalTensor<half> from;
    AscendC::LocalTensor<half> to;
    AscendC::DataCopy(to, from, COLUMNS); // <- 20 bytes: nothing
    AscendC::DataCopy(from[16], to, 2 * COLUMNS); // <- 40 bytes: 32
}
```

Whole blocks, a count that is not constant, and moves in blocks:

```cpp good chip=A2
#include "kernel_operator.h"
template <typename T> __aicore__ inline void Move(AscendC::LocalTensor<T> &to, AscendC::GlobalTensor<T> &from)
{
    AscendC::DataCopy(to, from, 8);
}
__global__ __vector__ void copy(GM_ADDR x, uint32_t columns)
{
    AscendC::GlobalTensor<half> from;
    AscendC::LocalTensor<half> to;
    AscendC::DataCopy(to, from, 16);
    AscendC::DataCopy(to, from, columns);
    AscendC::DataCopy(to, from, {10, 1, 0, 0});
    AscendC::DataCopyPad(to, from, {1, 20, 0, 0, 0}, {false, 0, 0, 0});
}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule
from sklint_compat.tensor_calls import TENSOR, tensor_calls

COPY = "AscendC::DataCopy"
BLOCK = 32


@rule(
    "compat.copy-alignment",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=(
        "asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/数据搬运/DataCopy（GM与UB连续数据搬运）.md: count",
        "the pages of the continuous moves between GM and L1, and between local memories, say the same",
    ),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    for call in tensor_calls(ctx, COPY.__eq__):
        if len(call.arguments) != 3 or not all(TENSOR.fullmatch(it.type) for it in call.arguments[:2]):
            continue
        size, count = call.element, call.arguments[2].value
        if size and count and count * size % BLOCK:
            moved = count * size // BLOCK * BLOCK
            message = f"{COPY} is to move {count * size} bytes, it moves whole blocks of {BLOCK}: {moved or 'nothing'}"
            yield check.finding(call.spans[2], message, symbol=f"{COPY} {count}")
