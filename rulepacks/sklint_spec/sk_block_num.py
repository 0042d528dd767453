"""An SK function takes the block count of its kernel from sysArgs, not from GetBlockNum().

In a SuperKernel several kernels run as one launch. `AscendC::GetBlockNum()` there is a number of that launch, not of
the one the kernel was written for, so work is divided by the wrong count. `sk::SkSystemArgs` carries the right one.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void split(GM_ADDR x, uint32_t n) { Work(x, n / AscendC::GetBlockNum()); }
struct SplitArgs { GM_ADDR x; uint32_t n; };
template <uint32_t part>
__sk__ __vector__ void split_sk(const SplitArgs *args)
{
    Work(args->x, args->n / AscendC::GetBlockNum()); // <-
}
SK_BIND(split, 4, split_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void split(GM_ADDR x, uint32_t n) { Work(x, n / AscendC::GetBlockNum()); }
struct SplitArgs { GM_ADDR x; uint32_t n; };
template <uint32_t part>
__sk__ __vector__ void split_sk(const SplitArgs *args, sk::SkSystemArgs *sysArgs)
{
    Work(args->x, args->n / static_cast<int64_t>(sysArgs->skNumBlocks));
}
SK_BIND(split, 4, split_sk<0>);
```

The field is 16 bits wide, GetBlockNum() 64: the fix keeps the width. In `__mix__(1, 2)` vector cores read twice the
launched count, so the fix halves it there, and a person looks at it:

```cpp bad
#include "kernel_operator.h"
using namespace AscendC;
struct AttnArgs { GM_ADDR q; };
__global__ __mix__(1, 2) void attn(GM_ADDR q) { Run(q, GetBlockNum()); }
template <uint32_t part>
__sk__ __mix__(1, 2) void attn_sk(const AttnArgs *args, sk::SkSystemArgs *system)
{
    Run(args->q, GetBlockNum()); // <- the namespace is used
}
SK_BIND(attn, 4, attn_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
using namespace AscendC;
struct AttnArgs { GM_ADDR q; };
__global__ __mix__(1, 2) void attn(GM_ADDR q) { Run(q, GetBlockNum()); }
template <uint32_t part>
__sk__ __mix__(1, 2) void attn_sk(const AttnArgs *args, sk::SkSystemArgs *system)
{
    Run(args->q, static_cast<int64_t>(g_coreType == AscendC::AIV ? system->skNumBlocks / 2 : system->skNumBlocks));
}
SK_BIND(attn, 4, attn_sk<0>);
```

There a count that is taken as it is, where the kernel asks GetBlockNum(), is told as well:

```cpp bad
#include "kernel_operator.h"
struct MixArgs { GM_ADDR q; uint32_t n; };
__global__ __mix__(1, 2) void mix(GM_ADDR q, uint32_t n) { Run(q, n / AscendC::GetBlockNum()); }
__sk__ __mix__(1, 2) void mix_sk(const MixArgs *args, sk::SkSystemArgs *sys)
{
    Run(args->q, args->n / sys->skNumBlocks); // <- twice as many on vector cores
}
SK_BIND(mix, 4, mix_sk);
```

```cpp fixed
#include "kernel_operator.h"
struct MixArgs { GM_ADDR q; uint32_t n; };
__global__ __mix__(1, 2) void mix(GM_ADDR q, uint32_t n) { Run(q, n / AscendC::GetBlockNum()); }
__sk__ __mix__(1, 2) void mix_sk(const MixArgs *args, sk::SkSystemArgs *sys)
{
    Run(args->q, args->n / static_cast<int64_t>(g_coreType == AscendC::AIV ? sys->skNumBlocks / 2 : sys->skNumBlocks));
}
SK_BIND(mix, 4, mix_sk);
```

```cpp good
#include "kernel_operator.h"
struct CubeArgs { GM_ADDR q; uint32_t n; };
__global__ __mix__(1, 2) void cube(GM_ADDR q, uint32_t n)
{
    if ASCEND_IS_AIC { Run(q, n / AscendC::GetBlockNum()); }
}
__sk__ __mix__(1, 2) void cube_sk(const CubeArgs *args, sk::SkSystemArgs *sys)
{
    if ASCEND_IS_AIC { Run(args->q, args->n / sys->skNumBlocks); } // no vector core comes here
}
SK_BIND(cube, 4, cube_sk);
```

What an SK function calls counts as well; there the count has to come in as an argument. `sklint bind` writes such
helpers in a copy of their own; in an SK function that you wrote, that is left to you:

```cpp bad
#include "kernel_operator.h"
struct Op { __aicore__ void Run(GM_ADDR x) { Work(x, AscendC::GetBlockNum()); } }; // <-
__global__ __vector__ void scan(GM_ADDR x) { Op op; op.Run(x); }
struct ScanArgs { GM_ADDR x; };
__sk__ __vector__ void scan_sk(const ScanArgs *args) { Op op; op.Run(args->x); }
SK_BIND(scan, 4, scan_sk);
```

Nor does a function have to be named to run:

```cpp bad
#include "kernel_operator.h"
struct Parts {
    int64_t *first;
    __aicore__ inline int64_t *begin() { return first; }
    __aicore__ inline int64_t *end() { return first + AscendC::GetBlockNum(); } // <-
};
__global__ __vector__ void walk(GM_ADDR x) { Parts parts; for (int64_t it : parts) { Work(x, it); } }
struct WalkArgs { GM_ADDR x; };
template <uint32_t part>
__sk__ __vector__ void walk_sk(const WalkArgs *args) { Parts parts; for (int64_t it : parts) { Work(args->x, it); } }
SK_BIND(walk, 4, walk_sk<0>);
```

A last parameter that is `GetBlockNum()` by default serves both: the kernel leaves it out, the SK function does not.

```cpp bad
#include "kernel_operator.h"
__aicore__ inline int64_t Share(int64_t n, int64_t blocks = AscendC::GetBlockNum()) { return n / blocks; }
__global__ __vector__ void part(GM_ADDR x, uint32_t n) { Work(x, Share(n)); }
struct PartArgs { GM_ADDR x; uint32_t n; };
__sk__ __vector__ void part_sk(const PartArgs *args)
{
    Work(args->x, Share(args->n)); // <-
}
SK_BIND(part, 4, part_sk);
```

```cpp fixed
#include "kernel_operator.h"
__aicore__ inline int64_t Share(int64_t n, int64_t blocks = AscendC::GetBlockNum()) { return n / blocks; }
__global__ __vector__ void part(GM_ADDR x, uint32_t n) { Work(x, Share(n)); }
struct PartArgs { GM_ADDR x; uint32_t n; };
__sk__ __vector__ void part_sk(const PartArgs *args, sk::SkSystemArgs *sysArgs)
{
    Work(args->x, Share(args->n, static_cast<int64_t>(sysArgs->skNumBlocks)));
}
SK_BIND(part, 4, part_sk);
```

Kernels, what only they call, and functions of your own that have the name may ask what they like:

```cpp good
#include "kernel_operator.h"
namespace mine { __aicore__ inline int64_t GetBlockNum() { return 4; } }
__aicore__ inline int64_t Share(int64_t n) { return n / AscendC::GetBlockNum(); }
__global__ __vector__ void alone(GM_ADDR x, uint32_t n) { Work(x, Share(n)); }
__global__ __vector__ void plain(GM_ADDR x, uint32_t n) { Work(x, n / AscendC::GetBlockNum() / mine::GetBlockNum()); }
struct PlainArgs { GM_ADDR x; uint32_t n; };
__sk__ __vector__ void plain_sk(const PlainArgs *args, sk::SkSystemArgs *sysArgs)
{
    Work(args->x, args->n / sysArgs->skNumBlocks / mine::GetBlockNum()); // AscendC::GetBlockNum() in the kernel
}
SK_BIND(plain, 4, plain_sk);
```

So may SK functions that the operator compiler writes:

```cpp good
#include "kernel_operator.h"
extern "C" __sk__ void add_mix_aic(uint64_t args_offset) { Work(args_offset, AscendC::GetBlockNum()); }
```

Nor where it is handed on as a function; its type alone is no count:

```cpp bad
#include "kernel_operator.h"
struct SumArgs { GM_ADDR x; };
__global__ __vector__ void sum(GM_ADDR x) { auto blocks = AscendC::GetBlockNum; Work(x, blocks()); }
__sk__ __vector__ void sum_sk(const SumArgs *args)
{
    auto blocks = AscendC::GetBlockNum; // <- blocks() counts the blocks of the SuperKernel
    Work(args->x, blocks());
}
SK_BIND(sum, 4, sum_sk);
```

```cpp good
#include "kernel_operator.h"
struct MaxArgs { GM_ADDR x; };
__global__ __vector__ void max(GM_ADDR x) { decltype(AscendC::GetBlockNum()) count = 1; Work(x, count); }
__sk__ __vector__ void max_sk(const MaxArgs *args) { decltype(AscendC::GetBlockNum()) count = 1; Work(args->x, count); }
SK_BIND(max, 4, max_sk);
```
"""

from collections.abc import Iterator

from sklint.api import (
    Call,
    Context,
    CountDifference,
    DefaultCount,
    Edit,
    Finding,
    Fix,
    ReachedBody,
    Related,
    Safety,
    Severity,
    SkFunction,
    Span,
    Token,
    block_count_fix,
    count_differences,
    default_counts,
    lacks_system_args,
    last_place,
    launched_count,
    macro_body,
    rule,
    sk_bodies,
    uncalled_counts,
)


@rule(
    "sk.block-num",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 4)",),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    for reached in sk_bodies(ctx.unit):
        for call in {it.span: it for it in reached.body.calls if it.qualified == "AscendC::GetBlockNum"}.values():
            yield finding(ctx, reached, call)
        for it in default_counts(ctx.unit, reached.body):
            yield by_default(ctx, reached, it)
        yield from (handed_on(reached, it) for it in uncalled_counts(reached.body))
    yield from (not_halved(it) for it in count_differences(ctx.unit) if it.whole)


def not_halved(it: CountDifference) -> Finding:
    fix = None
    if it.written and it.function.system_args:
        count = launched_count(it.function.system_args.name, doubled=True)
        fix = Fix("Halve the count on vector cores", (Edit(it.written, count),), Safety.UNSAFE)
    return check.finding(
        it.token.span,
        f"{it.function.name} takes {it.token.text}, on vector cores twice the GetBlockNum() of {it.kernel.name}",
        symbol=it.function.qualified,
        severity=Severity.WARNING,
        related=(Related(it.kernel.span, f"{it.kernel.name} is here"), *macro_body((it.token,))),
        fixes=(fix,) if fix else (),
    )


def finding(ctx: Context, reached: ReachedBody[SkFunction], call: Call) -> Finding:
    fact = f"{reached.function.name} calls GetBlockNum()"
    return told(ctx, reached, call, fact, (call.extent, call.index, ""))


def handed_on(reached: ReachedBody[SkFunction], name: Token) -> Finding:
    function = reached.function
    fact = f"{function.name} takes GetBlockNum as a function, which in a SuperKernel does not give the block count"
    return check.finding(
        name.span,
        f"{fact} of the kernel's launch",
        symbol=function.qualified,
        related=(*reached.related, *macro_body((name,))),
    )


def by_default(ctx: Context, reached: ReachedBody[SkFunction], it: DefaultCount) -> Finding:
    """Of a call that leaves out an argument whose default is GetBlockNum()."""
    fact = f"{reached.function.name} leaves {it.param.name} of {it.call.name} to its default, GetBlockNum()"
    place = last_place(reached.body, it.call)
    written = (place, it.call.index, ", " if it.call.arguments else "") if it.exact and place else None
    return told(ctx, reached, it.call, fact, written)


def told(
    ctx: Context, reached: ReachedBody[SkFunction], call: Call, fact: str, written: tuple[Span, int, str] | None
) -> Finding:
    function = reached.function
    own = isinstance(function, SkFunction)
    fix = None
    if isinstance(function, SkFunction) and written and not lacks_system_args(ctx.target):
        fix = block_count_fix(ctx.unit, function, *written)
    fact = f"{fact}, which in a SuperKernel is not the block count of the kernel's launch"
    made = macro_body(reached.body.tokens[call.index : call.index + 1])
    callers = ", ".join(dict.fromkeys(it.name for it in reached.roots))
    return check.finding(
        call.span,
        fact if own else f"{fact}; only sysArgs of {callers} has that",
        symbol=function.qualified,
        related=(*reached.related, *made),
        fixes=(fix,) if fix else (),
    )
