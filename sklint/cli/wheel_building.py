"""The run of `sklint build-native-wheel`: a binding that is current, a build of a copy, and a report on it."""

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from sklint.cli.current_file import current_file
from sklint.cli.logged_run import logged_run
from sklint.cli.output import say
from sklint.cli.published import mask, undone, write_report
from sklint.delivery.page_text import command as command_line
from sklint.error import SklintError
from sklint.generate.adapted import read_adapted
from sklint.packaged.binding import BINDING, PLACES, binding_json
from sklint.packaged.tree import Tree, whole_tree
from sklint.packaged.wheel import BUILD, LIMIT, LOG, REPORT, SOURCE, WHEELS, Ran, command, environment, wheel_json
from sklint.target import Target

BUILT = ("passed", "structural-passed")


def run(folder: Path, jobs: int | None, chips: str) -> int:
    """Build the wheel; gives the exit code."""
    made = build_wheel(folder, jobs, chips)
    say(msgspec.json.encode({"status": made["status"], "wheels": made["wheels"]}).decode() + "\n")
    why = f" ({made['reason']})" if made["reason"] else ""
    say(f"{made['package_name']}: {made['status']}{why}. {folder / REPORT}\n", to_stderr=True)
    if made["status"] == "failed":
        say(f"  {folder / BUILD / LOG} says more\n", to_stderr=True)
    return 0 if made["status"] == "passed" else 1


def build_wheel(
    folder: Path, jobs: int | None = None, chips: str = "", limit: float = LIMIT, base: Mapping[str, str] = os.environ
) -> dict[str, object]:
    """Build the package in an output folder and write the report; gives the report, whose status is passed, failed or
    structural-passed. `limit` is in seconds. SklintError where there is nothing to build: no binding, one of another
    package, a wheel that is there already."""
    Target.of(it for text in re.split(r"[,;]", chips) if (it := text.strip()))
    tree, binding = current_binding(folder)
    build = folder.resolve() / BUILD
    if importlib.util.find_spec("pip") is None:
        raise SklintError(f"{sys.executable} has no pip; `{sys.executable} -m ensurepip` installs it")
    make_room(build, folder / REPORT)
    with undone(build):
        copy(tree, build / SOURCE)
        env = environment(base, jobs, chips)
        code = logged_run(command(build), build, env, build / LOG, limit)
        said = (build / LOG).read_text("utf-8", "replace")
        made = wheel_json(
            binding, build, jobs, env, Ran(code, limit, said, tuple(sorted((build / WHEELS).glob("*.whl"))))
        )
        write_report(folder / REPORT, made)
    return made


def current_binding(folder: Path) -> tuple[Tree, dict[str, object]]:
    """The package with its binding. SklintError where that is not there, or not what it would be now."""
    path, first = folder / BINDING, command_line("generate-pybind-binding", folder)
    if not path.is_file():
        raise SklintError(f"{folder}: there is no {BINDING} in it; run `{first}` first")
    tree = whole_tree(read_adapted(folder))
    made = binding_json(tree)
    current_file(path, made, PLACES, first)
    return tree, made


def make_room(build: Path, report: Path) -> None:
    """Take away what a build left that failed or was stopped. SklintError for anything else in its place."""
    if not os.path.lexists(build):
        return report.unlink(missing_ok=True)
    if build.is_symlink() or not build.is_dir():
        raise SklintError(f"{build}: is no folder; remove it")
    if others := sorted(it.name for it in build.iterdir() if it.name not in (SOURCE, WHEELS, LOG)):
        raise SklintError(f"{build}: holds something else ({', '.join(others[:3])}); move it away")
    if status_of(report) in BUILT:
        raise SklintError(f"{build}: has a wheel already; remove the folder to build it anew")
    shutil.rmtree(build)
    return report.unlink(missing_ok=True)


class Status(msgspec.Struct):
    status: str = ""


def status_of(report: Path) -> str:
    """What the report of the last build says; "" without one."""
    try:
        return msgspec.json.decode(report.read_bytes(), type=Status).status
    except (OSError, msgspec.DecodeError):
        return ""


def copy(tree: Tree, folder: Path) -> None:
    """The package's files in a folder that is not there: what a build leaves, it leaves in the copy."""
    for name in tree.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree.adapted.root / name, path)
        path.chmod(0o666 & ~mask())
    (folder.parent / WHEELS).mkdir()
