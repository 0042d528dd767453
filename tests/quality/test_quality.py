"""The tree keeps to its style: formatter, linter, strict types, layers."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYRIGHT = ["-m", "pyright", "--pythonpath", sys.executable]
CHECKS = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
    "pyright": PYRIGHT,
}


@pytest.mark.parametrize("name", CHECKS)
def test_passes(name: str) -> None:
    done = subprocess.run([sys.executable, *CHECKS[name]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
