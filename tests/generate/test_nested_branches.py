"""Branches inside branches: each is read with the macros that open it, and what stands there is changed as it must."""

import pytest
from binding import bound

HEAD = '#include "kernel_operator.h"\n'
COUNT = "static_cast<int64_t>(sysArgs->skNumBlocks)"


@pytest.mark.parametrize("inner", ["#ifdef B", "#if B", "#if defined(B) && B == 3", "#if B > 7"])
def test_count_in_a_branch_of_a_branch(inner: str) -> None:
    text = f"#ifdef A\n{inner}\n    Use(x, n / AscendC::GetBlockNum());\n#else\n    Use(x, 1);\n#endif\n#endif\n"
    result = bound(f"{HEAD}__global__ __vector__ void k(GM_ADDR x, uint32_t n)\n{{\n{text}    Use(x);\n}}\n")
    assert result.problems == []
    assert f"{inner}\n    Use(x, n / {COUNT});\n#else\n" in result.added


def test_kernel_in_a_branch_of_a_branch() -> None:
    kernel = "__global__ __vector__ void {0}(GM_ADDR x) {{ Use(x); }}\n"
    text = f"#ifdef A\n{kernel.format('one')}#ifdef B\n{kernel.format('two')}#endif\n#endif\n"
    result = bound(HEAD + text)
    assert result.bindings.bound == ("one", "two")
    assert result.problems == []


def test_what_stands_two_branches_deeper_is_told() -> None:
    text = "#ifdef A\n#ifdef B\n#ifdef C\n    AscendC::GetBlockNum();\n#endif\n#endif\n#endif\n"
    result = bound(f"{HEAD}__global__ __vector__ void k(GM_ADDR x)\n{{\n{text}    Use(x);\n}}\n")
    assert result.problems == [("unread-branch", 7)]


def test_error_under_two_macros_names_both() -> None:
    twice = "    pipe.Destroy();\n    pipe.Destroy();\n"
    text = f"#ifdef A\n    AscendC::TPipe pipe;\n#ifdef B\n{twice}#endif\n#endif\n"
    result = bound(f"{HEAD}__global__ __vector__ void k(GM_ADDR x)\n{{\n{text}    Use(x);\n}}\n")
    assert not result.bindings.bound and result.problems
