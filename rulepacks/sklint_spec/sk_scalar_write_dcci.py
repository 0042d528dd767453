"""A scalar store to global memory that an SK function reaches is followed by DataCacheCleanAndInvalid.

The scalar unit writes to global memory through each core's data cache. A kernel of its own has that cache written back
at its end by the compiler; an SK function is called like any other function and has not. What its stores wrote may then
stay in the cache, and the next sub-kernel or another core reads the old value. With mask bit 4 the framework leaves its
own flush out as well: that is a warning. Without bit 4, or where no binding says, it is a note.

```cpp bad
#include "kernel_operator.h"
struct QuantArgs { GM_ADDR x; GM_ADDR count; };
__aicore__ inline void Mark(GM_ADDR x, GM_ADDR count)
{
    AscendC::GlobalTensor<float> scale;
    scale.SetGlobalBuffer((__gm__ float *)x, 64);
    scale(0) = 1.0f; // <- operator() stores like a plain variable
    *((__gm__ int32_t *)count) = 7; // <- so does a pointer
}
__global__ __vector__ void quant(GM_ADDR x, GM_ADDR count) { Mark(x, count); }
template <uint32_t part>
__sk__ __vector__ void quant_sk(const QuantArgs *args) { Mark(args->x, args->count); }
SK_BIND(quant, 4, quant_sk<0>);
```

```cpp bad
#include "kernel_operator.h"
struct FlagArgs { GM_ADDR flag; };
__aicore__ inline void Raise(AscendC::GlobalTensor<int32_t> &flag)
{
    flag(8) += 1; // <- mask 0: a note
}
__aicore__ inline void Run(GM_ADDR x)
{
    AscendC::GlobalTensor<int32_t> flag;
    flag.SetGlobalBuffer((__gm__ int32_t *)x);
    Raise(flag);
}
__global__ __vector__ void flags(GM_ADDR flag) { Run(flag); }
template <uint32_t part>
__sk__ __vector__ void flags_sk(const FlagArgs *args) { Run(args->flag); }
SK_BIND(flags, 0, flags_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct FlagArgs { GM_ADDR flag; };
__aicore__ inline void Raise(AscendC::GlobalTensor<int32_t> &flag)
{
    flag(8) += 1;
    AscendC::DataCacheCleanAndInvalid<int32_t, AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_OUT>(flag[8]);
}
__aicore__ inline void Run(GM_ADDR x)
{
    AscendC::GlobalTensor<int32_t> flag;
    flag.SetGlobalBuffer((__gm__ int32_t *)x);
    Raise(flag);
}
__global__ __vector__ void flags(GM_ADDR flag) { Run(flag); }
template <uint32_t part>
__sk__ __vector__ void flags_sk(const FlagArgs *args) { Run(args->flag); }
SK_BIND(flags, 0, flags_sk<0>);
```

`SetValue` flushes by itself where the graph compiler builds the kernel, not where it is launched with `<<<>>>`. It is
reported with mask bit 4 only:

```cpp bad
#include "kernel_operator.h"
struct SizeArgs { GM_ADDR size; };
__aicore__ inline void Store(GM_ADDR x)
{
    AscendC::GlobalTensor<int32_t> size;
    size.SetGlobalBuffer((__gm__ int32_t *)x);
    size.SetValue(0, 7); // <- mask 4
}
__global__ __vector__ void sizes(GM_ADDR size) { Store(size); }
template <uint32_t part>
__sk__ __vector__ void sizes_sk(const SizeArgs *args) { Store(args->size); }
SK_BIND(sizes, 4, sizes_sk<0>);
```

```cpp good
#include "kernel_operator.h"
struct SizeArgs { GM_ADDR size; };
__aicore__ inline void Store(GM_ADDR x)
{
    AscendC::GlobalTensor<int32_t> size;
    size.SetGlobalBuffer((__gm__ int32_t *)x);
    size.SetValue(0, 7);
}
__global__ __vector__ void sizes(GM_ADDR size) { Store(size); }
template <uint32_t part>
__sk__ __vector__ void sizes_sk(const SizeArgs *args) { Store(args->size); }
SK_BIND(sizes, 0, sizes_sk<0>);
```

A flush later in the function, or in one that called it, is enough. Local memory, local variables and stores that no SK
function reaches need none:

```cpp good
#include "kernel_operator.h"
struct SumArgs { GM_ADDR out; };
__aicore__ inline void Write(AscendC::GlobalTensor<float> &out) { out(0) = 1.0f; }
__aicore__ inline void Clear(AscendC::LocalTensor<float> &local, GM_ADDR out)
{
    GM_ADDR parts[2];
    parts[0] = out;
    local(0) = 0.0f;
    local.SetValue(1, 0.0f);
}
__aicore__ inline void Flushed(GM_ADDR x)
{
    AscendC::GlobalTensor<float> out;
    out.SetGlobalBuffer((__gm__ float *)x);
    AscendC::LocalTensor<float> local;
    Clear(local, x);
    Write(out);
    AscendC::DataCacheCleanAndInvalid<float, AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_OUT>(out);
}
__global__ __vector__ void sum(GM_ADDR out) { Flushed(out); }
template <uint32_t part>
__sk__ __vector__ void sum_sk(const SumArgs *args) { Flushed(args->out); }
SK_BIND(sum, 4, sum_sk<0>);
__global__ __vector__ void plain(GM_ADDR out) { *((__gm__ int32_t *)out) = 7; }
```
"""  # noqa: E501

from collections.abc import Iterator

from sklint.api import (
    Context,
    Finding,
    Fix,
    GlobalWrite,
    Reached,
    Related,
    Safety,
    Severity,
    SkFunction,
    Span,
    flush_edits,
    rule,
    unflushed_writes,
)

NO_FLUSH = 4
"""The mask bit that leaves the framework's flush out."""


@rule(
    "sk.scalar-write-dcci",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, adapting an operator (scalar access and cache); SK_BIND, mask 4",),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    unflushed = {
        part.key for it in ctx.unit.bindings if it.mask and (it.mask.value or 0) & NO_FLUSH
        for bound in it.parts for part in bound.functions
    }  # fmt: skip
    seen: set[Span] = set()
    for function in sorted(ctx.unit.sk_functions, key=lambda it: it.key not in unflushed):
        for reached, write in [] if function.tool_made else unflushed_writes(ctx.unit, function):
            if write.span not in seen and (write.kind != "SetValue" or function.key in unflushed):
                seen.add(write.span)
                yield finding(ctx, function, reached, write, function.key in unflushed)


def finding(ctx: Context, function: SkFunction, reached: Reached, write: GlobalWrite, unflushed: bool) -> Finding:
    related = [Related(reached.via[0].span, f"{function.name} gets there from here")] if reached.via else []
    return check.finding(
        write.span,
        f"{write.target} writes to global memory and no DataCacheCleanAndInvalid follows"
        + (", mask bit 4 of SK_BIND leaves the framework's flush out" if unflushed else ""),
        symbol=reached.function.qualified,
        severity=Severity.WARNING if unflushed else Severity.INFO,
        related=related,
        fixes=fixes(ctx, reached, write),
    )


def fixes(ctx: Context, reached: Reached, write: GlobalWrite) -> tuple[Fix, ...]:
    """Flush the element's cache line; what else the line holds, and how often, a person knows."""
    edits = flush_edits(ctx.unit, reached.function, write)
    return (Fix(f"Flush {write.tensor}[{write.offset}] after the write", edits, Safety.UNSAFE),) if edits else ()
