"""A tensor that is moved or computed with begins at a whole block of 32 bytes.

In the memories of a core, moves and vector operations begin at addresses that are multiples of 32 bytes. `t[k]` of a
tensor that a queue or a buffer gave begins `k` elements later: where these are no whole blocks, the hardware raises an
error, or works on other elements. Global memory may begin anywhere, and so may what a reduction leaves, an element that
stands for a scalar, and what some operations say of themselves. Reported is only a constant that is added to a tensor
whose start the function shows.

```cpp bad chip=A2
#include "kernel_operator.h"
constexpr uint32_t HALF_ROW = 12;
__global__ __vector__ void add(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::GlobalTensor<half> from;
    AscendC::TQue<AscendC::QuePosition::VECIN, 2> in;
    AscendC::LocalTensor<half> row = in.AllocTensor<half>();
    AscendC::DataCopy(row[3], from, 16); // <-
    AscendC::Add(row, row[HALF_ROW], row, 16); // <-
    AscendC::Muls(row[8], row, half(2), 16); // <-
    AscendC::TBuf<AscendC::TPosition::VECCALC> scratch;
    auto sums = scratch.Get<float>();
    AscendC::Cast(sums[4 + 2], row, AscendC::RoundMode::CAST_NONE, 16); // <-
}
```

Whole blocks, global memory, and offsets that are not constant:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x, uint32_t offset)
{
    AscendC::TPipe pipe;
    AscendC::GlobalTensor<half> from;
    AscendC::TQue<AscendC::QuePosition::VECIN, 2> in;
    AscendC::LocalTensor<half> row = in.AllocTensor<half>();
    AscendC::DataCopy(row[16], from[3], 16);
    AscendC::DataCopy(row[offset], from, 16);
    AscendC::Add(row, row[32], row, 16);
}
```

A tensor that may begin anywhere: a parameter, a part of another, one that is set later:

```cpp good chip=A2
#include "kernel_operator.h"
__aicore__ inline void Twice(AscendC::LocalTensor<half> &row)
{
    AscendC::Add(row[13], row[13], row[13], 16);
}
__global__ __vector__ void add(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> scratch;
    AscendC::LocalTensor<half> whole = scratch.Get<half>();
    auto part = whole[3];
    AscendC::Add(part[13], part[13], part[13], 16);
    Twice(part);
    AscendC::LocalTensor<half> moved = scratch.Get<half>();
    moved = whole[3];
    AscendC::Add(moved[13], moved[13], moved[13], 16);
    AscendC::LocalTensor<half> rows[2];
    AscendC::Add(rows[1], rows[1], rows[1], 16);
}
```

```cpp good chip=A2
#include "kernel_operator.h"
struct Pool {
    template <class T> __aicore__ inline AscendC::LocalTensor<T> Get() { return all.Get<T>()[first]; }
    AscendC::TBuf<> all;
    uint32_t first;
};
__global__ __vector__ void add(GM_ADDR x)
{
    Pool pool;
    AscendC::LocalTensor<half> own = pool.Get<half>();
    AscendC::Add(own[13], own[13], own[13], 16);
}
```

What a reduction leaves, an element that stands for a scalar, and an operation of the project's own:

```cpp good chip=A2
#include "kernel_operator.h"
namespace mine { template <class T> __aicore__ inline void Add(const T &to, const T &a, const T &b, int count) {} }
__global__ __vector__ void add(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> scratch;
    AscendC::LocalTensor<float> row = scratch.Get<float>();
    AscendC::LocalTensor<float> sums = scratch.Get<float>();
    AscendC::WholeReduceSum(sums[1], row, 64, 1, 1, 1, 8);
    AscendC::Adds(row, row, row[3], 64);
    mine::Add(row[1], row[1], row[1], 8);
}
```

A constant that is asked for before:

```cpp good chip=A2
#include "kernel_operator.h"
constexpr uint32_t SKIPPED = 3;
__global__ __vector__ void add(GM_ADDR x)
{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> scratch;
    AscendC::LocalTensor<half> row = scratch.Get<half>();
    if constexpr (SKIPPED % 16 == 0) {
        AscendC::Add(row, row, row[SKIPPED], 16);
    }
}
```
"""

from collections.abc import Iterator

from sklint.api import Argument, Context, Finding, Severity, rule
from sklint_compat.tables import interfaces
from sklint_compat.tensor_calls import BASIC, SIZES, TENSOR, tensor_calls

BLOCK = 32
FOLDERS = tuple(f"{BASIC}{it}/" for it in ("基础算术", "逻辑计算", "类型转换", "数据填充", "数据搬运"))
"""The folders of pages that ask for whole blocks of all tensors; those of reductions, sorting and gathering do not."""
SCALARS = frozenset(f"AscendC::{it}" for it in "Adds Subs Muls Divs Maxs Mins Ands Ors Duplicate".split())
"""Operations for which a tensor may stand for its first element: of these the first tensor alone is judged."""


@rule(
    "compat.address-alignment",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=(
        "asc-devkit docs/zh/api/SIMD-API/通用说明和约束.md: 通用地址对齐约束",
        "docs/zh/api/SIMD-API/基础API/Memory矢量计算/数据搬运/DataCopy（GM与UB连续数据搬运）.md: dst, src",
        "the pages of docs/zh/api/SIMD-API/基础API/Memory矢量计算/基础算术",
    ),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    for call in tensor_calls(ctx, takes_whole_blocks):
        judged = 1 if call.name in SCALARS else len(call.arguments)
        for argument, span in list(zip(call.arguments, call.spans, strict=True))[:judged]:
            if offset := bytes_into(argument):
                message = (
                    f"{call.name} begins at byte {offset} of a buffer, tensors begin at multiples of {BLOCK} bytes"
                )
                yield check.finding(span, message, symbol=f"{call.name} {offset}")


def takes_whole_blocks(name: str) -> bool:
    return any(it in interfaces().page(name) for it in FOLDERS)


def bytes_into(argument: Argument) -> int:
    """Where a tensor begins in its buffer, where that is known and is no whole block; else 0."""
    element = TENSOR.fullmatch(argument.type)
    size = SIZES.get(element[1], 0) if element else 0
    begin = (argument.offset or 0) * size
    return begin if begin % BLOCK else 0
