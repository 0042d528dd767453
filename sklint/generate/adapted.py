"""An adapted asset as it lies on disk: its report, typed, and the files of its package."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from sklint.contract_read import decoded
from sklint.error import SklintError
from sklint.generate.adapt_inputs import inside, read_json
from sklint.generate.adapt_report import CANONICAL, FOLDER, REPORT
from sklint.generate.adapted_manifest import Manifest, State, packaged
from sklint.generate.package_entry import PackageEntry
from sklint.source import Source


@dataclass(frozen=True)
class Adapted:
    """A package on disk. `files` are those of the manifest by their paths, `raw` is its text, undone."""

    folder: Path
    manifest: Manifest
    raw: Mapping[str, object]
    entries: tuple[PackageEntry, ...]
    files: Mapping[str, bytes]

    @property
    def report(self) -> Path:
        return self.folder / REPORT

    @property
    def asset(self) -> str:
        """The path of what was adapted."""
        return self.manifest.asset_path or str(self.folder)


def read_adapted(folder: Path) -> Adapted:
    """The package in an output folder. SklintError, with the place, where there is none, or not all of it."""
    report = folder / REPORT
    if not folder.is_dir():
        raise SklintError(f"{folder}: no such folder")
    if not report.is_file():
        raise SklintError(f"{report}: no such file; it takes an --output-dir of adapt-sk-from-global")
    checked_state(report)
    manifest = read_json(report, Manifest)
    if not any(it.entries for it in manifest.per_file):
        raise SklintError(f"{report}: no kernel is packaged: per_file has no entries")
    return Adapted(
        folder,
        manifest,
        msgspec.convert(decoded(Source(report.as_posix(), report.read_bytes())), dict[str, object]),
        tuple(packaged(it, record.file, report) for record in manifest.per_file for it in record.entries),
        {it: file_of(folder, it) for it in written(manifest, report)},
    )


def checked_state(report: Path) -> None:
    state = read_json(report, State)
    if state.status != "completed":
        raise SklintError(f"{report}: status is {state.status}, so there is no package; see its escalations")
    if state.pybind_layout != CANONICAL:
        raise SklintError(f"{report}: pybind_layout is not {CANONICAL}, so there is no package; adapt the asset again")


def written(manifest: Manifest, report: Path) -> list[str]:
    """The package's files, by the paths in it."""
    for it in manifest.canonical_written_files:
        path = PurePosixPath(it)
        if path.is_absolute() or ".." in path.parts or path.parts[:1] != (FOLDER,) or "\0" in it:
            raise SklintError(f"{report}: canonical_written_files: {it} is outside of {FOLDER}")
    return [it.removeprefix(f"{FOLDER}/") for it in manifest.canonical_written_files]


def file_of(folder: Path, name: str) -> bytes:
    """A file of the package. A link that leaves it is none."""
    path = folder / FOLDER / name
    if not (path.is_file() and inside(path, folder / FOLDER)):
        raise SklintError(f"{path}: is not there, but {folder / REPORT} names it; adapt the asset again")
    return path.read_bytes()
