"""A kernel is bound once, or each time in the same way.

The runtime looks a kernel's entry up by the kernel. If it meets a second one with another mask or other SK functions,
it marks the entry as invalid and does not fuse the kernel: nothing fails, the SuperKernel just lacks it.

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>);
SK_BIND(add, 0, add_sk<0>); // <- another mask
SK_BIND(add, 4, add_sk<0>, add_sk<1>); // <- other SK functions
```

Bindings of one source, with what it includes, are compared. Those of two sources are not: kernels of one name in two
programs are two kernels, and which sources make one program is known to the build alone.

The values count, not the words, so that one header may be included twice:

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
constexpr uint64_t kNoFlush = 4;
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>);
SK_BIND(add, kNoFlush, add_sk<0>);
```

An instance of a template is the same kernel whatever its arguments are called:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
using Element = float;
template <typename T, uint32_t size>
__global__ __vector__ void add(GM_ADDR x) { Add<T, size>(x); }
template <typename T, uint32_t size, uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add<T, size>(args->x); }
SK_BIND(add<float, 16>, 4, add_sk<float, 16, 0>);
SK_BIND(add<Element, 0x10>, 0, add_sk<Element, 16, 0>); // <- another mask
```

One word may mean two types, and then the instances are two kernels:

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
template <typename T>
__global__ __vector__ void add(GM_ADDR x) { Add<T>(x); }
template <typename T, uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add<T>(args->x); }
namespace narrow {
using Element = half;
SK_BIND(add<Element>, 4, add_sk<Element, 0>);
}
namespace wide {
using Element = float;
SK_BIND(add<Element>, 0, add_sk<Element, 0>);
}
```

Two instances of a template are two kernels, and so are two of one name in two namespaces; a mask that is not known may
be the same:

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
namespace slow {
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
}
template <typename T>
__global__ __vector__ void add(GM_ADDR x) { Add<T>(x); }
__global__ __vector__ void sub(GM_ADDR x) { Sub(x); }
template <uint32_t part>
__sk__ __vector__ void slow_add_sk(const AddArgs *args) { Add(args->x); }
template <typename T, uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add<T>(args->x); }
template <uint32_t part>
__sk__ __vector__ void sub_sk(const AddArgs *args) { Sub(args->x); }
SK_BIND(slow::add, 4, slow_add_sk<0>);
SK_BIND(add<half>, 0, add_sk<half, 0>);
SK_BIND(add<float>, 4, add_sk<float, 0>);
SK_BIND(sub, 4, sub_sk<0>);
SK_BIND(sub, FAR_AWAY_MASK, sub_sk<0>);
```

The two halves of a mix kernel, for cube and for vector cores, are compiled apart. They are fused only with one mask:

```cpp bad
#include "kernel_operator.h"
struct MulArgs {
    GM_ADDR x;
};
__global__ __mix__(1, 2) void mul(GM_ADDR x) { Mul(x); }
template <uint32_t part>
__sk__ __mix__(1, 2) void mul_sk(const MulArgs *args) { Mul(args->x); }
#ifdef __DAV_C220_CUBE__
SK_BIND(mul, 4, mul_sk<0>);
#else
SK_BIND(mul, 0, mul_sk<0>); // <- another mask than for cube cores
#endif
```

A kernel of one kind of core has no other half:

```cpp good
#include "kernel_operator.h"
struct MulArgs {
    GM_ADDR x;
};
__global__ __vector__ void mul(GM_ADDR x) { Mul(x); }
template <uint32_t part>
__sk__ __vector__ void mul_sk(const MulArgs *args) { Mul(args->x); }
#ifdef __DAV_C220_CUBE__
SK_BIND(mul, 4, mul_sk<0>);
#else
SK_BIND(mul, 0, mul_sk<0>);
#endif
```
"""

from collections.abc import Iterator

from sklint.api import Binding, Bound, Context, Finding, Related, Severity, Unit, rule


@rule(
    "sk.bind-duplicate",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("graph-autofusion: super_kernel/src/aot/sk_node.cpp, entries of one kernel and halves that differ",),
)
def check(ctx: Context) -> Iterator[Finding]:
    first: list[Binding] = []
    for binding in ctx.unit.bindings:
        kernel = binding.kernel
        if kernel is None or len(kernel.kernels) != 1 or not binding.parts:
            continue
        known = next((it for it in first if it.kernel and same(it.kernel, kernel)), None)
        if known is None or known.kernel is None:
            first.append(binding)
            continue
        other = [] if same_mask(known, binding) else ["another mask"]
        other += [] if same_parts(known, binding) else ["other SK functions"]
        if other:
            yield check.finding(
                kernel.span,
                f"{kernel.text} is bound before, with {' and '.join(other)}",
                symbol=kernel.text,
                related=(Related(known.kernel.span, f"{known.kernel.text} is bound here"),),
            )
    if ctx.unit.core == "AIV":
        yield from (finding for half in ctx.halves[1:] for it in first for finding in other_half(half, it))


def other_half(cube: Unit, vector: Binding) -> Iterator[Finding]:
    """The binding of a kernel that runs on both kinds of core has another mask on cube cores."""
    kernel, mask = vector.kernel, vector.mask
    type = kernel.kernels[0].kernel_type if kernel else None
    if kernel is None or mask is None or (type and type.cores in ("cube", "vector")):
        return
    theirs = next((it for it in cube.bindings if it.kernel and same(it.kernel, kernel)), None)
    if theirs is None or theirs.mask is None or same_mask(theirs, vector):
        return
    yield check.finding(
        mask.span,
        f"{kernel.text} has mask {mask.value} on vector cores and {theirs.mask.value} on cube cores",
        symbol=kernel.text,
        related=(Related(theirs.mask.span, "the mask on cube cores"),) if theirs.mask.span != mask.span else (),
    )


def same(one: Bound, other: Bound) -> bool:
    """Whether two arguments stand for one function: the values of the template arguments count where they are known,
    else the words."""
    if function_of(one) != function_of(other):
        return False
    if one.instance is None or other.instance is None:
        return one.template_arguments == other.template_arguments
    return one.instance == other.instance


def function_of(bound: Bound) -> object:
    """The function that it names, or the words of an unknown one."""
    keys = [it.key for it in (*bound.kernels, *bound.functions)]
    return keys[0] if len(keys) == 1 else bound.name


def same_parts(one: Binding, other: Binding) -> bool:
    return len(one.parts) == len(other.parts) and all(map(same, one.parts, other.parts))


def same_mask(one: Binding, other: Binding) -> bool:
    """Whether the masks are equal, or one of them is not known."""
    values = {it.mask.value for it in (one, other) if it.mask}
    return None in values or len(values) <= 1
