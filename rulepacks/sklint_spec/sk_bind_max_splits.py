"""SK_BIND names one to four SK functions.

The entry that SK_BIND makes has room for four symbols of one kernel, its splits; the runtime uses them in turn for the
parts it divides a SuperKernel into. With none there is nothing to fuse, and a fifth does not compile.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
SK_BIND(add, 4); // <- no SK function
```

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>, add_sk<1>, add_sk<2>, add_sk<3>,
        add_sk<4>); // <- the fifth
```

The comma inside template arguments is no comma of SK_BIND, and what a comment says is no binding:

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
template <typename T, uint32_t unroll>
__global__ __vector__ void add(GM_ADDR x) { Add<T, unroll>(x); }
template <typename T, uint32_t unroll, uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add<T, unroll>(args->x); }
// never: SK_BIND(add<half, 2>, 4);
SK_BIND(add<half, 2>, 4, add_sk<half, 2, 0>, add_sk<half, 2, 1>, add_sk<half, 2, 2>, add_sk<half, 2, 3>);
SK_BIND(add<float, 2>, 4, add_sk<float, 2, 0>);
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule

MOST = 4


@rule(
    "sk.bind-max-splits",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SK_BIND, parameters", "asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 7)"),
)
def check(ctx: Context) -> Iterator[Finding]:
    for binding in ctx.unit.bindings:
        kernel = binding.kernel.text if binding.kernel else ""
        count = len(binding.parts)
        if count == 0:
            yield check.finding(binding.span, f"SK_BIND of {kernel or 'nothing'} names no SK function", symbol=kernel)
        elif count > MOST:
            place = binding.parts[MOST].span
            yield check.finding(
                place, f"SK_BIND of {kernel} names {count} SK functions, it holds {MOST}", symbol=kernel
            )
