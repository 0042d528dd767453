"""The acl functions that a source calls are there on the chips it is built for.

Most of acl is the same everywhere. Some of it is not: run-time compilation (`aclrtcCreateProg` and its like) is
documented for some products only. Reported is only what its page plainly calls unsupported on the target, and what a
published matrix (`SK_COMPAT_MATRIX_DIR`) forbids for it with an official source. What a matrix names may be known to no
header: it is every global name in code, also where a macro says it, that the project does not declare. A function that
is declared `extern "C"` and defined nowhere in the unit is acl's.

```cpp bad chip=310p
#include "acl/acl_rt_compile.h"
int Build(const char *source)
{
    aclrtcProg program;
    return aclrtcCreateProg(&program, source, "add", 0, nullptr, nullptr); // <-
}
__global__ __aicore__ void add(GM_ADDR x) {}
```

```cpp good chip=A2
#include "acl/acl_rt_compile.h"
int Build(const char *source)
{
    aclrtcProg program;
    return aclrtcCreateProg(&program, source, "add", 0, nullptr, nullptr);
}
__global__ __aicore__ void add(GM_ADDR x) {}
```

A function that no page limits, and one of the project's own with such a name:

```cpp good chip=310p
#include "acl/acl.h"
namespace mine { int aclrtcCreateProg(const char *source) { return 0; } }
int Build(const char *source) { return aclrtSetDevice(0) + mine::aclrtcCreateProg(source); }
__global__ __aicore__ void add(GM_ADDR x) {}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Family, Finding, Severity, rule
from sklint_compat.tables import interfaces
from sklint_compat.target_products import chips_of, marked, named


@rule(
    "compat.forbidden-acl-api",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit docs/zh/api/Utils-API/RTC: the support table of each page",),
    words=("acl",),
    host_words=("aclrtc",),
)
def check(ctx: Context) -> Iterator[Finding]:
    chips = chips_of(ctx)
    for use in ctx.unit.api_uses if chips else ():
        name = use.names[0]
        without = [it for it in chips if interfaces().status(name, it.marker) == "no"] if name.startswith("acl") else []
        if without:
            page = f"{interfaces().pages_at}{interfaces().page(name)}"
            message = f"{name} is not supported on {named(without)}"
            yield check.finding(use.span, message, symbol=marked(name, without), evidence=(page,))
    for family in ctx.target.families:
        yield from forbidden(ctx, family)


def forbidden(ctx: Context, family: Family) -> Iterator[Finding]:
    names = frozenset(it for it in family.forbidden_apis if it.startswith("acl"))
    for name, span in ctx.unit.named(names) if names else ():
        message = f"{name} is forbidden on {family.id}"
        evidence = (family.source("forbidden_apis"),)
        yield check.finding(span, message, symbol=f"{name} ({family.id})", evidence=evidence)
