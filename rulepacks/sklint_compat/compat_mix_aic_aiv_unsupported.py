"""A kernel runs on cube and vector cores together only where these are separate cores.

`__mix__(c, v)` with both above zero launches cube and vector cores side by side. On products whose cores are coupled
(one core does both) the documents say that these qualifiers have no effect: there is no such launch. A published
matrix (`SK_COMPAT_MATRIX_DIR`) that says so of the target, with an official source, is heeded too.

```cpp bad chip=310p
#include "kernel_operator.h"
__global__ __mix__(1, 2) void attention(GM_ADDR x) {} // <-
```

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __mix__(1, 2) void attention(GM_ADDR x) {}
```

One kind of core alone, a ratio that is not known here, and a kernel without a type:

```cpp good chip=310p
#include "kernel_operator.h"
__global__ __mix__(0, 1) void add(GM_ADDR x) {}
template <int vectors> __global__ __mix__(1, vectors) void any(GM_ADDR x) {}
__global__ __aicore__ void plain(GM_ADDR x) {}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Family, Finding, KernelType, Severity, rule
from sklint_compat.target_products import chips_of, named

COUPLED = frozenset(("310b", "310p", "310p_aicore", "310p_vectorcore", "910"))
"""Products whose cores are coupled."""


@rule(
    "compat.mix-aic-aiv-unsupported",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit docs/zh/guide/编程指南/语言扩展层/SIMD-BuiltIn关键字.md: __cube__, __vector__, __mix__",),
    words=("__global__", "__sk__"),
)
def check(ctx: Context) -> Iterator[Finding]:
    coupled = [it for it in chips_of(ctx) if it.marker in COUPLED]
    for function in (*ctx.unit.kernels, *ctx.unit.sk_functions) if coupled else ():
        type = function.kernel_type
        if type and both(type):
            message = f"{function.name} is {type.spelling}, without effect on the coupled cores of {named(coupled)}"
            yield check.finding(type.span, message, symbol=function.qualified)
    for family in ctx.target.families:
        yield from unsupported(ctx, family)


def unsupported(ctx: Context, family: Family) -> Iterator[Finding]:
    for function in (*ctx.unit.kernels, *ctx.unit.sk_functions) if family.mix is False else ():
        type = function.kernel_type
        if type and both(type):
            message = f"{function.name} is {type.spelling}, which {family.id} does not support"
            evidence = (family.source("supports_mix_aic_aiv"),)
            yield check.finding(type.span, message, symbol=f"{function.qualified} ({family.id})", evidence=evidence)


def both(type: KernelType) -> bool:
    return type.ratio is not None and type.evaluated and all(int(it) > 0 for it in type.ratio)
