"""The mask of a vector operation is not larger than what one repeat works on.

A repeat of a vector operation works on 256 bytes: 128 elements of 16 bits, 64 of 32 bits, 32 of 64 bits. The mask says
how many of them. A larger number does not make the operation work on more: what it was to work on beyond that is left
as it was. In counter mode (`SetMaskCount`) the number counts elements over all repeats: sources that set it are not
judged. Reported is only a mask that the compiler knows as a constant, of tensors of one type.

```cpp bad chip=A2
#include "kernel_operator.h"
constexpr uint64_t ALL = 128;
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<float> to, from;
    AscendC::Muls(to, from, 2.0f, ALL, 4, {1, 1, 8, 8}); // <-
    AscendC::Add(to, to, from, 65, 4, {1, 1, 1, 8, 8, 8}); // <-
    AscendC::Duplicate(to, 0.0f, 256, 1, 1, 8); // <-
    AscendC::LocalTensor<half> halves;
    AscendC::Adds(halves, halves, half(1), 256, 4, {1, 1, 8, 8}); // <-
}
```

The most there may be, a mask of bits, one that is not constant, one that is not set, and tensors of two types:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x, uint64_t count)
{
    AscendC::LocalTensor<float> to, from;
    AscendC::LocalTensor<half> halves;
    uint64_t bits[2] = {128, 0};
    AscendC::Muls(to, from, 2.0f, 64, 4, {1, 1, 8, 8});
    AscendC::Adds(halves, halves, half(1), 128, 4, {1, 1, 8, 8});
    AscendC::Muls(to, from, 2.0f, bits, 4, {1, 1, 8, 8});
    AscendC::Muls(to, from, 2.0f, count, 4, {1, 1, 8, 8});
    AscendC::Muls<float, false>(to, from, 2.0f, 128, 4, {1, 1, 8, 8});
    AscendC::Cast(halves, to, AscendC::RoundMode::CAST_NONE, 128, 4, {1, 1, 4, 8});
    AscendC::Muls(to, from, 2.0f, 300);
}
```

Counter mode, and an operation of the project's own:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<float> to, from;
    AscendC::SetMaskCount();
    AscendC::Muls(to, from, 2.0f, 300, 1, {1, 1, 8, 8});
}
```

```cpp good chip=A2
#include "kernel_operator.h"
namespace mine { template <class T, class P> void Muls(T &to, T &from, float by, int mask, int rows, P strides) {} }
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<float> to, from;
    mine::Muls(to, from, 2.0f, 128, 4, AscendC::UnaryRepeatParams());
}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule
from sklint_compat.tensor_calls import is_vector_operation, tensor_calls

REPEAT = 256
"""Bytes."""
WITHOUT_MASK = frozenset(("AscendC::Brcb", "AscendC::Gatherb"))


@rule(
    "compat.mask-limit",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=(
        "asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/SIMD计算说明/掩码.md",
        "docs/zh/api/SIMD-API/基础API/Memory矢量计算/掩码操作/SetVectorMask.md",
    ),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    if ctx.unit.mentions("SetMaskCount") or ctx.unit.mentions("COUNTER"):
        return
    for call in tensor_calls(ctx, lambda name: name not in WITHOUT_MASK and is_vector_operation(name)):
        place = call.repeats - 1 if call.repeats else None
        mask, size = call.arguments[place].value if place else None, call.element
        templated = call.use.call.template_arguments if call.use.call else ()
        if place and mask is not None and size > 1 and mask * size > REPEAT and len(templated) < 2:
            message = (
                f"{call.name} has a mask of {mask}, a repeat works on {REPEAT // size} elements of {size * 8} bits"
            )
            yield check.finding(call.spans[place], message, symbol=f"{call.name} {mask}")
