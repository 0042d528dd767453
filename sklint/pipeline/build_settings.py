"""What the operator's own build needs beside its sources, as a file and options give it, made into the record that the
stages and later commands take: every path absolute and there."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from sklint.contract_read import Place, decoded, explained
from sklint.error import SklintError
from sklint.generate.build_config import RESOLVED, BuildFields
from sklint.json_place import places
from sklint.source import Source

OPTION, OVERRIDE = "--operator-build-config", "--operator-build-config-set"
ENVIRONMENTS = ("build_env", "runtime_env")
CANN_HOMES = ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")
CANN_INCLUDES = (
    "asc/include",
    "asc/include/basic_api",
    "ascendc/include/highlevel_api",
    "asc/impl",
    "asc/impl/basic_api",
    "asc",
)
"""Where a toolkit keeps its headers, below the folder of an architecture."""
HOSTS = ("aarch64-linux", "x86_64-linux")


class Given(BuildFields, frozen=True, forbid_unknown_fields=True):
    """The file as people write it."""

    support_dirs: tuple[str, ...] = ()
    schema_version: Literal["sk.operator.build_config.v1", ""] = ""


FIELDS = tuple(it for it in Given.__struct_fields__ if it != "schema_version")


class PathRecord(msgspec.Struct, frozen=True):
    path: str
    exists: bool
    source: Literal["cann-derived", "user-workspace", "external-explicit"]


class SupportRecord(msgspec.Struct, frozen=True):
    source_name: str
    source_path: str
    cli_spec: str
    exists: bool
    source: str


class Cann(msgspec.Struct, frozen=True):
    """The toolkit that the environment names; `source` is the variable."""

    source: str = ""
    root: str = ""
    include_candidates: tuple[PathRecord, ...] = ()
    include_dirs: tuple[str, ...] = ()


class Resolved(BuildFields, frozen=True, kw_only=True):
    schema_version: str = RESOLVED
    status: str = "ready"
    source_config: str
    repo_root: str
    external_paths: tuple[PathRecord | SupportRecord, ...]
    cann: Cann
    user_include_dirs: tuple[str, ...]
    support_dirs: tuple[SupportRecord, ...]
    support_dir_specs: tuple[str, ...]
    path_records: dict[str, tuple[PathRecord, ...]]


def resolved(
    file: Path | None, overrides: Sequence[str], repository: Path, environment: Mapping[str, str], here: Path
) -> Resolved:
    """The record. SklintError for what is wrong, with its file and key, or its option."""
    given = with_overrides(read(file), overrides, file)
    base = file.resolve().parent if file else here
    where = str(file) if file else OVERRIDE
    cann = toolkit(environment)
    paths = {
        "include_dirs": tuple(there(given.include_dirs, base, where, "include_dirs", folder=True)),
        "force_includes": tuple(there(given.force_includes, base, where, "force_includes", folder=False)),
        "link_dirs": tuple(there(given.link_dirs, base, where, "link_dirs", folder=True)),
        "package_files": tuple(there(given.package_files, base, where, "package_files", folder=None)),
    }
    records = {key: tuple(path_record(it, repository, cann) for it in found) for key, found in paths.items()}
    support = tuple(support_records(given.support_dirs, base, where, repository, cann))
    everything = (*(it for found in records.values() for it in found), *support)
    return Resolved(
        source_config=str(file.resolve()) if file else "",
        repo_root=str(repository.resolve()),
        external_paths=tuple(it for it in everything if it.source == "external-explicit"),
        cann=cann,
        include_dirs=tuple(dict.fromkeys((*cann.include_dirs, *paths["include_dirs"]))),
        user_include_dirs=paths["include_dirs"],
        support_dirs=support,
        support_dir_specs=tuple(it.cli_spec for it in support),
        force_includes=paths["force_includes"],
        compile_options=given.compile_options,
        compile_definitions=given.compile_definitions,
        link_dirs=paths["link_dirs"],
        link_libraries=given.link_libraries,
        link_options=given.link_options,
        build_env=given.build_env,
        runtime_env=given.runtime_env,
        package_files=paths["package_files"],
        path_records=records,
    )


def read(file: Path | None) -> dict[str, object]:
    """The object in the file, checked by itself so that an error has its line there."""
    if file is None:
        return {}
    try:
        source = Source(file.as_posix(), file.read_bytes())
    except OSError as error:
        raise SklintError(f"{OPTION} {file}: cannot be read: {error.strerror}") from error
    raw = decoded(source)
    try:
        msgspec.convert(raw, Given)
        return msgspec.convert(raw, dict[str, object])
    except msgspec.ValidationError as error:
        raise explained(
            str(error), raw, Given, Place(source, places(source), whole="the build configuration")
        ) from error


def with_overrides(raw: dict[str, object], overrides: Sequence[str], file: Path | None) -> Given:
    """The file's fields with those of `FIELD=JSON` options in their place."""
    for text in overrides:
        field, key, value = override(text)
        was = raw.get(field, {})
        environment = msgspec.convert(was, dict[str, object]) if key else {}
        raw = {**raw, field: {**environment, key: value} if key else value}
        try:
            msgspec.convert(raw, Given)
        except msgspec.ValidationError as error:
            raise SklintError(f"{OVERRIDE} {text}: {field} takes {'a text' if key else takes(field)}") from error
    return msgspec.convert(raw, Given)


def takes(field: str) -> str:
    """What a field is, in words."""
    return "an object whose values are texts" if field in ENVIRONMENTS else "a list of texts"


def override(text: str) -> tuple[str, str, object]:
    """The field, the key in it ("" for the whole field) and the value of an option."""
    name, equals, json = text.partition("=")
    field, dot, key = name.strip().partition(".")
    if not equals:
        raise SklintError(f"{OVERRIDE} {text}: write FIELD=JSON, such as include_dirs='[\"include\"]'")
    if field not in FIELDS or (dot and field not in ENVIRONMENTS) or (dot and not key):
        more = ", ".join((*FIELDS, "build_env.NAME", "runtime_env.NAME"))
        raise SklintError(f"{OVERRIDE} {text}: {name.strip()} is no field; there are {more}")
    try:
        return field, key, msgspec.json.decode(json)
    except msgspec.DecodeError as error:
        raise SklintError(f"{OVERRIDE} {text}: {json!r} is no JSON: {error}") from error


def there(given: Sequence[str], base: Path, where: str, key: str, *, folder: bool | None) -> Iterator[str]:
    """Paths, absolute, each once. SklintError for one that is not there; `folder` tells what it has to be, if that
    counts."""
    for text in dict.fromkeys(given):
        path = base / Path(text).expanduser()
        fits = path.exists() if folder is None else (path.is_dir() if folder else path.is_file())
        if not text.strip() or not fits:
            kind = {None: "file or folder", True: "folder", False: "file"}[folder]
            raise SklintError(f"{where}: {key}: {text!r}: no such {kind}; relative paths count from {base}")
        yield str(path.resolve())


def support_records(
    given: Sequence[str], base: Path, where: str, repository: Path, cann: Cann
) -> Iterator[SupportRecord]:
    names: dict[str, str] = {}
    for text in dict.fromkeys(given):
        head, equals, tail = text.partition("=")
        (path,) = there([tail if equals else head], base, where, "support_dirs", folder=True)
        name = head.strip() if equals else Path(path).name
        if names.setdefault(name, path) != path:
            raise SklintError(f"{where}: support_dirs: {names[name]} and {path} are both {name}; write NAME=DIR")
        yield SupportRecord(name, path, f"{name}={path}", True, origin(path, repository, cann))


def path_record(path: str, repository: Path, cann: Cann) -> PathRecord:
    return PathRecord(path, True, origin(path, repository, cann))


def origin(path: str, repository: Path, cann: Cann) -> Literal["cann-derived", "user-workspace", "external-explicit"]:
    above = (Path(path), *Path(path).parents)
    if cann.root and Path(cann.root) in above:
        return "cann-derived"
    return "user-workspace" if repository.resolve() in above else "external-explicit"


def toolkit(environment: Mapping[str, str]) -> Cann:
    """The toolkit of the first variable that names a folder, with the folders of its headers."""
    named = ((it, Path(environment[it])) for it in CANN_HOMES if environment.get(it))
    source, root = next(((it, path.resolve()) for it, path in named if path.is_dir()), ("", None))
    if root is None:
        return Cann()
    host = next((it for it in HOSTS if (root / it).is_dir()), HOSTS[0])
    found = [root / host / it for it in CANN_INCLUDES]
    records = tuple(PathRecord(str(it), it.is_dir(), "cann-derived") for it in found)
    return Cann(source, str(root), records, tuple(it.path for it in records if it.exists))


def repository_of(given: Path | None, here: Path) -> Path:
    """The folder that counts as one's own work: as given, else the nearest above with a `.git`."""
    if given is not None:
        if not given.is_dir():
            raise SklintError(f"--repo-root {given}: no such folder")
        return given.resolve()
    marks = (".git", "AGENTS.md", "build.sh")
    return next((it for it in (here, *here.parents) if any((it / mark).exists() for mark in marks)), here)


def cache_folder(given: Path | None, repository: Path, environment: Mapping[str, str]) -> Path:
    named = next((environment[it] for it in CACHES if environment.get(it)), "")
    found = given or (Path(named) if named else repository / "build" / "sk-operator-build-cache")
    return Path(os.path.abspath(found.expanduser()))  # noqa: PTH100 - as written, links kept


CACHES = ("SK_OPERATOR_BUILD_CACHE_DIR", "SK_TOOLS_BUILD_CACHE_DIR")
