"""Sources as they are while they are typed: a fix leaves any beginning of one no worse, and is done in one run."""

from pathlib import Path

import pytest

from sklint.fix import settle
from sklint.lint import lint, read_units, shared_index
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

CASES = Path(__file__).parents[1]
EXAMPLE = CASES.parent / "examples" / "scale_rows.asc"
RULES = [rule for pack in installed_packs() for rule in pack.rules]
TYPED = """#include "kernel_operator.h"
namespace ops {
struct P { GM_ADDR a; bool f; };
}
__global__ __vector__ void o(GM_ADDR a, bool f) { AscendC::TPipe pipe; Work(a, f, &pipe); /* done */ }
template <int s>
__sk__ __vector__ void o_s(const ops::P *p)
{
    AscendC::TPipe pipe;
#if defined(X)
    Work(p->a, "}", &pipe);
#else
    Work(p->a, p->f, &pipe);  // last
#endif
}
SK_BIND(o, 4, o_s<0>);
"""


def settled(data: bytes) -> bytes:
    def check(sources):
        return lint(sources["typed.asc"], RULES, Target(), OPTIONS).findings

    return settle({"typed.asc": Source("typed.asc", data)}, check, unsafe=True)["typed.asc"].data


def errors(data: bytes) -> int:
    unit = read_units(Source("typed.asc", data), Target(), OPTIONS, {}, shared_index())[0]
    return len(unit.errors)


@pytest.mark.parametrize(("text", "step"), [(TYPED.encode(), 3), (EXAMPLE.read_bytes(), 41)], ids=["typed", "example"])
def test_a_fix_of_any_beginning_leaves_it_no_worse(text: bytes, step: int) -> None:
    changed = 0
    for end in range(1, len(text) + 1, step):
        before = text[:end]
        after = settled(before)
        if after != before:
            changed += 1
            assert settled(after) == after, before
            assert errors(after) <= errors(before), after.decode()
    assert changed
