"""The run of `sklint build-standalone-executable`: CMake in a folder of its own, and a report on it."""

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sklint.cli.logged_run import logged_run
from sklint.cli.output import say
from sklint.cli.published import refuse_link, undone, write_report, write_whole
from sklint.error import SklintError
from sklint.packaged.standalone import (
    BUILD_LIMIT,
    CONFIGURE_LIMIT,
    EXECUTABLE,
    LOG,
    REPORT,
    Built,
    Project,
    build_json,
    commands,
    read_project,
)
from sklint.target import resolve_chip

STEPS = "steps.log"


def run(folder: Path, chip: str, cann: str) -> int:
    """Build the programs; gives the exit code."""
    made = build_executables(folder, chip, cann)
    say(msgspec.json.encode({"status": made["status"], "executable": made["executable"]}).decode() + "\n")
    why = f" ({made['reason']})" if made["reason"] else ""
    say(f"{made['status']}{why}. {folder / REPORT}\n", to_stderr=True)
    if made["status"] == "failed":
        say(f"  {folder / LOG} says more\n", to_stderr=True)
    return 0 if made["status"] == "passed" else 1


def build_executables(
    folder: Path,
    chip: str = "",
    cann: str = "",
    limits: tuple[float, float] = (CONFIGURE_LIMIT, BUILD_LIMIT),
    env: Mapping[str, str] = os.environ,
) -> dict[str, object]:
    """Build the project in an output folder of generate-standalone-compare and write the report; gives the report,
    whose status is passed, failed or structural-passed. `limits` are in seconds. SklintError where there is nothing
    to build, or no CMake."""
    project = read_project(folder)
    checked_chip(chip, project.verify.npu_arch)
    if shutil.which("cmake") is None:
        raise SklintError("cmake is not on PATH; install it")
    for it in (LOG, EXECUTABLE, REPORT):
        refuse_link(folder / it)
    make_room(project)
    with undone(project.build):
        project.build.mkdir()
        made = steps(project, limits, env)
        report = build_json(project, chip, env, made) | {"target_cann": cann}
        write_whole(folder / LOG, made.log.encode())
        write_whole(folder / EXECUTABLE, f"{report['executable']}\n".encode())
        write_report(folder / REPORT, report)
    return report


def checked_chip(chip: str, arch: str) -> None:
    """SklintError for a chip that is not known, or that the project was not made for."""
    option = resolve_chip(chip).option if chip.strip() else arch
    if option != arch:
        raise SklintError(f"--target-chip {chip} is {option}, and the project was made for {arch}; make it anew")


def make_room(project: Project) -> None:
    """Take away what an earlier build left. SklintError for anything else in its place."""
    build = project.build
    if not os.path.lexists(build):
        return
    if build.is_symlink() or not build.is_dir():
        raise SklintError(f"{build}: is no folder; remove it")
    if any(build.iterdir()) and not ((build / "CMakeCache.txt").exists() or (build / STEPS).exists()):
        raise SklintError(f"{build}: holds what no build left; move it away")
    shutil.rmtree(build)


def steps(project: Project, limits: tuple[float, float], env: Mapping[str, str]) -> Built:
    """Configure, then build where that went well."""
    log = project.build / STEPS
    configure, build = commands(project)
    configured = step(project, configure, log, limits[0], env)
    built = step(project, build, log, limits[1], env) if configured == 0 else None
    said = log.read_text("utf-8", "replace")
    if configured is None:
        return Built(configured, built, f"cmake was stopped after {limits[0]:g} seconds", said)
    stopped = f"cmake --build was stopped after {limits[1]:g} seconds" if configured == 0 and built is None else ""
    return Built(configured, built, stopped, said)


def step(project: Project, words: Sequence[str], log: Path, limit: float, env: Mapping[str, str]) -> int | None:
    with log.open("ab") as out:
        out.write(f"$ {shlex.join(words)}\n".encode())
    return logged_run(words, project.root, env, log, limit)
