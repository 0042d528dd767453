"""Kernels, their types and parameters, read as the compiler reads them: no comment, string or dead branch is code."""

from pathlib import Path

import pytest

from sklint.declared import Param
from sklint.lint import shared_index
from sklint.model import Kernel
from sklint.parse.door import read_unit
from sklint.source import Source
from sklint.testing import OPTIONS

DATA = Path(__file__).parent / "data" / "sk-tools"

KERNELS: dict[str, list[str]] = {
    "01_block_comment_kernel": ["scale __vector__ (GM_ADDR x [8])"],
    "03_kernel_in_raw_string": ["copy1 __vector__ (GM_ADDR x [8])"],
    "04_comment_between_qualifiers": ["negate __vector__ (GM_ADDR x [8])", "keep __vector__ (GM_ADDR x [8])"],
    "05b_trailing_param_comments_single_tensor": ["fill5 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "06_param_comment_with_parens": [
        "add6 __vector__ (GM_ADDR x [8], GM_ADDR z [8])",
        "keep6 __vector__ (GM_ADDR x [8])",
    ],
    "07_default_arg_number": [
        "fill7 __vector__ (GM_ADDR x [8], uint32_t n = 16 [4])",
        "keep7 __vector__ (GM_ADDR x [8])",
    ],
    "08_default_arg_bool": ["fill8 __vector__ (GM_ADDR x [8], bool rev = true [1])"],
    "10_void_param_list": ["clear10 __vector__ ()", "keep10 __vector__ (GM_ADDR x [8])"],
    "12_launch_bounds": ["gather12 - (GM_ADDR x [8], uint32_t n [4])"],
    "13_bare_global": ["simt13 - (GM_ADDR x [8])"],
    "14_gnu_attribute": ["attr14 __vector__ (GM_ADDR x [8])", "keep14 __vector__ (GM_ADDR x [8])"],
    "16_mix_nested_parens": ["mm16 __mix__(1, 2) (GM_ADDR x [8])", "keep16 __vector__ (GM_ADDR x [8])"],
    "17_qualifier_macro": ["scale17 __vector__ (GM_ADDR x [8])"],
    "18_kernel_generating_macro": [
        "scale_f32 __vector__ (GM_ADDR x [8], float a [4])",
        "scale_i32 __vector__ (GM_ADDR x [8], int32_t a [4])",
    ],
    "18b_macro_param_in_body": ["scale_by __vector__ (GM_ADDR x [8])"],
    "19_same_name_two_namespaces": [
        "fast::op19 __vector__ (GM_ADDR x [8])",
        "slow::op19 __vector__ (GM_ADDR x [8], uint32_t n [4])",
    ],
    "21_if_inside_param_list": ["op21 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "22_branches_with_unbalanced_braces": [
        "op22 __vector__ (GM_ADDR x [8], uint32_t n [4])",
        "next22 __vector__ (GM_ADDR x [8])",
    ],
    "24_overload_same_name": ["op24 __vector__ (GM_ADDR x [8])", "op24 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "25_kernel_in_header_only": ["hk25 __vector__ (GM_ADDR x [8])"],
    "30_template_nested_angle": ["op30 __vector__ (GM_ADDR x [8])"],
    "32_template_static": ["op32 __vector__ (GM_ADDR x [8])"],
    "33_template_defaulted_arg": ["op33 __vector__ (GM_ADDR x [8], T a [None])"],
    "34_template_variadic": ["op34 __vector__ (GM_ADDR x [8])"],
    "40_pointer_to_uint8": ["op40 __vector__ (__gm__ uint8_t * x [8], __gm__ int16_t * y [8])"],
    "41_typedef_of_uint8": ["op41 __vector__ (GM_ADDR x [8], flag41_t f [1], uint32_t n [4])"],
    "42_enum_with_uint8_base": ["op42 __vector__ (GM_ADDR x [8], Mode42 m [1], uint32_t n [4])"],
    "43_half_bfloat16_params": ["op43 __vector__ (GM_ADDR x [8], half a [2], bfloat16_t b [2], uint32_t n [4])"],
    "45_template_type_mentioning_uint8": ["op45 __vector__ (GM_ADDR x [8], Span45<uint8_t> s [16])"],
    "46_reference_param": ["op46 __vector__ (GM_ADDR x [8], const Tiling46 & t [4])"],
    "47_struct_name_contains_int": ["op47 __vector__ (GM_ADDR x [8], PointTiling t [8])"],
    "49_pointer_alias": ["op49 __vector__ (InPtr49 x [8], GM_ADDR y [8])"],
    "50_const_field": ["op50 __vector__ (GM_ADDR x [8], const uint16_t n [2])"],
    "51_param_named_args": ["op51 __vector__ (GM_ADDR x [8], uint32_t args [4])"],
    "52_camel_collision": [
        "add_custom __vector__ (GM_ADDR x [8])",
        "add__custom __vector__ (GM_ADDR x [8], uint32_t n [4])",
    ],
    "54_uppercase_name": ["LayerNormV2 __vector__ (GM_ADDR x [8])"],
    "55_kernel_in_namespace": ["ops::op55 __vector__ (GM_ADDR x [8])"],
    "56_unsigned_and_long": ["op56 __vector__ (GM_ADDR x [8], unsigned n [4], long m [8])"],
    "60_get_block_num_using": ["op60 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "61_get_block_num_in_helper": ["op61 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "62_get_block_num_in_comment": ["op62 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "64_get_block_num_type_change": ["op64 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "65_get_block_num_mix12": ["op65 __mix__(1, 2) (GM_ADDR x [8], uint32_t n [4])"],
    "66_no_params_with_get_block_num": ["op66 __vector__ ()"],
    "70_tpipe_ctor_args": ["op70 __vector__ (GM_ADDR x [8])"],
    "72_tpipe_two_declarators": ["op72 __vector__ (GM_ADDR x [8])"],
    "73_tpipe_member": ["op73 __vector__ (GM_ADDR x [8])"],
    "74_tpipe_early_return": ["op74 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "76_tpipe_one_line_scope": ["op76 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "77_tpipe_already_destroyed": ["op77 __cube__ (GM_ADDR x [8])"],
    "79_tpipe_member_of_local_struct": ["op79 __vector__ (GM_ADDR x [8])"],
    "80_task_type_multiline": ["op80 __vector__ (GM_ADDR x [8])"],
    "81_task_type_decides_kernel_type": ["op81 __vector__ (GM_ADDR x [8])"],
    "90_last_include_is_conditional": ["op90 __vector__ (__gm__ uint32_t * x [8])"],
    "91_angle_include": ["op91 __vector__ (GM_ADDR x [8])"],
    "93_gbk_source": ["op93 __vector__ (GM_ADDR x [8])"],
    "94_crlf_source": ["op94 __vector__ (GM_ADDR x [8])"],
    "95_legacy_name_in_unrelated_struct": ["op95 __vector__ (GM_ADDR x [8], uint32_t n [4])"],
    "96_sk_words_in_comment": ["op96 __vector__ (GM_ADDR x [8])"],
    "98_contract_name_typo": ["op98 __vector__ (GM_ADDR x [8])"],
    "99_mask_8": ["op99 __vector__ (GM_ADDR x [8])"],
    "controls_ok": [
        "c1 __vector__ (GM_ADDR x [8])",
        "c2 __vector__ (GM_ADDR x [8], uint32_t n [4])",
        "c3 __vector__ (GM_ADDR x [8])",
        "c4 __mix__(1, 2) (GM_ADDR x [8], int16_t f [2], uint8_t g [1], bool b [1])",
        "c5 __mix__(CUBE_N, VEC_N) (GM_ADDR x [8])",
        "c6 __cube__ (GM_ADDR x [8], T a [None])",
        "macro_fixed __vector__ (GM_ADDR x [8])",
    ],
}


def spelled(param: Param) -> str:
    default = f" = {param.default}" if param.default else ""
    return f"{param.type.written} {param.name}{default} [{param.type.size}]"


def signature(kernel: Kernel) -> str:
    """`ops::add __vector__ (GM_ADDR x [8], bool keep = true [1])`: sizes in bytes behind each parameter."""
    type = kernel.kernel_type.spelling if kernel.kernel_type else "-"
    return f"{kernel.qualified} {type} ({', '.join(map(spelled, kernel.params))})"


@pytest.mark.parametrize("name", KERNELS)
def test_reads_the_kernels_of(name: str) -> None:
    path = DATA / f"{name}.asc"
    source = Source(path.as_posix(), path.read_bytes())
    unit = read_unit(shared_index(), source, ("__NPU_ARCH__=2201",), OPTIONS, {})
    assert [signature(it) for it in unit.kernels] == KERNELS[name]
