"""operator-asset-inventory.json: every file of an asset with what it is for and what is in it."""

from pathlib import PurePosixPath

import msgspec

from sklint.assets.cmake import KernelSource
from sklint.assets.includes import unresolved
from sklint.assets.question import LeftOut
from sklint.assets.roles import Role, is_test_path
from sklint.assets.survey import Survey
from sklint.assets.variants import Variant


class EntryVariants(msgspec.Struct, frozen=True):
    """A kernel that branches of an `#if` define otherwise."""

    entry_name: str
    variants: tuple[Variant, ...]


class InventoryFile(msgspec.Struct, frozen=True, omit_defaults=True):
    path: str
    suffix: str
    role: Role
    kernel_entries: tuple[str, ...]
    op_add_entries: tuple[str, ...]
    quoted_includes: tuple[str, ...]
    unresolved_includes: tuple[str, ...]
    has_raw_rtc: bool
    is_test_path: bool
    preprocessor_variants: tuple[EntryVariants, ...] = ()


class Inventory(msgspec.Struct, frozen=True, kw_only=True):
    schema_version: int = 1
    asset_root: str
    base_dir: str
    status: str = "scanned"
    files: tuple[InventoryFile, ...]
    kernel_source_count: int
    kernel_candidate_count: int
    rtc_host_program_count: int
    build_files: tuple[str, ...]
    cmake_kernel_sources: tuple[KernelSource, ...]
    left_out: tuple[LeftOut, ...]


def inventory(survey: Survey) -> Inventory:
    roles = list(survey.roles.values())
    return Inventory(
        asset_root=str(survey.asset.path),
        base_dir=str(survey.asset.root),
        files=tuple(described(survey, it) for it in survey.asset.files),
        kernel_source_count=roles.count("kernel_source"),
        kernel_candidate_count=roles.count("kernel_candidate"),
        rtc_host_program_count=roles.count("rtc_host_program"),
        build_files=tuple(name for name, it in survey.roles.items() if it == "build"),
        cmake_kernel_sources=survey.kernel_sources,
        left_out=survey.asset.left_out,
    )


def described(survey: Survey, name: str) -> InventoryFile:
    edges = survey.graph.edges.get(name, ())
    host = survey.host(name)
    return InventoryFile(
        path=name,
        suffix=PurePosixPath(name).suffix,
        role=survey.roles[name],
        kernel_entries=tuple(dict.fromkeys(it.name for it in survey.kernels.get(name, ()))),
        op_add_entries=tuple(it.op_type for it in host.op_adds),
        quoted_includes=tuple(dict.fromkeys(it.line.name for it in edges if it.line.quoted)),
        unresolved_includes=tuple(dict.fromkeys(it.line.name for it in unresolved(edges))),
        has_raw_rtc=host.rtc_line > 0,
        is_test_path=is_test_path(name),
        preprocessor_variants=tuple(
            EntryVariants(it.name, it.variants) for it in survey.kernels.get(name, ()) if it.variants
        ),
    )
