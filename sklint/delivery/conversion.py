"""Whether an asset can be turned into SuperKernel code: operator-sk-conversion-analysis.json, made of facts alone, so
that the next command can make it again and compare."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from sklint.delivery.ascend_contract import (
    AscendContract,
    ascend_contract,
    defines,
    existing,
    include_dirs,
    refuse_no_text,
)
from sklint.delivery.asset_files import Asset, digest, read_asset
from sklint.delivery.code_reading import Reading
from sklint.delivery.manifest import TOOL, ignored_files, kernel_entries, sk_markers
from sklint.delivery.understanding import MARKERS, Understood, understand
from sklint.generate.adapt_inputs import Fingerprint, SupportFolder, support_folders
from sklint.resolve import ConfigFor

ANALYSIS = "operator-sk-conversion-analysis"
Status = Literal["ready-for-sk-generation", "needs-contracts", "blocked"]


class Options(msgspec.Struct, frozen=True):
    """What an analysis was asked for, with absolute paths, so that it can be asked for again from anywhere."""

    support_dirs: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    ascend_cann_path: str = ""
    ascend_arch: str = ""
    ascend_compile_options: tuple[str, ...] = ()
    ascend_force_includes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Analysis:
    it: Understood
    options: Options
    reading: Reading
    support: Mapping[Path, SupportFolder]
    ascend: AscendContract

    @property
    def asset(self) -> Asset:
        return self.it.asset

    @property
    def hard_blockers(self) -> tuple[str, ...]:
        return self.it.hard_blockers or (() if self.it.kernels else ("kernel_entries_missing",))

    @property
    def missing_contracts(self) -> tuple[str, ...]:
        there = {
            "sk_binding_contract": self.it.has_marker,
            "build_contract": bool(self.it.build.files),
            "test_contract": self.it.tests.present,
        }
        return tuple(name for name, found in there.items() if not found)

    @property
    def status(self) -> Status:
        if self.hard_blockers:
            return "blocked"
        return "needs-contracts" if self.missing_contracts else "ready-for-sk-generation"

    @property
    def next_actions(self) -> tuple[str, ...]:
        if self.status == "blocked":
            return ("analyze-sk-conversion",)
        scaffold = ("adapt-sk-binding-scaffold",) if self.it.unbound else ()
        source = ("generate-sk-source-scaffold",) if self.status == "ready-for-sk-generation" else ()
        return (*scaffold, *source) or ("adapt-sk-from-global",)


def analyze(given: Path, options: Options, config_for: ConfigFor) -> Analysis:
    """Analyse an asset. SklintError for an asset or an option that is wrong."""
    asset = read_asset(given)
    for it in options.support_dirs:
        refuse_no_text("--support-dir", it)
    support = support_folders(options.support_dirs, asset.path)
    folders = tuple(str(existing("--include-dir", it, folder=True)) for it in options.include_dirs)
    ascend = ascend_contract(
        options.ascend_cann_path, options.ascend_arch, options.ascend_compile_options, options.ascend_force_includes
    )
    reading = Reading(config_for, (*folders, *include_dirs(ascend)), defines(ascend), support)
    absolute = Options(
        support_dirs=tuple(f"{it.source_name}={it.source_path}" for it in support.values()),
        include_dirs=folders,
        ascend_cann_path=ascend.ascend_cann_path,
        ascend_arch=ascend.ascend_arch,
        ascend_compile_options=options.ascend_compile_options,
        ascend_force_includes=ascend.force_includes,
    )
    return Analysis(understand(asset, reading), absolute, reading, support, ascend)


def analysis_json(it: Analysis) -> dict[str, object]:
    """The analysis under its keys."""
    asset = it.asset
    return {
        "schema_version": 1,
        "tool": TOOL,
        "status": it.status,
        "asset_path": str(asset.path),
        "base_dir": str(asset.root),
        "hard_blockers": it.hard_blockers,
        "missing_contracts": it.missing_contracts,
        "archetype": it.it.archetype,
        "source_files": asset.names("source"),
        "include_files": asset.names("header"),
        "build_files": it.it.build.files,
        "test_files": tuple(dict.fromkeys((*it.it.tests.files, *(one.file for one in it.it.tests.programs)))),
        "kernel_entries": kernel_entries(it.it),
        "sk_markers": sk_markers(it.it),
        "sk_marker_places": {name: it.it.markers(name) for name in MARKERS},
        "support_directories": list(it.support.values()),
        "include_dirs": it.options.include_dirs,
        "ascend_compile_contract": it.ascend,
        "options": it.options,
        "missing_headers": sorted({name for _, name in it.it.code.missing}),
        "ignored_files": ignored_files(it.it),
        "file_fingerprints": [Fingerprint(one.path, one.sha256) for one in asset.files],
        "force_include_fingerprints": [fingerprint(Path(one)) for one in it.ascend.force_includes],
        "supported_next_actions": it.next_actions,
    }


def fingerprint(path: Path) -> Fingerprint:
    return Fingerprint(str(path), digest(path))
