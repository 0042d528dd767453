"""`sklint analyze-operator-asset`, `sklint normalize-operator-asset`, and the chain from adapt-asset to a package."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from assets import (
    DIRECT,
    KERNEL,
    LAYOUT,
    ONE,
    PAIR,
    UNDERSTANDING,
    UNITS,
    adapted,
    contracts,
    only,
    read,
    run,
    understood,
    units,
    valid,
    write,
)


def test_an_operator_of_the_framework(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", PAIR)
    found = understood(asset, tmp_path / "out", "--target-chip", "Ascend910B1")
    unit = only(found)
    assert unit == {
        "unit_id": "add_custom",
        "entry_name": "add_custom",
        "display_name": "AddCustom",
        "kernel_source": "op_kernel/add_custom.cpp",
        "host_source": "op_host/add_custom.cpp",
        "json_spec": "add_custom.json",
        "tiling_headers": ["op_host/add_custom_tiling.h", "op_kernel/add_custom_tiling.h"],
        "support_files": ["common/deep.h", "common/work.h"],
        "features": {
            "has_global": True,
            "has_host_registration": True,
            "has_tiling_func": True,
            "has_template_global": False,
            "has_tiling_key": False,
            "has_native_dtype_template": False,
            "has_native_format_template": False,
            "uses_tpipe": True,
            "uses_system_args": False,
            "uses_workspace": True,
        },
        "supported_soc_versions": ["ascend910b", "ascend910_93"],
        "supported_arches": ["dav-2201"],
        "target_resolution": {
            "requested_chips": ["Ascend910B1"],
            "unsupported_requested_chips": [],
            "resolutions": [{"chip": "Ascend910B1", "product": "Atlas A2 training / inference", "arch": "dav-2201"}],
            "skipped": [],
            "arches": ["dav-2201"],
            "support_source": "declared",
        },
        "support_source": "source-add-config",
        "build_backends": ["sk_aclgraph_wheel"],
        "runtime_contract_status": "needs-input-plan",
        "human_questions": [],
        "normalized_asset": None,
        "source_asset": str(asset),
    }
    del found["operator_units"]
    assert found == {
        "schema_version": 1,
        "status": "analyzed",
        "asset_root": str(asset),
        "asset_kind": "op_dev_source_pool",
        "unsupported_items": [],
        "warnings": [],
        "human_questions": [],
    }


def without_config(**more: str) -> dict[str, str]:
    host = PAIR["op_host/add_custom.cpp"].replace('.AddConfig("ascend910b").AddConfig("ascend910_93")', "")
    return PAIR | {"op_host/add_custom.cpp": host} | more


CORE_CONFIG = """REGISTER_OP_AICORE_CONFIG(AddCustom, ascend950, []() { return ops::OpAICoreConfig("ascend950"); });
REGISTER_OP_AICORE_CONFIG(Other, ascend310p, nullptr);
"""
OTHER = 'class Other : public OpDef { Other() { this->AICore().AddConfig("ascend310p"); } };\nOP_ADD(Other);\n'
PRESETS = json.dumps({"configurePresets": [{"cacheVariables": {"ASCEND_COMPUTE_UNIT": "ascend310p;ascend910b"}}]})
SUPPORT: dict[str, tuple[dict[str, str], str, list[str]]] = {
    "registered": (PAIR, "source-add-config", ["ascend910b", "ascend910_93"]),
    "beside another operator": (
        PAIR | {"op_host/add_custom.cpp": OTHER + PAIR["op_host/add_custom.cpp"]},
        "source-add-config",
        ["ascend910b", "ascend910_93"],
    ),
    "registered in a file of its own": (
        without_config() | {"op_host/more.cpp": CORE_CONFIG},
        "source-add-config",
        ["ascend950"],
    ),
    "presets": (without_config(), "cmake-presets", ["ascend310p"]),
    "presets of plain text": (
        without_config() | {"CMakePresets.json": PRESETS},
        "cmake-presets",
        ["ascend310p", "ascend910b"],
    ),
    "scripts": (DIRECT, "runtime-scripts", ["Ascend910B1"]),
    "nowhere": ({"k.asc": ONE, "one.h": ""}, "compat-inferred", []),
}


@pytest.mark.parametrize("name", SUPPORT)
def test_where_an_operator_is_declared(name: str, tmp_path: Path) -> None:
    asset, source, chips = SUPPORT[name]
    unit = only(understood(write(tmp_path / "op", asset), tmp_path / "out"))
    assert (unit["support_source"], unit["supported_soc_versions"]) == (source, chips)
    inferred = source == "compat-inferred"
    assert unit["target_resolution"]["support_source"] == ("compat-inferred" if inferred else "declared")
    assert bool(unit["supported_arches"]) is not inferred


def test_what_is_asked_for_counts_where_nothing_is_declared(tmp_path: Path) -> None:
    write(tmp_path / "op", {"k.asc": ONE, "one.h": ""})
    unit = only(understood(tmp_path / "op", tmp_path / "out", "--target-chip", "A3;950"))
    assert unit["supported_arches"] == unit["target_resolution"]["arches"] == ["dav-2201", "dav-3510"]
    assert unit["build_backends"] == ["baseline_direct_asc", "sk_aclgraph_wheel"]


@pytest.mark.parametrize(("chip", "message"), [("950", "not for 950"), ("ascend9x", "is not known")])
def test_a_chip_that_is_not_supported_is_asked_about(chip: str, message: str, tmp_path: Path) -> None:
    found = understood(write(tmp_path / "op", PAIR), tmp_path / "out", "--target-chip", f"A2,{chip}")
    unit = only(found)
    assert found["status"] == "needs-human"
    assert unit["target_resolution"]["unsupported_requested_chips"] == [chip]
    assert unit["target_resolution"]["arches"] == ["dav-2201"]
    (question,) = unit["human_questions"]
    assert question["id"] == "unsupported-target"
    assert message in question["message"]


def test_a_chip_that_is_no_text_is_a_warning(tmp_path: Path) -> None:
    host = PAIR["op_host/add_custom.cpp"].replace('AddConfig("ascend910_93")', "AddConfig(NEWEST)")
    found = understood(write(tmp_path / "op", PAIR | {"op_host/add_custom.cpp": host}), tmp_path / "out")
    assert only(found)["supported_soc_versions"] == ["ascend910b"]
    assert found["warnings"] == ["op_host/add_custom.cpp:12: the chip is not written as text"]


FEATURES: dict[str, tuple[str, dict[str, bool]]] = {
    "template": ("template <typename T>\n__global__ __vector__ void k(GM_ADDR x) { }", {"has_template_global": True}),
    "key": ("__global__ __vector__ void k(GM_ADDR x) { if (TILING_KEY_IS(1)) { } }", {"has_tiling_key": True}),
    "dtype": ("__global__ __vector__ void k(GM_ADDR x) { Run<DTYPE_X>(x); }", {"has_native_dtype_template": True}),
    "declared dtype": (
        "ASCENDC_TPL_ARGS_DECL(K, ASCENDC_TPL_DTYPE_DECL(T, C_DT_FLOAT));\n"
        "template <typename T>\n__global__ __vector__ void k(GM_ADDR x) { }",
        {"has_template_global": True, "has_tiling_key": True, "has_native_dtype_template": True},
    ),
    "format": ("__global__ __vector__ void k(GM_ADDR x) { Run<FORMAT_X>(x); }", {"has_native_format_template": True}),
    "pipe": ("__global__ __vector__ void k(GM_ADDR x) { AscendC::TPipe p; }", {"uses_tpipe": True}),
    "workspace": ("__global__ __vector__ void k(GM_ADDR x, GM_ADDR userWorkspace) { }", {"uses_workspace": True}),
    "workspace of the system": (
        "__global__ __vector__ void k(GM_ADDR x) { GetSysWorkSpacePtr(); }",
        {"uses_workspace": True},
    ),
    "comments": (
        "// TPipe SkSystemArgs TILING_KEY_IS(1)\n__global__ __vector__ void k(GM_ADDR x) { /* DTYPE_X */ }",
        {},
    ),
    "another kernel": (
        "__global__ __vector__ void other(GM_ADDR x) { TPipe p; }\n__global__ __vector__ void k(GM_ADDR x) { }",
        {},
    ),
}


@pytest.mark.parametrize("name", FEATURES)
def test_features_are_those_of_the_code(name: str, tmp_path: Path) -> None:
    text, expected = FEATURES[name]
    write(tmp_path / "op", {"k.asc": f'#include "kernel_operator.h"\n{text}\n'})
    found = understood(tmp_path / "op", tmp_path / "out")["operator_units"]
    (unit,) = (it for it in found if it["entry_name"] == "k")
    assert {it for it, holds in unit["features"].items() if holds} == {"has_global", *expected}


KINDS: dict[str, tuple[dict[str, str], str]] = {
    "pair": (PAIR, "op_dev_source_pool"),
    "pool": ({f"a/{name}": text for name, text in PAIR.items()}, "op_dev_source_pool"),
    "package": ({f"custom_op/{name}": text for name, text in PAIR.items()}, "custom_op_package"),
    "launched": (DIRECT, "direct_kernel_invocation"),
    "source": ({"k.asc": ONE, "one.h": ""}, "source_asset"),
}


@pytest.mark.parametrize("name", KINDS)
def test_kinds_of_assets(name: str, tmp_path: Path) -> None:
    asset, kind = KINDS[name]
    assert understood(write(tmp_path / "op", asset), tmp_path / "out")["asset_kind"] == kind


def test_a_runtime_wrapper_is_a_support_file(tmp_path: Path) -> None:
    wrapper = {"source": "runtime/wrap.cpp", "entry": "run_add"}
    entry = {"outputs": ["z"], "inputs": ["x"], "runtime_wrapper": wrapper}
    more = {"operator-io-contract.json": json.dumps({"entries": {"add_custom": entry}})}
    more |= {"runtime/wrap.cpp": '#include "wrap.h"\n', "runtime/wrap.h": ""}
    unit = only(understood(write(tmp_path / "op", PAIR | more), tmp_path / "out"))
    assert unit["support_files"] == ["common/deep.h", "common/work.h", "runtime/wrap.cpp", "runtime/wrap.h"]


def test_a_contract_that_is_wrong_is_a_warning(tmp_path: Path) -> None:
    found = understood(write(tmp_path / "op", PAIR | {"operator-io-contract.json": "{\n]"}), tmp_path / "out")
    (warning,) = found["warnings"]
    assert "operator-io-contract.json:2:1: not valid JSON" in warning


# a layout that a person has answered


def test_a_person_decides_between_duplicates(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", {f"{it}/{name}": text for it in ("a", "b") for name, text in PAIR.items()})
    out = tmp_path / "out"
    made = adapted(asset, out, code=2)
    assert understood(asset, out)["status"] == "needs-human"
    chosen = made[LAYOUT]["skipped_items"][1]["unit"]
    layout = made[LAYOUT] | {"status": "ready", "operator_units": [chosen], "human_questions": []}
    (out / LAYOUT).write_text(json.dumps(layout))
    assert valid(out)
    found = understood(asset, out, "--asset-layout", out / LAYOUT)
    assert found["status"] == "analyzed"
    assert only(found)["kernel_source"] == "b/op_kernel/add_custom.cpp"
    assert only(found)["supported_soc_versions"] == ["ascend910b", "ascend910_93"]


FILES = """this->AICore().AddConfig("ascend910b");
        OpAICoreConfig newer;
        newer.DynamicShapeSupportFlag(true)
            .ExtendCfgInfo("opFile.value", "add_custom_apt");
        this->AICore().AddConfig("ascend950", newer).AddConfig("kirinx90", newer);
"""


@pytest.mark.parametrize(
    ("kernel_file", "chips"), [("add_custom", ["ascend910b"]), ("add_custom_apt", ["ascend950", "kirinx90"])]
)
def test_a_kernel_file_is_for_the_chips_that_are_built_from_it(
    kernel_file: str, chips: list[str], tmp_path: Path
) -> None:
    old = 'this->AICore().SetTiling(optiling::TilingFunc).AddConfig("ascend910b").AddConfig("ascend910_93");'
    more = {"op_host/add_custom.cpp": PAIR["op_host/add_custom.cpp"].replace(old, FILES)}
    asset = write(tmp_path / "op", PAIR | more | {"op_kernel/add_custom_apt.cpp": KERNEL})
    out = tmp_path / "out"
    made = adapted(asset, out, code=2)
    (question,) = made[LAYOUT]["human_questions"]
    assert "(op_host/add_custom.cpp:16 builds add_custom_apt for ascend950 and kirinx90)" in question["message"]
    units = [it["unit"] for it in made[LAYOUT]["skipped_items"]]
    (chosen,) = (it for it in units if Path(it["kernel_source"]).stem == kernel_file)
    (out / LAYOUT).write_text(json.dumps(made[LAYOUT] | {"status": "ready", "operator_units": [chosen]}))
    found = understood(asset, out, "--asset-layout", out / LAYOUT)
    assert only(found)["supported_soc_versions"] == chips


def test_a_layout_that_is_not_ready(tmp_path: Path) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    (out / LAYOUT).write_text(json.dumps(adapted(asset, out)[LAYOUT] | {"status": "needs-human"}))
    found = understood(asset, out, "--asset-layout", out / LAYOUT)
    assert (found["status"], [it["id"] for it in found["human_questions"]]) == ("needs-human", ["layout-not-ready"])


def test_a_layout_names_what_lies_in_a_skipped_folder(tmp_path: Path) -> None:
    asset, out = write(tmp_path / "op", {"tests/out/k.asc": ONE}), tmp_path / "out"
    unit = {"unit_id": "one", "entry_name": "one", "kernel_source": "tests/out/k.asc"}
    layout = {"schema_version": 1, "status": "ready", "asset_root": str(asset), "operator_units": [unit]}
    write(tmp_path, {"layout.json": json.dumps(layout)})
    assert only(understood(asset, out, "--asset-layout", tmp_path / "layout.json"))["entry_name"] == "one"


@pytest.mark.parametrize("command", ["analyze-operator-asset", "normalize-operator-asset"])
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"kernel_source": "../k.asc"}, "operator_units[0].kernel_source ../k.asc is outside of the asset"),
        ({"entry_name": "ghost"}, "defines no kernel ghost; it defines add_custom"),
        ({"tiling_headers": 3}, "operator_units[0].tiling_headers is a number; it takes a list"),
    ],
)
def test_a_wrong_layout(
    command: str, changed: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    layout = adapted(asset, out)[LAYOUT]
    (out / LAYOUT).write_text(json.dumps(layout | {"operator_units": [layout["operator_units"][0] | changed]}))
    assert run(command, asset, "--output-dir", tmp_path / "new", "--asset-layout", out / LAYOUT) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("analyze-operator-asset", "--asset-layout"),
        ("normalize-operator-asset", "--asset-layout"),
        ("normalize-operator-asset", "--understanding"),
    ],
)
def test_a_contract_that_names_what_a_link_takes_out_of_the_asset(
    command: str, given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    write(tmp_path, {"secret.h": "int mine;\n"})
    (asset / "link.h").symlink_to(tmp_path / "secret.h")
    told = adapted(asset, out)[LAYOUT] if given == "--asset-layout" else understood(asset, out)
    told["operator_units"][0]["support_files"] = ["link.h"]
    write(tmp_path, {"given.json": json.dumps(told)})
    assert run(command, asset, "--output-dir", tmp_path / "new", given, tmp_path / "given.json") == 2
    message = "operator_units[0].support_files[0] link.h is a link that leads out of the asset"
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_an_asset_that_is_a_link_to_a_source(tmp_path: Path) -> None:
    write(tmp_path / "real", {"k.asc": ONE, "one.h": ""})
    (tmp_path / "k.asc").symlink_to("real/k.asc")
    layout = adapted(tmp_path / "k.asc", tmp_path / "out")[LAYOUT]
    write(tmp_path, {"layout.json": json.dumps(layout)})
    made = normalized(tmp_path / "k.asc", tmp_path / "new", "--asset-layout", tmp_path / "layout.json")
    assert only(made)["kernel_source"] == "k.asc"


def test_a_layout_of_another_place_is_a_warning(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a", PAIR), write(tmp_path / "b", PAIR)
    adapted(first, tmp_path / "out")
    found = understood(second, tmp_path / "new", "--asset-layout", tmp_path / "out" / LAYOUT)
    assert found["asset_root"] == str(second)
    assert f"asset_root is {first}" in found["warnings"][0]


# units in folders of their own


def normalized(asset: Path, out: Path, *more: str | Path, code: int = 0) -> dict[str, Any]:
    assert run("normalize-operator-asset", asset, "--output-dir", out, *more) == code
    return read(out / UNITS)


def tree(folder: Path) -> list[str]:
    return sorted(it.relative_to(folder).as_posix() for it in folder.rglob("*") if it.is_file())


def test_a_unit_has_its_files(tmp_path: Path) -> None:
    pool = PAIR | {"op_kernel/sub.cpp": KERNEL.replace("add_custom(", "sub(")}
    made = normalized(write(tmp_path / "op", pool), tmp_path / "out")
    assert (made["schema_version"], made["asset_kind"]) == (1, "op_dev_source_pool")
    assert [it["unit_id"] for it in made["operator_units"]] == ["add_custom", "sub"]
    folder = tmp_path / "out" / "operator-units" / "add_custom"
    headers = ["common/deep.h", "common/work.h", "op_host/add_custom_tiling.h", "op_kernel/add_custom_tiling.h"]
    sources = [*headers, "add_custom.json", "op_kernel/add_custom.cpp"]
    expected = [UNDERSTANDING, "op_host/add_custom.cpp", *sources, *(f"sk_source/{it}" for it in sources)]
    assert tree(folder) == sorted(expected)
    assert (folder / "sk_source/op_kernel/add_custom.cpp").read_text() == KERNEL
    own = only(read(folder / UNDERSTANDING))
    assert own == made["operator_units"][0] == read(tmp_path / "out" / UNDERSTANDING)["operator_units"][0]
    assert own["normalized_asset"] == str(folder / "sk_source")


def test_a_launched_kernel_has_all_of_its_asset(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", DIRECT)
    (asset / "data.bin").write_bytes(b"\0\xff")
    normalized(asset, tmp_path / "out")
    folder = tmp_path / "out" / "operator-units" / "scale"
    assert {it for it in tree(folder) if not it.startswith("sk_source")} == {*DIRECT, "data.bin", UNDERSTANDING}
    assert (folder / "data.bin").read_bytes() == b"\0\xff"
    assert tree(folder / "sk_source") == ["shared/kit.h", "shared/more.h", "src/scale.asc"]


def test_sources_keep_their_bytes(tmp_path: Path) -> None:
    data = "// 注释\r\n".encode("gb18030") + ONE.replace("\n", "\r\n").encode()
    write(tmp_path / "op", {"one.h": ""})
    (tmp_path / "op" / "k.asc").write_bytes(data)
    normalized(tmp_path / "op" / "k.asc", tmp_path / "out")
    assert (tmp_path / "out/operator-units/one/sk_source/k.asc").read_bytes() == data


def test_an_understanding_is_taken_as_it_is(tmp_path: Path) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    found = understood(asset, out)
    found["operator_units"][0]["supported_soc_versions"] = ["ascend950"]
    (out / UNDERSTANDING).write_text(json.dumps(found))
    made = normalized(asset, out, "--understanding", out / UNDERSTANDING)
    assert only(made)["supported_soc_versions"] == ["ascend950"]
    made = normalized(asset, out, "--understanding", out / UNDERSTANDING, "--target-chip", "A2")
    assert only(made)["target_resolution"]["unsupported_requested_chips"] == ["A2"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"unit_id": "../away"}, "'../away' is no name for a folder"),
        ({"unit_id": ".."}, "'..' is no name for a folder"),
        ({"features": {}}, "operator_units[0].features has no has_global"),
        ({"support_files": ["nowhere.h"]}, "operator_units[0].support_files[0] nowhere.h is not there"),
    ],
)
def test_a_wrong_understanding(
    changed: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    found = understood(asset, out)
    found["operator_units"][0] |= changed
    (out / UNDERSTANDING).write_text(json.dumps(found))
    given = ("--understanding", out / UNDERSTANDING)
    assert run("normalize-operator-asset", asset, "--output-dir", tmp_path / "new", *given) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_disk_that_is_full_at_the_reports_leaves_what_the_first_run_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object, **_named: object) -> str:
        raise OSError(28, "No space left on device")

    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    normalized(asset, out)
    before = {it: (out / it).read_bytes() for it in tree(out)}
    write(asset, {"op_kernel/add_custom.cpp": KERNEL + "// more\n"})
    monkeypatch.setattr(tempfile, "mkstemp", full)
    assert run("normalize-operator-asset", asset, "--output-dir", out) == 2
    assert {it: (out / it).read_bytes() for it in tree(out)} == before
    monkeypatch.undo()
    normalized(asset, out)
    assert (out / "operator-units/add_custom/op_kernel/add_custom.cpp").read_text() == KERNEL + "// more\n"


def test_a_second_run_replaces_what_the_first_wrote(tmp_path: Path) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    first = normalized(asset, out)
    before = {it: (out / it).read_bytes() for it in tree(out)}
    assert normalized(asset, out) == first
    assert {it: (out / it).read_bytes() for it in tree(out)} == before
    write(asset, {"op_kernel/add_custom.cpp": KERNEL.replace("add_custom(", "plus(")})
    normalized(asset, out)
    assert [it.name for it in (out / "operator-units").iterdir()] == ["plus"]


@pytest.mark.parametrize("name", ["mine.txt", "add_custom/sk_source/op_kernel/add_custom.cpp"])
def test_what_a_person_has_changed_is_not_lost(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    normalized(asset, out)
    write(out / "operator-units", {name: "mine"})
    assert run("normalize-operator-asset", asset, "--output-dir", out) == 2
    assert f"holds what no earlier run wrote ({name})" in capsys.readouterr().err
    assert (out / "operator-units" / name).read_text() == "mine"


# the chain


@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_chain(kind: str, tmp_path: Path) -> None:
    """adapt-asset, validate-contracts, analyze, normalize, adapt-sk-from-global, validate-operator."""
    asset = write(tmp_path / "op", KINDS[kind][0])
    out = tmp_path / "out"
    made = adapted(asset, out, "--target-chip", "A2")
    assert valid(out)
    understood(asset, out, "--asset-layout", out / LAYOUT, "--target-chip", "A2")
    (unit,) = normalized(asset, out, "--understanding", out / UNDERSTANDING)["operator_units"]
    assert units(made).keys() == {unit["unit_id"]}
    name = unit["entry_name"]
    tensors = {"add_custom": ["x", "z", "workspace", "tiling"]}.get(name, ["x"])
    write(tmp_path, {"io.json": json.dumps({"entries": {name: {"inputs": tensors[1:], "outputs": tensors[:1]}}})})
    given = ("--understanding", out / UNDERSTANDING, "--io-contract", tmp_path / "io.json")
    assert run("adapt-sk-from-global", unit["normalized_asset"], "--output-dir", tmp_path / "sk", *given) == 0
    report = read(tmp_path / "sk" / "operator-sk-adapted.json")
    assert report["status"] == "completed", report["escalations"]
    (entry,) = (it for file in report["per_file"] for it in file["entries"])
    assert entry["supported_arches"] == ["dav-2201"]
    assert entry["source_asset"] == str(asset)
    checked = ("--asset", asset, "--output-dir", tmp_path / "found", "--rule-pack", "contract")
    assert run("validate-operator", *checked, *contracts(out)) == 0


def test_what_may_not_be_read_is_not_copied(tmp_path: Path, bound) -> None:
    asset = write(tmp_path / "op", DIRECT | {"data.bin": "1"})
    (asset / "data.bin").chmod(0)
    done = bound("normalize-operator-asset", asset, "--output-dir", tmp_path / "out")
    assert (done.code, done.err) == (0, "")
    assert read(tmp_path / "out" / UNDERSTANDING)["warnings"] == ["data.bin: not copied: Permission denied"]
    assert "data.bin" not in tree(tmp_path / "out" / "operator-units" / "scale")


def test_a_source_of_any_name(tmp_path: Path) -> None:
    """One that is given by name, or that a layout names."""
    asset = write(tmp_path / "op", {"k.txt": ONE, "one.h": ""})
    assert only(understood(asset / "k.txt", tmp_path / "out"))["kernel_source"] == "k.txt"
    unit = {"unit_id": "one", "entry_name": "one", "kernel_source": "k.txt"}
    layout = {"schema_version": 1, "status": "ready", "asset_root": str(asset), "operator_units": [unit]}
    write(tmp_path, {"layout.json": json.dumps(layout)})
    made = normalized(asset, tmp_path / "out", "--asset-layout", tmp_path / "layout.json")
    assert only(made)["kernel_source"] == "k.txt"


@pytest.mark.parametrize(
    "command", ["adapt-asset", "scan-operator-assets", "analyze-operator-asset", "normalize-operator-asset"]
)
def test_names_that_are_not_utf_8(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / os.fsdecode(b"op\xff")
    write(odd, {"k.asc": ONE})
    assert run(command, odd, "--output-dir", tmp_path / "out") == 2
    assert "its name is not UTF-8" in capsys.readouterr().err
    write(tmp_path / "op", {"k.asc": ONE})
    assert run(command, tmp_path / "op", "--output-dir", odd / "out") == 2
    assert "its name is not UTF-8" in capsys.readouterr().err
