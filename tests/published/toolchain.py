"""A compiler and a torch that only look like them, and Python in a package that is built with them."""

import os
import subprocess
import sys
from pathlib import Path

from adaptation import FOLDER, Result, write

BISHENG = """#!{python}
import pathlib, sys
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text("\\n".join(sys.argv[1:]))
"""

TORCH = {
    "torch/__init__.py": "from . import library\n\n\nclass _C:\n    _GLIBCXX_USE_CXX11_ABI = True\n\n\n"
    "class _Ops:\n    pass\n\n\nops = _Ops()\nops.ascendc_ops = _Ops()\n",
    "torch/library.py": """
REGISTERED = []


class Library:
    def __init__(self, namespace, kind):
        REGISTERED.append((namespace, kind))

    def define(self, schema):
        REGISTERED.append(schema)

    def impl(self, name, function, key):
        import torch

        REGISTERED.append((name, key))
        if key == "PrivateUse1":
            setattr(torch.ops.ascendc_ops, name, function)
""",
    "torch/utils/__init__.py": "",
    "torch/utils/cpp_extension.py": "def include_paths():\n    return ['/torch/include']\n\n\n"
    "def library_paths():\n    return ['/torch/lib']\n",
    "torch_npu/__init__.py": "import os\nfrom . import npu\n",
    "torch_npu/npu.py": "import os\n\n\ndef get_soc_version():\n    it = os.environ.get('SOC', '')\n"
    "    return int(it) if it.isdigit() else it\n",
}
"""As much of torch and torch_npu as a package needs to be built and imported."""


def run(package: Result, tmp_path: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the package, with a compiler and a torch that only look like them."""
    tools = tmp_path / "tools"
    if not tools.exists():
        write(tools, TORCH | {"bin/bisheng": BISHENG.format(python=sys.executable)})
        (tools / "bin/bisheng").chmod(0o755)
    more = {"PATH": f"{tools / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(tools)} | environment
    env = {key: it for key, it in os.environ.items() if not key.startswith("SK_")} | more
    return subprocess.run(
        [sys.executable, *command], cwd=package.folder / FOLDER, env=env, capture_output=True, text=True
    )
