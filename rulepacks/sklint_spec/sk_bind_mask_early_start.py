"""Bits 1 and 2 of an SK_BIND mask say exactly whether WaitPreTaskEnd and SetNextTaskStart are called.

Bit 1 tells SuperKernel that the function waits for its predecessor itself (`AscendC::WaitPreTaskEnd`), bit 2 that it
lets its successor start early (`AscendC::SetNextTaskStart`). A bit without its call loses the synchronisation between
two sub-kernels; a call without its bit has no effect.

```cpp bad
#include "kernel_operator.h"
struct EarlyArgs { GM_ADDR x; };
__aicore__ inline void Tail() { AscendC::SetNextTaskStart<PIPE_MTE3, PIPE_FIX>(); }
__global__ __vector__ void first(GM_ADDR x) { Work(x); Tail(); }
template <uint32_t p> __sk__ __vector__ void first_sk(const EarlyArgs *args) { Work(args->x); Tail(); }
__global__ __vector__ void second(GM_ADDR x) { Work(x); }
template <uint32_t p> __sk__ __vector__ void second_sk(const EarlyArgs *args) { Work(args->x); /* WaitPreTaskEnd(); */ }
SK_BIND(first, 4, first_sk<0>); // <- bit 2 is missing
SK_BIND(second, 1 | 4, second_sk<0>); // <- nothing waits
```

```cpp fixed
#include "kernel_operator.h"
struct EarlyArgs { GM_ADDR x; };
__aicore__ inline void Tail() { AscendC::SetNextTaskStart<PIPE_MTE3, PIPE_FIX>(); }
__global__ __vector__ void first(GM_ADDR x) { Work(x); Tail(); }
template <uint32_t p> __sk__ __vector__ void first_sk(const EarlyArgs *args) { Work(args->x); Tail(); }
__global__ __vector__ void second(GM_ADDR x) { Work(x); }
template <uint32_t p> __sk__ __vector__ void second_sk(const EarlyArgs *args) { Work(args->x); /* WaitPreTaskEnd(); */ }
SK_BIND(first, 6, first_sk<0>);
SK_BIND(second, 4, second_sk<0>);
```

A mask made of constants is found as well, and left to you:

```cpp bad
#include "kernel_operator.h"
constexpr uint64_t kNoFlush = 4;
struct NamedArgs { GM_ADDR x; };
__global__ __vector__ void named(GM_ADDR x) { AscendC::WaitPreTaskEnd(); Work(x); }
template <uint32_t p>
__sk__ __vector__ void named_sk(const NamedArgs *args) { AscendC::WaitPreTaskEnd(); Work(args->x); }
SK_BIND(named, kNoFlush, named_sk<0>); // <-
```

Masks that match their calls are fine, and each call has a bit of its own:

```cpp good
#include "kernel_operator.h"
struct FineArgs { GM_ADDR x; };
struct Op {
    __aicore__ ~Op() { AscendC::SetNextTaskStart(); }
    __aicore__ void Run(GM_ADDR x) { AscendC::WaitPreTaskEnd<true>(); Work(x); }
};
__global__ __vector__ void both(GM_ADDR x) { Op op; op.Run(x); }
template <uint32_t p> __sk__ __vector__ void both_sk(const FineArgs *args) { Op op; op.Run(args->x); }
__global__ __vector__ void wait(GM_ADDR x) { AscendC::WaitPreTaskEnd(); Work(x); }
template <uint32_t p> __sk__ __vector__ void wait_sk(const FineArgs *args) { AscendC::WaitPreTaskEnd(); Work(args->x); }
SK_BIND(both, 3, both_sk<0>);
SK_BIND(wait, 5, wait_sk<0>);
```

Each core makes the call exactly once, whichever SK function it runs, so all of a binding's make it:

```cpp bad
#include "kernel_operator.h"
struct PartArgs { GM_ADDR x; };
__global__ __vector__ void parts(GM_ADDR x) { Work(x); AscendC::SetNextTaskStart(); }
__sk__ __vector__ void parts_0(const PartArgs *args) { Work(args->x); AscendC::SetNextTaskStart(); }
__sk__ __vector__ void parts_1(const PartArgs *args) { Work(args->x); }
SK_BIND(parts, 6, parts_0, parts_1); // <- parts_1 does not call it
```

Where the code that may make the call is not in the unit, a bit is taken at its word:

```cpp good
#include "kernel_operator.h"
#include "missing_stage.h"
struct StageArgs { GM_ADDR x; };
__global__ __vector__ void stage(GM_ADDR x) { Stage(x); }
template <uint32_t p> __sk__ __vector__ void stage_sk(const StageArgs *args) { Stage(args->x); }
SK_BIND(stage, 3, stage_sk<0>);
```

```cpp good
#include "kernel_operator.h"
struct DeclaredArgs { GM_ADDR x; };
__aicore__ void Declared(GM_ADDR x);
__global__ __vector__ void declared(GM_ADDR x) { Declared(x); }
template <uint32_t p> __sk__ __vector__ void declared_sk(const DeclaredArgs *args) { Declared(args->x); }
SK_BIND(declared, 3, declared_sk<0>);
```
"""

from collections.abc import Iterator

from sklint.api import (
    Binding,
    Context,
    Edit,
    Finding,
    Fix,
    Mask,
    Related,
    Safety,
    Severity,
    SkFunction,
    Unit,
    reaches_call,
    rule,
    with_bits,
)

BITS = {1: "WaitPreTaskEnd", 2: "SetNextTaskStart"}


@rule(
    "sk.bind-mask-early-start",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SK_BIND", "asc-devkit: SetNextTaskStart", "asc-devkit: WaitPreTaskEnd"),
    apart=True,
)
def check(ctx: Context) -> Iterator[Finding]:
    for binding in ctx.unit.bindings:
        functions = bound_functions(binding)
        if binding.mask and binding.mask.value is not None and binding.mask.value >= 0 and functions:
            for_each = {bit: told(ctx.unit, functions, bit) for bit in BITS}
            wrong = {bit: text for bit, (made, text) in for_each.items() if made is (not binding.mask.value & bit)}
            if wrong:
                yield finding(binding, binding.mask, wrong)
            for bit in BITS:
                if binding.mask.value & bit:
                    yield from lacking(ctx.unit, binding, binding.mask, functions, bit)


def bound_functions(binding: Binding) -> list[SkFunction]:
    """The SK functions of a binding; none at all where one of them, or its body, is not known."""
    functions = [part.functions[0] for part in binding.parts if len(part.functions) == 1]
    whole = len(functions) == len(binding.parts) and all(it.body and not it.tool_made for it in functions)
    return functions if whole else []


def told(unit: Unit, functions: list[SkFunction], bit: int) -> tuple[bool | None, str]:
    """Whether the call that a bit stands for is made by one of the functions, and that in words."""
    call = f"AscendC::{BITS[bit]}"
    caller = next((it.name for it in functions if reaches_call(unit, (it,), call)), "")
    if caller:
        return True, f"{caller} calls {BITS[bit]}, but bit {bit} is not in mask"
    names = ", ".join(dict.fromkeys(it.name for it in functions))
    return reaches_call(unit, functions, call), f"nothing in {names} calls {BITS[bit]}, but bit {bit} is in mask"


def lacking(unit: Unit, binding: Binding, mask: Mask, functions: list[SkFunction], bit: int) -> Iterator[Finding]:
    """Some of the SK functions make the call of a bit, and some surely do not."""
    made = {it.key: reaches_call(unit, (it,), f"AscendC::{BITS[bit]}") for it in functions}
    caller = next((it.name for it in functions if made[it.key]), "")
    without = list({it.key: it for it in functions if made[it.key] is False}.values())
    if caller and without:
        names = ", ".join(it.name for it in without)
        yield check.finding(
            mask.span,
            f"bit {bit} is in mask {mask.text} and {caller} calls {BITS[bit]}, but {names} does not",
            symbol=f"{binding.kernel.name if binding.kernel else ''} {BITS[bit]}",
            related=[Related(it.span, f"{it.name} does not call {BITS[bit]}") for it in without],
        )


def finding(binding: Binding, mask: Mask, wrong: dict[int, str]) -> Finding:
    value = mask.value or 0
    wanted = value ^ sum(wrong)
    text = with_bits(mask.text, value, wanted)
    safety = Safety.SAFE if wanted & value == value else Safety.UNSAFE
    return check.finding(
        mask.span,
        "; ".join(f"{fact} {mask.text}" for fact in wrong.values()),
        symbol=binding.kernel.name if binding.kernel else "",
        fixes=(Fix(f"Set the mask to {text}", (Edit(mask.span, text),), safety),) if mask.literal else (),
    )
