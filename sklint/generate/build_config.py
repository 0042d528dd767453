"""The build configuration of an operator, resolved: what compiler and linker are given beside the sources."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from sklint.contract_read import decoded
from sklint.error import SklintError
from sklint.generate.adapt_inputs import read_json
from sklint.source import Source

RESOLVED = "sk.operator.build_config.resolved.v1"
RESOURCES = "_resources"
"""The folder of a package that its further files are in."""


class BuildFields(msgspec.Struct, frozen=True):
    """What is given beside the sources, in the order that people write and records repeat it."""

    include_dirs: tuple[str, ...] = ()
    force_includes: tuple[str, ...] = ()
    compile_options: tuple[str, ...] = ()
    compile_definitions: tuple[str, ...] = ()
    link_dirs: tuple[str, ...] = ()
    link_libraries: tuple[str, ...] = ()
    link_options: tuple[str, ...] = ()
    build_env: dict[str, str] = {}
    runtime_env: dict[str, str] = {}
    package_files: tuple[str, ...] = ()


class BuildConfig(BuildFields, frozen=True):
    """The keys that builds are made of; a record has further ones, which tell where each came from."""

    schema_version: Literal["sk.operator.build_config.resolved.v1"] = RESOLVED

    @property
    def of_setup(self) -> dict[str, object]:
        """What a setup.py takes of it; nothing where it says nothing."""
        keys = [it for it in self.__struct_fields__ if it not in ("schema_version", "package_files")]
        given = msgspec.to_builtins(self, order="deterministic")
        return {it: given[it] for it in keys} if any(given[it] for it in keys) else {}


class Recorded(msgspec.Struct, frozen=True):
    """A configuration with the record it is of, as reports repeat it."""

    config: BuildConfig
    record: Mapping[str, object]


NONE = Recorded(BuildConfig(), {"schema_version": RESOLVED, "status": "ready"})


def read_build_config(path: Path | None) -> Recorded:
    """The record that `--operator-build-config-resolved` names. SklintError for what is wrong with it."""
    if path is None:
        return NONE
    config = read_json(path, BuildConfig)
    return Recorded(config, msgspec.convert(decoded(Source(path.as_posix(), path.read_bytes())), dict[str, object]))


def resources(config: BuildConfig) -> dict[str, bytes]:
    """The files that a package takes along, by their paths in it. SklintError for one that is not there, and where two
    have one name."""
    found: dict[str, bytes] = {}
    taken: dict[str, str] = {}
    for given in config.package_files:
        name = plain(Path(given).name)
        if name in taken:
            raise SklintError(f"package_files: {taken[name]} and {given} are both {name} in the package; rename one")
        taken[name] = given
        found |= dict(files_of(Path(given), f"{RESOURCES}/{name}"))
    return found


def plain(name: str) -> str:
    """A file's name of letters, digits, `_`, `.` and `-`."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("._-") or "resource"


def files_of(path: Path, name: str) -> Iterator[tuple[str, bytes]]:
    """A file, or all in a folder. Links to folders are not followed."""
    if path.is_file():
        yield name, path.read_bytes()
    elif path.is_dir():
        for it in sorted(path.rglob("*")):
            if it.is_file():
                yield f"{name}/{it.relative_to(path).as_posix()}", it.read_bytes()
    else:
        raise SklintError(f"package_files: {path}: no such file or folder")
