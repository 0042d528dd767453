"""An SK function takes its kernel's arguments through a pointer to one struct, its first parameter.

SuperKernel calls an SK function with the address of the arguments and, if it asks for them, the system arguments. Any
other first parameter (the kernel's own parameters, a bare address, a reference, a struct by value) reads that address
as if it were the argument.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x, uint32_t n) { Add(x, n); }
template <uint32_t part>
__sk__ __vector__ void add_sk(GM_ADDR x, uint32_t n) { Add(x, n); } // <- the parameters of the kernel
SK_BIND(add, 4, add_sk<0>);
```

Neither a value nor an address of something else will do, and a kernel with parameters needs the struct:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void by_value(AddArgs args) { Add(args.x); } // <-
template <uint32_t part>
__sk__ __vector__ void by_word(const uint32_t *args) { Add(args); } // <-
template <uint32_t part>
__sk__ __vector__ void by_system(sk::SkSystemArgs *sysArgs) { Add(sysArgs); } // <- x does not arrive
template <uint32_t part>
__sk__ __vector__ void by_nothing() { Add(); } // <-
SK_BIND(add, 4, by_value<0>, by_word<0>, by_system<0>, by_nothing<0>);
```

Any spelling of a pointer to a struct is fine, and a struct that is not known may be one:

```cpp good
#include "kernel_operator.h"
namespace ops {
struct AddArgs {
    GM_ADDR x;
};
template <typename T>
struct MulArgs {
    __gm__ T *x;
};
}
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <typename T>
__global__ __vector__ void mul(__gm__ T *x) { Mul(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(__gm__ ops::AddArgs const *args, sk::SkSystemArgs *sysArgs) { Add(args->x); }
template <typename T, uint32_t part>
__sk__ __vector__ void mul_sk(const ops::MulArgs<T> *args) { Mul(args->x); }
template <uint32_t part>
__sk__ __vector__ void other_sk(const FarArgs *args) { Other(args); }
SK_BIND(add, 4, add_sk<0>);
SK_BIND(mul<float>, 4, mul_sk<float, 0>);
```

A kernel without parameters has nothing to hand over, and of an SK function that is not bound here nobody knows:

```cpp good
#include "kernel_operator.h"
__global__ __vector__ void nop(void) {}
template <uint32_t part>
__sk__ __vector__ void nop_sk() {}
template <uint32_t part>
__sk__ __vector__ void nop_system_sk(sk::SkSystemArgs *sysArgs) {}
template <uint32_t part>
__sk__ __vector__ void far_sk(sk::SkSystemArgs *sysArgs) { Far(sysArgs->skNumBlocks); }
SK_BIND(nop, 4, nop_sk<0>, nop_system_sk<0>);
```

What the operator compiler makes is its own affair, and nothing binds it:

```cpp good
#include "kernel_operator.h"
extern "C" __sk__ void add_mix_aic(uint64_t args_offset) { Run(args_offset); }
```

What is bound is the author's, whatever its parameter is called:

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) { Run(x); }
__sk__ __vector__ void add_sk(uint64_t args_offset) { Run(args_offset); } // <- takes uint64_t first
SK_BIND(add, 4, add_sk);
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Kernel, Param, Severity, SkFunction, rule


@rule(
    "sk.args-struct-required",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 1, rule 3)",),
)
def check(ctx: Context) -> Iterator[Finding]:
    bound = {function.key for _, _, function in ctx.unit.bound}
    kernels = {function.key: kernel for _, kernel, function in ctx.unit.bound if kernel.params}
    functions = {it.span: it for it in reversed(ctx.unit.sk_functions) if not it.tool_made or it.key in bound}
    for function in functions.values():
        kernel = kernels.get(function.key)
        if function.args_param:
            yield from other_type(function, function.args_param)
        elif kernel:
            yield nothing_taken(function, kernel)


def other_type(function: SkFunction, param: Param) -> Iterator[Finding]:
    given = param.type
    points_to_struct = given.pointer and given.record
    if given.known and not given.template_dependent and not points_to_struct:
        yield check.finding(
            param.extent,
            f"{function.name} takes {given.written} first, not a pointer to an args struct",
            symbol=function.qualified,
        )


def nothing_taken(function: SkFunction, kernel: Kernel) -> Finding:
    count = len(kernel.params)
    has = f"{count} parameters" if count > 1 else f"the parameter {kernel.params[0].name}"
    return check.finding(
        function.span,
        f"{function.name} takes no args struct first, but {kernel.name} has {has}",
        symbol=function.qualified,
    )
