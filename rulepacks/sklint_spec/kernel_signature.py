"""A kernel returns nothing and is no member of a class.

A launch waits for nothing, so there is nobody to take what a kernel returns, and it gives no object to run on: the
documents allow `__global__` only at functions that are no members, static ones included. SK_BIND cannot follow such a
kernel either.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ int32_t scale(GM_ADDR x) { Work(x); return 0; } // <- it returns int32_t
```

```cpp bad
#include "kernel_operator.h"
struct Add {
    static __global__ __vector__ void run(GM_ADDR x) { Work(x); } // <- a member
};
```

```cpp bad
#include "kernel_operator.h"
template <typename T>
class Cast {
public:
    static __global__ __vector__ void run(GM_ADDR x, T value); // <- a member, wherever its body is
};
```

A macro may make it:

```cpp bad
#include "kernel_operator.h"
#define DEFINE(name) __global__ __vector__ int name(GM_ADDR x) { Work(x); return 0; }
#define PAIR(name) int name##_size() { return 1; } __global__ __vector__ OWN_WORD name(GM_ADDR x) { Work(x); }
DEFINE(add) // <- it returns int
PAIR(sub)
```

A friend that is defined in a class is a function beside it, a word that nothing here declares may be a qualifier, and a
kernel of the AI CPU has a result:

```cpp good
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x) { Work(x); }
__global__ __vector__ OWN_QUALIFIER tuned(GM_ADDR x) { Work(x); }
struct State {
    friend __global__ __vector__ void restore(GM_ADDR x, State *state) { Work(x); }
    static __aicore__ inline void Step(GM_ADDR x) { Work(x); }
};
__global__ __aicpu__ uint32_t prepare(void *args) { return 0; }
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule

NOTHING = ("void", "")
"""Results that are none, or that nothing is known of."""


@rule(
    "kernel.signature",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SIMD built-in keywords, function execution space qualifiers",),
)
def check(ctx: Context) -> Iterator[Finding]:
    for kernel in ctx.unit.kernels_in_classes:
        if kernel.record:
            message = f"{kernel.name} is a member of {kernel.record}, and a kernel is none"
            yield check.finding(kernel.span, message, symbol=kernel.qualified)
    for kernel in (*ctx.unit.kernels, *ctx.unit.kernels_in_classes):
        if kernel.returns not in NOTHING and "aicpu" not in kernel.qualifiers:
            message = f"{kernel.name} returns {kernel.returns}, which nobody can take"
            yield check.finding(kernel.span, message, symbol=kernel.qualified)
