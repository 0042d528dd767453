"""A vector operation repeats at most 255 times.

The forms of vector operations with a mask take how often the operation repeats as `uint8_t`. A larger number compiles:
its upper bits are lost, and so is what they were to work on (300 repeats are 44). Reported is only a number that the
compiler knows as a constant, in a call whose repeat parameters it knows.

```cpp bad chip=A2
#include "kernel_operator.h"
constexpr int32_t ROWS = 300;
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<float> to, from;
    AscendC::Muls(to, from, 2.0f, 64, ROWS, {1, 1, 8, 8}); // <-
    AscendC::Add(to, to, from, 64, 2 * ROWS, {1, 1, 1, 8, 8, 8}); // <-
    AscendC::Duplicate(to, 0.0f, 64, 256, 1, 8); // <-
    AscendC::Brcb(to, from, ROWS, {1, 8}); // <-
    AscendC::LocalTensor<uint32_t> places;
    AscendC::Gatherb(to, from, places, 256, {1, 8}); // <-
    AscendC::LocalTensor<uint8_t> mask;
    AscendC::CompareScalar(mask, from, 1.0f, AscendC::CMPMODE::LT, 64, 256, {1, 1, 8, 8}); // <-
}
```

A template's constant, where nothing decides before that the call is made:

```cpp bad chip=A2
#include "kernel_operator.h"
template <int ROWS> __aicore__ inline void Clear(AscendC::LocalTensor<float> &to)
{
    AscendC::Duplicate(to, 0.0f, 64, ROWS, 1, 8); // <-
}
__global__ __vector__ void clear(GM_ADDR x)
{
    AscendC::LocalTensor<float> to;
    Clear<300>(to);
}
```

```cpp good chip=A2
#include "kernel_operator.h"
template <int ROWS> __aicore__ inline void Clear(AscendC::LocalTensor<float> &to)
{
    if (ROWS < 256) {
        AscendC::Duplicate(to, 0.0f, 64, ROWS, 1, 8);
    }
}
template <int ROWS> __aicore__ inline void Few(AscendC::LocalTensor<float> &to)
{
    AscendC::Duplicate(to, 0.0f, 64, ROWS, 1, 8);
}
__global__ __vector__ void clear(GM_ADDR x)
{
    AscendC::LocalTensor<float> to;
    Clear<300>(to);
    Few<200>(to);
}
```

The most there may be, a number that is not constant, and a count of elements:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x, uint8_t rows)
{
    AscendC::LocalTensor<float> to, from;
    AscendC::Muls(to, from, 2.0f, 64, 255, {1, 1, 8, 8});
    AscendC::Muls(to, from, 2.0f, 64, rows, {1, 1, 8, 8});
    AscendC::Muls(to, from, 2.0f, 300);
    AscendC::Duplicate(to, 0.0f, 300);
    AscendC::Brcb(to, from, 255, {1, 8});
}
```

A constant that is asked for before:

```cpp good chip=A2
#include "kernel_operator.h"
constexpr int32_t ROWS = 300;
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<float> to, from;
    if constexpr (ROWS <= 255) {
        AscendC::Muls(to, from, 2.0f, 64, ROWS, {1, 1, 8, 8});
    }
    AscendC::Muls(to, from, 2.0f, 64, ROWS > 255 ? 255 : ROWS, {1, 1, 8, 8});
}
```

An operation of the project's own:

```cpp good chip=A2
#include "kernel_operator.h"
namespace mine { template <class T> void Muls(T &to, T &from, float by, int mask, int rows) {} }
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<float> to, from;
    mine::Muls(to, from, 2.0f, 64, 300);
}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule
from sklint_compat.tensor_calls import is_vector_operation, tensor_calls

MOST = 255


@rule(
    "compat.repeat-count",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=(
        "asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/数据填充/Duplicate.md: repeatTime",
        "the prototypes of docs/zh/api/SIMD-API/基础API/Memory矢量计算",
    ),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    for call in tensor_calls(ctx, is_vector_operation):
        place = call.repeats
        asked = call.arguments[place].value if place is not None else None
        if place is not None and asked is not None and not 0 <= asked <= MOST:
            message = f"{call.name} is to repeat {asked} times, it repeats 0 to {MOST} times"
            yield check.finding(call.spans[place], message, symbol=f"{call.name} {asked}")
