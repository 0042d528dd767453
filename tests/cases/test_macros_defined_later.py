"""A macro says nothing about the code before its definition."""

import pytest

CODE = """#include "kernel_operator.h"
%s
struct KArgs { GM_ADDR x; alignas(4) half n; };
__global__ __vector__ void k(GM_ADDR x, half n) {}
template <int part> __sk__ __vector__ void k_sk(const KArgs *args) {}
SK_BIND(k, 4, k_sk<0>);
%s
"""


@pytest.mark.parametrize(
    "define",
    [
        "#define k(n) n",
        "#define KArgs Other",
        "#define half float",
        "#define x y",
        "#define k_sk(part) other",
        "#define args other",
        "#define alignas(n)",
        "#define __sk__",
        "#define half float\n#undef half\n#define half int",
    ],
)
def test_a_macro_that_is_defined_behind_the_code_changes_nothing(run, project, define):
    (project / "k.asc").write_text(CODE % ("", define))
    assert run("check", "k.asc").out == "All clear: 1 file checked.\n"


@pytest.mark.parametrize(("define", "clear"), [("#define half float", True), ("#define alignas(n)", False)])
def test_a_macro_that_is_defined_before_the_code_counts(run, project, define, clear):
    (project / "k.asc").write_text(CODE % (define, ""))
    assert run("check", "k.asc").out.startswith("All clear") is clear
