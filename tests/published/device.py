"""A device that is the host: as much of acl, of the SuperKernel API and of kernel_operator.h as a comparison needs to
be compiled with a compiler for the host, and run. A launch is kept while its stream is captured."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from adaptation import write

COMPILER = next((found for name in ("g++", "clang++") if (found := shutil.which(name))), None)

HEADERS = {
    "acl/acl.h": r"""
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>
typedef int aclError;
typedef void *aclrtStream;
enum { ACL_SUCCESS = 0 };
enum aclrtMemMallocPolicy { ACL_MEM_MALLOC_HUGE_FIRST };
enum aclrtMemcpyKind { ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST };
enum aclmdlRICaptureMode { ACL_MODEL_RI_CAPTURE_MODE_GLOBAL };
namespace device {
struct Model { std::vector<std::function<void()>> launches; };
inline Model *capturing = nullptr;
inline aclError called(const char *name)
{
    if (const char *log = std::getenv("DEVICE_LOG")) {
        FILE *file = std::fopen(log, "a");
        std::fprintf(file, "%s\n", name);
        std::fclose(file);
    }
    const char *failing = std::getenv("DEVICE_FAILS");
    return failing != nullptr && std::strcmp(failing, name) == 0 ? 7 : 0;
}
inline void launch(uint32_t blocks, aclrtStream, std::function<void()> kernel)
{
    called(("launch of " + std::to_string(blocks)).c_str());
    if (capturing != nullptr) {
        capturing->launches.push_back(kernel);
    } else if (std::getenv("DEVICE_IDLE") == nullptr) {
        kernel();
    }
}
}
typedef device::Model *aclmdlRI;
inline aclError aclInit(const char *) { return device::called("aclInit"); }
inline aclError aclFinalize() { return device::called("aclFinalize"); }
inline aclError aclrtSetDevice(int32_t id) { return device::called(("aclrtSetDevice " + std::to_string(id)).c_str()); }
inline aclError aclrtResetDevice(int32_t) { return device::called("aclrtResetDevice"); }
inline aclError aclrtCreateStream(aclrtStream *) { return device::called("aclrtCreateStream"); }
inline aclError aclrtDestroyStream(aclrtStream) { return device::called("aclrtDestroyStream"); }
inline aclError aclrtSynchronizeStream(aclrtStream) { return device::called("aclrtSynchronizeStream"); }
inline aclError aclrtMalloc(void **place, size_t bytes, aclrtMemMallocPolicy)
{
    *place = std::malloc(bytes);
    return device::called("aclrtMalloc");
}
inline aclError aclrtFree(void *place) { std::free(place); return device::called("aclrtFree"); }
inline aclError aclrtMemcpy(void *to, size_t, const void *from, size_t bytes, aclrtMemcpyKind)
{
    std::memcpy(to, from, bytes);
    return device::called("aclrtMemcpy");
}
inline aclError aclmdlRICaptureBegin(aclrtStream, aclmdlRICaptureMode)
{
    device::capturing = new device::Model;
    return device::called("aclmdlRICaptureBegin");
}
inline aclError aclmdlRICaptureEnd(aclrtStream, aclmdlRI *model)
{
    *model = device::capturing;
    device::capturing = nullptr;
    return device::called("aclmdlRICaptureEnd");
}
inline aclError aclmdlRIExecuteAsync(aclmdlRI model, aclrtStream)
{
    const char *times = std::getenv("DEVICE_RUNS_SK");
    for (int left = times != nullptr ? std::atoi(times) : 1; left > 0; --left) {
        for (auto &it : model->launches) {
            it();
        }
    }
    return device::called("aclmdlRIExecuteAsync");
}
inline aclError aclmdlRIDestroy(aclmdlRI model) { delete model; return device::called("aclmdlRIDestroy"); }
""",
    "super_kernel/super_kernel.h": r"""
#pragma once
#include "acl/acl.h"
struct aclskOptions;
inline aclError aclskOptimize(aclmdlRI, aclskOptions *) { return device::called("aclskOptimize"); }
""",
    "kernel_operator.h": r"""
#pragma once
#include <cstdint>
#define __global__
#define __vector__
#define __cube__
#define __mix__(...)
#define __aicore__
#define __sk__
#define __gm__
#define SK_BIND(...)
#define GM_ADDR uint8_t *
typedef float half;
""",
}
LAUNCH = re.compile(r"^(\s*)(\S.*?)<<<(\w+), nullptr, (\w+)>>>\((.*)\);$", re.M)


@dataclass(frozen=True)
class Ran:
    code: int
    told: dict
    calls: list[str]

    @property
    def status(self) -> str:
        return self.told["status"]

    def of(self, entry: str) -> tuple[str, str]:
        found = self.told["statuses"][entry]
        return found["status"], found["reason"]


def built(project: Path, folder: Path, runtime: str = "runtime_compare", *flags: str) -> Path:
    """A comparison compiled for the host."""
    assert COMPILER is not None
    there = folder / "built"
    if not there.exists():
        shutil.copytree(project, there)
        write(there / "device", HEADERS)
        for it in there.rglob("*.asc"):
            it.write_text(LAUNCH.sub(r"\1device::launch(\3, \4, [=] { \2(\5); });", it.read_text()))
    folders = [f"-I{it}" for it in (there, there / "csrc", *sorted((there / "csrc").iterdir()), there / "device")]
    program = there / runtime
    command = [COMPILER, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", *flags, *folders]
    done = subprocess.run(
        [*command, "-x", "c++", str(there / f"{runtime}.asc"), "-o", str(program)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return program


def ran(program: Path, **environment: str) -> Ran:
    """A comparison that was run, with what it called of the device."""
    log = program.parent / "calls.txt"
    log.unlink(missing_ok=True)
    env = {key: it for key, it in os.environ.items() if not key.startswith(("SK_OPERATOR", "NPU_", "ASCEND_"))}
    done = subprocess.run(
        [str(program)], capture_output=True, text=True, env=env | environment | {"DEVICE_LOG": str(log)}
    )
    assert done.stderr == "" and done.stdout.count("\n") == 1, done.stderr
    return Ran(done.returncode, json.loads(done.stdout), log.read_text().splitlines() if log.exists() else [])
