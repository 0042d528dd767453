"""The package that adapt-sk-from-global writes: it compiles, it builds, it loads the right modules, torch knows it."""

import importlib.machinery
import os
import py_compile
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from adaptation import FOLDER, Result, adapt, contract, write
from toolchain import run

from sklint.generate.package_python import SOC_NUMBERS, SOC_PREFIXES, TEMPLATES

SOURCE = """#include "kernel_operator.h"
struct Tile { uint32_t rows; uint16_t columns; };
enum class Mode : uint8_t { A, B };
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, half a, bool flag, Mode mode, Tile t, uint64_t n)
{ Use(x, y, a, flag, mode, t, n); }
__global__ __vector__ void nothing() { }
__global__ __vector__ void count(uint32_t n) { Use(n); }
"""
ENTRIES: dict[str, object] = {"add": {"inputs": ["x"], "outputs": ["y"], "parameters": {"t": "host_struct"}}}


@pytest.fixture
def package(tmp_path: Path) -> Result:
    asset = write(tmp_path / "asset", {"ops.asc": SOURCE}) / "ops.asc"
    result = adapt(
        asset, tmp_path / "out", *contract(tmp_path, ENTRIES), "--package-name", "my-ops", "--package-version", "1.2"
    )
    assert result.status == "completed"
    return result


def test_schemas_say_what_is_written(package: Result) -> None:
    assert [it["torch_schema"] for it in package.entries.values()] == [
        "add(Tensor x, Tensor(a!) y, float a, bool flag, int mode_, int[] t, int n) -> ()",
        "nothing(Tensor(a!) x) -> ()",
        "count(Tensor(a!) x, int n) -> ()",
    ]


def test_wrapper_takes_numbers_as_torch_has_them(package: Result) -> None:
    text = package.text("csrc/add.asc")
    assert (
        "run_add(const at::Tensor &x, const at::Tensor &y, double a, bool flag, int64_t mode, "
        "const std::vector<int64_t> &t, int64_t n)"
    ) in text
    assert "static_cast<std::remove_cv_t<decltype(AddArgs::a)>>(static_cast<float>(a))" in text
    assert "number_of<std::remove_cv_t<decltype(AddArgs::mode)>>(mode" in text
    assert "nothing<<<blockDim, nullptr, acl_stream>>>();" in text


def python_of(version: str) -> str | None:
    """An interpreter of that version on this machine."""
    known = sorted((Path.home() / ".pyenv/versions").glob(f"{version}.*/bin/python"))
    return str(known[-1]) if known else shutil.which(f"python{version}")


@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13"])
def test_every_python_file_compiles(version: str, package: Result) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"Python {version} is not installed")
    files = [str(package.folder / FOLDER / it) for it in package.files if it.endswith(".py")]
    code = "import sys; [compile(open(it).read(), it, 'exec') for it in sys.argv[1:]]"
    done = subprocess.run([python, "-W", "error", "-c", code, *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for it in files:
        py_compile.compile(it, cfile=str(package.folder / "x.pyc"), doraise=True)


def test_metadata_needs_no_toolchain(package: Result, tmp_path: Path) -> None:
    assert run(package, tmp_path, "setup.py", "--version", PATH=os.defpath).stdout.split()[-1] == "1.2"
    assert run(package, tmp_path, "setup.py", "--name", PATH=os.defpath).stdout.split()[-1] in ("my-ops", "my_ops")


def test_builds_each_entry_for_each_architecture(package: Result, tmp_path: Path) -> None:
    done = run(
        package,
        tmp_path,
        "setup.py",
        "-q",
        "build",
        "--build-lib",
        "made",
        SK_TARGET_CHIPS="A3;Ascend950PR",
        SK_BISHENG_JOBS="2",
    )
    assert done.returncode == 0, done.stderr
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    made = package.folder / FOLDER / "made/my_ops"
    assert sorted(it.name for it in made.iterdir() if it.name.endswith(".so")) == sorted(
        f"{entry}_{arch}{suffix}" for entry in ("add", "count", "nothing") for arch in ("dav_2201", "dav_3510")
    )
    command = (made / f"add_dav_2201{suffix}").read_text().splitlines()
    assert command[:3] == ["-x", "asc", "--npu-arch=dav-2201"]
    assert "-DTORCH_EXTENSION_NAME=add_dav_2201" in command
    assert [Path(it).name for it in command if it.endswith(".asc")] == ["add.asc", "pybind11_add.asc"]
    assert {"__init__.py", "_arch_selector.py", "_torch_library.py"} <= {it.name for it in made.iterdir()}


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({}, "set SK_TARGET_CHIPS or SK_NPU_ARCHS"),
        ({"SK_TARGET_CHIPS": "z80"}, "SK_TARGET_CHIPS: no architecture is known for z80"),
        ({"SK_NPU_ARCHS": " ; "}, "SK_NPU_ARCHS names no architecture"),
        ({"SK_NPU_ARCHS": "dav-2201", "SK_BISHENG_JOBS": "0"}, "SK_BISHENG_JOBS is '0'"),
        ({"SK_NPU_ARCHS": "dav-2201", "PATH": "/nowhere"}, "bisheng is not on PATH"),
        ({"SK_NPU_ARCHS": "dav-2201", "PYTHONPATH": "/nowhere"}, "install both, and give pip --no-build-isolation"),
    ],
)
def test_what_a_build_needs(environment: dict[str, str], message: str, package: Result, tmp_path: Path) -> None:
    done = run(package, tmp_path, "setup.py", "-q", "build", **environment)
    assert done.returncode != 0
    assert message in done.stderr


def test_source_distribution_has_all_that_a_build_needs(tmp_path: Path) -> None:
    files = {
        "kernels/deep/ops.asc": SOURCE.replace(
            '#include "kernel_operator.h"\n',
            '#include "kernel_operator.h"\n#include "../common/a b.h"\n#include "own.h"\n#include <up.h>\n',
        ),
        "kernels/common/a b.h": '#pragma once\n#include "[x]/inner.hpp"\n',
        "kernels/common/[x]/inner.hpp": '#include "../table.inc"\n',
        "kernels/common/table.inc": "// 1, 2\n",
        "kernels/deep/own.h": "#pragma once\n",
    }
    asset = write(tmp_path / "asset", files)
    result = adapt(asset, tmp_path / "out", *contract(tmp_path, ENTRIES), "--package-name", "my-ops")
    assert result.status == "completed"
    assert run(result, tmp_path, "setup.py", "-q", "sdist", "--dist-dir", str(tmp_path)).returncode == 0
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        there = {it.name.partition("/")[2] for it in packed.getmembers() if it.isfile()}
        packed.extractall(tmp_path / "unpacked", filter="data")
    written = {it.removeprefix(f"{FOLDER}/") for it in result.report["canonical_written_files"]}
    assert written <= there
    (folder,) = (tmp_path / "unpacked").iterdir()
    shutil.rmtree(result.folder / FOLDER)
    shutil.move(folder, result.folder / FOLDER)
    built = run(result, tmp_path, "setup.py", "-q", "build", SK_NPU_ARCHS="dav-2201")
    assert built.returncode == 0, built.stderr
    assert len(list((result.folder / FOLDER / "build").rglob("add_dav_2201*"))) == 1


def test_imports_and_calls_the_module_of_the_device(package: Result, tmp_path: Path) -> None:
    tree = package.folder / FOLDER
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    for arch in ("dav_2201", "dav_3510"):
        (tree / f"my_ops/add_{arch}{suffix}").touch()
    fake = tmp_path / "fake.py"
    fake.write_text(
        "import importlib.util, sys, types\n"
        "calls = []\n"
        "def module(name):\n"
        "    it = types.ModuleType(name)\n"
        "    it.__file__ = name\n"
        "    it.run_add = lambda *given: calls.append((name, given))\n"
        "    sys.modules[name] = it\n"
        "for arch in ('dav_2201', 'dav_3510'):\n"
        "    module(f'my_ops.add_{arch}')\n"
        "import torch, my_ops\n"
        "print(my_ops.SELECTED_NPU_ARCH, my_ops.LOADED_LIBRARY_PATHS)\n"
        "print(my_ops.run_add('x', 'y', 1.0, flag=True, mode=0, t=[], n=3), calls)\n"
        "try:\n"
        "    my_ops.run_nothing('x')\n"
        "except RuntimeError as error:\n"
        "    print(error)\n"
        "print(torch.library.REGISTERED[:3])\n"
    )
    done = run(
        package,
        tmp_path,
        "-c",
        f"import sys; sys.path.insert(0, '.'); exec(open({str(fake)!r}).read())",
        SOC="Ascend910_9391",
    )
    assert done.stdout.splitlines() == [
        "dav-2201 {'add': 'my_ops.add_dav_2201', 'nothing': '', 'count': ''}",
        "y [('my_ops.add_dav_2201', ('x', 'y', 1.0, True, 0, [], 3))]",
        "nothing has no module for this architecture; it runs on those it was packaged for",
        "[('ascendc_ops', 'FRAGMENT'), 'add(Tensor x, Tensor(a!) y, float a, bool flag, int mode_, int[] t, int n) "
        "-> ()', ('add', 'PrivateUse1')]",
    ], done.stderr


@pytest.mark.parametrize(
    ("environment", "printed"),
    [
        ({"SOC": "224"}, "dav-2201"),
        ({"SOC": "260"}, "dav-3510"),
        ({"SOC": "Ascend910B3"}, "dav-2201"),
        ({"SOC": "224", "SK_ACLGRAPH_NPU_ARCH": "DAV_3510"}, "dav-3510"),
        ({"SOC": "Ascend310P3"}, "the architecture of Ascend310P3 is not known"),
        ({"SK_ACLGRAPH_NPU_ARCH": "dav-1"}, "which was not packaged; packaged are: dav-2201, dav-3510"),
    ],
)
def test_selects_an_architecture(environment: dict[str, str], printed: str, package: Result, tmp_path: Path) -> None:
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    for arch in ("dav_2201", "dav_3510"):
        (package.folder / FOLDER / f"my_ops/add_{arch}{suffix}").touch()
    code = (
        "import importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('selector', 'my_ops/_arch_selector.py')\n"
        "it = importlib.util.module_from_spec(spec); spec.loader.exec_module(it)\n"
        "print(it.select_arch())"
    )
    done = run(package, tmp_path, "-c", code, **environment)
    assert printed in done.stdout + done.stderr


def test_both_files_know_the_same_architectures() -> None:
    namespace: dict[str, object] = {}
    text = (TEMPLATES / "_arch_selector.py.in").read_text()
    lines = [it for it in text.splitlines() if it.startswith(("SOC_PREFIXES =", "SOC_NUMBERS ="))]
    exec("\n".join(lines), namespace)
    assert namespace["SOC_PREFIXES"] == SOC_PREFIXES
    assert namespace["SOC_NUMBERS"] == SOC_NUMBERS
