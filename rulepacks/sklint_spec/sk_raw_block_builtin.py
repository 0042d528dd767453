"""Code that runs in a SuperKernel asks AscendC for block numbers, not the core.

`block_idx`, `block_num`, `get_block_idx()` and `get_block_num()` read the core's registers. In a SuperKernel these hold
the numbers of the fused launch; `AscendC::GetBlockIdx()` and `sk::SkSystemArgs` tell those of the kernel. In a mixed
kernel the built-in index differs from GetBlockIdx() on vector cores, so there a person looks at the fix.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void low(GM_ADDR x) { Work(x, AscendC::GetBlockIdx(), AscendC::GetBlockNum()); }
struct LowArgs { GM_ADDR x; };
template <uint32_t part>
__sk__ __vector__ void low_sk(const LowArgs *args, sk::SkSystemArgs *sysArgs)
{
    int64_t index = block_idx; // <-
    Work(args->x, index, get_block_num()); // <-
}
SK_BIND(low, 4, low_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void low(GM_ADDR x) { Work(x, AscendC::GetBlockIdx(), AscendC::GetBlockNum()); }
struct LowArgs { GM_ADDR x; };
template <uint32_t part>
__sk__ __vector__ void low_sk(const LowArgs *args, sk::SkSystemArgs *sysArgs)
{
    int64_t index = AscendC::GetBlockIdx();
    Work(args->x, index, static_cast<int64_t>(sysArgs->skNumBlocks));
}
SK_BIND(low, 4, low_sk<0>);
```

What an SK function calls runs in the SuperKernel too:

```cpp bad
#include "kernel_operator.h"
__aicore__ inline int64_t Mine(int64_t n) { return n * get_block_idx(); } // <-
__global__ __vector__ void part(GM_ADDR x, int32_t n) { Work(x, Mine(n)); }
struct PartArgs { GM_ADDR x; int32_t n; };
template <uint32_t i>
__sk__ __vector__ void part_sk(const PartArgs *args) { Work(args->x, Mine(args->n)); }
SK_BIND(part, 4, part_sk<0>);
```

Parameters, variables, members and namespaced names that are merely called so are none of these, and what no SK function
reaches is free:

```cpp good
#include "kernel_operator.h"
struct Grid { int64_t block_num; __aicore__ int64_t Last() { return block_num - 1; } };
namespace mine { constexpr int64_t block_idx = 3; __aicore__ inline int64_t get_block_idx() { return 3; } }
__aicore__ inline uint32_t Share(uint32_t block_idx, uint32_t block_num) { return Div(block_idx * 8, block_num); }
__global__ __vector__ void alone(GM_ADDR x) { Work(x, block_idx, get_block_num()); }
__global__ __vector__ void free_kernel(GM_ADDR x)
{
    Grid grid{4};
    int64_t block_num = grid.block_num;
    Work(x, Share(0, 1), block_num, grid.block_num, grid.Last(), mine::block_idx, mine::get_block_idx());
}
struct FreeArgs { GM_ADDR x; };
template <uint32_t i>
__sk__ __vector__ void free_sk(const FreeArgs *args)
{
    Grid grid{4};
    int64_t block_num = grid.block_num; // not get_block_num()
    Work(args->x, Share(0, 1), block_num, grid.block_num, grid.Last(), mine::block_idx, mine::get_block_idx());
}
SK_BIND(free_kernel, 4, free_sk<0>);
```

So are SK functions that the operator compiler writes:

```cpp good
#include "kernel_operator.h"
extern "C" __sk__ void add_mix_aic(uint64_t args_offset) { Work(args_offset, block_idx); }
```
"""

from collections.abc import Iterator

from sklint.api import (
    BlockName,
    Context,
    Edit,
    Finding,
    Fix,
    Function,
    ReachedBody,
    Safety,
    Severity,
    SkFunction,
    block_count_fix,
    block_names,
    lacks_system_args,
    macro_body,
    rule,
    sk_bodies,
)

INDEX = "AscendC::GetBlockIdx()"


@rule(
    "sk.raw-block-builtin",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, operator adaptation",),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    for reached in sk_bodies(ctx.unit):
        for used in {it.span: it for it in block_names(ctx.unit, reached.function, reached.body)}.values():
            yield finding(ctx, reached, used)


def finding(ctx: Context, reached: ReachedBody[SkFunction], used: BlockName) -> Finding:
    fix = None if used.from_macro else fixing(ctx, reached.function, used)
    written = f"{used.name}()" if used.name.startswith("get_") else used.name
    return check.finding(
        used.span,
        f"{written} in {reached.function.name} is the core's own number, in a SuperKernel not that of the kernel",
        symbol=f"{reached.function.qualified}:{used.name}",
        related=(*reached.related, *macro_body(reached.body.tokens[used.index : used.index + 1])),
        fixes=(fix,) if fix else (),
    )


def fixing(ctx: Context, function: Function, used: BlockName) -> Fix | None:
    """The index comes from AscendC, the count from the system args; those only the SK function itself has."""
    if used.name.endswith("block_idx"):
        return Fix(f"Use {INDEX}", (Edit(used.extent, INDEX),), Safety.SAFE if one_core(function) else Safety.UNSAFE)
    if not isinstance(function, SkFunction) or lacks_system_args(ctx.target):
        return None
    return block_count_fix(ctx.unit, function, used.extent, used.index)


def one_core(function: Function) -> bool:
    """Whether a function runs on one kind of core alone, so that both indexes are the same outside of a SuperKernel."""
    return isinstance(function, SkFunction) and function.kernel_type is not None and not function.kernel_type.ratio
