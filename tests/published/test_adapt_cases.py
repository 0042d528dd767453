"""Every input of the case collection that is about adapting, through the command and with its IO contract."""

from pathlib import Path

import pytest
from adaptation import adapt, adapt_case, contract, write

from sklint.generate.adapt_sources import MADE_HERE

COMPLETED: dict[str, dict[str, list[str]]] = {
    "01_block_comment_kernel": {"scale": ["SK_BIND(scale, 4,"]},
    "03_kernel_in_raw_string": {"copy1": ["SK_BIND(copy1, 4,"]},
    "04_comment_between_qualifiers": {"negate": ["SK_BIND(negate, 4,"], "keep": ["SK_BIND(keep, 4,"]},
    "05b_trailing_param_comments_single_tensor": {"fill5": ["    GM_ADDR x;\n    uint32_t n;\n"]},
    "06_param_comment_with_parens": {"add6": ["SK_BIND(add6, 4,"], "keep6": []},
    "07_default_arg_number": {"fill7": ["    uint32_t n;\n", "uint32_t n = 16"], "keep7": []},
    "08_default_arg_bool": {"fill8": ["alignas(4) bool rev;", "bool rev = args->rev;"]},
    "10_void_param_list": {"clear10": ["void clear10_sk() {"], "keep10": []},
    "14_gnu_attribute": {"attr14": ["SK_BIND(attr14, 4,"], "keep14": []},
    "16_mix_nested_parens": {"mm16": ["__sk__ __mix__(HALF(2), 2) void"], "keep16": []},
    "17_qualifier_macro": {"scale17": ["SK_BIND(scale17, 4,"]},
    "18_kernel_generating_macro": {"scale_f32": ["SK_BIND(scale_f32, 4,"], "scale_i32": ["SK_BIND(scale_i32, 4,"]},
    "18b_macro_param_in_body": {"scale_by": ["Use(x, 3);"]},
    "19_same_name_two_namespaces": {"fast_op19": ["fast::op19<<<"], "slow_op19": ["slow::op19<<<"]},
    "22_branches_with_unbalanced_braces": {"op22": ["SK_BIND(op22, 4,"], "next22": []},
    "25_kernel_in_header_only": {"hk25": ["hk25<<<"]},
    "33_template_defaulted_arg": {"op33": ["op33<float><<<", "SK_BIND(op33<float>, 4, op33_sk<float, 4, 0>"]},
    "34_template_variadic": {"op34": ["op34<float><<<", "op34_sk<0, float>"]},
    "40_pointer_to_uint8": {"op40": ["    __gm__ uint8_t *x;\n    __gm__ int16_t *y;\n"]},
    "41_typedef_of_uint8": {"op41": ["alignas(4) flag41_t f;"]},
    "42_enum_with_uint8_base": {"op42": ["alignas(4) Mode42 m;"]},
    "43_half_bfloat16_params": {"op43": ["alignas(4) half a;", "alignas(4) bfloat16_t b;"]},
    "47_struct_name_contains_int": {"op47": ["struct_of<std::remove_cv_t<decltype(Op47Args::t)>>(t"]},
    "49_pointer_alias": {"op49": ["(decltype(Op49Args::x))(x_given_.data_ptr())"]},
    "50_const_field": {"op50": ["alignas(4) uint16_t n;"]},
    "51_param_named_args": {"op51": ["uint32_t args = args1->args;"]},
    "52_camel_collision": {"add_custom": ["struct AddCustomArgs {"], "add__custom": ["struct AddCustomArgs1 {"]},
    "54_uppercase_name": {"LayerNormV2": ["struct LayerNormV2Args {"]},
    "55_kernel_in_namespace": {"op55": ["ops::op55<<<"]},
    "56_unsigned_and_long": {"op56": ["int64_t n, int64_t m)"]},
    "60_get_block_num_using": {"op60": ["static_cast<int64_t>(sysArgs->skNumBlocks)"]},
    "61_get_block_num_in_helper": {"op61": ["op.Init(static_cast<int64_t>(sysArgs->skNumBlocks), x, n);"]},
    "62_get_block_num_in_comment": {"op62": ["op62_sk(const Op62Args *args)"]},
    "64_get_block_num_type_change": {"op64": ["static_cast<int64_t>(sysArgs->skNumBlocks)"]},
    "65_get_block_num_mix12": {"op65": ["AscendC::AIV ? sysArgs->skNumBlocks / 2"]},
    "66_no_params_with_get_block_num": {"op66": ["op66_sk(sk::SkSystemArgs *sysArgs)", "op66<<<"]},
    "70_tpipe_ctor_args": {"op70": ["pipe.DestroyWithoutPipeAll();"]},
    "72_tpipe_two_declarators": {"op72": ["a.DestroyWithoutPipeAll();", "b.DestroyWithoutPipeAll();"]},
    "74_tpipe_early_return": {"op74": ["pipe.DestroyWithoutPipeAll();\n        return;"]},
    "76_tpipe_one_line_scope": {"op76": ["Use(x); pipe.DestroyWithoutPipeAll(); }"]},
    "77_tpipe_already_destroyed": {"op77": ["pipe.DestroyWithoutPipeAll();"]},
    "79_tpipe_member_of_local_struct": {"op79": ["        AscendC::TPipe pipe;\n    };\n"]},
    "80_task_type_multiline": {"op80": ["__sk__ __vector__ void op80_sk("]},
    "81_task_type_decides_kernel_type": {"op81": ["__sk__ __vector__ void op81_sk("]},
    "90_last_include_is_conditional": {"op90": ['#include "kernel_operator.h"\n#ifdef HOST_DEBUG']},
    "91_angle_include": {"op91": ["#include <kernel_operator.h>"]},
    "94_crlf_source": {"op94": []},
    "95_legacy_name_in_unrelated_struct": {"op95": ["skBlockNum"]},
    "96_sk_words_in_comment": {"op96": ["SK_BIND(op96, 4,"]},
    "99_mask_8": {"op99": ["SK_BIND(op99, 4,"]},
    "e1_idempotent_adapt": {"op_e1": ["SK_BIND(op_e1, 4,"]},
    "e6_already_current_pipeline": {"k": ["SK_BIND(k, 4, k_sk<0>, k_sk<1>);", "k<<<"]},
}  # fmt: skip

LEFT: dict[str, list[tuple[str, int]]] = {
    "12_launch_bounds": [("simt-kernel", 4)],
    "13_bare_global": [("kernel-type", 3)],
    "21_if_inside_param_list": [("conditional-declaration", 4), ("conditional-declaration", 3)],
    "24_overload_same_name": [("overloaded-kernel", 3), ("overloaded-kernel", 4)],
    "30_template_nested_angle": [("template-bind-target-required", 5)],
    "32_template_static": [("template-bind-target-required", 4)],
    "45_template_type_mentioning_uint8": [("runtime-parameter-contract-required", 4)],
    "46_reference_param": [("reference-parameter", 4)],
    "73_tpipe_member": [("tpipe", 11)],
}

SCHEMAS = {
    "40_pointer_to_uint8": "op40(Tensor x, Tensor(a!) y) -> ()",
    "43_half_bfloat16_params": "op43(Tensor(a!) x, float a, float b, int n) -> ()",
    "47_struct_name_contains_int": "op47(Tensor(a!) x, int[] t) -> ()",
    "49_pointer_alias": "op49(Tensor x, Tensor(a!) y) -> ()",
    "56_unsigned_and_long": "op56(Tensor(a!) x, int n, int m) -> ()",
    "08_default_arg_bool": "fill8(Tensor(a!) x, bool rev) -> ()",
}


@pytest.mark.parametrize("name", COMPLETED)
def test_is_packaged(name: str, tmp_path: Path) -> None:
    result = adapt_case(name, tmp_path)
    assert result.code == 0
    assert result.problems == []
    assert result.status == "completed"
    assert set(result.entries) == set(COMPLETED[name])
    for entry, texts in COMPLETED[name].items():
        source = result.data(result.entries[entry]["csrc_file"]).decode("utf-8", "replace").replace("\r\n", "\n")
        assert f"run_{entry}(" in source
        assert f"csrc/pybind11_{entry}.asc" in result.files
        for text in texts:
            assert text in source or any(text in result.text(path) for path in result.files if path.endswith(".h"))


@pytest.mark.parametrize("name", LEFT)
def test_is_left_to_a_person(name: str, tmp_path: Path) -> None:
    result = adapt_case(name, tmp_path)
    assert result.code == 0
    assert result.status == "needs-human"
    assert result.problems == [(f"codegen.{rule}", f"{name}.asc", line) for rule, line in LEFT[name]]
    assert result.report["per_file"][0]["status"] == "needs-human"
    assert result.report["per_file"][0]["escalations"] == result.report["escalations"]
    assert not (tmp_path / "operator-sk-adapted").exists()


@pytest.mark.parametrize("name", SCHEMAS)
def test_torch_is_told_the_truth(name: str, tmp_path: Path) -> None:
    entries = adapt_case(name, tmp_path).entries
    assert [it["torch_schema"] for it in entries.values()] == [SCHEMAS[name]]


def test_controls(tmp_path: Path) -> None:
    result = adapt_case("controls_ok", tmp_path)
    assert result.status == "completed"
    assert list(result.entries) == ["c1", "c2", "c3", "c4", "c5", "c6", "macro_fixed"]
    assert result.entries["c6"]["bind_target"] == "c6<half, 8>"
    assert [it["c_type"] for it in result.entries["c6"]["parameters"]] == ["GM_ADDR", "half"]
    assert result.entries["c3"]["original_qualifiers"] == "__vector__ __global__ __aicore__"


def test_contract_entry_that_is_for_no_kernel(tmp_path: Path) -> None:
    result = adapt_case("98_contract_name_typo", tmp_path)
    assert result.status == "needs-human"
    assert result.problems == [("codegen.io-contract-entry-unused", "98_contract_name_typo.contract.json", 4)]
    assert "did you mean op98?" in result.report["escalations"][0]["message"]


def test_contract_entries_beyond_the_kernels_are_a_warning_where_each_kernel_has_its_own(tmp_path: Path) -> None:
    result = adapt_case("01_block_comment_kernel", tmp_path)
    assert [it["rule_id"] for it in result.report["warnings"]] == ["codegen.io-contract-entry-unused"]
    assert result.report["escalations"] == []


@pytest.mark.parametrize("mask", range(16))
def test_masks(mask: int, tmp_path: Path) -> None:
    result = adapt_case("99_mask_8", tmp_path, "--mask", str(mask))
    assert (result.status, result.report["mask"]) == ("completed", mask)
    assert f"SK_BIND(op99, {mask}, " in result.text("csrc/op99.asc")
    early = ["sk.bind-mask-early-start"] if mask & 3 else []  # says that the kernel starts early: this one does not
    assert [it["rule_id"] for it in result.report["warnings"]] == early


@pytest.mark.parametrize("mask", ["16", "-1", "x"])
def test_mask_out_of_range(mask: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert adapt_case("99_mask_8", folder, "--mask", mask).code == 2
    assert not folder.exists()


def test_splits_and_system_args(tmp_path: Path) -> None:
    result = adapt_case("54_uppercase_name", tmp_path, "--num-splits", "2", "--with-sys-args", "always")
    text = result.text("csrc/LayerNormV2.asc")
    assert "SK_BIND(LayerNormV2, 4, LayerNormV2_sk<0>, LayerNormV2_sk<1>);" in text
    assert result.entries["LayerNormV2"]["uses_sys_args"] is True
    assert (result.report["num_splits"], result.report["with_sys_args"]) == (2, "always")


# bytes


def test_encoding_stays(tmp_path: Path) -> None:
    result = adapt_case("93_gbk_source", tmp_path)
    original = (Path(__file__).parent.parent / "cases/data/sk-tools/93_gbk_source.asc").read_bytes()
    for path in ("93_gbk_source.asc", "csrc/op93.asc"):
        assert all(line in result.data(path) for line in original.splitlines())
        result.data(path).decode("gb18030")


def test_line_ends_stay(tmp_path: Path) -> None:
    result = adapt_case("94_crlf_source", tmp_path)
    for path in ("94_crlf_source.asc", "csrc/op94.asc"):
        assert b"\n" not in result.data(path).replace(b"\r\n", b"")


def test_byte_order_mark_stays_in_front(tmp_path: Path) -> None:
    asset = tmp_path / "bom.asc"
    asset.write_bytes(b'\xef\xbb\xbf#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }')
    result = adapt(asset, tmp_path / "out")
    assert result.status == "completed"
    for path in ("bom.asc", "csrc/k.asc"):
        assert result.data(path).count(b"\xef\xbb\xbf") == 1
        assert result.data(path).startswith(b"\xef\xbb\xbf")


def test_raw_string_stays(tmp_path: Path) -> None:
    result = adapt_case("03_kernel_in_raw_string", tmp_path)
    source = Path(result.report["asset_path"]).read_text()
    start, end = source.index('R"'), source.index(')"') + 2
    assert source[start:end] in result.text("csrc/copy1.asc")


# adapting again


@pytest.mark.parametrize(
    "name", ["e1_idempotent_adapt", "e6_already_current_pipeline", "controls_ok", "74_tpipe_early_return"]
)
def test_adapting_the_adapted_gives_the_same_package(name: str, tmp_path: Path) -> None:
    first = adapt_case(name, tmp_path / "1")
    given = ["--io-contract", str(Path(__file__).parent.parent / f"cases/data/sk-tools/{name}.contract.json")]
    given = given if Path(given[1]).exists() else []
    copy = first.folder / "operator-sk-adapted" / f"{name}.asc"
    for again in (adapt(copy, tmp_path / "2", *given), adapt(copy.parent, tmp_path / "3", *given)):
        assert again.status == "completed"
        assert again.report["per_file"][0]["status"] == "already_current"
        assert again.report["pybind_layout"] == "aclgraph-canonical"
        assert again.files == first.files
        assert all(again.data(path) == first.data(path) for path in first.files)


def test_adapting_the_source_of_a_package_gives_the_same_source(tmp_path: Path) -> None:
    first = adapt_case("e1_idempotent_adapt", tmp_path / "1")
    again = adapt(first.folder / "operator-sk-adapted/csrc/op_e1.asc", tmp_path / "2")
    assert again.data("csrc/op_e1.asc").count(MADE_HERE) == 1
    assert again.data("csrc/op_e1.asc") == first.data("csrc/op_e1.asc")


def test_entry_in_two_files_is_a_finding(tmp_path: Path) -> None:
    folder = tmp_path / "asset"
    folder.mkdir()
    cases = Path(__file__).parent.parent / "cases/data/sk-tools"
    for name in ("e7_two_files_same_entry", "e7_two_files_same_entry_b"):
        (folder / f"{name}.asc").write_bytes((cases / f"{name}.asc").read_bytes())
    given = ["--io-contract", str(cases / "e7_two_files_same_entry.contract.json")]
    result = adapt(folder, tmp_path / "out", *given)
    assert result.status == "needs-human"
    assert result.problems == [("codegen.entry-defined-twice", "e7_two_files_same_entry_b.asc", 2)]
    assert result.report["escalations"][0]["related"][0]["range"]["start"]["line"] == 3
    assert sorted(result.entries) == ["dup_e7", "extra_e7", "only_here_e7"]


def test_two_files_with_kernels_of_their_own_are_one_package(tmp_path: Path) -> None:
    kernel = '#include "kernel_operator.h"\n__global__ __vector__ void NAME(GM_ADDR x) { Use(x); }\n'
    asset = write(tmp_path / "asset", {f"{it}/{it}.asc": kernel.replace("NAME", it) for it in ("add", "sub")})
    result = adapt(asset, tmp_path / "out")
    assert result.status == "completed"
    assert {it["csrc_file"] for it in result.entries.values()} == {"csrc/add.asc", "csrc/sub.asc"}
    assert {"add/add.asc", "sub/sub.asc", "csrc/pybind11_add.asc", "csrc/pybind11_sub.asc"} <= set(result.files)
    assert 'm.def("run_add"' in result.text("csrc/pybind11.asc")
    assert 'm.def("run_sub"' in result.text("csrc/pybind11.asc")


def test_instantiations_take_their_names_from_the_contract(tmp_path: Path) -> None:
    kernel = "template <typename T>\n__global__ __vector__ void cast(__gm__ T *x) { Use(x); }\n"
    asset = write(tmp_path, {"cast.asc": f'#include "kernel_operator.h"\n{kernel}'}) / "cast.asc"
    entries = {
        f"cast_{it}": {"outputs": ["x"], "bind_target": f"cast<{it}>", "public_entry_name": f"cast_{it}"}
        for it in ("half", "float")
    }
    result = adapt(asset, tmp_path / "out", *contract(tmp_path, entries))
    assert result.status == "completed"
    assert {name: it["bind_target"] for name, it in result.entries.items()} == {
        "cast_half": "cast<half>",
        "cast_float": "cast<float>",
    }
    assert "(decltype(CastArgs<half>::x))" in result.text("csrc/cast_half.asc")


NAMED = """#include "kernel_operator.h"
namespace ops {
template <typename T> __global__ __vector__ void blend(__gm__ T *x) { Use(x); }
__global__ __vector__ void zero(GM_ADDR x) { Use(x); }
}
namespace more { __global__ __vector__ void zero(GM_ADDR x) { Use(x); } }
void run(__gm__ half *x, GM_ADDR y)
{
    ops::blend<half><<<8, nullptr>>>(x);
    ops::zero<<<8, nullptr>>>(y);
    more::zero<<<8, nullptr>>>(y);
}
"""
AMBIGUOUS = "codegen.pybind-entry-specialization-ambiguous"


@pytest.mark.parametrize(
    ("half", "zero", "place"),
    [("same", "same", "io.contract.json"), ("zero", None, "k.asc"), ("other", "other", "io.contract.json")],
)
def test_two_kernels_that_the_contract_gives_one_name(tmp_path: Path, half: str, zero: str | None, place: str) -> None:
    asset = write(tmp_path, {"k.asc": NAMED}) / "k.asc"
    entries = {
        "other": {"outputs": ["x"], "bind_target": "ops::blend<half>", "public_entry_name": half},
        "ops::zero": {"outputs": ["x"]} | ({"public_entry_name": zero} if zero else {}),
        "more::zero": {"outputs": ["x"], "public_entry_name": "more"},
    }
    result = adapt(asset, tmp_path / "out", *contract(tmp_path, entries))
    assert result.status == "needs-human"
    assert [(rule, path) for rule, path, _ in result.problems] == [(AMBIGUOUS, place)]
    (told,) = result.report["escalations"]
    assert told["message"] == (
        f"ops::zero and ops::blend<half> are both {half}: give each a public_entry_name of its own"
    )


def test_names_that_the_contract_swaps_stay_those_of_their_entries(tmp_path: Path) -> None:
    asset = write(tmp_path, {"k.asc": NAMED}) / "k.asc"
    entries = {
        "ops::zero": {"outputs": ["x"], "public_entry_name": "one"},
        "one": {"outputs": ["x"], "source_entry_name": "more::zero", "public_entry_name": "two"},
        "half": {"outputs": ["x"], "bind_target": "ops::blend<half>"},
    }
    result = adapt(asset, tmp_path / "out", *contract(tmp_path, entries))
    assert (result.status, sorted(result.entries)) == ("completed", ["blend", "one", "two"])
    assert {name: it["bind_target"] for name, it in result.entries.items() if name != "blend"} == {
        "one": "ops::zero",
        "two": "more::zero",
    }


def test_kernels_of_one_name_that_no_entry_names_have_their_namespaces(tmp_path: Path) -> None:
    asset = write(tmp_path, {"k.asc": NAMED}) / "k.asc"
    entries = {it: {"outputs": ["x"]} for it in ("ops::zero", "more::zero", "blend")}
    result = adapt(asset, tmp_path / "out", *contract(tmp_path, entries))
    assert (result.status, sorted(result.entries)) == ("completed", ["blend", "more_zero", "ops_zero"])
