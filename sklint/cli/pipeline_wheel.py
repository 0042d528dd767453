"""The wheel of a pipeline: one that is given, one that an equal build left in the cache, or one that is built."""

import hashlib
import importlib.metadata
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sklint import __version__
from sklint.cli.pipeline_output import copy_files, copy_tree, digest_of_tree
from sklint.cli.pipeline_settings import Run
from sklint.cli.wheel_building import build_wheel
from sklint.packaged.wheel import BUILD as BUILD_FOLDER
from sklint.packaged.wheel import CHIPS, LOG, SOURCE, WHEELS, modules
from sklint.pipeline.build_log import build_failed, findings_in
from sklint.pipeline.stages import BUILD
from sklint.pipeline.state import Json, State, text, texts

NAMESPACE = "wheels"
STATUS = {"passed": "built", "structural-passed": "structural-built"}
VARIABLES = ("SK_NPU_ARCHS", CHIPS, "SK_OPERATOR_STRUCTURAL_TOOLCHAIN", "CXX", "CXXFLAGS", "CFLAGS", "LDFLAGS")
"""Variables of the environment that builds follow."""

Made = tuple[Json, tuple[Json, ...]]
"""What the state says of the wheel, and the findings where there is none."""


def wheel(run: Run, state: State) -> Made:
    """Get the wheel as the plan says."""
    settings, folder = run.settings, run.stage(BUILD) / "wheel"
    if settings.reuse_wheel:
        return given_wheel(run, settings.reuse_wheel, folder)
    if settings.plan.wheel_mode == "never":
        return {"mode": "never", "status": "skipped", "wheel_paths": []}, ()
    copy_tree(Path(text(state.binding, "outputs")), folder / "inputs")
    key = cache_key(run, folder / "inputs")
    place = settings.cache / NAMESPACE / key
    if settings.plan.wheel_mode == "cache" and (kept := sorted(place.glob("*.whl"))):
        paths = delivered(kept, folder)
        return {**told(run, "reused", key, paths), "cache_hit": True, "reused_from": str(place)}, ()
    return built_wheel(run, folder, key, place)


def given_wheel(run: Run, path: Path, folder: Path) -> Made:
    """A wheel that a person gives. It has to have modules of this package."""
    package = run.package.replace("-", "_").replace(".", "_")
    if not modules(path, package):
        why = f"--reuse-wheel {path}: has no extension module of {package}"
        return failed(run, "", why), (build_failed(why),)
    return {**told(run, "reused", "", delivered([path], folder)), "reused_from": str(path)}, ()


def built_wheel(run: Run, folder: Path, key: str, place: Path) -> Made:
    copy_tree(folder / "inputs", folder / "outputs")
    settings = run.settings
    report = build_wheel(folder / "outputs", settings.jobs, settings.target_chip, base=settings.build_env)
    status = STATUS.get(str(report["status"]), "failed")
    if status == "failed":
        reason = str(report["reason"])
        place_of_build = folder / "outputs" / BUILD_FOLDER
        said = (place_of_build / LOG).read_text("utf-8", "replace")
        return failed(run, key, reason), findings_in(said, "the wheel", reason, place_of_build / SOURCE)
    names = texts(report, "wheels")
    found = [folder / "outputs" / BUILD_FOLDER / WHEELS / it for it in names]
    if status == "built":
        keep(found, place)
    return told(run, status, key, delivered(found, folder)), ()


def delivered(found: list[Path], folder: Path) -> tuple[str, ...]:
    """The wheels in `wheel/outputs/wheels`, where people look for them."""
    into = folder / "outputs" / "wheels"
    copy_files(into, {it.name: it for it in found})
    return tuple(str(into / it.name) for it in found)


def keep(found: list[Path], place: Path) -> None:
    """Put wheels in the cache; a cache that cannot be written is none."""
    try:
        if not place.is_dir():
            copy_files(place, {it.name: it for it in found})
    except OSError:
        shutil.rmtree(place, ignore_errors=True)


def told(run: Run, status: str, key: str, paths: tuple[str, ...]) -> Json:
    mode = run.settings.plan.wheel_mode
    return {"mode": mode, "status": status, "cache_key": key, "cache_hit": False, "wheel_paths": list(paths)}


def failed(run: Run, key: str, reason: str) -> Json:
    return {**told(run, "failed", key, ()), "reason": reason}


def cache_key(run: Run, package: Path) -> str:
    """A digest of all that a wheel follows from: the package, the target, and what builds it."""
    asked: Json = {
        "sklint": __version__,
        "package": digest_of_tree(package / "operator-sk-adapted"),
        "chips": run.settings.target_chip,
        "build": run.settings.build,
        "python": sys.version,
        "environment": {it: run.settings.build_env.get(it, "") for it in VARIABLES},
        "tools": list(tools()),
    }
    return hashlib.sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()


def tools() -> Iterator[str]:
    """The compiler and the libraries that modules are built with, as far as they are there."""
    compiler = shutil.which("bisheng")
    if compiler:
        it = Path(compiler).resolve()
        yield f"{it} {it.stat().st_size} {it.stat().st_mtime_ns}"
    for name in ("torch", "torch_npu", "setuptools"):
        try:
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            yield f"{name} none"
