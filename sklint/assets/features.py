"""What a unit's code uses, as its tokens tell: what other kernels of its source have between their braces is not its
own."""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from sklint.assets.kernels import KernelFound
from sklint.assets.survey import Survey
from sklint.code_tokens import code_tokens

WORKSPACE_CALLS = frozenset(("GetUserWorkspace", "GetSysWorkSpacePtr", "SetSysWorkspace", "SetSysWorkspaceForce"))
TILING_KEYS = frozenset(("TILING_KEY_IS", "ASCENDC_TPL_ARGS_DECL", "ASCENDC_TPL_SEL"))
DTYPE_TEMPLATES = frozenset(("ASCENDC_TPL_DTYPE_DECL", "ASCENDC_TPL_DATATYPE_DECL"))
FORMAT_TEMPLATES = frozenset(("ASCENDC_TPL_FORMAT_DECL",))
FROM_FRAMEWORK = re.compile(r"GET_TILING_DATA\w*|TILING_KEY_IS|REGISTER_TILING_\w+|ORIG_DTYPE_\w+")
"""Macros that only the build of an operator of the framework defines."""


class Features(msgspec.Struct, frozen=True):
    has_global: bool
    has_host_registration: bool
    has_tiling_func: bool
    has_template_global: bool
    has_tiling_key: bool
    has_native_dtype_template: bool
    has_native_format_template: bool
    uses_tpipe: bool
    uses_system_args: bool
    uses_workspace: bool

    @property
    def native(self) -> bool:
        """Whether the framework's build gives the kernel its types or formats."""
        return self.has_native_dtype_template or self.has_native_format_template


class UnitFiles(Protocol):
    """The files of a unit."""

    @property
    def kernel_source(self) -> str: ...
    @property
    def tiling_headers(self) -> tuple[str, ...]: ...
    @property
    def support_files(self) -> tuple[str, ...]: ...


def features(
    survey: Survey, unit: UnitFiles, kernel: KernelFound, host_files: Sequence[str], names: frozenset[str]
) -> Features:
    """The features of a unit; `names` are the words of its code, `host_files` register its operator."""
    hosts = [survey.host(it) for it in host_files]
    tensors = {*kernel.parameters, *(it for host in hosts for it in host.tensors)}
    return Features(
        has_global=True,
        has_host_registration=any(it.op_adds for it in hosts),
        has_tiling_func=any(it.has_tiling_func for it in hosts),
        has_template_global=kernel.template,
        has_tiling_key=not names.isdisjoint(TILING_KEYS),
        has_native_dtype_template=not names.isdisjoint(DTYPE_TEMPLATES | macros("DTYPE", tensors)),
        has_native_format_template=not names.isdisjoint(FORMAT_TEMPLATES | macros("FORMAT", tensors)),
        uses_tpipe="TPipe" in names,
        uses_system_args="SkSystemArgs" in names,
        uses_workspace=any("workspace" in it.lower() for it in kernel.parameters)
        or not names.isdisjoint(WORKSPACE_CALLS),
    )


def macros(prefix: str, tensors: Iterable[str]) -> frozenset[str]:
    """The macros that the framework's build defines for tensors: `DTYPE_X`."""
    return frozenset(f"{prefix}_{it.upper()}" for it in tensors)


def needs_framework(names: frozenset[str], found: Features) -> bool:
    """Whether the kernel is only complete in an operator's build of the framework."""
    return found.native or any(map(FROM_FRAMEWORK.fullmatch, names))


def names_in(survey: Survey, unit: UnitFiles, kernel: KernelFound) -> frozenset[str]:
    """The names in a unit's code: its source, its headers, but for the bodies of other kernels."""
    found: set[str] = set()
    for name in (unit.kernel_source, *unit.tiling_headers, *unit.support_files):
        others = [it for it in survey.kernels.get(name, ()) if it.qualified != kernel.qualified]
        data = survey.asset.texts.get(name, b"")
        found.update(
            it.text
            for it in code_tokens(data)
            if it.kind == "name" and not any(one.start <= it.start < one.end for one in others)
        )
    return frozenset(found)
