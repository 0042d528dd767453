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

A base's fields come before those of the struct and are aligned like them. A field whose type is a template's is told by
what SK functions take the struct with; the alignment is then written for whatever else it is taken with:

```cpp bad
#include "kernel_operator.h"
template <typename T>
struct Start {
    GM_ADDR x;
    T first; // <- one byte in Start<int8_t>
};
struct FillArgs : Start<int8_t> {
    uint32_t n;
};
__global__ __vector__ void fill(GM_ADDR x, int8_t first, uint32_t n) { Fill(x, first, n); }
template <uint32_t part>
__sk__ __vector__ void fill_sk(const FillArgs *args) { Fill(args->x, args->first, args->n); }
SK_BIND(fill, 4, fill_sk<0>);
```

A bit-field is no argument and cannot be aligned; nobody but its author can say what it is to be:

```cpp bad
#include "kernel_operator.h"
__global__ __vector__ void mark(GM_ADDR x, bool on, uint32_t n) { Mark(x, on, n); }
struct MarkArgs {
    GM_ADDR x;
    bool on : 1; // <-
    uint32_t n : 24; // <- the argument has 32 bits
};
template <uint32_t part>
__sk__ __vector__ void mark_sk(const MarkArgs *args) { Mark(args->x, args->on, args->n); }
SK_BIND(mark, 4, mark_sk<0>);
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
POINTER = 8  # bytes
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
    told: dict[tuple[Span, str], Finding] = {}
    for struct in ctx.unit.args_layouts:
        for field in struct.fields:
            if finding := judged(struct, field):
                told.setdefault((field.span, field.name), finding)
    yield from told.values()


def judged(struct: Struct, field: Field) -> Finding | None:
    size, align = field.type.size, field.type.align or 0
    if field.type.reference or size is None:
        return None
    if field.type.pointer:
        return too_large(struct, field) if (field.alignment or 0) > max(size, align, POINTER) else None
    if field.bits is not None:
        return None if field.bits in (UNKNOWN, 8 * max(size, SLOT)) else bit_field(struct, field, max(size, SLOT))
    if field.alignment == UNKNOWN:
        return None
    if size < SLOT and max(field.alignment or 0, align) < SLOT:
        return too_small(struct, field)
    return too_large(struct, field) if field.alignment and field.alignment > max(SLOT, align) else None


def bit_field(struct: Struct, field: Field, size: int) -> Finding:
    bits = f"{field.bits} bit{'s' if field.bits != 1 else ''}"
    return check.finding(
        field.span,
        f"{field.name} is a bit-field of {bits}, its argument takes {size} bytes",
        symbol=f"{struct.qualified}{struct.arguments}::{field.name}",
        extent=declaration(field),
    )


def too_small(struct: Struct, field: Field) -> Finding:
    size, given = field.type.size, field.alignment
    aligned = f"aligned to {given}" if given else "without alignas(4)"
    return check.finding(
        field.span,
        f"{shown(struct, field)} is {size} byte{'s' if size != 1 else ''} {aligned}, its argument takes {SLOT}",
        symbol=f"{struct.qualified}{struct.arguments}::{field.name}",
        fixes=aligning(struct, field),
        extent=declaration(field),
    )


def too_large(struct: Struct, field: Field) -> Finding:
    return check.finding(
        field.span,
        f"{shown(struct, field)} is aligned to {field.alignment}, which moves it away from its argument",
        symbol=f"{struct.qualified}{struct.arguments}::{field.name}",
        severity=Severity.WARNING,
        fixes=aligning(struct, field) if field.written_alignment else (),
        extent=declaration(field),
    )


def shown(struct: Struct, field: Field) -> str:
    """The field, with its type and where it has that, where a template gives it."""
    return f"{field.name} of {struct.name}{struct.arguments}" if field.declared and struct.arguments else field.name


def declaration(field: Field) -> Span | None:
    """A field's declaration, from its type to its name; None where a macro makes it."""
    return None if field.in_macro else Span(field.span.path, field.declaration.start, field.span.end)


def aligning(struct: Struct, field: Field) -> tuple[Fix, ...]:
    """Write the alignment, in place of the one that is there. None where a macro makes the field, nor where another
    declarator of its declaration would not have it."""
    start = Span(field.declaration.path, field.declaration.start, field.declaration.start)
    beside = [it for it in struct.fields if (it.declaration.path, it.declaration.start) == (start.path, start.start)]
    type = field.declared
    named = field.sole_declarator and not any(it in type for it in ("[", "mutable "))
    if field.in_macro or (not named if type else not all(map(small, beside))):
        return ()
    old, new = field.written_alignment, f"alignas({SLOT})"
    if type:
        new = f"alignas(sizeof({type}) < {SLOT} ? {SLOT} : alignof({type}))"
    return (Fix(f"Align {field.name} to {SLOT}", (Edit(old or start, new if old else f"{new} "),), Safety.SAFE),)


def small(field: Field) -> bool:
    return field.bits is None and not field.type.pointer and (field.type.size or SLOT) < SLOT
