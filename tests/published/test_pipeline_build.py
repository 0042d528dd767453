"""Stages 05 and 06 of run-sk-pipeline with a compiler, a CMake and a torch that only look like them: what is built is
told, and nothing counts as verified that did not run."""

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest
from assets import write
from pipeline import CLEAN, Ended, pipeline
from toolchain import BISHENG, TORCH

from sklint.report.markdown import escaped

CMAKE = """#!{python}
import pathlib, sys
if "--build" in sys.argv:
    folder = pathlib.Path(sys.argv[sys.argv.index("--build") + 1])
    for it in folder.parent.glob("runtime_compare*.asc"):
        program = folder / it.stem
        program.write_text("#!/bin/sh\\\\nexit 1\\\\n")
        program.chmod(0o755)
else:
    pathlib.Path(sys.argv[sys.argv.index("-B") + 1]).mkdir(parents=True, exist_ok=True)
"""
"""Builds a program that fails where it is run: without a device it must not be."""

NO_TOOLKIT = """#!{python}
import sys
print('Could not find "ASCConfig.cmake"')
sys.exit(1)
"""

LEGACY = """#!{python}
import sys
print("csrc/clip.asc:7:9: error: no member named 'skBlockNum' in 'sk::SkSystemArgs'", file=sys.stderr)
sys.exit(1)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, {"op/clip.asc": CLEAN})
    write(tmp_path / "tools", TORCH)
    tool(tmp_path, "bisheng", BISHENG)
    tool(tmp_path, "cmake", CMAKE)
    for name in [it for it in os.environ if it.startswith(("SK_", "TORCH_", "ASCEND_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{tmp_path / 'tools/bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "tools"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tool(folder: Path, name: str, text: str) -> None:
    path = write(folder / "tools/bin", {name: text.format(python=sys.executable)}) / name
    path.chmod(0o755)


def run(out: str, *options: str) -> Ended:
    return pipeline(Path(out), "--asset", "op", "--target-chip", "A2", "--build-cache-dir", "cache", *options)


def test_a_wheel_without_verification_is_packaged(here: Path) -> None:
    ended = run("out", "--no-verify")
    assert (ended.code, ended.status) == (0, "packaged")
    assert ended.json("artifact-layout-lint.json")["status"] == "passed"
    [wheel] = ended.map["deliverables"]["wheels"]
    assert wheel.startswith("deliverables/wheels/op/op_extension-0.1.0-")
    names = zipfile.ZipFile(ended.folder / wheel).namelist()
    assert any(it.startswith("op_extension/clip_dav_2201") for it in names)
    state = ended.state("op")
    assert (state["wheel"]["status"], state["wheel"]["cache_hit"]) == ("built", False)
    assert state["verification"]["status"] == "skipped-by-user"
    assert state["baseline"]["per_op"]["clip"]["correctness"] == "not-available"
    assert ended.stages("op")["05"] == "passed"
    assert (ended.folder / "deliverables/pybind-projects/op/setup.py").is_file()


def test_an_equal_wheel_comes_from_the_cache(here: Path) -> None:
    first, again = run("one", "--no-verify"), run("two", "--no-verify")
    assert again.status == "packaged"
    wheel = again.state("op")["wheel"]
    assert (wheel["status"], wheel["cache_hit"]) == ("reused", True)
    assert wheel["cache_key"] == first.state("op")["wheel"]["cache_key"]
    [mine], [theirs] = again.map["deliverables"]["wheels"], first.map["deliverables"]["wheels"]
    assert (again.folder / mine).read_bytes() == (first.folder / theirs).read_bytes()
    assert run("three", "--no-verify", "--wheel-mode", "always").state("op")["wheel"]["status"] == "built"
    tool(here, "bisheng", BISHENG + "# another\n")
    assert run("four", "--no-verify").state("op")["wheel"]["status"] == "built"


def test_a_wheel_that_is_given(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [wheel] = run("one", "--no-verify").map["deliverables"]["wheels"]
    ended = run("two", "--no-verify", "--reuse-wheel", f"one/{wheel}")
    assert (ended.code, ended.status) == (0, "packaged")
    assert "05" not in ended.stages("op")
    with zipfile.ZipFile("other.whl", "w") as other:
        other.writestr("else/__init__.py", "")
    ended = run("three", "--no-verify", "--reuse-wheel", "other.whl")
    assert (ended.code, ended.status) == (1, "needs-human")
    assert "has no extension module of op_extension" in capsys.readouterr().err


def test_without_a_device_nothing_is_verified(here: Path) -> None:
    ended = run("out", "--profile", "fast")
    assert (ended.code, ended.status) == (1, "skipped-no-npu")
    state = ended.state("op")
    assert (state["standalone"]["build_status"], state["standalone"]["verify_status"]) == ("passed", "skipped-no-npu")
    assert state["verification"]["standalone"]["per_op"]["clip"]["status"] == "skipped-no-npu"
    assert state["wheel"]["status"] == "skipped"
    assert state["differential"]["status"] == "skipped-baseline-unavailable"
    assert state["runtime_contracts"]["clip"]["status"] == "needs-runtime-fixture"
    assert ended.map["deliverables"]["sk_source"] == ["deliverables/sk-source/op"]


def test_a_release_without_a_device(here: Path) -> None:
    ended = run("out")
    assert (ended.code, ended.status) == (1, "skipped-no-npu")
    assert len(ended.map["deliverables"]["wheels"]) == 1


def test_without_a_chip_there_is_no_architecture(here: Path) -> None:
    ended = pipeline(Path("out"), "--asset", "op", "--profile", "fast")
    assert (ended.code, ended.status) == (1, "skipped-target-arch")
    verdict = ended.json("work/stage-work/op/06-build-and-verify/standalone/outputs/verify/clip/verdict.json")
    assert verdict["status"] == "skipped-target-arch" and "missing-npu-arch-and-target-chip" in verdict["reason"]


@pytest.mark.parametrize(
    ("chip", "why"),
    [
        ("", "no --target-chip is given"),
        ("310p", "no SuperKernel is built for dav-2002"),
        ("A2,950", "A2,950 is dav-2201 and dav-3510"),
    ],
)
def test_why_there_is_no_architecture(here: Path, capsys: pytest.CaptureFixture[str], chip: str, why: str) -> None:
    ended = pipeline(
        Path("out"), "--asset", "op", "--stages", "01,02,06", "--wheel-mode", "never", "--target-chip", chip
    )
    assert ended.status == "skipped-target-arch"
    told = f"{why}; give chips of one in --target-chip, such as A2"
    assert told in ended.map["run"]["reason"] and told in ended.map["assets"][0]["reason"]
    assert f"op: skipped-target-arch: {ended.map['run']['reason']}\n" in capsys.readouterr().err
    assert escaped(told) in (ended.folder / "artifact-map.md").read_text("utf-8")
    assert "--npu-arch" not in ended.map["run"]["reason"]


def test_no_toolkit_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tool(here, "cmake", NO_TOOLKIT)
    ended = run("out", "--profile", "fast")
    assert (ended.code, ended.status) == (1, "needs-human")
    assert "CMake finds no CANN toolkit; run the toolkit's set_env.sh" in capsys.readouterr().err
    state = ended.state("op")
    assert [it["rule_id"] for it in state["iterations"][0]["escalations"]] == ["build.compile-error"]
    assert (state["standalone"]["status"], ended.stages("op")["06"]) == ("failed", "needs-human")
    assert ended.map["deliverables"]["sk_source"] == ["deliverables/sk-source/op"]
    tool(here, "cmake", CMAKE)
    assert run("out", "--profile", "fast", "--resume-from", "out/artifact-map.json").status == "skipped-no-npu"


def test_a_wheel_that_does_not_compile(here: Path) -> None:
    tool(here, "bisheng", LEGACY)
    ended = run("out", "--no-verify")
    assert (ended.code, ended.status) == (1, "needs-human")
    assert ended.map["deliverables"]["wheels"] == []
    [found] = ended.state("op")["iterations"][0]["escalations"]
    assert found["rule_id"] == "build.undeclared-legacy-api"
    assert found["remediation_hint"] == {
        "kind": "rename-symbol",
        "target_file": "csrc/clip.asc",
        "old_value": "skBlockNum",
        "new_value": "skNumBlocks",
    }


def test_a_structural_toolchain_is_no_package(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SK_OPERATOR_STRUCTURAL_TOOLCHAIN", "1")
    ended = run("out", "--no-verify")
    assert (ended.code, ended.status) == (1, "structural-only")
    assert not list(Path("cache").rglob("*.whl"))


def test_a_fixture_of_the_asset(here: Path) -> None:
    plan = {
        "parameters": [{"name": "x", "bytes": 64, "compare": True}, {"name": "limit", "kind": "scalar", "value": 3}]
    }
    write(here, {"op/operator-sk-runtime-fixture.json": json.dumps(plan)})
    ended = run("out", "--profile", "fast")
    assert ended.status == "skipped-no-npu"
    outputs = "work/stage-work/op/06-build-and-verify/standalone/outputs"
    told = ended.json(f"{outputs}/operator-sk-standalone-verify.json")
    assert told["runtime_fixtures"]["clip"]["status"] == "available"
    contracts = "work/stage-work/op/06-build-and-verify/runtime-contracts"
    contract = ended.json(f"{contracts}/clip/operator-runtime-contract.json")
    assert (contract["status"], contract["comparison"]["outputs"]) == ("available", ["x"])
    assert [(it["name"], it["kind"], it["source"]) for it in contract["parameters"]] == [
        ("x", "device_buffer", "fixture"),
        ("limit", "scalar", "fixture"),
    ]


PROGRAM = """#!/bin/sh
[ "$SK_OPERATOR_MOCK_NPU$SK_OPERATOR_RUN_DEVICE_COMPARE" = GIVEN ] || exit 1
echo '{"statuses": {"clip": {"status": "STATUS", "reason": "said"}}}'
"""


def starting(status: str, given: str = "10") -> str:
    """A CMake that builds a program which gives a verdict where it is started without a device, or `given` a 1."""
    (line,) = (it for it in CMAKE.splitlines() if "write_text" in it)
    text = PROGRAM.replace("STATUS", status).replace("GIVEN", given)
    return CMAKE.replace(line, f"        program.write_text({text!r})".replace("{", "{{").replace("}", "}}"))


def test_a_program_that_is_started_without_a_device(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tool(here, "cmake", starting("skipped-no-npu"))
    ended = run("out", "--profile", "fast", "--allow-mock-npu")
    assert (ended.code, ended.status) == (1, "mock-only")
    state = ended.state("op")
    assert (state["standalone"]["build_status"], state["verification"]["status"]) == ("passed", "mock-only")
    assert state["verification"]["standalone"]["per_op"]["clip"] == {"status": "skipped-no-npu", "reason": "said"}
    assert state["differential"]["status"] == "skipped-baseline-unavailable"
    assert "op: mock-only: the programs that compare start, and launch nothing" in capsys.readouterr().err
    assert run("other", "--profile", "fast").status == "skipped-no-npu"


@pytest.mark.parametrize("program", [CMAKE, starting("passed"), starting("failed")])
def test_a_program_that_does_not_start_or_passes_without_a_device(here: Path, program: str) -> None:
    tool(here, "cmake", program)
    ended = run("out", "--profile", "fast", "--allow-mock-npu")
    assert (ended.code, ended.status) == (1, "needs-human")
    assert ended.state("op")["verification"]["status"] == "failed"


@pytest.fixture
def on_a_device(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    monkeypatch.setenv("SK_OPERATOR_RUN_DEVICE_COMPARE", "1")
    monkeypatch.setattr("sklint.cli.pipeline_standalone.DEVICES", (str(here / "op"),))


@pytest.mark.usefixtures("on_a_device")
@pytest.mark.parametrize("more", [(), ("--allow-mock-npu",)])
def test_what_the_programs_say_on_a_device_counts(here: Path, more: tuple[str, ...]) -> None:
    tool(here, "cmake", starting("passed", "1"))
    ended = run("out", "--profile", "fast", *more)
    assert (ended.code, ended.status) == (0, "verified")
    assert ended.state("op")["verification"]["standalone"]["per_op"]["clip"] == {"status": "passed", "reason": "said"}
    tool(here, "cmake", starting("failed", "1"))
    assert run("other", "--profile", "fast", *more).status == "needs-human"


@pytest.mark.usefixtures("on_a_device")
@pytest.mark.parametrize("program", ["no program", "#!/no/shell\n"])
def test_a_program_that_cannot_be_started(here: Path, program: str) -> None:
    (line,) = (it for it in CMAKE.splitlines() if "write_text" in it)
    tool(here, "cmake", CMAKE.replace(line, f"        program.write_text({program!r})"))
    ended = run("out", "--profile", "fast")
    assert (ended.code, ended.status) == (1, "needs-human")
    said = ended.work("op") / "06-build-and-verify/standalone/outputs/verify/runtime_compare/stdout.txt"
    assert "runtime_compare: does not start: " in said.read_text()


@pytest.mark.parametrize("how", [("--profile", "fast"), ("--no-verify",), ()])
def test_what_a_toolchain_builds_that_only_looks_like_one(here: Path, how: tuple[str, ...]) -> None:
    ended = run("out", *how, "--allow-structural-toolchain", "--allow-mock-npu")
    assert (ended.code, ended.status) == (1, "structural-only")
    state = ended.state("op")
    built = {state["wheel"]["status"], state["standalone"].get("build_status", "skipped")}
    assert built <= {"structural-built", "structural-passed", "skipped"}
    assert "passed" not in json.dumps(state["verification"])
    assert not any(Path("cache").rglob("*.whl"))


def test_what_is_structural_is_not_taken_for_a_build(here: Path) -> None:
    assert run("out", "--no-verify", "--allow-structural-toolchain").status == "structural-only"
    again = run("out", "--no-verify", "--resume-from", "out/artifact-map.json")
    assert (again.status, again.state("op")["wheel"]["status"]) == ("packaged", "built")
