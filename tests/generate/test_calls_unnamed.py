"""Calls that no name in a body tells: those of a range-based `for`, and those that a template's parameter decides."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

import pytest
from binding import bound

HEAD = '#include "kernel_operator.h"\n\n'
COUNT = "static_cast<int64_t>(sysArgs->skNumBlocks)"
POINTERS = (
    "__aicore__ inline int *begin() { return b; } __aicore__ inline int *end() { return b + AscendC::GetBlockNum(); }"
)
RANGE = f"struct R {{ int *b; {POINTERS} }};\n"
FREE = "struct Q { int *b; };\n__aicore__ inline int *begin(Q &q) { return q.b; }\n__aicore__ inline int *end(Q &q) { return q.b + AscendC::GetBlockNum(); }\n"
STEPPED = (
    "struct It { int *p; __aicore__ inline bool operator!=(It o) const { return p != o.p; } __aicore__ inline It &operator++() { p += AscendC::GetBlockNum(); return *this; } __aicore__ inline int operator*() { return *p; } };\n"
    "struct R { int *b; __aicore__ inline It begin() { return It{b}; } __aicore__ inline It end() { return It{b}; } };\n"
)
POLICY = (
    "template <typename T> struct Policy { static __aicore__ inline int F() { return 1; } __aicore__ inline int G() { return 1; } };\n"
    "template <> struct Policy<half> { static __aicore__ inline int F() { return AscendC::GetBlockNum(); } __aicore__ inline int G() { return AscendC::GetBlockNum(); } };\n"
)
PLAIN = "template <typename T> struct Plain { static __aicore__ inline int64_t F(int64_t n) { return n / AscendC::GetBlockNum(); } };\n"


def kernel(body: str) -> str:
    return f"__global__ __vector__ void k(GM_ADDR x, uint32_t n) {{ {body} }}\n"


def template(body: str, *arguments: str) -> str:
    launches = " ".join(f"k<{it}><<<1, nullptr, s>>>(x);" for it in arguments)
    return f"template <typename T> __global__ __vector__ void k(GM_ADDR x) {{ {body} }}\nvoid go(void *s, GM_ADDR x) {{ {launches} }}\n"


@pytest.mark.parametrize(
    ("classes", "body"),
    [
        (RANGE, "R r; for (int v : r) { Use(v); }"),
        (RANGE, "for (int v : R{}) { Use(v); }"),
        (RANGE, "R r; R *p = &r; for (int v : *p) { Use(v); }"),
        (RANGE + "struct H { R r; };\n", "H h; for (int v : h.r) { Use(v); }"),
        (RANGE + "struct D : R { };\n", "D d; for (int v : d) { Use(v); }"),
        (RANGE + "__aicore__ inline R Make() { return R{}; }\n", "for (int v : Make()) { Use(v); }"),
        (RANGE + "template <typename T> __aicore__ inline void Each(T &t) { for (int v : t) { Use(v); } }\n", "R r; Each(r);"),
        (FREE, "Q q; for (int v : q) { Use(v); }"),
        (STEPPED, "R r; for (int v : r) { Use(v); }"),
    ],
)  # fmt: skip
def test_count_that_a_range_asks_for_is_told(classes: str, body: str) -> None:
    result = bound(HEAD + classes + kernel(body))
    assert {it for it, _ in result.problems} == {"block-num-in-helper"}
    assert not result.bindings.edits


@pytest.mark.parametrize(
    "body",
    [
        "int r[4]; for (int v : r) { Use(v); }",
        "for (int v : {1, 2}) { Use(v); }",
        "for (int i = n ? 1 : 2; i < 4; ++i) { Use(i); }",
        "Calm r; for (int v : r) { Use(v); }",
    ],
)
def test_other_loops_ask_for_nothing(body: str) -> None:
    calm = "struct Calm { int *b; __aicore__ inline int *begin() { return b; } __aicore__ inline int *end() { return b; } };\n"
    assert bound(HEAD + RANGE + calm + kernel(body)).problems == []


@pytest.mark.parametrize(
    ("classes", "kernels", "said"),
    [
        (POLICY, template("Use(Policy<T>::F());", "half", "float"), "k may call Policy::F"),
        (POLICY, template("Policy<T> p; Use(p.G());", "float"), "G asks for the block count"),
        (POLICY.replace("Policy<half>", "Policy<T>").replace("template <> struct Policy<T>", "template <typename T> struct Policy<T *>"), template("Policy<T> p; Use(p.G());", "float"), "k may call Policy::G"),
        (POLICY, template("using P = Policy<T>; Use(P::F());", "half"), "k may call Policy::F"),
        (POLICY + "template <typename T> using Alias = Policy<T>;\n", template("Use(Alias<T>::F());", "half"), "k may call Policy::F"),
        (POLICY + "template <typename T> __aicore__ inline int Through() { return Policy<T>::F(); }\n", kernel("Use(Through<float>(), Through<half>());"), "Through may call Policy::F"),
        ("struct Mine { static __aicore__ inline int F() { return AscendC::GetBlockNum(); } };\n", template("Use(T::F());", "Mine"), "k may call Mine::F"),
    ],
)  # fmt: skip
def test_what_a_parameter_decides_is_told(classes: str, kernels: str, said: str) -> None:
    result = bound(HEAD + classes + kernels)
    assert any(said in it.message for it in result.bindings.problems)
    assert not result.bindings.edits


@pytest.mark.parametrize("order", [("One", "Two"), ("Two", "One")])
def test_method_of_a_class_template_with_several_instantiations(order: tuple[str, str]) -> None:
    classes = (
        "struct One { static __aicore__ inline int F() { return 1; } };\n"
        "struct Two { static __aicore__ inline int F() { return AscendC::GetBlockNum(); } };\n"
        "template <typename P> struct Wrap { static __aicore__ inline int Go() { return P::F(); } };\n"
    )
    result = bound(HEAD + classes + kernel(" ".join(f"Use(Wrap<{it}>::Go());" for it in order)))
    assert [it for it, _ in result.problems] == ["block-num-in-helper"]


def test_static_method_of_a_class_template_is_copied() -> None:
    result = bound(HEAD + PLAIN + template("Use(Plain<T>::F(4));", "half"))
    assert result.problems == []
    assert f"Use(Plain_sk<T>::F({COUNT}, 4));" in result.added


def test_static_method_of_a_class_in_a_namespace_is_copied() -> None:
    result = bound(f"{HEAD}namespace mine {{\n{PLAIN}}}\n" + template("Use(mine::Plain<T>::F(4));", "half"))
    assert result.problems == []
    assert f"Use(mine::Plain_sk<T>::F({COUNT}, 4));" in result.added
