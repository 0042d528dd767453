"""One cache for a test session, so that the user's own is neither read nor written, and no target of the machine; the
command, run in this process (`run`) or as people run it (`shell`), in a folder of the test's own (`project`)."""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from sklint.cli.main import main

settings.register_profile("sklint", deadline=None)  # a busy machine is no fault of an example
settings.load_profile("sklint")

CACHE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    for name in ("SK_TARGET_CHIPS", "SK_NPU_ARCHS", "ASCEND_HOME_PATH", "SK_COMPAT_MATRIX_DIR"):
        os.environ.pop(name, None)
    config.stash[CACHE] = os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="sklint-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[CACHE], ignore_errors=True)


BAD = """#include "kernel_operator.h"

struct Args { GM_ADDR x; bool keep; };
__global__ __vector__ void add(GM_ADDR x, bool keep) { Work(x, keep); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const Args *args) { Work(args->x, args->keep); }
SK_BIND(add, 4, add_sk<0>);
"""
"""A source with one finding, sk.args-struct-alignas at 3:31, which has a safe fix."""


@dataclass(frozen=True)
class Result:
    code: int
    data: bytes
    err: str

    @property
    def out(self) -> str:
        return self.data.decode()


Run = Callable[..., Result]


@pytest.fixture
def bad() -> str:
    return BAD


@pytest.fixture
def good() -> str:
    return BAD.replace("bool keep; }", "alignas(4) bool keep; }")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, below a configuration that gives the target."""
    (tmp_path / "sklint.toml").write_text('[target]\nchips = ["A3"]\ncann = "9.1"\n')
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """The command in this process: run("check", "a.asc", stdin=b"...")."""

    def run(*arguments: str | Path, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        code = main(list(map(str, arguments)))
        out, err = capsysbinary.readouterr()
        return Result(code, out, err.decode())

    return run


@pytest.fixture
def shell() -> Run:
    """The command in a process of its own."""

    def shell(
        *arguments: str | Path,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
        **how: object,
    ) -> Result:
        command = [*prefix, sys.executable, "-m", "sklint", *map(str, arguments)]
        done = subprocess.run(command, input=stdin, capture_output=True, env={**os.environ, **(env or {})}, **how)
        return Result(done.returncode, done.stdout, done.stderr.decode())

    return shell


@pytest.fixture
def bound(shell: Run) -> Run:
    """`shell`, bound by the modes of files also where the tests run as root."""
    if os.geteuid() != 0:
        return shell
    if not shutil.which("setpriv"):
        pytest.skip("root may read and write everything, and there is no setpriv to lay that down")
    drop = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
    return lambda *arguments, **how: shell(*arguments, prefix=drop, **how)
