"""What SuperKernel is made of is there on the target product and in its CANN version.

`SK_BIND` came with CANN 9.0, `sk::SkSystemArgs` and `TPipe::DestroyWithoutPipeAll` with 9.1. The page of `SK_BIND`
lists Atlas A2 and A3 as supported and all other products as not; another page calls SuperKernel on Ascend 950
experimental, so there the finding says no more than what the page says.

```cpp bad chip=A3 cann=9.0
#include "kernel_operator.h"
struct AddArgs { GM_ADDR x; };
__global__ __vector__ void add(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args, sk::SkSystemArgs *sysArgs) // <- needs 9.1
{
    AscendC::TPipe pipe;
    Work(args->x);
    pipe.DestroyWithoutPipeAll(); // <- needs 9.1
}
SK_BIND(add, 4, add_sk<0>);
```

```cpp bad chip=950
#include "kernel_operator.h"
struct AddArgs { GM_ADDR x; };
__global__ __vector__ void add(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Work(args->x); }
SK_BIND(add, 4, add_sk<0>); // <-
```

```cpp good chip=A2,A3 cann=9.1
#include "kernel_operator.h"
struct AddArgs { GM_ADDR x; };
__global__ __vector__ void add(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args, sk::SkSystemArgs *sysArgs)
{
    AscendC::TPipe pipe;
    Work(args->x);
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(add, 4, add_sk<0>);
```

Without a target, and where the names stand in a comment or are others':

```cpp good
#include "kernel_operator.h"
struct AddArgs { GM_ADDR x; };
__global__ __vector__ void add(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Work(args->x); }
SK_BIND(add, 4, add_sk<0>);
```

```cpp good chip=310p cann=8.5
#include "kernel_operator.h"
struct Guard { __aicore__ void DestroyWithoutPipeAll() {} };
__global__ __aicore__ void add(GM_ADDR x)
{
    Guard guard;
    guard.DestroyWithoutPipeAll(); // SK_BIND(add, 4, add_sk<0>)
}
```
"""

from collections.abc import Iterator

from sklint.api import ApiUse, Context, Finding, Severity, Version, rule
from sklint_compat.tables import interfaces
from sklint_compat.target_products import chips_of, marked, named

BIND = "SK_BIND"
SINCE = {BIND: "9.0", "sk::SkSystemArgs": "9.1", "AscendC::TPipe::DestroyWithoutPipeAll": "9.1"}
"""The release that brought each; its previews count as it, but for those of LAST_WITHOUT."""
LAST_WITHOUT = {BIND: Version.parse("9.0.0-beta.1")}


@rule(
    "compat.sk-target",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=(
        "asc-devkit docs/zh/api/Utils-API/SuperKernel/SK_BIND.md",
        "docs/zh/api/SIMD-API/基础API/资源管理/TPipe/DestroyWithoutPipeAll.md",
        "asc-devkit branches 8.5.0 to 9.2",
    ),
    words=("SK_BIND", "SkSystemArgs", "DestroyWithoutPipeAll"),
)
def check(ctx: Context) -> Iterator[Finding]:
    if ctx.target.chips or ctx.target.cann:
        for use in ctx.unit.api_uses:
            name = use.names[0]
            if name in SINCE and ctx.target.cann and lacks(ctx.target.cann, name):
                message = f"{name} needs CANN {SINCE[name]}, the target is CANN {ctx.target.cann}"
                yield check.finding(use.span, message, symbol=name)
            elif name in SINCE:
                yield from unlisted(ctx, use)


def lacks(cann: Version, name: str) -> bool:
    since = Version.parse(SINCE[name])
    return cann.release < since.release or (name in LAST_WITHOUT and cann <= LAST_WITHOUT[name])


def unlisted(ctx: Context, use: ApiUse) -> Iterator[Finding]:
    """A finding where the page of the name lists no support for products of the target."""
    name = use.names[0]
    statuses = {it: interfaces().status(name, it.marker) for it in chips_of(ctx)}
    without = [chip for chip, status in statuses.items() if status == "no" or (name == BIND and status == "conflict")]
    if without:
        page = f"{interfaces().pages_at}{interfaces().page(name)}"
        message = f"the {name.rpartition('::')[2]} page lists no support for {named(without)}"
        yield check.finding(use.span, message, symbol=marked(name, without), evidence=(page,))
