"""A torch with an NPU that only looks like one, and the modules of a package's kernels."""

import importlib.machinery
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from adaptation import FOLDER, write
from toolchain import TORCH

TENSORS = '''

import math
import sys
import types

float16, float32, bfloat16, int32, int64, uint8, bool_ = "float16 float32 bfloat16 int32 int64 uint8 bool".split()


class Tensor:
    """Elements in a row, with their shape, type and device; what is on the device is not on the host."""

    def __init__(self, flat, shape, dtype, device="cpu"):
        self.flat, self.shape, self.dtype, self.device = list(flat), list(shape), dtype, device

    def reshape(self, shape):
        assert math.prod(shape) == len(self.flat), (shape, self.flat)
        return Tensor(self.flat, shape, self.dtype, self.device)

    def to(self, device):
        return Tensor(self.flat, self.shape, self.dtype, device)

    def detach(self):
        return self

    def cpu(self):
        assert synchronized, "read before the kernel has ended"
        return self.to("cpu")

    def tolist(self):
        assert self.device == "cpu"
        return _nested(self.flat, self.shape)


def _nested(flat, shape):
    if not shape:
        return flat[0]
    step = math.prod(shape[1:])
    return [_nested(flat[n * step : (n + 1) * step], shape[1:]) for n in range(shape[0])]


def _flat(value):
    return [it for one in value for it in _flat(one)] if isinstance(value, list) else [value]


def tensor(value, dtype=None):
    flat = _flat(value)
    return Tensor(flat, [len(flat)], dtype)


def zeros(size, dtype=None):
    return Tensor([0] * size, [size], dtype)


synchronized = []
npu = types.SimpleNamespace(is_available=lambda: AVAILABLE, synchronize=lambda: synchronized.append(True))


def __getattr__(name):
    if name == "bool":
        return bool_
    raise AttributeError(name)


def _kernel_module(name):
    it = types.ModuleType(name)
    it.__file__ = name
    exec(KERNELS, it.__dict__)
    sys.modules[name] = it


for _name in MODULES:
    _kernel_module(_name)
'''
ADD = """
def run_add_custom(x, y, z, totalLength):
    assert {x.device, y.device, z.device} == {"npu"} and totalLength == len(x.flat)
    print("this is not for stdout")
    z.flat[:] = [a + b for a, b in zip(x.flat, y.flat)]
"""


def launched(
    folder: Path, kernels: str = ADD, *, package: str = "op_extension", available: bool = True, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run the script of a folder with a device; `kernels` are the functions of the package's compiled modules."""
    tree = folder / FOLDER
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    entries = [it.name.removeprefix("pybind11_").removesuffix(".asc") for it in tree.glob("csrc/pybind11_*.asc")]
    for it in entries:
        (tree / package / f"{it}_dav_2201{suffix}").touch()
    modules = [f"{package}.{it}_dav_2201" for it in entries]
    given = f"\nAVAILABLE, KERNELS, MODULES = {available!r}, {kernels!r}, {modules!r}\n"
    tools = folder.parent / "device"
    write(tools, TORCH | {"torch/__init__.py": TORCH["torch/__init__.py"] + given + TENSORS})
    path = os.pathsep.join(map(str, (tools, tree)))
    return script(folder, {"PYTHONPATH": path, "SOC": "Ascend910B1", **environment})


def script(folder: Path, environment: Mapping[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the script of a folder as its command says, or with other words."""
    given = words or ("operator-sk-runtime-input-values.json",)
    env = {key: it for key, it in os.environ.items() if not key.startswith("SK_")} | dict(environment)
    command = [sys.executable, "-B", "operator-sample-runner.py", *given]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
