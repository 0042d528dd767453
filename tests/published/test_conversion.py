"""analyze-sk-conversion: its status, its options, and that later commands refuse what is not current."""

import json
from pathlib import Path
from typing import Any

import pytest
from delivery import ANALYSIS, BINDING, BOUND, CMAKE, KERNEL, OPERATOR, SK, TEST, analyzed, asset, report, tree

from sklint.cli.main import main

BISHENG = "tools/bisheng_compiler/bin/bisheng"
LATER = ("adapt-sk-binding-scaffold", "generate-sk-source-scaffold")
STATUSES: dict[str, tuple[str, list[str], list[str], dict[str, str]]] = {
    "ready": ("ready-for-sk-generation", [], [], BOUND),
    "ready with a program": (
        "ready-for-sk-generation",
        [],
        [],
        {"add.asc": KERNEL + SK + "int main() { }\n", "CMakeLists.txt": CMAKE},
    ),
    "no binding": ("needs-contracts", [], ["sk_binding_contract"], OPERATOR),
    "no build": ("needs-contracts", [], ["build_contract"], {"add.asc": KERNEL + SK, "test_add.py": TEST}),
    "no test": ("needs-contracts", [], ["test_contract"], {"add.asc": KERNEL + SK, "CMakeLists.txt": CMAKE}),
    "nothing": (
        "needs-contracts",
        [],
        ["sk_binding_contract", "build_contract", "test_contract"],
        {"add.asc": KERNEL + "// __sk__ SK_BIND(add)\n", "README.md": "CMakeLists.txt tests\n"},
    ),
    "no source": (
        "blocked",
        ["no_supported_operator_source_files"],
        ["sk_binding_contract", "test_contract"],
        {"CMakeLists.txt": CMAKE},
    ),
    "no kernel": (
        "blocked",
        ["kernel_entries_missing"],
        ["sk_binding_contract", "test_contract"],
        {"add.asc": "// __global__ void add() { }\n__global__ void add();\n", "CMakeLists.txt": CMAKE},
    ),
}


@pytest.mark.parametrize("what", STATUSES)
def test_status(what: str, tmp_path: Path) -> None:
    status, blockers, missing, files = STATUSES[what]
    found = analyzed(asset(tmp_path / "op", files), tmp_path / "out")
    assert (found["status"], found["hard_blockers"], found["missing_contracts"]) == (status, blockers, missing)
    assert f"Status: **{status}**" in (tmp_path / "out" / "operator-sk-conversion-analysis.md").read_text()


def test_the_page_names_places_and_the_next_command(tmp_path: Path) -> None:
    analyzed(asset(tmp_path / "my op"), tmp_path / "the out")
    page = (tmp_path / "the out" / "operator-sk-conversion-analysis.md").read_text()
    assert "| `add` | `add.asc:3` | not bound |" in page
    assert f"```sh\nsklint adapt-sk-binding-scaffold '{tmp_path}/the out'\n```" in page
    assert "`sk_binding_contract` is missing" in page


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    op = asset(tmp_path / "op", BOUND)
    analyzed(op, tmp_path / "out")
    first = tree(tmp_path / "out")
    analyzed(op, tmp_path / "out")
    assert tree(tmp_path / "out") == first


# options


def toolkit(folder: Path) -> Path:
    compiler = folder / BISHENG
    compiler.parent.mkdir(parents=True)
    compiler.write_text("#!/bin/sh\n")
    return folder


def test_the_compiler(tmp_path: Path) -> None:
    cann = toolkit(tmp_path / "cann")
    (tmp_path / "force.h").write_text("")
    found = analyzed(
        asset(tmp_path / "op"),
        tmp_path / "out",
        *("--ascend-cann-path", str(cann), "--ascend-arch", "dav-2201", "--ascend-compile-option", "-O3"),
        *("--ascend-compile-option=-DN=4", "--ascend-force-include", str(tmp_path / "force.h")),
    )
    assert found["ascend_compile_contract"] == {
        "status": "ready",
        "ascend_cann_path": str(cann),
        "ascend_arch": "dav-2201",
        "compiler": str(cann / BISHENG),
        "compile_options": ["-O3", "-DN=4", "-std=c++17"],
        "force_includes": [str(tmp_path / "force.h")],
    }


@pytest.mark.parametrize("option", ["-std=c++20", "--std=gnu++17"])
def test_a_standard_that_is_given_is_kept(option: str, tmp_path: Path) -> None:
    given = ("--ascend-cann-path", str(toolkit(tmp_path / "cann")), "--ascend-arch", "dav-2201")
    found = analyzed(asset(tmp_path / "op"), tmp_path / "out", *given, "--ascend-compile-option", option)
    assert found["ascend_compile_contract"]["compile_options"] == [option]


def test_no_compiler(tmp_path: Path) -> None:
    assert analyzed(asset(tmp_path / "op"), tmp_path / "out")["ascend_compile_contract"]["status"] == "not-configured"


def test_macros_of_the_options_and_include_folders_count_for_what_is_read(tmp_path: Path) -> None:
    files = {"add.asc": '#include "more.h"\n#if LEVEL == 2\nKERNEL void add(GM_ADDR x) { }\n#endif\n'}
    asset(tmp_path / "inc", {"more.h": "#define KERNEL __global__ __vector__\n"})
    op = asset(tmp_path / "op", files)
    given = ("--ascend-cann-path", str(toolkit(tmp_path / "cann")), "--ascend-arch", "dav-2201")
    found = analyzed(
        op, tmp_path / "out", *given, "--ascend-compile-option=-DLEVEL=2", "--include-dir", str(tmp_path / "inc")
    )
    assert [it["name"] for it in found["kernel_entries"]] == ["add"]
    assert found["missing_headers"] == []


def test_a_support_folder(tmp_path: Path) -> None:
    asset(tmp_path / "more", {"deep/use.h": "#define KERNEL __global__ __vector__\n"})
    op = asset(tmp_path / "op", {"add.asc": '#include "common/deep/use.h"\nKERNEL void add(GM_ADDR x) { }\n'})
    found = analyzed(op, tmp_path / "out", "--support-dir", f"common={tmp_path}/more")
    assert [it["name"] for it in found["kernel_entries"]] == ["add"]
    [support] = found["support_directories"]
    assert (support["source_name"], support["source_files"]) == ("common", ["deep/use.h"])


WRONG: dict[str, tuple[list[str], str]] = {
    "support folder": (["--support-dir", "a={0}/gone"], "--support-dir a={0}/gone: no such folder"),
    "support folder above": (["--support-dir", "{0}"], "--support-dir {0}: it holds the asset, or is inside of it"),
    "support folder without a source": (["--support-dir", "{0}/empty"], "--support-dir {0}/empty: no source in it"),
    "include folder": (["--include-dir", "{0}/gone"], "--include-dir {0}/gone: no such folder"),
    "include file": (["--include-dir", "{0}/op/add.asc"], "--include-dir {0}/op/add.asc: is no folder"),
    "arch alone": (["--ascend-arch", "dav-2201"], "--ascend-cann-path is not given"),
    "path alone": (["--ascend-cann-path", "{0}/cann"], "--ascend-arch is not given"),
    "options alone": (["--ascend-compile-option", "-O2"], "--ascend-cann-path is not given"),
    "force include alone": (["--ascend-force-include", "{0}/op/tile.h"], "--ascend-cann-path is not given"),
    "toolkit": (
        ["--ascend-cann-path", "{0}/gone", "--ascend-arch", "dav-2201"],
        "--ascend-cann-path {0}/gone: no such",
    ),
    "toolkit without a compiler": (
        ["--ascend-cann-path", "{0}/empty", "--ascend-arch", "dav-2201"],
        "--ascend-cann-path {0}/empty: there is no tools/bisheng_compiler/bin/bisheng in it",
    ),
    "a chip": (
        ["--ascend-cann-path", "{0}/cann", "--ascend-arch", "Ascend910B1"],
        "--ascend-arch Ascend910B1: is no architecture; Ascend910B1 is built for dav-2201",
    ),
    "no arch": (
        ["--ascend-cann-path", "{0}/cann", "--ascend-arch", "x; rm"],
        "--ascend-arch x; rm: is no architecture; such as dav-",
    ),
    "force include": (
        ["--ascend-cann-path", "{0}/cann", "--ascend-arch", "dav-2201", "--ascend-force-include", "{0}/gone.h"],
        "--ascend-force-include {0}/gone.h: no such file",
    ),
    "force include of a folder": (
        ["--ascend-cann-path", "{0}/cann", "--ascend-arch", "dav-2201", "--ascend-force-include", "{0}/op"],
        "--ascend-force-include {0}/op: is a folder, not a file",
    ),
    "no option": (
        ["--ascend-cann-path", "{0}/cann", "--ascend-arch", "dav-2201", "--ascend-compile-option", "O2"],
        "--ascend-compile-option 'O2': is no option",
    ),
    "an output": (
        ["--ascend-cann-path", "{0}/cann", "--ascend-arch", "dav-2201", "--ascend-compile-option", "-o/etc/x"],
        "--ascend-compile-option -o/etc/x: the scaffold's build gives its own",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_option_that_is_wrong_is_named(what: str, tmp_path: Path, run: Any) -> None:
    words, message = WRONG[what]
    op = asset(tmp_path / "op")
    toolkit(tmp_path / "cann")
    (tmp_path / "empty").mkdir()
    done = run("analyze-sk-conversion", op, "--output-dir", tmp_path / "out", *(it.format(tmp_path) for it in words))
    assert done.code == 2
    assert done.err.startswith(f"error: {message.format(tmp_path)}")
    assert not (tmp_path / "out").exists()


def test_missing_asset_and_strangers(tmp_path: Path, run: Any) -> None:
    done = run("analyze-sk-conversion", tmp_path / "gone", "--output-dir", tmp_path / "out")
    assert (done.code, "no such file or folder" in done.err) == (2, True)
    op = asset(tmp_path / "op")
    done = run("analyze-sk-conversion", op, "--output-dir", op)
    assert (done.code, "holds something else" in done.err) == (2, True)
    assert sorted(tree(op)) == sorted(OPERATOR)


# later commands need a current analysis


def changed(path: Path) -> None:
    path.write_text(path.read_text() + "// more\n")


STALE = {
    "a source has changed": (lambda op: changed(op / "add.asc"), "add.asc has changed"),
    "a header has changed": (lambda op: changed(op / "tile.h"), "tile.h has changed"),
    "the build has changed": (lambda op: changed(op / "CMakeLists.txt"), "CMakeLists.txt has changed"),
    "a test is gone": (lambda op: (op / "tests/test_add.py").unlink(), "tests/test_add.py is gone"),
    "a source is new": (lambda op: (op / "new.asc").write_text("int a;"), "new.asc is new"),
    "a document is new": (lambda op: (op / "README.md").write_text("# a"), "README.md is new"),
    "a support file has changed": (lambda op: changed(op.parent / "more/use.h"), "more/use.h has changed"),
}  # fmt: skip


@pytest.mark.parametrize("command", LATER)
@pytest.mark.parametrize("what", STALE)
def test_a_stale_analysis_is_refused(what: str, command: str, tmp_path: Path, run: Any) -> None:
    change, message = STALE[what]
    op, out = asset(tmp_path / "op", BOUND), tmp_path / "out"
    asset(tmp_path / "more", {"use.h": "int use;\n"})
    analyzed(op, out, "--support-dir", str(tmp_path / "more"))
    before = tree(out)
    change(op)
    done = run(command, out)
    assert done.code == 2
    assert message in done.err
    assert (
        f"run `sklint analyze-sk-conversion {op} --output-dir {out} --support-dir more={tmp_path}/more` first"
        in done.err
    )
    assert tree(out) == before
    analyzed(op, out, "--support-dir", str(tmp_path / "more"))
    assert run(command, out).code in (0, 1)


EDITS: dict[str, tuple[list[str | int], Any, str]] = {
    "status": (["status"], "blocked", 'status is "blocked", and would be "ready-for-sk-generation"'),
    "a kernel": (["kernel_entries", 0, "bound"], False, "kernel_entries.0.bound is false, and would be true"),
    "a list": (["missing_contracts"], ["x"], "missing_contracts has 1 value, and would have 0"),
    "a number": (["schema_version"], 1.0, "schema_version is 1.0, and would be 1"),
    "a marker": (["sk_markers", "__sk__"], 1, "sk_markers.__sk__ is 1, and would be true"),
    "the version": (["tool", "version"], "0.0.1", 'tool.version is "0.0.1", and would be'),
    "a key more": (["mine"], 1, "mine is no key that it would have"),
    "a digest": (["file_fingerprints", 0, "sha256"], "0", "CMakeLists.txt has changed"),
    "the asset": (["asset_path"], "/nowhere", "asset_path /nowhere is not there"),
    "an option": (["options", "include_dirs"], ["/nowhere"], "--include-dir /nowhere: no such folder"),
}  # fmt: skip


@pytest.mark.parametrize("command", LATER)
@pytest.mark.parametrize("what", EDITS)
def test_an_edited_analysis_is_refused(what: str, command: str, tmp_path: Path, run: Any) -> None:
    keys, value, message = EDITS[what]
    out = tmp_path / "out"
    raw = analyzed(asset(tmp_path / "op", BOUND), out)
    place = raw
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    (out / ANALYSIS).write_text(json.dumps(raw, indent=2))
    before = tree(out)
    done = run(command, out)
    assert done.code == 2
    assert message in done.err
    assert tree(out) == before


def test_an_edited_key_is_told_with_its_line(tmp_path: Path, run: Any) -> None:
    out = tmp_path / "out"
    analyzed(asset(tmp_path / "op", BOUND), out)
    text = (out / ANALYSIS).read_text()
    (out / ANALYSIS).write_text(text.replace('"bound": true', '"bound": false'))
    line = text[: text.index('"bound"')].count("\n") + 1
    assert f"{ANALYSIS}:{line}:" in run("adapt-sk-binding-scaffold", out).err


def test_layout_of_the_text_does_not_matter(tmp_path: Path, run: Any) -> None:
    out = tmp_path / "out"
    raw = analyzed(asset(tmp_path / "op", BOUND), out)
    (out / ANALYSIS).write_text(json.dumps(raw))
    assert run("adapt-sk-binding-scaffold", out).code == 0


BROKEN = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "another object": '{"status": "blocked"}',
    "a key twice": '{"status": 1, "status": 2}',
    "nested": "[" * 5000,
}


@pytest.mark.parametrize("command", LATER)
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_analysis_is_one_message(what: str, command: str, tmp_path: Path, run: Any) -> None:
    out = asset(tmp_path / "out", {})
    (out / ANALYSIS).write_text(BROKEN[what])
    done = run(command, out)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert ANALYSIS in done.err


@pytest.mark.parametrize("command", LATER)
def test_no_analysis(command: str, tmp_path: Path, run: Any) -> None:
    for folder in (tmp_path / "gone", asset(tmp_path / "empty", {})):
        done = run(command, folder)
        assert done.code == 2
        assert f"{folder}: there is no {ANALYSIS} in it; run `sklint analyze-sk-conversion ASSET" in done.err
    assert not (tmp_path / "gone").exists()


def test_from_another_folder_and_with_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    asset(tmp_path / "op", BOUND)
    asset(tmp_path / "inc", {"a.h": ""})
    asset(tmp_path / "more", {"use.h": ""})
    monkeypatch.chdir(tmp_path)
    assert main(["analyze-sk-conversion", "op", "--include-dir", "inc", "--support-dir", "more"]) == 0
    monkeypatch.chdir(tmp_path / "op")
    out = tmp_path / "operator-delivery-output"
    assert run("adapt-sk-binding-scaffold", out).code == 0
    assert report(out, f"{BINDING}.json")["status"] == "not-needed"
