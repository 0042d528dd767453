"""Every TPipe that an SK function owns is destroyed once, by DestroyWithoutPipeAll, on every way out.

A TPipe that goes out of scope destroys itself and waits for all pipes of the core. In a fused launch that wait stands
between this kernel and the next one, on cores that may have nothing to wait for: the launch is slow, or hangs. An SK
function therefore ends each of its pipes itself. It owns the pipes it declares, those inside objects it declares, and
those that the functions it calls declare.

```cpp bad
#include "kernel_operator.h"
struct ClipArgs { GM_ADDR x; uint32_t used; };
__global__ __vector__ void clip(GM_ADDR x, uint32_t used)
{
    AscendC::TPipe pipe;
    Clip(x, used, &pipe);
}
template <uint32_t part>
__sk__ __vector__ void clip_sk(const ClipArgs *args)
{
    AscendC::TPipe pipe; // <- never destroyed
    Clip(args->x, args->used, &pipe);
}
SK_BIND(clip, 4, clip_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct ClipArgs { GM_ADDR x; uint32_t used; };
__global__ __vector__ void clip(GM_ADDR x, uint32_t used)
{
    AscendC::TPipe pipe;
    Clip(x, used, &pipe);
}
template <uint32_t part>
__sk__ __vector__ void clip_sk(const ClipArgs *args)
{
    AscendC::TPipe pipe;
    Clip(args->x, args->used, &pipe);
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(clip, 4, clip_sk<0>);
```

A pipe of one branch of a directive is destroyed where that branch is taken:

```cpp bad
#include "kernel_operator.h"
struct DumpArgs { GM_ADDR x; };
__global__ __vector__ void dump(GM_ADDR x)
{
#ifndef NO_PIPE
    AscendC::TPipe pipe;
#endif
    Dump(x);
}
template <uint32_t part>
__sk__ __vector__ void dump_sk(const DumpArgs *args)
{
#ifndef NO_PIPE
    AscendC::TPipe pipe; // <-
#endif
    Dump(args->x);
}
SK_BIND(dump, 4, dump_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct DumpArgs { GM_ADDR x; };
__global__ __vector__ void dump(GM_ADDR x)
{
#ifndef NO_PIPE
    AscendC::TPipe pipe;
#endif
    Dump(x);
}
template <uint32_t part>
__sk__ __vector__ void dump_sk(const DumpArgs *args)
{
#ifndef NO_PIPE
    AscendC::TPipe pipe;
#endif
    Dump(args->x);
#ifndef NO_PIPE
    pipe.DestroyWithoutPipeAll();
#endif
}
SK_BIND(dump, 4, dump_sk<0>);
```

An early `return` is a way out as well:

```cpp bad
#include "kernel_operator.h"
struct SkipArgs { GM_ADDR x; uint32_t used; };
__global__ __vector__ void skip(GM_ADDR x, uint32_t used)
{
    AscendC::TPipe pipe;
    if (used == 0) return;
    Skip(x, &pipe);
}
template <uint32_t part>
__sk__ __vector__ void skip_sk(const SkipArgs *args)
{
    AscendC::TPipe pipe;
    if (args->used == 0) return; // <- leaves pipe as it is
    Skip(args->x, &pipe);
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(skip, 4, skip_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct SkipArgs { GM_ADDR x; uint32_t used; };
__global__ __vector__ void skip(GM_ADDR x, uint32_t used)
{
    AscendC::TPipe pipe;
    if (used == 0) return;
    Skip(x, &pipe);
}
template <uint32_t part>
__sk__ __vector__ void skip_sk(const SkipArgs *args)
{
    AscendC::TPipe pipe;
    if (args->used == 0) { pipe.DestroyWithoutPipeAll(); return; }
    Skip(args->x, &pipe);
    pipe.DestroyWithoutPipeAll();
}
SK_BIND(skip, 4, skip_sk<0>);
```

A helper may own the pipe, or end it for its caller:

```cpp good
#include "kernel_operator.h"
struct NormArgs { GM_ADDR x; };
__aicore__ inline void Finish(AscendC::TPipe &pipe) { pipe.DestroyWithoutPipeAll(); }
__aicore__ inline void Norm(GM_ADDR x)
{
    AscendC::TPipe pipe;
    Work(x, &pipe);
    Finish(pipe);
}
__global__ __vector__ void norm(GM_ADDR x) { Norm(x); }
template <uint32_t part>
__sk__ __vector__ void norm_sk(const NormArgs *args) { Norm(args->x); }
SK_BIND(norm, 4, norm_sk<0>);
```

A pipe may be ended by an object that holds it, when that goes out of scope, or as the current one:

```cpp good
#include "kernel_operator.h"
struct ScaleArgs { GM_ADDR x; };
struct End { AscendC::TPipe &pipe; __aicore__ ~End() { pipe.DestroyWithoutPipeAll(); } };
__global__ __vector__ void scale(GM_ADDR x) { AscendC::TPipe pipe; Scale(x); }
template <uint32_t part>
__sk__ __vector__ void scale_sk(const ScaleArgs *args) { AscendC::TPipe pipe; End end{pipe}; Scale(args->x); }
__global__ __vector__ void shift(GM_ADDR x) { AscendC::TPipe pipe; Shift(x); }
template <uint32_t part>
__sk__ __vector__ void shift_sk(const ScaleArgs *args)
{
    AscendC::TPipe pipe;
    Shift(args->x);
    AscendC::GetTPipePtr()->DestroyWithoutPipeAll();
}
SK_BIND(scale, 4, scale_sk<0>);
SK_BIND(shift, 4, shift_sk<0>);
```

`Destroy()` waits for all pipes as well, but for in a SuperKernel; what no kernel runs has no use for that:

```cpp bad
#include "kernel_operator.h"
struct RollArgs { GM_ADDR x; };
__aicore__ inline void Finish(AscendC::TPipe &pipe)
{
    pipe.Destroy(); // <- only roll_sk calls it
}
__global__ __vector__ void roll(GM_ADDR x) { AscendC::TPipe pipe; Roll(x, &pipe); }
template <uint32_t part>
__sk__ __vector__ void roll_sk(const RollArgs *args) { AscendC::TPipe pipe; Roll(args->x, &pipe); Finish(pipe); }
SK_BIND(roll, 4, roll_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct RollArgs { GM_ADDR x; };
__aicore__ inline void Finish(AscendC::TPipe &pipe)
{
    pipe.DestroyWithoutPipeAll();
}
__global__ __vector__ void roll(GM_ADDR x) { AscendC::TPipe pipe; Roll(x, &pipe); }
template <uint32_t part>
__sk__ __vector__ void roll_sk(const RollArgs *args) { AscendC::TPipe pipe; Roll(args->x, &pipe); Finish(pipe); }
SK_BIND(roll, 4, roll_sk<0>);
```

Two pipes use the same memory. What waited between them was the end of the first, so that a barrier takes its place:

```cpp bad
#include "kernel_operator.h"
struct PairArgs { GM_ADDR x; };
__global__ __vector__ void pair(GM_ADDR x)
{
    { AscendC::TPipe pipe; First(x, &pipe); }
    { AscendC::TPipe pipe; Second(x, &pipe); }
}
__sk__ __vector__ void pair_sk(const PairArgs *args)
{
    { AscendC::TPipe pipe; First(args->x, &pipe); } // <-
    { AscendC::TPipe pipe; Second(args->x, &pipe); } // <-
}
SK_BIND(pair, 4, pair_sk);
```

```cpp fixed
#include "kernel_operator.h"
struct PairArgs { GM_ADDR x; };
__global__ __vector__ void pair(GM_ADDR x)
{
    { AscendC::TPipe pipe; First(x, &pipe); }
    { AscendC::TPipe pipe; Second(x, &pipe); }
}
__sk__ __vector__ void pair_sk(const PairArgs *args)
{
    { AscendC::TPipe pipe; First(args->x, &pipe); pipe.DestroyWithoutPipeAll(); AscendC::PipeBarrier<PIPE_ALL>(); }
    { AscendC::TPipe pipe; Second(args->x, &pipe); pipe.DestroyWithoutPipeAll(); }
}
SK_BIND(pair, 4, pair_sk);
```

A pipe inside an object is ended through the object; a plain kernel ends nothing:

```cpp good
#include "kernel_operator.h"
struct SumArgs { GM_ADDR x; };
struct Sum {
    AscendC::TPipe pipe;
    __aicore__ void Run(GM_ADDR x) { Work(x); }
    __aicore__ void Finish() { pipe.DestroyWithoutPipeAll(); }
};
__global__ __vector__ void sum(GM_ADDR x) { Sum op; op.Run(x); }
template <uint32_t part>
__sk__ __vector__ void sum_sk(const SumArgs *args) { Sum op; op.Run(args->x); op.Finish(); }
SK_BIND(sum, 4, sum_sk<0>);
```

CANN 9.0 has no such call: a kernel with a TPipe of its own cannot be fused there, and nothing is repaired.

```cpp bad cann=9.0
#include "kernel_operator.h"
struct AddArgs {
    GM_ADDR x;
};
__global__ __vector__ void add(GM_ADDR x) { AscendC::TPipe pipe; Add(x, pipe); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const AddArgs *args) { AscendC::TPipe pipe; Add(args->x, pipe); } // <- needs CANN 9.1
SK_BIND(add, 4, add_sk<0>);
```
"""

from collections.abc import Iterator

import msgspec

from sklint.api import (
    Context,
    Finding,
    PipeFault,
    Severity,
    Version,
    pipe_faults,
    rule,
)
from sklint_spec.pipe_fixes import NAME, destroying, renaming

SINCE = Version.parse("9.1")
"""The release that brought DestroyWithoutPipeAll (asc-devkit, branches 9.0.0 and 9.1.0)."""


@rule(
    "sk.tpipe-destroy-without-pipe-all",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=(
        "asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 5); TPipe, DestroyWithoutPipeAll",
        "asc-devkit: SuperKernel, what an operator has to observe (several TPipes)",
    ),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    cann = ctx.target.cann
    lacks = cann is not None and cann.release < SINCE.release
    needs = f"; that needs CANN {SINCE}, the target is CANN {cann}" if lacks else ""
    for fault in pipe_faults(ctx.unit):
        it = finding(ctx, fault)
        yield msgspec.structs.replace(it, message=it.message + needs, fixes=()) if lacks else it


def finding(ctx: Context, it: PipeFault) -> Finding:
    return check.finding(
        it.span,
        message(it),
        symbol=f"{it.function.qualified}::{it.name}",
        severity=Severity.INFO if it.kind == "waits" else None,
        related=it.related,
        fixes=renaming(ctx, it) if it.kind == "waits" else destroying(ctx, it),
    )


def message(it: PipeFault) -> str:
    match it.kind:
        case "never":
            return f"{it.name} is never destroyed with {NAME}"
        case "left":
            return f"{it.name} is not destroyed on this way out of {it.function.name}"
        case "twice":
            return f"{it.name} is destroyed more than once on a way through {it.function.name}"
        case "waits":
            return f"{it.name} is destroyed with Destroy, which waits for all pipes outside of a SuperKernel"
        case "array":
            return f"no TPipe of {it.name} is ever destroyed with {NAME}"
