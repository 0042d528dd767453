"""Members of sk::SkSystemArgs are called by the names that released CANN has.

For some days in March 2026 the block count was `skBlockNum`, with the accessor `SkGetBlockNum()`. No release has these:
since CANN 9.1 the names are `skNumBlocks` and `SkGetNumBlocks()`. The old ones do not compile.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void softcap(GM_ADDR x) { Softcap op(x, AscendC::GetBlockNum()); }
struct SoftcapArgs { GM_ADDR x; };
__aicore__ inline uint32_t Count(sk::SkSystemArgs *system)
{
    return system->SkGetBlockNum(); // <-
}
template <uint32_t part>
__sk__ __vector__ void softcap_sk(const SoftcapArgs *args, sk::SkSystemArgs *sysArgs)
{
    auto *system = sysArgs;
    Softcap op(args->x, sysArgs->skBlockNum, Count(sysArgs)); // <-
    Softcap last(args->x, (*system).skBlockNum); // <- the same object by another name
}
SK_BIND(softcap, 4, softcap_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void softcap(GM_ADDR x) { Softcap op(x, AscendC::GetBlockNum()); }
struct SoftcapArgs { GM_ADDR x; };
__aicore__ inline uint32_t Count(sk::SkSystemArgs *system)
{
    return system->SkGetNumBlocks();
}
template <uint32_t part>
__sk__ __vector__ void softcap_sk(const SoftcapArgs *args, sk::SkSystemArgs *sysArgs)
{
    auto *system = sysArgs;
    Softcap op(args->x, sysArgs->skNumBlocks, Count(sysArgs));
    Softcap last(args->x, (*system).skNumBlocks);
}
SK_BIND(softcap, 4, softcap_sk<0>);
```

CANN before 9.1 has no `sk::SkSystemArgs` at all. For such a target the finding says that, and offers no new name:

```cpp bad cann=9.0
#include "kernel_operator.h"
struct OldArgs { GM_ADDR x; };
__global__ __vector__ void old(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void old_sk(const OldArgs *args, sk::SkSystemArgs *sysArgs)
{
    Work(args->x, sysArgs->skBlockNum); // <-
}
SK_BIND(old, 4, old_sk<0>);
```

Only members of that struct count, not those of another, nor variables or words in comments:

```cpp good
#include "kernel_operator.h"
struct Grid { uint32_t skBlockNum; uint32_t SkGetBlockNum() { return skBlockNum; } };
__global__ __vector__ void grid(GM_ADDR x, uint32_t n)
{
    uint32_t skBlockNum = AscendC::GetBlockNum();
    Grid g{};
    Work(x, g.skBlockNum, g.SkGetBlockNum(), skBlockNum);
}
struct GridArgs { GM_ADDR x; uint32_t n; };
template <uint32_t part>
__sk__ __vector__ void grid_sk(const GridArgs *args, sk::SkSystemArgs *sysArgs)
{
    uint32_t skBlockNum = sysArgs->skNumBlocks; // once sysArgs->skBlockNum
    Grid g{};
    Work(args->x, g.skBlockNum, g.SkGetBlockNum(), skBlockNum);
}
SK_BIND(grid, 4, grid_sk<0>);
```
"""

from collections.abc import Iterator

from sklint.api import (
    Context,
    Edit,
    Finding,
    Fix,
    Hint,
    Safety,
    Severity,
    SystemArgsUse,
    Target,
    lacks_system_args,
    rule,
    system_args_uses,
)

NAMES = {"skBlockNum": "skNumBlocks", "SkGetBlockNum": "SkGetNumBlocks"}


@rule(
    "sk.sys-args-api-current",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: kernel_operator_sys_var_intf_impl.h of the branches 8.5.0 to 9.2",),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    for use in {it.token.span: it for it in system_args_uses(ctx.unit) if it.token.text in NAMES}.values():
        yield finding(ctx.target, use)


def finding(target: Target, use: SystemArgsUse) -> Finding:
    old, new = use.token.text, NAMES[use.token.text]
    if lacks_system_args(target):
        message, fixable = f"sk::SkSystemArgs needs CANN 9.1, {target.cann} has neither {old} nor {new}", False
    else:
        message, fixable = (
            f"sk::SkSystemArgs has no {old}, its name is {new}",
            not (use.token.from_macro or use.deduced),
        )
    return check.finding(
        use.token.span,
        message,
        symbol=f"{use.function.qualified}:{old}",
        fixes=(renaming(use, new),) if fixable else (),
    )


def renaming(use: SystemArgsUse, new: str) -> Fix:
    span, old = use.token.span, use.token.text
    return Fix(f"Rename {old} to {new}", (Edit(span, new),), Safety.SAFE, Hint("rename-symbol", span.path, old, new))
