"""intake and plan: what they say of an operator, read from its code."""

from pathlib import Path
from typing import Any

import pytest
from delivery import BOUND, CMAKE, KERNEL, OPERATOR, SK, TEST, asset, report, tree

from sklint.cli.main import main

MANIFEST, SUMMARY = "operator-asset-manifest.json", "operator-delivery-summary.json"
PAGES = [
    "operator-delivery-checklist.md",
    "operator-delivery-execution-plan.md",
    "operator-delivery-report.md",
]
HINTS = "operator-delivery-ai-hints.md"
README = {"README.md": "# add\n"}
SETUP = {"setup.py": "from setuptools import setup\nsetup(name='add')\n"}
CONTRACT = {"operator-io-contract.json": '{"entries": {"add": "y"}}'}


def taken_in(folder: Path, files: dict[str, str], *more: str) -> Any:
    assert main(["intake", str(asset(folder / "op", files)), "--output-dir", str(folder / "out"), *more]) == 0
    return report(folder / "out", MANIFEST)


def test_files_and_keys(tmp_path: Path) -> None:
    manifest = taken_in(tmp_path, OPERATOR)
    assert sorted(tree(tmp_path / "out")) == sorted([MANIFEST, SUMMARY, *PAGES])
    assert {
        *("asset_path asset_level base_dir source_files include_files kernel_entries build_system test_system".split()),
        *("package_system doc_files sk_markers capabilities archetype test_quality build_quality".split()),
        *("delivery_plan scaffold_plan missing_contracts supported_next_actions hard_blockers".split()),
    } <= set(manifest)
    assert manifest["asset_path"] == manifest["base_dir"] == str(tmp_path / "op")
    assert (manifest["source_files"], manifest["include_files"]) == (["add.asc"], ["tile.h"])
    [entry] = manifest["kernel_entries"]
    assert (entry["name"], entry["file"], entry["line"], entry["bound"]) == ("add", "add.asc", 3, False)
    assert manifest["sk_markers"] == {"__sk__": False, "SK_BIND": False, "sk_param_struct": False}


def test_plan_is_intake(tmp_path: Path) -> None:
    taken_in(tmp_path, OPERATOR, "--with-ai")
    first = tree(tmp_path / "out")
    assert main(["plan", str(tmp_path / "op"), "--output-dir", str(tmp_path / "out"), "--with-ai"]) == 0
    assert tree(tmp_path / "out") == first


def test_ai_hints_say_that_none_are_configured(tmp_path: Path) -> None:
    taken_in(tmp_path, OPERATOR, "--with-ai")
    assert "not-configured" in (tmp_path / "out" / HINTS).read_text()
    assert report(tmp_path / "out", SUMMARY)["ai_hints"] == {"status": "not-configured"}


LEVELS: dict[str, tuple[str, str, str, dict[str, str]]] = {
    "nothing": ("unsupported-asset", "blocked", "blocked", {"notes.txt": "x"}),
    "only tests": ("unsupported-asset", "blocked", "blocked", {"tests/add.asc": KERNEL}),
    "a source": (
        "source-only",
        "contract-completion",
        "needed",
        {"add.asc": KERNEL},
    ),
    "a source without kernel": (
        "source-only",
        "blocked",
        "blocked",
        {"add.asc": "int add();\n", "CMakeLists.txt": CMAKE},
    ),
    "sources": ("source-bundle", "contract-completion", "needed", {"add.asc": KERNEL, "tile.h": ""}),
    "with a build": ("buildable-op", "contract-completion", "needed", {"add.asc": KERNEL, "CMakeLists.txt": CMAKE}),
    "with tests": ("testable-op", "contract-completion", "needed", OPERATOR),
    "bound": ("testable-op", "contract-completion", "not-needed", BOUND),
    "bound, not built": ("source-only", "contract-completion", "optional", {"add.asc": KERNEL + SK}),
    "all": ("deliverable-op", "handoff-planning", "not-needed", BOUND | README | SETUP | CONTRACT),
    "nothing compared": (
        "deliverable-op",
        "validation-hardening",
        "not-needed",
        BOUND | README | SETUP | CONTRACT | {"tests/test_add.py": "import add\nadd.run()\n"},
    ),
}


@pytest.mark.parametrize("what", LEVELS)
def test_level_phase_and_scaffold(what: str, tmp_path: Path) -> None:
    level, phase, scaffold, files = LEVELS[what]
    manifest = taken_in(tmp_path, files)
    assert manifest["asset_level"] == level
    assert manifest["delivery_plan"]["phase"] == phase
    assert manifest["scaffold_plan"]["status"] == scaffold


def test_missing_contracts_in_the_order_to_fill_them(tmp_path: Path) -> None:
    assert taken_in(tmp_path, {"add.asc": KERNEL})["missing_contracts"] == [
        "sk_binding_contract",
        "operator_semantics_contract",
        "build_contract",
        "test_contract",
        "package_contract",
        "delivery_docs_contract",
    ]
    assert taken_in(tmp_path / "all", BOUND | README | SETUP | CONTRACT)["missing_contracts"] == []


def test_no_source_is_a_hard_blocker(tmp_path: Path) -> None:
    manifest = taken_in(tmp_path, {"README.md": KERNEL, "CMakeLists.txt": CMAKE})
    assert manifest["hard_blockers"] == ["no_supported_operator_source_files"]
    assert manifest["archetype"]["name"] == "unknown"
    assert {name: it["status"] for name, it in manifest["capabilities"].items()} == {
        "source": "missing",
        "entry_binding": "blocked",
        "build": "blocked",
        "test": "blocked",
        "package": "blocked",
        "delivery_docs": "present",
    }
    assert "no source in it" in (tmp_path / "out" / "operator-delivery-report.md").read_text()


def test_capabilities_name_real_places(tmp_path: Path) -> None:
    found = taken_in(tmp_path, OPERATOR | README | SETUP)["capabilities"]
    assert found["source"]["evidence"] == [{"file": "add.asc", "line": 3, "fact": "kernel add"}]
    assert found["entry_binding"]["status"] == "missing"
    assert found["build"]["confidence"] == "high"
    assert {"file": "CMakeLists.txt", "line": 1, "fact": "find_package(ASC)"} in found["build"]["evidence"]
    assert found["test"]["evidence"] == [
        {"file": "tests/test_add.py", "line": 4, "fact": "np.testing.assert_allclose(…)"}
    ]
    assert found["package"]["evidence"] == [{"file": "setup.py", "line": 2, "fact": "setup(…)"}]
    assert found["delivery_docs"]["evidence"][0]["file"] == "README.md"


def test_a_bound_kernel(tmp_path: Path) -> None:
    manifest = taken_in(tmp_path, BOUND)
    assert manifest["sk_markers"] == {"__sk__": True, "SK_BIND": True, "sk_param_struct": True}
    assert manifest["capabilities"]["entry_binding"]["status"] == "present"
    assert manifest["capabilities"]["entry_binding"]["evidence"] == [{"file": "add.asc", "line": 14, "fact": "SK_BIND"}]


COMMENTED = "".join(f"// {line}\n" for line in SK.splitlines())
MARKERS: dict[str, tuple[list[str], str]] = {
    "comments": ([], KERNEL + COMMENTED),
    "strings": ([], KERNEL + 'const char *a = "__sk__ SK_BIND(add) SkSystemArgs";\n'),
    "switched off": ([], KERNEL + "#if 0\n" + SK + "#endif\n"),
    "a stub of the macro": ([], "#ifndef __sk__\n#define __sk__\n#endif\n#define SK_BIND(...)\n" + KERNEL),
    "a name that begins so": ([], KERNEL + "void __sk__helper(); int SK_BIND_COUNT;\n"),
    "an older struct": (["sk_param_struct"], KERNEL + "struct CommArgs { int a; };\n"),
    "an older parameter": (["sk_param_struct"], KERNEL + "void run(__gm__ uint64_t *param);\n"),
    "another parameter": ([], KERNEL + "void run(__gm__ uint64_t *params);\n"),
    "a macro that binds": (
        ["__sk__", "SK_BIND"],
        KERNEL + "#define B(k) __sk__ void k##_sk(); SK_BIND(k, 4, k##_sk)\n",
    ),
}


@pytest.mark.parametrize("what", MARKERS)
def test_markers_are_code(what: str, tmp_path: Path) -> None:
    marked, text = MARKERS[what]
    markers = taken_in(tmp_path, {"add.asc": text})["sk_markers"]
    assert [name for name, there in markers.items() if there] == marked


@pytest.mark.parametrize("what", ["// {}", "/* {} */", "#if 0\n{}\n#endif", 'auto s = R"({})";'])
def test_a_kernel_that_is_no_code(what: str, tmp_path: Path) -> None:
    text = what.format(KERNEL.replace("\n", " ") if what.startswith("//") else KERNEL)
    manifest = taken_in(tmp_path, {"add.asc": text + "\n"})
    assert manifest["kernel_entries"] == []
    assert manifest["missing_contracts"][0] == "operator_entry_contract"


def test_kernels_behind_macros_templates_namespaces_and_branches(tmp_path: Path) -> None:
    text = """#define AIV extern "C" __global__ __vector__
    AIV void one(GM_ADDR x) { }
    namespace a { namespace b { template <typename T, int N = 4> __global__ __cube__ void two(GM_ADDR x, T t) { } } }
    #ifdef FAST
    __global__ __mix__(1, 2) void three(GM_ADDR x) { }
    #endif
    __global__ __vector__ void declared(GM_ADDR x);
    """
    entries = taken_in(tmp_path, {"k.asc": text})["kernel_entries"]
    assert [(it["qualified_name"], it["line"], it["template"]) for it in entries] == [
        ("one", 2, False),
        ("a::b::two", 3, True),
        ("three", 5, False),
    ]


def test_an_operator_that_is_called_like_a_test(tmp_path: Path) -> None:
    declared = "__global__ __vector__ void run(GM_ADDR x);\nvoid f() { EXPECT_EQ(1, 1); }\n"
    manifest = taken_in(tmp_path, {"test_add.asc": KERNEL, "test_run.cpp": declared})
    assert manifest["source_files"] == ["test_add.asc"]
    assert manifest["test_system"]["files"] == ["test_run.cpp"]


def test_a_kernel_in_a_header_is_told_once(tmp_path: Path) -> None:
    header = "#pragma once\n" + KERNEL.replace('#include "tile.h"\n', "")
    files = {
        "a.cpp": '#include "k/add.h"\n',
        "b.cpp": '#include "k/add.h"\n',
        "k/add.h": header,
        "k/lone.h": "__global__ __vector__ void lone(GM_ADDR x) { }\n",
    }
    entries = taken_in(tmp_path, files)["kernel_entries"]
    assert [(it["name"], it["file"]) for it in entries] == [("add", "k/add.h"), ("lone", "k/lone.h")]


ARCHETYPES: dict[str, tuple[str, dict[str, str]]] = {
    "source": ("source-only-ascendc", {}),
    "CMake with ASC": ("cann-static-asc-op", {"CMakeLists.txt": CMAKE}),
    "CMake in a comment": ("source-only-ascendc", {"CMakeLists.txt": f"#[[\n{CMAKE}]]\n# find_package(ASC)\n"}),
    "a project of that name": ("source-only-ascendc", {"CMakeLists.txt": "project(ASC CXX)\n"}),
    "registered": ("cann-static-asc-op", {"op_host/add.cpp": "OP_ADD(Add);\n"}),
    "registered in a comment": ("source-only-ascendc", {"op_host/add.cpp": "// OP_ADD(Add);\n"}),
    "torch": ("torch-bisheng-extension", {"torch.cpp": "TORCH_LIBRARY(ops, m) { }\n"}),
    "torch macro tested": ("source-only-ascendc", {"torch.cpp": "#ifdef TORCH_LIBRARY\n#endif\n"}),
    "pybind and torch": (
        "aclgraph-pybind-torch-library",
        {"torch.cpp": "PYBIND11_MODULE(a, m) { }\nTORCH_LIBRARY_FRAGMENT(ops, m) { }\n"},
    ),
    "pybind and torch in Python": (
        "aclgraph-pybind-torch-library",
        {"p.cpp": "PYBIND11_MODULE(a, m) { }\n", "ops.py": "lib = torch.library.Library('ops', 'FRAGMENT')\n"},
    ),
    "converter": ("ge-opp-python-converter", {"ge.py": "@torchair.register_fx_node_ge_converter(op)\ndef f(): ...\n"}),
    "converter in a docstring": ("source-only-ascendc", {"ge.py": '"""register_fx_node_ge_converter(x)"""\n'}),
    "setup of an extension": ("torch-bisheng-extension", {"setup.py": "setup(ext_modules=[NpuExtension('a', [])])\n"}),
}  # fmt: skip


@pytest.mark.parametrize("what", ARCHETYPES)
def test_archetype(what: str, tmp_path: Path) -> None:
    name, files = ARCHETYPES[what]
    found = taken_in(tmp_path, {"add.asc": KERNEL} | files)["archetype"]
    assert found["name"] == name
    assert all((tmp_path / "op" / it["file"]).exists() for it in found["evidence"])


BUILDS: dict[str, tuple[str, dict[str, str]]] = {
    "nothing": ("none", {}),
    "tests' own": ("none", {"tests/CMakeLists.txt": CMAKE}),
    "an empty file": ("build-entry", {"CMakeLists.txt": ""}),
    "a target": ("command-contract", {"CMakeLists.txt": "add_library(op add.cpp)\n"}),
    "the toolchain": ("toolchain-contract", {"CMakeLists.txt": CMAKE}),
    "an option": (
        "toolchain-contract",
        {"CMakeLists.txt": "target_compile_options(op PRIVATE\n  --npu-arch=dav-2201)\n"},
    ),
    "named by a project": ("build-entry", {"CMakeLists.txt": "project(ASC)\n"}),
    "in a comment": ("build-entry", {"CMakeLists.txt": "# find_package(ASC)\n#[==[ add_library(a b.cpp) ]==]\n"}),
    "a script": ("command-contract", {"build.sh": "#!/bin/sh\nset -e\ncmake -B build\n"}),
    "a script's comment": ("build-entry", {"build.sh": "#!/bin/sh\n# cmake -B build with bisheng\n"}),
    "a compiler in a script": ("toolchain-contract", {"compile.sh": "$HOME/bin/bisheng \\\n  -x asc add.asc\n"}),
    "setup.py": ("command-contract", {"setup.py": "import setuptools\nsetuptools.setup()\n"}),
    "setup.py in prose": ("build-entry", {"setup.py": '"""setup() with bisheng"""\n# setup()\n'}),
    "pyproject": ("command-contract", {"pyproject.toml": '[build-system]\nrequires = ["setuptools"]\n'}),
    "a broken pyproject": ("build-entry", {"pyproject.toml": "[build-system\n"}),
    "a makefile": ("toolchain-contract", {"Makefile": "all:\n\tbisheng add.asc\n"}),
    "a name in a makefile": ("build-entry", {"Makefile": "# bisheng\nbisheng = 1\n"}),
}


@pytest.mark.parametrize("what", BUILDS)
def test_build_quality(what: str, tmp_path: Path) -> None:
    level, files = BUILDS[what]
    assert taken_in(tmp_path, {"add.asc": KERNEL} | files)["build_quality"]["level"] == level


TESTS: dict[str, tuple[str, dict[str, str]]] = {
    "nothing": ("none", {"scripts/gen_data.py": "assert True\n"}),
    "a program": ("smoke-launch", {"main.cpp": "int32_t main(int argc, char **argv) { return 0; }\n"}),
    "no program": ("none", {"main.cpp": "// int main() { }\nint x = domain(1); void f() { return main(); }\n"}),
    "no comparison": ("smoke-launch", {"tests/run.py": "print('assert 1 == 1')  # assert True\n"}),
    "assert": ("correctness-assertion", {"test_add.py": "assert 1 == 1\n"}),
    "numpy": ("correctness-assertion", {"scripts/verify_result.py": "import numpy as np\nok = np.isclose(1, 1)\n"}),
    "unittest": ("correctness-assertion", {"add_test.py": "self.assertEqual(1, 1)\n"}),
    "gtest": ("correctness-assertion", {"tests/ut/t.cpp": "TEST(A, b) { EXPECT_EQ(1, 1); }\n"}),
    "gtest in a comment": ("smoke-launch", {"tests/ut/t.cpp": "TEST(A, b) { /* EXPECT_EQ(1, 1); */ }\n"}),
    "gtest switched off": ("smoke-launch", {"tests/ut/t.cpp": "#if 0\nEXPECT_EQ(1, 1);\n#endif\n"}),
    "a graph, nothing compared": ("smoke-launch", {"tests/t.cpp": "void f() { aclskOptimize(m, nullptr); }\n"}),
    "a graph": ("graph-sk-integration", {"tests/t.cpp": "void f() { aclskOptimize(m, nullptr); ASSERT_TRUE(a); }\n"}),
    "a scope": ("graph-sk-integration", {"tests/t.py": "with torchair.scope.super_kernel('a'):\n    assert f(x)\n"}),
    "no Python": ("smoke-launch", {"tests/t.py": "print 'assert'\n"}),
}


@pytest.mark.parametrize("what", TESTS)
def test_test_quality(what: str, tmp_path: Path) -> None:
    level, files = TESTS[what]
    assert taken_in(tmp_path, {"add.asc": KERNEL} | files)["test_quality"]["level"] == level


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    op = asset(tmp_path / "op", OPERATOR | {"build/gen.asc": KERNEL, "cm/CMakeCache.txt": "", "cm/a.cpp": "int a;"})
    (op / "dead.asc").symlink_to(op / "nowhere.asc")
    (op / "again.asc").symlink_to(op / "add.asc")
    (op / "more").symlink_to(tmp_path)
    (op / "binary.asc").write_bytes(b"\0\1\2")
    assert main(["intake", str(op), "--output-dir", str(tmp_path / "out")]) == 0
    manifest = report(tmp_path / "out", MANIFEST)
    assert manifest["source_files"] == ["add.asc"]
    assert {it["file"]: it["reason"] for it in manifest["ignored_files"]} == {
        "again.asc": "a link to add.asc",
        "binary.asc": "not checked: it is binary",
        "build": "made by a build or a run",
        "cm": "made by a build or a run",
        "dead.asc": "a link that leads nowhere",
        "more": "a link to a folder is not followed",
    }
    page = (tmp_path / "out" / "operator-delivery-report.md").read_text()
    assert "| `dead.asc` | a link that leads nowhere |" in page


def test_a_single_source_with_its_headers(tmp_path: Path) -> None:
    asset(tmp_path / "op", OPERATOR | {"other.asc": KERNEL, "other.h": ""})
    assert main(["intake", str(tmp_path / "op" / "add.asc"), "--output-dir", str(tmp_path / "out")]) == 0
    manifest = report(tmp_path / "out", MANIFEST)
    assert (manifest["source_files"], manifest["include_files"]) == (["add.asc"], ["tile.h"])
    assert manifest["base_dir"] == str(tmp_path / "op")
    assert manifest["asset_path"] == str(tmp_path / "op" / "add.asc")


def test_an_output_folder_in_the_asset_is_no_part_of_it(tmp_path: Path) -> None:
    op = asset(tmp_path / "op")
    texts: list[dict[str, bytes]] = []
    for _ in range(2):
        assert main(["intake", str(op), "--output-dir", str(op / "reports")]) == 0
        texts.append(tree(op / "reports"))
    assert texts[0] == texts[1]
    assert report(op / "reports", MANIFEST)["doc_files"] == []


def test_missing_asset(tmp_path: Path, run: Any) -> None:
    done = run("intake", tmp_path / "gone", "--output-dir", tmp_path / "out")
    assert done.code == 2
    assert done.err == f"error: {tmp_path}/gone: no such file or folder; ASSET is an operator's folder or one source\n"
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_no_source(tmp_path: Path, run: Any) -> None:
    path = asset(tmp_path / "op") / "CMakeLists.txt"
    done = run("intake", path, "--output-dir", tmp_path / "out")
    assert (done.code, (tmp_path / "out").exists()) == (2, False)
    assert f"{path}: is no operator source" in done.err


def test_a_device_is_no_asset(tmp_path: Path, run: Any) -> None:
    done = run("intake", "/dev/null", "--output-dir", tmp_path / "out")
    assert (done.code, "is neither a folder nor a file" in done.err) == (2, True)


def test_an_output_folder_with_strangers(tmp_path: Path, run: Any) -> None:
    op = asset(tmp_path / "op")
    for folder, what in ((op, "holds something else"), (op / "add.asc", "is no folder")):
        before = tree(op)
        done = run("intake", op, "--output-dir", folder)
        assert done.code == 2
        assert what in done.err
        assert tree(op) == before


def test_a_report_that_is_a_link_is_not_followed(tmp_path: Path, run: Any) -> None:
    op, out = asset(tmp_path / "op"), asset(tmp_path / "out", {})
    (tmp_path / "mine").write_text("mine")
    (out / MANIFEST).symlink_to(tmp_path / "mine")
    assert run("intake", op, "--output-dir", out).code == 2
    assert (tmp_path / "mine").read_text() == "mine"
    assert [it.name for it in out.iterdir()] == [MANIFEST]


def test_gb18030_and_odd_names(tmp_path: Path) -> None:
    op = asset(tmp_path / "算 子")
    (op / "加|`法.asc").write_bytes(f"// 加法\r\n{KERNEL}".encode("gb18030"))
    assert main(["intake", str(op), "--output-dir", str(tmp_path / "out")]) == 0
    entries = report(tmp_path / "out", MANIFEST)["kernel_entries"]
    assert [(it["file"], it["line"]) for it in entries] == [("add.asc", 3), ("加|`法.asc", 4)]
    page = (tmp_path / "out" / "operator-delivery-report.md").read_text("utf-8")
    assert "`` 加\\|`法.asc:4 ``" in page
    assert "sklint analyze-sk-conversion '" in page


def test_a_kernel_that_the_parser_does_not_see_is_told(tmp_path: Path) -> None:
    op = asset(tmp_path / "op", {})
    (op / "add.asc").write_bytes("// 法\n__global__ __vector__ void 加(GM_ADDR x) { }\n".encode("gb18030"))
    assert main(["intake", str(op), "--output-dir", str(tmp_path / "out")]) == 0
    left = report(tmp_path / "out", MANIFEST)["ignored_files"]
    assert [it["file"] for it in left] == ["add.asc"]
    assert "in line 2 was not understood by the parser" in left[0]["reason"]


def test_what_is_printed(tmp_path: Path, run: Any) -> None:
    op = asset(tmp_path / "op")
    done = run("intake", op, "--output-dir", tmp_path / "out")
    assert done.out.startswith(
        f"{op}: testable-op (cann-static-asc-op), 1 kernel, 1 without a binding; phase contract-completion; missing: "
    )
    assert f"  {tmp_path}/out/{MANIFEST}\n" in done.out
    assert done.out.endswith(f"Next: sklint analyze-sk-conversion {op} --output-dir {tmp_path}/out\n")


def test_tests_named_in_the_page_hold_a_comparison(tmp_path: Path) -> None:
    taken_in(tmp_path, OPERATOR | {"tests/test_add.py": TEST})
    assert "`tests/test_add.py:4` np.testing.assert_allclose(…)" in (
        tmp_path / "out" / "operator-delivery-report.md"
    ).read_text("utf-8")
