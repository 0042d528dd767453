"""`sklint adapt-asset` and `sklint scan-operator-assets`: what an asset delivers, told by its parsed sources."""

import json
import os
from pathlib import Path

import pytest
from assets import (
    BUILD,
    DIRECT,
    INVENTORY,
    KERNEL,
    LAYOUT,
    ONE,
    PAIR,
    REPORT,
    VERIFY,
    adapted,
    asked,
    files,
    read,
    roles,
    run,
    skipped,
    units,
    valid,
    write,
)


def test_an_operator_of_the_framework(tmp_path: Path) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    made = adapted(asset, out, "--target-chip", "A2,ascend910_93", "--target-arch", "DAV_3510")
    assert roles(made) == {
        "CMakeLists.txt": "build",
        "CMakePresets.json": "support",
        "README.md": "support",
        "add_custom.json": "json_spec",
        "common/deep.h": "include",
        "common/work.h": "include",
        "op_host/add_custom.cpp": "host_registration",
        "op_host/add_custom_tiling.h": "include",
        "op_kernel/add_custom.cpp": "kernel_source",
        "op_kernel/add_custom_tiling.h": "include",
        "tests/test_add.cpp": "test",
    }
    assert files(made)["op_kernel/add_custom.cpp"] == {
        "path": "op_kernel/add_custom.cpp",
        "suffix": ".cpp",
        "role": "kernel_source",
        "kernel_entries": ["add_custom"],
        "op_add_entries": [],
        "quoted_includes": ["kernel_operator.h", "add_custom_tiling.h", "../common/work.h"],
        "unresolved_includes": [],
        "has_raw_rtc": False,
        "is_test_path": False,
    }
    assert files(made)["op_host/add_custom.cpp"]["op_add_entries"] == ["AddCustom"]
    assert files(made)["tests/test_add.cpp"]["kernel_entries"] == ["tested"]
    assert {it: made[INVENTORY][it] for it in ("schema_version", "asset_root", "base_dir", "status")} == {
        "schema_version": 1,
        "asset_root": str(asset),
        "base_dir": str(asset),
        "status": "scanned",
    }
    assert made[INVENTORY]["kernel_source_count"] == 1
    assert made[INVENTORY]["build_files"] == ["CMakeLists.txt"]

    assert units(made) == {
        "add_custom": {
            "unit_id": "add_custom",
            "entry_name": "add_custom",
            "asset_kind": "op_dev_pool",
            "kernel_source": "op_kernel/add_custom.cpp",
            "host_source": "op_host/add_custom.cpp",
            "host_source_candidates": ["op_host/add_custom.cpp"],
            "json_spec": "add_custom.json",
            "tiling_headers": ["op_host/add_custom_tiling.h", "op_kernel/add_custom_tiling.h"],
            "support_files": ["common/deep.h", "common/work.h"],
            "source_asset": str(asset),
        }
    }
    assert (made[LAYOUT]["status"], made[LAYOUT]["layout_source"]) == ("ready", "script-inventory")
    assert made[LAYOUT]["human_questions"] == []

    build = made[BUILD]
    assert (build["status"], build["context_source"]) == ("ready", "default-asset-adapter")
    assert build["target"] == {"chips": ["A2", "ascend910_93"], "arches": ["dav-3510", "dav-2201"]}
    assert build["env_requirements"] == [{"name": "ASCEND_HOME_PATH", "required": False}]
    dependency = {"kind": "ascend-cann-toolchain", "include_count": 1, "env": "ASCEND_HOME_PATH"}
    assert build["external_dependencies"] == [dependency]
    assert build["build_flows"] == [
        {
            "name": "sk-native-wheel",
            "kind": "sk-native-wheel",
            "unit_ids": ["add_custom"],
            "target_arches": ["dav-3510", "dav-2201"],
            "expected_outputs": ["dist/*.whl"],
            "jobs": "auto",
        }
    ]
    assert (made[VERIFY]["status"], asked(made, VERIFY)) == ("not-configured", [("verify-context-required", [])])

    report = made[REPORT]
    assert (report["status"], report["adapter_source"]) == ("ready", "default-asset-adapter")
    assert report["readiness"] == {
        "layout": "ready",
        "build": "ready",
        "verify": "not-configured",
        "can_adapt": True,
        "can_build": True,
        "can_claim_equivalence": False,
    }
    assert report["counts"] == {"files": 11, "operator_units": 1, "skipped_items": 0, "unresolved_includes": 0}
    assert report["outputs"]["layout"] == str(out / LAYOUT)
    page = (out / "adapter-report.md").read_text()
    assert r"- add\_custom: op\_kernel/add\_custom.cpp, registered in op\_host/add\_custom.cpp" in page
    assert valid(out)


def test_a_kernel_that_its_program_launches(tmp_path: Path) -> None:
    made = adapted(write(tmp_path / "op", DIRECT), tmp_path / "out")
    assert roles(made)["src/scale.asc"] == "kernel_source"
    unit = units(made)["scale"]
    assert (unit["asset_kind"], unit["host_source"]) == ("direct_kernel_invocation", None)
    assert unit["support_files"] == ["include/shared/kit.h", "include/shared/more.h"]
    assert made[BUILD]["include_dirs"] == ["include"]
    assert valid(tmp_path / "out")


def test_one_source_with_its_headers(tmp_path: Path) -> None:
    write(tmp_path / "op", {"one.asc": ONE, "one.h": "", "other.asc": ONE.replace("one(", "other(")})
    made = adapted(tmp_path / "op" / "one.asc", tmp_path / "out")
    assert list(roles(made)) == ["one.asc", "one.h"]
    assert made[INVENTORY]["asset_root"] == str(tmp_path / "op" / "one.asc")
    assert made[LAYOUT]["asset_root"] == made[INVENTORY]["base_dir"] == str(tmp_path / "op")
    assert (units(made)["one"]["asset_kind"], units(made)["one"]["support_files"]) == ("source_asset", ["one.h"])
    assert valid(tmp_path / "out")


def test_a_pool_with_duplicates(tmp_path: Path) -> None:
    """The units that share an id are left out, and told with their places; the others stay."""
    sub = KERNEL.replace("add_custom(", "sub_custom(")
    pool = {f"{folder}/{name}": text for folder in ("first", "second") for name, text in PAIR.items()}
    made = adapted(write(tmp_path / "op", pool | {"third/op_kernel/sub.cpp": sub}), tmp_path / "out", code=2)
    assert list(units(made)) == ["sub_custom"]
    places = ["first/op_kernel/add_custom.cpp:10", "second/op_kernel/add_custom.cpp:10"]
    assert asked(made) == [("duplicate-unit-id", places)]
    reason = "duplicate-unit-id-requires-explicit-layout"
    assert skipped(made) == [(it.partition(":")[0], reason) for it in places]
    first = made[LAYOUT]["skipped_items"][0]["unit"]
    assert (first["kernel_source"], first["host_source"]) == (
        "first/op_kernel/add_custom.cpp",
        "first/op_host/add_custom.cpp",
    )
    assert ("layout-required", []) in asked(made, BUILD)
    assert made[BUILD]["build_flows"] == []
    assert made[REPORT]["readiness"]["can_adapt"] is False
    assert valid(tmp_path / "out")


KERNELS = {
    "qualifiers in any order": ("__vector__ __global__ __aicore__ void k(GM_ADDR x) { }", ["k"]),
    "attributes and launch bounds": ("[[maybe_unused]] __global__ __launch_bounds__(256) void k(int *x) { }", ["k"]),
    "template": ("template <typename T, int N = 4>\n__global__ __cube__ void k(GM_ADDR x) { }", ["k"]),
    "namespace": ("namespace a { namespace b { __global__ __vector__ void k(GM_ADDR x) { } } }", ["k"]),
    "comments between": ("__global__ /* a (b) */ __vector__ void\nk(GM_ADDR x /* , y) */) { }", ["k"]),
    "made by a macro": ("#define MAKE(n) __global__ __vector__ void n(GM_ADDR x) { }\nMAKE(a) MAKE(b)", ["a", "b"]),
    "marked by a macro": ("#define KERNEL __global__ __vector__\nKERNEL void k(GM_ADDR x) { }", ["k"]),
    "declared alone": ("__global__ __vector__ void k(GM_ADDR x);", []),
    "in a comment": ("// __global__ __vector__ void k(GM_ADDR x) { }", []),
    "in a raw string": ('const char *s = R"(\n__global__ __vector__ void k(GM_ADDR x) { }\n)";', []),
    "switched off": ("#if 0\n__global__ __vector__ void k(GM_ADDR x) { }\n#endif", []),
    "in one branch": ("#ifdef FAST\n__global__ __vector__ void k(GM_ADDR x) { }\n#endif", ["k"]),
    "in both branches": (
        "#ifdef FAST\n__global__ __vector__ void k(GM_ADDR x) { f(); }\n#else\n"
        "__global__ __vector__ void k(GM_ADDR x) { }\n#endif",
        ["k"],
    ),
}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_kernels_are_those_of_the_parsed_source(name: str, line_end: str, tmp_path: Path) -> None:
    text, expected = KERNELS[name]
    (tmp_path / "op").mkdir()
    source = f'\ufeff#include "kernel_operator.h"\n{text}\n'.replace("\n", line_end)
    (tmp_path / "op" / "k.asc").write_bytes(source.encode())
    made = adapted(tmp_path / "op", tmp_path / "out", code=0 if expected else 2)
    assert files(made)["k.asc"]["kernel_entries"] == expected
    assert [it["entry_name"] for it in made[LAYOUT]["operator_units"]] == expected
    assert roles(made)["k.asc"] == ("kernel_source" if expected else "kernel_candidate")
    if not expected:
        assert asked(made) == [("kernel-entry-required", ["k.asc"])]
        assert skipped(made) == [("k.asc", "kernel-source-without-global-entry")]


VARIANTS = {
    "#if A\nK(GM_ADDR x) { }\n#else\nK(GM_ADDR x, int n) { }\n#endif\n": ["#if A", "#else"],
    "#ifdef A\nK(GM_ADDR x) { }\n#elif defined(B)\nK(int n) { }\n#else\nK(GM_ADDR x) { f(); }\n#endif\n": [
        "#ifdef A",
        "#elif defined(B)",
        "#else",
    ],
    "#if \\\n  A\n#ifdef B\nK(GM_ADDR x) { }\n#endif\n#else\nK(GM_ADDR x) { f(); }\n#endif\n": ["#ifdef B", "#else"],
    "#if A\nK(GM_ADDR x) { }\n#endif\n": [],
    "K(GM_ADDR x) { }\n": [],
    "#if 0\nK(int n) { }\n#else\nK(GM_ADDR x) { }\n#endif\n": [],
    "// #if A\nK(GM_ADDR x) { }\nK(GM_ADDR x, int n) { }\n": [],
}


@pytest.mark.parametrize(("text", "branches"), VARIANTS.items())
def test_definitions_in_branches_are_variants_of_one_unit(text: str, branches: list[str], tmp_path: Path) -> None:
    source = '#include "kernel_operator.h"\n' + text.replace("K(", "__global__ __vector__ void k(")
    write(tmp_path / "op", {"k.asc": source})
    made = adapted(tmp_path / "op", tmp_path / "out")
    (unit,) = made[LAYOUT]["operator_units"]
    found = unit.get("preprocessor_variants", [])
    assert [it["branch"] for it in found] == branches
    assert all("void k(" in source.splitlines()[it["line"] - 1] for it in found)
    told = [{"entry_name": "k", "variants": found}] if found else []
    assert files(made)["k.asc"].get("preprocessor_variants", []) == told
    assert valid(tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "entry", "variants"),
    [("e3_adapter_commented_kernel", "real_e3", 0), ("e4_adapter_if_else_same_name", "dup_e4", 2)],
)
def test_handed_sources_make_one_unit(name: str, entry: str, variants: int, tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "cases" / "data" / "sk-tools" / f"{name}.asc"
    (tmp_path / "op").mkdir()
    (tmp_path / "op" / source.name).write_bytes(source.read_bytes())
    made = adapted(tmp_path / "op", tmp_path / "out")
    assert list(units(made)) == [entry] and asked(made) == []
    assert len(units(made)[entry].get("preprocessor_variants", [])) == variants


def test_kernels_of_two_namespaces_share_an_id(tmp_path: Path) -> None:
    kernel = "__global__ __vector__ void k(GM_ADDR x) { }"
    write(tmp_path / "op", {"k.asc": f"namespace a {{\n{kernel}\n}}\nnamespace b {{\n{kernel}\n}}\n"})
    made = adapted(tmp_path / "op", tmp_path / "out", code=2)
    assert asked(made) == [("duplicate-unit-id", ["k.asc:2", "k.asc:5"])]


def test_a_kernel_of_a_header_is_delivered_as_the_source_that_includes_it(tmp_path: Path) -> None:
    write(
        tmp_path / "op",
        {
            "kernel.h": "__global__ __vector__ void k(Row *x) { }\n",
            "main.asc": '#include "kernel_operator.h"\nstruct Row { int a; };\n#include "kernel.h"\n',
            "tests/t.cpp": '#include "../main.asc"\n',
        },
    )
    made = adapted(tmp_path / "op", tmp_path / "out")
    assert files(made)["kernel.h"]["kernel_entries"] == ["k"]
    assert (units(made)["k"]["kernel_source"], units(made)["k"]["support_files"]) == ("main.asc", ["kernel.h"])
    assert valid(tmp_path / "out")


def test_a_header_of_two_sources_is_delivered_as_itself(tmp_path: Path) -> None:
    source = '#include "kernel.h"\n'
    write(tmp_path / "op", {"kernel.h": ONE.partition("\n")[2], "a.asc": source, "b.asc": source})
    made = adapted(tmp_path / "op", tmp_path / "out")
    assert units(made)["one"]["kernel_source"] == "kernel.h"
    assert valid(tmp_path / "out")


INCLUDES = """#include "a.h"
  #  include /* b.h */ "b.h"
// #include "c.h"
/*
#include "d.h"
*/
const char *s = R"(
#include "e.h"
)";
#if 0
#include "f.h"
#else
#include "g.h"
#endif
#ifdef FAST
#include "h.h"
#endif
#include <i.h>
__global__ __vector__ void k(GM_ADDR x) { }
"""


def test_includes_are_the_real_directives(tmp_path: Path) -> None:
    write(tmp_path / "op", {"k.asc": INCLUDES, "sub/b.h": "", "one/g.h": "", "two/g.h": ""})
    made = adapted(tmp_path / "op", tmp_path / "out")
    assert files(made)["k.asc"]["quoted_includes"] == ["a.h", "b.h", "g.h", "h.h"]
    assert files(made)["k.asc"]["unresolved_includes"] == ["a.h", "g.h", "h.h"]
    assert made[BUILD]["include_dirs"] == ["sub"]
    told = [{"source": "k.asc", "include": name, "line": line} for name, line in (("a.h", 1), ("g.h", 13), ("h.h", 16))]
    assert made[BUILD]["unresolved_includes"] == told
    questions = made[BUILD]["human_questions"]
    assert [(it["id"], it["include"], it["source"]) for it in questions][1] == ("unresolved-include", "g.h", "k.asc")
    assert questions[1]["candidates"] == ["one/g.h", "two/g.h"]
    assert questions[1]["places"] == [{"path": "k.asc", "line": 13}]
    readiness = made[REPORT]["readiness"]
    assert (readiness["can_adapt"], readiness["can_build"], made[REPORT]["status"]) == (True, False, "needs-human")


def test_a_header_outside_of_the_asset_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"above.h": "", "op/k.asc": ONE.replace("one.h", "../above.h")})
    (question,) = adapted(tmp_path / "op", tmp_path / "out")[BUILD]["human_questions"]
    assert "lies outside of the asset" in question["message"]


def test_a_program_that_compiles_kernels_at_run_time(tmp_path: Path) -> None:
    text = f'#include "acl/acl_rt_compile.h"\n// aclrtcGetLoweredName\nconst char *s = R"({ONE})";\n'
    text += "int main() {\n  aclrtcCreateProg(&p, s, 0, 0, 0, 0);\n}\n"
    commented = "int main() { /* aclrtcCreateProg(); */ }\n"
    write(tmp_path / "op", {"k.asc": ONE, "one.h": "", "rtc.cpp": text, "plain.cpp": commented})
    made = adapted(tmp_path / "op", tmp_path / "out", code=2)
    assert asked(made) == [("rtc-host-program", ["rtc.cpp:7"])]
    assert skipped(made) == [("rtc.cpp", "rtc-host-program-not-auto-converted")]
    assert [it for it, about in files(made).items() if about["has_raw_rtc"]] == ["rtc.cpp"]
    assert (roles(made)["rtc.cpp"], roles(made)["plain.cpp"]) == ("rtc_host_program", "host_runtime")
    assert made[INVENTORY]["rtc_host_program_count"] == 1
    assert list(units(made)) == ["one"]


def test_two_registrations_of_one_operator(tmp_path: Path) -> None:
    host = PAIR["op_host/add_custom.cpp"]
    write(tmp_path / "op", PAIR | {"op_host/b.cpp": host})
    made = adapted(tmp_path / "op", tmp_path / "out", code=2)
    assert asked(made) == [("ambiguous-host-registration", ["op_host/add_custom.cpp:15", "op_host/b.cpp:15"])]
    unit = units(made)["add_custom"]
    assert unit["host_source"] is None
    assert unit["host_source_candidates"] == ["op_host/add_custom.cpp", "op_host/b.cpp"]


def test_a_registration_for_the_ai_cpu_is_another(tmp_path: Path) -> None:
    write(tmp_path / "op", PAIR | {"op_kernel_aicpu/add_custom.cpp": "OP_ADD(AddCustom);\n"})
    made = adapted(tmp_path / "op", tmp_path / "out")
    assert units(made)["add_custom"]["host_source"] == "op_host/add_custom.cpp"


def test_cmake_tells_whose_kernel_a_source_is(tmp_path: Path) -> None:
    cmake = """# npu_op_kernel_sources(ghosts OP_TYPE Ghost KERNEL_FILE ghost.cpp)
#[[ npu_op_kernel_sources(ghosts OP_TYPE Ghost KERNEL_FILE ghost.cpp) ]]
npu_op_kernel_sources(ascendc_kernels
    OP_TYPE "AddCustom"
    KERNEL_DIR add
    KERNEL_FILE fast.cpp
)
"""
    kernel = KERNEL.replace("add_custom(", "fast(").replace("../common", "../../common")
    source = {k: v for k, v in PAIR.items() if k != "op_kernel/add_custom.cpp"}
    write(tmp_path / "op", source | {"op_kernel/CMakeLists.txt": cmake, "op_kernel/add/fast.cpp": kernel})
    made = adapted(tmp_path / "op", tmp_path / "out")
    assert made[INVENTORY]["cmake_kernel_sources"] == [
        {"op_type": "AddCustom", "kernel_file": "op_kernel/add/fast.cpp"}
    ]
    assert units(made)["fast"]["host_source"] == "op_host/add_custom.cpp"
    assert units(made)["fast"]["json_spec"] == "add_custom.json"


@pytest.mark.parametrize("option", [("--target-chip", "A2,odd"), ("--target-arch", "dav-2201;dav-1")])
def test_an_unknown_target_is_asked_about(option: tuple[str, str], tmp_path: Path) -> None:
    made = adapted(write(tmp_path / "op", PAIR), tmp_path / "out", *option)
    (question,) = made[BUILD]["human_questions"]
    assert question["id"] == "unsupported-target"
    assert "known are" in question["message"]
    assert (made[BUILD]["status"], made[LAYOUT]["status"]) == ("needs-human", "ready")


# odd assets


def test_odd_names_links_and_texts(tmp_path: Path) -> None:
    asset = write(tmp_path / "算子 包", {"源 码/加.asc": ONE.replace("one.h", "头 文件.h"), "共用/头 文件.h": ""})
    (asset / "loop").symlink_to(asset)
    (asset / "self").symlink_to("self")
    (asset / "away.asc").symlink_to("/etc/hostname")
    (asset / "源 码" / "头 文件.h").symlink_to("../共用/头 文件.h")
    (asset / "twin.asc").symlink_to("源 码/加.asc")
    (asset / "data.bin").write_bytes(b"\0\1")
    (asset / "zero.cpp").write_bytes(b"__global__ \0")
    (asset / "gb.h").write_bytes("// 注释\n".encode("gb18030"))
    (asset / "doc.asc").write_text("= Title\n\n----\n__global__ __vector__ void doc(GM_ADDR x) { }\n----\n")
    os.mkfifo(asset / "pipe.asc")
    (asset / os.fsdecode(b"\xff.cpp")).write_text(ONE)
    made = adapted(asset, tmp_path / "out 出", code=2)
    assert list(units(made)) == ["one"]
    assert units(made)["one"]["kernel_source"] == "源 码/加.asc"
    assert units(made)["one"]["support_files"] == ["源 码/头 文件.h"]
    assert dict(skipped(made)) == {
        "self": "link-leads-nowhere",
        "away.asc": "link-leaves-asset",
        "twin.asc": "link-to-another-file",
        "zero.cpp": "not-text",
        "doc.asc": "no-source-code",
        "?.cpp": "name-not-utf-8",
    }
    assert {it for it, _ in asked(made)} == {"unreadable-source"}


def test_nobody_is_asked_about_prose(tmp_path: Path) -> None:
    texts = {"k.asc": ONE, "one.h": "", "doc.asc": f"= Title\n\n----\n{ONE}----\n", "k.asc.asc": "-----BEGIN PGP\n"}
    made = adapted(write(tmp_path / "op", texts), tmp_path / "out")
    assert list(units(made)) == ["one"]
    assert not asked(made)


def test_what_may_not_be_read_is_asked_about(tmp_path: Path, bound) -> None:
    asset = write(tmp_path / "op", {"k.asc": ONE, "one.h": "", "closed.asc": ONE, "folder/x.asc": ONE})
    (asset / "closed.asc").chmod(0)
    (asset / "folder").chmod(0)
    try:
        done = bound("adapt-asset", asset, "--output-dir", tmp_path / "out")
    finally:
        (asset / "folder").chmod(0o755)
    assert (done.code, done.err) == (2, "")
    layout = read(tmp_path / "out" / LAYOUT)
    assert [(it["id"], it["source"]) for it in layout["human_questions"]] == [
        ("unreadable-source", "closed.asc"),
        ("unreadable-source", "folder"),
    ]
    assert f"{asset}/closed.asc" in done.out


def test_folders_of_builds_and_runs_are_no_part(tmp_path: Path) -> None:
    left = {f"{it}/k.asc": ONE for it in ("build", "output", "a/dist", ".git", "kernel_meta", "out", "sub/tmp")}
    made = adapted(write(tmp_path / "op", left | {"k.asc": ONE, "one.h": ""}), tmp_path / "op" / "out2")
    assert list(roles(made)) == ["k.asc", "one.h"]


def test_an_output_folder_in_the_asset_is_no_part_of_it(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", {"k.asc": ONE, "one.h": ""})
    first = adapted(asset, asset / "delivery")
    assert adapted(asset, asset / "delivery") == first
    assert list(roles(first)) == ["k.asc", "one.h"]


def test_a_second_run_writes_the_same(tmp_path: Path) -> None:
    asset, out = write(tmp_path / "op", PAIR), tmp_path / "out"
    adapted(asset, out)
    before = {it.name: it.read_bytes() for it in out.iterdir()}
    adapted(asset, out)
    assert {it.name: it.read_bytes() for it in out.iterdir()} == before


def test_the_folder_of_others_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asset = write(tmp_path / "op", PAIR)
    write(tmp_path / "out", {"mine.txt": ""})
    assert run("adapt-asset", asset, "--output-dir", tmp_path / "out") == 2
    assert "holds something else (mine.txt)" in capsys.readouterr().err
    assert [it.name for it in (tmp_path / "out").iterdir()] == ["mine.txt"]
    assert run("adapt-asset", asset, "--output-dir", asset) == 2
    assert run("adapt-asset", tmp_path / "nowhere", "--output-dir", tmp_path / "fresh") == 2
    assert "nowhere: no such file or folder" in capsys.readouterr().err
    assert not (tmp_path / "fresh").exists()


def test_what_a_person_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "op", PAIR | {"op_host/b.cpp": PAIR["op_host/add_custom.cpp"]})
    adapted(tmp_path / "op", tmp_path / "out", code=2)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1 operator unit in 12 files: layout needs-human, build needs-human, verify not-configured."
    assert lines[1] == "  add_custom: op_kernel/add_custom.cpp"
    assert f"    {tmp_path}/op/op_host/b.cpp:15" in lines
    assert lines[-1] == f"{tmp_path}/out/adapter-report.md says more."


def test_scan_writes_json_alone(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", PAIR)
    assert run("scan-operator-assets", asset, "--output-dir", tmp_path / "out") == 0
    assert sorted(it.name for it in (tmp_path / "out").iterdir()) == sorted([INVENTORY, LAYOUT, BUILD, VERIFY, REPORT])
    assert read(tmp_path / "out" / BUILD)["target"] == {"chips": [], "arches": []}
    assert "report_markdown" not in read(tmp_path / "out" / REPORT)["outputs"]
    empty = write(tmp_path / "empty", {"a.txt": ""})
    assert run("scan-operator-assets", empty, "--output-dir", tmp_path / "out") == 2
    assert json.loads((tmp_path / "out" / LAYOUT).read_text())["operator_units"] == []
