"""Helpers that an SK function cannot call as they are: copied where that is exact, else left to a person with a reason."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

from pathlib import Path

import pytest
from binding import bound, crlf

from sklint.generate.request import BindRequest
from sklint.source import Source

HEAD = '#include "kernel_operator.h"\n\n'
COUNT = "static_cast<int64_t>(sysArgs->skNumBlocks)"
DOUBLED = "static_cast<int64_t>(g_coreType == AscendC::AIV ? sysArgs->skNumBlocks / 2 : sysArgs->skNumBlocks)"
SHARE = "__aicore__ inline int64_t Share(int64_t n) { return n / AscendC::GetBlockNum(); }\n"
OP = (
    "class Op {\npublic:\n"
    "    __aicore__ inline void Init(GM_ADDR x, uint32_t n) { length = n / AscendC::GetBlockNum(); }\n"
    "    __aicore__ inline void Run() { Use(length); }\n"
    "private:\n    uint32_t length;\n};\n"
)


def kernel(body: str, type: str = "__vector__") -> str:
    return f"__global__ {type} void k(GM_ADDR x, uint32_t n)\n{{\n    {body}\n}}\n"


def reasons(text: str, request: BindRequest | None = None) -> list[str]:
    """Why no copy is made, as the findings say."""
    result = bound(HEAD + text, request)
    assert not result.bindings.edits
    assert result.problems
    return [it.message for one in result.bindings.problems for it in one.related if "no copy" in it.message]


# what is copied


def test_whole_copy_of_a_function() -> None:
    added = bound(HEAD + SHARE + kernel("Use(x, Share(n));")).added
    assert added == (
        "\n\n// ---- SK adaptation (auto-generated) ----\n"
        "struct KArgs {\n    GM_ADDR x;\n    uint32_t n;\n};\n\n"
        "// Share, in a copy that takes the block count\n"
        "__aicore__ inline int64_t Share_sk(int64_t blockNum, int64_t n) { return n / blockNum; }\n\n"
        "template <uint32_t splitIdx>\n"
        "__sk__ __vector__ void k_sk(const KArgs *args, sk::SkSystemArgs *sysArgs)\n{\n"
        "    GM_ADDR x = args->x;\n    uint32_t n = args->n;\n"
        f"    Use(x, Share_sk({COUNT}, n));\n}}\n\n"
        "SK_BIND(k, 4, k_sk<0>, k_sk<1>, k_sk<2>, k_sk<3>);\n"
        "// ---- end SK adaptation ----\n"
    ).removesuffix("\n")


@pytest.mark.parametrize(
    ("helper", "call", "copied", "called"),
    [
        ("template <int N> __aicore__ inline int64_t F(int64_t n) { return n * N / AscendC::GetBlockNum(); }", "Use(F<2>(n));", "F_sk(int64_t blockNum, int64_t n) { return n * N / blockNum; }", f"Use(F_sk<2>({COUNT}, n));"),
        ("template <typename T> __aicore__ inline T F(T n) { return n / AscendC::GetBlockNum(); }", "Use(F(n));", "T F_sk(int64_t blockNum, T n)", f"Use(F_sk({COUNT}, n));"),
        ("__aicore__ inline int64_t F() { return (AscendC::GetBlockNum)(); }", "Use(F());", "F_sk(int64_t blockNum) { return blockNum; }", f"Use(F_sk({COUNT}));"),
        ("__aicore__ inline int64_t F(void) { return AscendC::GetBlockNum(); }", "Use((F)());", "F_sk(int64_t blockNum) {", f"Use((F_sk)({COUNT}));"),
        ("static __aicore__ inline int64_t F(int64_t a = 4) { return a / AscendC::GetBlockNum(); }", "Use(F());", "F_sk(int64_t blockNum, int64_t a = 4)", f"Use(F_sk({COUNT}));"),
        ("__aicore__ inline int64_t F(int64_t blockNum) { return blockNum / AscendC::GetBlockNum(); }", "Use(F(n));", "F_sk(int64_t blockNum1, int64_t blockNum) { return blockNum / blockNum1; }", f"F_sk({COUNT}, n)"),
        ("__aicore__ inline int64_t F(int64_t n) { return n > 4 ? F(n - 4) : AscendC::GetBlockNum(); }", "Use(F(n));", "F_sk(blockNum, n - 4) : blockNum", f"F_sk({COUNT}, n)"),
        ("int F_sk;\n__aicore__ inline int64_t F(int64_t n) { return n / AscendC::GetBlockNum(); }", "Use(F(n));", "F_sk1(int64_t blockNum, int64_t n)", f"F_sk1({COUNT}, n)"),
        ("__aicore__ inline int64_t F(int64_t n) { return n / get_block_num(); }", "Use(F(n));", "{ return n / blockNum; }", f"F_sk({COUNT}, n)"),
        ("__aicore__ inline void F(GM_ADDR x) { Use(x, block_idx); }", "F(x);", "F_sk(GM_ADDR x) { Use(x, AscendC::GetBlockIdx()); }", "    F_sk(x);"),
    ],
)  # fmt: skip
def test_function(helper: str, call: str, copied: str, called: str) -> None:
    result = bound(HEAD + helper + "\n" + kernel(call))
    assert result.problems == []
    assert copied in result.added
    assert called in result.added


def test_functions_at_any_depth() -> None:
    text = SHARE + "__aicore__ inline int64_t Twice(int64_t n) { return 2 * Share(n); }\n" + kernel("Use(Twice(n));")
    added = bound(HEAD + text).added
    assert "Twice_sk(int64_t blockNum, int64_t n) { return 2 * Share_sk(blockNum, n); }" in added
    assert f"Use(Twice_sk({COUNT}, n));" in added


def test_class_with_its_methods() -> None:
    added = bound(HEAD + OP + kernel("Op op;\n    op.Init(x, n);\n    op.Run();")).added
    assert (
        OP.replace("class Op", "class Op_sk")
        .replace("Init(", "Init(int64_t blockNum, ")
        .replace("AscendC::GetBlockNum()", "blockNum")
        in added
    )
    assert f"    Op_sk op;\n    op.Init({COUNT}, x, n);\n    op.Run();\n" in added


def test_class_template_with_methods_behind_it() -> None:
    text = (
        "template <typename T>\nclass Op {\npublic:\n    __aicore__ inline Op() {}\n    __aicore__ inline void Init(uint32_t n);\n    __aicore__ inline void Run(T x);\n"
        "private:\n    uint32_t length = 0;\n};\n"
        "template <typename T>\n__aicore__ inline void Op<T>::Init(uint32_t n)\n{\n    length = n / AscendC::GetBlockNum();\n}\n"
        "template <typename T>\n__aicore__ inline void Op<T>::Run(T x) { Use(x, length); }\n"
    )
    result = bound(HEAD + text + kernel("Op<GM_ADDR> op;\n    op.Init(n);\n    op.Run(x);"))
    assert result.problems == []
    assert (
        "template <typename T>\n__aicore__ inline void Op_sk<T>::Init(int64_t blockNum, uint32_t n)\n{\n    length = n / blockNum;\n}\n"
        in result.added
    )
    assert "template <typename T>\n__aicore__ inline void Op_sk<T>::Run(T x) { Use(x, length); }\n" in result.added


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("Op op;", f"Op_sk op({COUNT});"),
        ("Op op(n);", f"Op_sk op({COUNT}, n);"),
        ("Op op{n};", f"Op_sk op{{{COUNT}, n}};"),
        ("Use(Op(n));", f"Use(Op_sk({COUNT}, n));"),
    ],
)
def test_constructor(declared: str, written: str) -> None:
    text = "struct Op {\n    __aicore__ inline Op(uint32_t n = 8) : length(n / AscendC::GetBlockNum()) {}\n    uint32_t length;\n};\n"
    result = bound(HEAD + text + kernel(declared))
    assert result.problems == []
    assert "Op_sk(int64_t blockNum, uint32_t n = 8) : length(n / blockNum) {}" in result.added
    assert written in result.added


def test_what_holds_a_copied_class_is_copied() -> None:
    text = OP + "struct Holder {\n    Op inner;\n};\n" + kernel("Holder h;\n    h.inner.Init(x, n);")
    added = bound(HEAD + text).added
    assert "struct Holder_sk {\n    Op_sk inner;\n};\n" in added
    assert f"    Holder_sk h;\n    h.inner.Init({COUNT}, x, n);\n" in added


def test_function_that_takes_a_copied_class() -> None:
    text = (
        OP
        + "__aicore__ inline void Start(Op &op) { op.Run(); }\n"
        + kernel("Op op;\n    op.Init(x, n);\n    Start(op);")
    )
    added = bound(HEAD + text).added
    assert "Start_sk(Op_sk &op) { op.Run(); }" in added
    assert "    Start_sk(op);\n" in added


def test_namespace_is_opened_beside_the_kernel() -> None:
    text = f"namespace mine {{\n{SHARE}}} // namespace mine\n" + kernel("Use(mine::Share(n));")
    added = bound(HEAD + text).added
    assert (
        "namespace mine {\n// Share, in a copy that takes the block count\n__aicore__ inline int64_t Share_sk(" in added
    )
    assert f"Use(mine::Share_sk({COUNT}, n));" in added


def test_kernel_within_the_namespace_of_its_helper() -> None:
    text = f"namespace mine {{\n{SHARE}namespace inner {{\n{kernel('Use(Share(n));')}}}\n}}\n"
    assert f"Use(Share_sk({COUNT}, n));" in bound(HEAD + text).added


def test_count_in_a_mixed_kernel() -> None:
    assert f"Share_sk({DOUBLED}, n)" in bound(HEAD + SHARE + kernel("Use(Share(n));", "__mix__(1, 2)")).added


def test_pipe_of_a_function_is_destroyed_in_its_copy() -> None:
    text = (
        "__aicore__ inline void Load(GM_ADDR x, uint32_t n)\n{\n    AscendC::TPipe pipe;\n    if (n == 0) return;\n    Use(x, &pipe);\n}\n"
        + kernel("Load(x, n);")
    )
    added = bound(HEAD + text).added
    assert "// Load, in a copy that destroys its TPipe\n" in added
    assert (
        "    if (n == 0) { pipe.DestroyWithoutPipeAll(); return; }\n    Use(x, &pipe);\n    pipe.DestroyWithoutPipeAll();\n}\n"
        in added
    )


def test_change_in_a_branch_of_a_helper() -> None:
    text = (
        "__aicore__ inline int64_t Share(int64_t n)\n{\n#ifdef BALANCED\n    n /= AscendC::GetBlockNum();\n#endif\n    return n;\n}\n"
        + kernel("Use(Share(n));")
    )
    assert "#ifdef BALANCED\n    n /= blockNum;\n#endif\n" in bound(HEAD + text).added


def test_comments_and_strings_of_a_helper_stay() -> None:
    text = '__aicore__ inline int64_t Share(int64_t n)\n{\n    // Share: n / GetBlockNum()\n    Log("Share GetBlockNum()");\n    return n / AscendC::GetBlockNum(); /* 块数 */\n}\n'
    added = bound(HEAD + text + kernel("Use(Share(n));")).added
    assert (
        '    // Share: n / GetBlockNum()\n    Log("Share GetBlockNum()");\n    return n / blockNum; /* 块数 */\n'
        in added
    )


def test_line_ends_and_encoding() -> None:
    text = (
        HEAD
        + "// 核函数\n"
        + SHARE.replace("{ return", "{ // 份额\n    return").replace("; }", ";\n}")
        + kernel("Use(Share(n));")
    )
    result = bound(crlf(Source("k.asc", text.encode("gb18030"))))
    assert result.added.count("// 份额") == 1
    assert b"\n" not in result.after.data.replace(b"\r\n", b"")


def test_each_kernel_has_its_copies() -> None:
    second = kernel("Use(Share(n));").replace("void k(", "void j(")
    result = bound(HEAD + SHARE + kernel("Use(Share(n));") + second)
    assert result.bindings.bound == ("k", "j")
    assert "Share_sk(int64_t blockNum, " in result.added
    assert "Share_sk1(int64_t blockNum, " in result.added


def test_variable_with_the_name_of_a_copied_function() -> None:
    added = bound(HEAD + SHARE + kernel("auto half = Share(n);\n    { int Share = 1; Use(Share, half); }")).added
    assert "{ int Share = 1; Use(Share, half); }" in added


def test_count_in_a_comment_of_a_helper_needs_no_copy() -> None:
    text = "__aicore__ inline int64_t Share(int64_t n) { return n; /* AscendC::GetBlockNum() */ }\n" + kernel(
        "Use(Share(n));"
    )
    assert "Share_sk" not in bound(HEAD + text).added


# an argument that is the count by default


def test_default_argument() -> None:
    text = "struct Op {\n    __aicore__ inline void Init(GM_ADDR x, int64_t blocks = AscendC::GetBlockNum()) { Use(x, blocks); }\n};\n"
    added = bound(HEAD + text + kernel("Op op;\n    op.Init(x);")).added
    assert f"    Op op;\n    op.Init(x, {COUNT});\n" in added
    assert "Op_sk" not in added


def test_default_argument_of_what_a_helper_calls() -> None:
    text = "__aicore__ inline int64_t F(int64_t blocks = AscendC::GetBlockNum()) { return blocks; }\n__aicore__ inline int64_t G() { return F(); }\n"
    added = bound(HEAD + text + kernel("Use(G(), F(3));")).added
    assert "G_sk(int64_t blockNum) { return F(blockNum); }" in added
    assert f"Use(G_sk({COUNT}), F(3));" in added


def test_default_argument_behind_another() -> None:
    text = "__aicore__ inline int64_t F(int a = 1, int64_t blocks = AscendC::GetBlockNum()) { return a * blocks; }\n"
    assert bound(HEAD + text + kernel("Use(F());")).problems == [("block-num-in-helper", 6)]
    assert f"Use(F(2, {COUNT}));" in bound(HEAD + text + kernel("Use(F(2));")).added


# what is left to people


@pytest.mark.parametrize(
    ("helper", "body", "why"),
    [
        (f"namespace other {{\n{SHARE}}}\nnamespace mine {{", "Use(other::Share(n));", "Share is in namespace other, which cannot be opened beside k"),
        ("#define COUNT AscendC::GetBlockNum()\n__aicore__ inline int64_t F(int64_t n) { return n / COUNT; }", "Use(F(n));", "asked for in a macro"),
        ("#define F_OF(N) __aicore__ inline int64_t F(int64_t n) { return n / AscendC::GetBlockNum(); }\nF_OF(1)", "Use(F(n));", "F is made by a macro, or not whole"),
        (SHARE + "__aicore__ inline int64_t Call(int64_t (*f)(int64_t)) { return f(4); }", "Use(Call(Share));", ""),
        ("__aicore__ inline int64_t F(int64_t n) { static int64_t last = 0; last = AscendC::GetBlockNum(); return last; }", "Use(F(n));", "it has a static variable"),
        ("struct Op { friend struct Peer; void Init() { Use(AscendC::GetBlockNum()); } };", "Op op; op.Init();", "it has friends"),
        ("struct Op { virtual void Init() { Use(AscendC::GetBlockNum()); } };", "Op op; op.Init();", "it has virtual functions"),
        ("struct Op { void Init(int a) { Use(a); } void Init() { Use(AscendC::GetBlockNum()); } };", "Op op; op.Init();", "Init is overloaded"),
        ("struct Op { ~Op() { Use(AscendC::GetBlockNum()); } };", "Op op;", ""),
        ("struct Op { int64_t blocks = AscendC::GetBlockNum(); };", "Op op; Use(op.blocks);", ""),
        ("template <typename T> struct Op { void Init() { Use(AscendC::GetBlockNum()); } };\ntemplate <> struct Op<int> { void Init() {} };", "Op<float> op; op.Init();", "a specialisation is about Op"),
        ("struct Outer { struct Op { void Init() { Use(AscendC::GetBlockNum()); } }; };", "Outer::Op op; op.Init();", ""),
        ("struct Op { void Init() { Use(AscendC::GetBlockNum()); } } spare;", "Op op; op.Init();", "variables are declared with Op"),
    ],
)  # fmt: skip
def test_left_with_a_reason(helper: str, body: str, why: str) -> None:
    closing = "}\n" if helper.endswith("{") else ""
    found = reasons(f"{helper}\n{kernel(body)}{closing}")
    assert any(why in it for it in found) or not why


def test_helper_of_a_header(tmp_path: Path) -> None:
    (tmp_path / "share.h").write_text("#pragma once\n" + SHARE)
    path = tmp_path / "k.asc"
    path.write_text(HEAD + '#include "share.h"\n' + kernel("Use(Share(n));"))
    result = bound(Source(path.as_posix(), path.read_bytes()))
    assert [it.rule for it in result.bindings.problems] == ["codegen.block-num-in-helper"]
    assert "int64_t blockNum = AscendC::GetBlockNum()" in result.bindings.problems[0].message


def test_alias_of_a_class_that_would_be_copied() -> None:
    text = OP + "using Alias = Op;\n" + kernel("Alias op;\n    op.Init(x, n);")
    assert bound(HEAD + text).problems == [("block-num-in-helper", 5)]


def test_without_system_args() -> None:
    request = BindRequest(with_sys_args="never")
    assert bound(HEAD + SHARE + kernel("Use(Share(n));"), request).problems == [("block-num-in-helper", 6)]


def test_kernel_without_a_type() -> None:
    assert bound(HEAD + SHARE + kernel("Use(Share(n));", "__aicore__")).problems == [("block-num-in-helper", 6)]


def test_index_in_a_helper_of_a_mixed_kernel() -> None:
    text = "__aicore__ inline void F(GM_ADDR x) { Use(x, block_idx); }\n" + kernel("F(x);", "__mix__(1, 2)")
    assert bound(HEAD + text).problems == [("block-idx", 3)]


def test_branch_of_a_helper_that_nobody_reads() -> None:
    text = "#define OLD\n__aicore__ inline int64_t F(int64_t n)\n{\n#ifndef OLD\n    n /= AscendC::GetBlockNum();\n#endif\n    return n / AscendC::GetBlockNum();\n}\n"
    assert bound(HEAD + text + kernel("Use(F(n));")).problems == [("unread-branch", 7)]


def test_call_that_a_template_hides() -> None:
    text = (
        OP
        + "template <typename T> __aicore__ inline void Start(T &op, GM_ADDR x) { op.Init(x, 4); }\n"
        + kernel("Op op;\n    Start(op, x);")
    )
    result = bound(HEAD + text)
    assert result.problems == [("block-num-in-helper", 10)]
    assert "Start may call Op::Init" in result.bindings.problems[0].message


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (
            "auto f = [&](int a) { return Share(a); };\n    Use(f(2));",
            f"auto f = [&](int a) {{ return Share_sk({COUNT}, a); }};",
        ),
        ("Use(decltype(Share(n))(2));", "Use(decltype(Share(n))(2));"),
    ],
)
def test_call_within_an_expression(body: str, written: str) -> None:
    assert written in bound(HEAD + SHARE + kernel(body)).added


def test_lambda_that_captures_nothing_is_left() -> None:
    assert bound(HEAD + SHARE + kernel("auto f = [](int a) { return Share(a); };\n    Use(f(2));")).problems == [
        ("block-num-in-helper", 6)
    ]


def test_call_that_a_macro_makes_is_written_out() -> None:
    text = "#define SHARE(n) Share(n)\n" + kernel("Use(SHARE(n));")
    result = bound(HEAD + SHARE + text)
    assert f"Use(Share_sk({COUNT}, n));" in result.added
    assert "    Use(SHARE(n));\n" in result.text


def test_members_of_a_copied_class_by_its_name() -> None:
    text = (
        "struct Op {\n    enum Mode { A };\n    static __aicore__ inline int64_t Make(int n) { return n / AscendC::GetBlockNum(); }\n"
        "    template <int M> __aicore__ inline void Run(Mode) { Use(M / AscendC::GetBlockNum()); }\n};\n"
    )
    added = bound(
        HEAD + text + kernel("Op op;\n    op.template Run<2>(Op::A);\n    Use(Op::Make(n), sizeof(Op));")
    ).added
    assert f"    op.template Run<2>({COUNT}, Op_sk::A);\n    Use(Op_sk::Make({COUNT}, n), sizeof(Op_sk));\n" in added


def test_pipe_and_count_of_one_class() -> None:
    text = OP.replace("private:", "    AscendC::TPipe pipe;\nprivate:")
    added = bound(HEAD + text + kernel("Op op;\n    op.Init(x, n);\n    if (n == 0) return;\n    op.Run();")).added
    assert (
        "    if (n == 0) { op.pipe.DestroyWithoutPipeAll(); return; }\n    op.Run();\n    op.pipe.DestroyWithoutPipeAll();\n"
        in added
    )


def test_copies_stand_in_the_order_of_the_file() -> None:
    text = (
        "struct Op {\n    __aicore__ inline void Init(uint32_t n);\n    int64_t part;\n};\n"
        + SHARE
        + "__aicore__ inline void Op::Init(uint32_t n) { part = Share(n); }\n"
    )
    result = bound(HEAD + text + kernel("Op op;\n    op.Init(n);"))
    assert result.problems == []
    added = result.added
    assert (
        added.index("struct Op_sk")
        < added.index(" Share_sk(")
        < added.index("void Op_sk::Init(int64_t blockNum, uint32_t n)")
    )


def test_default_argument_of_a_constructor_is_left() -> None:
    text = "struct Op {\n    __aicore__ inline Op(GM_ADDR x, int64_t blocks = AscendC::GetBlockNum()) { Use(x, blocks); }\n};\n"
    assert bound(HEAD + text + kernel("Op op(x);")).problems == [("block-num-in-helper", 8)]
    assert "    Op op(x, 4);\n" in bound(HEAD + text + kernel("Op op(x, 4);")).added


def test_name_that_a_macro_uses_in_a_helper_is_taken() -> None:
    text = "#define PART (n / blockNum)\nstruct Op {\n    int64_t blockNum;\n    int64_t Run(int64_t n) { return PART / AscendC::GetBlockNum(); }\n};\n"
    assert (
        "int64_t Run(int64_t blockNum1, int64_t n) { return PART / blockNum1; }"
        in bound(HEAD + text + kernel("Op op;\n    Use(op.Run(n));")).added
    )


def test_member_that_is_only_declared() -> None:
    spare = OP.replace("private:", "    void Spare(int a);\nprivate:")
    assert bound(HEAD + spare + kernel("Op op;\n    op.Init(x, n);")).problems == []
    used = spare.replace("{ Use(length); }", "{ Spare(length); }")
    assert any(
        "definition of Spare" in it for it in reasons(used + kernel("Op op;\n    op.Init(x, n);\n    op.Run();"))
    )


def test_a_class_template_that_kernels_use_with_several_types() -> None:
    text = HEAD + (
        "template <typename T> struct Op { void Init(GM_ADDR x) { Use(x, AscendC::GetBlockNum(), sizeof(T)); } };\n"
        "__global__ __vector__ void a(GM_ADDR x) { Op<half> op; op.Init(x); }\n"
        "__global__ __vector__ void b(GM_ADDR x) { Op<float> op; op.Init(x); }\n"
    )
    added = bound(text).added
    assert "Op_sk<half> op; op.Init(static_cast<int64_t>(sysArgs->skNumBlocks), x);" in added
    assert "SK_BIND(b, 4," in added


# lambdas


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[n](uint32_t v)", "[n, sysArgs](uint32_t v)"),
        ("[](uint32_t v)", "[sysArgs](uint32_t v)"),
        ("[&n](auto v)", "[&n, sysArgs](auto v)"),
        ("[m = n + 1, k = Two(n, 2)](auto v) mutable", "[m = n + 1, k = Two(n, 2), sysArgs](auto v) mutable"),
        ("[&](uint32_t v)", "[&](uint32_t v)"),
        ("[=](uint32_t v) -> int64_t", "[=](uint32_t v) -> int64_t"),
        ("[&, n](auto v)", "[&, n](auto v)"),
    ],
)
@pytest.mark.parametrize("kind", ["__vector__", "__mix__(1, 2)"])
def test_lambda_that_asks_for_the_count_captures_the_system_args(before: str, after: str, kind: str) -> None:
    text = f"{{\n    auto each = {before} {{ if (v) {{ return v + AscendC::GetBlockNum(); }} return AscendC::GetBlockNum(); }};\n    Use(x, each(n));\n}}\n"
    result = bound(f'#include "kernel_operator.h"\n__global__ {kind} void k(GM_ADDR x, uint32_t n)\n{text}')
    assert result.problems == []
    assert f"    auto each = {after} {{ if (v)" in result.added


def test_lambda_in_a_lambda_that_asks_for_the_count() -> None:
    text = "{ auto one = [n] { auto two = [](uint32_t v) { return v / AscendC::GetBlockNum(); }; return two(n); }; Use(x, one()); }\n"
    result = bound('#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x, uint32_t n) ' + text)
    assert result.problems == []
    assert "auto one = [n, sysArgs] { auto two = [sysArgs](uint32_t v) {" in result.added


def test_lambda_that_becomes_a_pointer_cannot_capture() -> None:
    text = "{ int64_t (*f)() = [] { return AscendC::GetBlockNum(); }; Use(x, f()); }\n"
    result = bound('#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x) ' + text)
    assert not result.bindings.bound and result.problems


def test_method_of_a_class_of_the_body_is_out_of_reach() -> None:
    text = "{ struct Part { int64_t Get() { return AscendC::GetBlockNum(); } }; Part p; Use(x, p.Get()); }\n"
    result = bound('#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x) ' + text)
    assert {it for it, _ in result.problems} == {"block-num-out-of-reach"}
