"""The commands that each report tells, followed as they stand: they lead forward and end in a package."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from sklint.cli.main import main

KERNEL = """#include "kernel_operator.h"

__global__ __vector__ void NAME(GM_ADDR x, GM_ADDR y, uint32_t n)
{
    AscendC::GlobalTensor<float> from, to;
    from.SetGlobalBuffer((__gm__ float *)x, n);
    to.SetGlobalBuffer((__gm__ float *)y, n);
    for (uint32_t i = 0; i < n; ++i) {
        to.SetValue(i, from.GetValue(i));
    }
    AscendC::DataCacheCleanAndInvalid<float, AscendC::CacheLine::ENTIRE_DATA_CACHE>(to);
}
"""
ALONE = {"copy.asc": KERNEL.replace("NAME", "copy1")}
TWO = ALONE | {"sub/other.asc": KERNEL.replace("NAME", "copy2") + KERNEL.partition("\n\n")[2].replace("NAME", "copy3")}
BUILT = {
    "CMakeLists.txt": "project(op)\nadd_library(op copy.asc)\n",
    "tests/test_op.py": "import op\n\n\ndef test_op():\n    assert op.run() == 1\n",
}
WITH_CONTRACT = {"operator-io-contract.json": json.dumps({"entries": {"copy1": {"inputs": ["x"], "outputs": ["y"]}}})}
NO_TENSOR = {"op.asc": '#include "kernel_operator.h"\n__global__ __vector__ void op(uint32_t n)\n{\n    Use(n);\n}\n'}


def follow(start: Sequence[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The commands that were run: each that is told, in its order, before those told before it."""
    waiting, run = [shlex.join(["sklint", *start])], list[str]()
    while waiting:
        line = waiting.pop(0)
        assert line not in run, f"{line} leads back: {run}"
        run.append(line)
        program, *words = shlex.split(line)
        if program == "sklint":
            main(words)
        told = [
            it.split(": ", 1)[1] for it in capsys.readouterr().out.splitlines() if it.startswith(("Next: ", "Then: "))
        ]
        waiting = [*told, *(it for it in waiting if it not in told)]
    return run


@pytest.mark.parametrize("files", [ALONE, TWO, ALONE | BUILT, TWO | BUILT, ALONE | WITH_CONTRACT, NO_TENSOR])
@pytest.mark.parametrize("command", ["intake", "plan", "analyze-sk-conversion"])
def test_from_a_fresh_kernel_to_its_package(
    files: dict[str, str],
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in files.items():
        (tmp_path / "op" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "op" / name).write_text(text)
    run = follow([command, "op"], capsys)
    assert run[-1].startswith("sklint adapt-sk-from-global ")
    made = json.loads(Path("operator-delivery-output/operator-sk-adapted.json").read_text())
    assert made["status"] == "completed"
    assert Path(made["adapted_dir"], "setup.py").exists()
    again = follow([command, "op"], capsys)
    assert not any("adapt-sk-binding-scaffold" in it or "sklint bind" in it for it in again)


@pytest.mark.parametrize("built", [{}, BUILT])
def test_from_a_scaffold_that_is_blocked_or_not_needed(
    built: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (ALONE | built).items():
        (tmp_path / "op" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "op" / name).write_text(text)
    main(["analyze-sk-conversion", "op"])
    capsys.readouterr()
    for command in ("generate-sk-source-scaffold", "adapt-sk-binding-scaffold"):
        run = follow([command, "operator-delivery-output"], capsys)
        assert run[-1].startswith("sklint adapt-sk-from-global ")
        main(["analyze-sk-conversion", "op"])
        capsys.readouterr()
    assert json.loads(Path("operator-delivery-output/operator-sk-adapted.json").read_text())["status"] == "completed"


def test_what_only_a_person_can_give_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "op.asc").write_text('#include "kernel_operator.h"\nint nothing;\n')
    main(["intake", "op.asc"])
    main(["analyze-sk-conversion", "op.asc"])
    told = [it for it in capsys.readouterr().out.splitlines() if "sklint " in it]
    assert all(it.startswith("Once that is decided: ") for it in told) and len(told) == 2
