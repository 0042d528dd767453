"""A file with SuperKernel code sees kernel_operator.h, itself or through what it includes.

`__sk__`, `SK_BIND` and `sk::SkSystemArgs` come from the headers of AscendC. Where none of them is included, the words
mean nothing: the compiler stops, or takes a qualifier for the name of a variable.

```cpp bad
#include <cstdint>

struct FillArgs {
    uint8_t *x;
};
template <uint32_t part>
__sk__ __vector__ void fill_sk(const FillArgs *args) { Fill(args->x); } // <- no header brings this word
__global__ __vector__ void fill(uint8_t *x) { Fill(x); }
SK_BIND(fill, 4, fill_sk<0>);
```

```cpp fixed
#include <cstdint>
#include "kernel_operator.h"

struct FillArgs {
    uint8_t *x;
};
template <uint32_t part>
__sk__ __vector__ void fill_sk(const FillArgs *args) { Fill(args->x); }
__global__ __vector__ void fill(uint8_t *x) { Fill(x); }
SK_BIND(fill, 4, fill_sk<0>);
```

The new line goes below the last `#include` at the top that no `#if` surrounds; a file with only a binding needs the
header as well:

```cpp bad
// Binds what other files define.
#ifdef HOST_DEBUG
#include <cstdio>
#endif
__global__ __vector__ void fill(GM_ADDR x);
__sk__ __vector__ void fill_sk();
SK_BIND(fill, 4, fill_sk); // <-
```

```cpp fixed
// Binds what other files define.
#include "kernel_operator.h"
#ifdef HOST_DEBUG
#include <cstdio>
#endif
__global__ __vector__ void fill(GM_ADDR x);
__sk__ __vector__ void fill_sk();
SK_BIND(fill, 4, fill_sk);
```

Either form of `#include` counts, and so do the headers that bring the same words:

```cpp good
#include <basic_api/kernel_basic_intf.h>
__global__ __vector__ void empty() {}
template <uint32_t part>
__sk__ __vector__ void empty_sk() {}
SK_BIND(empty, 4, empty_sk<0>);
```

A kernel alone needs none of them; it may use other headers (`c_api`, `simt_api`). Nor does a declaration:

```cpp good
__global__ __vector__ void plain(uint8_t *x) { Work(x); }
__sk__ __vector__ void plain_sk(const FarArgs *args);
```

A header of the project that was not found may bring it:

```cpp good
#include "common/prologue.h"
__global__ __vector__ void empty() {}
template <uint32_t part>
__sk__ __vector__ void empty_sk() {}
SK_BIND(empty, 4, empty_sk<0>);
```
"""

from collections.abc import Iterator

from sklint.api import Context, Edit, Finding, Fix, Hint, Include, Severity, Span, Unit, rule

HEADER = "kernel_operator.h"
BRING = frozenset(
    (HEADER, "kernel_basic_intf.h", "kernel_vec_intf.h", "kernel_cube_intf.h", "kernel_api.h", "matmul_intf.h")
)
FOLDERS = ("basic_api/", "adv_api/", "lib/")


@rule(
    "includes.kernel-operator-h",
    severity=Severity.WARNING,
    since="0.1.0",
    sources=("asc-devkit: SK_BIND, required header", "asc-devkit: include/adv_api, include/basic_api (what brings it)"),
)
def check(ctx: Context) -> Iterator[Finding]:
    unit = ctx.unit
    place = first_word(unit)
    if place is None or unit.header or any(brings(it) for it in unit.includes):
        return
    yield check.finding(
        place,
        f"no #include of this file brings {HEADER}, which declares {unit.source.text(place)}",
        symbol=HEADER,
        fixes=(adding(unit),),
    )


def first_word(unit: Unit) -> Span | None:
    """The first word of SuperKernel code in the file itself."""
    words = [it.qualifier_span for it in unit.sk_functions if it.defined] + [it.span for it in unit.bindings]
    return min((it for it in words if it.path == unit.source.path), default=None)


def brings(include: Include) -> bool:
    """Whether it brings the header, or may: nobody knows what is in a header of the project that was not found."""
    return include.name.rpartition("/")[2] in BRING or include.name.startswith(FOLDERS) or include.unseen


def adding(unit: Unit) -> Fix:
    line = f'#include "{HEADER}"'
    hint = Hint("add-include", target_file=unit.source.path, new_value=line)
    return Fix(f"Include {HEADER}", (Edit(unit.include_insertion, f"{line}\n"),), hint=hint)
