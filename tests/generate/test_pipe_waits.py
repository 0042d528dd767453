"""Between two TPipes an SK function waits for all pipes, as the destructor of the first does in the kernel."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

import pytest
from binding import RULES, bound

from sklint.finding import Fix, Safety
from sklint.fix import apply
from sklint.lint import lint
from sklint.source import Source
from sklint.testing import OPTIONS

HEAD = '#include "kernel_operator.h"\n'
FIRST, SECOND = "AscendC::TPipe p; First(x, &p);", "AscendC::TPipe q; Second(x, &q);"
WAIT = "p.DestroyWithoutPipeAll(); AscendC::PipeBarrier<PIPE_ALL>();"
NONE = "p.DestroyWithoutPipeAll();"
HELPER = "__aicore__ inline void Second(GM_ADDR x) { AscendC::TPipe q; Use(x, &q); q.DestroyWithoutPipeAll(); }\n"


def added(body: str, before: str = "", type: str = "__vector__") -> str:
    result = bound(f"{HEAD}{before}__global__ {type} void k(GM_ADDR x, uint32_t n)\n{{\n    {body}\n}}\n")
    assert result.problems == []
    return result.added


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (f"{{ {FIRST} }} {{ {SECOND} }}", f"{FIRST} {WAIT} }}"),
        (f"if (n) {{ {FIRST} }} {SECOND}", f"{FIRST} {WAIT} }}"),
        (f"if (n) {{ if (n > 1) {{ {FIRST} }} Use(n); }} if (n > 2) {{ {SECOND} }}", f"{FIRST} {WAIT} }}"),
        (f"if (n) {{ {FIRST} }} else {{ Use(n); }} {{ {SECOND} }}", f"{FIRST} {WAIT} }}"),
        (f"for (uint32_t i = 0; i < n; ++i) {{ {FIRST} }}", f"{FIRST} {WAIT} }}"),
        (f"for (uint32_t i = 0; i < n; ++i) {{ if (i) {{ {FIRST} }} }}", f"{FIRST} {WAIT} }}"),
        (f"switch (n) {{ case 0: {{ {FIRST} }} break; default: break; }} {SECOND}", f"{FIRST} {WAIT} }}"),
        (f"switch (n) {{ case 0: {{ {FIRST} }} default: {{ {SECOND} }} }}", f"{FIRST} {WAIT} }}"),
        (f"if (TILING_KEY_IS(1)) {{ {FIRST} }} {{ {SECOND} }}", f"{FIRST} {WAIT} }}"),
        (f"if ASCEND_IS_AIV {{ {FIRST} }} if ASCEND_IS_AIV {{ {SECOND} }}", f"{FIRST} {WAIT} }}"),
        (f"{{ {FIRST} }} AscendC::PipeBarrier<PIPE_V>(); {{ {SECOND} }}", f"{FIRST} {WAIT} }}"),
        (f"{{ {FIRST} }} if (n) {{ AscendC::PipeBarrier<PIPE_ALL>(); }} {{ {SECOND} }}", f"{FIRST} {WAIT} }}"),
        ("struct Op { AscendC::TPipe p; }; { Op a; Use(&a); } { Op b; Use(&b); }", f"Use(&a); a.{NONE[:26]}"),
        (f"{FIRST} p.Destroy(); {SECOND}", f"{FIRST} {WAIT} AscendC::TPipe q;"),
        (f"{FIRST}\n    p.Destroy();\n    {SECOND}", f"    {NONE}\n    {WAIT[27:]}\n    AscendC::TPipe q;"),
        (f"{FIRST} p.Destroy(); p.Init(); Second(x, &p);", f"{FIRST} {WAIT} p.Init();"),
    ],
)
def test_wait_before_another_pipe(body: str, written: str) -> None:
    assert written in added(body, type="__mix__(1, 2)" if "ASCEND_IS" in body else "__vector__")


def test_wait_before_a_pipe_of_a_helper() -> None:
    text = f"{{ {FIRST} }} Second(x);"
    result = bound(f"{HEAD}{HELPER}__global__ __vector__ void k(GM_ADDR x)\n{{\n    {text}\n}}\n")
    assert f"{FIRST} {WAIT} }}" in result.added


@pytest.mark.parametrize(
    "body",
    [
        f"{{ {FIRST} }}",
        f"{{ {SECOND} q.DestroyWithoutPipeAll(); AscendC::PipeBarrier<PIPE_ALL>(); }} {{ {FIRST} }}",
        f"if (n) {{ {FIRST} }} else {{ {SECOND} }}",
        f"if (n) {{ {FIRST} return; }} {SECOND}",
        f"switch (n) {{ case 0: {{ {FIRST} }} break; default: {{ {SECOND} }} }}",
        f"if ASCEND_IS_AIC {{ {FIRST} }} if ASCEND_IS_AIV {{ {SECOND} }}",
        f"if ASCEND_IS_AIC {{ {FIRST} }} else {{ {SECOND} }}",
        f"if (TILING_KEY_IS(1)) {{ {FIRST} }} if (TILING_KEY_IS(2)) {{ {SECOND} }}",
        f"{{ {FIRST} }} AscendC::PipeBarrier<PIPE_ALL>(); {{ {SECOND} }}",
        f"{{ {FIRST} }} pipe_barrier(PIPE_ALL); {{ {SECOND} }}",
        f"{{ {FIRST} AscendC::PipeBarrier<PIPE_ALL>(); }} {{ {SECOND} }}",
        f"for (uint32_t i = 0; i < n; ++i) {{ Use(i); }} {FIRST}",
        f"do {{ {FIRST} }} while (0);",
        f"for (;;) {{ {FIRST} break; }}",
    ],
)
def test_no_wait_where_no_pipe_follows_or_the_kernel_waits(body: str) -> None:
    text = added(body, type="__mix__(1, 2)" if "ASCEND_IS" in body else "__vector__")
    assert text.count("PIPE_ALL") == body.count("PIPE_ALL")
    assert NONE in text


def test_destroy_that_cannot_be_followed_by_a_wait() -> None:
    body = f"{FIRST} if (n) Use(n); else Use(x), p.Destroy(); if (!n) p.Destroy(); {SECOND}"
    result = bound(f"{HEAD}__global__ __vector__ void k(GM_ADDR x, uint32_t n) {{ {body} }}\n")
    assert result.added == ""
    assert {name for name, _ in result.problems} == {"tpipe"}


# the fixes of sk.tpipe-destroy-without-pipe-all


def fixed(body: str) -> tuple[list[Fix], str]:
    """The fixes for an SK function with a body, and the body after all that are safe."""
    text = f"{HEAD}struct Args {{ GM_ADDR x; uint32_t n; }};\n__global__ __vector__ void k(GM_ADDR x, uint32_t n);\n"
    head = "__sk__ __vector__ void k_sk(const Args *args) { GM_ADDR x = args->x; uint32_t n = args->n; "
    source = Source("k.asc", f"{text}{head}{body} }}\nSK_BIND(k, 4, k_sk);\n".encode())
    rule = "sk.tpipe-destroy-without-pipe-all"
    fixes = [it.fixes[0] for it in lint(source, RULES, options=OPTIONS).findings if it.rule == rule and it.fixes]
    after = apply([it for it in fixes if it.safety is Safety.SAFE], source).data.decode()
    return fixes, after.partition("args->n; ")[2].partition(" }\nSK_BIND")[0]


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (f"{{ {FIRST} }} {SECOND}", f"{{ {FIRST} {WAIT} }} {SECOND} q.{NONE[2:]}"),
        (f"for (;;) {{ {FIRST} if (n) break; }} {SECOND}", f"for (;;) {{ {FIRST} if (n) {{ {WAIT} break; }} {WAIT} }} {SECOND} q.{NONE[2:]}"),
        (f"{FIRST} p.Destroy(); {SECOND} q.Destroy();", f"{FIRST} {WAIT} {SECOND} q.{NONE[2:]}"),
        (f"{FIRST} p.Destroy();", f"{FIRST} {NONE}"),
        (f"{FIRST} p.Destroy(); AscendC::PipeBarrier<PIPE_ALL>(); {SECOND} q.{NONE[2:]}", f"{FIRST} {WAIT} {SECOND} q.{NONE[2:]}"),
    ],
)  # fmt: skip
def test_a_safe_fix_keeps_the_wait(body: str, after: str) -> None:
    fixes, text = fixed(body)
    assert text == after
    assert {it.safety for it in fixes} == {Safety.SAFE}


def test_a_fix_that_loses_the_wait_is_not_safe() -> None:
    fixes, _ = fixed(f"{FIRST} Use(x), p.Destroy(); if (n) p.Init(); {SECOND} q.{NONE[2:]}")
    assert [it.title for it in fixes] == ["Use DestroyWithoutPipeAll and wait for all pipes before the next TPipe"]
    fixes, _ = fixed(f"{FIRST} if (n) p.Destroy(); else p.Destroy(); {SECOND} q.{NONE[2:]}")
    assert [it.safety for it in fixes] == [Safety.UNSAFE, Safety.UNSAFE]
