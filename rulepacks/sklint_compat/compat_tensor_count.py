"""The queues of one position give only so many tensors at a time.

`AllocTensor` takes a tensor from a queue, `FreeTensor` gives it back. All queues of one position together give at most
8 tensors at a time, 4 on the training series; the next call finds no resources, and the kernel hangs. Several tensors
can be parts of one. Reported is only what the calls on one way through a function prove: what is freed perhaps, or in
another function, is taken as freed. On Kirin chips documents disagree.

```cpp bad chip=910
#include "kernel_operator.h"
using namespace AscendC;
class Add {
public:
    __aicore__ inline void CopyIn()
    {
        LocalTensor<half> a = x.AllocTensor<half>();
        LocalTensor<half> b = y.AllocTensor<half>();
        LocalTensor<half> c = x.AllocTensor<half>();
        x.EnQue(a);
        LocalTensor<half> d = y.AllocTensor<half>();
        LocalTensor<half> result = out.AllocTensor<half>();
        LocalTensor<half> e = z.AllocTensor<half>(); // <-
    }
    TQue<TPosition::VECIN, 2> x, y, z;
    TQue<TPosition::VECOUT, 2> out;
};
__global__ __aicore__ void add(GM_ADDR x) {}
```

The same on a chip that gives 8, and tensors that are freed in between:

```cpp good chip=A2
#include "kernel_operator.h"
using namespace AscendC;
class Add {
public:
    __aicore__ inline void CopyIn(bool early)
    {
        LocalTensor<half> a = x.AllocTensor<half>(), b = x.AllocTensor<half>(), c = x.AllocTensor<half>();
        LocalTensor<half> d = x.AllocTensor<half>(), e = y.AllocTensor<half>(), f = y.AllocTensor<half>();
        x.FreeTensor(a);
        LocalTensor<half> g = y.AllocTensor<half>(), h = y.AllocTensor<half>();
        LocalTensor<half> i = x.AllocTensor<half>();
        if (early) {
            y.FreeTensor(e);
        }
        LocalTensor<half> j = y.AllocTensor<half>();
    }
    TQue<TPosition::VECIN, 4> x, y;
};
__global__ __vector__ void add(GM_ADDR x) {}
```

```cpp good chip=910
#include "kernel_operator.h"
using namespace AscendC;
class Add {
public:
    __aicore__ inline void Run()
    {
        LocalTensor<half> a = x.AllocTensor<half>();
        LocalTensor<half> b = y.AllocTensor<half>();
        LocalTensor<half> c = x.AllocTensor<half>();
        Free(b, c);
        LocalTensor<half> d = y.AllocTensor<half>();
        LocalTensor<half> e = x.AllocTensor<half>();
    }
    __aicore__ inline void Free(LocalTensor<half> &b, LocalTensor<half> &c) { y.FreeTensor(b); x.FreeTensor(c); }
    TQue<TPosition::VECIN, 2> x, y;
};
__global__ __aicore__ void add(GM_ADDR x) {}
```

A chip that documents disagree on:

```cpp good chip=x90
#include "kernel_operator.h"
using namespace AscendC;
class Add {
public:
    __aicore__ inline void CopyIn()
    {
        LocalTensor<half> a = x.AllocTensor<half>(), b = x.AllocTensor<half>(), c = x.AllocTensor<half>();
        LocalTensor<half> d = x.AllocTensor<half>(), e = x.AllocTensor<half>(), f = x.AllocTensor<half>();
        LocalTensor<half> g = x.AllocTensor<half>(), h = x.AllocTensor<half>(), i = x.AllocTensor<half>();
    }
    TQue<TPosition::VECIN, 4> x;
};
__global__ __vector__ void add(GM_ADDR x) {}
```
"""

from collections import Counter
from collections.abc import Iterator

from sklint.api import ApiUse, Chip, Context, Finding, Severity, rule
from sklint_compat.buffers import QUEUE
from sklint_compat.target_products import chips_of, marked, named
from sklint_compat.ways import Uses, Way, is_used, may_call, uses_of, ways_with

ALLOC = "AscendC::TQueBind::AllocTensor"
FREES = frozenset(("FreeTensor", "FreeAllEvent"))
MOST = {"950": 8, "A3": 8, "910b": 8, "2201": 8, "310b": 8, "310p": 8, "310p_aicore": 8, "310p_vectorcore": 8, "910": 4}
"""The tensors at a time, by product."""


@rule(
    "compat.tensor-count",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit docs/zh/api/SIMD-API/基础API/资源管理/TQue/AllocTensor.md: 约束说明",),
    in_headers=False,
)
def check(ctx: Context) -> Iterator[Finding]:
    chips = [it for it in chips_of(ctx) if it.marker in MOST]
    uses = uses_of(ctx, ALLOC) if chips else {}
    for way in ways_with(ctx, uses, lambda them: len(them) > min(MOST[it.marker] for it in chips)):
        yield from beyond(ctx, way, uses, chips)


def beyond(ctx: Context, way: Way, uses: Uses, chips: list[Chip]) -> Iterator[Finding]:
    """The first call on a way that asks for one too many."""
    for use, position, number in tensors(ctx, way, uses):
        if without := [it for it in chips if number > MOST[it.marker]]:
            most = MOST[without[0].marker]
            message = f"AllocTensor asks for tensor {number} of {position} at a time, {named(without)} gives {most}"
            yield check.finding(use.span, message, symbol=marked(f"{position} {number}", without))
            return


def tensors(ctx: Context, way: Way, uses: Uses) -> Iterator[tuple[ApiUse, str, int]]:
    """Each call of a way that asks for a tensor, with its position and how many are out there then."""
    out = Counter[str]()
    for made in way.calls:
        call = made.call
        if call.name in FREES or may_call(ctx, call, FREES):
            position = position_of(way, call.index) if made.surely and call.name == "FreeTensor" else ""
            out = Counter({it: number - 1 if it == position else 0 for it, number in out.items() if number > 0})
        elif is_used(made, uses) and (position := position_of(way, call.index)):
            out[position] += 1
            yield uses[call.span.path, call.span.start], position, out[position]


def position_of(way: Way, index: int) -> str:
    """The position of the queue that a call is made on; "" where it is not known, or is between two positions."""
    receiver = way.body.references.get(index - 2)
    queue = QUEUE.match(receiver.type.canonical) if receiver and receiver.type else None
    return queue[1] if queue else ""
