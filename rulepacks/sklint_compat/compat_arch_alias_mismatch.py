"""The `sk-arch` comment of a source names the architecture of the target.

`// sk-arch: dav-2201` says what a source is written for. Built for a chip of another architecture, either the comment
or the target is wrong. Nothing is said where neither a document nor a published matrix (`SK_COMPAT_MATRIX_DIR`) names
the architecture of the target.

```cpp bad chip=950
// sk-arch: dav-2201 // <-
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) {}
```

```cpp fixed
// sk-arch: dav-3510
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) {}
```

```cpp good chip=A2
// sk-arch: dav-2201
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) { const char *text = "// sk-arch: dav-3510"; }
```

One of several targets is enough, and without one there is nothing to compare:

```cpp good chip=A2,950
// sk-arch: dav-3510
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) {}
```

```cpp good
// sk-arch: dav-3510
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) {}
```

```cpp good chip=310b
// sk-arch: dav-3510
#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x) {}
```
"""

from collections.abc import Iterator

from sklint.api import ArchMarker, Context, Edit, Family, Finding, Fix, Hint, Safety, Severity, rule
from sklint_compat.target_products import named


@rule(
    "compat.arch-alias-mismatch",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit docs/zh/guide/编程指南/语言扩展层/SIMD-BuiltIn关键字.md: the table of architectures",),
    words=("sk-arch:",),
)
def check(ctx: Context) -> Iterator[Finding]:
    for family in ctx.target.families:
        yield from other_alias(ctx, family)
    chips = {it.marker: it for it in ctx.target.chips}.values()
    options = dict.fromkeys(it.option for it in chips)
    if not options or None in options:
        return
    known = [it for it in options if it]
    for marker in ctx.unit.arch_markers:
        if marker.name.lower() not in known:
            message = f"the source is marked {marker.name}, but {named(chips)} is {' or '.join(known)}"
            yield check.finding(marker.span, message, symbol=marker.name, fixes=remarked(marker, known))


def other_alias(ctx: Context, family: Family) -> Iterator[Finding]:
    documented = {it.option for it in ctx.target.chips}
    for marker in ctx.unit.arch_markers if family.arch_alias and family.arch_alias not in documented else ():
        if marker.name != family.arch_alias:
            message = f"the source is marked {marker.name}, but {family.id} is {family.arch_alias}"
            evidence, fixes = (family.source("arch_alias"),), remarked(marker, [family.arch_alias])
            symbol = f"{marker.name} ({family.id})"
            yield check.finding(marker.span, message, symbol=symbol, fixes=fixes, evidence=evidence)


def remarked(marker: ArchMarker, known: list[str]) -> tuple[Fix, ...]:
    if len(known) != 1:
        return ()
    hint = Hint("replace-pattern", marker.span.path, marker.name, known[0])
    return (Fix(f"Mark the source {known[0]}", (Edit(marker.span, known[0]),), Safety.UNSAFE, hint),)
