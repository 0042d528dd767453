"""A kernel that waits for all cores is launched in batch mode, and its SK_BIND says so.

SyncAll waits until every core of the launch arrives. When kernels of several streams share the cores, some cores of
one may never start: dead lock. `__schedmode__(1)` makes the device wait until all cores of the launch are free. It
counts for kernels launched with `<<<>>>`; where a framework launches, the host tiling calls SetScheduleMode(1) instead,
so a kernel that the unit neither launches nor binds is left alone. In a SuperKernel, too, every core must take part.

```cpp bad
#include "kernel_operator.h"
__global__ __mix__(0, 1) void hist(GM_ADDR x, GM_ADDR bins)
{
    Count(x, bins);
    AscendC::SyncAll(); // <-
    Merge(bins);
}
void run(aclrtStream stream, uint8_t *x, uint8_t *bins) { hist<<<8, nullptr, stream>>>(x, bins); }
```

```cpp fixed
#include "kernel_operator.h"
__schedmode__(1) __global__ __mix__(0, 1) void hist(GM_ADDR x, GM_ADDR bins)
{
    Count(x, bins);
    AscendC::SyncAll();
    Merge(bins);
}
void run(aclrtStream stream, uint8_t *x, uint8_t *bins) { hist<<<8, nullptr, stream>>>(x, bins); }
```

SuperKernel leaves kernels in batch mode out, unless bit 8 of the mask tells it to skip that test:

```cpp bad
#include "kernel_operator.h"
struct SumArgs { GM_ADDR x; };
struct Sum { __aicore__ void Run(GM_ADDR x) { Work(x); AscendC::SyncAll<true>(); } };
__schedmode__(1) __global__ __mix__(0, 1) void sum(GM_ADDR x) { Sum op; op.Run(x); }
template <uint32_t p> __sk__ __mix__(0, 1) void sum_sk(const SumArgs *args) { Sum op; op.Run(args->x); }
SK_BIND(sum, 4, sum_sk<0>); // <-
```

```cpp fixed
#include "kernel_operator.h"
struct SumArgs { GM_ADDR x; };
struct Sum { __aicore__ void Run(GM_ADDR x) { Work(x); AscendC::SyncAll<true>(); } };
__schedmode__(1) __global__ __mix__(0, 1) void sum(GM_ADDR x) { Sum op; op.Run(x); }
template <uint32_t p> __sk__ __mix__(0, 1) void sum_sk(const SumArgs *args) { Sum op; op.Run(args->x); }
SK_BIND(sum, 12, sum_sk<0>);
```

Bit 8 of a kernel that the unit launches in normal mode and that waits for no one has nothing to skip: a remark.

```cpp bad
#include "kernel_operator.h"
struct CalmArgs { GM_ADDR x; };
__global__ __vector__ void calm(GM_ADDR x) { Work(x); }
template <uint32_t p> __sk__ __vector__ void calm_sk(const CalmArgs *args) { Work(args->x); }
SK_BIND(calm, 12, calm_sk<0>); // <-
void run(aclrtStream stream, uint8_t *x) { calm<<<8, nullptr, stream>>>(x); }
```

Kernels in batch mode with bit 8, those that wait for no one or for some cores, those on one core, and those that a
framework launches are fine:

```cpp good
#include "kernel_operator.h"
struct FineArgs { GM_ADDR x; };
__schedmode__(1) __global__ __mix__(0, 1) void fine(GM_ADDR x) { Work(x); AscendC::SyncAll(); }
template <uint32_t p> __sk__ __mix__(0, 1) void fine_sk(const FineArgs *args) { Work(args->x); AscendC::SyncAll(); }
SK_BIND(fine, 12, fine_sk<0>);
__schedmode__(1) __global__ __vector__ void calm(GM_ADDR x) { Work(x); }
template <uint32_t p> __sk__ __vector__ void calm_sk(const FineArgs *args) { Work(args->x); }
SK_BIND(calm, 4, calm_sk<0>);
__global__ __vector__ void alone(GM_ADDR x, AscendC::GlobalTensor<int32_t> &gm, AscendC::LocalTensor<int32_t> &ub)
{
    AscendC::SyncAll(gm, ub, 4); // not SyncAll()
}
__global__ __vector__ void single(GM_ADDR x) { AscendC::SyncAll(); }
void run(aclrtStream stream, uint8_t *x, AscendC::GlobalTensor<int32_t> &gm, AscendC::LocalTensor<int32_t> &ub)
{
    alone<<<8, nullptr, stream>>>(x, gm, ub);
    single<<<1, nullptr, stream>>>(x);
}
```

```cpp good
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void tiled(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    if (TILING_KEY_IS(1)) { // the host's tiling sets the mode, whoever launches it here as well
        AscendC::SyncAll();
    }
}
void debug(aclrtStream stream, uint8_t *x) { tiled<<<8, nullptr, stream>>>(x, x, x); }
struct TiledArgs { GM_ADDR x; };
__global__ __vector__ void handed(GM_ADDR x) { AscendC::SyncAll(); } // its host tells the mode, as bit 8 shows
template <uint32_t p> __sk__ __vector__ void handed_sk(const TiledArgs *args) { AscendC::SyncAll(); }
SK_BIND(handed, 8, handed_sk<0>);
```
"""

from collections.abc import Iterable, Iterator

from sklint.api import (
    Binding,
    Body,
    Call,
    Context,
    Edit,
    Finding,
    Fix,
    Kernel,
    Mask,
    ReachedBody,
    Related,
    Safety,
    Severity,
    Unit,
    batch_mode_fix,
    reached_bodies,
    rule,
    with_bits,
)

BATCH = "1"
HOST_TILING = frozenset(("TILING_KEY_IS", "TILING_KEY_VAR", "GET_TILING_DATA", "GET_TILING_DATA_WITH_STRUCT"))
NORMAL = ("", "0")
SKIPS_TEST = 8
USED_CORES = 3
"""SyncAll that is told the number of cores, its third argument, waits for those alone."""


@rule(
    "sk.sync-all",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SyncAll", "asc-devkit: built-in keywords, __schedmode__", "asc-devkit: SK_BIND"),
)
def check(ctx: Context) -> Iterator[Finding]:
    launches = (it for it in ctx.unit.launches if len(it.kernels) == 1 and it.block_count != 1)
    launched = {it.kernels[0].key: it.kernels[0] for it in launches}
    bound = [(it, it.kernel.kernels[0]) for it in ctx.unit.bindings if it.kernel and len(it.kernel.kernels) == 1]
    direct = {key: kernel for key, kernel in launched.items() if not tiled_by_host(kernel)}
    started = {**{kernel.key: kernel for it, kernel in bound if not skips_test(it)}, **direct}
    for reached in waiting(ctx.unit, (it for it in started.values() if it.schedmode in NORMAL)):
        for call in sync_calls(reached.body):
            yield unscheduled(ctx.unit, reached, call, safe=not any(it in reached.roots for _, it in bound))
    for binding, kernel in bound:
        if binding.mask and (bad := mask_at_odds(ctx.unit, binding.mask, kernel, kernel.key in launched)):
            yield bad


def tiled_by_host(kernel: Kernel) -> bool:
    """An operator of the framework: its tiling tells the schedule mode, so that its declaration need not."""
    return bool(kernel.body and kernel.body.names_any(HOST_TILING))


def skips_test(binding: Binding) -> bool:
    return bool(binding.mask and (binding.mask.value or 0) & SKIPS_TEST)


def waiting(unit: Unit, kernels: Iterable[Kernel]) -> list[ReachedBody[Kernel]]:
    """The bodies that kernels reach with a SyncAll in them."""
    reached = reached_bodies(unit, kernels) if unit.mentions("SyncAll") else ()
    return [it for it in reached if sync_calls(it.body)]


def sync_calls(body: Body) -> list[Call]:
    calls = (it for it in body.calls if it.qualified == "AscendC::SyncAll" and len(it.arguments) < USED_CORES)
    return list({it.span: it for it in calls}.values())


def unscheduled(unit: Unit, reached: ReachedBody[Kernel], call: Call, safe: bool) -> Finding:
    kernels = reached.roots
    launches = [it for it in unit.launches if it.block_count and any(kernel in kernels for kernel in it.kernels)]
    counts = [Related(it.span, f"{it.name} has a block count of {it.block_count} here") for it in launches]
    first, *others = kernels
    more = f" (and {len(others)} more)" if others else ""
    return check.finding(
        call.span,
        f"{first.name}{more} waits for all cores in SyncAll, but is not in batch mode (__schedmode__(1))",
        symbol=reached.function.qualified,
        related=(*reached.related, *counts),
        fixes=(fix,) if (fix := batch_mode_fix(kernels, safe)) else (),
    )


def mask_at_odds(unit: Unit, mask: Mask, kernel: Kernel, launched: bool) -> Finding | None:
    """Batch mode without bit 8, or bit 8 of a kernel that is surely in normal mode."""
    skips = None if mask.value is None else bool(mask.value & SKIPS_TEST)
    waits = waiting(unit, (kernel,))
    if skips is False and waits and kernel.schedmode == BATCH:
        message = f"{kernel.name} is in batch mode, and mask {mask.text} without bit 8 keeps it out of SuperKernels"
    elif skips and launched and not waits and kernel.schedmode in NORMAL:
        message = f"mask {mask.text} has bit 8, but {kernel.name} is not in batch mode: there is no test to skip"
    else:
        return None
    return check.finding(
        mask.span,
        message,
        symbol=kernel.qualified,
        severity=Severity.INFO if skips else Severity.WARNING,
        related=(Related(kernel.qualifier_span, f"{kernel.name} is declared here"),),
        fixes=(flipping(mask),) if mask.literal else (),
    )


def flipping(mask: Mask) -> Fix:
    text = with_bits(mask.text, mask.value or 0, (mask.value or 0) ^ SKIPS_TEST)
    return Fix(f"Set the mask to {text}", (Edit(mask.span, text),), Safety.UNSAFE)
