"""An SK function's body is compared with its kernel's as the adaptation documents allow, and no looser."""

from pathlib import Path

import pytest
from sklint_spec.sk_body_drift import check

from sklint.finding import Finding
from sklint.lint import lint
from sklint.source import Source
from sklint.testing import OPTIONS

DATA = Path(__file__).parent / "data"

FRAME = """#include "kernel_operator.h"
struct Args {{ GM_ADDR x; uint32_t n; }};
#define UNPACK GM_ADDR x = args->x; uint32_t n = args->n
#define CORE(count) op.blocks = count
{kernel_head}
__global__ __mix__(1, 2) void k(GM_ADDR x, uint32_t n) {{ {kernel} }}
{sk_head}
__sk__ __mix__(1, 2) void k_sk(const Args *args, const sk::SkSystemArgs *sys) {{ {body} }}
SK_BIND({bound}, 4, {part});
"""


def findings(
    kernel: str,
    body: str,
    kernel_head: str = "",
    sk_head: str = "template <uint32_t part>",
    bound: str = "k",
    part: str = "k_sk<0>",
) -> list[Finding]:
    text = FRAME.format(kernel=kernel, body=body, kernel_head=kernel_head, sk_head=sk_head, bound=bound, part=part)
    return list(lint(Source("k.asc", text.encode()), [check], options=OPTIONS).findings)


WORK = "Work(x, n);"
TASK = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);"
COUNT = "Work(x, n, AscendC::GetBlockNum());"
PIPE = "AscendC::TPipe pipe; if (n == 0) return; Run(x, &pipe);"

SAME = [
    (WORK, "Work(args->x, args->n);"),
    (WORK, "Work((*args).x, args[0].n);"),
    (WORK, "UNPACK; Work(x, n);"),
    (WORK, "GM_ADDR x = args->x; auto n = args->n; Work(x, n);"),
    (WORK, "GM_ADDR in{args->x}; const uint32_t &size = args->n; Work(in, size);"),
    (WORK, "GM_ADDR in(args->x); uint32_t size = static_cast<uint32_t>(args->n); Work(in, size);"),
    (WORK, "__gm__ uint8_t *x = (__gm__ uint8_t *)args->x; Work(x, args->n);"),
    (WORK, "uint32_t n = args->n, m = args->n; Work(args->x, n);"),
    (WORK, "const Args &all = *args; Work(all.x, all.n);"),
    (WORK, "const Args *all = args; Work(all->x, all->n);"),
    (WORK, "(void)sys; Work(args->x, args->n); return;"),
    (WORK, "Work(args->x, args->n);;"),
    (WORK, "/* Other(x); */\n#if 0\nOther(args->x);\n#endif\nWork(args->x, args->n);"),
    (WORK, "k(args->x, args->n);"),
    (f"KERNEL_TASK_TYPE_DEFAULT(\n    KERNEL_TYPE_AIV_ONLY); {WORK}", "Work(args->x, args->n);"),
    (f"if (n) {TASK} {WORK}", "if (args->n) ; Work(args->x, args->n);"),
    (f"if (n) {TASK} {WORK}", "if (args->n) {} Work(args->x, args->n);"),
    (f"if (n) {TASK} {WORK}", "Work(args->x, args->n);"),
    (f"if (n) {{ {TASK} }} {WORK}", "if (args->n) { } Work(args->x, args->n);"),
    (f"if (n) {WORK} else {TASK} Use(n);", "if (args->n) Work(args->x, args->n); else ; Use(args->n);"),
    (f"if (n) {WORK} else {TASK} Use(n);", "if (args->n) Work(args->x, args->n); Use(args->n);"),
    (f"if (n) {TASK} else {WORK}", "if (args->n) ; else Work(args->x, args->n);"),
    (f"for (int i = 0; i < 2; ++i) {TASK} {WORK}", "for (int i = 0; i < 2; ++i) ; Work(args->x, args->n);"),
    (f"switch (n) {{ case 1: {TASK} {WORK} }}", "switch (args->n) { case 1: ; Work(args->x, args->n); }"),
    (f"switch (n) {{ case 1: {TASK} {WORK} }}", "switch (args->n) { case 1: Work(args->x, args->n); }"),
    ("AscendC::SyncAll<true>();", "::AscendC::SyncAll<true>();"),
    ("using namespace AscendC; SyncAll();", "using namespace AscendC; AscendC::SyncAll();"),
    ("Use(&x, n + 1);", "auto in = args->x; Use(&in, args->n + 1);"),
    (COUNT, "Work(args->x, args->n, sys->skNumBlocks);"),
    (COUNT, "Work(args->x, args->n, sys->skBlockNum);"),
    (COUNT, "Work(args->x, args->n, sys->SkGetNumBlocks());"),
    (COUNT, "Work(args->x, args->n, static_cast<int64_t>(sys->skNumBlocks));"),
    (COUNT, "Work(args->x, args->n, (int64_t)sys->skNumBlocks);"),
    (COUNT, "Work(args->x, args->n, int64_t(sys->skNumBlocks));"),
    (COUNT, "Work(args->x, args->n, get_block_num());"),
    (COUNT, "Work(args->x, args->n, block_num);"),
    (COUNT, "Work(args->x, args->n, GetBlockNum());"),
    (COUNT, "Work(args->x, args->n, (g_coreType == AscendC::AIC) ? sys->skNumBlocks : sys->skNumBlocks / 2);"),
    (
        COUNT,
        "Work(args->x, args->n, static_cast<int64_t>(g_coreType == AscendC::AIC ? "
        "sys->skNumBlocks : sys->skNumBlocks / 2));",
    ),
    (COUNT, "uint32_t c = sys->skNumBlocks; Work(args->x, args->n, c);"),
    (COUNT, "uint32_t c = sys->skNumBlocks; if ASCEND_IS_AIV { c /= 2; } Work(args->x, args->n, c);"),
    (COUNT, "uint32_t c = sys->skNumBlocks; if ASCEND_IS_AIV { c = c / 2; } Work(args->x, args->n, c);"),
    (
        COUNT,
        "uint32_t c; if ASCEND_IS_AIC { c = sys->skNumBlocks; } else { c = sys->skNumBlocks / "
        "2; } Work(args->x, args->n, c);",
    ),
    ("uint32_t c = AscendC::GetBlockNum(); Work(x, n, c);", "Work(args->x, args->n, sys->skNumBlocks);"),
    (
        "Op op; CORE(AscendC::GetBlockNum()); op.Run(x);",
        "Op op; if ASCEND_IS_AIC { CORE(sys->skNumBlocks); } else { CORE(sys->skNumBlocks / 2); } op.Run(args->x);",
    ),
    ("Op op; op.Run(x);", "Op op; op.SetBlocks(sys->skNumBlocks); op.Run(args->x);"),
    ("Run(x);", "Run(args->x, sys->skNumBlocks);"),
    ("Run(x);", "Run(args->x, sys);"),
    ("Work(x, AscendC::GetBlockIdx());", "Work(args->x, block_idx);"),
    ("Work(x, AscendC::GetBlockIdx());", "Work(args->x, get_block_idx());"),
    (
        PIPE,
        "AscendC::TPipe pipe; if (args->n == 0) { pipe.DestroyWithoutPipeAll(); return; } "
        "Run(args->x, &pipe); pipe.DestroyWithoutPipeAll();",
    ),
    (
        PIPE,
        "AscendC::TPipe pipe; if (args->n == 0) { return; } Run(args->x, &pipe); "
        "AscendC::PipeBarrier<PIPE_ALL>(); pipe.Destroy();",
    ),
    (PIPE, "AscendC::TPipe tPipe; if (args->n == 0) return; Run(args->x, &tPipe); tPipe.DestroyWithoutPipeAll();"),
    ("Run(x);", "AscendC::TPipe pipe; Run(args->x); pipe.DestroyWithoutPipeAll();"),
    ("gm(0) = n;", "gm(0) = args->n; AscendC::DataCacheCleanAndInvalid<int, A, B>(gm[0]);"),
    ("for (int n = 0; n < 3; ++n) { Use(n); } Use(n);", "for (int n = 0; n < 3; ++n) Use(n); Use(args->n);"),
    (
        "for (int n = 0; n < 3; ++n) { Use(n); } Use(n);",
        "uint32_t n = args->n; for (int n = 0; n < 3; ++n) Use(n); Use(n);",
    ),
    (
        "if (n == 1) A(x); else if (n == 2) { B(x); } else C(x);",
        "if (args->n == 1) { A(args->x); } else if (args->n == 2) B(args->x); else { C(args->x); }",
    ),
    (
        "switch (n) { case 1: A(x); break; default: break; }",
        "switch (args->n) { case 1: A(args->x); break; default: break; }",
    ),
    ("do { A(x); } while (0);", "do A(args->x); while (0);"),
    ("auto f = [&](int i) { A(x, i); }; f(1);", "auto f = [&](int i) { A(args->x, i); }; f(1);"),
    ("Op op{x, .n = n}; op.x = 1; op.n(x);", "Op op{args->x, .n = args->n}; op.x = 1; op.n(args->x);"),
]


@pytest.mark.parametrize(("kernel", "body"), SAME)
def test_what_the_adaptation_asks_for_is_the_same(kernel: str, body: str) -> None:
    assert [it.message for it in findings(kernel, body)] == []


DRIFTS = [
    (
        WORK,
        "Work(args->n, args->x);",
        "args->n, args->x",
        "k_sk does `Work(args->n, args->x)` where k does `Work(x, n)`",
    ),
    (WORK, "auto x = args->n; Work(x, x);", "x", "k_sk does `Work(x, x)` where k does `Work(x, n)`"),
    (
        WORK,
        "Work(args->x, args->n + 1);",
        "args->n + 1",
        "k_sk does `Work(args->x, args->n + 1)` where k does `Work(x, n)`",
    ),
    ("A(x); B(x);", "A(args->x);", "k_sk", "k_sk leaves out `B(x)`, which k does"),
    ("A(x); B(x); C(x);", "A(args->x); C(args->x);", "k_sk", "k_sk leaves out `B(x)`, which k does"),
    ("A(x);", "A(args->x); B(args->x);", "B(args->x);", "k_sk does `B(args->x)`, k does not"),
    ("A(x); C(x);", "A(args->x); B(args->x); C(args->x);", "B(args->x);", "k_sk does `B(args->x)`, k does not"),
    ("A(x); B(x);", "B(args->x); A(args->x);", "B", "k_sk does `B(args->x)` where k does `A(x)`"),
    (
        "if (n > 1) return; A(x);",
        "if (args->n > 2) return; A(args->x);",
        "2",
        "k_sk does `if (args->n > 2)` where k does `if (n > 1)`",
    ),
    ("if (n) { A(x); }", "A(args->x);", "k_sk", "k_sk leaves out `if (n)`, which k does"),
    (
        COUNT,
        "Work(args->x, args->n, 8);",
        "8",
        "k_sk does `Work(args->x, args->n, 8)` where k does `Work(x, n, AscendC::GetBlockNum())`",
    ),
    (COUNT, "Work(args->x, args->n, sys->skNumBlocks + 1);", "sys->skNumBlocks + 1", ""),
    (
        "const int tile = 128; Run(x, tile);",
        "const int tile = 64; Run(args->x, tile);",
        "64",
        "k_sk does `const int tile = 64` where k does `const int tile = 128`",
    ),
    (
        "Run(x);",
        "AscendC::TPipe pipe; Run(args->x);",
        "AscendC::TPipe pipe;",
        "k_sk does `AscendC::TPipe pipe`, k does not",
    ),
    (
        "int a = 1, b = 2; Use(a, b);",
        "int a = 1, b = 2; Use(b, a);",
        "b, a",
        "k_sk does `Use(b, a)` where k does `Use(a, b)`",
    ),
]


@pytest.mark.parametrize(("kernel", "body", "text", "message"), DRIFTS)
def test_anything_else_is_drift(kernel: str, body: str, text: str, message: str) -> None:
    found = findings(kernel, body)
    assert [it.text for it in found] == [text]
    assert not message or found[0].message == message
    assert found[0].related


BECAME_CONDITIONAL = [
    (f"if (n) {TASK} {WORK}", "if (args->n) Work(args->x, args->n);"),
    (f"if (n) Use(n); else {TASK} {WORK}", "if (args->n) Use(args->n); else Work(args->x, args->n);"),
    (f"for (int i = 0; i < 2; ++i) {TASK} {WORK}", "for (int i = 0; i < 2; ++i) Work(args->x, args->n);"),
    (f"while (Next()) {TASK} {WORK}", "while (Next()) Work(args->x, args->n);"),
]


@pytest.mark.parametrize(("kernel", "body"), BECAME_CONDITIONAL)
def test_what_takes_the_place_of_a_task_type_is_drift(kernel: str, body: str) -> None:
    assert len(findings(kernel, body)) == 1


TEMPLATES = [
    (
        "template <typename T>",
        "Op<T> op; op.Run(x);",
        "template <typename U, uint32_t part>",
        "Op<U> op; op.Run(args->x);",
        "k<half>",
        "k_sk<half, 0>",
    ),
    (
        "template <typename T, int M>",
        "Op<T, M> op;",
        "template <int M, typename T, int part>",
        "Op<T, M> op;",
        "k<half, 3>",
        "k_sk<3, half, 0>",
    ),
    (
        "template <typename T>",
        "Op<T> op; op.Run(x);",
        "template <uint32_t part>",
        "Op<half> op; op.Run(args->x);",
        "k<half>",
        "k_sk<0>",
    ),
    (
        "",
        "Op<half> op; op.Run(x);",
        "template <typename T, uint32_t part>",
        "Op<T> op; op.Run(args->x);",
        "k",
        "k_sk<half, 0>",
    ),
    ("", "Op op; op.Run(x);", "", "Op op; op.Run(args->x);", "k", "k_sk"),
]


@pytest.mark.parametrize(("kernel_head", "kernel", "sk_head", "body", "bound", "part"), TEMPLATES)
def test_template_parameters_belong_together(
    kernel_head: str, kernel: str, sk_head: str, body: str, bound: str, part: str
) -> None:
    assert [it.message for it in findings(kernel, body, kernel_head, sk_head, bound, part)] == []


@pytest.mark.parametrize(("inside", "drifts"), [("pipe.Destroy();", False), ("pipe.Destroy(); Log();", True)])
def test_a_helper_that_only_destroys_is_not_drift(inside: str, drifts: bool) -> None:
    helper = f"__aicore__ inline void End(AscendC::TPipe &pipe) {{ {inside} }}"
    found = findings("AscendC::TPipe pipe; Run(x);", "AscendC::TPipe pipe; Run(args->x); End(pipe);", helper)
    assert bool(found) == drifts


def test_another_template_argument_is_drift() -> None:
    found = findings("Op<T> op;", "Op<float> op;", "template <typename T>", bound="k<half>")
    assert [it.text for it in found] == ["float"]


def test_fields_of_other_names_go_by_their_place() -> None:
    code = FRAME.format(
        kernel=WORK, body="Work(args->src, args->len);", kernel_head="", sk_head="", bound="k", part="k_sk"
    )
    code = code.replace("GM_ADDR x; uint32_t n;", "GM_ADDR src; uint32_t len;").replace(
        "#define UNPACK", "#define OTHER"
    )
    assert not lint(Source("k.asc", code.encode()), [check], options=OPTIONS).findings


@pytest.mark.parametrize("body", ["Unpack(args);", "Unpack(*args);", "Work(args->y, args->n);"])
def test_what_cannot_be_compared_is_not_judged(body: str) -> None:
    assert not findings(WORK, body)


def test_one_finding_for_each_function_however_often_it_is_bound() -> None:
    assert len(findings(WORK, "Other(args->x);", part="k_sk<0>, k_sk<1>")) == 1


def test_a_body_that_is_elsewhere_is_not_judged() -> None:
    code = """#include "kernel_operator.h"
struct Args { GM_ADDR x; };
__global__ __vector__ void k(GM_ADDR x);
__sk__ __vector__ void k_sk(const Args *args) { Work(args->x); }
SK_BIND(k, 4, k_sk);
"""
    assert not lint(Source("k.asc", code.encode()), [check], options=OPTIONS).findings


def test_bodies_that_macros_make_are_compared_where_the_macro_is_used() -> None:
    code = """#include "kernel_operator.h"
struct Args { GM_ADDR x; };
#define INVOKE(op) do { op.blocks = AscendC::GetBlockNum(); op.Run(x); } while (0)
#define INVOKE_SK(op) do { op.blocks = sys->skNumBlocks; op.Run(x); EXTRA; } while (0)
__global__ __vector__ void k(GM_ADDR x) { Op op; INVOKE(op); }
template <uint32_t part> __sk__ __vector__ void k_sk(const Args *args, const sk::SkSystemArgs *sys)
{
    GM_ADDR x = args->x;
    Op op;
    INVOKE_SK(op);
}
SK_BIND(k, 4, k_sk<0>);
"""
    same = Source("k.asc", code.replace(" EXTRA;", "").encode())
    assert not lint(same, [check], options=OPTIONS).findings
    other = Source("k.asc", code.replace("EXTRA", "op.Run(x)").encode())
    assert [(other.line_at(it.span.start), it.text) for it in lint(other, [check], options=OPTIONS).findings] == [
        (10, "INVOKE_SK")
    ]


CASES = {
    "sk-tools/a6_v_struct_other_name.asc": [8],
    "sk-tools/b2_v_sk_without_kernel_type.asc": [4],
    "sk-tools/c1_v_destroy_in_comment.asc": [7],
}


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.asc")), ids=lambda it: it.stem)
def test_handed_cases(path: Path) -> None:
    source = Source(path.as_posix(), path.read_bytes())
    found = [it for it in lint(source, [check], options=OPTIONS).findings if it.rule == check.id]
    assert [source.line_at(it.span.start) for it in found] == CASES.get(path.relative_to(DATA).as_posix(), [])
