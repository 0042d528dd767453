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

from collections.abc import Iterator, Sequence

import msgspec

from sklint.api import (
    Call,
    Context,
    Edit,
    Exit,
    Finding,
    Fix,
    Hint,
    Local,
    Pipe,
    Reached,
    Related,
    Safety,
    Severity,
    SkFunction,
    Span,
    Version,
    destroy_edits,
    owned_pipes,
    rule,
    run_by,
    undestroyed_arrays,
)

TPIPE = "AscendC::TPipe"
NAME = "DestroyWithoutPipeAll"
SINCE = Version.parse("9.1")
"""The release that brought DestroyWithoutPipeAll (asc-devkit, branches 9.0.0 and 9.1.0)."""
NEVER_YET = frozenset((0,))


@rule(
    "sk.tpipe-destroy-without-pipe-all",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 5); TPipe, DestroyWithoutPipeAll",),
)
def check(ctx: Context) -> Iterator[Finding]:
    cann = ctx.target.cann
    lacks = cann is not None and cann.release < SINCE.release
    needs = f"; that needs CANN {SINCE}, the target is CANN {cann}" if lacks else ""
    for it in found(ctx):
        yield msgspec.structs.replace(it, message=it.message + needs, fixes=()) if lacks else it


def found(ctx: Context) -> Iterator[Finding]:
    functions = [it for it in ctx.unit.sk_functions if not it.tool_made]
    kernels = ctx.unit.kernels if functions else ()
    shared = {it.function.key for kernel in kernels for it in ctx.unit.reach(kernel)}
    for function in functions:
        for reached in run_by(ctx.unit, function):
            pipes = owned_pipes(ctx.unit, reached.function)
            for pipe in pipes:
                yield from judge(ctx, function, reached, pipe, reached.function.key in shared)
            if reached.function.key not in shared:
                yield from plain(reached, pipes)
            for array in undestroyed_arrays(ctx.unit, reached.function):
                yield of_array(function, reached, array)


def of_array(function: SkFunction, reached: Reached, array: Local) -> Finding:
    return check.finding(
        array.span,
        f"no TPipe of {array.name} is ever destroyed with {NAME}",
        symbol=f"{reached.function.qualified}::{array.name}",
        related=[Related(call.span, f"{caller} calls {call.name} here") for caller, call in steps(function, reached)],
    )


def judge(ctx: Context, function: SkFunction, reached: Reached, pipe: Pipe, shared: bool) -> Iterator[Finding]:
    related = [Related(call.span, f"{caller} calls {call.name} here") for caller, call in steps(function, reached)]
    safety = Safety.UNSAFE if shared else Safety.SAFE
    if not pipe.destroys and not pipe.doubtful:
        fixes = destroying(ctx, pipe, pipe.exits, safety)
        yield finding(pipe.local.span, f"{pipe.path} is never destroyed with {NAME}", pipe, related, fixes)
        return
    for way in pipe.leaks:
        fixes = destroying(ctx, pipe, (way,), safety)
        yield finding(
            way.token.span,
            f"{pipe.path} is not destroyed on this way out of {pipe.function.name}",
            pipe,
            related,
            fixes,
        )
    if pipe.repeats and not pipe.leaks:
        last = pipe.destroys[-1]
        places = [*related, *(Related(it.span, "it is destroyed here as well") for it in pipe.destroys[:-1])]
        yield finding(
            last.span,
            f"{pipe.path} is destroyed more than once on a way through {pipe.function.name}",
            pipe,
            places,
            (),
        )


def finding(span: Span, message: str, pipe: Pipe, related: list[Related], fixes: tuple[Fix, ...]) -> Finding:
    return check.finding(span, message, symbol=f"{pipe.function.qualified}::{pipe.path}", related=related, fixes=fixes)


def steps(function: SkFunction, reached: Reached) -> Iterator[tuple[str, Call]]:
    """Each call on the way from the SK function, with the name of who makes it."""
    caller = function.name
    for call in reached.via:
        yield caller, call
        caller = call.name


def destroying(ctx: Context, pipe: Pipe, ways: tuple[Exit, ...], safety: Safety) -> tuple[Fix, ...]:
    """Destroy the pipe before each of these ways out; nothing where that cannot be written exactly, or where some way
    there has destroyed it already."""
    edits = destroy_edits(ctx.unit, pipe, ways) if all(it.counts == NEVER_YET for it in ways) else ()
    return (Fix(f"Destroy {pipe.path} with {NAME}", edits, safety),) if edits else ()


def plain(reached: Reached, pipes: Sequence[Pipe]) -> Iterator[Finding]:
    """`Destroy()` is the same but for a barrier, which is left out when fused. A kernel that runs it needs it."""
    body = reached.function.body
    known = {it.index for pipe in pipes for it in pipe.destroys if it.receiver and not it.targets}
    for call in body.calls if body else ():
        if call.name == "Destroy" and (call.receiver_type == TPIPE or call.index in known):
            hint = Hint("replace-pattern", call.span.path, r"\bDestroy\(\)", f"{NAME}()")
            edit = Edit(call.span, NAME)
            yield check.finding(
                call.span,
                f"{call.receiver} is destroyed with Destroy, which waits for all pipes outside of a SuperKernel",
                symbol=f"{reached.function.qualified}::{call.receiver}",
                severity=Severity.INFO,
                fixes=() if call.from_macro else (Fix(f"Use {NAME}", (edit,), Safety.SAFE, hint),),
            )
