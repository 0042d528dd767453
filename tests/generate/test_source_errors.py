"""A source that does not compile by itself: its own error is told, and nothing is blamed on a binding."""

import pytest
from binding import bound

from sklint.source import Source

HEAD = '#include "kernel_operator.h"\n'
KERNEL = "__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("__global__ __vector__ void k(GM_ADDR x) { Use(x);\n", 2, "k cannot be bound: expected '}'"),
        (
            "__global__ __vector__ void k(GM_ADDR x) { AscendC::SyncAll() }\n",
            2,
            "k cannot be bound: expected ';' after expression",
        ),
        ("}\n" + KERNEL, 2, "k cannot be bound: extraneous closing brace"),
        ("#if 1\n" + KERNEL, 2, "k cannot be bound: unterminated conditional directive"),
        ("namespace a {\n" + KERNEL, 3, "a::k cannot be bound: expected '}'"),
        ("struct A { int b }\n" + KERNEL, 2, "its kernels cannot be told: expected ';'"),
        ("__global__ __vector__ void k(GM_ADDR x { Use(x); }\n", 2, "its kernels cannot be told: expected ')'"),
        ("/* begins\n" + KERNEL, 2, "its kernels cannot be told: unterminated /* comment"),
    ],
)
def test_own_error_is_told_with_its_line(text: str, line: int, said: str) -> None:
    result = bound(HEAD + text)
    assert result.problems == [("source-error", line)]
    assert said in result.bindings.problems[0].message


def test_error_within_one_kernel_leaves_the_others() -> None:
    other = "__global__ __vector__ void j(GM_ADDR x) { if (x { Use(x); } }\n"
    result = bound(HEAD + KERNEL + other)
    assert result.bindings.bound == ("k",)
    assert result.problems == [("source-error", 3)]


def test_error_outside_of_kernels_that_loses_nothing() -> None:
    assert bound(HEAD + "int a = ;\n" + KERNEL).bindings.bound == ("k",)


def test_error_of_what_is_unknown_is_none_of_syntax() -> None:
    assert bound(HEAD + "struct A : Unknown { };\n" + KERNEL).bindings.bound == ("k",)


def test_macro_that_is_not_known_is_no_error_of_syntax() -> None:
    text = "__global__ __vector__ void k(GM_ADDR x) { UNKNOWN_KEY(1) { AscendC::SyncAll(); } }\n"
    assert bound(HEAD + text).problems == [("sk.sync-all", 2)]


@pytest.mark.parametrize("launched", ["", "void go(GM_ADDR x) { k<<<3, nullptr, nullptr>>>(x); }\n"])
@pytest.mark.parametrize(
    "text",
    [
        "__global__ __vector__ void k(GM_ADDR x) { AscendC::SyncAll(); }\n",
        "__aicore__ inline void Wait() { AscendC::SyncAll(); }\n__global__ __vector__ void k(GM_ADDR x) { Wait(); }\n",
    ],
)
def test_what_is_told_of_a_kernel_already_is_in_the_way_of_its_binding(text: str, launched: str) -> None:
    other = "__global__ __vector__ void j(GM_ADDR x) { Use(x); }\n"
    result = bound(HEAD + text + launched + other)
    assert (result.bindings.bound, [rule for rule, _ in result.problems]) == (("j",), ["sk.sync-all"])


def test_source_without_kernels_is_not_blamed() -> None:
    assert bound(HEAD + "int a = ;\nextern __global__ __vector__ void k(GM_ADDR x);\n").problems == []


def test_error_that_a_macro_makes_may_be_of_the_build() -> None:
    text = (
        "#define RUN(T) AscendC::LocalTensor<T> t; Use(t, )\n__global__ __vector__ void k(GM_ADDR x) { RUN(DTYPE); }\n"
    )
    assert all(it.rule != "codegen.source-error" for it in bound(HEAD + text).bindings.problems)


ALIASES = (
    "template <typename T, bool B = false> struct One { T t; };\n"
    "template <typename A, typename B> struct Two { A a; };\n"
)


@pytest.mark.parametrize("end", ["One<DTYPE>", "One<int>", "\n        One<DTYPE>", "\n        One<int>"])
def test_macro_of_the_build_in_an_alias_of_several_lines(end: str) -> None:
    body = f"{{\n    using M = Two<One<DTYPE, true>, {end}>;\n    M m;\n    Use(x, m);\n}}\n"
    result = bound(f"{HEAD}{ALIASES}__global__ __vector__ void k(GM_ADDR x)\n{body}")
    assert (result.bindings.bound, result.problems) == (("k",), [])


def test_statement_before_with_a_macro_of_the_build_excuses_nothing() -> None:
    body = "{\n    DTYPE a;\n    Known(x)\n    Known(x);\n}\n"
    assert (
        bound(f"{HEAD}__aicore__ void Known(GM_ADDR x);\n__global__ __vector__ void k(GM_ADDR x)\n{body}").problems[0][
            0
        ]
        == "source-error"
    )


# encodings


@pytest.mark.parametrize(
    "text",
    [
        "__global__ __vector__ void k(GM_ADDR x, uint32_t n) { uint32_t 结果 = n; }\n",
        "__global__ __vector__ void k(GM_ADDR x, uint32_t 数)\n{\n    Use(x, 数);\n}\n",
        "__global__ __vector__ void k(GM_ADDR x, uint32_t n)\n{\n    Use(结果);\n}\n",
        "__global__ __vector__ void 加(GM_ADDR x)\n{\n    Use(x);\n}\n",
    ],
)
def test_name_in_an_encoding_that_the_compiler_does_not_read(text: str) -> None:
    result = bound(Source("k.asc", (HEAD + text + KERNEL.replace("k(", "other(")).encode("gb18030")))
    assert result.bindings.bound == ("other",)
    (problem,) = result.bindings.problems
    assert problem.rule == "codegen.source-error"
    assert "is in gb18030" in problem.message and "UTF-8" in problem.message


def test_comments_and_strings_in_another_encoding() -> None:
    text = '// 核函数\n__global__ __vector__ void k(GM_ADDR x) { Use(x, "结果"); /* 数 */ }\n'
    result = bound(Source("k.asc", (HEAD + text).encode("gb18030")))
    assert result.bindings.bound == ("k",) and result.problems == []


def test_names_outside_of_ascii_in_utf_8() -> None:
    result = bound(HEAD + "__global__ __vector__ void 加(GM_ADDR 输入, uint16_t 数) { Use(输入, 数); }\n")
    assert result.bindings.bound == ("加",) and "alignas(4) uint16_t 数;" in result.added
