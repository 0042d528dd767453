"""Debian's Vim with its ALE, set up by the text in editors/README.md."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
EDITORS = HERE.parents[1] / "editors"
CODE = re.compile(r"```vim\n(.*?)```", re.DOTALL)


def test_the_quick_fix_and_the_binding(
    editor: Callable[[str], str], program: Path, kernels: Path, tmp_path: Path, bound: bytes
) -> None:
    page = (EDITORS / "README.md").read_text(encoding="utf-8").replace("~/src/sklint/editors", EDITORS.as_posix())
    configuration = tmp_path / "vimrc"
    with_ale = next(it for it in CODE.findall(page) if "ale#linter#Define" in it)
    configuration.write_text(with_ale, encoding="utf-8")
    comment = "/* 取反 🚩 */ "  # ALE counts bytes: it would ask beside the finding
    kernels.write_text(kernels.read_text(encoding="utf-8").replace(comment, ""), encoding="utf-8")
    done = subprocess.run(
        [editor("vim"), "-es", "-N", "-u", configuration, "-S", HERE / "vim.vim", kernels],
        env={**os.environ, "HOME": str(tmp_path), "PATH": f"{program.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert "found: negate is 1 byte without alignas(4)" in done.stderr, done.stderr
    assert "took: Align negate to 4" in done.stderr and "took: Generate SK bind for 'scale'" in done.stderr
    assert kernels.read_bytes() == bound.replace(comment.encode(), b"")
