"""The commands around a delivery in tests: as people run them, and what they leave."""

import json
from pathlib import Path
from typing import Any

from sklint.cli.main import main

ANALYSIS = "operator-sk-conversion-analysis.json"
BINDING, SOURCE = "operator-sk-binding-scaffold", "operator-sk-source-scaffold"

KERNEL = """#include "kernel_operator.h"
#include "tile.h"
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, int16_t lim) {
    Tile tile;
    tile.x = lim;
    Copy(x, y, tile.x);
}
"""
TILE = "struct Tile { int x; };\ntemplate <typename A> __aicore__ inline void Copy(A x, A y, int n) {}\n"
SK = """struct AddArgs { GM_ADDR x; GM_ADDR y; alignas(4) int16_t lim; };
template <uint32_t part> __sk__ __vector__ void add_sk(const AddArgs *args) {
    Tile tile;
    tile.x = args->lim;
    Copy(args->x, args->y, tile.x);
}
SK_BIND(add, 4, add_sk<0>);
"""
CMAKE = "find_package(ASC REQUIRED)\nproject(op LANGUAGES ASC CXX)\nadd_library(op SHARED add.asc)\n"
TEST = "import numpy as np\n\ndef test_add():\n    np.testing.assert_allclose(1, 1)\n"
OPERATOR = {"add.asc": KERNEL, "tile.h": TILE, "CMakeLists.txt": CMAKE, "tests/test_add.py": TEST}
BOUND = OPERATOR | {"add.asc": KERNEL + SK}


def asset(folder: Path, files: dict[str, str] | None = None) -> Path:
    """An operator's folder with these files."""
    for name, text in (OPERATOR if files is None else files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    folder.mkdir(exist_ok=True)
    return folder


def report(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text("utf-8"))


def analyzed(folder: Path, output: Path, *more: str) -> Any:
    """The analysis of an operator."""
    assert main(["analyze-sk-conversion", str(folder), "--output-dir", str(output), *more]) == 0
    return report(output, ANALYSIS)


def tree(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by relative path."""
    return {it.relative_to(folder).as_posix(): it.read_bytes() for it in sorted(folder.rglob("*")) if it.is_file()}
