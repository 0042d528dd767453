"""The run of `sklint generate-standalone-compare`: a package and its fixtures read, the project written."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from sklint.cli.output import say
from sklint.cli.package_folder import refuse_folder, write_folder
from sklint.error import SklintError
from sklint.generate.adapted_package import AdaptedPackage, read_package
from sklint.generate.build_config import read_build_config
from sklint.generate.standalone import FOLDER, standalone
from sklint.generate.standalone_arch import ArchResolution, arch_resolution
from sklint.generate.standalone_check import compiling
from sklint.generate.standalone_fixture import Plan, read_plan
from sklint.generate.standalone_report import report
from sklint.report.characters import printable
from sklint.report.totals import count
from sklint.resolve import resolver

REPORT = f"{FOLDER}.json"


@dataclass(frozen=True)
class Given:
    """What is asked of a run."""

    package: Path
    output_dir: Path
    fixtures: Path | None = None
    target_chip: str = ""
    npu_arch: str = ""
    config: Path | None = None
    by_arch: bool = True


def run(given: Given) -> int:
    """Write the project; gives the exit code."""
    manifest, told = generate(given)
    say(msgspec.json.encode(manifest).decode() + "\n")
    say(told, to_stderr=True)
    return 0


def generate(given: Given) -> tuple[dict[str, object], str]:
    """Write the project; gives what the command prints, and what it tells people. SklintError for what is wrong with an
    input or the folder."""
    folder = given.output_dir
    arch = arch_resolution(given.target_chip, given.npu_arch, given.by_arch)
    recorded = read_build_config(given.config)
    if given.fixtures and not given.fixtures.is_dir():
        raise SklintError(f"--runtime-fixture-dir {given.fixtures}: no such folder")
    refuse_folder(folder, FOLDER, REPORT)
    it = read_package(given.package)
    plans = {one.name: read_plan(one, given.fixtures) for one in it.entries}
    first = standalone(it, plans, given.fixtures, arch.npu_arch, recorded.config)
    plans = compiling(plans, first, folder, recorded.config, resolver())
    made = standalone(it, plans, given.fixtures, arch.npu_arch, recorded.config)
    text = report(it, made, plans, arch, recorded, folder)
    write_folder(folder, FOLDER, REPORT, made.files, text)
    return {"status": text["status"], "entries": len(it.entries)}, told(it, plans, arch, folder / REPORT)


def told(it: AdaptedPackage, plans: Mapping[str, Plan], arch: ArchResolution, path: Path) -> str:
    """A line for each kernel that cannot be run, what keeps the project from being built, and where it is."""
    left = [f"{name} is not run: {plan.reason}" for name, plan in plans.items() if not plan.fixture and plan.path]
    none = [] if any(plan.path for plan in plans.values()) else ["without --runtime-fixture-dir no kernel is run"]
    lines = [*left, *none, *([arch.message] if arch.message else [])]
    kernels = count(len(it.entries), "kernel")
    runs = sum(plan.fixture is not None for plan in plans.values())
    return "".join(f"{printable(line)}\n" for line in (*lines, f"Compares {runs} of {kernels}: {path}"))
