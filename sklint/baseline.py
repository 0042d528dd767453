"""Known findings: written to a file once, then only new ones are told."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from sklint.error import SklintError
from sklint.finding import Finding

SCHEMA_VERSION = 1


class Known(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A finding in a baseline. `path` is posix and counts from the baseline's folder."""

    path: str
    finding_id: str
    rule_id: str
    message: str


class KnownFindings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema_version: int
    findings: tuple[Known, ...]


class Baseline(msgspec.Struct, frozen=True):
    """A baseline that was read. `folder` is where its paths count from, `count` how often (path, id) is known."""

    folder: Path
    count: Mapping[tuple[str, str], int]


def new(findings: Iterable[Finding], baseline: Baseline, working_directory: Path) -> list[Finding]:
    """The findings that are not in the baseline; one that is there once covers one. Relative paths in findings count
    from the working directory."""
    left = Counter(baseline.count)
    fresh: list[Finding] = []
    for finding in findings:
        key = (_path_from(baseline.folder, finding.span.path, working_directory), finding.id)
        if left[key] > 0:
            left[key] -= 1
        else:
            fresh.append(finding)
    return fresh


def load(path: Path) -> Baseline:
    """The baseline in a file. SklintError where there is none or it is broken."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise SklintError(f"{path}: no such baseline; `sklint check --write-baseline {path}` writes it") from error
    except OSError as error:
        raise SklintError(f"{path}: the baseline cannot be read: {error.strerror}") from error
    try:
        file = msgspec.json.decode(data, type=KnownFindings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SklintError(f"{path}: not a baseline: {error}; write it again with --write-baseline") from error
    if file.schema_version != SCHEMA_VERSION:
        raise SklintError(
            f"{path}: baseline version {file.schema_version}, this sklint reads version {SCHEMA_VERSION}; "
            "write it again with --write-baseline"
        )
    return Baseline(_folder(path), Counter((known.path, known.finding_id) for known in file.findings))


def write(path: Path, findings: Iterable[Finding], working_directory: Path) -> int:
    """Make the findings known in a file, in place of what it had; gives their number. The file is written beside its
    place and renamed, so that it is there whole or not at all."""
    folder = _folder(path)
    known = sorted(
        Known(_path_from(folder, it.span.path, working_directory), it.id, it.rule, it.message) for it in findings
    )
    content = msgspec.json.format(msgspec.json.encode(KnownFindings(SCHEMA_VERSION, tuple(known))), indent=2) + b"\n"
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        try:
            draft.write_bytes(content)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise SklintError(f"{path}: the baseline cannot be written: {error.strerror}") from error
    return len(known)


def _folder(path: Path) -> Path:
    return Path(os.path.abspath(path)).parent  # noqa: PTH100


def _path_from(folder: Path, path: str, working_directory: Path) -> str:
    """A path as a baseline has it: posix, from its folder; absolute where that cannot be (another Windows drive)."""
    absolute = working_directory / path
    try:
        return Path(os.path.relpath(absolute, folder)).as_posix()
    except ValueError:
        return absolute.as_posix()
