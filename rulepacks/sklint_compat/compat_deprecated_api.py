"""Interfaces are called by the names that the target's CANN version has for them.

CANN renames interfaces and marks others for removal. The old names still compile for a release or two, with a notice,
and then they do not. For a target version that has the new name, the old one is reported with the rename; for an older
version nothing is said, and without a target version neither. What only an author can decide has no fix.

```cpp bad cann=9.1
#include "kernel_operator.h"
__global__ __vector__ void count(GM_ADDR x, uint64_t bits)
{
    int64_t ones = AscendC::ScalarGetCountOfValue<1>(bits); // <-
    AscendC::SetAtomicNone(); // <-
    AscendC::SetHF32Mode(true); // <-
    AscendC::SetMMLayoutTransform(false); // <-
}
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void count(GM_ADDR x, uint64_t bits)
{
    int64_t ones = AscendC::GetBitCount<1>(bits);
    AscendC::DisableDmaAtomic();
    AscendC::SetHF32Mode(AscendC::HF32Mode::ENABLE);
    AscendC::SetMMColumnMajor();
}
```

The reductions of 9.1 take the mask before the repeat count:

```cpp bad cann=9.1
#include "kernel_operator.h"
using namespace AscendC;
__global__ __vector__ void sum(GM_ADDR x, int32_t repeat)
{
    LocalTensor<half> to, from;
    BlockReduceSum<half, false>(to, from, repeat, 128, 1, 1, 8); // <-
    WholeReduceMax<half>(to, from, 128, repeat, 1, 1, 8); // <-
    RepeatReduceSum(to, from, repeat, 128, 0, 1, 1, 8); // <-
}
```

```cpp fixed
#include "kernel_operator.h"
using namespace AscendC;
__global__ __vector__ void sum(GM_ADDR x, int32_t repeat)
{
    LocalTensor<half> to, from;
    ReduceDataBlock<AscendC::ReduceType::SUM, half, half, false>(to, from, 128, repeat, 1, 1, 8);
    ReduceRepeat<AscendC::ReduceType::MAX, half, half>(to, from, 128, repeat, 1, 1, 8);
    ReduceRepeat<AscendC::ReduceType::SUM>(to, from, 128, repeat, 1, 1, 8);
}
```

Members of structs, and forms of a call that stay in another form; what documents only announce is told as information:

```cpp bad cann=9.1
#include "kernel_operator.h"
using namespace AscendC;
__global__ __vector__ void copy(GM_ADDR x)
{
    DataCopyParams params;
    params.srcStride = 1; // <-
    params.dstStride++; // <-
    MmadParams product;
    product.isBias = true; // <-
    LocalTensor<half> to, from;
    GatherMask(to, from, 1, GatherMaskParams{}); // <-
    SetAtomicNone(); // <-
}
```

```cpp fixed
#include "kernel_operator.h"
using namespace AscendC;
__global__ __vector__ void copy(GM_ADDR x)
{
    DataCopyParams params;
    params.srcGap = 1;
    params.dstGap++;
    MmadParams product;
    product.isBias = true;
    LocalTensor<half> to, from;
    GatherMask(to, from, 1, GatherMaskParams{});
    DisableDmaAtomic();
}
```

```cpp bad chip=950 cann=9.1
#include "c_api/asc_simd.h"
__global__ __vector__ void copy(__gm__ uint8_t *from)
{
    __ubuf__ uint8_t to[64];
    iter_reg old; // <-
    asc_copy_gm2ub_align(to, from, 1, 64, 0, 0, false, 0, 0, 0); // <-
}
```

```cpp good cann=9.1
#include "kernel_operator.h"
using namespace AscendC;
struct Mine { int srcStride; };
__global__ __vector__ void copy(GM_ADDR x)
{
    DataCopyExtParams params;
    params.srcStride = 1;
    Mine mine;
    mine.srcStride = 1;
    LocalTensor<half> to, from;
    uint64_t left = 0;
    GatherMask(to, from, 1, false, 0, GatherMaskParams{}, left);
}
```

```cpp good chip=950 cann=9.1
#include "c_api/asc_simd.h"
__global__ __vector__ void copy(__gm__ uint8_t *from, asc_load_l2_cache_mode mode)
{
    __ubuf__ uint8_t to[64];
    asc_copy_gm2ub_align(to, from, 1, 64, 0, 0, false, mode, 0, 0);
}
```

A name that is the host's own:

```cpp bad cann=9.1
#include "kernel_operator.h"
#include "adv_api/transpose/confusion_transpose_tiling.h"
void Size(const ge::Shape &shape, uint32_t &most, uint32_t &least)
{
    AscendC::GetConfusionTransposeMaxMinTmpSize(shape, 2, false, 0, most, least); // <-
}
```

```cpp fixed
#include "kernel_operator.h"
#include "adv_api/transpose/confusion_transpose_tiling.h"
void Size(const ge::Shape &shape, uint32_t &most, uint32_t &least)
{
    AscendC::GetTransposeMaxMinTmpSize(shape, 2, false, 0, most, least);
}
```

An old name that nothing replaces one to one:

```cpp bad cann=9.1
#include "kernel_operator.h"
__global__ __vector__ void clear(GM_ADDR x, uint32_t size)
{
    AscendC::GlobalTensor<float> out;
    AscendC::InitOutput<float>(out, size); // <-
}
```

Eight and a half has the old names only, and no version is known to have the new ones without a target:

```cpp good cann=8.5
#include "kernel_operator.h"
__global__ __vector__ void count(GM_ADDR x, uint64_t bits)
{
    int64_t ones = AscendC::ScalarGetCountOfValue<1>(bits);
}
```

```cpp good
#include "kernel_operator.h"
__global__ __vector__ void count(GM_ADDR x, uint64_t bits)
{
    int64_t ones = AscendC::ScalarGetCountOfValue<1>(bits);
}
```

A name of the device in a function of the host, which the documents give no meaning there:

```cpp good cann=9.1
#include "kernel_operator.h"
void Prepare(uint64_t bits)
{
    int64_t ones = AscendC::ScalarGetCountOfValue<1>(bits);
}
```

A function of the project, a new name, what holds for another product, and the enumerator form:

```cpp good chip=A2 cann=9.1
#include "kernel_operator.h"
namespace mine { __aicore__ inline void SetAtomicNone() {} }
__global__ __vector__ void count(GM_ADDR x, uint64_t bits)
{
    mine::SetAtomicNone(); // once AscendC::SetAtomicNone
    int64_t ones = AscendC::GetBitCount<1>(bits);
    AscendC::SetHF32Mode(AscendC::HF32Mode::ENABLE);
    AscendC::LocalTensor<half> to, from;
    AscendC::FusedAbsSub(to, from, from, 8);
}
```
"""

from collections.abc import Iterator

from sklint.api import ApiUse, Considered, Context, Edit, Finding, Fix, Hint, Safety, Severity, Version, rule
from sklint_compat.forms import told
from sklint_compat.rewrites import REWRITES, applies
from sklint_compat.tables import Old, interfaces, old_names
from sklint_compat.target_products import chips_of
from sklint_compat.undecided import cann_decides


def words() -> tuple[str, ...]:
    """The old names that no class has: the members of one are called what others call theirs, and those in a header are
    found through the sources that include it."""
    return tuple(last(it.name) for it in old_names().names if it.told_in_headers)


def host_words() -> tuple[str, ...]:
    return tuple(last(it.name) for it in old_names().names if it.side == "host")


def coverage(ctx: Context) -> Iterator[Considered]:
    """The old names of a unit, where no CANN version says whether they are old."""
    if ctx.target.cann is None and not ctx.unit.header:
        yield from cann_decides(ctx)


@rule(
    "compat.deprecated-api",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=(
        "asc-devkit docs/zh/api/附录/接口变更说明.md",
        "docs/zh/api/附录/废弃接口.md",
        "the notices in its headers",
    ),
    coverage=coverage,
    words=words,
    host_words=host_words,
)
def check(ctx: Context) -> Iterator[Finding]:
    if ctx.target.cann is None:
        return
    known = old_names().by_name
    for use in ctx.unit.api_uses:
        old = known.get(use.names[0]) if len(use.names) == 1 else None
        if old is None or (ctx.unit.header and not old.told_in_headers) or (use.on_host and old.side != "host"):
            continue
        if holds(ctx, old, ctx.target.cann) and applies(ctx, use, old):
            yield finding(ctx, use, old)


def holds(ctx: Context, old: Old, cann: Version) -> bool:
    """Whether the target's version calls the name old, and its products have what replaces it."""
    chips = chips_of(ctx)
    if cann.release < Version.parse(old.since).release or (not chips and old.products):
        return False
    if old.products and not all(it.marker in old.products for it in chips):
        return False
    return not any(interfaces().status(old.replacement, it.marker) == "no" for it in chips)


def finding(ctx: Context, use: ApiUse, old: Old) -> Finding:
    fix = None if use.in_macro else rewritten(ctx, use, old) if old.rewrite else renamed(ctx, use, old)
    severity = Severity.INFO if old.says == "announced" else None
    fixes = (fix,) if fix else ()
    return check.finding(
        use.span, message(old), symbol=old.name, severity=severity, fixes=fixes, evidence=(old.source,)
    )


def message(old: Old) -> str:
    match old.says:
        case "renamed" if old.rewrite == "choose-argument":
            return f"{old.name} takes an enumerator since CANN {old.since}, not a bool"
        case "renamed" if old.rewrite == "drop-second":
            return f"{old.name} takes no mode since CANN {old.since}"
        case "renamed":
            return f"{old.name} is called {old.replacement} since CANN {old.since}"
        case "notice only":
            return f"{old.name} is declared for Ascend 950 in CANN {old.since} only to say that it is not supported"
        case "deprecated" | "announced":
            replacement = old.replacement or old.advice
            instead = f", {replacement} takes its place" if replacement else ""
            what = f"{old.name} with {told(old.given)}" if old.given else old.name
            return f"{what} is {'to be ' * (old.says == 'announced')}deprecated in CANN {old.since}{instead}"


def renamed(ctx: Context, use: ApiUse, old: Old) -> Fix | None:
    """The rename, unless the project has a name of its own that the new one might mean."""
    before, after = last(old.name), last(old.new)
    if not old.new or ctx.unit.declares(after):
        return None
    hint = Hint("rename-symbol", use.span.path, before, after)
    return Fix(f"Rename {before} to {after}", (Edit(use.span, after),), Safety.SAFE, hint)


def rewritten(ctx: Context, use: ApiUse, old: Old) -> Fix | None:
    call, source = use.call, ctx.unit.file(use.span.path)
    if call is None or source is None:
        return None
    edits = REWRITES[old.rewrite](use, call, old, source.text)
    if not edits:
        return None
    safety = Safety.SAFE if old.rewrite.startswith("choose") else Safety.UNSAFE
    return Fix(f"Rewrite the call of {last(old.name)}", tuple(edits), safety)


def last(name: str) -> str:
    return name.rpartition("::")[2]
