"""SK_BIND names one `__global__` kernel and distinct `__sk__` functions, templates with their arguments.

The macro makes an entry of the addresses it is given. A kernel among the SK functions, a function that is neither, or
the name of a template without its arguments has no address that fits; one part given twice leaves the runtime with
fewer symbols than it counts.

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
inline __aicore__ void add_impl(GM_ADDR x) { Add(x); }
__global__ __vector__ void add(GM_ADDR x) { add_impl(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { add_impl(args->x); }
SK_BIND(add_impl, 4, add_sk<0>); // <- no __global__
SK_BIND(add_sk<0>, 4, add_sk<1>); // <- the SK function itself
SK_BIND(add, 4, add_sk<0>, add_impl); // <- no __sk__
SK_BIND(add, 4, add_sk<0>, add); // <- the kernel again
SK_BIND(add, 4, add_sk<0>, ad_sk<1>); // <- there is no ad_sk
SK_BIND(add, 4, add_sk<0>, add_sk<0>); // <- twice
```

A template has as many arguments as it needs, anything else has none:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <typename T, int unroll = 4>
__global__ __vector__ void sum(GM_ADDR x) { Sum<T>(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add<float>, 4, add_sk<0>); // <-
SK_BIND(add, 4, add_sk<0, 1>); // <-
SK_BIND(sum, 4, add_sk<0>); // <-
SK_BIND(sum<half, 2, 1>, 4, add_sk<0>); // <-
```

The missing argument of a part is most likely its number:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk); // <-
```

```cpp fixed
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>);
```

Two kernels of one name cannot be told apart:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
__global__ __vector__ void add(GM_ADDR x, uint32_t n) { Add(x, n); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>); // <-
```

A using directive gives a name a second meaning, and then it has no address by itself:

```cpp bad
#include "kernel_operator.h"
using namespace AscendC;
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void Add(GM_ADDR x) { Use(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Use(args->x); }
SK_BIND(Add, 4, add_sk<0>, add_sk<1>); // <- AscendC::Add?
```

```cpp fixed
#include "kernel_operator.h"
using namespace AscendC;
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void Add(GM_ADDR x) { Use(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Use(args->x); }
SK_BIND(::Add, 4, add_sk<0>, add_sk<1>);
```

In a namespace the kernel's own name comes first, and a name with `::` means one thing:

```cpp good
#include "kernel_operator.h"
using namespace AscendC;
struct AddArgs {
    GM_ADDR x;
};
namespace ops {
__global__ __vector__ void Add(GM_ADDR x) { Use(x); }
__global__ __vector__ void Sub(GM_ADDR x) { Use(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Use(args->x); }
SK_BIND(Add, 4, add_sk<0>);
}
SK_BIND(ops::Sub, 4, ops::add_sk<1>);
```

Defaults and packs count as the language has it, and parts need not be templates:

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
namespace ops {
template <typename T, int unroll = 4>
__global__ __vector__ void sum(GM_ADDR x) { Sum<T>(x); }
template <int... sizes>
__global__ __vector__ void all(GM_ADDR x) { All(x); }
template <typename T, uint32_t part>
__sk__ __vector__ void sum_sk(const AddArgs *args) { Sum<T>(args->x); }
}
__sk__ __vector__ void all_0_sk(const AddArgs *args) { All(args->x); }
__sk__ __vector__ void all_1_sk(const AddArgs *args) { All(args->x); }
SK_BIND(ops::sum<float>, 4, ops::sum_sk<float, 0>, ops::sum_sk<float, 1>);
SK_BIND(ops::all<1, 2, 3>, 4, all_0_sk, all_1_sk);
```

An SK function is bound for what its kernel is bound for, where its template parameters are the kernel's and the part's
number:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
template <typename T, int tile>
__global__ __vector__ void add(GM_ADDR x) { Add<T>(x); }
template <typename T, int tile, uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add<T>(args->x); }
SK_BIND(add<float, 8>, 4, add_sk<double, 8, 0>); // <-
```

```cpp fixed
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
template <typename T, int tile>
__global__ __vector__ void add(GM_ADDR x) { Add<T>(x); }
template <typename T, int tile, uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add<T>(args->x); }
SK_BIND(add<float, 8>, 4, add_sk<float, 8, 0>);
```

SK_BIND makes an object in a section of its own, so it stands at namespace scope:

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
void Prepare()
{
    SK_BIND(add, 4, add_sk<0>); // <- in a function
}
```

A header that was not found may hold what is meant, or the words that mark it:

```cpp good
#include "kernel_operator.h"
#include "add_parts.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
PART_OF_ADD void add_0(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_0, add_1);
```
"""

from collections.abc import Iterator, Sequence

from sklint.api import (
    Binding,
    Bound,
    Context,
    Edit,
    Finding,
    Fix,
    Function,
    Related,
    Safety,
    Severity,
    Span,
    mismatches,
    rule,
)
from sklint_spec.bind_arguments import Misfit, different, wrong_arguments


@rule(
    "sk.bind-target",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SK_BIND, parameters", "asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 7)"),
)
def check(ctx: Context) -> Iterator[Finding]:
    complete = not ctx.unit.header and not any(it.unseen for it in ctx.unit.missing_headers)
    for binding in ctx.unit.bindings:
        if binding.kernel:
            yield from wrong_kernel(binding.kernel, complete)
            yield from ambiguous(binding, binding.kernel)
            yield from map(misfit, wrong_arguments(binding, binding.kernel, binding.kernel.kernels))
        for part in binding.parts:
            yield from wrong_part(part, complete)
            yield from map(misfit, wrong_arguments(binding, part, part.functions))
        yield from repeated(binding.parts)
        if not bound_again(ctx.unit.bindings, binding):
            yield from (misfit(different(binding, it)) for it in mismatches(binding))
        yield from in_function(binding)


def wrong_kernel(bound: Bound, complete: bool) -> Iterator[Finding]:
    if len({it.qualified for it in bound.kernels}) == 1 and len(bound.kernels) > 1:
        text = f"{bound.name} is overloaded, so it cannot be named in SK_BIND"
        yield told(bound, text, [Related(it.span, "one of them") for it in bound.kernels])
    elif bound.functions and not bound.kernels:
        yield told(bound, f"{bound.name} is an SK function, not a kernel", declared(bound.functions))
    elif bound.others and complete:
        yield told(bound, f"{bound.name} is no kernel: it is not __global__", declared(bound.others))


def ambiguous(binding: Binding, bound: Bound) -> Iterator[Finding]:
    if bound.ambiguous:
        full = f"::{bound.kernels[0].qualified}"
        end = bound.span.start + len(bound.name.encode())
        edit = Edit(Span(bound.span.path, bound.span.start, end), full)
        fixes = () if binding.in_macro else (Fix(f"Name {full}", (edit,), Safety.SAFE),)
        text = f"{bound.name} means another thing, too, by a using directive, so SK_BIND has no address of it"
        yield told(bound, text, declared(bound.kernels), fixes)


def wrong_part(bound: Bound, complete: bool) -> Iterator[Finding]:
    if bound.kernels and not bound.functions:
        yield told(bound, f"{bound.name} is a kernel, not an SK function", declared(bound.kernels))
    elif bound.others and complete:
        yield told(bound, f"{bound.name} is no SK function: it is not __sk__", declared(bound.others))
    elif complete and bound.name and not bound.declared:
        yield told(bound, f"there is no SK function {bound.name}")


def bound_again(bindings: Sequence[Binding], binding: Binding) -> bool:
    """Whether another binding is of the same instance of the kernel: which of the two is wrong is not known, and that
    there are two is told."""
    own = binding.kernel
    others = (it.kernel for it in bindings if it is not binding and it.kernel)
    return own is not None and any((it.kernels, it.instance) == (own.kernels, own.instance) for it in others)


def in_function(binding: Binding) -> Iterator[Finding]:
    if binding.within:
        text = f"SK_BIND stands in {binding.within}, not at namespace scope"
        yield check.finding(binding.span, text, symbol=binding.kernel.text if binding.kernel else "")


def repeated(parts: Sequence[Bound]) -> Iterator[Finding]:
    """A part that is given a second time; the macro itself repeats the first where fewer than four are given."""
    seen: dict[object, Bound] = {}
    for part in parts:
        named = tuple(it.key for it in part.functions) or part.name
        first = seen.setdefault((named, part.instance or part.template_arguments), part)
        if first is not part:
            related = [Related(first.span, "here first")]
            yield told(part, f"{part.text} is given twice", related, severity=Severity.WARNING)


def misfit(it: Misfit) -> Finding:
    return check.finding(it.span, it.text, symbol=it.bound.text, related=it.related, fixes=it.fixes)


def declared(functions: Sequence[Function]) -> list[Related]:
    return [Related(it.span, f"{it.name} is declared here") for it in functions[:1]]


def told(
    bound: Bound,
    text: str,
    related: Sequence[Related] = (),
    fixes: Sequence[Fix] = (),
    severity: Severity | None = None,
) -> Finding:
    return check.finding(bound.span, text, symbol=bound.text, related=related, fixes=fixes, severity=severity)
