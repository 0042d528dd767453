"""The asset commands in tests: assets as people deliver them, and what the commands leave."""

import json
from pathlib import Path
from typing import Any

from sklint.cli.main import main

INVENTORY, LAYOUT = "operator-asset-inventory.json", "operator-asset-layout.json"
BUILD, VERIFY, REPORT = "operator-build-context.json", "operator-verify-context.json", "adapter-report.json"
UNDERSTANDING, UNITS = "operator-asset-understanding.json", "operator-units.json"

KERNEL = """#include "kernel_operator.h"
#include "add_custom_tiling.h"
#include "../common/work.h"
// __global__ __aicore__ void ghost(GM_ADDR x) { }
const char *text = "__global__ __aicore__ void told(GM_ADDR x) { }";
#if 0
#include "old.h"
extern "C" __global__ __aicore__ void old(GM_ADDR x) { }
#endif
extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    Work(x, z, data.size);
}
"""
HOST = """#include "add_custom_tiling.h"
#include "register/op_def_registry.h"
// OP_ADD(Ghost); AddConfig("ascend310p");
namespace optiling { static ge::graphStatus TilingFunc(gert::TilingContext *context) { return 0; } }
namespace ops {
class AddCustom : public OpDef {
 public:
    explicit AddCustom(const char *name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED);
        this->Output("z").ParamType(REQUIRED);
        this->AICore().SetTiling(optiling::TilingFunc).AddConfig("ascend910b").AddConfig("ascend910_93");
    }
};
OP_ADD(AddCustom);
}
"""
TILING = """#include "register/tilingdata_base.h"
BEGIN_TILING_DATA_DEF(TilingData)
TILING_DATA_FIELD_DEF(uint32_t, size);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(AddCustom, TilingData)
"""
PAIR = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\n",
    "CMakePresets.json": json.dumps(
        {"configurePresets": [{"cacheVariables": {"ASCEND_COMPUTE_UNIT": {"type": "STRING", "value": "ascend310p"}}}]}
    ),
    "add_custom.json": json.dumps([{"op": "AddCustom", "input_desc": [{"name": "x"}], "output_desc": [{"name": "z"}]}]),
    "op_kernel/add_custom.cpp": KERNEL,
    "op_kernel/add_custom_tiling.h": "struct KernelTiling { uint32_t size; };\n",
    "op_host/add_custom.cpp": HOST,
    "op_host/add_custom_tiling.h": TILING,
    "common/work.h": '#pragma once\n#include "deep.h"\n',
    "common/deep.h": "#pragma once\n",
    "tests/test_add.cpp": 'extern "C" __global__ __aicore__ void tested(GM_ADDR x) { }\n',
    "README.md": "# add\n",
}
"""An operator of the framework."""

DIRECT_KERNEL = """#include "kernel_operator.h"
__global__ __vector__ void scale(GM_ADDR x, float factor) { Use(x, factor); }
int main()
{
    aclrtSetDevice(0);
    scale<<<8, nullptr, nullptr>>>(nullptr, 2.0f);
    return 0;
}
"""
DIRECT = {
    "CMakeLists.txt": 'include_directories(${CMAKE_CURRENT_SOURCE_DIR}/include)  # include_directories("other")\n',
    "src/scale.asc": DIRECT_KERNEL.replace('"kernel_operator.h"\n', '"kernel_operator.h"\n#include "shared/kit.h"\n'),
    "include/shared/kit.h": '#include "more.h"\n',
    "include/shared/more.h": "",
    "run.sh": "#!/bin/bash\n# Ascend310P3 is not tried\nSOC_VERSION=Ascend910B1\n",
}
"""A kernel that its own program launches."""

ONE = '#include "one.h"\n__global__ __vector__ void one(GM_ADDR x) { Use(x); }\n'


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def run(*arguments: str | Path) -> int:
    return main([str(it) for it in arguments])


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def adapted(asset: Path, out: Path, *more: str, code: int = 0) -> dict[str, Any]:
    """adapt-asset; gives the four contracts and the report by their file names."""
    assert run("adapt-asset", asset, "--output-dir", out, *more) == code
    return {it: read(out / it) for it in (INVENTORY, LAYOUT, BUILD, VERIFY, REPORT)}


def units(made: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {it["unit_id"]: it for it in made[LAYOUT]["operator_units"]}


def roles(made: dict[str, Any]) -> dict[str, str]:
    return {it["path"]: it["role"] for it in made[INVENTORY]["files"]}


def files(made: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {it["path"]: it for it in made[INVENTORY]["files"]}


def asked(made: dict[str, Any], name: str = LAYOUT) -> list[tuple[str, list[str]]]:
    """The questions of a contract: ids, and places as `path:line`."""
    return [(it["id"], [spot(one) for one in it.get("places", [])]) for it in made[name]["human_questions"]]


def spot(place: dict[str, Any]) -> str:
    return f"{place['path']}:{place['line']}" if "line" in place else place["path"]


def skipped(made: dict[str, Any]) -> list[tuple[str, str]]:
    return [(it["path"], it["reason"]) for it in made[LAYOUT]["skipped_items"]]


def contracts(out: Path) -> list[str | Path]:
    """The options that give the contracts in a folder."""
    named = (("--layout", LAYOUT), ("--build-context", BUILD), ("--verify-context", VERIFY))
    return [it for option, name in named for it in (option, out / name)]


def valid(out: Path) -> bool:
    return run("validate-contracts", *contracts(out), "--adapter-report", out / REPORT) == 0


def understood(asset: Path, out: Path, *more: str | Path) -> dict[str, Any]:
    assert run("analyze-operator-asset", asset, "--output-dir", out, *more) == 0
    return read(out / UNDERSTANDING)


def only(found: dict[str, Any]) -> dict[str, Any]:
    (unit,) = found["operator_units"]
    return unit
