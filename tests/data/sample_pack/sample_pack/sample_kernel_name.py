"""A kernel is not called main.

The launcher of this team names its own entry `main`; a kernel of that name hides it. Source of the rule: the team.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void main(GM_ADDR x) { Work(x); } // <- the name
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void main_kernel(GM_ADDR x) { Work(x); }
```

```cpp good
#include "kernel_operator.h"
__global__ __vector__ void main_part(GM_ADDR x) { Work(x); }
int main() { return 0; }
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Finding, Fix, Safety, Severity, rule


@rule("sample.kernel-name", severity=Severity.WARNING, since="0.1.0", sources=("the team's handbook",))
def check(ctx: Context) -> Iterator[Finding]:
    for kernel in ctx.unit.kernels:
        if kernel.name == "main":
            fix = Fix("Call it main_kernel", (Edit(kernel.span, "main_kernel"),), Safety.UNSAFE)
            yield check.finding(kernel.span, "a kernel is called main", symbol=kernel.qualified, fixes=(fix,))
