"""The real VS Code in a headless Chromium: a person at the packaged extension, and its tests in the extension host."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXTENSION = HERE.parents[1] / "editors" / "vscode"

Drive = Callable[[str, Path, Path], str]


@pytest.fixture
def drive(workbench: Path, editor: Callable[[str], str], program: Path, tmp_path: Path) -> Drive:
    """Run a script of workbench/ on a folder with the extension; its output. What it writes lands in `tmp_path`."""
    editor("/usr/bin/chromium")
    node = editor("node")

    def run(script: str, folder: Path, extension: Path) -> str:
        done = subprocess.run(
            [node, HERE / "workbench" / script, folder, tmp_path, program, extension],
            env={**os.environ, "SKLINT_E2E": str(workbench)},
            capture_output=True,
            text=True,
            timeout=200,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\npicture: {tmp_path / 'failed.png'}"
        return done.stdout

    return run


def test_a_person_sees_the_finding_takes_the_quick_fix_and_generates_the_binding(
    drive: Drive, kernels: Path, tmp_path: Path, repaired: bytes, bound: bytes
) -> None:
    drive("person.mjs", kernels.parent, EXTENSION / "sklint.vsix")
    assert (tmp_path / "saved-repaired.asc").read_bytes() == repaired
    assert (tmp_path / "saved-bound.asc").read_bytes() == bound


def test_the_extension_in_the_extension_host(drive: Drive, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    told = drive("host.mjs", folder, EXTENSION).splitlines()
    assert len(told) == 14
    assert all(it.startswith("ok ") for it in told), "\n".join(told)


@pytest.mark.parametrize("script", ["test", "test:grammar"])
def test_the_scripts_of_the_extension_pass(workbench: Path, editor: Callable[[str], str], script: str) -> None:
    """Its unit tests, and its grammar on top of the C++ grammar that VS Code has."""
    cpp = workbench / "workbench/node_modules/code-server/lib/vscode/extensions/cpp/syntaxes"
    grammars = [f"--grammar={it}" for it in sorted(cpp.glob("c*.tmLanguage.json"))] if script == "test:grammar" else []
    command = [editor("npm"), "run", "--silent", script, "--", *grammars]
    done = subprocess.run(command, cwd=EXTENSION, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_in_the_extension_is_the_one_of_the_program(program: Path) -> None:
    now = subprocess.run([program, "schema"], capture_output=True, text=True, check=True).stdout
    assert json.loads((EXTENSION / "schemas" / "sklint.json").read_text()) == json.loads(now)
