"""Vector operations work on tensors of types that the chip's unit has for them.

The page of a vector operation lists, for each product, the element types of its tensors. Others do not compile there,
or the operation does not do what its name says. Reported is a call whose tensors all have one element type that the
compiler knows, where one page alone describes the operation on the target and lists the types without conditions.

```cpp bad chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<int64_t> wide;
    AscendC::LocalTensor<bfloat16_t> brain;
    AscendC::Muls(wide, wide, int64_t(2), 64); // <-
    AscendC::Add(brain, brain, brain, 64); // <-
}
```

A type of the list, tensors of a template parameter's type, and tensors of several types:

```cpp good chip=A2
#include "kernel_operator.h"
template <class T> __aicore__ inline void Double(AscendC::LocalTensor<T> &it) { AscendC::Muls(it, it, T(2), 8); }
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<float> single;
    AscendC::LocalTensor<int64_t> wide;
    AscendC::Muls(single, single, 2.0f, 64);
    AscendC::Muls(single, wide, 2.0f, 64);
    Double(wide);
}
```

The bits of any type, where they are counted: the headers of A2 and A3 work on them as 16-bit numbers:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void both(GM_ADDR x)
{
    AscendC::LocalTensor<uint8_t> left, right;
    AscendC::And(left, left, right, 64);
    AscendC::Or(left, left, right, 64);
}
```

A product that lists the type, and one whose page states conditions:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void fill(GM_ADDR x)
{
    AscendC::LocalTensor<bfloat16_t> brain;
    AscendC::Duplicate(brain, bfloat16_t(0), 64);
}
```

```cpp good chip=950
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<int64_t> wide;
    AscendC::Muls(wide, wide, int64_t(2), 64);
}
```
"""

import re
from collections.abc import Iterator

from sklint.api import ApiUse, Context, Finding, Severity, rule
from sklint_compat.tables import calls, interfaces
from sklint_compat.target_products import chips_of, marked, named

TENSOR = re.compile(r"AscendC::LocalTensor<(.*)>")
WRITTEN = {
    "_Float16": "half",
    "bool": "bool",
    "signed char": "int8_t",
    "unsigned char": "uint8_t",
    "short": "int16_t",
    "unsigned short": "uint16_t",
    "int": "int32_t",
    "unsigned int": "uint32_t",
    "long": "int64_t",
    "unsigned long": "uint64_t",
    "float": "float",
    "bfloat16_t": "bfloat16_t",
    "double": "double",
}
"""What documents call the types of the compiler. Others are not compared."""

OF_ANY_BITS = {"AscendC::And": 4, "AscendC::Or": 4}
"""By how many arguments calls are told that count elements: kernels for A2 work on masks of uint8_t so."""


@rule(
    "compat.data-type",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算: the data types of each page",),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    chips = chips_of(ctx)
    for use in ctx.unit.api_uses if chips else ():
        name = use.names[0]
        if len(use.names) > 1 or use.on_host or not use.callable or name not in calls().types:
            continue
        element = element_type(use) if len(use.arguments) != OF_ANY_BITS.get(name) else ""
        without = [it for it in chips if element and not takes(name, it.marker, element)]
        if without:
            known = ", ".join(calls().element_types(name, without[0].marker))
            message = f"{name} takes tensors of {known} on {named(without)}, not of {element}"
            page = f"{interfaces().pages_at}{interfaces().page(name)}"
            yield check.finding(use.span, message, symbol=marked(name, without), evidence=(page,))


def element_type(use: ApiUse) -> str:
    """The element type that all tensors of a call have; "" where they have several, or it is not known."""
    tensors = [found[1] for it in use.arguments if (found := TENSOR.fullmatch(it.type))]
    return WRITTEN.get(tensors[0], "") if len({*tensors}) == 1 and len(tensors) > 1 else ""


def takes(name: str, marker: str, element: str) -> bool:
    known = calls().element_types(name, marker)
    return not known or element in known
