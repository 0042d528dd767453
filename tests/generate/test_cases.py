"""The inputs that a tool of regular expressions gets wrong, each with its right binding or the place of a decision."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

from pathlib import Path

import pytest
from binding import AROUND, bound

from sklint.generate.bind_file import bind_file
from sklint.generate.request import BindRequest
from sklint.source import Source

DATA = Path(__file__).parent.parent / "cases" / "data" / "sk-tools"

BOUND: dict[str, list[str]] = {
    "01_block_comment_kernel": ["SK_BIND(scale, 4, scale_sk<0>, scale_sk<1>, scale_sk<2>, scale_sk<3>);"],
    "03_kernel_in_raw_string": ["SK_BIND(copy1, 4,"],
    "04_comment_between_qualifiers": ["SK_BIND(negate, 4,", "SK_BIND(keep, 4,"],
    "05b_trailing_param_comments_single_tensor": ["{\n    GM_ADDR x;\n    uint32_t n;\n};"],
    "06_param_comment_with_parens": ["{\n    GM_ADDR x;\n    GM_ADDR z;\n};", "SK_BIND(keep6, 4,"],
    "07_default_arg_number": ["    uint32_t n;\n};", "uint32_t n = args->n;", "SK_BIND(keep7, 4,"],
    "08_default_arg_bool": ["    alignas(4) bool rev;\n", "    bool rev = args->rev;\n"],
    "10_void_param_list": ["__sk__ __vector__ void clear10_sk() {\n}\n", "SK_BIND(keep10, 4,"],
    "14_gnu_attribute": ["__sk__ __vector__ void attr14_sk(const Attr14Args *args)", "SK_BIND(keep14, 4,"],
    "16_mix_nested_parens": ["__sk__ __mix__(HALF(2), 2) void mm16_sk(", "SK_BIND(keep16, 4,"],
    "17_qualifier_macro": ["__sk__ __vector__ void scale17_sk("],
    "18_kernel_generating_macro": ["    float a;\n};", "    int32_t a;\n};", "SK_BIND(scale_f32, 4,", "SK_BIND(scale_i32, 4,"],
    "18b_macro_param_in_body": ["    Use(x, 3);\n"],
    "19_same_name_two_namespaces": ["    Use(x, 1);\n}\n\nSK_BIND(op19, 4,", "    Use(x, n);\n}\n\nSK_BIND(op19, 4,"],
    "22_branches_with_unbalanced_braces": ["#ifdef SMALL\n    if (n > 4) {\n#else\n    if (n > 64) {\n#endif\n", "SK_BIND(next22, 4,"],
    "40_pointer_to_uint8": ["    __gm__ uint8_t *x;\n    __gm__ int16_t *y;\n"],
    "41_typedef_of_uint8": ["    alignas(4) flag41_t f;\n    uint32_t n;\n"],
    "42_enum_with_uint8_base": ["    alignas(4) Mode42 m;\n    uint32_t n;\n"],
    "43_half_bfloat16_params": ["    alignas(4) half a;\n    alignas(4) bfloat16_t b;\n    uint32_t n;\n"],
    "45_template_type_mentioning_uint8": ["    Span45<uint8_t> s;\n};"],
    "47_struct_name_contains_int": ["    PointTiling t;\n};"],
    "49_pointer_alias": ["    InPtr49 x;\n    GM_ADDR y;\n"],
    "50_const_field": ["    alignas(4) uint16_t n;\n", "    const uint16_t n = args->n;\n"],
    "51_param_named_args": ["(const Op51Args *args1)", "uint32_t args = args1->args;"],
    "52_camel_collision": ["struct AddCustomArgs {", "struct AddCustomArgs1 {", "void add__custom_sk(const AddCustomArgs1 *args)"],
    "54_uppercase_name": ["struct LayerNormV2Args {"],
    "55_kernel_in_namespace": ["SK_BIND(op55, 4, op55_sk<0>"],
    "56_unsigned_and_long": ["    unsigned n;\n    long m;\n"],
    "60_get_block_num_using": ["sk::SkSystemArgs *sysArgs)", "Use(x, n / static_cast<int64_t>(sysArgs->skNumBlocks));"],
    "61_get_block_num_in_helper": [
        "struct Op61_sk { void Init(int64_t blockNum, GM_ADDR x, uint32_t n) { Use(x, n / blockNum); } };",
        "Op61_sk op; op.Init(static_cast<int64_t>(sysArgs->skNumBlocks), x, n);",
    ],
    "62_get_block_num_in_comment": ["op62_sk(const Op62Args *args)"],
    "64_get_block_num_type_change": ["static_cast<int64_t>(sysArgs->skNumBlocks)"],
    "65_get_block_num_mix12": ["static_cast<int64_t>(g_coreType == AscendC::AIV ? sysArgs->skNumBlocks / 2 : sysArgs->skNumBlocks)"],
    "66_no_params_with_get_block_num": ["void op66_sk(sk::SkSystemArgs *sysArgs) {"],
    "70_tpipe_ctor_args": [" pipe.DestroyWithoutPipeAll();\n}\n"],
    "72_tpipe_two_declarators": ["    a.DestroyWithoutPipeAll();\n    b.DestroyWithoutPipeAll();\n}\n"],
    "74_tpipe_early_return": ["        pipe.DestroyWithoutPipeAll();\n        return;\n", "    pipe.DestroyWithoutPipeAll();\n}\n"],
    "76_tpipe_one_line_scope": ["if (n > 1) { AscendC::TPipe pipe; Use(x); pipe.DestroyWithoutPipeAll(); }"],
    "77_tpipe_already_destroyed": ["    Use(x);\n    pipe.DestroyWithoutPipeAll();\n}\n"],
    "79_tpipe_member_of_local_struct": ["        AscendC::TPipe pipe;\n    };\n    Use(x);\n}"],
    "80_task_type_multiline": ["__sk__ __vector__ void op80_sk(", "    GM_ADDR x = args->x;\n    Use(x);\n"],
    "81_task_type_decides_kernel_type": ["__sk__ __vector__ void op81_sk(", "    GM_ADDR x = args->x;\n    Use(x);\n"],
    "90_last_include_is_conditional": ["#include \"kernel_operator.h\"\n", "    __gm__ uint32_t *x;\n"],
    "91_angle_include": ["SK_BIND(op91, 4,"],
    "93_gbk_source": ["SK_BIND(op93, 4,"],
    "94_crlf_source": ["SK_BIND(op94, 4,"],
    "95_legacy_name_in_unrelated_struct": ["Grid95 g{n};"],
    "96_sk_words_in_comment": ["SK_BIND(op96, 4,"],
    "98_contract_name_typo": ["SK_BIND(op98, 4,"],
    "99_mask_8": ["SK_BIND(op99, 4,"],
}  # fmt: skip

LEFT: dict[str, list[tuple[str, int]]] = {
    "12_launch_bounds": [("simt-kernel", 4)],
    "13_bare_global": [("kernel-type", 3)],
    "21_if_inside_param_list": [("conditional-declaration", 4), ("conditional-declaration", 3)],
    "24_overload_same_name": [("overloaded-kernel", 3), ("overloaded-kernel", 4)],
    "25_kernel_in_header_only": [("kernel-in-header", 2)],
    "30_template_nested_angle": [("template-bind-target-required", 5)],
    "32_template_static": [("template-bind-target-required", 4)],
    "34_template_variadic": [("template-bind-target-required", 4)],
    "46_reference_param": [("reference-parameter", 4)],
    "73_tpipe_member": [("tpipe", 11)],
}

TARGETS: dict[str, tuple[str, str]] = {
    "30_template_nested_angle": ("op30<float>", "SK_BIND(op30<float>, 4, op30_sk<float, Pair30<float>, 0>"),
    "32_template_static": ("op32<half>", "SK_BIND(op32<half>, 4, op32_sk<half, 0>"),
    "33_template_defaulted_arg": ("op33<float>", "SK_BIND(op33<float>, 4, op33_sk<float, 4, 0>"),
    "34_template_variadic": ("op34<float, int>", "SK_BIND(op34<float, int>, 4, op34_sk<0, float, int>"),
}


def case(name: str) -> Source:
    path = DATA / f"{name}.asc"
    return Source(path.as_posix(), path.read_bytes())


@pytest.mark.parametrize("name", BOUND)
def test_is_bound(name: str) -> None:
    result = bound(case(name))
    assert result.problems == []
    for text in BOUND[name]:
        assert text in result.added


@pytest.mark.parametrize("name", LEFT)
def test_is_left_to_a_person(name: str) -> None:
    result = bound(case(name))
    assert result.problems == LEFT[name]
    assert not result.bindings.edits


@pytest.mark.parametrize("name", TARGETS)
def test_template_is_bound_for_what_is_named(name: str) -> None:
    target, text = TARGETS[name]
    assert text in bound(case(name), BindRequest(targets=(target,))).added


def test_controls() -> None:
    result = bound(case("controls_ok"))
    assert result.bindings.bound == ("c1", "c2", "c3", "c4", "c5", "macro_fixed")
    assert result.problems == [("template-bind-target-required", 27)]
    assert "        inner.DestroyWithoutPipeAll();\n    } else {" in result.added


def test_nothing_is_written_into_a_raw_string() -> None:
    result = bound(case("03_kernel_in_raw_string"))
    assert result.text.index("SK adaptation") > result.text.index("copy1")
    assert "rtc_copy" not in result.added


def test_include_stays_outside_of_a_condition() -> None:
    text = bound(case("90_last_include_is_conditional")).text
    assert text.startswith('#include <stdint.h>\n#include "kernel_operator.h"\n#ifdef HOST_DEBUG\n')


def test_each_binding_is_in_its_kernels_namespace() -> None:
    text = bound(case("19_same_name_two_namespaces")).text
    assert text.index("SK_BIND(op19") < text.index("namespace slow") < text.rindex("SK_BIND(op19")


@pytest.mark.parametrize("mask", range(16))
def test_every_documented_mask(mask: int) -> None:
    found = bind_file(case("99_mask_8"), BindRequest(mask), AROUND)
    early = ["sk.bind-mask-early-start"] if mask & 3 else []  # says that the kernel starts early: this one does not
    assert f"SK_BIND(op99, {mask}, " in found.edits[0].text
    assert ([it.rule for it in found.notes], found.problems) == (early, ())


@pytest.mark.parametrize("splits", [1, 2, 3, 4])
def test_number_of_parts(splits: int) -> None:
    added = bound(case("54_uppercase_name"), BindRequest(num_splits=splits)).added
    parts = ", ".join(f"LayerNormV2_sk<{it}>" for it in range(splits))
    assert f"SK_BIND(LayerNormV2, 4, {parts});" in added


def test_line_ends_and_encoding_are_those_of_the_file() -> None:
    gbk, crlf = bound(case("93_gbk_source")), bound(case("94_crlf_source"))
    assert gbk.after.encoding == gbk.before.encoding == "gb18030"
    assert b"\r\n" in crlf.after.data
    assert b"\n" not in crlf.after.data.replace(b"\r\n", b"")
