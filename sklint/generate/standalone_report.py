"""operator-sk-standalone-verify.json: what a standalone comparison consists of, under the published keys."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from sklint.generate.adapted_package import AdaptedPackage
from sklint.generate.build_config import Recorded
from sklint.generate.standalone import FOLDER, Standalone
from sklint.generate.standalone_arch import ArchResolution
from sklint.generate.standalone_fixture import Plan

Json = dict[str, object]


def report(
    it: AdaptedPackage, made: Standalone, plans: Mapping[str, Plan], arch: ArchResolution, config: Recorded, into: Path
) -> Json:
    """The manifest of a project that is in the folder `into`."""
    runtime = {one.name: f"{FOLDER}/{one.runtime}" for one in made.groups}
    ready = arch.status == "resolved"
    told = {} if ready else {"reason": arch.reason, "message": arch.message}
    return {
        "status": "generated" if ready else "needs-target-arch",
        "aggregate_output_dir": str(it.folder.resolve()),
        "standalone_verify_dir": str((into / FOLDER).resolve()),
        "target_chip": arch.target_chip,
        "npu_arch": arch.npu_arch,
        "target_arch_resolution": arch,
        "operator_build_config": config.record,
        "runtime_compare": next(iter(runtime.values())),
        "runtime_sources": runtime,
        "entry_targets": {entry.name: one.name for one in made.groups for entry in one.entries},
        "cmake": f"{FOLDER}/CMakeLists.txt" if ready else "",
        "copied_sources": list(dict.fromkeys(f"{FOLDER}/{one.source}" for one in made.groups)),
        "copied_support": {
            stem: [f"{FOLDER}/{name}" for name in names] for stem, names in made.support.items() if names
        },
        "left_out_support": made.left_out,
        "entries": raw_entries(it),
        "runtime_fixtures": {name: plan.status for name, plan in plans.items() if plan.path},
        **told,
    }


def raw_entries(it: AdaptedPackage) -> list[Json]:
    """The entries as the package's report has them."""
    files = msgspec.convert(it.raw["per_file"], list[Json])
    return [entry for file in files for entry in msgspec.convert(file["entries"], list[Json])]
