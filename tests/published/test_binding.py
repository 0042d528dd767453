"""generate-pybind-binding: a package that is whole gets its binding; any other is one line with the place."""

import json
import os
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from adaptation import FOLDER, REPORT, Result, adapt, contract, write

from sklint.cli.packaging import write_binding

BINDING = "operator-sk-pybind-binding.json"
SOURCE = """#include "kernel_operator.h"
#include "shared/tile.h"
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, uint32_t n) { Use(x, y, n); }
__global__ __vector__ void count(uint32_t n) { Use(n); }
"""
ENTRIES: dict[str, object] = {"add": {"inputs": ["x"], "outputs": ["y"]}}
UNDERSTANDING = {
    "operator_units": [
        {"entry_name": "add", "supported_soc_versions": ["ascend910b"], "supported_arches": ["DAV_2201", "dav-2201"]}
    ]
}


@pytest.fixture
def package(tmp_path: Path) -> Result:
    """A package of two kernels, in a folder with a blank and Chinese in its name."""
    files = {"ops.asc": SOURCE, "shared/tile.h": "#pragma once\n", "../known.json": json.dumps(UNDERSTANDING)}
    asset = write(tmp_path / "asset", files)
    more = ("--understanding", str(tmp_path / "known.json"), "--package-name", "my-ops", "--package-version", "1.2")
    result = adapt(asset, tmp_path / "输 出", *contract(tmp_path, ENTRIES), *more)
    assert result.status == "completed"
    return result


def edited(package: Result, **values: object) -> None:
    """The package with other values in its manifest; None takes a key away."""
    text = package.report | values
    (package.folder / REPORT).write_text(
        json.dumps({key: it for key, it in text.items() if it is not None}, indent=2, ensure_ascii=False)
    )


def refused(package: Result, run: Any) -> str:
    """The one line with which the package is refused; nothing is written."""
    before = sorted(package.folder.rglob("*"))
    done = run("generate-pybind-binding", package.folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ") and done.err.count("\n") == 1
    assert sorted(package.folder.rglob("*")) == before
    return done.err


def test_a_whole_package(package: Result, run: Any) -> None:
    done = run("generate-pybind-binding", package.folder)
    assert done.code == 0
    found = json.loads((package.folder / BINDING).read_text("utf-8"))
    assert json.loads(done.out) == {"package": "my-ops", "files": len(found["written_files"])}
    root = (package.folder / FOLDER).resolve()
    digests = {name: sha256((root / name).read_bytes()).hexdigest() for name in found["written_files"]}
    assert found.pop("written_files_sha256") == digests
    assert found == {
        "status": "generated",
        "package_name": "my-ops",
        "python_package": "my_ops",
        "package_version": "1.2",
        "package_root": str(root),
        "pybind_layout": "aclgraph-canonical",
        "extension_module": "my_ops.add_sk_pkg_lib",
        "extension_module_base": "my_ops.add_sk_pkg_lib",
        "extension_module_pattern": "my_ops.<entry_module_base>_<arch_suffix>",
        "extension_modules_by_entry": {"add": "my_ops.add_<arch_suffix>", "count": "my_ops.count_<arch_suffix>"},
        "supported_arches_by_entry": {"add": ["dav-2201"], "count": []},
        "operator_build_config": {},
        "operator_package_files": [],
        "kernel_entries": [
            {
                "entry_name": "add",
                "source_file": "ops.asc",
                "param_count": 3,
                "supported_arches": ["dav-2201"],
                "supported_soc_versions": ["ascend910b"],
                "support_source": "",
            },
            {
                "entry_name": "count",
                "source_file": "ops.asc",
                "param_count": 1,
                "supported_arches": [],
                "supported_soc_versions": [],
                "support_source": "",
            },
        ],
        "written_files": [
            "csrc/add.asc",
            "csrc/pybind11.asc",
            "csrc/pybind11_add.asc",
            "csrc/pybind11_count.asc",
            "csrc/shared/tile.h",
            "my_ops/__init__.py",
            "my_ops/_arch_selector.py",
            "my_ops/_torch_library.py",
            "setup.py",
        ],
        "output_root": str(root.parent),
    }


def test_again_is_the_same(package: Result, run: Any) -> None:
    first = write_binding(package.folder)
    text = (package.folder / BINDING).read_bytes()
    assert run("generate-pybind-binding", package.folder).code == 0
    assert (package.folder / BINDING).read_bytes() == text
    assert write_binding(package.folder) == first


def test_a_copied_package_has_its_binding_written_anew(package: Result, tmp_path: Path, run: Any) -> None:
    write_binding(package.folder)
    before = (package.folder / BINDING).read_bytes()
    copy = tmp_path / "a copy"
    shutil.copytree(package.folder, copy)
    done = run("generate-pybind-binding", copy)
    assert done.code == 0, done.err
    assert json.loads((copy / BINDING).read_text())["output_root"] == str(copy)
    assert (package.folder / BINDING).read_bytes() == before


def test_a_copied_package_that_was_changed(package: Result, tmp_path: Path, run: Any) -> None:
    write_binding(package.folder)
    copy = tmp_path / "copy"
    shutil.copytree(package.folder, copy)
    with (copy / FOLDER / "csrc" / "add.asc").open("a") as file:
        file.write("// changed\n")
    assert "is there already, of a package that was another" in run("generate-pybind-binding", copy).err


def test_a_kernel_that_no_source_has(package: Result, run: Any) -> None:
    with_entries(package, lambda it: it[0].update(source_entry_name="ad", bind_target="ad"))
    told = refused(package, run)
    assert f"{REPORT}:" in told and "no source of the package has the kernel ad; adapt the asset again" in told


def test_a_kernel_whose_name_may_be_pasted_together(package: Result, run: Any) -> None:
    with_entries(package, lambda it: it[0].update(source_entry_name="ad", bind_target="ad"))
    with (package.folder / FOLDER / "csrc" / "add.asc").open("a") as file:
        file.write("#define JOINED(a, b) a##b\n")
    assert run("generate-pybind-binding", package.folder).code == 0


def test_a_binding_of_another_package(package: Result, run: Any) -> None:
    (package.folder / BINDING).write_text('{"status": "generated"}')
    assert f"{package.folder / BINDING}: is there already" in refused(package, run)
    assert (package.folder / BINDING).read_text() == '{"status": "generated"}'


@pytest.mark.parametrize("what", ["a folder", "a link"])
def test_no_file_in_its_place(what: str, package: Result, run: Any, tmp_path: Path) -> None:
    if what == "a folder":
        (package.folder / BINDING).mkdir()
    else:
        (package.folder / BINDING).symlink_to(tmp_path / "mine.json")
    assert "is no file" in refused(package, run)


def test_what_builds_and_imports_leave_is_no_part_of_it(package: Result) -> None:
    first = write_binding(package.folder)
    more = {"my_ops/__pycache__/a.pyc": "", "csrc/build/a.o": "", "my_ops/add_dav_2201.so": "", "build/lib/a.py": ""}
    write(package.folder / FOLDER, more)
    assert write_binding(package.folder) == first


def test_a_package_of_the_published_tool(tmp_path: Path, run: Any) -> None:
    """Its setup.py has fewer constants, its manifest fewer keys."""
    specs = [{"entry_name": "mul", "csrc_file": "csrc/mul.asc", "pybind_file": "csrc/pybind11_mul.asc"}]
    files = {
        "csrc/mul.asc": "",
        "csrc/pybind11.asc": "",
        "csrc/pybind11_mul.asc": "",
        "setup.py": f"import os\nENTRY_SPECS = {specs}\nROOT = os.getcwd()\n",
        "op_extension/__init__.py": "",
        "op_extension/_arch_selector.py": 'ENTRY_MODULES = {"mul": "mul"}\n',
        "op_extension/_torch_library.py": "",
    }
    write(tmp_path / FOLDER, files)
    manifest = {
        "status": "completed",
        "pybind_layout": "aclgraph-canonical",
        "pybind_module": "mul_sk_pkg_lib",
        "package_name": "op_extension",
        "package_version": "0.1.0",
        "python_package": "op_extension",
        "per_file": [{"file": "mul.asc", "entries": [{"entry_name": "mul", "param_count": 2}]}],
        "target_chips": "",
    }
    (tmp_path / REPORT).write_text(json.dumps(manifest))
    assert run("generate-pybind-binding", tmp_path).code == 0
    found = json.loads((tmp_path / BINDING).read_text())
    assert found["written_files"] == sorted(files)
    assert found["extension_modules_by_entry"] == {"mul": "op_extension.mul_<arch_suffix>"}


# what is no package


def test_no_folder(tmp_path: Path, run: Any) -> None:
    done = run("generate-pybind-binding", tmp_path / "没 有")
    assert done.code == 2 and "没 有: no such folder; run adapt-sk-from-global" in done.err
    (tmp_path / "file").touch()
    assert "file: is no folder" in run("generate-pybind-binding", tmp_path / "file").err
    assert f"there is no {REPORT} in it" in run("generate-pybind-binding", tmp_path).err


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"status": "needs-human"}, "2:3: status is needs-human, so there is no package"),
        ({"pybind_layout": None}, "has no pybind_layout, so it is no manifest of this version"),
        ({"pybind_layout": "source-passthrough"}, "pybind_layout is source-passthrough, not aclgraph-canonical"),
        ({"pybind_module": None}, "pybind_module is missing"),
        ({"schema_version": 2}, "schema_version is 2, this version knows 1"),
        ({"python_package": "../mine"}, "python_package is '../mine', which is no name in Python"),
        ({"per_file": []}, "per_file has no entries, so there is nothing to bind"),
        ({"per_file": {"ops.asc": []}}, "per_file is an object; it takes a list"),
        ({"per_file": [{"file": "ops.asc", "entries": [{"entry_name": "add"}]}]}, "has no param_count"),
        ({"canonical_written_files": ["operator-sk-adapted/../mine.txt"]}, "is outside of operator-sk-adapted"),
        ({"canonical_written_files": ["operator-sk-adapted/gone.h"]}, "lacks gone.h; adapt the asset again"),
        ({"package_name": "other"}, "package_name is other, but PACKAGE_NAME of "),
        ({"package_version": "9"}, "package_version is 9, but PACKAGE_VERSION of "),
        ({"python_package": "other"}, "lacks other/__init__.py, other/_arch_selector.py, other/_torch_library.py"),
    ],
)
def test_a_manifest_that_is_none_of_this_package(
    values: dict[str, object], told: str, package: Result, run: Any
) -> None:
    edited(package, **values)
    line = refused(package, run)
    assert told in line and str(package.folder) in line


@pytest.mark.parametrize("text", ["", "[]", "{", '{"status": "completed"}', "null", '{"status": "a", "status": "b"}'])
def test_a_manifest_that_is_none(text: str, package: Result, run: Any) -> None:
    (package.folder / REPORT).write_text(text)
    assert str(package.folder / REPORT) in refused(package, run)


def with_entries(package: Result, change: Callable[[list[Any]], object]) -> None:
    files = package.report["per_file"]
    change(files[0]["entries"])
    edited(package, per_file=files)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda it: it.append(it[0]), "add is there twice"),
        (lambda it: it[0].update(entry_name="../add"), "'../add' is no name of a kernel"),
        (lambda it: it.pop(), "has no entry count, which ENTRY_SPECS of "),
        (lambda it: it.append({"entry_name": "more", "param_count": 0}), "lacks csrc/pybind11_more.asc"),
    ],
)
def test_entries_that_the_package_does_not_have(
    change: Callable[[list[Any]], object], told: str, package: Result, run: Any
) -> None:
    with_entries(package, change)
    assert told in refused(package, run)


def test_an_entry_that_has_files_and_is_not_built(package: Result, run: Any) -> None:
    with_entries(package, lambda it: it.append({"entry_name": "more", "param_count": 0}))
    (package.folder / FOLDER / "csrc/pybind11_more.asc").touch()
    line = refused(package, run)
    number = next(n for n, it in enumerate((package.folder / REPORT).read_text().splitlines(), 1) if '"more"' in it)
    assert f"{REPORT}:{number}:" in line and "more is not in ENTRY_SPECS of " in line


@pytest.mark.parametrize(
    "name", ["csrc/add.asc", "csrc/pybind11.asc", "csrc/pybind11_count.asc", "csrc/shared/tile.h", "setup.py"]
)
def test_a_file_that_is_gone(name: str, package: Result, run: Any) -> None:
    (package.folder / FOLDER / name).unlink()
    assert f"lacks {name}" in refused(package, run)


def test_a_file_that_is_a_link_out_of_the_package(package: Result, run: Any, tmp_path: Path) -> None:
    path = package.folder / FOLDER / "csrc/add.asc"
    path.replace(tmp_path / "mine.asc")
    path.symlink_to(tmp_path / "mine.asc")
    assert "lacks csrc/add.asc" in refused(package, run)


def test_no_tree(package: Result, run: Any, tmp_path: Path) -> None:
    tree = package.folder / FOLDER
    shutil.move(tree, tmp_path / "away")
    assert f"{tree}: no such folder" in refused(package, run)
    tree.symlink_to(tmp_path / "away")
    assert f"{tree}: is no folder" in refused(package, run)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("setup.py", "def normalize_arch(arch):", "def normalize_arch(arch:", "is no Python"),
        ("setup.py", "ENTRY_SPECS = [", "ENTRY_SPECS = list() or [", "has no ENTRY_SPECS that is written out"),
        ("setup.py", "'csrc_file': 'csrc/add.asc'", "'csrc_file': '../mine.asc'", "add is built of ../mine.asc"),
        ("setup.py", "'csrc_file': 'csrc/add.asc'", "'csrc': 'csrc/add.asc'", "ENTRY_SPECS is none of this version"),
        ("my_ops/_arch_selector.py", "'count': 'count'", "'other': 'count'", "count is not in ENTRY_MODULES of "),
        ("my_ops/_torch_library.py", "'count': ", "'counts': ", "count is not in SCHEMAS of "),
        ("my_ops/__init__.py", "import torch", "import", "is no Python"),
    ],
)
def test_python_that_is_not_that_of_the_package(
    name: str, old: str, new: str, told: str, package: Result, run: Any
) -> None:
    path = package.folder / FOLDER / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1))
    line = refused(package, run)
    assert told in line and name in line


def test_a_folder_that_is_read_only(package: Result, bound: Any) -> None:
    package.folder.chmod(0o555)
    done = bound("generate-pybind-binding", package.folder)
    package.folder.chmod(0o755)
    assert done.code == 2 and done.err.count("\n") == 1
    assert sorted(it.name for it in package.folder.iterdir()) == [FOLDER, REPORT]


@pytest.mark.parametrize(
    "command", ["generate-pybind-binding", "collect-runtime-input-spec", "build-standalone-executable"]
)
def test_a_folder_whose_name_is_no_text(command: str, package: Result, shell: Any, tmp_path: Path) -> None:
    there = tmp_path / os.fsdecode(b"x\xff")
    package.folder.rename(there)
    (there / "operator-sk-standalone-verify.json").write_text("{}")
    done = shell(command, there)
    assert done.code == 2 and "its name is no text; rename it" in done.err and done.err.count("\n") == 1
