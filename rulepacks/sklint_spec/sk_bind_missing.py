"""An SK function is bound to its kernel with SK_BIND.

Nothing but SK_BIND tells the runtime about an SK function. One that no binding names is never called: the kernel is
launched on its own, outside of the SuperKernel, and no message says so.

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); } // <-
// SK_BIND(add, 4, add_sk<0>);
```

One part is enough, a macro may make the binding, and a function that is only declared is bound where it is defined:

```cpp good
#include "kernel_operator.h"
#define BIND(name) SK_BIND(name, 4, name##_sk<0>, name##_sk<1>)
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
__sk__ __vector__ void far_sk(const AddArgs *args);
BIND(add);
```

A binding that cannot be resolved, but has the name, counts; and a header that was not found may hold it:

```cpp good
#include "kernel_operator.h"
namespace ops::v2 {
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
}
namespace current = ops::v2;
SK_BIND(current::add, 4, current::add_sk<0>);
```

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
#include "add_bindings.h"
```

```cpp good
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
constexpr auto kFirst = add_sk<0>;
SK_BIND(add, 4, kFirst);
```

The operator compiler finds what it makes by another way:

```cpp good
#include "kernel_operator.h"
extern "C" __sk__ void add_mix_aic(uint64_t args_offset) { Run(args_offset); }
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Severity, rule


@rule(
    "sk.bind-missing",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 7)", "asc-devkit: SK_BIND"),
)
def check(ctx: Context) -> Iterator[Finding]:
    unit = ctx.unit
    if unit.header or any(it.unseen for it in unit.missing_headers):
        return
    parts = [part for half in ctx.halves for binding in half.bindings for part in binding.parts]
    bound = {function.key for part in parts for function in part.functions}
    if any(part.declared and not part.functions and not part.others for part in parts):
        return  # a variable or an alias, which may stand for any of them
    unresolved = {part.name.rpartition("::")[2] for part in parts if not part.functions}
    for function in unit.sk_functions:
        here = function.defined and function.span.path == unit.source.path and not function.tool_made
        if here and function.key not in bound and function.name not in unresolved:
            if unit.unfinished(unit.source.path):
                return  # its binding may be in what is not read
            yield check.finding(function.span, f"no SK_BIND names {function.name}", symbol=function.qualified)
