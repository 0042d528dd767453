"""SK_BIND ends with a `;`.

The macro becomes the beginning of a definition, which the `;` behind it ends. Without it a compiler takes what comes
next for a part of that definition, and says so there, if at all.

```cpp bad
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
SK_BIND(add, 4, add_sk<0>) // <-
__aicore__ inline void Other() {}
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
__aicore__ inline void Other() {}
```

A comment, a new line and a macro of one's own may stand between:

```cpp good
#include "kernel_operator.h"
#define BIND(kernel) SK_BIND(kernel, 4, kernel##_sk<0>)
#define BIND_ALL(kernel) SK_BIND(kernel, 4, kernel##_sk<0>);
#define SAME(binding) binding
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { Add(x); }
__global__ __vector__ void sub(GM_ADDR x) { Sub(x); }
__global__ __vector__ void mul(GM_ADDR x) { Mul(x); }
__global__ __vector__ void div(GM_ADDR x) { Div(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { Add(args->x); }
template <uint32_t part>
__sk__ __vector__ void sub_sk(const AddArgs *args) { Sub(args->x); }
template <uint32_t part>
__sk__ __vector__ void mul_sk(const AddArgs *args) { Mul(args->x); }
template <uint32_t part>
__sk__ __vector__ void div_sk(const AddArgs *args) { Div(args->x); }
SK_BIND(add, 4, add_sk<0>) /* the first */ // and only
    ;
BIND(sub);
BIND_ALL(mul)
SAME(SK_BIND(div, 4, div_sk<0>));
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Finding, Fix, Safety, Severity, Span, rule


@rule("sk.bind-end", severity=Severity.BLOCKER, since="0.1.0", sources=("asc-devkit: SK_BIND, macro definition",))
def check(ctx: Context) -> Iterator[Finding]:
    for it in ctx.unit.bindings:
        if it.kernel and not it.ended:
            end = Span(it.extent.path, it.extent.end, it.extent.end)
            fix = Fix("End it with ;", (Edit(end, ";"),), Safety.SAFE)
            text = f"SK_BIND of {it.kernel.text} has no ; at its end"
            yield check.finding(it.span, text, symbol=it.kernel.text, fixes=(fix,))
