"""Every handed source gives the findings its README asks for, at their lines, and no other of the spec pack."""

from pathlib import Path

import pytest

from sklint.lint import lint
from sklint.packs import rules_of
from sklint.source import Source
from sklint.testing import OPTIONS

DATA = Path(__file__).parent / "data"
RULES = [rule for rule in rules_of(()) if rule.category == "spec"]

FOUND: dict[str, list[str]] = {
    "field/01_sk_without_kernel_type/scale.asc": ["16 sk.kernel-type-match"],
    "field/02_bind_inside_user_macro/gemv.asc": [],
    "field/04_mask_forms/mask.asc": ["22 sk.bind-mask-known"],
    "field/05_block_num_fix_in_mix_1_2/attn.asc": ["17 sk.block-num"],
    "field/06_const_sys_args/gather.asc": ["13 sk.sys-args-const"],
    "field/07_sys_args_per_cann_version/softcap.asc": ["13 sk.sys-args-api-current"],
    "field/08_tpipe_in_helper/norm.asc": ["21 sk.tpipe-destroy-without-pipe-all"],
    "field/09_early_return_before_destroy/clip.asc": ["23 sk.tpipe-destroy-without-pipe-all"],
    "field/11_small_fields/fields.asc": [
        "12 sk.args-struct-alignas",
        "13 sk.args-struct-alignas",
        "14 sk.args-struct-alignas",
        "15 sk.args-struct-alignas",
        "17 sk.args-struct-alignas",
    ],
    "field/12_swapped_fields/axpy.asc": ["7 sk.args-layout"],
    "field/14_early_start_flags/early.asc": ["13 sk.bind-mask-early-start", "14 sk.bind-mask-early-start"],
    "field/15_syncall_without_schedmode/hist.asc": ["7 sk.sync-all"],
    "field/17_launch_syntax/launch.asc": [],
    "field/18_gbk_source/gbk.asc": ["6 sk.args-struct-alignas"],
    "field/20_utf16_columns/wide.asc": ["3 sk.args-struct-alignas"],
    "field/21_headers_missing/nohdr.asc": ["5 sk.args-layout", "7 sk.args-struct-alignas"],
    "field/23_low_level_core_names/low.asc": ["10 sk.raw-block-builtin", "10 sk.raw-block-builtin"],
    "field/32_suppression_places/supp.asc": [
        "5 sklint.unknown-suppression",
        "7 sk.args-struct-alignas",
        "8 sk.args-struct-alignas",
        "8 sklint.unknown-suppression",
        "9 sk.args-struct-alignas",
        "9 sklint.unknown-suppression",
        "13 sklint.unknown-suppression",
        "17 sk.args-struct-alignas",
    ],
    "field/33_path with space and #/src dir/a b#1.asc": ["3 sk.args-struct-alignas"],
    "field/34_asc_that_is_not_code/notes.asc": [],
    "field/34_asc_that_is_not_code/release.tar.gz.asc": [],
    "field/35_nested_config/a.asc": ["3 sk.args-struct-alignas"],
    "field/35_nested_config/team/b.asc": ["3 sk.args-struct-alignas"],
    "field/37_baseline_after_shift/after_shift.asc": ["7 sk.args-struct-alignas"],
    "field/37_baseline_after_shift/after_swap.asc": ["3 sk.args-struct-alignas"],
    "field/37_baseline_after_shift/before.asc": ["3 sk.args-struct-alignas"],
    "field/39_cap_without_dcci/scalar.asc": ["9 sk.scalar-write-dcci", "10 sk.scalar-write-dcci"],
    "field/40_generated_sk_left_alone/auto_gen.asc": [],
    "sk-tools/a1_v_pointer_field.asc": [],
    "sk-tools/a2_v_unrelated_host_struct.asc": [],
    "sk-tools/a3_v_alignas_wrong_value.asc": ["6 sk.args-layout", "6 sk.args-struct-alignas"],
    "sk-tools/a4_v_half_char_short.asc": [
        "6 sk.args-layout",
        "6 sk.args-struct-alignas",
        "7 sk.args-layout",
        "7 sk.args-struct-alignas",
        "8 sk.args-layout",
        "8 sk.args-struct-alignas",
    ],
    "sk-tools/a6_v_struct_other_name.asc": ["6 sk.args-layout", "6 sk.args-struct-alignas", "8 sk.body-drift"],
    "sk-tools/a7_v_east_const.asc": [],
    "sk-tools/a9_v_mask_hex_and_suffix.asc": ["6 sk.bind-mask-known", "7 sk.bind-mask-known"],
    "sk-tools/b1_v_mask_8.asc": ["7 sk.bind-duplicate"],
    "sk-tools/b2_v_sk_without_kernel_type.asc": [
        "4 sk.kernel-type-match",
        "4 sk.args-struct-required",
        "4 sk.body-drift",
    ],
    "sk-tools/b4_v_five_splits_in_comment.asc": [],
    "sk-tools/b6_v_bound_under_another_name.asc": ["5 sk.kernel-type-match"],
    "sk-tools/b7_v_qualifier_order.asc": [],
    "sk-tools/b8_v_mix10_official_form.asc": [],
    "sk-tools/c1_v_destroy_in_comment.asc": ["7 sk.body-drift", "7 sk.tpipe-destroy-without-pipe-all"],
    "sk-tools/c3_v_legacy_word_in_comment.asc": [],
    "sk-tools/c4_v_no_split_bound.asc": ["4 sk.bind-max-splits"],
    "sk-tools/c5_v_sys_args_only.asc": [],
    "sk-tools/c6_v_angle_include.asc": [],
    "sk-tools/c7_v_void_param.asc": [],
    "sk-tools/c9_v_sk_in_header.asc": [],
}


@pytest.mark.parametrize("name", FOUND)
def test_finds_in(name: str) -> None:
    source = Source((DATA / name).as_posix(), (DATA / name).read_bytes())
    assert [f"{source.line_at(it.span.start)} {it.rule}" for it in lint(source, RULES, options=OPTIONS).findings] == (
        FOUND[name]
    )


def test_no_source_is_left_out() -> None:
    handed = {*(DATA / "sk-tools").glob("[abc][0-9]*.asc"), *(DATA / "field").rglob("*.asc")}
    assert {str(it.relative_to(DATA)) for it in handed} == FOUND.keys()
