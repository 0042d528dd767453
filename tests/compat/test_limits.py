# ruff: noqa: E501 (kernel sources stand in strings)
"""Each limit of an architecture holds for a number however it is written: itself, a constant, a macro, a template's."""

import re

import pytest

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.category == "compat"]
TENSORS = "AscendC::LocalTensor<float> to, from; AscendC::GlobalTensor<float> gm;"
BUFFER = "AscendC::TPipe pipe; AscendC::TBuf<AscendC::TPosition::{}> buffer; pipe.InitBuffer(buffer, N);"
BUFFERED = "AscendC::TBuf<AscendC::TPosition::VECCALC> buffer; AscendC::LocalTensor<float> t = buffer.Get<float>();"
LIMITS = {
    "unified buffer": ("compat.memory-limit", BUFFER.format("VECCALC"), 192 * 1024, 192 * 1024 + 1),
    "L1": ("compat.memory-limit", BUFFER.format("A1"), 512 * 1024, 512 * 1024 + 1),
    "L0A": ("compat.memory-limit", BUFFER.format("A2"), 64 * 1024, 64 * 1024 + 1),
    "L0B": ("compat.memory-limit", BUFFER.format("B2"), 64 * 1024, 64 * 1024 + 1),
    "L0C": ("compat.memory-limit", BUFFER.format("CO1"), 128 * 1024, 128 * 1024 + 1),
    "buffers of a queue": (
        "compat.memory-limit",
        "AscendC::TPipe pipe; AscendC::TQue<AscendC::QuePosition::VECIN, 2> queue; pipe.InitBuffer(queue, N, 64 * 1024);",
        3,
        4,
    ),
    "repeats": ("compat.repeat-count", f"{TENSORS} AscendC::Muls(to, from, 2.0f, 64, N, {{1, 1, 8, 8}});", 255, 256),
    "mask": ("compat.mask-limit", f"{TENSORS} AscendC::Muls(to, from, 2.0f, N, 4, {{1, 1, 8, 8}});", 64, 65),
    "start of a tensor": ("compat.address-alignment", f"{BUFFERED} AscendC::Abs(t[N], t, 64);", 8, 9),
    "moved elements": ("compat.copy-alignment", f"{TENSORS} AscendC::DataCopy(to, gm, N);", 8, 9),
}
FORMS = {
    "literal": "__global__ __vector__ void k(GM_ADDR x) {{ {literal} }}\n",
    "constexpr": "constexpr uint32_t N = {n};\n__global__ __vector__ void k(GM_ADDR x) {{ {body} }}\n",
    "expression": "constexpr uint32_t M = {n} - 1;\n__global__ __vector__ void k(GM_ADDR x) {{ constexpr auto N = M + 1; {body} }}\n",
    "enumerator": "enum {{ N = {n} }};\n__global__ __vector__ void k(GM_ADDR x) {{ {body} }}\n",
    "member of a class": "struct Tile {{ static constexpr uint32_t N = {n}; }};\nstruct Op : Tile {{ __aicore__ inline void Run() {{ {body} }} }};\n__global__ __vector__ void k(GM_ADDR x) {{ Op op; op.Run(); }}\n",
    "macro": "#define N {n}\n__global__ __vector__ void k(GM_ADDR x) {{ {body} }}\n",
    "template": "template <uint32_t N> __aicore__ inline void Run() {{ {body} }}\n__global__ __vector__ void k(GM_ADDR x) {{ Run<{n}>(); }}\n",
    "kernel template": "template <uint32_t N> __global__ __vector__ void k(GM_ADDR x) {{ {body} }}\ntemplate __global__ __vector__ void k<{n}>(GM_ADDR x);\n",
}


def found(form: str, body: str, number: int) -> list[str]:
    code = form.format(n=number, body=body, literal=re.sub(r"\bN\b", str(number), body))
    source = Source("k.asc", b'#include "kernel_operator.h"\n' + code.encode())
    return [it.rule for it in lint(source, RULES, Target.of(["A2"], "9.1"), OPTIONS).findings]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(("rule", "body", "most", "beyond"), LIMITS.values(), ids=LIMITS)
def test_the_most_is_well_and_more_is_found(rule: str, body: str, most: int, beyond: int, form: str) -> None:
    assert found(form, body, most) == []
    assert found(form, body, beyond) == [rule]


LAUNCHED = {
    "literal": "void Run(GM_ADDR x, void *s) {{ k<<<{n}, nullptr, s>>>(x); }}\n",
    "constexpr": "constexpr uint32_t N = {n};\nvoid Run(GM_ADDR x, void *s) {{ k<<<N, nullptr, s>>>(x); }}\n",
    "enumerator": "enum {{ N = {n} }};\nvoid Run(GM_ADDR x, void *s) {{ k<<<N, nullptr, s>>>(x); }}\n",
    "local": "void Run(GM_ADDR x, void *s) {{ const uint32_t n = {n}; k<<<n, nullptr, s>>>(x); }}\n",
    "local constexpr": "void Run(GM_ADDR x, void *s) {{ constexpr auto n = {n} - 1; k<<<n + 1, nullptr, s>>>(x); }}\n",
    "static": "static const uint32_t N = {n};\nvoid Run(GM_ADDR x, void *s) {{ k<<<N, nullptr, s>>>(x); }}\n",
    "member": "struct Op {{ static constexpr int N = {n}; void Run(GM_ADDR x, void *s) {{ k<<<N, nullptr, s>>>(x); }} }};\n",
    "member of another": "struct Op {{ enum {{ N = {n} }}; }};\nvoid Run(GM_ADDR x, void *s) {{ k<<<Op::N, nullptr, s>>>(x); }}\n",
    "global kernel": "namespace n {{ void Run(GM_ADDR x, void *s) {{ ::k<<<{n}, nullptr, s>>>(x); }} }}\n",
    "global kernel after an else": "void Run(GM_ADDR x, void *s) {{ if (x) {{ }} else ::k<<<{n}, nullptr, s>>>(x); }}\n",
    "sum": "namespace a {{ constexpr int M = 65530; }}\nenum class E {{ N = {n} }};\n"
    "void Run(GM_ADDR x, void *s) {{ k<<<a::M - 65530 + int(E::N), nullptr, s>>>(x); }}\n",
    "template": "template <int N> void Run(GM_ADDR x, void *s) {{ k<<<N, nullptr, s>>>(x); }}\n"
    "void All(GM_ADDR x, void *s) {{ Run<{n}>(x, s); }}\n",
    "kernel of a template": "template <class T> __global__ __vector__ void t(GM_ADDR x) {{}}\n"
    "template <class T> void Run(GM_ADDR x, void *s) {{ const int n = {n}; t<T><<<n, nullptr, s>>>(x); }}\n",
    "function": "constexpr int blocks(int n) {{ return n * 2; }}\n"
    "void Run(GM_ADDR x, void *s) {{ k<<<blocks({n} / 2), nullptr, s>>>(x); }}\n",
    "macro": "#define N ({n} / 2 * 2)\nvoid Run(GM_ADDR x, void *s) {{ k<<<N, nullptr, s>>>(x); }}\n",
}


@pytest.mark.parametrize("form", LAUNCHED.values(), ids=LAUNCHED)
def test_a_launch_has_at_most_65535_blocks(form: str) -> None:
    kernel = "__global__ __vector__ void k(GM_ADDR x) {{}}\n"
    assert found(kernel + form, "", 65534) == []
    assert found(kernel + form, "", 65536) == ["compat.block-count"]


@pytest.mark.parametrize(
    ("chip", "memory", "size"),
    [
        ("A2", "VECCALC", 192 * 1024),
        ("A3", "A1", 512 * 1024),
        ("950", "VECCALC", 256 * 1024),
        ("950", "A1", 512 * 1024),
    ],
)
def test_what_options_of_the_compiler_give_back_is_there(chip: str, memory: str, size: int) -> None:
    for more, found in ((0, []), (32, ["compat.memory-limit"])):
        body = BUFFER.format(memory).replace("N", str(size + more))
        source = Source("k.asc", f'#include "kernel_operator.h"\n{FORMS["literal"].format(literal=body)}'.encode())
        assert [it.rule for it in lint(source, RULES, Target.of([chip]), OPTIONS).findings] == found


UNKNOWN = {
    "parameter of a constant's name": "constexpr int N = 70000;\nvoid Run(GM_ADDR x, void *s, int N) { k<<<N, nullptr, s>>>(x); }",
    "variable": "void Run(GM_ADDR x, void *s) { int n = 70000; n = 8; k<<<n, nullptr, s>>>(x); }",
    "constant of a variable": "void Run(GM_ADDR x, void *s, int m) { const int n = m; k<<<n, nullptr, s>>>(x); }",
    "member of another name": "struct A { static constexpr int N = 70000; };\nextern int N;\nvoid Run(GM_ADDR x, void *s) { k<<<N, nullptr, s>>>(x); }",
    "asked before": "constexpr int N = 70000;\nvoid Run(GM_ADDR x, void *s) { if (N < 65536) { k<<<N, nullptr, s>>>(x); } }",
    "choice": "constexpr int N = 70000;\nvoid Run(GM_ADDR x, void *s) { k<<<(N > 65535 ? 65535 : N), nullptr, s>>>(x); }",
    "template": "template <int N> void Run(GM_ADDR x, void *s) { if constexpr (N < 9) { k<<<N, nullptr, s>>>(x); } }\nvoid All(GM_ADDR x, void *s) { Run<70000>(x, s); }",
    "template of several": "template <int N> void Run(GM_ADDR x, void *s) { k<<<N, nullptr, s>>>(x); }\nvoid All(GM_ADDR x, void *s) { Run<8>(x, s); Run<70000>(x, s); }",
    "grid": "void Run(GM_ADDR x, void *s) { k<<<dim3(70000), nullptr, s>>>(x); }",
}


@pytest.mark.parametrize("launch", UNKNOWN.values(), ids=UNKNOWN)
def test_a_launch_whose_count_is_no_constant_or_in_doubt_is_not_judged(launch: str) -> None:
    source = f"__global__ __vector__ void k(GM_ADDR x) {{}}\n{launch}\n"
    assert found("{body}", source, 0) == []


QUEUES = "AscendC::TQue<AscendC::TPosition::VECIN, 2> a, b; AscendC::TBuf<> c, d;"
AT_ONCE = {
    "one after the other": ("pipe.InitBuffer(a, 2, 64 * 1024); pipe.InitBuffer(c, 64 * 1024 + 1);", True),
    "just fits": ("pipe.InitBuffer(a, 2, 64 * 1024); pipe.InitBuffer(c, 64 * 1024);", False),
    "rounded up": ("pipe.InitBuffer(a, 2, 98303); pipe.InitBuffer(c, 1);", True),
    "unknown between": ("pipe.InitBuffer(a, 2, n); pipe.InitBuffer(c, 1 << 17); pipe.InitBuffer(d, 1 << 17);", True),
    "core": ("pipe.InitBuffer(c, 1 << 17); if ASCEND_IS_AIV { pipe.InitBuffer(d, 1 << 17); }", True),
    "return before": ("pipe.InitBuffer(c, 1 << 17); if (n == 1) { return; } pipe.InitBuffer(d, 1 << 17);", True),
    "only after a return": ("if (n) { pipe.InitBuffer(c, 1 << 17); return; } pipe.InitBuffer(d, 1 << 17);", False),
    "two branches": ("if (n) { pipe.InitBuffer(c, 1 << 17); } if (!n) { pipe.InitBuffer(d, 1 << 17); }", False),
    "constant branch": ("pipe.InitBuffer(c, 1 << 17); if (N == 2) { pipe.InitBuffer(d, 1 << 17); }", False),
    "choice": ("pipe.InitBuffer(c, 1 << 17); n ? pipe.InitBuffer(d, 1 << 17) : false;", False),
    "short cut": ("pipe.InitBuffer(c, 1 << 17); n && pipe.InitBuffer(d, 1 << 17);", False),
    "lambda": ("pipe.InitBuffer(c, 1 << 17); auto f = [&]() { pipe.InitBuffer(d, 1 << 17); };", False),
    "cases": (
        "switch (n) { case 1: pipe.InitBuffer(c, 1 << 17); break; case 2: pipe.InitBuffer(d, 1 << 17); break; }",
        False,
    ),
    "label": ("if (n) { goto rest; } pipe.InitBuffer(c, 1 << 17); rest: pipe.InitBuffer(d, 1 << 17);", False),
    "loop": ("pipe.InitBuffer(c, 1 << 17); for (int i = 0; i < n; i++) { pipe.InitBuffer(d, 1 << 17); }", True),
    "reset in a branch": (
        "pipe.InitBuffer(c, 1 << 17); if (n) { pipe.Reset(); } pipe.InitBuffer(d, 1 << 17);",
        False,
    ),
    "reset by a helper": ("pipe.InitBuffer(c, 1 << 17); Empty(pipe); pipe.InitBuffer(d, 1 << 17);", False),
    "unknown helper": ("pipe.InitBuffer(c, 1 << 17); Unknown(pipe); pipe.InitBuffer(d, 1 << 17);", False),
    "helper that leaves it": ("pipe.InitBuffer(c, 1 << 17); Leave(pipe); pipe.InitBuffer(d, 1 << 17);", True),
    "other pipe": ("AscendC::TPipe two; pipe.InitBuffer(c, 1 << 17); two.InitBuffer(d, 1 << 17);", False),
    "pipe after pipe": (
        "{ AscendC::TPipe two; two.InitBuffer(c, 1 << 17); } { AscendC::TPipe two; two.InitBuffer(d, 1 << 17); }",
        False,
    ),
    "pointer set anew": (
        "auto *one = &pipe; one->InitBuffer(c, 1 << 17); one = &Other(); one->InitBuffer(d, 1 << 17);",
        False,
    ),
    "pointer": ("auto *one = &pipe; one->InitBuffer(c, 1 << 17); one->InitBuffer(d, 1 << 17);", True),
    "block": ("{ pipe.InitBuffer(c, 1 << 17); } pipe.InitBuffer(d, 1 << 17);", True),
}


@pytest.mark.parametrize(("body", "beyond"), AT_ONCE.values(), ids=AT_ONCE)
def test_buffers_add_up_where_one_way_has_them_all(body: str, beyond: bool) -> None:
    form = (
        "constexpr int N = 1;\nAscendC::TPipe &Other();\n"
        "__aicore__ inline void Empty(AscendC::TPipe &pipe) {{ pipe.Reset(); }}\n"
        "__aicore__ inline void Leave(AscendC::TPipe &pipe) {{ pipe.AllocEventID<AscendC::HardEvent::MTE2_V>(); }}\n"
        "__global__ __vector__ void k(GM_ADDR x, uint32_t n) {{ AscendC::TPipe pipe; {literal} }}\n"
    )
    assert found(form, QUEUES + body, 0) == ["compat.memory-limit"] * beyond


def test_a_template_adds_up_what_it_is_instantiated_with() -> None:
    form = (
        "template <int S> struct Op {{ AscendC::TPipe *pipe; AscendC::TBuf<> c, d;\n"
        "__aicore__ inline void Init() {{ this->pipe->InitBuffer(c, S); pipe->InitBuffer(d, {n}); }} }};\n"
        "__global__ __vector__ void k(GM_ADDR x) {{ Op<131072> op; op.Init(); }}\n"
    )
    assert found(form, "", 131072) == ["compat.memory-limit"]
    assert found(form, "", 65536) == []


@pytest.mark.parametrize(("chip", "most"), [("A2", 8), ("A3", 8), ("950", 8), ("310p", 8), ("910", 4)])
@pytest.mark.parametrize("position", ["VECIN", "VECOUT", "A1", "CO1"])
def test_a_position_gives_so_many_tensors_at_a_time(chip: str, most: int, position: str) -> None:
    for number in (most, most + 1):
        calls = "".join(f"auto t{it} = q{it % 2}.AllocTensor<half>();" for it in range(number))
        queues = f"AscendC::TQue<AscendC::TPosition::{position}, 8> q0, q1; AscendC::TQue<AscendC::TPosition::B1, 1> r;"
        code = f"__global__ __aicore__ void k(GM_ADDR x) {{ {queues} auto t = r.AllocTensor<half>(); {calls} }}\n"
        source = Source("k.asc", b'#include "kernel_operator.h"\n' + code.encode())
        rules = [it.rule for it in lint(source, RULES, Target.of([chip]), OPTIONS).findings]
        assert rules == ["compat.tensor-count"] * (number > most)
