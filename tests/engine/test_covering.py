"""What a suppression comment above a function covers: the findings about that function, wherever in it they are."""

import pytest
from sklint_spec.sk_block_num import check as block_num
from sklint_spec.sk_body_drift import check as body_drift
from sklint_spec.sk_tpipe_destroy_without_pipe_all import check as pipes

from sklint.lint import lint
from sklint.source import Source
from sklint.testing import OPTIONS

CODE = """#include "kernel_operator.h"
struct Args {{ GM_ADDR x; uint32_t n; }};
#define MORE(a) Trace(a); Work(a)
__global__ __vector__ void k(GM_ADDR x, uint32_t n) {{ Work(x, n, AscendC::GetBlockNum()); Work(x); }}
{above}
template <uint32_t part>{beside}
__sk__ __vector__ void k_sk(const Args *args)
{{
    Work(args->x, args->n, AscendC::GetBlockNum());
    MORE(args->x);
}}
SK_BIND(k, 4, k_sk<0>);
"""


def found(above: str = "", beside: str = "") -> list[str]:
    source = Source("k.asc", CODE.format(above=above, beside=beside).encode())
    return [it.rule for it in lint(source, [body_drift, block_num], options=OPTIONS).findings]


def test_both_are_told_without_a_comment() -> None:
    assert found() == ["sk.block-num", "sk.body-drift"]


@pytest.mark.parametrize(
    ("above", "beside"),
    [
        ("// sklint: ignore[sk.body-drift] the trace is meant", ""),
        ("// sklint: ignore-next-line[sk.body-drift]", ""),
        ("", " // sklint: ignore[sk.body-drift]"),
    ],
)
def test_a_comment_above_a_function_covers_what_is_told_of_it(above: str, beside: str) -> None:
    assert found(above, beside) == ["sk.block-num"]


def test_all_rules_that_it_names() -> None:
    assert found("// sklint: ignore[sk.body-drift, sk.block-num]") == []


def test_rules_that_speak_of_a_part_of_the_function_are_covered_too() -> None:
    code = CODE.format(above="// sklint: ignore[sk.tpipe-destroy-without-pipe-all]", beside="")
    code = code.replace("{\n    Work", "{\n    AscendC::TPipe pipe;\n    Work")
    told = [it.rule for it in lint(Source("k.asc", code.encode()), [pipes], options=OPTIONS).findings]
    assert told == []
    bare = code.replace("// sklint: ignore", "// ")
    assert [it.rule for it in lint(Source("k.asc", bare.encode()), [pipes], options=OPTIONS).findings] == [
        "sk.tpipe-destroy-without-pipe-all"
    ]


def test_a_comment_above_the_kernel_covers_nothing_of_the_sk_function() -> None:
    code = CODE.format(above="", beside="").replace("__global__", "// sklint: ignore[sk.body-drift]\n__global__")
    told = [it.rule for it in lint(Source("k.asc", code.encode()), [body_drift, block_num], options=OPTIONS).findings]
    assert sorted(told) == ["sk.block-num", "sk.body-drift", "sklint.unused-suppression"]


def test_a_place_that_a_macro_makes_is_shown_in_the_macro() -> None:
    source = Source("k.asc", CODE.format(above="", beside="").encode())
    (drift,) = lint(source, [body_drift], options=OPTIONS).findings
    assert [source.text(it.span) for it in drift.related] == ["k", "Trace"]
