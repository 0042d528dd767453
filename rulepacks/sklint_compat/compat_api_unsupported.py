"""Every interface that a kernel uses is there on the chips it is built for.

The page of an interface says which products have it. A call that the target does not have ends in a compile error on
another machine, or in a kernel that does nothing there. Names are resolved, and the source is read with the target's
`__NPU_ARCH__`: what other architectures get by `#if` is not spoken of. A header is checked through the sources that
include it, which may do so for some architectures alone. Only what the page plainly calls unsupported is reported;
where it says nothing, where it depends on the overload, or where documents disagree, the use is unchecked. Documents
disagree on `SK_BIND`, `ListTensorDesc`, `TensorDesc` and some functions of the C API for 950, on `GroupBarrier` for A3,
on `KERNEL_TASK_TYPE_DEFAULT` for 310b, on `GET_TILING_DATA` for 910 and on a matmul's `SetLocalWorkspace` for x90 and
9030. Unchecked are functions outside every namespace that host code has from the C library too (`sqrtf`, `max`,
`isnan`): a name does not tell which one is meant.

A class that documents describe by its constructor and members alone, as `KfcWorkspace`, is not there where all of these
are not.

A target is what all sources of a run are checked for. Where an operator is for one product (a folder `arch35` is for
950, some collectives are for A3 alone), a `sklint.toml` in its folder that says so with `[target]` keeps its uses from
being told for others.

Checked for A2, A3 and 950 at once, ops-nn, ops-transformer, ops-math, ops-cv and the examples of asc-devkit have 87,311
uses that one of these lacks. The sources that have them are for the others: by a folder `arch35`, their own or that of
what includes them (84,629), by the operator's registration (464), or by a README or build file (2,217). On the last one
these disagree: an example of ops-math with `asc_add_sync` is registered for 950, its README lists A2 and A3.

```cpp bad chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::Reg::RegTensor<float> value; // <-
    AscendC::Reg::MaskReg mask; // <-
    AscendC::Reg::Adds(value, value, 1.0f, mask); // <-
}
```

The same calls behind the architecture's own guard, or for a chip that has them:

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
#if __NPU_ARCH__ == 3510
    AscendC::Reg::RegTensor<float> value;
    AscendC::Reg::MaskReg mask;
    AscendC::Reg::Adds(value, value, 1.0f, mask);
#endif
    if constexpr (__NPU_ARCH__ == 3510) {
        AscendC::AllocMutexID();
    }
}
```

```cpp good chip=950
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::Reg::RegTensor<float> value;
    AscendC::Reg::MaskReg mask;
    AscendC::Reg::Adds(value, value, 1.0f, mask);
}
```

A function of the project with such a name, a name whose support depends on the overload, and host code:

```cpp good chip=A2
#include "kernel_operator.h"
namespace mine { template <class T> __aicore__ inline void Adds(T &value, float by, int mask) {} }
__global__ __vector__ void scale(GM_ADDR x)
{
    float value = 0;
    mine::Adds(value, 1.0f, 0);
    AscendC::LocalTensor<float> tensor;
    AscendC::DataCopy(tensor, tensor, 8);
}
```

A class that A3 has neither the constructor nor another member of:

```cpp bad chip=A3
#include "kernel_operator.h"
__global__ __cube__ void scale(GM_ADDR x)
{
    AscendC::KfcWorkspace workspace(x); // <-
}
```

Where products have an interface of the C API in different forms, the number of arguments decides:

```cpp bad chip=A2
#include "c_api/asc_simd.h"
__global__ __cube__ void load(__cbuf__ half *to, __gm__ half *from)
{
    asc_copy_gm2l1(to, from, 1, 2, 3, 4, 5); // <-
}
```

```cpp good chip=A2
#include "c_api/asc_simd.h"
__global__ __cube__ void load(__cbuf__ half *to, __gm__ half *from)
{
    asc_copy_gm2l1(to, from, 32);
}
```

The types of arguments tell forms apart that have pages of their own, and so does their number:

```cpp bad chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<int32_t> to, from;
    AscendC::Muls(to, 2, from, 64); // <-
    AscendC::Copy(to, from, 64); // <-
    AscendC::ShiftLeft(to, from, from, 64); // <-
}
```

```cpp good chip=A2
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x)
{
    AscendC::LocalTensor<int32_t> to, from;
    AscendC::Muls(to, from, 2, 64);
    AscendC::Copy(to, from, 64, 1, {1, 1, 8, 8});
    AscendC::ShiftLeft(to, from, 2, 64);
}
```

What release notes call new needs that release:

```cpp bad chip=950 cann=9.0
#include "c_api/asc_simd.h"
__global__ __vector__ void copy(__gm__ float *from)
{
    __ubuf__ float to[64];
    asc_copy_gm2ub(to, from, 256); // <-
}
```
"""

from collections.abc import Iterator

from sklint.api import ApiUse, Chip, Considered, Context, Finding, Severity, Version, rule
from sklint_compat.forms import form_of, told
from sklint_compat.tables import Status, calls, interfaces
from sklint_compat.target_products import chips_of, marked, named
from sklint_compat.undecided import chip_decides

OTHER_RULES = frozenset(("SK_BIND", "AscendC::TPipe::DestroyWithoutPipeAll"))
"""What compat.sk-target speaks of; compat.forbidden-acl-api speaks of acl."""

TILING_TEMPLATES = "/Utils-API/Tiling模板编程/"
"""The folder of pages about what the host chooses a kernel's template by: no product lacks it, and none is named."""


def coverage(ctx: Context) -> Iterator[Considered]:
    """The uses of the unit, headers of the project included; known are those whose page decides for every product."""
    chips, several = chips_of(ctx), len(ctx.target.markers) > 1
    if not ctx.target.chips:
        yield from chip_decides(ctx)
    for use in ctx.unit.api_uses if chips else ():
        name = use.names[0]
        counted = interfaces().support(name) or (use.callable and name.startswith("AscendC::"))
        of_host = use.on_host or TILING_TEMPLATES in interfaces().page(name)
        if counted and not of_host and name not in OTHER_RULES:
            known = {it.name: all(decided(use, one, it) in ("yes", "no") for one in use.names) for it in chips}
            yield Considered(name, use.span, all(known.values()), chips=tuple(known.items()) if several else ())


@rule(
    "compat.api-unsupported",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit docs/zh/api: the support table of each page", "docs/zh/api/附录/Release_Notes"),
    coverage=coverage,
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    chips = chips_of(ctx)
    for use in ctx.unit.api_uses if chips else ():
        if use.on_host or use.names[0] in OTHER_RULES or use.names[0].startswith("acl"):
            continue
        if without := [it for it in chips if lacking(use, it)]:
            yield unsupported(use, without)
        elif without := [it for it in chips if lacking_form(use, it)]:
            yield unsupported_form(use, without)
        elif ctx.target.cann and (since := too_new(use, chips, ctx.target.cann)):
            yield early(use, chips, since, ctx.target.cann)


def decided(use: ApiUse, name: str, chip: Chip) -> Status:
    """What the pages say; where it depends on the form of a call, by its arguments."""
    status = interfaces().status(name, chip.marker)
    if status != "mixed" or use.call is None:
        return status
    takes = calls().takes(name, chip.marker, len(use.call.arguments))
    form = form_of(use, name) if takes is None else None
    return form.status(chip.marker) if form else status if takes is None else "yes" if takes else "no"


def lacking_form(use: ApiUse, chip: Chip) -> bool:
    return all(decided(use, name, chip) == "no" for name in use.names)


def unsupported_form(use: ApiUse, chips: list[Chip]) -> Finding:
    name, form = use.names[0], form_of(use, use.names[0])
    given = len(use.call.arguments) if use.call else 0
    how = told(form.given) if form else f"{given} argument{'s' if given != 1 else ''}"
    message = f"{name} with {how} is not supported on {named(chips)}"
    page = f"{interfaces().pages_at}{form.page if form else interfaces().page(name)}"
    return check.finding(use.span, message, symbol=marked(name, chips), evidence=(page,))


def lacking(use: ApiUse, chip: Chip) -> bool:
    return all(interfaces().status(name, chip.marker) == "no" for name in use.names)


def unsupported(use: ApiUse, chips: list[Chip]) -> Finding:
    name = use.names[0]
    page = f"{interfaces().pages_at}{interfaces().page(name)}"
    message = f"{name} is not supported on {named(chips)}"
    return check.finding(use.span, message, symbol=marked(name, chips), evidence=(page,))


def too_new(use: ApiUse, chips: tuple[Chip, ...], cann: Version) -> str:
    """The release that brought the name to 950, where that is the target and the CANN version is older; else ""."""
    if {it.marker for it in chips} != {"950"}:
        return ""
    found = (since for since, names in interfaces().new_on_950.items() if names.issuperset(use.names))
    return next((it for it in found if cann.release < Version.parse(it).release), "")


def early(use: ApiUse, chips: tuple[Chip, ...], since: str, cann: Version) -> Finding:
    message = f"{use.names[0]} is on {named(chips)} since CANN {since}, the target is CANN {cann}"
    return check.finding(use.span, message, symbol=marked(use.names[0], chips))
