"""operator-sk-source-scaffold: the files of the scaffold, its report and its page."""

import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from sklint.delivery.contract_words import BLOCKERS, CONTRACTS
from sklint.delivery.conversion import Analysis
from sklint.delivery.conversion_page import next_commands as next_after_analysis
from sklint.delivery.conversion_page import package_commands
from sklint.delivery.copies import copied_folders, copies, external_includes, outside_folders
from sklint.delivery.manifest import TOOL
from sklint.delivery.page_text import bullets, code, commands, page, table
from sklint.delivery.source_cmake import TARGET, cmake_lists
from sklint.delivery.source_scaffold import SOURCES, CompileUnit, compile_units, uncompiled
from sklint.delivery.written import written_files

SCAFFOLD = "operator-sk-source-scaffold"
CMAKE = "CMakeLists.txt"
Status = Literal["generated", "blocked"]


@dataclass(frozen=True)
class SourceScaffold:
    analysis: Analysis

    @property
    def status(self) -> Status:
        return "generated" if self.analysis.status == "ready-for-sk-generation" else "blocked"

    @property
    def reasons(self) -> tuple[str, ...]:
        return self.analysis.hard_blockers or self.analysis.missing_contracts

    @cached_property
    def units(self) -> tuple[CompileUnit, ...]:
        return compile_units(self.analysis) if self.status == "generated" else ()

    @cached_property
    def files(self) -> dict[str, bytes]:
        """The scaffold by relative paths; nothing where the analysis is not ready."""
        if self.status != "generated":
            return {}
        return {CMAKE: cmake_lists(self.analysis, self.units).encode(), **copies(self.analysis, SOURCES)}


def source_json(it: SourceScaffold, output: Path) -> dict[str, object]:
    """operator-sk-source-scaffold.json."""
    made = it.status == "generated"
    copied = {path: data for path, data in it.files.items() if path != CMAKE}
    return {
        "schema_version": 1,
        "tool": TOOL,
        "status": it.status,
        "reasons": it.reasons,
        "asset_path": str(it.analysis.asset.path),
        "scaffold_dir": str((output / SCAFFOLD).resolve()) if made else None,
        "copied_sources": written_files(SCAFFOLD, copied),
        "cmake": cmake_json(it) if made else None,
        "ascend_compile_contract": it.analysis.ascend,
        "external_includes": sorted({one.path for one in external_includes(it.analysis)}),
        "uncompiled_sources": [{"file": name, "reason": why} for name, why in uncompiled(it.analysis)] if made else [],
        "written_files": written_files(SCAFFOLD, it.files),
        "supported_next_actions": ("validate-operator",) if made else it.analysis.next_actions,
    }


def cmake_json(it: SourceScaffold) -> dict[str, object]:
    ready = it.analysis.ascend.status == "ready"
    return {
        "path": f"{SCAFFOLD}/{CMAKE}",
        "toolchain": "ascend-compile-contract" if ready else "find-package-asc",
        "target": TARGET,
        "compile_units": [
            {
                "source": f"{SCAFFOLD}/{one.copy}",
                "language": one.language,
                **({"object": one.object} if ready else {}),
            }
            for one in it.units
        ],
        "include_dirs": [*copied_folders(it.analysis, SOURCES), *outside_folders(it.analysis)],
    }


MEANING: dict[Status, str] = {
    "generated": "The sources are copied byte for byte, and a CMake project compiles each of them.",
    "blocked": "Nothing is generated: the analysis is not ready-for-sk-generation.",
}


ARCH = (
    "ARCH is the architecture that the kernels are built for, such as dav-2201. CMake finds the compiler by package "
    "ASC of a CANN toolkit; `--ascend-cann-path` and `--ascend-arch` of analyze-sk-conversion name both once for all."
)


def source_page(it: SourceScaffold, output: Path) -> str:
    rows = ((code(one.source), one.language) for one in it.units)
    skipped = [f"{code(name)} is copied and not compiled: {why}." for name, why in uncompiled(it.analysis)]
    outside = [
        f"{code(one.path)}, which {code(it.analysis.asset.local(one.directive_from))} includes, is not copied."
        for one in external_includes(it.analysis)
    ]
    return page(
        f"# SK source scaffold: {code(it.analysis.asset.path.name)}",
        f"Status: **{it.status}**. {MEANING[it.status]}",
        bullets(map(reason, it.reasons)),
        "## Compiled\n\n" + table(("Source", "Language"), rows) if it.units else "",
        "## To know\n\n" + bullets([*skipped, *outside]) if it.units and (skipped or outside) else "",
        "## Next\n\n" + commands(next_commands(it, output)),
        ARCH if it.units and it.analysis.ascend.status != "ready" else "",
    )


def reason(name: str) -> str:
    if name in BLOCKERS:
        return f"{code(name)}: {BLOCKERS[name]}."
    return f"{code(name)} is missing ({CONTRACTS[name][0]}): {CONTRACTS[name][1]}."


def next_commands(it: SourceScaffold, output: Path) -> list[str]:
    if it.status == "blocked":
        return next_after_analysis(it.analysis, output)
    build = output / f"{SCAFFOLD}-build"
    arch = [] if it.analysis.ascend.status == "ready" else ["-DSK_NPU_ARCH=ARCH"]
    return [
        shlex.join(["cmake", "-S", str(output / SCAFFOLD), "-B", str(build), *arch]),
        shlex.join(["cmake", "--build", str(build)]),
        *package_commands(it.analysis, output),
    ]
