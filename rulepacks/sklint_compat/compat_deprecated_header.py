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

Some old headers do not include a new one, and one has none:

```cpp bad cann=9.1
#include "kernel_operator.h"
#include "adv_api/normalization/kernel_operator_layernorm_intf.h" // <-
#include "basic_api/op_frame/elemwise_frame.h" // <-
__global__ __vector__ void norm(GM_ADDR x) {}
```

A source of the host:

```cpp bad cann=9.1
#include "adv_api/activation/kernel_operator_gelu_intf.h" // <-
int Prepare() { return 0; }
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


def words() -> tuple[str, ...]:
    return tuple(it.rpartition("/")[2] for it in old_names().headers)


@rule(
    "compat.deprecated-header",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit include/adv_api: each old header includes the new one",),
    words=words,
    host_words=words,
)
def check(ctx: Context) -> Iterator[Finding]:
    cann = ctx.target.cann
    if cann is None or cann.release < Version.parse(old_names().headers_since).release:
        return
    known = {tail(old): old for old in old_names().headers}
    for include in ctx.unit.includes:
        mine = bool(include.path) and not include.stub
        if not mine and (old := known.get(tail(include.name))):
            yield finding(ctx, include, old)


def tail(path: str) -> tuple[str, ...]:
    """The last folder and the name: what stands before them differs between installations."""
    return tuple(path.split("/")[-2:])


def finding(ctx: Context, include: Include, known: str) -> Finding:
    table = old_names()
    old, new = include.name.rpartition("/")[2], table.headers[known].rpartition("/")[2]
    source = ctx.unit.file(include.directive_from)
    start = source.data.find(old.encode(), include.span.start, include.span.end + 1) if source else -1
    span = include.span if start < 0 else Span(include.span.path, start, start + len(old.encode()))
    hint = Hint("replace-pattern", span.path, old.replace(".", r"\."), new)
    safe = include.name.startswith("adv_api/") and known not in table.headers_apart
    fix = Fix(f"Include {new}", (Edit(span, new),), Safety.SAFE if safe else Safety.UNSAFE, hint)
    said = f"called {new} since" if known not in table.headers_apart else "deprecated in"
    instead = f", {new} takes its place" if new and known in table.headers_apart else ""
    message = f"{old} is {said} CANN {table.headers_since}{instead}"
    return check.finding(span, message, symbol=include.name, fixes=(fix,) if new and start >= 0 else ())
