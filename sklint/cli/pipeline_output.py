"""The output folder of a pipeline: taken where it is empty, cleaned and gone on with only where nobody else put
anything in it."""

import os
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from shlex import quote

import msgspec

from sklint.cli.owned_tree import WrittenFile, below, digest, digest_of
from sklint.cli.published import inside, mask, new_folders, write_report
from sklint.cli.remediating import check_writable
from sklint.cli.writing import named
from sklint.error import SklintError

MAP, PAGE, LINT, MANIFEST, README = (
    "artifact-map.json",
    "artifact-map.md",
    "artifact-layout-lint.json",
    "run-manifest.json",
    "README.md",
)
REPORTS = (
    *(MAP, PAGE, LINT, MANIFEST, README, "name-resolution-report.json", "name-resolution-report.md"),
    *("asset-root-coverage.json", "asset-root-coverage.md", "pipeline-state.json"),
)
SOMETIMES = REPORTS[5:]
"""Those that not every run writes."""
FOLDERS = ("deliverables", "artifacts", "assets", "work")
RECORD = "work/pipeline-output.json"
"""Says that a folder is of this command, and what it wrote there."""


class Record(msgspec.Struct, frozen=True):
    """`written_files` are those of the whole folder, once a run has come to its end."""

    command: str
    status: str
    written_files: tuple[WrittenFile, ...] = ()


def check_folder(folder: Path, clean: bool, resume: Path | None) -> None:
    """SklintError where a run must not write to a folder; nothing is changed."""
    if clean and resume:
        raise SklintError("--clean-output and --resume-from: one begins anew and the other goes on; give one of them")
    if (folder.exists() or folder.is_symlink()) and not folder.is_dir():
        raise SklintError(f"--output-dir {folder}: is no folder; give another")
    check_writable(folder)
    if resume:
        check_resumed(folder, resume)
    there = sorted(it.name for it in folder.iterdir()) if folder.is_dir() else []
    if there and not clean and not resume:
        raise SklintError(
            f"--output-dir {folder}: is not empty ({', '.join(there[:3])}{' …' if there[3:] else ''}); give"
            f" --clean-output, --resume-from {quote(str(folder / MAP))} or another folder"
        )
    if there:
        refuse_strangers(folder, there)


def check_resumed(folder: Path, resume: Path) -> None:
    if resume.resolve() != (folder / MAP).resolve():
        raise SklintError(f"--resume-from {resume}: is not {folder / MAP}, which a run in --output-dir leaves")
    if not resume.is_file():
        raise SklintError(f"--resume-from {resume}: no such file; a run without it makes one")


def refuse_strangers(folder: Path, names: list[str]) -> None:
    """SklintError where anything in a folder was not written by this command."""
    strange = [it for it in names if not ours(it)]
    if strange:
        raise SklintError(f"{folder / strange[0]}: no run of this command wrote it; move it, or give another folder")
    record = read_record(folder)
    if record is None:
        raise SklintError(f"--output-dir {folder}: {RECORD} is not there, so no run of this command made it")
    known = {it.path: it.sha256 for it in record.written_files}
    for it in below(folder) if known else ():
        if it != RECORD and known.get(it) != digest_of(folder / it):
            what = "was changed since" if it in known else "no run of this command wrote it"
            raise SklintError(f"{folder / it}: {what}; move it, or give another folder")


def ours(name: str) -> bool:
    """Whether a name is one of those that a run writes, or of a draft that a killed one left."""
    return name in (*REPORTS, *FOLDERS) or any(name.startswith(f".{it}.") for it in (*REPORTS, *FOLDERS))


def read_record(folder: Path) -> Record | None:
    path = folder / RECORD
    try:
        record = msgspec.json.decode(path.read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return record if record.command == "run-sk-pipeline" else None


def outputs_below(folder: Path) -> Iterator[Path]:
    """The folders below one that runs of this command wrote: what is in them is no operator of anybody."""
    for name, folders, _ in os.walk(folder.resolve()):
        here = [Path(name) / it for it in folders if not it.startswith(".")]
        ours = [it for it in here if read_record(it)]
        folders[:] = [it.name for it in here if it not in ours]
        yield from ours


def take_folder(folder: Path, clean: bool) -> None:
    """Make a folder this command's own, without what an earlier run left where it is to be cleaned."""
    if clean and folder.is_dir():
        empty(folder)
    for it in (folder, folder / "work"):
        drop_drafts(it)
    with new_folders(folder):
        write_report(folder / RECORD, Record("run-sk-pipeline", "running"))


def empty(folder: Path) -> None:
    """Remove what an earlier run left in a folder of ours. The record stays: a run that dies meanwhile leaves a folder
    of which all that is in it is known."""
    record = folder / RECORD
    for it in (*sorted(folder.iterdir()), *sorted(record.parent.glob("*"))):
        if it not in (record, record.parent):
            remove(it)


def drop_other_runs(folder: Path, slugs: Collection[str]) -> None:
    """Remove what runs of other packages left in a folder of ours, and reports that not every run writes."""
    above = [folder / "work" / "stage-work", folder / "assets"]
    above += [it for name in ("artifacts", "deliverables") for it in sorted((folder / name).glob("*"))]
    for it in (one for place in above for one in sorted(place.glob("*"))):
        if it.name not in slugs:
            remove(it)
    for name in SOMETIMES:
        remove(folder / name)


def drop_drafts(folder: Path) -> None:
    """Remove the drafts that a killed run left directly in a folder of ours."""
    for it in folder.glob(".*") if folder.is_dir() else ():
        remove(it)


def record_folder(folder: Path) -> None:
    """Write down all that is in the folder, now that the run is at its end."""
    files = [it for it in below(folder) if it != RECORD]
    written = tuple(WrittenFile(it, digest_of(folder / it)) for it in files)
    write_report(folder / RECORD, Record("run-sk-pipeline", "finished", written))


def remove(path: Path) -> None:
    with named(path):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def copy_files(into: Path, files: Mapping[str, Path]) -> None:
    """Put copies of files, by their relative paths, in a new folder; whole, or not at all. What is there goes."""
    with named(into), new_folders(into.parent):
        draft = Path(tempfile.mkdtemp(prefix=f".{into.name}.", dir=into.parent))
        try:
            for name, source in files.items():
                path = draft / inside(name)
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, path)
            draft.chmod(0o777 & ~mask())
            remove(into)
            draft.replace(into)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def copy_tree(source: Path, into: Path) -> None:
    copy_files(into, dict(files_in(source)))


def files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files below a folder by their relative paths; links are none."""
    for it in below(folder):
        if not (folder / it).is_symlink():
            yield it, folder / it


def digest_of_tree(folder: Path, leave_out: str = "") -> str:
    """One digest of all files below a folder and their names, those in a folder of it left out."""
    rows = (f"{name}\0{digest_of(path)}\n" for name, path in files_in(folder) if name.split("/")[0] != leave_out)
    return digest("".join(rows).encode()) if folder.is_dir() else ""
