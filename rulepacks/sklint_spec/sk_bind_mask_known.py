"""The mask of SK_BIND has only bits that are documented: 1, 2, 4 and 8.

The second argument switches parts of the framework off: 1 means that the kernel waits for the one before it by itself,
2 that it lets the next one start early, 4 that its scalar writes need no flush by the framework, 8 that the check of
`__schedmode__` is skipped. Any other bit has no documented meaning; what it does depends on the CANN that reads it.

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
constexpr uint64_t kScaleUp = 1u << 4;
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
__global__ __vector__ void sub(GM_ADDR x) { Sub(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
template <uint32_t part>
__sk__ __vector__ void sub_sk(const AddArgs *args) { Sub(args->x); }
SK_BIND(add, 0x100, add_sk<0>); // <- 256
SK_BIND(sub, kScaleUp | 4, sub_sk<0>); // <- 20, of which 16 is unknown
```

A negative mask has all the high bits:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, -4, add_sk<0>); // <-
```

Every sum of the four is fine, however it is written, and a mask whose value is not known is not judged:

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
#define NO_FLUSH 0x4ULL
enum : uint64_t { NO_BATCH = 1u << 3 };
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
__global__ __vector__ void sub(GM_ADDR x) { Sub(x); }
__global__ __vector__ void mul(GM_ADDR x) { Mul(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
template <uint32_t part>
__sk__ __vector__ void sub_sk(const AddArgs *args) { Sub(args->x); }
template <uint32_t part>
__sk__ __vector__ void mul_sk(const AddArgs *args) { Mul(args->x); }
SK_BIND(add, NO_FLUSH | NO_BATCH, add_sk<0>);
SK_BIND(sub, 0, sub_sk<0>);
SK_BIND(mul, FAR_AWAY_MASK, mul_sk<0>);
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule

KNOWN = 1 | 2 | 4 | 8


@rule(
    "sk.bind-mask-known",
    severity=Severity.INFO,
    since="0.1.0",
    sources=("asc-devkit: SK_BIND, parameters", "asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 7)"),
)
def check(ctx: Context) -> Iterator[Finding]:
    for binding in ctx.unit.bindings:
        mask = binding.mask
        value = mask.value if mask else None
        if mask is None or value is None or not value & ~KNOWN:
            continue
        text = f"the mask is {value}, a negative number" if value < 0 else unknown(value)
        yield check.finding(mask.span, text, symbol=binding.kernel.text if binding.kernel else "")


def unknown(value: int) -> str:
    bits = [str(1 << at) for at in range(value.bit_length()) if value & ~KNOWN & 1 << at]
    if len(bits) == 1:
        return f"the mask is {value}, its bit {bits[0]} is not documented"
    return f"the mask is {value}, its bits {', '.join(bits[:-1])} and {bits[-1]} are not documented"
