"""An SK function returns nothing, takes its args struct and at most SkSystemArgs, and is no kernel itself.

SuperKernel calls every SK function in one way: with a pointer to the args, and with one to `sk::SkSystemArgs` if the
function takes it. What else it takes is never given, what it returns never looked at, and a `__global__` function is
another kind of entry.

```cpp bad
#include "kernel_operator.h"
struct AddArgs { GM_ADDR x; };
__global__ __vector__ void add(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ int32_t add_sk(const AddArgs *args) { Work(args->x); return 0; } // <- it returns int32_t
SK_BIND(add, 4, add_sk<0>);
```

```cpp bad
#include "kernel_operator.h"
struct SubArgs { GM_ADDR x; };
__global__ __vector__ void sub(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void sub_sk(const SubArgs *args, uint32_t blocks) // <- nobody gives blocks
{
    Work(args->x);
}
SK_BIND(sub, 4, sub_sk<0>);
```

```cpp bad
#include "kernel_operator.h"
struct MulArgs { GM_ADDR x; };
__global__ __vector__ void mul(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void mul_sk(const MulArgs *args, sk::SkSystemArgs *sysArgs, uint32_t mode) // <- nobody gives mode
{
    Work(args->x);
}
SK_BIND(mul, 4, mul_sk<0>);
```

```cpp bad
#include "kernel_operator.h"
struct DivArgs { GM_ADDR x; };
__global__ __sk__ __vector__ void div_both(const DivArgs *args) { Work(args->x); } // <- both kinds of entry
```

Args alone, args and system args, or neither; a word that nothing here declares may be a qualifier:

```cpp good
#include "kernel_operator.h"
struct FineArgs { GM_ADDR x; };
__global__ __vector__ void fine(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void fine_sk(const FineArgs *args) { Work(args->x); }
template <uint32_t part>
__sk__ __vector__ void also_sk(const FineArgs *args, sk::SkSystemArgs *sysArgs) { Work(args->x); }
SK_BIND(fine, 4, fine_sk<0>, also_sk<0>);
__global__ __vector__ void none() { Work(); }
template <uint32_t part>
__sk__ __vector__ void none_sk() { Work(); }
SK_BIND(none, 4, none_sk<0>);
template <uint32_t part>
__sk__ __vector__ OWN_QUALIFIER void own_sk(const FineArgs *args, OwnArgs *more) { Work(args->x); }
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Param, Severity, SkFunction, rule

NOTHING = ("void", "")
"""Results that are none, or that nothing is known of."""


@rule(
    "sk.signature",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 1)",),
)
def check(ctx: Context) -> Iterator[Finding]:
    kernels = {it.key for it in ctx.unit.kernels}
    for function in ctx.unit.sk_functions:
        if function.tool_made:
            continue
        if function.key in kernels:
            message = f"{function.name} is __global__ and __sk__, which are two kinds of entry"
            yield check.finding(function.span, message, symbol=function.qualified)
        if function.returns not in NOTHING:
            message = f"{function.name} returns {function.returns}, which nobody looks at"
            yield check.finding(function.span, message, symbol=function.qualified)
        for param in not_given(function):
            message = f"{function.name} takes {param.name or param.type.written}, which nobody gives"
            yield check.finding(param.extent, message, symbol=f"{function.qualified}::{param.name}")


def not_given(function: SkFunction) -> Iterator[Param]:
    """The parameters after the args that are no SkSystemArgs; one of an unknown type might be, where no other is. Where
    the first is not the args, another rule speaks."""
    if function.args is None and function.params[:1] != (function.system_args,):
        return
    for param in function.params[1:]:
        told = param.type.known and not param.type.template_dependent
        if param is not function.system_args and (told or function.system_args):
            yield param
