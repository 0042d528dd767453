"""Apart from unpacking, the block count and destroying, the SK function's body is its kernel's body.

The kernel is what runs on its own, the SK function is what runs in a SuperKernel: both must do the same. Parameters
that come from the args struct, a block count that comes from SkSystemArgs, `DestroyWithoutPipeAll`, cache flushes and
the kernel's KERNEL_TASK_TYPE are differences the adaptation asks for. Anything else means that one of the two was
changed and the other was not. A local of a type that does not hold the parameter (`int32_t n = args->n` of an int64_t)
is no unpacking.

```cpp bad
#include "kernel_operator.h"
struct AddArgs { GM_ADDR x; GM_ADDR z; uint32_t n; };
__global__ __vector__ void add(GM_ADDR x, GM_ADDR z, uint32_t n)
{
    Add op(x, z, n);
    op.Run();
}
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args)
{
    Add op(args->x, args->z, args->n + 1); // <- the kernel has n
    op.Run();
}
SK_BIND(add, 4, add_sk<0>);
```

```cpp bad
#include "kernel_operator.h"
struct SubArgs { GM_ADDR x; uint32_t n; };
__global__ __vector__ void sub(GM_ADDR x, uint32_t n)
{
    Load(x);
    if (n > 0) Store(x);
}
__sk__ __vector__ void sub_sk(const SubArgs *args) // <- does not store
{
    Load(args->x);
}
SK_BIND(sub, 4, sub_sk);
```

```cpp bad
#include "kernel_operator.h"
struct MulArgs { GM_ADDR x; };
__global__ __vector__ void mul(GM_ADDR x) { Work(x); }
__sk__ __vector__ void mul_sk(const MulArgs *args)
{
    Work(args->x);
    Trace(args->x); // <- the kernel does not
}
SK_BIND(mul, 4, mul_sk);
```

What the adaptation asks for is no drift:

```cpp good
#include "kernel_operator.h"
struct NormArgs { GM_ADDR x; uint32_t used; };
template <typename T>
__global__ __vector__ void norm(GM_ADDR x, uint32_t used)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::TPipe pipe;
    if (AscendC::GetBlockIdx() >= used) return;
    Norm<T> op(x, &pipe, AscendC::GetBlockNum());
    op.Run();
}
template <typename U, uint32_t part>
__sk__ __vector__ void norm_sk(const NormArgs *args, sk::SkSystemArgs *sysArgs)
{
    GM_ADDR in = args->x;
    AscendC::TPipe pipe;
    if (AscendC::GetBlockIdx() >= args->used) {
        pipe.DestroyWithoutPipeAll();
        return;
    }
    Norm<U> op(in, &pipe, static_cast<int64_t>(sysArgs->skNumBlocks));
    op.Run();
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(norm<float>, 4, norm_sk<float, 0>);
```

A mixed kernel may take the block count by core type, and a variable may have another name:

```cpp good
#include "kernel_operator.h"
struct AttnArgs { GM_ADDR q; };
__global__ __mix__(1, 2) void attn(GM_ADDR q)
{
    Attn op;
    op.blocks = AscendC::GetBlockNum();
    op.Run(q);
}
template <uint32_t part>
__sk__ __mix__(1, 2) void attn_sk(const AttnArgs *args, const sk::SkSystemArgs *sysArgs)
{
    Attn attention;
    if ASCEND_IS_AIC {
        attention.blocks = sysArgs->skNumBlocks;
    } else {
        attention.blocks = sysArgs->skNumBlocks / 2;
    }
    attention.Run(args->q);
}
SK_BIND(attn, 4, attn_sk<0>, attn_sk<1>);
```

Of a block count that is not the kernel's on a kind of core the message says how much it is there:

```cpp bad
#include "kernel_operator.h"
struct MixArgs { GM_ADDR q; uint32_t n; };
__global__ __mix__(1, 2) void mix(GM_ADDR q, uint32_t n) { Run(q, n / AscendC::GetBlockNum()); }
__sk__ __mix__(1, 2) void mix_sk(const MixArgs *args, sk::SkSystemArgs *sys)
{
    Run(args->q, args->n / (sys->skNumBlocks / 2)); // <- half of it on cube cores
}
SK_BIND(mix, 4, mix_sk);
```

What destroys may be a helper, or a method of the object that holds the pipe:

```cpp good
#include "kernel_operator.h"
struct SumArgs { GM_ADDR x; };
struct Sum {
    AscendC::TPipe pipe;
    __aicore__ void Run(GM_ADDR x) { Work(x); }
    __aicore__ void Finish() { pipe.DestroyWithoutPipeAll(); }
};
__global__ __vector__ void sum(GM_ADDR x) { Sum op; op.Run(x); }
__sk__ __vector__ void sum_sk(const SumArgs *args) { Sum op; op.Run(args->x); op.Finish(); }
SK_BIND(sum, 4, sum_sk);
```

A helper that asks for the block count has a copy that takes it, which does the same otherwise:

```cpp good
#include "kernel_operator.h"
struct ScanArgs { GM_ADDR x; uint32_t n; };
__aicore__ inline int64_t Share(int64_t n) { return n / AscendC::GetBlockNum(); }
__global__ __vector__ void scan(GM_ADDR x, uint32_t n) { Work(x, Share(n)); }
__aicore__ inline int64_t Share_sk(int64_t blockNum, int64_t n) { return n / blockNum; }
__sk__ __vector__ void scan_sk(const ScanArgs *args, sk::SkSystemArgs *sysArgs)
{
    Work(args->x, Share_sk(sysArgs->skNumBlocks, args->n));
}
SK_BIND(scan, 4, scan_sk);
```

```cpp bad
#include "kernel_operator.h"
struct FoldArgs { GM_ADDR x; uint32_t n; };
struct Fold { __aicore__ inline void Init(uint32_t n) { part = n / AscendC::GetBlockNum(); } uint32_t part; };
__global__ __vector__ void fold(GM_ADDR x, uint32_t n) { Fold op; op.Init(n); Work(x, op.part); }
struct Fold_sk { __aicore__ inline void Init(int64_t blockNum, uint32_t n) { part = n % blockNum; } uint32_t part; };
__sk__ __vector__ void fold_sk(const FoldArgs *args, sk::SkSystemArgs *sysArgs)
{
    Fold_sk op; // <- Init takes the remainder, that of Fold divides
    op.Init(sysArgs->skNumBlocks, args->n);
    Work(args->x, op.part);
}
SK_BIND(fold, 4, fold_sk);
```

Unpacking all at once, a template that does the same with another value, and what destroys in the end are no drift:

```cpp good
#include "kernel_operator.h"
struct RollArgs { GM_ADDR x; uint32_t n; };
struct End { AscendC::TPipe &pipe; __aicore__ ~End() { pipe.DestroyWithoutPipeAll(); } };
template <bool fused>
__aicore__ inline void Roll(GM_ADDR x, uint32_t n)
{
    AscendC::TPipe pipe;
    Work(x, n, &pipe);
    if constexpr (fused) { pipe.DestroyWithoutPipeAll(); }
}
__global__ __vector__ void roll(GM_ADDR x, uint32_t n) { Roll<false>(x, n); AscendC::TPipe pipe; Work(x, &pipe); }
template <uint32_t part>
__sk__ __vector__ void roll_sk(const RollArgs *args)
{
    const auto &[x, n] = *args;
    Roll<true>(x, n);
    AscendC::TPipe pipe;
    End end{pipe};
    Work(x, &pipe);
}
SK_BIND(roll, 4, roll_sk<0>);
```

```cpp bad
#include "kernel_operator.h"
struct TileArgs { GM_ADDR x; uint32_t n; };
template <uint32_t tile>
__aicore__ inline void Tile(GM_ADDR x, uint32_t n) { Work(x, n / tile); }
__global__ __vector__ void tile(GM_ADDR x, uint32_t n) { Tile<64>(x, n); }
__sk__ __vector__ void tile_sk(const TileArgs *args)
{
    auto [x, n] = *args;
    Tile<32>(x, n); // <- the value is used
}
SK_BIND(tile, 4, tile_sk);
```

An SK function that hands its args on as a whole cannot be compared, and one that nothing binds has no kernel:

```cpp good
#include "kernel_operator.h"
struct GatherArgs { GM_ADDR x; };
__aicore__ inline void Unpack(const GatherArgs *args) { Work(args->x); }
__global__ __vector__ void gather(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void gather_sk(const GatherArgs *args) { Unpack(args); }
SK_BIND(gather, 4, gather_sk<0>);
template <uint32_t part>
__sk__ __vector__ void spare_sk(const GatherArgs *args) { Other(args->x); }
```
"""

from collections.abc import Iterator, Sequence

from sklint.api import (
    Context,
    CountDifference,
    Difference,
    Finding,
    Kernel,
    Related,
    Severity,
    SkFunction,
    Span,
    Token,
    count_differences,
    first_difference,
    macro_body,
    rule,
)


@rule(
    "sk.body-drift",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (the SK function's logic is the kernel's)",),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    told: set[Span] = set()
    for binding, kernel, function in ctx.unit.bound:
        if function.tool_made or function.span in told:
            continue
        difference = first_difference(ctx.unit, binding, kernel, function)
        if difference is not None:
            told.add(function.span)
            yield finding(ctx, kernel, function, difference)
    yield from (other_count(it) for it in count_differences(ctx.unit) if not it.whole)


def other_count(it: CountDifference) -> Finding:
    return check.finding(
        it.token.span,
        f"{it.function.name} takes {it.token.text} and has {it.amount}",
        symbol=it.function.qualified,
        related=(Related(it.kernel.span, f"{it.kernel.name} is here"), *macro_body((it.token,))),
    )


def finding(ctx: Context, kernel: Kernel, function: SkFunction, difference: Difference) -> Finding:
    return check.finding(
        place(ctx, difference.tokens) or function.span,
        message(kernel, function, difference),
        symbol=function.qualified,
        related=[
            Related(place(ctx, difference.kernel_tokens) or kernel.span, f"{kernel.name} is here"),
            *macro_body(difference.tokens),
        ],
    )


def message(kernel: Kernel, function: SkFunction, difference: Difference) -> str:
    match difference.kind:
        case "missing":
            return f"{function.name} leaves out `{difference.kernel_text}`, which {kernel.name} does"
        case "extra":
            return f"{function.name} does `{difference.text}`, {kernel.name} does not"
        case "other" if difference.text == difference.kernel_text:
            return f"{function.name} does `{difference.text}` with other values than {kernel.name}"
        case "other":
            return f"{function.name} does `{difference.text}` where {kernel.name} does `{difference.kernel_text}`"


def place(ctx: Context, tokens: Sequence[Token]) -> Span | None:
    """The tokens as far as they stand on one line; the macro's use where a macro makes them."""
    first = tokens[0].span if tokens else None
    source = ctx.unit.file(first.path) if first else None
    if first is None or source is None:
        return first
    line = source.line_at(first.start)
    ends = [it.span.end for it in tokens if it.span.path == first.path and source.line_at(it.span.end) == line]
    return Span(first.path, first.start, max([first.end, *ends]))
