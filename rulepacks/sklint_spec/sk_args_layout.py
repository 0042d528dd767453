"""The fields of an args struct are the parameters of its kernel: as many, in the same order, of the same types.

SuperKernel hands the arguments of the launch to the SK function as they lie in memory. The struct is only a view of
them: a field that is missing, too many, of another type or in another place reads something else; nothing checks it.

```cpp bad
#include "kernel_operator.h"
struct GatherArgs {
    GM_ADDR x;
    GM_ADDR out; // where it goes // <- number 2, the parameter is number 3
    uint32_t count;
};
__global__ __vector__ void gather(GM_ADDR x, uint32_t count, GM_ADDR out) { Gather(x, count, out); }
template <uint32_t part>
__sk__ __vector__ void gather_sk(const GatherArgs *args) { Gather(args->x, args->count, args->out); }
SK_BIND(gather, 4, gather_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct GatherArgs {
    GM_ADDR x;
    uint32_t count;
    GM_ADDR out; // where it goes
};
__global__ __vector__ void gather(GM_ADDR x, uint32_t count, GM_ADDR out) { Gather(x, count, out); }
template <uint32_t part>
__sk__ __vector__ void gather_sk(const GatherArgs *args) { Gather(args->x, args->count, args->out); }
SK_BIND(gather, 4, gather_sk<0>);
```

Where the types are equal only the names show a swap; that is a warning:

```cpp bad
#include "kernel_operator.h"
struct AxpyArgs { GM_ADDR x; GM_ADDR z; GM_ADDR y; float alpha; }; // <-
__global__ __vector__ void axpy(GM_ADDR x, GM_ADDR y, GM_ADDR z, float alpha) { Axpy(x, y, z, alpha); }
template <uint32_t part>
__sk__ __vector__ void axpy_sk(const AxpyArgs *args) { Axpy(args->x, args->y, args->z, args->alpha); }
SK_BIND(axpy, 4, axpy_sk<0>);
```

```cpp fixed
#include "kernel_operator.h"
struct AxpyArgs { GM_ADDR x; GM_ADDR y; GM_ADDR z; float alpha; };
__global__ __vector__ void axpy(GM_ADDR x, GM_ADDR y, GM_ADDR z, float alpha) { Axpy(x, y, z, alpha); }
template <uint32_t part>
__sk__ __vector__ void axpy_sk(const AxpyArgs *args) { Axpy(args->x, args->y, args->z, args->alpha); }
SK_BIND(axpy, 4, axpy_sk<0>);
```

A missing field is told at the struct, any other at the field; another pointer is a warning:

```cpp bad
#include "kernel_operator.h"
struct ShortArgs { // <- no field for n
    GM_ADDR x;
};
struct LongArgs {
    GM_ADDR x;
    uint32_t n;
    uint32_t spare; // <- no parameter
};
struct OtherArgs {
    __gm__ float *x; // <- the kernel has __gm__ uint8_t *
    uint64_t n; // <- 8 bytes, the argument has 4
};
__global__ __vector__ void work(GM_ADDR x, uint32_t n) { Work(x, n); }
template <uint32_t part>
__sk__ __vector__ void short_sk(const ShortArgs *args) { Work(args->x, 0); }
template <uint32_t part>
__sk__ __vector__ void long_sk(const LongArgs *args) { Work(args->x, args->n); }
template <uint32_t part>
__sk__ __vector__ void other_sk(const OtherArgs *args) { Work(args->x, args->n); }
SK_BIND(work, 4, short_sk<0>, long_sk<0>, other_sk<0>);
```

Types count, not their spelling; `const`, `__restrict__` and names of one's own are free:

```cpp good
#include "kernel_operator.h"
struct Shape { uint32_t rows; uint32_t columns; };
struct CopyArgs {
    GM_ADDR input;
    __gm__ uint8_t *y;
    unsigned int n;
    Shape shape;
};
__global__ __vector__ void copy(__gm__ uint8_t *__restrict__ x, GM_ADDR y, const uint32_t n, Shape shape)
{
    Copy(x, y, n, shape);
}
template <uint32_t part>
__sk__ __vector__ void copy_sk(const CopyArgs *args) { Copy(args->input, args->y, args->n, args->shape); }
SK_BIND(copy, 4, copy_sk<0>);
```

Packing, a base's padding and virtual functions move fields to where no argument is:

```cpp bad
#include "kernel_operator.h"
struct __attribute__((packed)) TightArgs {
    GM_ADDR x;
    uint32_t n;
    uint64_t stride; // <- at byte 12, the argument is at byte 16
};
__global__ __vector__ void tight(GM_ADDR x, uint32_t n, uint64_t stride) { Work(x, n, stride); }
template <uint32_t part>
__sk__ __vector__ void tight_sk(const TightArgs *args) { Work(args->x, args->n, args->stride); }
SK_BIND(tight, 4, tight_sk<0>);
```

A base's fields come first; what a template is bound with is compared as bound:

```cpp bad
#include "kernel_operator.h"
struct Base { GM_ADDR x; };
struct DerivedArgs : Base {
    float n; // <- the parameter is uint32_t
};
template <typename T>
struct SumArgs {
    GM_ADDR x;
    T start; // <- double in SumArgs<double>, float in sum<float>
};
__global__ __vector__ void derived(GM_ADDR x, uint32_t n) { Work(x, n); }
template <typename T>
__global__ __vector__ void sum(GM_ADDR x, T start) { Work(x, start); }
template <uint32_t part>
__sk__ __vector__ void derived_sk(const DerivedArgs *args) { Work(args->x, args->n); }
template <typename T, uint32_t part>
__sk__ __vector__ void sum_sk(const SumArgs<T> *args) { Work(args->x, args->start); }
SK_BIND(derived, 4, derived_sk<0>);
SK_BIND(sum<float>, 4, sum_sk<float, 0>);
SK_BIND(sum<float>, 4, sum_sk<double, 0>);
```

Nothing is said of types that are not known, nor of structs with unknown bases or anonymous members:

```cpp good
#include "kernel_operator.h"
struct Base { GM_ADDR x; };
struct DerivedArgs : Base { uint32_t n; };
struct FarArgs : FarBase { uint32_t n; };
struct EitherArgs { GM_ADDR x; union { uint32_t n; float f; }; };
struct MixedArgs {
    GM_ADDR x;
    FarTiling tiling;
};
template <typename T>
struct SumArgs {
    __gm__ T *x;
    T start;
};
__global__ __vector__ void derived(GM_ADDR x, uint32_t n) { Work(x, n); }
__global__ __vector__ void mixed(GM_ADDR x, OtherTiling tiling) { Work(x, tiling); }
template <typename T>
__global__ __vector__ void sum(__gm__ T *x, T start) { Work(x, start); }
template <typename... Ts>
__global__ __vector__ void all(Ts... values) {}
template <uint32_t part>
__sk__ __vector__ void derived_sk(const DerivedArgs *args) { Work(args->x, args->n); }
template <uint32_t part>
__sk__ __vector__ void mixed_sk(const MixedArgs *args) { Work(args->x, args->tiling); }
template <typename T, uint32_t part>
__sk__ __vector__ void sum_sk(const SumArgs<T> *args) { Work(args->x, args->start); }
template <uint32_t part>
__sk__ __vector__ void all_sk(const MixedArgs *args) {}
template <uint32_t part>
__sk__ __vector__ void either_sk(const EitherArgs *args) { Work(args->x, args->n); }
template <uint32_t part>
__sk__ __vector__ void far_sk(const FarArgs *args) { Work(args->x, args->n); }
SK_BIND(derived, 4, derived_sk<0>, either_sk<0>, far_sk<0>);
SK_BIND(mixed, 4, mixed_sk<0>);
SK_BIND(sum<float>, 4, sum_sk<float, 0>);
SK_BIND(all<GM_ADDR>, 4, all_sk<0>);
```
"""

from collections.abc import Iterator, Sequence

from sklint.api import Context, Field, Finding, Kernel, Related, Safety, Severity, Span, Struct, Unit, rule
from sklint_spec.args_bytes import displaced
from sklint_spec.args_order import all_known, fits, mismatched, ordered, reordering


@rule(
    "sk.args-layout",
    severity=Severity.BLOCKER,
    since="0.1.0",
    sources=("asc-devkit: SuperKernel, kernels launched with <<<>>> (rule 3)",),
)
def check(ctx: Context) -> Iterator[Finding]:
    told: dict[tuple[Span, Span], list[Finding]] = {}
    for struct, kernel in ctx.unit.bound_args:
        same = (struct.span, kernel.span)
        if not told.get(same) and all_known(struct, kernel):
            told[same] = list(compare(ctx.unit, struct, kernel))
    for findings in told.values():
        yield from findings


def compare(unit: Unit, struct: Struct, kernel: Kernel) -> Iterator[Finding]:
    fields, params = struct.fields, kernel.params
    order = ordered(fields, params)
    if len(fields) != len(params):
        yield from other_number(struct, kernel)
    elif fits(fields, params):
        yield from swapped_names(unit, struct, kernel, order)
        yield from moved(struct)
    elif order:
        yield out_of_order(unit, struct, kernel, order)
    else:
        yield from other_types(struct, kernel)


def other_number(struct: Struct, kernel: Kernel) -> Iterator[Finding]:
    missing = [it for it in kernel.params if it.name not in {field.name for field in struct.fields}]
    extra = [it for it in struct.fields if it.name not in {param.name for param in kernel.params}]
    if missing and not extra and all(it.name for it in missing):
        names = ", ".join(it.name for it in missing)
        text = f"{struct.name} has no field for parameter{'s' if len(missing) > 1 else ''} {names} of {kernel.name}"
        related = [Related(it.span, f"parameter {it.name}") for it in missing]
        yield check.finding(struct.span, text, symbol=struct.qualified, related=related)
    elif extra and not missing:
        for field in extra:
            text = f"{kernel.name} has no parameter for field {field.name} of {struct.name}"
            yield check.finding(field.span, text, symbol=symbol(struct, field), related=(declared(kernel),))
    else:
        text = f"{struct.name} has {len(struct.fields)} fields, {kernel.name} has {len(kernel.params)} parameters"
        yield check.finding(struct.span, text, symbol=struct.qualified, related=(declared(kernel),))


def swapped_names(unit: Unit, struct: Struct, kernel: Kernel, order: Sequence[Field]) -> Iterator[Finding]:
    """The first field that has the name of another parameter of its type."""
    for field, param in zip(struct.fields, kernel.params, strict=True):
        others = [it for it in kernel.params if it is not param and it.name == field.name]
        if others and field.name != param.name and (order or others[0].type.comparable == param.type.comparable):
            yield check.finding(
                field.span,
                f"field {field.name} of {struct.name} is where {kernel.name} has its parameter {param.name}",
                symbol=symbol(struct, field),
                severity=Severity.WARNING,
                related=(Related(others[0].span, f"parameter {field.name} is here"),),
                fixes=reordering(unit, struct, order, Safety.UNSAFE),
            )
            return


def out_of_order(unit: Unit, struct: Struct, kernel: Kernel, order: Sequence[Field]) -> Finding:
    at = next(it for it, field in enumerate(struct.fields) if field is not order[it])
    field, place = struct.fields[at], order.index(struct.fields[at])
    return check.finding(
        field.span,
        f"{field.name} is field {at + 1} of {struct.name}, but parameter {place + 1} of {kernel.name}",
        symbol=symbol(struct, field),
        related=(Related(kernel.params[place].span, f"parameter {field.name} is here"),),
        fixes=reordering(unit, struct, order, Safety.SAFE),
    )


def other_types(struct: Struct, kernel: Kernel) -> Iterator[Finding]:
    for field, param in mismatched(struct.fields, kernel.params):
        name = param.name or str(kernel.params.index(param) + 1)
        pointers = field.type.pointer and param.type.pointer
        one, other = field.type.written, param.type.written
        one, other = (one, other) if one != other else (field.type.canonical, param.type.canonical)
        yield check.finding(
            field.span,
            f"field {field.name} of {struct.name} is {one}, but parameter {name} of {kernel.name} is {other}",
            symbol=symbol(struct, field),
            severity=Severity.WARNING if pointers else Severity.BLOCKER,
            related=(Related(param.span, f"parameter {name}"),),
        )


def moved(struct: Struct) -> Iterator[Finding]:
    if place := displaced(struct):
        field, argument = place
        text = f"{field.name} is at byte {field.offset} of {struct.name}, its argument at byte {argument}"
        yield check.finding(field.span, text, symbol=symbol(struct, field))


def symbol(struct: Struct, field: Field) -> str:
    return f"{struct.qualified}::{field.name}"


def declared(kernel: Kernel) -> Related:
    return Related(kernel.span, f"{kernel.name} is declared here")
