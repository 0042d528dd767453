"""adapt-sk-from-global: folders, headers, contracts and the other inputs, and what goes wrong around it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from adaptation import FOLDER, REPORT, adapt, contract, write

from sklint.cli.main import main

KERNEL = '#include "kernel_operator.h"\n__global__ __vector__ void add(GM_ADDR x) { Use(x); }\n'
TWO = (
    '#include "kernel_operator.h"\n__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, uint32_t n) { Use(x, y, n); }\n'
)
LISTS = '#include "kernel_operator.h"\n__global__ __vector__ void cat(GM_ADDR xs, GM_ADDR y) { Use(xs, y); }\n'
IO: dict[str, object] = {"inputs": ["x"], "outputs": ["y"]}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def asset_of(tmp_path: Path, text: str = KERNEL) -> Path:
    return write(tmp_path / "asset", {"add.asc": text}) / "add.asc"


# the report


def test_report_has_the_published_keys(tmp_path: Path, out: Path) -> None:
    result = adapt(asset_of(tmp_path), out, "--target-chip", "ascend910b;A3", "--package-name", "my-ops")
    report = result.report
    assert list(report) == [
        "status", "asset_path", "adapted_dir", "pybind_layout", "pybind_module", "package_name", "package_version",
        "python_package", "canonical_written_files", "template_specializations", "mask", "num_splits", "with_sys_args",
        "target_chips", "name_resolution", "per_file", "support_directories", "ignored_support_files", "escalations",
        "warnings",
    ]  # fmt: skip
    assert report["adapted_dir"] == str(out / FOLDER)
    assert report["pybind_module"] == "add_sk_pkg_lib"
    assert report["python_package"] == "my_ops"
    assert report["target_chips"] == ["ascend910b", "A3"]
    assert report["canonical_written_files"] == [
        f"{FOLDER}/{path}" for path in (
            "csrc/add.asc", "csrc/pybind11.asc", "csrc/pybind11_add.asc", "my_ops/__init__.py",
            "my_ops/_arch_selector.py", "my_ops/_torch_library.py", "setup.py",
        )
    ]  # fmt: skip
    file = report["per_file"][0]
    assert (file["status"], file["form_before"], file["form_after"]) == ("adapted", "none", "current-sk-bind")
    entry = file["entries"][0]
    assert entry["pybind_return_source"] == "single-tensor-default"
    (parameter,) = entry["parameters"]
    assert {"name": "x", "c_type": "GM_ADDR", "kind": "tensor"}.items() <= parameter.items()
    assert entry["sk_kernel_type"] == "__vector__"


def test_several_tensors_need_a_contract(tmp_path: Path, out: Path) -> None:
    result = adapt(asset_of(tmp_path, TWO), out)
    assert result.problems == [("codegen.pybind-return-tensor-unresolved", "add.asc", 2)]
    assert result.entries["add"]["pybind_return_source"] == "unresolved"
    assert any(it.startswith("contract=") for it in result.report["escalations"][0]["evidence"])


def test_contract_says_how_it_is_launched_and_built(tmp_path: Path, out: Path) -> None:
    entry = IO | {"launch": {"block_dim": "8"}, "compile": {"defines": ["N=4", "-DM"], "options": ["-O3"]}}
    result = adapt(asset_of(tmp_path, TWO), out, *contract(tmp_path, {"add": entry}))
    assert "uint32_t blockDim = 8;" in result.text("csrc/add.asc")
    assert "'compile_defines': ['-DN=4', '-DM']" in result.text("setup.py")
    assert "'compile_options': ['-O3']" in result.text("setup.py")
    assert result.entries["add"]["io_contract"]["launch"] == {"block_dim": 8}
    assert result.entries["add"]["pybind_return_tensor"] == "y"


def test_read_only_tensors_may_be_strided_and_written_ones_may_not(tmp_path: Path, out: Path) -> None:
    text = adapt(asset_of(tmp_path, TWO), out, *contract(tmp_path, {"add": IO})).text("csrc/add.asc")
    assert "const at::Tensor x_given_ = x.contiguous();" in text
    assert 'check_written(y, "y");' in text
    assert text.index(".contiguous()") < text.index("getCurrentNPUStream")


def test_nullable_tensor(tmp_path: Path, out: Path) -> None:
    entry = IO | {"parameters": {"x": {"kind": "tensor", "nullable": True}}}
    result = adapt(asset_of(tmp_path, TWO), out, *contract(tmp_path, {"add": entry}))
    assert "run_add(const pybind11::object &x, const at::Tensor &y, int64_t n)" in result.text("csrc/add.asc")
    assert result.entries["add"]["torch_schema"] == "add(Tensor? x, Tensor(a!) y, int n) -> ()"


WRONG: dict[str, tuple[str, dict[str, object]]] = {
    "unknown parameter": ("io-contract-parameter-invalid", IO | {"parameters": {"m": "scalar"}}),
    "kind": ("io-contract-parameter-kind-mismatch", IO | {"parameters": {"n": "host_struct"}}),
    "pointer as number": ("io-contract-parameter-kind-mismatch", IO | {"parameters": {"x": "scalar"}}),
    "no such tensor": ("io-contract-tensor-invalid", {"inputs": ["x"], "outputs": ["z"]}),
    "number as tensor": ("io-contract-tensor-invalid", {"inputs": ["x"], "outputs": ["n"]}),
    "missing tensor": ("io-contract-tensor-incomplete", {"outputs": ["y"]}),
    "bind target": ("io-contract-bind-target-mismatch", IO | {"bind_target": "sub"}),
    "list": ("tensor-list-runtime-wrapper-required", IO | {"parameters": {"x": "tensor_list"}}),
    "no wrapper": ("runtime-wrapper-source-missing", IO | {"runtime_wrapper": {"source": "w.asc", "entry": "go"}}),
    "no entry": ("runtime-wrapper-entry-missing", IO | {"runtime_wrapper": {"source": "add.asc", "entry": "go"}}),
}


@pytest.mark.parametrize("what", WRONG)
def test_contract_that_the_kernel_contradicts(what: str, tmp_path: Path, out: Path) -> None:
    rule, entry = WRONG[what]
    result = adapt(asset_of(tmp_path, TWO), out, *contract(tmp_path, {"add": entry}))
    assert (f"codegen.{rule}", "io.contract.json", 1) in result.problems
    assert result.report["escalations"][0]["related"][0]["range"]["start"]["line"] == 2


SEVERAL = """{
  "entries": {
    "add": {
      "input_tensors": ["x", "q"],
      "outputs": ["y"],
      "params": {
        "x": {"kind": "host_struct"},
        "numbr": "scalar"
      },
      "runtime_wrapper": {
        "source": "add.asc",
        "entry": "ad"
      }
    }
  }
}
"""


def test_every_error_of_a_contract_is_told_at_its_key(tmp_path: Path, out: Path, run: Any) -> None:
    write(tmp_path, {"op/add.asc": TWO.replace("uint32_t n", "uint32_t number").replace("n)", "number)")})
    write(tmp_path, {"op/operator-io-contract.json": SEVERAL})
    contract, asset = tmp_path / "op" / "operator-io-contract.json", tmp_path / "op" / "add.asc"
    result = adapt(asset, out, "--io-contract", str(contract))
    shown = [it for it in result.report["escalations"] if it["path"] == str(contract)]
    told = [(it["range"]["start"]["line"], it["range"]["start"]["column"], it["evidence"][1]) for it in shown]
    assert told == [
        (4, 30, "key=entries.add.input_tensors[1]"),
        (7, 15, "key=entries.add.params.x.kind"),
        (8, 9, "key=entries.add.params.numbr"),
        (12, 9, "key=entries.add.runtime_wrapper.entry"),
    ]
    assert "did you mean number?" in next(it["message"] for it in shown if "numbr" in it["message"])
    checked = json.loads(run("check", "--output-format", "json", tmp_path / "op").out)["findings"]
    own = [it for it in checked if it["rule_id"] == "contract.io-contract"]
    assert {it["range"]["start"]["line"] for it in own} == {4, 7, 8, 12}


def test_a_contract_of_another_instantiation_is_told_once(tmp_path: Path, out: Path) -> None:
    entry = {"inputs": ["q"], "outputs": ["z"], "bind_target": "sub"}
    result = adapt(asset_of(tmp_path, TWO), out, *contract(tmp_path, {"add": entry}))
    assert [it[0] for it in result.problems] == ["codegen.io-contract-bind-target-mismatch"]


HELPERS = ("number_of", "check_written", "check_device", "struct_of", "get_current_aicore_num")
LOCALS = ("device_guard_", "blockDim", "acl_stream", "x_given_")


@pytest.mark.parametrize("name", [*HELPERS, *LOCALS, "ascendc_ops", "at"])
@pytest.mark.parametrize("kind", ["GM_ADDR", "int32_t", "float"])
def test_parameter_with_a_name_of_the_wrapper(name: str, kind: str, tmp_path: Path, out: Path) -> None:
    given = f"GM_ADDR x, {kind} {name}, bool on"
    text = f'#include "kernel_operator.h"\n__global__ __vector__ void k({given}) {{ Use(x, on); }}\n'
    entry = {"inputs": ["x"], "outputs": [name]} if kind == "GM_ADDR" else {"outputs": ["x"]}
    result = adapt(asset_of(tmp_path, text), out, *contract(tmp_path, {"k": entry}))
    assert (result.status, result.problems) == ("completed", [])


def test_contract_for_more_kernels_than_anyone_reads(tmp_path: Path, out: Path) -> None:
    entries = {"add": IO, **{f"k{number}": IO for number in range(5000)}}
    result = adapt(asset_of(tmp_path, TWO), out, *contract(tmp_path, entries))
    assert len(result.report["warnings"]) == 101
    assert "4900 more entries" in result.report["warnings"][-1]["message"]


def test_output_that_the_kernel_takes_as_const(tmp_path: Path, out: Path) -> None:
    text = '#include "kernel_operator.h"\n__global__ __vector__ void add(__gm__ const half *x) { Use(x); }\n'
    result = adapt(asset_of(tmp_path, text), out, *contract(tmp_path, {"add": "x"}))
    assert result.problems[0][0] == "codegen.io-contract-tensor-invalid"


# names


def test_namespaces_share_a_contract_entry_or_have_their_own(tmp_path: Path, out: Path) -> None:
    text = "namespace a { __global__ __vector__ void op(GM_ADDR x, GM_ADDR y) { Use(x, y); } }\n"
    asset = asset_of(tmp_path, '#include "kernel_operator.h"\n' + text + text.replace("namespace a", "namespace b"))
    entries: dict[str, object] = {"a::op": IO, "b::op": {"inputs": ["y"], "outputs": ["x"]}}
    result = adapt(asset, out, *contract(tmp_path, entries))
    assert {name: it["pybind_return_tensor"] for name, it in result.entries.items()} == {"a_op": "y", "b_op": "x"}


def test_name_resolution(tmp_path: Path, out: Path) -> None:
    asset = asset_of(tmp_path)
    resolution = {
        "schema_version": 1,
        "policy": "namespace",
        "renamed_entry_count": 1,
        "duplicate_entry_groups": {},
        "resolutions": [
            {
                "asset_path": str(asset.resolve()),
                "asset_key": "asset/add.asc",
                "asset_namespace": "asset",
                "source_entry_name": "add",
                "public_entry_name": "asset__add",
                "internal_symbol_name": "add",
                "bind_target": "add",
                "renamed": True,
                "rename_reason": "duplicate-entry",
                "collision_group": "add",
            }
        ],
    }
    path = tmp_path / "names.json"
    path.write_text(json.dumps(resolution))
    result = adapt(asset, out, "--name-resolution", str(path))
    assert "add<<<" in result.text("csrc/asset__add.asc")
    assert result.entries["asset__add"]["name_resolution"] == {
        "renamed": True,
        "rename_reason": "duplicate-entry",
        "asset_namespace": "asset",
        "collision_group": "add",
    }
    assert str(tmp_path) not in json.dumps(result.report["name_resolution"])
    assert "op_extension/_name_resolution.json" in result.files


@pytest.mark.parametrize("of", ["the folder", "a source of it", "what it was made of"])
def test_name_resolution_of_a_folder(of: str, tmp_path: Path, out: Path) -> None:
    asset, origin = write(tmp_path / "op", {"src/add.asc": KERNEL, "sub.asc": KERNEL.replace("add(", "sub(")}), tmp_path
    path = {"the folder": asset, "a source of it": asset / "src" / "add.asc", "what it was made of": origin}[of]
    one = {"asset_path": str(path), "source_entry_name": "add", "public_entry_name": "ns__add", "renamed": True}
    other = one | {"asset_path": str(tmp_path / "other"), "public_entry_name": "other__add"}
    write(tmp_path, {"names.json": json.dumps({"resolutions": [other, one | {"rename_reason": "duplicate-entry"}]})})
    more = ("--source-asset", str(origin)) if path == origin else ()
    result = adapt(asset, out, "--name-resolution", str(tmp_path / "names.json"), *more)
    assert result.status == "completed"
    assert {name: it["name_resolution"]["rename_reason"] for name, it in result.entries.items()} == {
        "ns__add": "duplicate-entry",
        "sub": "",
    }


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--understanding", '{\n  "operator_units": null\n}', "2:3: operator_units is nothing; it takes a list"),
        (
            "--understanding",
            '{"operator_units": [\n{"entry_name": 3}]}',
            "2:2: operator_units[0].entry_name is a number",
        ),
        ("--name-resolution", '{\n"resolutions": [{}]}', "2:17: resolutions[0] has no source_entry_name"),
        ("--name-resolution", "[]", "1:1: the file is a list"),
        ("--name-resolution", "null", "1:1: the file is nothing"),
    ],
)
def test_input_of_another_command_that_is_wrong(
    option: str, text: str, said: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "given.json"
    path.write_text(text)
    asset = asset_of(tmp_path)
    assert main(["adapt-sk-from-global", str(asset), "--output-dir", str(out), option, str(path)]) == 2
    assert f"given.json:{said}" in capsys.readouterr().err


def test_understanding(tmp_path: Path, out: Path) -> None:
    unit = {
        "entry_name": "add",
        "unit_id": "add",
        "supported_soc_versions": ["ascend910b"],
        "supported_arches": ["dav-2201"],
        "target_resolution": {"arches": ["dav-2201"]},
        "support_source": "source-add-config",
        "source_asset": "/somewhere",
    }
    path = tmp_path / "understanding.json"
    path.write_text(json.dumps({"schema_version": 1, "operator_units": [unit]}))
    result = adapt(asset_of(tmp_path), out, "--understanding", str(path))
    assert result.entries["add"]["supported_arches"] == ["dav-2201"]
    assert result.entries["add"]["target_resolution"] == {"arches": ["dav-2201"]}
    assert "ENTRY_SUPPORTED_ARCHES = {'add': ['dav-2201']}" in result.text("op_extension/_arch_selector.py")


# headers


def test_headers_go_where_the_sources_find_them(tmp_path: Path, out: Path) -> None:
    text = KERNEL.replace("\n", '\n#include "tile/tile.h"\n', 1).replace("GM_ADDR x", "GM_ADDR x, Tile t")
    files = {
        "op/add.asc": text,
        "op/tile/tile.h": '#pragma once\n#include "../size.h"\nstruct Tile { uint32_t n[SIZE]; };\n',
        "op/size.h": "#define SIZE 4\n",
    }
    asset = write(tmp_path / "asset", files)
    entry = {"outputs": ["x"], "parameters": {"t": "host_struct"}}
    result = adapt(asset, out, *contract(tmp_path, {"add": entry}))
    assert result.status == "completed"
    assert {"op/tile/tile.h", "op/size.h", "csrc/tile/tile.h", "csrc/size.h"} <= set(result.files)
    again = adapt(out / FOLDER, tmp_path / "again", *contract(tmp_path, {"add": entry}))
    assert again.files == result.files


def test_header_above_the_package_is_a_finding(tmp_path: Path, out: Path) -> None:
    text = KERNEL.replace("\n", '\n#include "../../common/size.h"\n', 1)
    write(tmp_path, {"common/size.h": "#define SIZE 4\n"})
    asset = write(tmp_path / "asset", {"op/add.asc": text}) / "op/add.asc"
    result = adapt(asset, out)
    assert result.problems == [("codegen.include-outside-package", "add.asc", 1)]
    assert not (tmp_path / "common" / FOLDER).exists()


def test_kernel_of_a_header_is_bound_in_it(tmp_path: Path, out: Path) -> None:
    files = {
        "host.asc": '#include "kernel_operator.h"\n#include "k.h"\n',
        "k.h": "#pragma once\n" + KERNEL.partition("\n")[2],
    }
    asset = write(tmp_path / "asset", files)
    result = adapt(asset, out)
    assert result.status == "completed"
    assert [it["file"] for it in result.report["per_file"]] == ["host.asc"]
    assert result.report["per_file"][0]["status"] == "adapted"
    assert "SK_BIND(add, 4," in result.text("csrc/k.h")
    assert "SK_BIND(add, 4," in result.text("k.h")
    assert "add<<<" in result.text("csrc/add.asc")
    assert (asset / "k.h").read_text() == files["k.h"]


def test_kernel_of_a_header_that_cannot_be_bound_is_told_there(tmp_path: Path, out: Path) -> None:
    files = {"host.asc": '#include "k.h"\n', "k.h": "#pragma once\n__global__ void plain(GM_ADDR x) { Use(x); }\n"}
    result = adapt(write(tmp_path / "asset", files), out)
    assert result.problems == [("codegen.kernel-type", "k.h", 2)]


def test_header_alone_is_a_kernel_source(tmp_path: Path, out: Path) -> None:
    result = adapt(write(tmp_path / "asset", {"k.hpp": KERNEL}), out)
    assert result.status == "completed"
    assert "add<<<" in result.text("csrc/add.asc")


def test_support_folder(tmp_path: Path, out: Path) -> None:
    text = KERNEL.replace("\n", '\n#include "common/size.h"\n', 1).replace("GM_ADDR x", "GM_ADDR x, Size n")
    asset = asset_of(tmp_path, text)
    support = write(tmp_path / "shared", {"size.h": "#pragma once\nusing Size = uint16_t;\n"})
    result = adapt(asset, out, "--support-dir", f"common={support}")
    assert result.status == "completed"
    assert "alignas(4) Size n;" in result.text("csrc/add.asc")
    assert "csrc/common/size.h" in result.files
    folder = result.report["support_directories"][0]
    assert (folder["source_name"], folder["source_files"]) == ("common", ["size.h"])
    assert len(folder["source_file_fingerprints"][0]["sha256"]) == 64


@pytest.mark.parametrize("given", ["missing", "asset", "a b=shared", "empty"])
def test_support_folder_that_is_wrong(given: str, tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asset = asset_of(tmp_path)
    write(tmp_path, {"shared/size.h": "", "empty/readme.txt": ""})
    monkeypatch.chdir(tmp_path)
    assert adapt(asset, out, "--support-dir", given).code == 2
    assert not out.exists()


def test_tests_and_files_without_kernels_do_not_count(tmp_path: Path, out: Path) -> None:
    files = {"add.asc": KERNEL, "test/t.asc": KERNEL, "main.cpp": "int main() { }\n", "note.cpp": "// __global__\n"}
    files |= {"add.tar.asc": "-----BEGIN PGP SIGNATURE-----\n\nabc\n", "notes.asc": f"= Notes\n\n----\n{KERNEL}----\n"}
    result = adapt(write(tmp_path / "asset", files), out)
    assert {it["file"]: it["reason"] for it in result.report["ignored_support_files"]} == {
        "add.tar.asc": "no_kernel_signal",
        "main.cpp": "no_kernel_signal",
        "note.cpp": "no_kernel_signal",
        "notes.asc": "no_kernel_signal",
        "test/t.asc": "test_support_file",
    }


def test_runtime_wrapper(tmp_path: Path, out: Path) -> None:
    wrapper = "namespace ascendc_ops { at::Tensor go(const at::Tensor &xs, const at::Tensor &y) { return y; } }\n"
    asset = write(tmp_path / "asset", {"cat.asc": LISTS, "host/wrap.asc": wrapper})
    entry = {
        "inputs": ["xs"],
        "outputs": ["y"],
        "parameters": {"xs": "tensor_list"},
        "runtime_wrapper": {"source": "host/wrap.asc", "entry": "go"},
    }
    result = adapt(asset, out, *contract(tmp_path, {"cat": entry}))
    assert result.status == "completed"
    assert "<<<" not in result.text("csrc/cat.asc")
    assert result.text("csrc/cat_wrapper/wrap.asc") == wrapper
    assert '"run_cat"' not in result.text("csrc/pybind11.asc")
    assert "'extra_sources': ['csrc/cat_wrapper/wrap.asc']" in result.text("setup.py")


# partly adapted sources


def test_kernel_beside_a_bound_one_is_bound(tmp_path: Path, out: Path) -> None:
    text = (
        KERNEL
        + "struct AddArgs { GM_ADDR x; };\ntemplate <uint32_t i> __sk__ __vector__ void add_sk(const AddArgs *a)\n"
    )
    text += "{ GM_ADDR x = a->x; Use(x); }\nSK_BIND(add, 4, add_sk<0>);\n"
    text += "__global__ __vector__ void sub(GM_ADDR x) { Use(x); }\n"
    result = adapt(asset_of(tmp_path, text), out)
    assert list(result.entries) == ["add", "sub"]
    assert result.status == "completed"


def test_half_adapted_source_is_a_finding(tmp_path: Path, out: Path) -> None:
    text = KERNEL + "struct A { GM_ADDR x; };\n__sk__ __vector__ void add_sk(const A *a) { Use(a->x); }\n"
    result = adapt(asset_of(tmp_path, text), out)
    assert result.problems == [("codegen.unknown-sk-form", "add.asc", 4)]
    assert result.report["per_file"][0]["form_after"] == "partial"


def test_one_file_with_a_problem_leaves_the_others_adapted(tmp_path: Path, out: Path) -> None:
    asset = write(
        tmp_path / "asset", {"add.asc": KERNEL, "simt.asc": KERNEL.replace("__vector__ ", "").replace("add", "s")}
    )
    result = adapt(asset, out)
    assert [(it["file"], it["status"]) for it in result.report["per_file"]] == [
        ("add.asc", "adapted"),
        ("simt.asc", "needs-human"),
    ]
    assert result.files == ["add.asc"]


# what goes wrong around it


@pytest.mark.parametrize("name", ["..", "../../etc/passwd", "/etc/passwd", "a/../../b"])
def test_contract_that_names_files_outside(name: str, tmp_path: Path, out: Path) -> None:
    entry = IO | {"runtime_wrapper": {"source": name, "entry": "go"}}
    assert adapt(asset_of(tmp_path, TWO), out, *contract(tmp_path, {"add": entry})).code == 2
    assert not out.exists()


def test_wrapper_behind_a_link_that_leaves_the_asset(tmp_path: Path, out: Path) -> None:
    asset = asset_of(tmp_path, TWO)
    write(tmp_path, {"secret.asc": "int go(int);\n"})
    (asset.parent / "w.asc").symlink_to(tmp_path / "secret.asc")
    entry = IO | {"runtime_wrapper": {"source": "w.asc", "entry": "go"}}
    result = adapt(asset, out, *contract(tmp_path, {"add": entry}))
    assert result.problems[0][0] == "codegen.runtime-wrapper-source-missing"


@pytest.mark.parametrize("name", ["../evil", "a/b", "", "x;y"])
def test_public_name_that_is_no_name(name: str, tmp_path: Path, out: Path) -> None:
    given = contract(tmp_path, {"add": IO | {"public_entry_name": name}})
    assert adapt(asset_of(tmp_path, TWO), out, *given).code == 2


def test_folder_with_others_files_is_refused(tmp_path: Path, out: Path) -> None:
    write(out, {"thesis.txt": "mine"})
    assert adapt(asset_of(tmp_path), out).code == 2
    assert [it.name for it in out.iterdir()] == ["thesis.txt"]


def test_former_result_is_not_overwritten(tmp_path: Path, out: Path) -> None:
    first = adapt(asset_of(tmp_path), out)
    before = {path: first.data(path) for path in first.files}
    assert adapt(asset_of(tmp_path, KERNEL.replace("add", "sub")), out).code == 2
    assert {path: first.data(path) for path in first.files} == before


def test_empty_folder_of_a_broken_run_is_taken(tmp_path: Path, out: Path) -> None:
    (out / FOLDER).mkdir(parents=True)
    assert adapt(asset_of(tmp_path), out).status == "completed"


def test_draft_of_a_killed_run_is_in_nobodys_way(tmp_path: Path, out: Path) -> None:
    write(out, {f".{FOLDER}.abc/csrc/add.asc": "half"})
    assert adapt(asset_of(tmp_path), out).status == "completed"


def test_reports_of_other_steps_may_be_there(tmp_path: Path, out: Path) -> None:
    write(out, {"operator-sk-form-analysis.json": "{}"})
    assert adapt(asset_of(tmp_path), out).status == "completed"


def test_link_to_nothing_in_the_place_of_the_output(
    tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out.symlink_to(tmp_path / "nowhere")
    assert adapt(asset_of(tmp_path), out).code == 2
    assert f"{out}: is a link to a folder that is not there; give another --output-dir" in capsys.readouterr().err
    assert out.is_symlink()


def test_link_in_the_place_of_the_folder_is_refused(tmp_path: Path, out: Path) -> None:
    out.mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (out / FOLDER).symlink_to(elsewhere)
    assert adapt(asset_of(tmp_path), out).code == 2
    assert not list(elsewhere.iterdir())


def test_file_in_the_place_of_the_folder(tmp_path: Path, out: Path) -> None:
    out.write_text("a file")
    assert adapt(asset_of(tmp_path), out).code == 2
    assert out.read_text() == "a file"


def test_full_disk_leaves_nothing_behind(tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    asset = asset_of(tmp_path)
    monkeypatch.setattr(Path, "write_bytes", full)
    assert adapt(asset, out / "deep").code == 2
    assert not out.exists()


def test_report_that_cannot_be_written_leaves_no_folder_behind(tmp_path: Path, out: Path) -> None:
    (out / REPORT).mkdir(parents=True)
    assert adapt(asset_of(tmp_path), out).code == 2
    assert not (out / FOLDER).exists()


def test_read_only_folder(tmp_path: Path, bound: Callable[..., Any]) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    assert bound("adapt-sk-from-global", asset_of(tmp_path), "--output-dir", closed / "out").code == 2
    assert not list(closed.iterdir())


@pytest.mark.parametrize("asset", ["missing.asc", "empty", "text.asc"])
def test_asset_without_a_kernel(asset: str, tmp_path: Path, out: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.asc").write_bytes(b"-----BEGIN PGP\n")
    assert adapt(tmp_path / asset, out).code == 2
    assert not out.exists()


def test_file_without_a_kernel_is_a_finding(tmp_path: Path, out: Path) -> None:
    result = adapt(asset_of(tmp_path, "int main() { }\n"), out)
    assert result.problems == [("codegen.unknown-sk-form", "add.asc", 1)]


@pytest.mark.parametrize("name", ["", "a/b", "..", "a b", "-x"])
def test_package_name_that_is_none(name: str, tmp_path: Path, out: Path) -> None:
    assert adapt(asset_of(tmp_path), out, f"--package-name={name}").code == 2
    assert not out.exists()


@pytest.mark.parametrize("version", ["", "one", "1.0'; import os"])
def test_version_that_is_none(version: str, tmp_path: Path, out: Path) -> None:
    assert adapt(asset_of(tmp_path), out, "--package-version", version).code == 2


def test_chip_that_is_unknown(tmp_path: Path, out: Path) -> None:
    assert adapt(asset_of(tmp_path), out, "--target-chip", "ascend12345").code == 2


def test_output_inside_of_the_asset_is_not_read_again(tmp_path: Path) -> None:
    asset = asset_of(tmp_path).parent
    first = adapt(asset, asset / "out")
    second = adapt(asset, asset / "out2")
    assert first.status == "completed"
    assert second.problems == [("codegen.entry-defined-twice", "add.asc", 2)]  # out is a part of the asset by then


def test_asset_with_a_csrc_folder(tmp_path: Path, out: Path) -> None:
    result = adapt(write(tmp_path / "asset", {"csrc/add.asc": KERNEL}), out)
    assert result.status == "completed"
    assert {"csrc/add.asc", "csrc/add_kernel.asc"} <= set(result.files)
    assert "<<<" not in result.text("csrc/add.asc")


def test_kernel_called_pybind11(tmp_path: Path, out: Path) -> None:
    result = adapt(asset_of(tmp_path, KERNEL.replace("add", "pybind11")), out)
    assert {rule for rule, _, _ in result.problems} == {"codegen.verification"}  # there is a namespace of that name


def test_kernel_called_as_the_source_of_a_module_is(tmp_path: Path, out: Path) -> None:
    second = KERNEL.partition("\n")[2]
    result = adapt(asset_of(tmp_path, KERNEL.replace("add", "pybind11_add") + second), out)
    assert result.status == "completed"
    assert "PYBIND11_MODULE" in result.text("csrc/pybind11_add.asc")
    assert "pybind11_add<<<" in result.text(result.entries["pybind11_add"]["csrc_file"])


def test_parameters_with_names_of_the_wrapper_and_of_python(tmp_path: Path, out: Path) -> None:
    text = KERNEL.replace("GM_ADDR x) { Use(x); }", "GM_ADDR blockDim, int lambda, int acl_stream) { }")
    result = adapt(asset_of(tmp_path, text), out)
    assert result.status == "completed"
    assert "def run_add(blockDim, lambda_, acl_stream):" in result.text("op_extension/__init__.py")
    assert "uint32_t blockDim_ = " in result.text("csrc/add.asc")


@pytest.mark.parametrize("name", ["number_of", "check_device", "run_it", "x", "acl_stream", "ascendc_ops"])
def test_kernels_with_names_of_the_wrappers(name: str, tmp_path: Path, out: Path) -> None:
    result = adapt(asset_of(tmp_path, KERNEL.replace("add", name)), out)
    if name == "ascendc_ops":
        assert {rule for rule, _, _ in result.problems} == {"codegen.verification"}
    else:
        assert result.status == "completed"
        assert f"::{name}<<<" in result.text(f"csrc/{name}.asc")


def test_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asset_of(tmp_path)
    monkeypatch.chdir(tmp_path / "asset")
    assert adapt(Path("add.asc"), Path("out/one")).status == "completed"
    assert adapt(Path(), Path("out/two")).problems == [("codegen.entry-defined-twice", "add.asc", 2)]
    monkeypatch.chdir(tmp_path)
    assert adapt(Path("asset/add.asc"), Path("three")).status == "completed"


def test_header_with_kernels_that_two_sources_include(tmp_path: Path, out: Path) -> None:
    header = "#pragma once\n" + KERNEL.partition("\n")[2]
    host = '#include "kernel_operator.h"\n#include "k.h"\n'
    second = host + KERNEL.partition("\n")[2].replace("add", "sub")
    result = adapt(write(tmp_path / "asset", {"a.asc": host, "b.asc": second, "k.h": header}), out)
    assert result.status == "completed"
    assert [[it["entry_name"] for it in file["entries"]] for file in result.report["per_file"]] == [["add"], ["sub"]]


BRANCHES = """#include "kernel_operator.h"
#if CASE == 1
__global__ __vector__ void one(GM_ADDR x) { Use(x); }
#elif CASE == 2
__global__ __vector__ void two(GM_ADDR x) { Use(x); }
#endif
"""


def test_kernels_that_only_some_configurations_have(tmp_path: Path, out: Path) -> None:
    result = adapt(asset_of(tmp_path, BRANCHES), out)
    assert result.problems == [("codegen.conditional-entry", "add.asc", line) for line in (3, 5)]


def test_macros_of_the_contract_decide_on_the_configuration(tmp_path: Path, out: Path) -> None:
    entry = {"outputs": ["x"], "compile": {"defines": ["CASE=2"]}}
    result = adapt(asset_of(tmp_path, BRANCHES), out, *contract(tmp_path, {"two": entry}))
    assert list(result.entries) == ["two"]
    assert result.status == "completed"
    assert "SK_BIND(one, 4," in result.text("csrc/two.asc")  # in its own branch, which this package does not build
    assert [it["rule_id"] for it in result.report["warnings"]] == ["codegen.entry-not-built"]


def test_source_asset_that_is_not_there(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adapt(asset_of(tmp_path), out, "--source-asset", str(tmp_path / "gone")).code == 2
    assert "gone: no such file or folder" in capsys.readouterr().err
    assert not out.exists()
