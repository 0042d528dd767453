"""Debian's Emacs with eglot, set up by the text in editors/README.md."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "editors" / "README.md"


def test_the_quick_fix_and_the_binding(
    editor: Callable[[str], str], program: Path, kernels: Path, tmp_path: Path, bound: bytes
) -> None:
    configuration = tmp_path / "init.el"
    configuration.write_text("".join(re.findall(r"```elisp\n(.*?)```", PAGE.read_text(), re.DOTALL)))
    done = subprocess.run(
        [editor("emacs"), "-Q", "--batch", "-l", HERE / "emacs.el", configuration, kernels],
        env={**os.environ, "HOME": str(tmp_path), "PATH": f"{program.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert done.returncode == 0, done.stderr
    assert "negate is 1 byte without alignas(4)" in done.stderr
    assert kernels.read_bytes() == bound
