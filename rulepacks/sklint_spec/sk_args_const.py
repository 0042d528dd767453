"""An SK function takes its args struct by a pointer to const.

The arguments of a launch belong to the runtime: all cores, and the next launch of the captured graph, read the same
ones. The written form is `const Args *args`, so that nothing in the body writes to them.

```cpp bad
#include "kernel_operator.h"
struct ScaleArgs {
    GM_ADDR x;
};
__global__ __vector__ void scale(GM_ADDR x) { Scale(x); }
template <uint32_t part>
__sk__ __vector__ void scale_sk(ScaleArgs *args) { Scale(args->x); } // <-
SK_BIND(scale, 4, scale_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct ScaleArgs {
    GM_ADDR x;
};
__global__ __vector__ void scale(GM_ADDR x) { Scale(x); }
template <uint32_t part>
__sk__ __vector__ void scale_sk(const ScaleArgs *args) { Scale(args->x); }
SK_BIND(scale, 4, scale_sk<0>);
```

A pointer that is itself const still points to what may be written; other words before the type stay:

```cpp bad
#include "kernel_operator.h"
struct ScaleArgs {
    GM_ADDR x;
};
__global__ __vector__ void scale(GM_ADDR x) { Scale(x); }
template <uint32_t part>
__sk__ __vector__ void scale_sk(__gm__ struct ScaleArgs *const args) { Scale(args->x); } // <-
SK_BIND(scale, 4, scale_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct ScaleArgs {
    GM_ADDR x;
};
__global__ __vector__ void scale(GM_ADDR x) { Scale(x); }
template <uint32_t part>
__sk__ __vector__ void scale_sk(const __gm__ struct ScaleArgs *const args) { Scale(args->x); }
SK_BIND(scale, 4, scale_sk<0>);
```

`const` may stand on either side of the type, or in an alias, and the system arguments are no args struct:

```cpp good
#include "kernel_operator.h"
struct ScaleArgs {
    GM_ADDR x;
};
using ScaleArgsPointer = const ScaleArgs *;
__global__ __vector__ void scale(GM_ADDR x) { Scale(x); }
template <uint32_t part>
__sk__ __vector__ void scale_sk(ScaleArgs const *args, sk::SkSystemArgs *sysArgs) { Scale(args->x); }
template <uint32_t part>
__sk__ __vector__ void scale_alias_sk(ScaleArgsPointer args) { Scale(args->x); }
SK_BIND(scale, 4, scale_sk<0>, scale_alias_sk<0>);
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Finding, Fix, Param, Safety, Severity, SkFunction, Span, rule


@rule(
    "sk.args-const",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 1)",),
)
def check(ctx: Context) -> Iterator[Finding]:
    functions = {it.span: it for it in reversed(ctx.unit.sk_functions) if not it.tool_made}
    for function in functions.values():
        param = function.args_param
        if param and param.type.pointer and param.type.record and not param.type.const_pointee:
            yield check.finding(
                param.extent,
                f"{function.name} takes {shown(param)}, which lets it write to its arguments",
                symbol=function.qualified,
                fixes=pointing_to_const(function, param),
            )


def shown(param: Param) -> str:
    """The parameter as a person would write it."""
    blank = "" if param.type.written.endswith("*") else " "
    return f"{param.type.written}{blank}{param.name}".strip()


def pointing_to_const(function: SkFunction, param: Param) -> tuple[Fix, ...]:
    """Write `const` before the type. An alias of a pointer would only become a const pointer, and one declaration of
    several would no longer be that of the others."""
    if param.in_macro or not function.sole_declaration or "*" not in param.type.written:
        return ()
    start = Span(param.extent.path, param.extent.start, param.extent.start)
    safety = Safety.SAFE if only_read(function, param) else Safety.UNSAFE
    return (Fix(f"Make {param.name or 'the parameter'} a pointer to const", (Edit(start, "const "),), safety),)


def only_read(function: SkFunction, param: Param) -> bool:
    """Whether the body only takes fields through the pointer, and assigns to none."""
    body = function.body
    tokens = body.tokens if body else ()
    texts = [it.text for it in tokens] + [""] * 3
    uses = [at for at, it in enumerate(tokens) if it.kind == "name" and it.text == param.name]
    fields = all(texts[at + 1] == "->" and texts[at - 1] not in ("&", "++", "--") for at in uses)
    return fields and not any(texts[at + 3] in WRITES for at in uses)


WRITES = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"))
