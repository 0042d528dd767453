"""What `sklint new-rule` writes: a small rule with a fix, to be changed into another."""

PACK = '''"""The rules of PACK."""

from sklint.api import Pack

pack = Pack.of(__name__)
'''

RULE = '''"""A kernel is not called draft.

Say here what breaks when the rule is broken, and where that is written down. The blocks below are the tests of this
rule: in a `bad` block each line with an arrow is reported and no other line is, `fixed` is what the fix makes of the
`bad` block before it, and in a `good` block nothing is reported. Every condition of the check wants a `good` block.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void draft(GM_ADDR x) { Work(x); } // <- the name
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void kernel(GM_ADDR x) { Work(x); }
```

A function that is no kernel may have any name:

```cpp good
#include "kernel_operator.h"
__aicore__ inline void draft(GM_ADDR x) { Work(x); }
__global__ __vector__ void scale(GM_ADDR x) { draft(x); }
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Finding, Fix, Kernel, Safety, Severity, rule


@rule("TEAM.RULE", severity=Severity.WARNING, since="0.1.0", sources=("the document that demands it, or a link",))
def check(ctx: Context) -> Iterator[Finding]:
    for kernel in ctx.unit.kernels:
        if kernel.name == "draft":
            message = "a kernel is called draft"
            yield check.finding(kernel.span, message, symbol=kernel.qualified, fixes=(rename(kernel),))


def rename(kernel: Kernel) -> Fix:
    return Fix("Call it kernel", (Edit(kernel.span, "kernel"),), Safety.UNSAFE)
'''
