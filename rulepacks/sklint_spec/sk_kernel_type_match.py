"""An SK function runs on the same cores as the kernel it is bound to.

A SuperKernel starts each kernel's SK functions on the cores their kernel type names: `__vector__`, `__cube__` or
`__mix__(cube, vector)`. With another type than the kernel's, the SK function runs on the wrong cores, or on a part of
them.

```cpp bad
#include "kernel_operator.h"
struct RowsArgs {
    GM_ADDR x;
};
__global__ __mix__(1, 2) void rows(GM_ADDR x) { Rows(x); }
template <uint32_t part>
__sk__ void rows_sk(const RowsArgs *args) { Rows(args->x); } // <- no type at all
SK_BIND(rows, 4, rows_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct RowsArgs {
    GM_ADDR x;
};
__global__ __mix__(1, 2) void rows(GM_ADDR x) { Rows(x); }
template <uint32_t part>
__sk__ __mix__(1, 2) void rows_sk(const RowsArgs *args) { Rows(args->x); }
SK_BIND(rows, 4, rows_sk<0>);
```

SK_BIND says which kernel it is, not the name:

```cpp bad
#include "kernel_operator.h"
struct MatmulArgs {
    GM_ADDR x;
};
__global__ __cube__ void matmul(GM_ADDR x) { Multiply(x); }
template <uint32_t part>
__sk__ __vector__ void other(const MatmulArgs *args) { Multiply(args->x); } // <-
SK_BIND(matmul, 4, other<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct MatmulArgs {
    GM_ADDR x;
};
__global__ __cube__ void matmul(GM_ADDR x) { Multiply(x); }
template <uint32_t part>
__sk__ __cube__ void other(const MatmulArgs *args) { Multiply(args->x); }
SK_BIND(matmul, 4, other<0>);
```

A kernel that names no type cannot be compared; then the two are not known to agree:

```cpp bad
#include "kernel_operator.h"
struct BareArgs {
    GM_ADDR x;
};
__global__ __aicore__ void bare(GM_ADDR x) { Bare(x); }
template <uint32_t part>
__sk__ __vector__ void bare_sk(const BareArgs *args) { Bare(args->x); } // <-
SK_BIND(bare, 4, bare_sk<0>);
```

Where a macro makes the words, its definition is edited if nothing else uses it; else a person decides:

```cpp bad
#include "kernel_operator.h"
#define SK_ENTRY(name, args) template <uint32_t part> __sk__ void name(const args *args)
#define SK_FUNCTION template <uint32_t part> __sk__ void
struct SignArgs {
    GM_ADDR x;
};
__global__ __vector__ void sign(GM_ADDR x) { Sign(x); }
__global__ __vector__ void ceil(GM_ADDR x) { Ceil(x); }
__global__ __vector__ void trunc(GM_ADDR x) { Trunc(x); }
SK_ENTRY(sign_sk, SignArgs) { Sign(args->x); } // <-
SK_FUNCTION ceil_sk(const SignArgs *args) { Ceil(args->x); } // <-
SK_FUNCTION trunc_sk(const SignArgs *args) { Trunc(args->x); } // <-
SK_BIND(sign, 4, sign_sk<0>);
SK_BIND(ceil, 4, ceil_sk<0>);
SK_BIND(trunc, 4, trunc_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
#define SK_ENTRY(name, args) template <uint32_t part> __sk__ __vector__ void name(const args *args)
#define SK_FUNCTION template <uint32_t part> __sk__ void
struct SignArgs {
    GM_ADDR x;
};
__global__ __vector__ void sign(GM_ADDR x) { Sign(x); }
__global__ __vector__ void ceil(GM_ADDR x) { Ceil(x); }
__global__ __vector__ void trunc(GM_ADDR x) { Trunc(x); }
SK_ENTRY(sign_sk, SignArgs) { Sign(args->x); }
SK_FUNCTION ceil_sk(const SignArgs *args) { Ceil(args->x); }
SK_FUNCTION trunc_sk(const SignArgs *args) { Trunc(args->x); }
SK_BIND(sign, 4, sign_sk<0>);
SK_BIND(ceil, 4, ceil_sk<0>);
SK_BIND(trunc, 4, trunc_sk<0>);
```

The order of the words is free, a type may come from `KERNEL_TASK_TYPE_DEFAULT`, and `__mix__(1, 0)` is `__cube__`,
`__mix__(0, 1)` is `__vector__` (documents write both):

```cpp good
#include "kernel_operator.h"
struct OneArgs {
    GM_ADDR x;
};
__vector__ __global__ __aicore__ void one(GM_ADDR x) { One(x); }
__global__ __mix__(1, 0) void two(GM_ADDR x) { Two(x); }
__global__ __aicore__ void three(GM_ADDR x) { KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY); Three(x); }
template <uint32_t part>
__sk__ __mix__(0, 1) void one_sk(const OneArgs *args) { One(args->x); }
template <uint32_t part>
__sk__ __cube__ void two_sk(const OneArgs *args) { Two(args->x); }
template <uint32_t part>
__sk__ __vector__ void three_sk(const OneArgs *args) { Three(args->x); }
SK_BIND(one, 4, one_sk<0>);
SK_BIND(two, 4, two_sk<0>);
SK_BIND(three, 4, three_sk<0>);
```

Where neither names a type the build gives it; a word or a ratio that is not known may be the right one, and so may the
type of a definition in another file:

```cpp good
#include "kernel_operator.h"
struct OneArgs {
    GM_ADDR x;
};
__global__ __aicore__ void one(GM_ADDR x) { One(x); }
__global__ __vector__ void two(GM_ADDR x) { Two(x); }
template <int cubes>
__global__ __mix__(cubes, 2) void three(GM_ADDR x) { Three(x); }
__global__ __aicore__ void four(GM_ADDR x);
__global__ __vector__ void five(GM_ADDR x) { Five(x); }
__sk__ void five_sk(const OneArgs *args);
template <uint32_t part>
__sk__ __aicore__ void one_sk(const OneArgs *args) { One(args->x); }
template <uint32_t part>
__sk__ TWO_QUALIFIER void two_sk(const OneArgs *args) { Two(args->x); }
template <int cubes, uint32_t part>
__sk__ __mix__(1, 2) void three_sk(const OneArgs *args) { Three(args->x); }
template <uint32_t part>
__sk__ __vector__ void four_sk(const OneArgs *args) { Four(args->x); }
SK_BIND(one, 4, one_sk<0>);
SK_BIND(two, 4, two_sk<0>);
SK_BIND(three<1>, 4, three_sk<1, 0>);
SK_BIND(four, 4, four_sk<0>);
SK_BIND(five, 4, five_sk);
```
"""

from collections.abc import Iterator

from sklint.api import (
    Context,
    Edit,
    Finding,
    Fix,
    Kernel,
    KernelType,
    Related,
    Safety,
    Severity,
    SkFunction,
    Span,
    Unit,
    place_in_definition,
    rule,
)


@rule(
    "sk.kernel-type-match",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 2)",),
)
def check(ctx: Context) -> Iterator[Finding]:
    told: dict[Span, Finding] = {}
    bound = [(kernel, function) for _, kernel, function in ctx.unit.bound if not kernel.simt and not function.tool_made]
    for kernel, function in bound:
        demands = {it.kernel_type.cores for it, same in bound if same.key == function.key and it.kernel_type}
        for finding in compare(ctx.unit, kernel, function, len(demands) == 1):
            told.setdefault(function.span, finding)
    yield from told.values()


def compare(unit: Unit, kernel: Kernel, function: SkFunction, agreed: bool) -> Iterator[Finding]:
    """What is wrong with the pair; there is a fix only if all kernels of the function are `agreed` on one type."""
    demanded, given = kernel.kernel_type, function.kernel_type
    if function.returns != "void" or kernel.returns != "void":
        return  # a word before the name is unknown, which may be the type
    if demanded and given is None and function.defined:
        yield missing(unit, kernel, demanded, function, agreed)
    elif demanded and given:
        yield from different(unit, kernel, demanded, function, given, agreed)
    elif given and kernel.defined and not kernel.task_type:
        yield unknown(kernel, function, given)


def missing(unit: Unit, kernel: Kernel, demanded: KernelType, function: SkFunction, agreed: bool) -> Finding:
    word: Span | None = function.qualifier_span
    if function.qualifier_in_macro:
        word = place_in_definition(unit, function.qualifier_span, "__sk__")
    fixes: list[Fix] = []
    if word and agreed and demanded.evaluated:
        after = Span(word.path, word.end, word.end)
        fixes = [Fix(f"Declare {function.name} {demanded.spelling}", (Edit(after, f" {demanded.spelling}"),))]
    return check.finding(
        function.span,
        f"{function.name} names no kernel type, but {kernel.name} is {demanded.spelling}",
        symbol=function.qualified,
        related=(Related(demanded.span, f"the type of {kernel.name}"),),
        fixes=fixes,
    )


def different(
    unit: Unit, kernel: Kernel, demanded: KernelType, function: SkFunction, given: KernelType, agreed: bool
) -> Iterator[Finding]:
    if demanded.cores == given.cores or not (demanded.evaluated and given.evaluated):
        return
    words: Span | None = given.span
    if given.in_macro:
        words = place_in_definition(unit, given.span, given.spelling)
    fixes: list[Fix] = []
    if words and agreed:
        edit = Edit(words, demanded.spelling)
        fixes = [Fix(f"Declare {function.name} {demanded.spelling}", (edit,), Safety.UNSAFE)]
    yield check.finding(
        given.span,
        f"{function.name} is {given.spelling}, but {kernel.name} is {demanded.spelling}",
        symbol=function.qualified,
        related=(Related(demanded.span, f"the type of {kernel.name}"),),
        fixes=fixes,
    )


def unknown(kernel: Kernel, function: SkFunction, given: KernelType) -> Finding:
    return check.finding(
        given.span,
        f"{function.name} is {given.spelling}, but {kernel.name} names no kernel type",
        symbol=function.qualified,
        related=(Related(kernel.qualifier_span, f"{kernel.name} names no type"),),
    )
