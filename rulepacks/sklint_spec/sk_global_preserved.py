"""The `__global__` kernel that a binding names is still there.

An SK function is an addition: outside a SuperKernel the original kernel is launched, and `SK_BIND` ties the two
together. A kernel that was turned into the SK function, or removed with its last launch, cannot be bound.

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>); // <- add is nowhere
```

A commented-out kernel is not there, nor is one in a branch that is left out:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
// __global__ __vector__ void add(GM_ADDR x) { Add(x); }
#if 0
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
#endif
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>); // <-
```

A declaration is enough, in whichever namespace:

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
namespace ops {
__global__ __vector__ void add(GM_ADDR x);
}
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(ops::add, 4, add_sk<0>);
```

A header that was not found may declare it:

```cpp good
#include "kernel_operator.h"
#include "add_kernel.h"
struct AddArgs {
    GM_ADDR x;
};
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>);
```

Something of that name that is no kernel is another matter (sk.bind-target).
"""

from collections.abc import Iterator
from difflib import get_close_matches

from sklint.api import Context, Finding, Severity, rule


@rule(
    "sk.global-preserved",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (questions and answers, 6)",),
)
def check(ctx: Context) -> Iterator[Finding]:
    unit = ctx.unit
    if unit.header or any(it.unseen for it in unit.missing_headers):
        return
    for binding in unit.bindings:
        kernel = binding.kernel
        if kernel and kernel.name and not kernel.declared:
            near = get_close_matches(kernel.name, [it.qualified for it in unit.kernels], n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            yield check.finding(kernel.span, f"there is no kernel {kernel.name}{hint}", symbol=kernel.name)
