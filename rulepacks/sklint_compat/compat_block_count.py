"""A kernel is launched with a number of blocks that every product can start.

The number of blocks of a launch is from 1 to 65535, for SIMT kernels too, whatever the chip has of cores. Other numbers
are an error when the kernel is launched, or lose their upper bits. Reported is only a number that is a constant.

```cpp bad
#include "kernel_operator.h"
constexpr uint32_t BLOCKS = 64 * 1024;
__global__ __vector__ void add(GM_ADDR x) {}
void Run(GM_ADDR x, void *stream)
{
    add<<<BLOCKS, nullptr, stream>>>(x); // <-
    add<<<0, nullptr, stream>>>(x); // <-
}
```

The most there may be, and numbers that are not constant:

```cpp good
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) {}
void Run(GM_ADDR x, uint32_t blocks, void *stream)
{
    add<<<65535, nullptr, stream>>>(x);
    add<<<1, nullptr, stream>>>(x);
    add<<<blocks, nullptr, stream>>>(x);
}
```

What is no kernel of the source, and a grid:

```cpp good
#include "kernel_operator.h"
__global__ __launch_bounds__(512) void add(float *x) {}
void Run(float *x, void *stream)
{
    add<<<dim3(60000), 512, 0, stream>>>(x);
    other<<<70000, nullptr, stream>>>(x);
}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule

LEAST, MOST = 1, 65535


@rule(
    "compat.block-count",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=(
        "asc-devkit docs/zh/guide/编程指南/语言扩展层/SIMD-BuiltIn关键字.md: numBlocks",
        "docs/zh/guide/编程指南/语言扩展层/SIMT-BuiltIn关键字.md",
    ),
    words=("<<<",),
)
def check(ctx: Context) -> Iterator[Finding]:
    for it in ctx.unit.launches:
        if it.kernels and it.block_count is not None and not LEAST <= it.block_count <= MOST:
            message = f"{it.name} is launched with {it.block_count} blocks, a launch has {LEAST} to {MOST}"
            yield check.finding(it.span, message, symbol=it.name)
