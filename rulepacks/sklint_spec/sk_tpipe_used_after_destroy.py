"""What a TPipe gave memory to is not used after the TPipe is destroyed.

`DestroyWithoutPipeAll` releases what the TPipe handed out: the memory of its queues and buffers, and the events that
they wait with. A queue that is used behind it takes memory that the next kernel of the SuperKernel has, and sets events
that nobody waits for. The TPipe is destroyed last.

```cpp bad
#include "kernel_operator.h"
struct CastArgs { GM_ADDR x; uint32_t n; };
__global__ __vector__ void cast(GM_ADDR x, uint32_t n)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 1, 256);
    auto local = in.AllocTensor<float>();
    Cast(x, local, n);
    in.FreeTensor(local);
}
template <uint32_t part>
__sk__ __vector__ void cast_sk(const CastArgs *args)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 1, 256);
    auto local = in.AllocTensor<float>();
    Cast(args->x, local, args->n);
    pipe.DestroyWithoutPipeAll();
    in.FreeTensor(local); // <- its TPipe is gone
}
SK_BIND(cast, 4, cast_sk<0>);
```

So does an object that has queues of that TPipe, and what a queue or buffer gave is gone with it:

```cpp bad
#include "kernel_operator.h"
struct CopyArgs { GM_ADDR x; };
class Copy {
public:
    __aicore__ inline void Init(GM_ADDR x, AscendC::TPipe *pipe)
    {
        x_.SetGlobalBuffer((__gm__ float *)x);
        pipe->InitBuffer(in_, 1, 256);
    }
    __aicore__ inline void Process()
    {
        auto local = in_.AllocTensor<float>();
        AscendC::DataCopy(local, x_, 64);
        in_.FreeTensor(local);
    }
private:
    AscendC::GlobalTensor<float> x_;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in_;
};
__global__ __vector__ void copy(GM_ADDR x)
{
    AscendC::TPipe pipe;
    Copy op;
    op.Init(x, &pipe);
    op.Process();
}
__sk__ __vector__ void copy_sk(const CopyArgs *args)
{
    AscendC::TPipe pipe;
    Copy op;
    op.Init(args->x, &pipe);
    pipe.DestroyWithoutPipeAll();
    op.Process(); // <- its queue is gone
}
SK_BIND(copy, 4, copy_sk);
```

A guard destroys it where its block ends:

```cpp bad
#include "kernel_operator.h"
struct PadArgs { GM_ADDR x; };
struct Guard { AscendC::TPipe &pipe; __aicore__ inline ~Guard() { pipe.DestroyWithoutPipeAll(); } };
__global__ __vector__ void pad(GM_ADDR x)
{
    AscendC::TPipe pipe;
    Load(x, &pipe);
    Store(x, &pipe);
}
template <uint32_t part>
__sk__ __vector__ void pad_sk(const PadArgs *args)
{
    AscendC::TPipe pipe;
    {
        Guard guard{pipe};
        Load(args->x, &pipe);
    }
    Store(args->x, &pipe); // <- the guard has ended
}
SK_BIND(pad, 4, pad_sk<0>);
```

A TPipe that is made ready again gives memory again, and other ways go on without it:

```cpp good
#include "kernel_operator.h"
struct FillArgs { GM_ADDR x; uint32_t n; };
__global__ __vector__ void fill(GM_ADDR x, uint32_t n)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 1, 256);
    if (n == 0) { return; }
    auto local = in.AllocTensor<float>();
    Fill(x, local, n);
    in.FreeTensor(local);
    pipe.Destroy();
    pipe.Init();
    pipe.InitBuffer(in, 2, 256);
    auto second = in.AllocTensor<float>();
    Fill(x, second, n);
    in.FreeTensor(second);
}
template <uint32_t part>
__sk__ __vector__ void fill_sk(const FillArgs *args)
{
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 1, 256);
    if (args->n == 0) {
        pipe.DestroyWithoutPipeAll();
        return;
    }
    auto local = in.AllocTensor<float>();
    Fill(args->x, local, args->n);
    in.FreeTensor(local);
    pipe.DestroyWithoutPipeAll();
    pipe.Init();
    pipe.InitBuffer(in, 2, 256);
    auto second = in.AllocTensor<float>();
    Fill(args->x, second, args->n);
    in.FreeTensor(second);
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(fill, 4, fill_sk<0>);
```
"""

from collections.abc import Iterator

from sklint.api import Context, Finding, Related, Severity, released_uses, rule, sk_bodies


@rule(
    "sk.tpipe-used-after-destroy",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: TPipe, DestroyWithoutPipeAll (it releases the resources)",),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    for reached in sk_bodies(ctx.unit):
        for it in released_uses(ctx.unit, reached.function):
            own = "gives memory after it" if it.use.name == "InitBuffer" else "is used after it"
            gives = own if it.name == it.pipe.path else f"is used after {it.pipe.path}, which"
            gone = "is destroyed" if it.name == it.pipe.path else "gave it memory, is destroyed"
            yield check.finding(
                it.use.span,
                f"{it.name} {gives} {gone}",
                symbol=f"{reached.function.qualified}::{it.name}",
                related=(Related(it.destroyed.span, f"{it.pipe.path} is destroyed here"), *reached.related),
            )
