"""Accessors of sk::SkSystemArgs are not called on a const object.

`SkGetNumBlocks()` and its like are not const member functions: through `const sk::SkSystemArgs *` they do not compile.
The fields may be read through either, so real adaptations take a pointer to const and read `skNumBlocks`.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void gather(GM_ADDR src) { Gather op(src, AscendC::GetBlockNum()); }
struct GatherArgs { GM_ADDR src; };
__aicore__ inline uint32_t Index(const sk::SkSystemArgs &system) { return system.SkGetBlockIdx(); } // <-
template <uint32_t part>
__sk__ __vector__ void gather_sk(const GatherArgs *args, const sk::SkSystemArgs *sysArgs)
{
    Gather op(args->src, sysArgs->SkGetNumBlocks(), Index(*sysArgs)); // <-
}
SK_BIND(gather, 4, gather_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void gather(GM_ADDR src) { Gather op(src, AscendC::GetBlockNum()); }
struct GatherArgs { GM_ADDR src; };
__aicore__ inline uint32_t Index(const sk::SkSystemArgs &system) { return system.skBlockIdx; }
template <uint32_t part>
__sk__ __vector__ void gather_sk(const GatherArgs *args, const sk::SkSystemArgs *sysArgs)
{
    Gather op(args->src, sysArgs->skNumBlocks, Index(*sysArgs));
}
SK_BIND(gather, 4, gather_sk<0>);
```

A setter has no field to stand in for it:

```cpp bad
#include "kernel_operator.h"
struct SyncArgs { GM_ADDR x; };
__global__ __vector__ void sync(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void sync_sk(const SyncArgs *args, const sk::SkSystemArgs *sysArgs)
{
    sysArgs->SkSetTaskSyncCfg(1); // <-
    Work(args->x);
}
SK_BIND(sync, 4, sync_sk<0>);
```

Fields, accessors of an object that is not const, and other classes are fine:

```cpp good
#include "kernel_operator.h"
struct Mine { uint16_t SkGetNumBlocks() const { return 1; } };
struct FineArgs { GM_ADDR x; };
__global__ __vector__ void fine(GM_ADDR x)
{
    const Mine mine;
    Work(x, AscendC::GetBlockNum(), mine.SkGetNumBlocks());
}
template <uint32_t part>
__sk__ __vector__ void fine_sk(const FineArgs *args, const sk::SkSystemArgs *sysArgs)
{
    const Mine mine;
    Work(args->x, sysArgs->skNumBlocks, mine.SkGetNumBlocks()); // not sysArgs->SkGetNumBlocks()
}
template <uint32_t part>
__sk__ __vector__ void other_sk(const FineArgs *args, sk::SkSystemArgs *const sysArgs)
{
    const Mine mine;
    Work(args->x, sysArgs->SkGetNumBlocks(), mine.SkGetNumBlocks());
}
SK_BIND(fine, 4, fine_sk<0>, other_sk<0>);
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Finding, Fix, Safety, Severity, SystemArgsUse, rule, system_args_uses

FIELDS = {
    "SkGetBlockIdx": "skBlockIdx",
    "SkGetNumBlocks": "skNumBlocks",
    "SkGetTaskSyncCfg": "skTaskSyncCfg",
    "SkSetTaskSyncCfg": "",
}
"""The accessors, and the fields that tell the same."""


@rule(
    "sk.sys-args-const",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: kernel_operator_sys_var_intf_impl.h, declarations of sk::SkSystemArgs",),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    uses = (it for it in system_args_uses(ctx.unit) if it.constant and it.called and it.token.text in FIELDS)
    for use in {it.token.span: it for it in uses}.values():
        yield finding(use)


def finding(use: SystemArgsUse) -> Finding:
    name = use.token.text
    field = FIELDS[name]
    reading = Fix(f"Read {field}", (Edit(use.call, field),), Safety.SAFE) if field and use.call else None
    return check.finding(
        use.token.span,
        f"{name}() is not const, but {use.function.name} calls it on a const sk::SkSystemArgs",
        symbol=f"{use.function.qualified}:{name}",
        fixes=(reading,) if reading else (),
    )
