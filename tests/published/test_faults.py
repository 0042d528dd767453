"""What goes wrong around the commands that write: a disk that is full, a run that is killed, a folder of somebody else.
Nothing is half written, nothing of others is touched, and the next run does the whole job."""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from killed import KILLED

from sklint.cli.main import main

KERNEL = """#include "kernel_operator.h"

__global__ __vector__ void copy(GM_ADDR x, GM_ADDR y, uint32_t n)
{
    Copy(x, y, n);
}
"""
CONTRACT = {"entries": {"copy": {"inputs": ["x"], "outputs": ["y"]}}}
FINDING = {
    "finding_id": "f",
    "actionable_by": ["codegen.apply-remediation"],
    "remediation_hint": {"kind": "rename-symbol", "target_file": "copy.asc", "old_value": "n", "new_value": "count"},
}

INTO = {
    "adapt": ("adapt-sk-from-global", "op", "--io-contract", "c.json", "--output-dir", "out"),
    "aggregate": ("aggregate-sk-adapted", "--adapted-output-dir", "sk", "--output-dir", "out"),
    "standalone": ("generate-standalone-compare", "sk", "--output-dir", "out", "--target-chip", "A3"),
    "detect": ("detect-sk-form", "op", "--output-dir", "out"),
    "assets": ("adapt-asset", "op", "--output-dir", "out"),
    "scan": ("scan-operator-assets", "op", "--output-dir", "out"),
    "understanding": ("analyze-operator-asset", "op", "--output-dir", "out"),
    "normalized": ("normalize-operator-asset", "op", "--output-dir", "out"),
    "intake": ("intake", "op", "--output-dir", "out"),
    "conversion": ("analyze-sk-conversion", "op", "--output-dir", "out"),
    "template": ("generate-from-template", "add_custom", "--param", "dtype=float16", "--output-dir", "out"),
    "validation": ("validate-operator", "--asset", "op", "--rule-pack", "spec", "--output-dir", "out"),
}
"""Commands that write a folder."""

BESIDE = {
    "bind": ("bind", "op/copy.asc", "--write"),
    "contract": ("write-io-contract", "op", "--output", "new.json"),
    "remediation": ("apply-remediation", "op", "findings.json", "--output-dir", "results"),
}
"""Commands that write a file of the operator, or beside it."""

ALL = INTO | BESIDE


@pytest.fixture(autouse=True)
def operator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "op").mkdir()
    (tmp_path / "op" / "copy.asc").write_text(KERNEL)
    (tmp_path / "c.json").write_text(json.dumps(CONTRACT))
    (tmp_path / "findings.json").write_text(json.dumps({"findings": [FINDING]}))
    put(tmp_path, adapted())
    return tmp_path


@cache
def adapted() -> dict[str, bytes | None]:
    """What adapt-sk-from-global leaves in a folder `sk`."""
    with tempfile.TemporaryDirectory() as name:
        asset = Path(name, "asset", "copy.asc")
        asset.parent.mkdir()
        asset.write_text(KERNEL.replace("GM_ADDR y, ", "").replace(" y,", ""))
        main(["adapt-sk-from-global", str(asset), "--output-dir", str(Path(name, "sk"))])
        return {path: data for path, data in tree(Path(name)).items() if path.startswith("sk/")}


def put(folder: Path, files: dict[str, bytes | None]) -> None:
    for path, data in files.items():
        if data is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)


def tree(folder: Path) -> dict[str, bytes | None]:
    """All that is below a folder; drafts that a killed run left, hidden files, apart."""
    names = (it.relative_to(folder) for it in sorted(folder.rglob("*")))
    shown = (it for it in names if not any(part.startswith(".") for part in it.parts))
    return {it.as_posix(): (folder / it).read_bytes() if (folder / it).is_file() else None for it in shown}


@pytest.mark.parametrize("name", ALL)
def test_a_full_disk(
    name: str, operator: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_given: object, **_named: object) -> str:
        raise OSError(28, "No space left on device")

    before = tree(operator)
    monkeypatch.setattr(tempfile, "mkstemp", full)
    monkeypatch.setattr(tempfile, "mkdtemp", full)
    assert main(list(ALL[name])) == 2
    assert tree(operator) == before
    assert "No space left on device" in capsys.readouterr().err


@pytest.mark.parametrize("room", [1, 2, 3])
@pytest.mark.parametrize("name", INTO)
def test_a_disk_that_is_full_after_some_files(
    name: str, room: int, operator: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts: list[bool] = []

    def with_room(make: Callable[..., Any]) -> Callable[..., Any]:
        def made(*given: object, **named: object) -> Any:
            drafts.append(len(drafts) < room)
            if not drafts[-1]:
                raise OSError(28, "No space left on device")
            return make(*given, **named)

        return made

    before = tree(operator)
    for it in ("mkstemp", "mkdtemp"):
        monkeypatch.setattr(tempfile, it, with_room(getattr(tempfile, it)))
    assert (main(list(INTO[name])) == 2) is not all(drafts)
    assert all(drafts) or tree(operator) == before


@pytest.mark.parametrize("to", ["mine.txt", "nowhere.txt"])
@pytest.mark.parametrize("name", INTO | {"remediation": ALL["remediation"]})
def test_a_link_in_the_place_of_a_report(
    name: str, to: str, operator: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (operator / "mine.txt").write_text("mine")
    before = tree(operator)
    main(list(ALL[name]))
    folder = operator / ALL[name][ALL[name].index("--output-dir") + 1]
    names = [it.name for it in folder.iterdir() if it.is_file()]
    assert names
    for it in names:
        again(operator, before)
        folder.mkdir()
        (folder / it).symlink_to(operator / to)
        linked = tree(operator)
        capsys.readouterr()
        assert main(list(ALL[name])) == 2
        assert "give another --output-dir" in capsys.readouterr().err
        assert (folder / it).is_symlink() and tree(operator) == linked


@pytest.mark.parametrize("at", [1, 2, 3])
@pytest.mark.parametrize("name", ALL)
def test_a_run_that_is_killed(name: str, at: int, operator: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = tree(operator)
    main(list(ALL[name]))
    whole = tree(operator)
    again(operator, before)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(at), *ALL[name]], capture_output=True, check=False)
    left = tree(operator)
    if killed.returncode != -signal.SIGKILL:
        assert at > 1 and left == whole
        return
    assert all(data in (before.get(path), whole.get(path)) for path, data in left.items())
    capsys.readouterr()
    if main(list(ALL[name])) == 2:
        told = capsys.readouterr().err
        assert told.startswith("error: out/operator-") and "give another --output-dir" in told
        shutil.rmtree("out")
        main(list(ALL[name]))
    assert without_results(tree(operator)) == without_results(whole)


def test_a_package_whose_report_is_missing_is_taken_up_again(operator: Path) -> None:
    main(list(ALL["adapt"]))
    whole = tree(operator)
    (operator / "out" / "operator-sk-adapted.json").unlink()
    assert main(list(ALL["adapt"])) == 0
    assert tree(operator) == whole


def test_a_package_whose_report_is_missing_and_that_is_another(
    operator: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(list(ALL["adapt"]))
    (operator / "out" / "operator-sk-adapted.json").unlink()
    mine = operator / "out" / "operator-sk-adapted" / "mine.txt"
    mine.write_text("mine")
    before = tree(operator)
    assert main(list(ALL["adapt"])) == 2
    assert "is there already" in capsys.readouterr().err
    assert tree(operator) == before


def without_results(files: dict[str, bytes | None]) -> dict[str, bytes | None]:
    """The files but for what tells which of several runs did the work."""
    return {path: data for path, data in files.items() if path != "results/operator-sk-remediation.json"}


def again(folder: Path, before: dict[str, bytes | None]) -> None:
    """A folder as it was."""
    for it in folder.iterdir():
        shutil.rmtree(it) if it.is_dir() else it.unlink()
    put(folder, before)


@pytest.mark.parametrize("name", INTO)
def test_a_folder_of_somebody_else(name: str, operator: Path) -> None:
    mine = operator / "out" / "mine.txt"
    mine.parent.mkdir()
    mine.write_text("mine")
    main(list(INTO[name]))
    assert mine.read_text() == "mine"
    assert all(it.name.startswith("operator-") for it in mine.parent.iterdir() if it != mine)


@pytest.mark.parametrize("name", ALL)
def test_a_folder_that_is_read_only(name: str, operator: Path, bound: Callable[..., Any]) -> None:
    before = tree(operator)
    for folder in (operator / "op", operator):
        folder.chmod(0o555)
    done = bound(*ALL[name])
    for folder in (operator, operator / "op"):
        folder.chmod(0o755)
    assert done.code == 2 and done.err.count("\n") <= 3
    assert tree(operator) == before
