"""The build of the programs that compare kernels: what is there, what CMake runs, what came of it."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from sklint.contract_read import Place, converted, decoded, wrong
from sklint.error import SklintError
from sklint.generate.adapt_inputs import inside
from sklint.json_place import places
from sklint.packaged.folder_name import checked_name
from sklint.packaged.wheel import STRUCTURAL
from sklint.source import Source

PROJECT, MANIFEST = "operator-sk-standalone-verify", "operator-sk-standalone-verify.json"
REPORT, LOG, EXECUTABLE = "operator-sk-standalone-build.json", "build-log.txt", "executable-path.txt"
CONFIGURE_LIMIT, BUILD_LIMIT = 300.0, 600.0
"""Seconds that each step of CMake may take."""
MOCK = "SK_OPERATOR_ALLOW_STANDALONE_MOCK_EXECUTABLE"
FIRST = "run generate-standalone-compare first"
CMAKE_SAYS = re.compile(r"^CMake Error[^\n]*:\n\s*((?:[ \t]*\S.*\n?)+)", re.MULTILINE)
COMPILER_SAYS = re.compile(r"^.*\berror ?:.*$", re.MULTILINE)


class Entry(msgspec.Struct, frozen=True):
    entry_name: str


class Verify(msgspec.Struct, frozen=True):
    """operator-sk-standalone-verify.json, as far as a build needs it."""

    status: str
    npu_arch: str = ""
    message: str = ""
    runtime_sources: dict[str, str] = {}
    entry_targets: dict[str, str] = {}
    entries: tuple[Entry, ...] = ()
    operator_build_config: dict[str, object] = {}


@dataclass(frozen=True)
class Project:
    """A project that can be built: its folder, and the program of each entry."""

    folder: Path
    verify: Verify
    targets: dict[str, str]

    @property
    def root(self) -> Path:
        return self.folder.resolve() / PROJECT

    @property
    def build(self) -> Path:
        return self.root / "build"


@dataclass(frozen=True)
class Built:
    """What the steps gave: exit codes, None for one that took too long or was not run, and what they said."""

    configured: int | None
    built: int | None
    stopped: str
    log: str


def read_project(folder: Path) -> Project:
    """The project in a folder. SklintError, with the place, where it is not there or cannot be built."""
    checked_name(folder)
    path = folder / MANIFEST
    if not path.is_file():
        raise SklintError(f"{folder}: there is no {MANIFEST} in it; {FIRST}")
    source = Source(path.as_posix(), path.read_bytes())
    raw: object = decoded(source)
    place = Place(source, places(source), whole="the manifest")
    verify = converted(raw, Verify, place)
    for fault in faults(folder, verify, place):
        raise fault
    default = next(iter(verify.runtime_sources))
    return Project(
        folder, verify, {it.entry_name: verify.entry_targets.get(it.entry_name, default) for it in verify.entries}
    )


def faults(folder: Path, verify: Verify, place: Place) -> Iterator[SklintError]:
    """What keeps a project from being built."""
    root = folder / PROJECT
    if verify.status != "generated":
        yield wrong(place, "status", f"is {verify.status}, so there is nothing to build: {verify.message or FIRST}")
    if not verify.runtime_sources:
        yield wrong(place, "runtime_sources", f"names no program; {FIRST}")
    for target, name in verify.runtime_sources.items():
        there = place.of("runtime_sources")
        if PurePosixPath(target).name != target or target in ("", ".", ".."):
            yield wrong(there, target, "is no name of a program")
        if PurePosixPath(name).is_absolute() or not ((folder / name).is_file() and inside(folder / name, root)):
            yield wrong(there, target, f"is {name}, which is not in {root}; {FIRST}")
    if not (root / "CMakeLists.txt").is_file():
        yield SklintError(f"{root / 'CMakeLists.txt'}: no such file; {FIRST}")
    for entry, target in verify.entry_targets.items():
        if target not in verify.runtime_sources:
            yield wrong(place.of("entry_targets"), entry, f"is {target}, which is none of runtime_sources")


def commands(it: Project) -> tuple[list[str], list[str]]:
    """How CMake configures and builds the project."""
    return ["cmake", "-S", str(it.root), "-B", str(it.build)], ["cmake", "--build", str(it.build)]


def build_json(it: Project, chip: str, env: Mapping[str, str], made: Built) -> dict[str, object]:
    """The report of a build."""
    programs = {target: it.build / target for target in it.verify.runtime_sources}
    missing = [str(path) for path in programs.values() if not (path.is_file() and os.access(path, os.X_OK))]
    reason = fault(made, missing)
    structural = env.get(STRUCTURAL) == "1"
    configure, build = commands(it)
    return {
        "status": "failed" if reason else "structural-passed" if structural else "passed",
        "reason": reason,
        "standalone_verify_dir": str(it.root),
        "target_chip": chip,
        "target_cann": "",
        "operator_build_config": it.verify.operator_build_config,
        "build_dir": str(it.build),
        "configure_command": configure,
        "build_command": build,
        "configure_return_code": made.configured,
        "build_return_code": made.built,
        "executable": str(next(iter(programs.values()))),
        "executable_targets": {target: str(path) for target, path in programs.items()},
        "executables": {entry: str(programs[target]) for entry, target in it.targets.items()},
        "missing_executables": missing,
        "mock_executable_allowed": env.get(MOCK) == "1",
        "structural": structural,
        "log_path": str(it.folder.resolve() / LOG),
    }


def fault(made: Built, missing: list[str]) -> str:
    """Why there are no programs; "" where there are."""
    if made.stopped:
        return made.stopped
    if made.configured != 0:
        found = CMAKE_SAYS.search(made.log)
        return " ".join(found[1].split()) if found else f"cmake ended with {made.configured}"
    if made.built != 0:
        found = COMPILER_SAYS.search(made.log)
        return found[0].strip() if found else f"cmake --build ended with {made.built}"
    return f"{missing[0]} was not built" if missing else ""
