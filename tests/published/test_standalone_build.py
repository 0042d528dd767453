"""build-standalone-executable and build-baseline: what was built is told, and nothing that was not."""

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from adaptation import write

from sklint.cli.standalone_building import build_executables

PROJECT, MANIFEST = "operator-sk-standalone-verify", "operator-sk-standalone-verify.json"
REPORT = "operator-sk-standalone-build.json"
TARGETS = ("runtime_compare_add", "runtime_compare_mul")
CMAKE = """#!{python}
import pathlib, sys
words = sys.argv[1:]
if "-S" in words:
    pathlib.Path(words[words.index("-B") + 1], "CMakeCache.txt").touch()
    print("-- configured")
else:
    for name in {targets!r}:
        it = pathlib.Path(words[words.index("--build") + 1], name)
        it.touch()
        it.chmod(0o755)
"""
FINDS_NO_ASC = """#!{python}
import sys
sys.exit('''CMake Error at CMakeLists.txt:4 (find_package):
  By not providing "FindASC.cmake" in CMAKE_MODULE_PATH this project has
  asked CMake to find a package configuration file provided by "ASC".

-- Configuring incomplete''')
"""
DOES_NOT_COMPILE = """#!{python}
import sys
if "-S" not in sys.argv:
    print("[ 50%] Building\\nadd.asc:7:3: error: use of undeclared identifier 'n'\\n1 error generated.")
    sys.exit(2)
"""
TAKES_LONG = "#!{python}\nimport sys, time\ntime.sleep(60 * (({when!r} in sys.argv)))\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two programs, in a folder with a blank and Chinese in its name, and a CMake that only looks like
    one."""
    out = tmp_path / "比 较"
    names = {f"{PROJECT}/{it}.asc": "" for it in TARGETS}
    manifest = {
        "status": "generated",
        "standalone_verify_dir": "/elsewhere",
        "npu_arch": "dav-2201",
        "runtime_sources": {it: f"{PROJECT}/{it}.asc" for it in TARGETS},
        "entry_targets": {"add": TARGETS[0], "mul": TARGETS[1]},
        "entries": [{"entry_name": "add"}, {"entry_name": "mul"}],
        "operator_build_config": {"status": "ready"},
    }
    write(out, {MANIFEST: json.dumps(manifest, indent=2), f"{PROJECT}/CMakeLists.txt": "", **names})
    cmake(tmp_path, CMAKE)
    for name in [it for it in os.environ if it.startswith("SK_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return out


def cmake(folder: Path, text: str, **more: object) -> None:
    given = {"python": sys.executable, "targets": TARGETS} | more
    (write(folder, {"bin/cmake": text.format(**given)}) / "bin/cmake").chmod(0o755)


def edited(folder: Path, change: Callable[[Any], object]) -> None:
    text = json.loads((folder / MANIFEST).read_text())
    change(text)
    (folder / MANIFEST).write_text(json.dumps(text, indent=2))


def tree(folder: Path) -> list[str]:
    return sorted(it.relative_to(folder).as_posix() for it in folder.rglob("*"))


def test_every_program_is_built(folder: Path, run: Any) -> None:
    done = run("build-standalone-executable", folder, "--target-chip", "A3", "--target-cann", "9.1")
    root = folder.resolve() / PROJECT
    build = root / "build"
    assert done.code == 0, done.err
    assert json.loads(done.out) == {"status": "passed", "executable": str(build / TARGETS[0])}
    configure = ["cmake", "-S", str(root), "-B", str(build)]
    assert json.loads((folder / REPORT).read_text("utf-8")) == {
        "status": "passed",
        "reason": "",
        "standalone_verify_dir": str(root),
        "target_chip": "A3",
        "target_cann": "9.1",
        "operator_build_config": {"status": "ready"},
        "build_dir": str(build),
        "configure_command": configure,
        "build_command": ["cmake", "--build", str(build)],
        "configure_return_code": 0,
        "build_return_code": 0,
        "executable": str(build / TARGETS[0]),
        "executable_targets": {it: str(build / it) for it in TARGETS},
        "executables": {"add": str(build / TARGETS[0]), "mul": str(build / TARGETS[1])},
        "missing_executables": [],
        "mock_executable_allowed": False,
        "structural": False,
        "log_path": str(folder.resolve() / "build-log.txt"),
    }
    assert (folder / "executable-path.txt").read_text("utf-8") == f"{build / TARGETS[0]}\n"
    log = (folder / "build-log.txt").read_text("utf-8")
    assert log.startswith(f"$ {shlex.join(configure)}\n-- configured\n$ cmake --build ")


def test_a_structural_toolchain_is_no_pass(folder: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SK_OPERATOR_STRUCTURAL_TOOLCHAIN", "1")
    assert run("build-standalone-executable", folder).code == 1
    assert json.loads((folder / REPORT).read_text())["status"] == "structural-passed"


def test_a_program_that_is_missing_is_never_made_up(
    folder: Path, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SK_OPERATOR_ALLOW_STANDALONE_MOCK_EXECUTABLE", "1")
    cmake(tmp_path, CMAKE, targets=TARGETS[:1])
    done = run("build-standalone-executable", folder)
    found = json.loads((folder / REPORT).read_text("utf-8"))
    missing = folder.resolve() / PROJECT / "build" / TARGETS[1]
    assert (done.code, found["status"], found["missing_executables"]) == (1, "failed", [str(missing)])
    assert found["reason"] == f"{missing} was not built" and found["mock_executable_allowed"]
    assert not missing.exists()


@pytest.mark.parametrize(
    ("text", "codes", "reason"),
    [
        (
            FINDS_NO_ASC,
            (1, None),
            'By not providing "FindASC.cmake" in CMAKE_MODULE_PATH this project has asked CMake to find a package '
            'configuration file provided by "ASC".',
        ),
        (DOES_NOT_COMPILE, (0, 2), "add.asc:7:3: error: use of undeclared identifier 'n'"),
        ("#!{python}\nimport sys\nsys.exit(7)\n", (7, None), "cmake ended with 7"),
        ("#!{python}\nimport sys\nsys.exit('-S' not in sys.argv)\n", (0, 1), "cmake --build ended with 1"),
    ],
)
def test_what_fails(
    text: str, codes: tuple[int, int | None], reason: str, folder: Path, run: Any, tmp_path: Path
) -> None:
    cmake(tmp_path, text)
    done = run("build-standalone-executable", folder)
    found = json.loads((folder / REPORT).read_text("utf-8"))
    assert (done.code, found["status"], found["reason"]) == (1, "failed", reason)
    assert (found["configure_return_code"], found["build_return_code"]) == codes
    assert reason in done.err and "build-log.txt says more" in done.err
    cmake(tmp_path, CMAKE)
    assert run("build-standalone-executable", folder).code == 0


@pytest.mark.parametrize(
    ("when", "limits", "reason", "codes"),
    [
        ("-S", (0.5, 60), "cmake was stopped after 0.5 seconds", (None, None)),
        ("--build", (60, 0.5), "cmake --build was stopped after 0.5 seconds", (0, None)),
    ],
)
def test_time_limits(
    when: str, limits: tuple[float, float], reason: str, codes: tuple[int | None, None], folder: Path, tmp_path: Path
) -> None:
    cmake(tmp_path, TAKES_LONG, when=when)
    found = build_executables(folder, limits=limits)
    assert (found["status"], found["reason"]) == ("failed", reason)
    assert (found["configure_return_code"], found["build_return_code"]) == codes


def refused(folder: Path, run: Any, *more: str) -> str:
    """The one line with which a build is refused; nothing is written."""
    before = tree(folder)
    done = run("build-standalone-executable", folder, *more)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert tree(folder) == before
    return done.err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda it: it.update(status="needs-target-arch", message="no chip is given"),
            "2:3: status is needs-target-arch, so there is nothing to build: no chip is given",
        ),
        (lambda it: it.update(runtime_sources={}), "runtime_sources names no program"),
        (lambda it: it.update(runtime_sources={"a": "../mine.asc"}), "runtime_sources.a is ../mine.asc, which is not"),
        (lambda it: it.update(runtime_sources={"a": f"{PROJECT}/gone.asc"}), "which is not in "),
        (lambda it: it["runtime_sources"].update({"../a": "b"}), "is no name of a program"),
        (lambda it: it["entry_targets"].update(add="other"), "entry_targets.add is other, which is none of"),
        (lambda it: it.pop("status"), "the manifest has no status"),
        (lambda it: it.update(entries={}), "entries is an object; it takes a list"),
    ],
)
def test_a_manifest_that_somebody_edited(change: Callable[[Any], object], told: str, folder: Path, run: Any) -> None:
    edited(folder, change)
    line = refused(folder, run)
    assert told in line and MANIFEST in line


def test_what_is_not_there(folder: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    assert "cmake is not on PATH" in refused(folder, run)
    (folder / PROJECT / "CMakeLists.txt").unlink()
    assert "CMakeLists.txt: no such file; run generate-standalone-compare first" in refused(folder, run)
    (folder / MANIFEST).unlink()
    assert f"there is no {MANIFEST} in it; run generate-standalone-compare first" in refused(folder, run)


@pytest.mark.parametrize(
    ("chip", "told"),
    [("z80", "z80"), ("Ascend950PR", "is dav-3510, and the project was made for dav-2201; make it anew")],
)
def test_a_chip_that_it_is_not_for(chip: str, told: str, folder: Path, run: Any) -> None:
    assert told in refused(folder, run, "--target-chip", chip)


@pytest.mark.parametrize("what", ["a file", "a link", "a stranger"])
def test_what_is_in_the_way(what: str, folder: Path, run: Any, tmp_path: Path) -> None:
    build = folder / PROJECT / "build"
    match what:
        case "a file":
            build.write_text("mine")
        case "a link":
            build.symlink_to(tmp_path)
        case _:
            write(build, {"mine.txt": "mine"})
    assert str(build.name) in refused(folder, run)


@pytest.mark.parametrize("name", ["operator-sk-standalone-build.json", "build-log.txt", "executable-path.txt"])
def test_a_link_in_the_place_of_what_is_written(name: str, folder: Path, run: Any, tmp_path: Path) -> None:
    (folder / name).symlink_to(tmp_path / "mine")
    assert f"{folder / name}: is no file; remove it" in refused(folder, run)
    assert not (tmp_path / "mine").exists()


def test_a_folder_that_is_read_only(folder: Path, bound: Any) -> None:
    before = tree(folder)
    for it in (folder / PROJECT, folder):
        it.chmod(0o555)
    done = bound("build-standalone-executable", folder)
    for it in (folder, folder / PROJECT):
        it.chmod(0o755)
    assert done.code == 2 and done.err.count("\n") == 1
    assert tree(folder) == before


# build-baseline


KERNEL = '#include "kernel_operator.h"\n\nnamespace ops {\n__global__ __vector__ void add(GM_ADDR x) { Use(x); }\n}\n'


@pytest.mark.parametrize(
    ("more", "status", "correctness"),
    [
        ((), "skipped-real-backend-not-enabled", "not-available"),
        (("--structural",), "structural-passed", "not-executed"),
    ],
)
def test_nothing_is_built_and_that_is_told(
    more: tuple[str, ...], status: str, correctness: str, tmp_path: Path, run: Any
) -> None:
    op, out = write(tmp_path / "算 子", {"add.asc": KERNEL}), tmp_path / "out"
    for _ in range(2):
        done = run("build-baseline", op, "--output-dir", out, "--entry-name", "add", *more)
        assert done.code == 1 and json.loads(done.out) == {"status": status, "entry_name": "add"}
    assert json.loads((out / "operator-baseline-build.json").read_text("utf-8")) == {
        "schema_version": 1,
        "status": status,
        "backend": "baseline_direct_asc",
        "entry_name": "add",
        "asset": str(op.resolve()),
        "structural": bool(more),
        "artifacts": {"shared_objects": [], "runner": "", "metadata": []},
        "commands": [],
        "log_path": str(out.resolve() / "baseline-build.log"),
        "correctness": correctness,
    }
    log = (out / "baseline-build.log").read_text("utf-8")
    assert f"{op}/add.asc:4: kernel add " in log and "nothing was run" in log
    assert tree(out) == ["baseline-build.log", "operator-baseline-build.json"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("op", "--entry-name", "mul"), "op has no kernel of that name; there is ops::add"),
        (("gone", "--entry-name", "add"), "gone: no such file or folder"),
        (("op", "--entry-name", "add", "--backend", "other"), "--backend"),
        (("op",), "--entry-name"),
    ],
)
def test_no_kernel(
    words: tuple[str, ...], told: str, tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "op", {"add.asc": KERNEL + "// __global__ void mul() {}\n"})
    done = run("build-baseline", *words, "--output-dir", "out")
    assert done.code == 2 and told in done.err
    assert not (tmp_path / "out").exists()


def test_what_is_in_the_way_of_the_report(tmp_path: Path, run: Any) -> None:
    op = write(tmp_path / "op", {"add.asc": KERNEL})
    (tmp_path / "out/operator-baseline-build.json").mkdir(parents=True)
    done = run("build-baseline", op, "--output-dir", tmp_path / "out", "--entry-name", "add")
    assert done.code == 2 and "is no file; give another --output-dir" in done.err
    assert tree(tmp_path / "out") == ["operator-baseline-build.json"]


def test_an_asset_whose_name_is_no_text(tmp_path: Path, shell: Any) -> None:
    op = write(tmp_path / os.fsdecode(b"x\xff"), {"add.asc": KERNEL})
    done = shell("build-baseline", op, "--output-dir", tmp_path / "out", "--entry-name", "add")
    assert done.code == 2 and "its name is no text; rename it" in done.err and done.err.count("\n") == 1
