"""build-native-wheel: pip builds a copy of the package, and the report says what came of it, never more."""

import contextlib
import importlib.util
import json
import os
import select
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from adaptation import FOLDER, Result, adapt, contract, write
from toolchain import BISHENG, TORCH

from sklint.cli.logged_run import logged_run
from sklint.cli.packaging import write_binding
from sklint.cli.wheel_building import build_wheel

BINDING, BUILD, REPORT = (
    "operator-sk-pybind-binding.json",
    "operator-sk-native-wheel-build",
    "operator-sk-native-wheel.json",
)
SOURCE = """#include "kernel_operator.h"
#include "shared/tile.h"
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, uint32_t n) { Use(x, y, n); }
__global__ __vector__ void count(uint32_t n) { Use(n); }
"""
ENTRIES: dict[str, object] = {"add": {"inputs": ["x"], "outputs": ["y"]}}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """A package with its binding, in a folder with a blank and Chinese in its name, and a toolchain that only looks
    like one."""
    asset = write(tmp_path / "asset", {"ops.asc": SOURCE, "shared/tile.h": "#pragma once\n"})
    result = adapt(asset, tmp_path / "输 出", *contract(tmp_path, ENTRIES), "--package-name", "my-ops")
    write_binding(result.folder)
    compiler(tmp_path, BISHENG)
    write(tmp_path / "tools", TORCH)
    for name in [it for it in os.environ if it.startswith(("SK_", "TORCH_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{tmp_path / 'tools/bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "tools"))
    return result


def compiler(folder: Path, text: str) -> None:
    path = write(folder / "tools", {"bin/bisheng": text.format(python=sys.executable)}) / "bin/bisheng"
    path.chmod(0o755)


def report(package: Result) -> Any:
    return json.loads((package.folder / REPORT).read_text("utf-8"))


def tree(folder: Path) -> list[str]:
    return sorted(it.relative_to(folder).as_posix() for it in folder.rglob("*"))


def test_a_wheel_for_two_architectures(package: Result, run: Any) -> None:
    before = tree(package.folder / FOLDER)
    done = run("build-native-wheel", package.folder, "--target-chip", "A3;Ascend950PR", "--jobs", "2")
    found = report(package)
    assert done.code == 0, found
    build = package.folder.resolve() / BUILD
    [wheel] = (build / "wheels").iterdir()
    assert json.loads(done.out) == {"status": "passed", "wheels": [wheel.name]}
    names = zipfile.ZipFile(wheel).namelist()
    assert {"my_ops/__init__.py", "my_ops/_arch_selector.py", "my_ops/_torch_library.py"} <= set(names)
    assert [it.partition(".")[0] for it in found["extensions"]] == [
        "my_ops/add_dav_2201",
        "my_ops/add_dav_3510",
        "my_ops/count_dav_2201",
        "my_ops/count_dav_3510",
    ]
    assert set(found["extensions"]) <= set(names)
    command = [sys.executable, "-I", "-B", "-m", "pip", "--isolated", "wheel", "--no-deps", "--no-build-isolation"]
    assert found == {
        "status": "passed",
        "reason": "",
        "package_name": "my-ops",
        "python_package": "my_ops",
        "pybind_source_root": str((package.folder / FOLDER).resolve()),
        "build_dir": str(build),
        "command": [*command, "--no-cache-dir", "--wheel-dir", str(build / "wheels"), str(build / "source")],
        "jobs": 2,
        "sk_bisheng_jobs": "2",
        "target_chips": "A3;Ascend950PR",
        "torch_device_backend_autoload": "0",
        "structural": False,
        "operator_build_config": {},
        "operator_package_files": [],
        "extension_module_pattern": "my_ops.<entry_module_base>_<arch_suffix>",
        "extension_count": 4,
        "extensions": found["extensions"],
        "return_code": 0,
        "wheels": [wheel.name],
        "log_path": str(build / "pip-wheel.log"),
    }
    assert tree(package.folder / FOLDER) == before
    assert "Successfully built my-ops" in (build / "pip-wheel.log").read_text()


def test_a_structural_toolchain_is_no_pass(package: Result, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SK_OPERATOR_STRUCTURAL_TOOLCHAIN", "1")
    monkeypatch.setenv("SK_NPU_ARCHS", "dav-2201")
    monkeypatch.setenv("SK_BISHENG_JOBS", "3")
    monkeypatch.setenv("TORCH_DEVICE_BACKEND_AUTOLOAD", "1")
    done = run("build-native-wheel", package.folder)
    found = report(package)
    assert (done.code, found["status"], found["structural"], found["extension_count"]) == (
        1,
        "structural-passed",
        True,
        2,
    )
    assert (found["jobs"], found["sk_bisheng_jobs"], found["torch_device_backend_autoload"]) == (None, "3", "1")


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({}, "RuntimeError: the architecture of  is not known; set SK_TARGET_CHIPS or SK_NPU_ARCHS"),
        ({"SK_NPU_ARCHS": "dav-2201", "PATH": os.defpath}, "RuntimeError: bisheng is not on PATH"),
        (
            {"SK_NPU_ARCHS": "dav-2201", "PYTHONPATH": "/nowhere"},
            "RuntimeError: torch and torch_npu cannot be imported",
        ),
        ({"SK_NPU_ARCHS": "dav-2201", "SK_BISHENG_JOBS": "no"}, "RuntimeError: SK_BISHENG_JOBS is 'no'"),
    ],
)
def test_what_a_build_lacks(
    environment: dict[str, str], reason: str, package: Result, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = run("build-native-wheel", package.folder)
    found = report(package)
    assert (done.code, found["status"], found["wheels"], found["extension_count"]) == (1, "failed", [], 0)
    assert found["reason"].startswith(reason) and found["return_code"] == 1
    assert reason in done.err and "pip-wheel.log says more" in done.err


def test_a_structural_toolchain_that_fails(package: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SK_OPERATOR_STRUCTURAL_TOOLCHAIN", "1")
    assert build_wheel(package.folder)["status"] == "failed"


def test_a_compiler_that_fails(package: Result, tmp_path: Path) -> None:
    compiler(tmp_path, "#!{python}\nimport sys\nsys.exit('add.asc:3: no such kernel 加')\n")
    found = build_wheel(package.folder, None, "A3")
    assert found["status"] == "failed" and "returned non-zero exit status 1" in str(found["reason"])
    assert "no such kernel 加" in (package.folder / BUILD / "pip-wheel.log").read_text("utf-8")


def test_a_wheel_without_modules_is_no_pass(package: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = package.folder / FOLDER / "setup.py"
    text = setup.read_text("utf-8")
    setup.write_text(text.replace('cmdclass={"build_ext": BuildKernels},\n', ""))
    (package.folder / BINDING).unlink()
    write_binding(package.folder)
    found = build_wheel(package.folder, None, "A3")
    assert (found["status"], found["reason"]) == ("failed", "the wheel has no extension module")


def test_a_failed_build_is_taken_up_again(package: Result, run: Any) -> None:
    assert run("build-native-wheel", package.folder).code == 1
    assert run("build-native-wheel", package.folder, "--target-chip", "A3").code == 0
    assert report(package)["status"] == "passed"


def test_a_build_that_was_killed_is_taken_up_again(package: Result, run: Any) -> None:
    write(package.folder / BUILD, {"source/setup.py": "half", "wheels/my_ops.whl": "half"})
    assert run("build-native-wheel", package.folder, "--target-chip", "A3").code == 0
    assert "my_ops.whl" not in tree(package.folder / BUILD / "wheels")


def test_a_wheel_that_is_there_is_not_built_again(package: Result, run: Any) -> None:
    build_wheel(package.folder, None, "A3")
    before = tree(package.folder)
    done = run("build-native-wheel", package.folder)
    assert done.code == 2 and "has a wheel already; remove the folder to build it anew" in done.err
    assert tree(package.folder) == before
    shutil.rmtree(package.folder / BUILD)
    assert run("build-native-wheel", package.folder, "--target-chip", "A3").code == 0


def test_a_folder_that_was_moved(package: Result, tmp_path: Path) -> None:
    shutil.move(package.folder, tmp_path / "there")
    found = build_wheel(tmp_path / "there", None, "A3")
    assert found["status"] == "passed"
    assert found["pybind_source_root"] == str((tmp_path / "there" / FOLDER).resolve())


def test_a_time_limit(package: Result, tmp_path: Path) -> None:
    found = build_wheel(package.folder, None, "A3", limit=0.01)
    assert (found["status"], found["return_code"]) == ("failed", None)
    assert found["reason"] == "pip was stopped after 0.01 seconds"
    assert build_wheel(package.folder, None, "A3")["status"] == "passed"


def test_nothing_goes_on_after_its_time(tmp_path: Path) -> None:
    starts = f"import os, subprocess, sys, time; subprocess.run([{sys.executable!r}, '-c', sys.argv[1]])"
    writes = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    code = logged_run([sys.executable, "-c", starts, writes], tmp_path, os.environ, tmp_path / "log", 3)
    assert code is None
    with contextlib.suppress(ProcessLookupError):  # it is gone already
        ended = os.pidfd_open(int((tmp_path / "log").read_text()))
        assert select.select([ended], [], [], 10)[0]


def test_a_disk_that_is_full_at_the_end(package: Result, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, _report: object) -> None:
        raise OSError(28, "No space left on device")

    before = tree(package.folder)
    monkeypatch.setattr("sklint.cli.wheel_building.write_report", full)
    done = run("build-native-wheel", package.folder)
    assert done.code == 2 and "No space left on device" in done.err
    assert tree(package.folder) == before


# what is not built


def refused(package: Result, run: Any, *more: str) -> str:
    """The one line with which a build is refused; nothing is written."""
    before = tree(package.folder)
    done = run("build-native-wheel", package.folder, *more)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert tree(package.folder) == before
    return done.err


def test_no_binding(package: Result, run: Any) -> None:
    (package.folder / BINDING).unlink()
    line = refused(package, run)
    assert f"there is no {BINDING} in it; run `sklint generate-pybind-binding '{package.folder}'` first" in line


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("package_name", "other", 'package_name is "other", and would be "my-ops"'),
        ("supported_arches_by_entry", {"add": ["dav-3510"], "count": []}, "supported_arches_by_entry.add has 1 value"),
        ("mine", 1, "mine is no key that it would have"),
        ("package_root", "/elsewhere", ""),
        ("output_root", "/elsewhere", ""),
    ],
)
def test_a_binding_that_somebody_edited(key: str, value: object, told: str, package: Result, run: Any) -> None:
    path = package.folder / BINDING
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {key: value}, indent=2))
    if told:
        line = refused(package, run)
        assert told in line and f"{BINDING}:" in line and "is not current" in line
    else:
        assert run("build-native-wheel", package.folder).code == 1


def test_a_package_that_changed_since(package: Result, run: Any) -> None:
    (package.folder / FOLDER / "csrc/more.h").touch()
    assert "written_files has 9 values, and would have 10" in refused(package, run)
    (package.folder / FOLDER / "csrc/add.asc").unlink()
    assert "lacks csrc/add.asc" in refused(package, run)


@pytest.mark.parametrize("name", ["csrc/add.asc", "csrc/shared/tile.h", "csrc/pybind11_add.asc", "my_ops/__init__.py"])
def test_a_file_that_changed_since(name: str, package: Result, run: Any) -> None:
    path = package.folder / FOLDER / name
    data = path.read_bytes()
    path.write_bytes(data + (b"# x\n" if name.endswith(".py") else b"// x\n"))
    line = refused(package, run)
    assert f"{BINDING}:" in line and f"is not current: written_files_sha256.{name} is" in line.replace('"', "")
    path.write_bytes(data)
    assert run("build-native-wheel", package.folder).code == 1


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--target-chip", "z80"), "z80"),
        (("--jobs", "0"), "--jobs"),
        (("--jobs", "many"), "--jobs"),
    ],
)
def test_options(more: tuple[str, ...], told: str, package: Result, run: Any) -> None:
    assert told in refused(package, run, *more)


@pytest.mark.parametrize("what", ["a file", "a link", "a stranger"])
def test_what_is_in_the_way(what: str, package: Result, run: Any, tmp_path: Path) -> None:
    build = package.folder / BUILD
    match what:
        case "a file":
            build.write_text("mine")
        case "a link":
            (tmp_path / "mine").mkdir()
            build.symlink_to(tmp_path / "mine")
        case _:
            write(build, {"mine.txt": "mine"})
    assert str(build) in refused(package, run)


def test_no_pip(package: Result, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pip" else real(name))
    assert "has no pip; `" in refused(package, run)


def test_a_folder_that_is_read_only(package: Result, bound: Any) -> None:
    package.folder.chmod(0o555)
    done = bound("build-native-wheel", package.folder)
    package.folder.chmod(0o755)
    assert done.code == 2 and done.err.count("\n") == 1
    assert not (package.folder / BUILD).exists() and not (package.folder / REPORT).exists()
