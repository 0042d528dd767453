"""The build of a native wheel: what is run, in which environment, and what came of it, under the published keys."""

import re
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LIMIT = 600.0
"""Seconds that pip may take."""
BUILD, REPORT = "operator-sk-native-wheel-build", "operator-sk-native-wheel.json"
SOURCE, WHEELS, LOG = "source", "wheels", "pip-wheel.log"
"""What is in the folder of a build: a copy of the package, the wheel, what pip said."""
JOBS, CHIPS, STRUCTURAL = "SK_BISHENG_JOBS", "SK_TARGET_CHIPS", "SK_OPERATOR_STRUCTURAL_TOOLCHAIN"
AUTOLOAD = "TORCH_DEVICE_BACKEND_AUTOLOAD"

RAISED = re.compile(r"^\s*((?:\w+\.)*\w*(?:Error|Exception|Interrupt): .+)$", re.MULTILINE)


@dataclass(frozen=True)
class Ran:
    """What pip did: its exit code, None where it took longer than `limit` seconds; what it said; its wheels."""

    code: int | None
    limit: float
    log: str
    wheels: tuple[Path, ...]


def command(build: Path) -> list[str]:
    """The command that builds the copy of a package in the folder of a build."""
    own = [sys.executable, "-I", "-B", "-m", "pip", "--isolated", "wheel"]
    return [
        *own,
        "--no-deps",
        "--no-build-isolation",
        "--no-cache-dir",
        "--wheel-dir",
        str(build / WHEELS),
        str(build / SOURCE),
    ]


def environment(base: Mapping[str, str], jobs: int | None, chips: str) -> dict[str, str]:
    """The environment of the build: torch loads no device on its own unless that is asked for."""
    given = {JOBS: str(jobs)} if jobs else {}
    return {AUTOLOAD: "0", **base, **given, **({CHIPS: chips} if chips else {})}


def modules(wheel: Path, package: str) -> list[str]:
    """The extension modules in a wheel; none in a file that is no archive."""
    try:
        with zipfile.ZipFile(wheel) as packed:
            names = packed.namelist()
    except (OSError, zipfile.BadZipFile):
        return []
    return sorted(it for it in names if it.startswith(f"{package}/") and it.endswith((".so", ".pyd")))


def wheel_json(
    binding: Mapping[str, object], build: Path, jobs: int | None, env: Mapping[str, str], ran: Ran
) -> dict[str, object]:
    """The report of a build; `jobs` as they were asked for."""
    package = str(binding["python_package"])
    found = [name for it in ran.wheels for name in modules(it, package)]
    reason = fault(ran, found)
    structural = env.get(STRUCTURAL) == "1"
    status = "failed" if reason else "structural-passed" if structural else "passed"
    return {
        "status": status,
        "reason": reason,
        "package_name": binding["package_name"],
        "python_package": package,
        "pybind_source_root": binding["package_root"],
        "build_dir": str(build),
        "command": command(build),
        "jobs": jobs,
        "sk_bisheng_jobs": env.get(JOBS, ""),
        "target_chips": env.get(CHIPS, ""),
        "torch_device_backend_autoload": env.get(AUTOLOAD, ""),
        "structural": structural,
        "operator_build_config": binding["operator_build_config"],
        "operator_package_files": binding["operator_package_files"],
        "extension_module_pattern": binding["extension_module_pattern"],
        "extension_count": len(found),
        "extensions": found,
        "return_code": ran.code,
        "wheels": [it.name for it in ran.wheels],
        "log_path": str(build / LOG),
    }


def fault(ran: Ran, found: Sequence[str]) -> str:
    """Why a build did not give a wheel with modules; "" where it did."""
    if ran.code is None:
        return f"pip was stopped after {ran.limit:g} seconds"
    if ran.code != 0:
        raised: list[str] = RAISED.findall(ran.log)
        return raised[-1].strip() if raised else f"pip ended with {ran.code}"
    if not ran.wheels:
        return "pip wrote no wheel"
    return "" if found else "the wheel has no extension module"
