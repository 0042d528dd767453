"""A kernel that waits for all cores is launched in batch mode, and its SK_BIND says so.

SyncAll waits until every core of the launch arrives. When kernels of several streams share the cores, some cores of one may
never start: dead lock. `__schedmode__(1)` makes the device wait until all cores of the launch are free. It counts for kernels
launched with `<<<>>>`; where a framework launches, the host tiling calls SetScheduleMode(1) instead, so a kernel that the
unit neither launches nor binds is left alone. In a SuperKernel, too, every core must take part.

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

Kernels in batch mode with bit 8, those that wait for no one, and those that a framework launches are fine:

```cpp good
#include "kernel_operator.h"
struct FineArgs { GM_ADDR x; };
__schedmode__(1) __global__ __mix__(0, 1) void fine(GM_ADDR x) { Work(x); AscendC::SyncAll(); }
template <uint32_t p> __sk__ __mix__(0, 1) void fine_sk(const FineArgs *args) { Work(args->x); AscendC::SyncAll(); }
SK_BIND(fine, 12, fine_sk<0>);
__global__ __vector__ void alone(GM_ADDR x) { Work(x); } // no SyncAll() here
void run(aclrtStream stream, uint8_t *x) { alone<<<8, nullptr, stream>>>(x); }
__schedmode__(1) __global__ __vector__ void calm(GM_ADDR x) { Work(x); }
template <uint32_t p> __sk__ __vector__ void calm_sk(const FineArgs *args) { Work(args->x); }
SK_BIND(calm, 4, calm_sk<0>);
```

```cpp good
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void tiled(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling) { AscendC::SyncAll(); }
```
"""

from collections.abc import Iterator

from sklint.api import (
    Binding, Body, Call, Context, Edit, Finding, Fix, Kernel, Mask, ReachedBody, Related, Safety, Severity, Span, Unit,
    reached_bodies, rule, with_bits,
)  # fmt: skip

BATCH = "1"
NORMAL = ("", "0")
SKIPS_TEST = 8


@rule(
    "sk.sync-all",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SyncAll", "asc-devkit: built-in keywords, __schedmode__", "asc-devkit: SK_BIND"),
)
def check(ctx: Context) -> Iterator[Finding]:
    bound = [kernel for binding in ctx.unit.bindings if (kernel := bound_kernel(binding))]
    launched = [it.kernels[0] for it in ctx.unit.launches if len(it.kernels) == 1]
    started = {it.key: it for it in (*bound, *launched)}
    for reached in reached_bodies(ctx.unit, (it for it in started.values() if it.schedmode in NORMAL)):
        for call in sync_calls(reached.body):
            yield unscheduled(ctx.unit, reached, call, {it.key for it in bound})
    for binding in ctx.unit.bindings:
        if unmatched := mask_without_bit(ctx.unit, binding):
            yield unmatched


def bound_kernel(binding: Binding) -> Kernel | None:
    kernels = binding.kernel.kernels if binding.kernel else ()
    return kernels[0] if len(kernels) == 1 else None


def sync_calls(body: Body) -> list[Call]:
    return list({it.span: it for it in body.calls if it.qualified == "AscendC::SyncAll"}.values())


def unscheduled(unit: Unit, reached: ReachedBody[Kernel], call: Call, bound: set[object]) -> Finding:
    kernels = reached.roots
    names = " and ".join(it.name for it in kernels)
    launches = [it for it in unit.launches if it.block_count and any(kernel in kernels for kernel in it.kernels)]
    counts = [Related(it.span, f"{it.name} is launched on {it.block_count} cores here") for it in launches]
    return check.finding(
        call.span,
        f"{names} waits for all cores in SyncAll, but is not in batch mode (__schedmode__(1))",
        symbol=reached.function.qualified,
        related=(*reached.related, *counts),
        fixes=scheduling(kernels, safe=not any(it.key in bound for it in kernels)),
    )


def scheduling(kernels: tuple[Kernel, ...], safe: bool) -> tuple[Fix, ...]:
    """Put the kernels in batch mode; not where a macro makes one, or where one says another mode."""
    if any(it.in_macro or it.schedmode for it in kernels):
        return ()
    edits = tuple(Edit(before_qualifiers(it), f"__schedmode__({BATCH}) ") for it in kernels)
    title = f"Put {' and '.join(it.name for it in kernels)} in batch mode"
    return (Fix(title, edits, Safety.SAFE if safe else Safety.UNSAFE),)


def before_qualifiers(kernel: Kernel) -> Span:
    words = [kernel.qualifier_span, *((kernel.kernel_type.span,) if kernel.kernel_type else ())]
    first = min(it.start for it in words if it.path == kernel.span.path and it.start < kernel.span.start)
    return Span(kernel.span.path, first, first)


def mask_without_bit(unit: Unit, binding: Binding) -> Finding | None:
    kernel, mask = bound_kernel(binding), binding.mask
    if kernel is None or mask is None or mask.value is None or mask.value & SKIPS_TEST or kernel.schedmode != BATCH:
        return None
    if not any(sync_calls(it.body) for it in reached_bodies(unit, (kernel,))):
        return None
    return check.finding(
        mask.span,
        f"{kernel.name} is in batch mode (__schedmode__(1)), and mask {mask.text} without bit 8 keeps it out of SuperKernels",
        symbol=kernel.qualified,
        related=(Related(kernel.qualifier_span, f"{kernel.name} is in batch mode here"),),
        fixes=(setting(mask, mask.value),) if mask.literal else (),
    )


def setting(mask: Mask, value: int) -> Fix:
    text = with_bits(mask.text, value, value | SKIPS_TEST)
    return Fix(f"Set the mask to {text}", (Edit(mask.span, text),), Safety.UNSAFE)
