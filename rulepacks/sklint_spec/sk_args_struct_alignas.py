"""A field of an args struct that is smaller than 4 bytes is aligned to 4.

A kernel's arguments are passed in slots of at least 4 bytes. SuperKernel hands those very slots to the SK function,
which reads them through its args struct. A `bool`, `half`, `uint8_t`, a small enum or a struct of two bytes therefore
needs `alignas(4)`, or every field after it is read from the wrong place: the kernel runs, on wrong values.

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x, bool keep, half factor) { Work(x, keep, factor); }
struct ScaleArgs {
    GM_ADDR x;
    bool keep; // <- one byte
    half factor; // <- two bytes
};
template <uint32_t part>
__sk__ __vector__ void scale_sk(const ScaleArgs *args) { Work(args->x, args->keep, args->factor); }
SK_BIND(scale, 4, scale_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x, bool keep, half factor) { Work(x, keep, factor); }
struct ScaleArgs {
    GM_ADDR x;
    alignas(4) bool keep;
    alignas(4) half factor;
};
template <uint32_t part>
__sk__ __vector__ void scale_sk(const ScaleArgs *args) { Work(args->x, args->keep, args->factor); }
SK_BIND(scale, 4, scale_sk<0>);
```

More than 4 moves the field as well, away from where its argument is; that is a warning:

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void shift(uint32_t n, uint8_t flag) { Work(n, flag); }
struct ShiftArgs {
    uint32_t n;
    alignas(8) uint8_t flag; // <- offset 8, the argument is at 4
};
template <uint32_t part>
__sk__ __vector__ void shift_sk(const ShiftArgs *args) { Work(args->n, args->flag); }
SK_BIND(shift, 4, shift_sk<0>);
```

Pointers and fields of 4 bytes or more need nothing, whatever they point to or are made of, and the value of the
alignment counts, not its spelling:

```cpp good
#include "kernel_operator.h"
constexpr uint32_t kSlot = 4;
struct Pair { uint16_t low; uint16_t high; };
__global__ __vector__ void plain(__gm__ uint8_t *x, uint32_t n, Pair pair, int8_t flag) { Work(x, n, pair, flag); }
struct PlainArgs {
    __gm__ uint8_t *x;
    uint32_t n;
    Pair pair;
    alignas(kSlot) int8_t flag;
};
template <uint32_t part>
__sk__ __vector__ void plain_sk(const PlainArgs *args) { Work(args->x, args->n, args->pair, args->flag); }
SK_BIND(plain, 4, plain_sk<0>);
```

A struct that no SK function takes is nobody's args struct, whatever it is called:

```cpp good
struct CommandLineArgs {
    bool verbose;
};
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Field, Finding, Fix, Safety, Severity, Span, Struct, rule

SLOT = 4
"""Bytes: the smallest slot an argument takes."""
UNKNOWN = 0
"""The alignment of a field whose alignas cannot be evaluated."""


@rule(
    "sk.args-struct-alignas",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 3)",),
)
def check(ctx: Context) -> Iterator[Finding]:
    for struct in ctx.unit.args_structs:
        for field in struct.fields:
            if field.type.pointer or field.type.size is None or field.alignment == UNKNOWN:
                continue
            if field.type.size < SLOT and max(field.alignment or 0, field.type.align or 0) < SLOT:
                yield too_small(struct, field)
            elif field.alignment and field.alignment > max(SLOT, field.type.align or 0):
                yield too_large(struct, field)


def too_small(struct: Struct, field: Field) -> Finding:
    size, given = field.type.size, field.alignment
    aligned = f"aligned to {given}" if given else "without alignas(4)"
    return check.finding(
        field.span,
        f"{field.name} is {size} byte{'s' if size != 1 else ''} {aligned}, its argument takes {SLOT}",
        symbol=f"{struct.qualified}::{field.name}",
        fixes=() if field.in_macro else (aligning(field),),
        extent=declaration(field),
    )


def too_large(struct: Struct, field: Field) -> Finding:
    return check.finding(
        field.span,
        f"{field.name} is aligned to {field.alignment}, which moves it away from its argument",
        symbol=f"{struct.qualified}::{field.name}",
        severity=Severity.WARNING,
        fixes=(aligning(field),) if field.written_alignment and not field.in_macro else (),
        extent=declaration(field),
    )


def declaration(field: Field) -> Span | None:
    """A field's declaration, from its type to its name; None where a macro makes it."""
    return None if field.in_macro else Span(field.span.path, field.declaration.start, field.span.end)


def aligning(field: Field) -> Fix:
    """Write alignas(4), in place of the alignment that is there."""
    old, new = field.written_alignment, f"alignas({SLOT})"
    here = old or Span(field.declaration.path, field.declaration.start, field.declaration.start)
    return Fix(f"Align {field.name} to {SLOT}", (Edit(here, new if old else f"{new} "),), Safety.SAFE)
