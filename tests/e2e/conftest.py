"""The editors that the tests drive. In CI (CI=true) they are installed, and one that is missing is a failure; on a
person's machine a test whose editor is missing is skipped and says how to get it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CI = os.environ.get("CI") == "true"
HOME = Path(os.environ.get("SKLINT_E2E") or Path.home() / ".cache" / "sklint-e2e")
SKLINT = Path(sys.executable).parent / "sklint"
KERNELS = HERE / "data" / "kernels.asc"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole editors on a busy machine sometimes answer later than anyone waits: such a test has a second chance."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=5))


def set_up(*parts: str) -> None:
    own = {**os.environ, "SKLINT_E2E": str(HOME)}
    done = subprocess.run([HERE / "setup.sh", *parts], env=own, capture_output=True, text=True)
    assert done.returncode == 0, f"tests/e2e/setup.sh failed\n{done.stdout}\n{done.stderr}"


@pytest.fixture(scope="session")
def installed() -> Path:
    """The folder with the editors of setup.sh."""
    if CI:
        set_up()
    elif not HOME.exists():
        pytest.skip("the editors are not here: run tests/e2e/setup.sh")
    return HOME


@pytest.fixture(scope="session")
def editor(installed: Path) -> Callable[[str], str]:
    """The path of a program: of that name, or at a path below the folder with the editors."""

    def found(name: str) -> str:
        path = shutil.which(installed / name if "/" in name else name)
        if path is None:
            reason = f"{name} is not here: run tests/e2e/setup.sh"
            pytest.fail(reason) if CI else pytest.skip(reason)
        return path

    return found


@pytest.fixture(scope="session")
def workbench(installed: Path) -> Path:
    """The folder with VS Code; the extension is packaged as it is now."""
    if not CI:
        if not (installed / "workbench" / "done").exists():
            pytest.skip("VS Code is not here: run tests/e2e/setup.sh")
        set_up("extension")
    return installed


@pytest.fixture(scope="session")
def program() -> Path:
    """The sklint that the editors start."""
    return SKLINT


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    """A source with one finding that has a safe fix and one kernel without binding, in a folder of its own."""
    folder = tmp_path / "核 函数"
    folder.mkdir()
    (folder / "sklint.toml").write_text("")
    return Path(shutil.copy(KERNELS, folder))


def sklint(*arguments: str | Path) -> str:
    done = subprocess.run([SKLINT, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def original() -> bytes:
    return KERNELS.read_bytes()


@pytest.fixture
def repaired(tmp_path: Path) -> bytes:
    """The bytes that the command line's safe fixes make of the source."""
    copy = Path(shutil.copy(KERNELS, tmp_path / "repaired.asc"))
    sklint("check", "--fix", copy)
    return copy.read_bytes()


@pytest.fixture
def bound(tmp_path: Path, repaired: bytes) -> bytes:
    """The bytes of the repaired source after `sklint bind`, which are free of findings."""
    copy = tmp_path / "bound.asc"
    copy.write_bytes(repaired)
    sklint("bind", "--write", copy)
    sklint("check", copy)
    assert b"SK_BIND(scale," in copy.read_bytes()
    return copy.read_bytes()
