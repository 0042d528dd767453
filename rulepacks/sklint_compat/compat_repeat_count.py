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

from sklint.api import ApiUse, Context, Finding, Severity, rule
from sklint_compat.tables import interfaces
from sklint_compat.target_products import chips_of

VECTOR = "/Memory矢量计算/"
"""The folder of the pages of vector operations."""
PARAMETERS = {"AscendC::UnaryRepeatParams", "AscendC::BinaryRepeatParams", "AscendC::CopyRepeatParams"}
"""What stands after the number of repeats."""
DUPLICATE = "AscendC::Duplicate"
"""Has strides after the number of repeats: to, value, mask, repeats, two strides."""
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
    chips = chips_of(ctx)
    for use in ctx.unit.api_uses if chips else ():
        name = use.names[0]
        if len(use.names) > 1 or VECTOR not in interfaces().page(name) or not use.call:
            continue
        place = repeats(name, use) if len(use.call.arguments) > 4 else None
        asked = use.arguments[place].value if place is not None and place < len(use.call.arguments) else None
        if place is not None and asked is not None and not 0 <= asked <= MOST:
            message = f"{name} is to repeat {asked} times, it repeats 0 to {MOST} times"
            yield check.finding(use.call.arguments[place], message, symbol=f"{name} {asked}")


def repeats(name: str, use: ApiUse) -> int | None:
    """Which argument of a call is the number of repeats; None where that is not known."""
    types = [it.type for it in use.arguments]
    if name == DUPLICATE:
        return 3 if len(types) == 6 else None
    return next((place - 1 for place, it in enumerate(types) if place and it in PARAMETERS), None)
