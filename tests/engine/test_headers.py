# ruff: noqa: E501 (kernel sources stand in strings, a statement group a line)
"""The model headers: no error of their own, sizes as on the device, and the contract the parser relies on."""

import json
from collections.abc import Iterable

import pytest
from clang import cindex

from sklint.parse.headers import generate
from sklint.parse.translation import FLAGS, HEADERS, PRELUDE, STUBS

KEEP_GOING = 0x200
COMMAND = [*FLAGS, "-include", str(PRELUDE), f"-I{STUBS}"]


def errors(unit: cindex.TranslationUnit) -> list[str]:
    return [f"{d.location.line}: {d.spelling}" for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]


def read(source: str, *options: str) -> cindex.TranslationUnit:
    return cindex.Index.create().parse(
        "unit.asc", [*COMMAND, *options], unsaved_files=[("unit.asc", source)], options=KEEP_GOING
    )


def clean(source: str, *options: str) -> cindex.TranslationUnit:
    unit = read(source, *options)
    assert errors(unit) == []
    return unit


def inside(cursor: cindex.Cursor) -> Iterable[cindex.Cursor]:
    for child in cursor.get_children():
        yield child
        yield from inside(child)


def own(unit: cindex.TranslationUnit) -> list[cindex.Cursor]:
    return [c for c in unit.cursor.get_children() if c.location.file and c.location.file.name == "unit.asc"]


def marks(cursor: cindex.Cursor) -> list[str]:
    return [c.spelling for c in cursor.get_children() if c._kind_id == 406]


def names(unit: cindex.TranslationUnit) -> list[str]:
    return [c.spelling for top in own(unit) for c in inside(top)]


TARGETS = [f"-D__NPU_ARCH__={arch} -DSKLINT_TARGET_ARCH={arch}" for arch in (*generate.PRODUCTS, 3003)]


@pytest.mark.parametrize("arch", ["", "-D__NPU_ARCH__=2201", "-D__NPU_ARCH__=3510", *TARGETS])
def test_prelude_has_no_error(arch: str) -> None:
    clean("int nothing;", *arch.split())


def test_prelude_is_the_same_without_generated_names() -> None:
    clean("int nothing;", "-DSKLINT_BY_HAND")


@pytest.mark.parametrize(
    ("name", "size", "alignment"),
    [
        ("int8_t", 1, 1), ("uint16_t", 2, 2), ("int32_t", 4, 4), ("uint64_t", 8, 8), ("size_t", 8, 8), ("uintptr_t", 8, 8),
        ("half", 2, 2), ("bfloat16_t", 2, 2), ("float", 4, 4), ("hifloat8_t", 1, 1), ("fp8_e4m3fn_t", 1, 1), ("fp8_e5m2_t", 1, 1),
        ("fp8_e8m0_t", 1, 1), ("fp4x2_e2m1_t", 1, 1), ("int4b_t", 1, 1), ("complex32", 4, 2), ("complex64", 8, 4), ("bool", 1, 1),
        ("half2", 4, 4), ("float4_e1m2x2_t", 1, 1), ("GM_ADDR", 8, 8), ("sk::SkSystemArgs", 16, 2), ("aclrtStream", 8, 8),
        ("KernelMetaType", 1, 1), ("AscendC::RoundMode", 1, 1), ("TCubeTiling", 200, 4),
    ],
)  # fmt: skip
def test_sizes(name: str, size: int, alignment: int) -> None:
    clean(f"static_assert(sizeof({name}) == {size} && alignof({name}) == {alignment}, {name!r});".replace("'", '"'))


def test_qualifiers_leave_their_marks() -> None:
    unit = clean(
        "#define RATIO 1, 2\n"
        "__schedmode__(1) __global__ __aicore__ __mix__(1, 2) void a(__gm__ uint8_t *p);\n"
        "__global__ __mix__(RATIO) void b();\n__sk__ __vector__ void c();\n__cube__ __global__ void d();\n"
        "__global__ __launch_bounds__(2048) void e();\n__simt_vf__ inline void f() {}\n"
    )
    found = {c.spelling: [m.replace(" ", "") for m in marks(c)] for c in own(unit)}
    assert found == {
        "a": ["sk:schedmode(1)", "sk:global", "sk:aicore", "sk:mix(1,2)"],
        "b": ["sk:global", "sk:mix(1,2)"],
        "c": ["sk:sk", "sk:vector"],
        "d": ["sk:cube", "sk:global"],
        "e": ["sk:global", "sk:launch_bounds(2048)"],
        "f": ["sk:simt_vf"],
    }


def test_address_spaces_stand_anywhere() -> None:
    clean(
        "template <class T> __aicore__ void f(__gm__ T __in__ *a, __ubuf__ half *__restrict__ b, GM_ADDR __out__ c) {\n"
        "  auto x = (__gm__ float *)a; auto y = reinterpret_cast<__gm__ T *>(c); AscendC::GlobalTensor<__gm__ T> t;\n"
        "  __ubuf__ uint8_t *z[2]; __gm__ struct S *s; (void)x; (void)y; (void)z; (void)s; GM_ADDR *v; (GM_ADDR)c; }\n"
        "struct S { __gm__ float *p; GM_ADDR q; };\n"
        "__global__ __aicore__ void k(__kfc_workspace__ GM_ADDR w, const GM_ADDR r, __gm__ uint8_t *__kfc_workspace__ s) { f<half>(0, 0, w); }\n"
    )


@pytest.mark.parametrize(
    "kernel", ["template <int n> __global__ void k(half *a)", "__global__ __aicore__ void k(half *a)"]
)
def test_launches_take_any_configuration(kernel: str) -> None:
    call = "k<1>" if "template" in kernel else "k"
    clean(
        f"{kernel} {{}}\nenum class Blocks : uint32_t {{ some = 3 }};\n"
        "void host(aclrtStream s, uint64_t n, half *p, void *l2, dim3 d) {\n"
        + "".join(
            f"  {call}<<<{configuration}>>>(p);\n"
            for configuration in (
                "n", "8, nullptr", "8, nullptr, s", "n, 0, s", "(int64_t)n, l2, s", "8, 64, 1024, s", "Blocks::some, 0, s", "d, d, 0, s",
            )
        )
        + "}\n"
    )  # fmt: skip


def test_binding_leaves_its_text_and_a_call() -> None:
    unit = clean(
        "#define MASK 4\nstruct A { int x; };\n__global__ void k(int x) {}\ntemplate <int n> __sk__ void s(const A *a) {}\n"
        "SK_BIND(k, MASK, s<0>, s<1>);\n"
    )
    text, mask, call = own(unit)[-3:]
    assert text.spelling.startswith("sklint_bind_text_")
    assert mask.spelling == text.spelling.replace("_text", "_mask")
    assert call.spelling == text.spelling.replace("_text", "")
    assert [c.spelling for c in inside(text) if c.kind.name == "STRING_LITERAL"] == ['"k, MASK, s<0>, s<1>"']
    assert [c.spelling for c in inside(call) if c.kind.name == "DECL_REF_EXPR"] == ["sklint_bound", "k", "s", "s"]


def test_binding_of_unknown_names_keeps_its_text() -> None:
    unit = read("SK_BIND(nowhere, 4, nothing<0>);\n")
    assert any(c.spelling.startswith("sklint_bind_text_") for c in own(unit))


def test_old_names_are_not_declared() -> None:
    assert errors(read("int a(sk::SkSystemArgs *s) { return s->skBlockNum; }"))
    assert errors(read("int a(const sk::SkSystemArgs *s) { return s->SkGetNumBlocks(); }"))
    assert errors(read("SuperKernelBind(x);"))


def test_kernel_type_is_seen_in_the_body() -> None:
    unit = clean(
        "__global__ __aicore__ void k(GM_ADDR t) { KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);"
        " KERNEL_TASK_TYPE(2, KERNEL_TYPE_AIV_ONLY); }"
    )
    assert {"sklint_kernel_task_type_default", "KERNEL_TYPE_MIX_AIC_1_2", "sklint_kernel_task_type"} <= set(names(unit))


def test_tiling_macros() -> None:
    clean(
        "struct T { int a; float b; };\n__global__ __aicore__ void k(GM_ADDR tiling) {\n"
        '  REGISTER_TILING_DEFAULT(T);\n  REGISTER_TILING_FOR_TILINGKEY("TILING_KEY_VAR == 1", T);\n'
        "  GET_TILING_DATA(data, tiling);\n  int n = data.a;\n  GET_TILING_DATA_WITH_STRUCT(T, other, tiling);\n"
        "  GET_TILING_DATA_MEMBER(T, b, member, tiling);\n  float m = member + other.b;\n"
        "  if (TILING_KEY_IS(1)) { return; } else if (TILING_KEY_IS(10000000000UL)) { n += m; }\n}\n"
        "__global__ __aicore__ void l(GM_ADDR tiling) { GET_TILING_DATA(data, tiling); GM_ADDR u = AscendC::GetUserWorkspace(tiling); }\n"
    )


def test_core_type_conditions() -> None:
    clean(
        "__aicore__ void f() { if ASCEND_IS_AIC { return; } if ASCEND_IS_AIV { AscendC::SyncAll<true>(); }"
        ' if ASCEND_IS_NOT_AIC { AscendC::SyncAll(); } ASCENDC_ASSERT(1 == 1, { printf("%d", 1); }); }'
    )


def test_a_typical_kernel_class() -> None:
    clean(
        '#include "kernel_operator.h"\n#include <vector>\nusing namespace AscendC;\n'
        "constexpr int32_t DEPTH = 2;\n"
        "template <class T> class Kernel {\npublic:\n"
        "  __aicore__ inline Kernel() {}\n"
        "  __aicore__ inline void Init(GM_ADDR x, GM_ADDR z, uint32_t n, TPipe *pipe) {\n"
        "    xGm.SetGlobalBuffer((__gm__ T *)x + n * GetBlockIdx(), n / GetBlockNum());\n"
        "    pipe->InitBuffer(in, DEPTH, n * sizeof(T)); pipe->InitBuffer(tmp, n * sizeof(T)); }\n"
        "  __aicore__ inline void Process() {\n"
        "    LocalTensor<T> a = in.template AllocTensor<T>(); DataCopy(a, xGm[0], 32); DataCopyPad(a, xGm, {1, 2, 0, 0}, {false, 0, 0, 0});\n"
        "    in.EnQue(a); a = in.template DeQue<T>(); Add(a, a, a, 128); Add(a, a, a, 64, 1, {1, 1, 1, 8, 8, 8}); Exp(a, a, 64);\n"
        "    Cast(tmp.template Get<float>(), a, RoundMode::CAST_NONE, 64); PipeBarrier<PIPE_ALL>();\n"
        "    SetFlag<HardEvent::MTE2_V>(EVENT_ID0); CrossCoreSetFlag<0x2, PIPE_MTE3>(3); CrossCoreWaitFlag(3);\n"
        "    DataCacheCleanAndInvalid<T, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(xGm); xGm.SetValue(0, T(1)); xGm(1) = T(2);\n"
        "    SetNextTaskStart<PIPE_MTE3, PIPE_FIX, true>(); WaitPreTaskEnd<true>(); SetAtomicAdd<float>(); in.FreeTensor(a); }\n"
        "private:\n  TQue<QuePosition::VECIN, DEPTH> in; TBuf<TPosition::VECCALC> tmp; GlobalTensor<T> xGm; };\n"
        "__global__ __vector__ void k(GM_ADDR x, half scale) { TPipe pipe; Kernel<half> op; op.Init(x, x, 8, &pipe); op.Process();\n"
        "  half s = scale * (half)2 + 1; pipe.DestroyWithoutPipeAll(); auto i = block_idx + get_block_num(); }\n"
        "int main() { std::vector<float> v(8, 1.0f); std::vector<int> w = {1, 2}; uint8_t *d; aclrtStream stream = nullptr;\n"
        "  aclrtMalloc((void **)&d, 32, ACL_MEM_MALLOC_HUGE_FIRST); for (auto i : w) v[i] += 1; k<<<8, nullptr, stream>>>(d, half(1)); }\n"
    )


def test_matmul_object() -> None:
    clean(
        "using namespace matmul;\nusing A = MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;\n"
        "__global__ __mix__(1, 2) void k(GM_ADDR a, GM_ADDR w, TCubeTiling t) { AscendC::TPipe pipe; Matmul<A, A, A, A, CFG_MDL> mm;\n"
        "  REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm, &t); AscendC::GlobalTensor<half> g; mm.SetTensorA(g, true); mm.IterateAll(g);\n"
        "  while (mm.template Iterate<true>()) { mm.template GetTensorC<true>(g, 0, true); } mm.End(); }\n"
    )


def test_traits_are_real() -> None:
    clean(
        'static_assert(std::is_same_v<std::remove_reference_t<int &>, int> && !AscendC::IsSameType<half, float>::value, "");\n'
        'static_assert(AscendC::Std::is_same<std::conditional_t<true, int, float>, int>::value, "");\n'
        'static_assert(std::numeric_limits<int32_t>::max() == INT32_MAX && std::numeric_limits<int8_t>::min() == -128, "");\n'
        'static_assert(std::numeric_limits<uint64_t>::max() == UINT64_MAX && std::is_integral_v<uint8_t>, "");\n'
    )


def test_registration_with_a_framework() -> None:
    clean(
        "at::Tensor add(const at::Tensor &x) { auto s = c10_npu::getCurrentNPUStream().stream(false); return at::empty_like(x); }\n"
        'TORCH_LIBRARY(my, m) { m.def("add(Tensor x) -> Tensor"); }\nTORCH_LIBRARY_IMPL(my, PrivateUse1, m) { m.impl("add", TORCH_FN(add)); }\n'
        'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("add", &add, "text"); }\n'
    )


def test_stubs_hold_no_declaration() -> None:
    stubs = [path for path in STUBS.rglob("*") if path.is_file()]
    assert len(stubs) > 200
    for path in stubs:
        lines = path.read_text().splitlines()
        assert lines[0].startswith("//")
        assert lines[1:] in ([], ['#include "kernel_operator.h"'])


def test_generated_header_is_fresh() -> None:
    tables = [json.loads(it.read_text()) for it in (generate.TABLE, generate.ABSENT)]
    assert generate.generate(*tables) == generate.OUTPUT.read_text()


def test_handwritten_headers_are_short() -> None:
    assert [
        path.name
        for path in HEADERS.glob("*.h")
        if path.name != "generated.h" and len(path.read_text().splitlines()) > 400
    ] == []


def test_every_name_of_the_table_is_declared() -> None:
    table = json.loads(generate.TABLE.read_text())
    lines = [f"#ifndef {name}\n#error {name}\n#endif" for name in table["macro"]]
    spaces = [name for kind in ("function", "type", "undocumented", "intrinsic") for name in table[kind]]
    lines += [f"namespace t{number} {{ using ::{name}; }}" for number, name in enumerate(spaces)]
    assert errors(read("\n".join(lines))) == []


def test_every_member_of_the_table_is_declared() -> None:
    table = json.loads(generate.TABLE.read_text())
    known = generate.declared()
    bases = {
        "AscendC::MatmulImpl": "AscendC::MatmulImplBase",
        "AscendC::MatmulClientBase": "AscendC::MatmulImplBase",
        "matmul_tiling::MultiCoreMatmulTiling": "matmul_tiling::MatmulApiTilingBase",
    }
    missing = []
    for name in table["method"]:
        owner, _, member = name.rpartition("::")
        if not {name, f"{bases.get(owner, owner)}::{member}"} & known:
            missing.append(name)
    assert missing == []
