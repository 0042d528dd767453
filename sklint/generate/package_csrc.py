"""The C++ of a package: each source with the functions that launch its kernels, and what makes them a Python module."""

import re
from collections.abc import Sequence
from pathlib import Path

from sklint.generate.adapt_sources import MADE_HERE
from sklint.generate.package_entry import PackageEntry, Passing
from sklint.source import BOM, Source

TEMPLATES = Path(__file__).parent.parent / "data" / "package"

BEGIN, END = MADE_HERE.decode(), "// ---- end torch binding ----"
INCLUDES = (
    "<pybind11/pybind11.h>",
    "<torch/extension.h>",
    "<cstdint>",
    "<cstring>",
    "<limits>",
    "<vector>",
    '"third_party/acl/inc/acl/acl_rt.h"',
    '"torch_npu/csrc/core/npu/NPUStream.h"',
    '"kernel_operator.h"',
)
MADE_BEFORE = re.compile(rb"\r?\n?" + re.escape(MADE_HERE) + rb".*?" + re.escape(END.encode()) + rb"\r?\n?", re.DOTALL)
HELPERS = frozenset(("get_current_aicore_num", "check_device", "check_written", "number_of", "struct_of"))
"""What helpers.h.in defines beside the wrappers."""

LOCALS = ("blockDim", "acl_stream", "device_guard_")
"""Variables of a wrapper."""

Taken = Sequence[str]
"""The names of a kernel's parameters, which the wrapper's own parameters have."""

INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\r\n]+)[>\"]", re.MULTILINE)


def csrc(source: Source, entries: Sequence[PackageEntry]) -> bytes:
    """A source with the wrappers of its entries below it, in its own encoding and line ends; nothing of it changed."""
    data = MADE_BEFORE.sub(b"", source.data.removeprefix(BOM))
    there = {match[1].decode("utf-8", "replace") for match in INCLUDE.finditer(data)}
    missing = [it for it in INCLUDES if it.strip('<>"') not in there]
    head = "".join(f"#include {it}\n" for it in missing) + ("\n" if missing else "")
    own = [it for it in entries if not it.wrapper]
    inside = (TEMPLATES / "helpers.h.in").read_text("utf-8") + "\n" + "".join(map(wrapper, own))
    tail = f"\n{BEGIN}\nnamespace ascendc_ops {{\n\n{inside}}} // namespace ascendc_ops\n{END}\n"
    bom = BOM if source.data.startswith(BOM) else b""
    return bom + source.encode(head) + ended(data, source) + (source.encode(tail) if own else b"")


def ended(data: bytes, source: Source) -> bytes:
    return data if not data or data.endswith(b"\n") else data + source.encode("\n")


def wrapper(entry: PackageEntry) -> str:
    """The function that launches a kernel."""
    taken = [it.name for it in entry.parameters]
    blocks, stream, _ = (local(name, taken) for name in LOCALS)
    lines = [f"    using namespace ::{entry.facts.scope};"] if entry.facts.scope else []
    lines += [f"    {it}" for it in (*guards(entry), *prepared(entry))]
    passed = ", ".join(argument(it, taken) for it in entry.parameters)
    number = entry.contract.block_dim if entry.contract else None
    lines += [
        f"    void *{stream} = c10_npu::getCurrentNPUStream().stream(true);",
        f"    uint32_t {blocks} = {number or helper('get_current_aicore_num', taken) + '()'};",
        f"    {launched(entry)}<<<{blocks}, nullptr, {stream}>>>({passed});",
        f"    return {returned(entry)};",
    ]
    head = f"at::Tensor {entry.function}({', '.join(entry.declared)})"
    return f"{head}\n{{\n" + "\n".join(lines) + "\n}\n\n"


def launched(entry: PackageEntry) -> str:
    """The kernel as the launch names it: from the top where the wrapper, or its namespace, has something of its first
    name."""
    first = entry.facts.target.partition("<")[0].partition("::")[0]
    own = {*HELPERS, *LOCALS, *(it.name for it in entry.parameters)}
    return f"::{entry.facts.target}" if first in own or first.startswith("run_") else entry.facts.target


def helper(name: str, taken: Taken) -> str:
    """A function of helpers.h.in as the wrapper calls it, also where a parameter has its name."""
    return f"::ascendc_ops::{name}" if name in taken else name


def local(name: str, taken: Taken) -> str:
    """A name for a variable of the wrapper that no parameter has."""
    while name in taken:
        name += "_"
    return name


def guards(entry: PackageEntry) -> list[str]:
    """The device of the launch is that of the first tensor which is surely there."""
    taken = [it.name for it in entry.parameters]
    first = entry.dummy or next((it.name for it in entry.parameters if it.kind == "tensor" and not it.nullable), "")
    check = [f'{helper("check_device", taken)}({entry.dummy}, "{entry.dummy}");'] if entry.dummy else []
    guard = local("device_guard_", taken)
    return [*check, f"const c10::OptionalDeviceGuard {guard}(at::device_of({first}));"] if first else check


def prepared(entry: PackageEntry) -> list[str]:
    taken = [it.name for it in entry.parameters]
    return [line for it in entry.parameters for line in of_parameter(it, taken)]


def of_parameter(it: Passing, taken: Taken) -> list[str]:
    """The statements that check a parameter and make of it what the kernel takes."""
    name, made = it.name, made_name(it, taken)
    kind = f"std::remove_cv_t<{it.facts.expression}>"
    if it.kind == "host_struct":
        return [f'const auto {made} = {helper("struct_of", taken)}<{kind}>({name}, "{name}");']
    if it.kind == "scalar" and it.scalar == "int":
        return [f'const auto {made} = {helper("number_of", taken)}<{kind}>({name}, "{name}");']
    if it.kind == "scalar":
        value = f"static_cast<float>({name})" if it.scalar == "float" and "double" not in it.facts.c_type else name
        return [f"const auto {made} = static_cast<{kind}>({value});"]
    return of_tensor(it, taken)


def of_tensor(it: Passing, taken: Taken) -> list[str]:
    name, made = it.name, made_name(it, taken)
    on_device, as_written = helper("check_device", taken), helper("check_written", taken)
    if not it.nullable:
        tensor = name if it.written else f"{name}.contiguous()"
        check = [f'{as_written}({name}, "{name}");'] if it.written else []
        return [f'{on_device}({name}, "{name}");', *check, f"const at::Tensor {made} = {tensor};"]
    given = f"{name}.cast<at::Tensor>()"
    checks = f'{on_device}({made}, "{name}");' + (f' {as_written}({made}, "{name}");' if it.written else "")
    value = given if it.written else f"{given}.contiguous()"
    return [
        f"const at::Tensor {made} = {name}.is_none() ? at::Tensor() : {value};",
        f"if ({made}.defined()) {{ {checks} }}",
    ]


def made_name(it: Passing, taken: Taken) -> str:
    """What the wrapper makes of a parameter."""
    return local(f"{it.name}_given_", taken)


def argument(it: Passing, taken: Taken) -> str:
    """What the launch passes."""
    made = made_name(it, taken)
    if it.kind != "tensor":
        return made
    pointer = f"{made}.data_ptr()"
    if it.nullable:
        pointer = f"({made}.defined() ? {pointer} : nullptr)"
    return f"({it.facts.expression}){pointer}" if it.nullable else f"({it.facts.expression})({pointer})"


def returned(entry: PackageEntry) -> str:
    tensor = next((it for it in entry.parameters if it.name == entry.returned), None)
    return made_name(tensor, [it.name for it in entry.parameters]) if tensor else entry.returned


# Python modules


def pybind(entries: Sequence[PackageEntry], module: str) -> bytes:
    """The source that makes a Python module of the wrappers of `entries`."""
    declared = "".join(f"at::Tensor {it.function}({', '.join(it.declared)});\n" for it in entries)
    defined = "".join(f'    m.def("{it.function}", &ascendc_ops::{it.function}, "{summary(it)}");\n' for it in entries)
    return f"""\
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/extension.h>

#include <cstdint>
#include <vector>

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME {module}
#endif

namespace ascendc_ops {{
{declared}}} // namespace ascendc_ops

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{{
{defined}}}
""".encode()


def summary(entry: PackageEntry) -> str:
    return f"Launch {entry.facts.target} and return {entry.returned}"


# a kernel source without its wrappers

OF_TORCH = frozenset(
    it for it in INCLUDES if it.strip('<>"').startswith(("pybind11/", "torch/", "torch_npu/", "third_party/"))
)


def kernels_alone(data: bytes) -> bytes:
    """A source of a package without what launches its kernels from Python, and without the headers of torch that were
    included for that."""
    bom = BOM if data.startswith(BOM) else b""
    head, blank, rest = MADE_BEFORE.sub(b"", data.removeprefix(BOM)).partition(b"\n")
    kept: list[bytes] = []
    while blank and (directive := head.strip().removeprefix(b"#include ").decode("utf-8", "replace")) in INCLUDES:
        kept += [] if directive in OF_TORCH else [head + blank]
        head, blank, rest = rest.partition(b"\n")
    return bom + b"".join((*kept, head, blank, rest))
