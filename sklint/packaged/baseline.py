"""operator-baseline-build.json: what there is of a kernel built without SuperKernel, which no backend builds yet."""

from pathlib import Path

REPORT, LOG = "operator-baseline-build.json", "baseline-build.log"
BACKEND = "baseline_direct_asc"
SKIPPED, STRUCTURAL = "skipped-real-backend-not-enabled", "structural-passed"


def baseline_json(asset: Path, folder: Path, entry: str, *, structural: bool) -> dict[str, object]:
    """The report, under the published keys: nothing is built, so there are no artifacts."""
    return {
        "schema_version": 1,
        "status": STRUCTURAL if structural else SKIPPED,
        "backend": BACKEND,
        "entry_name": entry,
        "asset": str(asset.resolve()),
        "structural": structural,
        "artifacts": {"shared_objects": [], "runner": "", "metadata": []},
        "commands": [],
        "log_path": str(folder.resolve() / LOG),
        "correctness": "not-executed" if structural else "not-available",
    }


def log(place: str, entry: str, *, structural: bool) -> str:
    """What was done, in words."""
    what = "read, not built, as --structural asks" if structural else f"not built: there is no backend {BACKEND} here"
    return f"{place}: kernel {entry} {what}; nothing was run\n"
