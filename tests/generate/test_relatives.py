"""What else kernels are like: linkage, macros, branches, several pipes, launches, names that are taken."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

from dataclasses import replace

import msgspec
import pytest
from binding import AROUND, bound, crlf

from sklint.finding import Severity
from sklint.generate.bind_file import bind_file
from sklint.generate.request import BindRequest
from sklint.options import Options
from sklint.source import BOM, Source
from sklint.testing import OPTIONS

HEAD = '#include "kernel_operator.h"\n\n'


def test_whole_binding_of_a_kernel() -> None:
    result = bound(HEAD + "__global__ __vector__ void add(GM_ADDR x, uint32_t n)\n{\n    Add(x, n);\n}\n")
    assert result.text == HEAD + (
        "__global__ __vector__ void add(GM_ADDR x, uint32_t n)\n"
        "{\n"
        "    Add(x, n);\n"
        "}\n"
        "\n"
        "// ---- SK adaptation (auto-generated) ----\n"
        "struct AddArgs {\n"
        "    GM_ADDR x;\n"
        "    uint32_t n;\n"
        "};\n"
        "\n"
        "template <uint32_t splitIdx>\n"
        "__sk__ __vector__ void add_sk(const AddArgs *args)\n"
        "{\n"
        "    GM_ADDR x = args->x;\n"
        "    uint32_t n = args->n;\n"
        "    Add(x, n);\n"
        "}\n"
        "\n"
        "SK_BIND(add, 4, add_sk<0>, add_sk<1>, add_sk<2>, add_sk<3>);\n"
        "// ---- end SK adaptation ----\n"
    )


def test_indentation_and_braces_are_the_kernels() -> None:
    text = (
        HEAD
        + "namespace ops {\n\t__global__ __vector__ void k(GM_ADDR x) { // first\n\t\t// then\n\t\tUse(x);\n\t}\n}\n"
    )
    added = bound(text).added
    assert "\tstruct KArgs {\n\t\tGM_ADDR x;\n\t};\n" in added
    assert (
        "\t__sk__ __vector__ void k_sk(const KArgs *args) { // first\n\t\tGM_ADDR x = args->x;\n\t\t// then\n\t\tUse(x);\n\t}\n"
        in added
    )


def test_comment_beside_the_brace_stays_there() -> None:
    assert (
        "} // end of k\n\n// ---- SK"
        in bound(HEAD + "__global__ __vector__ void k(GM_ADDR x)\n{\n    Use(x);\n} // end of k\n").text
    )


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("namespace a { __global__ __vector__ void k(GM_ADDR x) { Use(x); } }\n", ("{ Use(x); }\n\n// ---- SK", "// ---- end SK adaptation ----\n}\n")),
        ("namespace a { namespace b { __global__ __vector__ void k(GM_ADDR x) { Use(x); }  } } // end\n", ("{ Use(x); }\n\n// ---- SK", "// ---- end SK adaptation ----\n} } // end\n")),
        ("extern \"C\" { __global__ __vector__ void k(GM_ADDR x) { Use(x); } }\n", ("{ Use(x); }\n\nextern \"C++\" {\n", "// ---- end SK adaptation ----\n}\n}\n")),
        ("    namespace a { __global__ __vector__ void k(GM_ADDR x) {\n        Use(x);\n    } }\n", ("    }\n\n    // ---- SK", "    // ---- end SK adaptation ----\n    }\n")),
        ("int a; __global__ __vector__ void k(GM_ADDR x) { Use(x); } int b;\n", ("{ Use(x); }\n\n// ---- SK", "// ---- end SK adaptation ----\n\nint b;\n")),
    ],
)  # fmt: skip
def test_code_that_follows_on_the_kernels_line(text: str, around: tuple[str, str]) -> None:
    after = bound(HEAD + text).text
    assert all(it in after for it in around)


def test_two_kernels_in_one_line() -> None:
    line = "namespace a { __global__ __vector__ void k(GM_ADDR x) { } __global__ __vector__ void j(GM_ADDR x) { } }\n"
    after = bound(HEAD + line).text
    assert "// ---- end SK adaptation ----\n\n__global__ __vector__ void j(GM_ADDR x) { }\n\n// ---- SK" in after
    assert after.endswith("// ---- end SK adaptation ----\n}\n")


def test_file_without_a_last_line_end_stays_without() -> None:
    assert bound(HEAD + "__global__ __vector__ void k(GM_ADDR x) { Use(x); }").text.endswith(
        "// ---- end SK adaptation ----"
    )


def test_byte_order_mark_stays_first() -> None:
    result = bound(Source("k.asc", BOM + b"__global__ __vector__ void k(__gm__ float *x) { Use(x); }\n"))
    assert result.after.data.startswith(BOM + b'#include "kernel_operator.h"\n')


def test_crlf_in_a_gb18030_file() -> None:
    source = crlf(
        Source(
            "k.asc",
            f"{HEAD}// 核函数\n__global__ __vector__ void k(GM_ADDR x)\n{{\n    Use(x); // 使用\n}}\n".encode(
                "gb18030"
            ),
        )
    )
    result = bound(source)
    assert result.added.count("// 使用") == 1
    assert b"\n" not in result.after.data.replace(b"\r\n", b"")


# linkage


def test_kernel_in_an_extern_c_block() -> None:
    text = HEAD + 'extern "C" {\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n}\n'
    assert 'extern "C++" {\n// ---- SK' in bound(text).added


def test_kernel_with_extern_c_before_it() -> None:
    assert 'extern "C++"' not in bound(HEAD + 'extern "C" __global__ __vector__ void k(GM_ADDR x) { Use(x); }\n').added


# parameters


def test_arrays_and_function_pointers_are_pointers() -> None:
    added = bound(
        HEAD + "__global__ __vector__ void k(int32_t a[4], int32_t b[2][3], void (*f)(int32_t)) { Use(a, b, f); }\n"
    ).added
    assert "    int32_t *a;\n    int32_t (*b)[3];\n    void (*f)(int32_t);\n" in added
    assert "    int32_t *a = args->a;\n    auto b = args->b;\n    auto f = args->f;\n" in added


@pytest.mark.parametrize(
    ("params", "fields"),
    [
        ("GM_ADDR x, uint8_t /* unused */, GM_ADDR", "    alignas(4) uint8_t unnamed1;\n    GM_ADDR unnamed2;\n"),
        (
            "GM_ADDR x, uint64_t, bool, half",
            "    uint64_t unnamed1;\n    alignas(4) bool unnamed2;\n    alignas(4) half unnamed3;\n",
        ),
    ],
)
def test_parameters_without_names_have_each_their_own_size(params: str, fields: str) -> None:
    added = bound(f"{HEAD}__global__ __vector__ void k({params}) {{ Use(x); }}\n").added
    assert f"    GM_ADDR x;\n{fields}}};\n" in added


def test_const_restrict_and_attributes() -> None:
    text = "__global__ __vector__ void k(__gm__ uint8_t *__restrict__ const x, const GM_ADDR y, [[maybe_unused]] const volatile half n) { Use(x); }\n"
    added = bound(HEAD + text).added
    assert "    __gm__ uint8_t *x;\n    const GM_ADDR y;\n    alignas(4) half n;\n" in added


def test_unnamed_parameter_has_a_field() -> None:
    added = bound(HEAD + "__global__ __vector__ void k(GM_ADDR x, uint32_t) { Use(x); }\n").added
    assert "    uint32_t unnamed1;\n" in added
    assert "args->unnamed1" not in added


def test_unknown_type_is_noted() -> None:
    found = bound(
        HEAD + '#include "not_there_tiling.h"\n__global__ __vector__ void k(GM_ADDR x, FarTiling t) { Use(x, t.n); }\n'
    ).bindings
    assert [it.rule for it in found.notes] == ["codegen.unknown-type"]
    assert found.bound == ("k",)


def test_small_struct_is_aligned() -> None:
    added = bound(
        HEAD + "struct Two { uint8_t a, b; };\n__global__ __vector__ void k(Two t, uint32_t n) { Use(t, n); }\n"
    ).added
    assert "    alignas(4) Two t;\n    uint32_t n;\n" in added


# names


def test_taken_names() -> None:
    text = HEAD + (
        "struct KArgs { int a; };\nvoid k_sk(int);\n"
        "__global__ __vector__ void k(GM_ADDR args, uint32_t splitIdx) { int64_t sysArgs = AscendC::GetBlockNum(); Use(args, sysArgs); }\n"
    )
    added = bound(text).added
    assert (
        "template <uint32_t splitIdx1>\n__sk__ __vector__ void k_sk1(const KArgs1 *args1, sk::SkSystemArgs *sysArgs1)"
        in added
    )


def test_words_of_comments_take_no_names() -> None:
    assert (
        "struct KArgs {"
        in bound(HEAD + "// KArgs and k_sk come later\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n").added
    )


# block count


@pytest.mark.parametrize(
    ("type", "body", "places"),
    [
        ("__mix__(1, 2)", "Use(x, AscendC::GetBlockNum());", ["AscendC::GetBlockNum()"]),
        ("__mix__(1, 2)", "Use(x, AscendC::GetBlockNum() + AscendC::GetBlockNum());", ["AscendC::GetBlockNum()"] * 2),
        ("__mix__(1, 2)", "Use(x, Share(7));", [""]),
        ("__mix__(1, 2)", "Use(x);", []),
        ("__mix__(1, 1)", "Use(x, AscendC::GetBlockNum());", []),
        ("__vector__", "Use(x, AscendC::GetBlockNum(), Share(7));", []),
    ],
)
def test_count_that_vector_cores_see_twice_is_told(type: str, body: str, places: list[str]) -> None:
    helper = "__aicore__ inline int64_t Share(int64_t n) { return n / AscendC::GetBlockNum(); }\n"
    result = bound(f"{HEAD}{helper}__global__ {type} void k(GM_ADDR x) {{ {body} }}\n")
    assert result.problems == []
    notes = [it for it in result.bindings.notes if it.rule == "codegen.block-num-doubled"]
    assert [result.before.text(it.span) for it in notes] == places
    assert all("see twice the block count" in it.message for it in notes)


def test_count_in_a_macro_of_the_project() -> None:
    added = bound(
        HEAD + "#define CORES AscendC::GetBlockNum()\n__global__ __vector__ void k(GM_ADDR x) { Use(x, CORES); }\n"
    ).added
    assert "Use(x, static_cast<int64_t>(sysArgs->skNumBlocks));" in added


@pytest.mark.parametrize(
    "call", ["(AscendC::GetBlockNum)()", "(&AscendC::GetBlockNum)()", "((::AscendC::GetBlockNum))()"]
)
def test_count_of_a_callee_in_parentheses(call: str) -> None:
    added = bound(HEAD + f"__global__ __vector__ void k(GM_ADDR x) {{ Use(x, {call}); }}\n").added
    assert "Use(x, static_cast<int64_t>(sysArgs->skNumBlocks));" in added


def test_cast_of_a_value_in_parentheses_is_no_call() -> None:
    added = bound(HEAD + "__global__ __vector__ void k(GM_ADDR x, float n) { Use((int64_t)(n), (n)); }\n").added
    assert "Use((int64_t)(n), (n));" in added


def test_core_index_of_a_vector_kernel() -> None:
    added = bound(HEAD + "__global__ __vector__ void k(GM_ADDR x) { Use(x, block_idx, get_block_num()); }\n").added
    assert "Use(x, AscendC::GetBlockIdx(), static_cast<int64_t>(sysArgs->skNumBlocks));" in added


def test_core_index_of_a_mixed_kernel_is_left() -> None:
    assert bound(HEAD + "__global__ __mix__(1, 2) void k(GM_ADDR x) { Use(x, block_idx); }\n").problems == [
        ("block-idx", 3)
    ]


def test_count_without_a_kernel_type_is_left() -> None:
    text = HEAD + "__global__ __aicore__ void k(GM_ADDR x) { Use(x, AscendC::GetBlockNum()); }\n"
    assert bound(text).problems == [("block-num-kernel-type", 3)]


def test_count_with_system_args_refused_is_left() -> None:
    text = HEAD + "__global__ __vector__ void k(GM_ADDR x) { Use(x, AscendC::GetBlockNum()); }\n"
    assert bound(text, BindRequest(with_sys_args="never")).problems == [("block-num-without-sys-args", 3)]


def test_system_args_always() -> None:
    added = bound(HEAD + "__global__ __vector__ void k() { }\n", BindRequest(with_sys_args="always")).added
    assert "void k_sk(sk::SkSystemArgs *sysArgs)" in added


def test_kernel_without_a_type() -> None:
    assert "__sk__ __aicore__ void k_sk(" in bound(HEAD + "__global__ __aicore__ void k(GM_ADDR x) { Use(x); }\n").added


# pipes


def test_two_pipes_before_one_early_return() -> None:
    text = HEAD + (
        "__global__ __vector__ void k(GM_ADDR x, uint32_t n)\n{\n    AscendC::TPipe a;\n    AscendC::TPipe b;\n"
        "    if (n == 0) return;\n    Use(x);\n}\n"
    )
    assert "if (n == 0) { a.DestroyWithoutPipeAll(); b.DestroyWithoutPipeAll(); return; }\n" in bound(text).added


def test_barrier_at_the_end_stays() -> None:
    text = HEAD + (
        "__global__ __vector__ void k(GM_ADDR x)\n{\n    AscendC::TPipe pipe;\n    Use(x, &pipe);\n"
        "    AscendC::PipeBarrier<PIPE_ALL>();\n}\n"
    )
    assert "    AscendC::PipeBarrier<PIPE_ALL>();\n    pipe.DestroyWithoutPipeAll();\n}\n" in bound(text).added


# templates

LAUNCHED = HEAD + (
    "template <typename T, int N>\n__global__ __vector__ void k(__gm__ T *x, T a) {{ Use(x, a, N); }}\n"
    "{0}\n"
)  # fmt: skip


@pytest.mark.parametrize(
    ("host", "targets"),
    [
        ("void run(aclrtStream s) { k<half, 8><<<1, nullptr, s>>>(nullptr, half(1)); k<half, 8><<<2, nullptr, s>>>(nullptr, half(1)); }", ["k<half, 8>"]),
        ("void run(aclrtStream s) { constexpr int M = 4; k<float, M * 2><<<1, nullptr, s>>>(nullptr, 1.0f); }", ["k<float, 8>"]),
        ("template <typename U> void go(aclrtStream s) { k<U, 2><<<1, nullptr, s>>>(nullptr, U(1)); }\nvoid run(aclrtStream s) { go<float>(s); go<half>(s); }", ["k<float, 2>", "k<half, 2>"]),
        ("void run(aclrtStream s) { using E = int32_t; k<E, 1><<<1, nullptr, s>>>(nullptr, 1); }", ["k<int, 1>"]),
    ],
)  # fmt: skip
def test_template_is_bound_for_what_is_launched(host: str, targets: list[str]) -> None:
    added = bound(LAUNCHED.format(host)).added
    assert [line.split(", 4, ")[0] for line in added.splitlines() if line.startswith("SK_BIND")] == [
        f"SK_BIND({it}" for it in targets
    ]
    assert (
        "template <typename T>\nstruct KArgs {\n    __gm__ T *x;\n    alignas(sizeof(T) < 4 ? 4 : alignof(T)) T a;\n};\n"
        in added
    )
    assert (
        "template <typename T, int N, uint32_t splitIdx>\n__sk__ __vector__ void k_sk(const KArgs<T> *args) {" in added
    )


def test_macro_of_the_build_that_a_launch_needs_is_named() -> None:
    host = "void run(aclrtStream s) { constexpr int M = SCENARIO + 1; k<float, M><<<1, nullptr, s>>>(nullptr, 1.0f); }"
    found = bound(LAUNCHED.format(host)).bindings.problems
    assert "define SCENARIO as the build does, or name the instantiation with --bind-target" in found[0].message


def test_macro_whose_branch_declares_what_a_launch_needs_is_named() -> None:
    branch = "#if BOARD == 1\n    constexpr int M = 4;\n#elif BOARD == 2\n    constexpr int M = 8;\n#endif\n"
    host = f"void run(aclrtStream s) {{\n{branch}    k<float, M><<<1, nullptr, s>>>(nullptr, 1.0f);\n}}"
    found = bound(LAUNCHED.format(host)).bindings.problems
    assert "define BOARD as the build does, or name the instantiation with --bind-target" in found[0].message


def test_launch_in_a_template_that_nobody_instantiates() -> None:
    host = "template <typename U> void go(aclrtStream s) { k<U, 2><<<1, nullptr, s>>>(nullptr, U(1)); }"
    assert bound(LAUNCHED.format(host)).problems == [("template-bind-target-required", 4)]


def test_target_that_does_not_fit() -> None:
    assert bound(LAUNCHED.format(""), BindRequest(targets=("k<float, 1, 2>",))).problems == [("template-arguments", 4)]


def test_target_that_is_unknown_where_the_kernel_is() -> None:
    assert bound(LAUNCHED.format(""), BindRequest(targets=("k<Unknown, 1>",))).problems[0] == ("verification", 4)


# branches


def test_kernels_in_branches_are_bound_in_their_branch() -> None:
    text = HEAD + (
        "#ifdef USE_FAST\n__global__ __vector__ void k(GM_ADDR x) { Fast(x); }\n#else\n"
        "__global__ __vector__ void k(GM_ADDR x) { Slow(x); }\n#endif\n"
    )
    result = bound(text)
    fast, _, slow = result.text.partition("#else")
    assert fast.count("SK_BIND(k, 4, k_sk<0>") == slow.count("SK_BIND(k, 4, k_sk<0>") == 1
    assert "struct KArgs {" in fast
    assert "struct KArgs {" in slow


def test_change_in_a_branch_that_is_not_taken() -> None:
    text = HEAD + (
        "__global__ __vector__ void k(GM_ADDR x)\n{\n#ifdef BALANCED\n    Use(x, AscendC::GetBlockNum());\n#else\n    Use(x);\n#endif\n}\n"
    )
    assert "#ifdef BALANCED\n    Use(x, static_cast<int64_t>(sysArgs->skNumBlocks));\n#else\n" in bound(text).added


def test_change_in_a_branch_nobody_can_read() -> None:
    text = HEAD + (
        "#define OLD\n__global__ __vector__ void k(GM_ADDR x)\n{\n#ifndef OLD\n    Use(x, AscendC::GetBlockNum());\n#endif\n    Use(x);\n}\n"
    )
    assert bound(text).problems == [("unread-branch", 7)]


def test_kernel_types_that_differ_by_configuration() -> None:
    text = HEAD + (
        "#ifdef CUBE\n#define WHERE __cube__\n#else\n#define WHERE __vector__\n#endif\n"
        "#ifdef CUBE\nint cube;\n#endif\n__global__ WHERE void k(GM_ADDR x) { Use(x); }\n"
    )
    assert "__sk__ WHERE void k_sk(" in bound(text).added


ANY_SIZE = "alignas(sizeof({0}) < 4 ? 4 : alignof({0})) {0} n;"


@pytest.mark.parametrize(
    ("types", "field"),
    [
        ("#ifdef SMALL\n#define DT half\n#else\n#define DT float\n#endif\n", ANY_SIZE),
        ("#ifdef SMALL\n#define DT float\n#else\n#define DT half\n#endif\n", ANY_SIZE),
        ("#ifndef DT\n#define DT half\n#endif\n", ANY_SIZE),
        ("#if !defined(DT)\n#define DT half\n#endif\n", ANY_SIZE),
        ("#define DT int\n#undef DT\n#define DT half\n", ANY_SIZE),
        ("#ifdef SMALL\nusing DT = half;\n#else\nusing DT = float;\n#endif\n", ANY_SIZE),
        ("#ifdef SMALL\ntypedef half DT;\n#else\ntypedef float DT;\n#endif\n", ANY_SIZE),
        ("#if PRECISION == 1\nusing DT = half;\n#else\nusing DT = float;\n#endif\n", ANY_SIZE),
        ("#define DT half\n", "alignas(4) {0} n;"),
        ("#ifndef GUARD_H\n#define GUARD_H\n#define DT half\n#endif\n", "alignas(4) {0} n;"),
        ("#define DT float\n", "    {0} n;"),
        ("#ifdef SMALL\n#define OTHER half\n#endif\n#define DT half\n", "alignas(4) {0} n;"),
    ],
)
def test_a_type_that_is_another_in_another_build(types: str, field: str) -> None:
    added = bound(HEAD + types + "__global__ __vector__ void k(GM_ADDR x, DT n) { Use(x, n); }\n").added
    assert field.format("DT") in added
    assert "    DT n = args->n;" in added


def test_a_type_that_is_given_from_outside() -> None:
    text = HEAD + "__global__ __vector__ void k(GM_ADDR x, DT n) { Use(x, n); }\n"
    around = replace(AROUND, options=msgspec.structs.replace(OPTIONS, defines=("DT=half",)))
    assert ANY_SIZE.format("DT") in bound(text, around=around).added


@pytest.mark.parametrize(
    ("macros", "body", "name"),
    [
        (
            "#ifdef BIG\n#define EARLY(n) if (n) return\n#else\n#define EARLY(n)\n#endif\n",
            "TPipe p; EARLY(n);",
            "EARLY",
        ),
        ("#ifdef BIG\n#define BLOCKS() GetBlockNum()\n#else\n#define BLOCKS() 1\n#endif\n", "Use(BLOCKS());", "BLOCKS"),
        ("#ifndef BLOCKS\n#define BLOCKS GetBlockNum()\n#endif\n", "Use(BLOCKS);", "BLOCKS"),
        ("#ifdef FAST\n#define BEGIN TPipe pipe;\n#else\n#define BEGIN\n#endif\n", "BEGIN Use(x, n);", "BEGIN"),
    ],
)
def test_a_macro_that_does_something_else_in_another_build(macros: str, body: str, name: str) -> None:
    text = HEAD + f"using namespace AscendC;\n{macros}__global__ __vector__ void k(GM_ADDR x, int n) {{ {body} }}\n"
    found = bound(text)
    assert found.added == ""
    assert [(it.rule, it.message.partition(" ")[0]) for it in found.bindings.problems] == [
        ("codegen.macro-of-build", name)
    ]


def test_a_macro_that_is_the_same_in_each_build_is_written_out() -> None:
    text = HEAD + "#define BLOCKS AscendC::GetBlockNum()\n__global__ __vector__ void k(GM_ADDR x) { Use(x, BLOCKS); }\n"
    assert "Use(x, static_cast<int64_t>(sysArgs->skNumBlocks));" in bound(text).added


@pytest.mark.parametrize("count", ["Use(AscendC::GetBlockNum());", "Blocks(x);"])
def test_the_count_of_a_kernel_type_that_a_build_decides(count: str) -> None:
    text = HEAD + (
        "#ifndef KTYPE\n#define KTYPE __mix__(1, 2)\n#endif\nstatic void Blocks(GM_ADDR x) { Use(AscendC::GetBlockNum()); }\n"
        f"__global__ KTYPE void k(GM_ADDR x) {{ {count} }}\n"
    )
    found = bound(text)
    assert found.added == ""
    assert all("kernel type" in it.message for it in found.bindings.problems)


# what is there already


def test_bound_kernel_is_left_alone() -> None:
    once = bound(HEAD + "__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n").after
    found = bind_file(once, BindRequest(), AROUND)
    assert (found.edits, found.already, found.problems) == ((), ("k",), ())


def test_sk_function_that_nobody_binds() -> None:
    text = HEAD + (
        "__global__ __vector__ void k(GM_ADDR x) { Use(x); }\nstruct A { GM_ADDR x; };\n"
        "template <uint32_t i> __sk__ __vector__ void k_sk(const A *args) { Use(args->x); }\n"
    )
    assert bound(text).problems == [("unbound-sk-function", 5)]


def test_one_kernel_of_several() -> None:
    source = Source(
        "k.asc", (HEAD + "__global__ __vector__ void a() { }\n__global__ __vector__ void b() { }\n").encode()
    )
    assert bind_file(source, BindRequest(), AROUND, lambda it: it.name == "b").bound == ("b",)


def test_kernel_at_fault_does_not_hold_up_the_others() -> None:
    text = HEAD + (
        "__global__ __vector__ void a(__gm__ int32_t *x) { x[0] = 1; }\n__global__ __vector__ void b(GM_ADDR x) { Use(x); }\n"
    )
    result = bound(text)
    assert result.bindings.bound == ("b",)
    assert result.problems == [("sk.scalar-write-dcci", 3)]


def test_defines_of_the_project() -> None:
    text = LAUNCHED.format(
        "void run(aclrtStream s) { constexpr int M = SCENARIO + 1; k<float, M><<<1, nullptr, s>>>(nullptr, 1.0f); }"
    )
    assert bound(text).problems == [("template-bind-target-required", 4)]
    around = replace(AROUND, options=Options(defines=("SCENARIO=2",), cache=OPTIONS.cache))
    assert "SK_BIND(k<float, 3>, " in bound(text, around=around).added


def test_header_is_bound_in_itself() -> None:
    result = bound(Source("k.h", b"#pragma once\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n"))
    assert result.bindings.bound == ("k",)
    assert "#include" not in result.added


def test_kernel_in_a_branch_for_good_is_told() -> None:
    text = HEAD + "#define NEW\n#ifndef NEW\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n#endif\n"
    assert bound(text).problems == [("unread-kernel", 5)]
    assert bound(HEAD + "#if 0\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n#endif\n").problems == []


def test_kernels_of_several_values_of_a_macro() -> None:
    text = HEAD + (
        "#if CASE == 1\n__global__ __vector__ void k(GM_ADDR x) { One(x); }\n"
        "#elif CASE == 2\n__global__ __cube__ void k(GM_ADDR x) { Two(x); }\n#endif\n"
    )
    assert bound(text).added.count("SK_BIND(k, ") == 2


def test_what_would_settle_a_finding_is_told() -> None:
    text = HEAD + (
        "__global__ __vector__ void k(GM_ADDR x)\n{\n    AscendC::WaitPreTaskEnd<true>();\n    Use(x);\n"
        "    AscendC::SetNextTaskStart<PIPE_MTE3, PIPE_FIX, true>();\n}\n"
    )
    (told,) = bound(text).bindings.problems
    assert [(it.title, it.edits) for it in told.fixes] == [("Set the mask to 7", ())]
    assert told.severity is Severity.WARNING and "set the mask" not in told.message
    assert bound(text, BindRequest(7)).bindings.bound == ("k",)


def test_blank_line_before_code_that_follows() -> None:
    text = bound(HEAD + "__global__ __vector__ void a() { }\n__global__ __vector__ void b() { }\n").text
    assert "// ---- end SK adaptation ----\n\n__global__ __vector__ void b() { }\n\n// ---- SK" in text


@pytest.mark.parametrize(
    ("own", "task", "agree"),
    [
        ("__vector__", "KERNEL_TYPE_AIV_ONLY", True),
        ("__vector__", "KERNEL_TYPE_MIX_AIV_1_0", True),
        ("__cube__", "KERNEL_TYPE_MIX_AIC_1_0", True),
        ("__mix__(1, 2)", "KERNEL_TYPE_MIX_AIC_1_2", True),
        ("__aicore__", "KERNEL_TYPE_AIC_ONLY", True),
        ("__vector__", "KERNEL_TYPE_AIC_ONLY", False),
        ("__mix__(1, 1)", "KERNEL_TYPE_MIX_AIC_1_2", False),
        ("__cube__", "KERNEL_TYPE_AIV_ONLY", False),
    ],
)
def test_task_type_that_is_not_the_kernels_type_is_told(own: str, task: str, agree: bool) -> None:
    text = HEAD + f"__global__ {own} void k(GM_ADDR x)\n{{\n    KERNEL_TASK_TYPE_DEFAULT({task});\n    Use(x);\n}}\n"
    assert bound(text).problems == ([] if agree else [("kernel-type", 3)])


def test_macro_that_is_written_out_looks_as_it_was_written() -> None:
    text = (
        "#define CHECK(x) do { if (!(x)) return; } while (0)\n"
        + HEAD
        + (
            "__global__ __vector__ void k(GM_ADDR x, uint32_t n)\n{\n    AscendC::TPipe pipe;\n    CHECK(n > 3);\n"
            "    Use(x);\n}\n"
        )
    )
    assert (
        "    do {\n        if (!(n > 3)) { pipe.DestroyWithoutPipeAll(); return; }\n    } while (0);\n    Use(x);\n"
        in bound(text).added
    )


def test_finding_about_the_kernels_own_text_stands_there() -> None:
    text = HEAD + (
        "__global__ __vector__ void k(__gm__ int32_t *p, int n)\n{\n"
        "    Use(p[0]);\n    if (n) {\n        p[0] = n;\n    }\n    p[0] = 2;  // p[0] = 2\n}\n"
    )
    found = [it for it in bound(text).problems if it[0] == "sk.scalar-write-dcci"]
    assert found == [("sk.scalar-write-dcci", 7), ("sk.scalar-write-dcci", 9)]


@pytest.mark.parametrize("other", ["__vector__ void k(GM_ADDR x)", "__cube__ void other(GM_ADDR x, uint16_t n)"])
def test_one_body_with_two_heads_is_told_at_each(other: str) -> None:
    heads = f"#ifdef A\n__global__ __vector__ void k(GM_ADDR x, uint8_t n) {{\n#else\n__global__ {other} {{\n#endif\n"
    text = f"{heads}    AscendC::TPipe pipe;\n}}\n__global__ __vector__ void fine(GM_ADDR x) {{ Use(x); }}\n"
    result = bound(f'#include "kernel_operator.h"\n{text}')
    assert result.problems == [("conditional-declaration", 3), ("conditional-declaration", 5)]
    assert result.bindings.bound == ("fine",)


# line splices


def test_kernel_whose_lines_are_spliced() -> None:
    text = (
        "__global__ \\\n__vector__ void k(GM_ADDR x, \\\n    uint8_t n) \\\n{ \\\n    AscendC::TPipe pipe; \\\n    if (n) \\\n"
        "{ return; } \\\n    Use(x, \\\n        AscendC::GetBlockNum());\n}\n"
    )
    result = bound(HEAD + text)
    assert result.problems == []
    assert "{ pipe.DestroyWithoutPipeAll(); return; } \\\n" in result.added
    assert "static_cast<int64_t>(sysArgs->skNumBlocks));\n    pipe.DestroyWithoutPipeAll();\n}\n" in result.added


@pytest.mark.parametrize("body", ["BEGIN Use(x); END", "{ Use(x); END", "BEGIN Use(x); }"])
def test_body_whose_braces_are_macros_is_left_to_a_person(body: str) -> None:
    text = f"#define BEGIN {{\n#define END }}\n__global__ __vector__ void k(GM_ADDR x) {body}\n"
    assert bound(HEAD + text).problems == [("body-unknown", 5)]
