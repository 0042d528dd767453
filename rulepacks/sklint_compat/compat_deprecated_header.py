"""Headers are included by the names that the target's CANN version has for them.

The headers of the high-level interface were renamed (`kernel_operator_gelu_intf.h` is `gelu.h` now); the old ones only
include the new ones, with a notice. Reported for a target version that has the new name.

```cpp bad cann=9.1
#include "kernel_operator.h"
#include "adv_api/activation/kernel_operator_gelu_intf.h" // <-
#include <lib/math/kernel_operator_erf_intf.h> // <-
__global__ __vector__ void gelu(GM_ADDR x) {}
```

```cpp fixed
#include "kernel_operator.h"
#include "adv_api/activation/gelu.h"
#include <lib/math/erf.h>
__global__ __vector__ void gelu(GM_ADDR x) {}
```

An older version, no version, and a header of the project in another folder:

```cpp good cann=9.0
#include "adv_api/activation/kernel_operator_gelu_intf.h"
__global__ __vector__ void gelu(GM_ADDR x) {}
```

```cpp good
#include "adv_api/activation/kernel_operator_gelu_intf.h"
__global__ __vector__ void gelu(GM_ADDR x) {}
```

```cpp good cann=9.1
#include "mine/kernel_operator_gelu_intf.h"
#include "adv_api/activation/gelu.h"
__global__ __vector__ void gelu(GM_ADDR x) {}
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Finding, Fix, Hint, Include, Safety, Severity, Span, Version, rule
from sklint_compat.tables import old_names


@rule(
    "compat.deprecated-header",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit include/adv_api: each old header includes the new one",),
    words=("_intf.h",),
)
def check(ctx: Context) -> Iterator[Finding]:
    cann = ctx.target.cann
    if cann is None or cann.release < Version.parse(old_names().headers_since).release:
        return
    renamed = {tail(old): new.rpartition("/")[2] for old, new in old_names().headers.items()}
    for include in ctx.unit.includes:
        mine = bool(include.path) and not include.stub
        if not mine and (new := renamed.get(tail(include.name))):
            yield finding(ctx, include, new)


def tail(path: str) -> tuple[str, ...]:
    """The last folder and the name: what stands before them differs between installations."""
    return tuple(path.split("/")[-2:])


def finding(ctx: Context, include: Include, new: str) -> Finding:
    old = include.name.rpartition("/")[2]
    source = ctx.unit.file(include.directive_from)
    start = source.data.find(old.encode(), include.span.start, include.span.end + 1) if source else -1
    span = include.span if start < 0 else Span(include.span.path, start, start + len(old.encode()))
    hint = Hint("replace-pattern", span.path, old.replace(".", r"\."), new)
    safety = Safety.SAFE if include.name.startswith("adv_api/") else Safety.UNSAFE
    fixes = () if start < 0 else (Fix(f"Include {new}", (Edit(span, new),), safety, hint),)
    message = f"{old} is called {new} since CANN {old_names().headers_since}"
    return check.finding(span, message, symbol=include.name, fixes=fixes)
