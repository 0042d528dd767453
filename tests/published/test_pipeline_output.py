"""The output folder of run-sk-pipeline: whose it is, what becomes of it, and how a run goes on that was stopped."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from assets import write
from killed import KILLED, REMOVING
from pipeline import CHECKS, CLEAN, FIVE_SPLITS, REPAIRABLE, Ended, pipeline, tree


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(write(tmp_path, {"op/clip.asc": REPAIRABLE}))
    return tmp_path


def run(*more: str | Path) -> Ended:
    return pipeline(Path("out"), "--asset", "op", *CHECKS, *more)


RESUME = ("--resume-from", "out/artifact-map.json")


def results(folder: Path) -> dict[str, bytes]:
    """What is handed on, and the packages; records have times in them."""
    return {path: data for path, data in tree(folder).items() if path.split("/")[0] in ("deliverables", "artifacts")}


def test_a_folder_with_something_in_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here / "out", {"notes.txt": "mine"})
    assert run().code == 2
    assert "is not empty (notes.txt); give --clean-output" in capsys.readouterr().err
    assert run("--clean-output").code == 2
    assert "out/notes.txt: no run of this command wrote it" in capsys.readouterr().err
    assert tree(here / "out") == {"notes.txt": b"mine"}


def test_a_folder_that_only_looks_like_ours(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A project with a README.md and a folder of assets is none."""
    write(here / "out", {"README.md": "mine", "assets/logo.svg": "<svg/>"})
    before = tree(here / "out")
    assert run("--clean-output").code == 2
    assert "so no run of this command made it" in capsys.readouterr().err
    assert tree(here / "out") == before


def test_cleaning(here: Path) -> None:
    first = run()
    whole = results(here / "out")
    (here / "op" / "clip.asc").write_text(CLEAN)
    again = run("--clean-output")
    assert (first.status, again.status) == ("clean", "clean")
    assert "skNumBlocks" in whole["artifacts/sk-source/op/csrc/clip.asc"].decode()
    assert "skNumBlocks" not in results(here / "out")["artifacts/sk-source/op/csrc/clip.asc"].decode()


@pytest.mark.parametrize("place", ["deliverables/notes.txt", "work/stage-work/op/notes.txt"])
@pytest.mark.parametrize("how", [("--clean-output",), RESUME])
def test_a_file_of_somebody_else_in_our_folders(
    here: Path, place: str, how: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    run()
    write(here / "out", {place: "mine"})
    before = tree(here / "out")
    assert run(*how).code == 2
    assert f"out/{place}: no run of this command wrote it" in capsys.readouterr().err
    assert tree(here / "out") == before


def test_a_file_of_ours_that_somebody_changed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run()
    path = here / "out" / "deliverables/sk-source/op/setup.py"
    path.write_text("mine")
    assert run("--clean-output").code == 2
    assert "setup.py: was changed since" in capsys.readouterr().err
    assert path.read_text() == "mine"


def test_a_run_into_the_asset_leaves_the_asset_alone(here: Path) -> None:
    ended = pipeline(here / "op" / "out", "--asset", "op", *CHECKS)
    assert ended.status == "clean"
    assert [it for it in tree(here / "op") if not it.startswith("out/")] == ["clip.asc"]
    assert ended.files("artifacts/sources/op") == ["clip.asc"]


def test_going_on_runs_nothing_twice(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run()
    before = results(here / "out")
    stamps = {it["stage"]: it["finished_at"] for it in Ended(0, here / "out").state("op")["stages"]}
    capsys.readouterr()
    ended = run(*RESUME)
    assert ended.status == "clean"
    assert {it["stage"]: it["finished_at"] for it in ended.state("op")["stages"]} == stamps
    assert results(here / "out") == before
    assert "op: 03-validate-spec is as an earlier run left it" in capsys.readouterr().err


def test_going_on_with_more_stages(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipeline(Path("out"), "--asset", "op", "--stages", "01,02")
    capsys.readouterr()
    ended = run(*RESUME)
    said = capsys.readouterr().err
    assert ended.status == "clean"
    assert "02-adapt-sk-from-global is as an earlier run left it" in said and "op: 03-validate-spec\n" in said


def test_going_on_after_a_person_has_changed_the_asset(here: Path) -> None:
    (here / "op" / "clip.asc").write_text(FIVE_SPLITS)
    assert run().status == "needs-human"
    (here / "op" / "clip.asc").write_text(REPAIRABLE)
    ended = run(*RESUME)
    assert ended.status == "clean" and ended.to_decide() == []
    assert {it["rule_id"] for it in ended.state("op")["iterations"][0]["findings"]} == {
        "sk.args-struct-alignas",
        "sk.sys-args-api-current",
    }


def test_going_on_after_needs_human_checks_again(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "op" / "clip.asc").write_text(FIVE_SPLITS)
    first = run()
    capsys.readouterr()
    again = run(*RESUME)
    assert (first.status, again.status) == ("needs-human", "needs-human")
    assert again.to_decide() == first.to_decide() == ["op: sk.bind-max-splits"]
    assert len(again.state("op")["iterations"][0]["findings"]) == 1
    assert "op: 03-validate-spec\n" in capsys.readouterr().err


def test_going_on_with_fewer_stages(here: Path) -> None:
    (here / "op" / "clip.asc").write_text(FIVE_SPLITS)
    assert run().status == "needs-human"
    ended = pipeline(Path("out"), "--asset", "op", "--stages", "01,02", *RESUME)
    assert ended.status == "adapted"
    assert sorted(ended.stages("op")) == ["00", "01", "02"]
    assert not (ended.work("op") / "03-validate-spec").exists()


def test_going_on_with_other_packages_leaves_nothing_of_the_first(here: Path) -> None:
    write(here, {"op2/floor.asc": CLEAN.replace("clip", "floor")})
    both = ("--asset", "op", "--asset", "op2", *CHECKS)
    assert pipeline(Path("out"), *both).status == "clean"
    ended = pipeline(Path("out"), *both, "--asset-root-mode", "separate", *RESUME)
    assert ended.status == "completed"
    assert not [it for it in ended.files() if "/aggregate/" in it]
    assert sorted(it["asset_slug"] for it in ended.map["assets"]) == ["op", "op2"]


@pytest.mark.parametrize("at", [1, 3, 10, 20, 30, 40, 50])
def test_cleaning_that_is_killed_is_done_again(here: Path, at: int) -> None:
    assert run().status == "clean"
    before = results(here / "out")
    command = ["run-sk-pipeline", "--asset", "op", *CHECKS, "--output-dir", "out", "--clean-output"]
    killed = subprocess.run([sys.executable, "-c", REMOVING, str(at), *command], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    ended = run("--clean-output")
    assert ended.status == "clean"
    assert results(here / "out") == before


def test_a_cleaning_that_is_killed_leaves_what_is_somebodys(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run().status == "clean"
    command = ["run-sk-pipeline", "--asset", "op", *CHECKS, "--output-dir", "out", "--clean-output"]
    subprocess.run([sys.executable, "-c", REMOVING, "20", *command], capture_output=True, check=False)
    write(here / "out", {"work/mine.txt": "mine"})
    assert run("--clean-output").code == 2
    assert "mine.txt: no run of this command wrote it" in capsys.readouterr().err
    assert (here / "out" / "work" / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("at", [1, 2, 4, 9, 16, 25, 40])
def test_a_run_that_is_killed_goes_on(here: Path, at: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert pipeline(here / "whole", "--asset", "op", *CHECKS).status == "clean"
    command = ["run-sk-pipeline", "--asset", "op", *CHECKS, "--output-dir", "out"]
    killed = subprocess.run([sys.executable, "-c", KILLED, str(at), *command], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert run().code == 2 or not any((here / "out").iterdir())
    capsys.readouterr()
    known = (here / "out" / "artifact-map.json").is_file()
    ended = run(*(RESUME if known else ("--clean-output",)))
    if ended.code == 2:  # it was killed before anything said whose folder it is
        assert at == 1 and "so no run of this command made it" in capsys.readouterr().err
        shutil.rmtree("out")
        ended = run()
    assert ended.status == "clean"
    assert results(here / "out") == results(here / "whole")
    assert not [it for it in ended.files() if any(part.startswith(".") for part in it.split("/"))]


def test_a_full_disk(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(*_given: object, **_named: object) -> str:
        raise OSError(28, "No space left on device")

    before = tree(here)
    monkeypatch.setattr(tempfile, "mkstemp", full)
    monkeypatch.setattr(tempfile, "mkdtemp", full)
    assert run().code == 2
    assert "No space left on device" in capsys.readouterr().err
    assert tree(here) == before and not (here / "out").exists()


def test_a_disk_that_fills_on_the_way(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, real = 20, tempfile.mkstemp

    def soon_full(*given: Any, **named: Any) -> tuple[int, str]:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        return real(*given, **named)

    monkeypatch.setattr(tempfile, "mkstemp", soon_full)
    assert run().code == 2
    monkeypatch.undo()
    os.chdir(here)
    assert run(*RESUME).status == "clean"


def test_a_folder_that_is_read_only(here: Path, bound: Callable[..., Any]) -> None:
    here.chmod(0o555)
    done = bound("run-sk-pipeline", "--asset", "op", "--output-dir", "out", cwd=here)
    here.chmod(0o755)
    assert done.code == 2 and "out" in done.err and done.err.count("\n") == 1
    assert not (here / "out").exists()
