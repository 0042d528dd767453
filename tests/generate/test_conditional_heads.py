"""Kernels whose heads stand in branches, none of which is for a build without macros: the others are bound."""

import pytest
from binding import bound

FIRST = """#include "kernel_operator.h"
__global__ __vector__ void first(GM_ADDR x) { Use(x); }
"""
LAST = """__global__ __vector__ void last(GM_ADDR x) { Use(x, 3); }
"""
CHOSEN = [
    """#ifdef A
__global__ __vector__ void two(GM_ADDR x)
#elif defined(B)
__global__ __cube__ void two(GM_ADDR x)
#endif
{
    Use(x);
}
""",
    """#ifdef A
__global__ __vector__ void two(GM_ADDR x)
{
    Use(x, 1);
#elif defined(B)
__global__ __cube__ void two(GM_ADDR x, uint32_t m)
{
    Use(x, 2);
#endif
    Use(x);
}
""",
    """#if defined(A)
__global__ __vector__ void two(GM_ADDR x) {
#elif defined(B)
__global__ __cube__ void three(GM_ADDR x) {
#elif defined(C)
__global__ __cube__ void four(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
#endif
    if (x) {
        Use(x);
    }
}
""",
]


@pytest.mark.parametrize("chosen", CHOSEN)
def test_heads_of_one_body_leave_the_kernels_beside_them(chosen: str) -> None:
    result = bound(FIRST + chosen + LAST)
    assert result.bindings.bound == ("first", "last")
    assert {it for it, _ in result.problems} == {"conditional-declaration"}
    assert all("heads of" in it.message for it in result.bindings.problems)


@pytest.mark.parametrize("chosen", CHOSEN)
def test_in_a_namespace(chosen: str) -> None:
    head, _, kernel = FIRST.partition("\n")
    result = bound(f"{head}\nnamespace deep {{\n{kernel}{chosen}{LAST}}}\n")
    assert result.bindings.bound == ("deep::first", "deep::last")
    assert {it for it, _ in result.problems} == {"conditional-declaration"}


def test_an_error_of_its_own_is_told_still() -> None:
    assert bound(FIRST + "#ifdef A\nint a;\n#endif\n}\n" + LAST).problems == [("source-error", 6)]


def test_a_branch_that_is_not_read_with_a_broken_one_read() -> None:
    text = "#ifdef A\n" + LAST + "#else\n}\n" + LAST.replace("last", "other") + "#endif\n"
    assert [it for it, _ in bound(FIRST + text).problems] == ["source-error"]
