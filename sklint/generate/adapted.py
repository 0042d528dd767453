"""operator-sk-adapted.json as it is read again, by all that go on from a package: each error at its key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from sklint.contract_read import Place, converted, decoded
from sklint.error import SklintError
from sklint.generate.adapt_report import CANONICAL, FOLDER, REPORT
from sklint.json_place import place_text, places
from sklint.packaged.folder_name import checked_name
from sklint.source import Source

FIRST = "run adapt-sk-from-global or aggregate-sk-adapted first"


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of a kernel, with its type as the source writes it."""

    name: str
    c_type: str
    kind: str = ""


class Declared(msgspec.Struct, frozen=True):
    """What a contract says of a parameter."""

    kind: str


class IoContract(msgspec.Struct, frozen=True):
    """What a kernel does with each tensor, as far as a contract says it."""

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    workspaces: tuple[str, ...] = ()
    parameters: dict[str, Declared] = {}


class Entry(msgspec.Struct, frozen=True):
    """A kernel of the package, under the name that Python calls it by."""

    entry_name: str
    param_count: int
    source_entry_name: str = ""
    parameters: tuple[Parameter, ...] = ()
    supported_arches: tuple[str, ...] = ()
    supported_soc_versions: tuple[str, ...] = ()
    support_source: str = ""
    torch_schema: str = ""
    pybind_return_tensor: str | None = None
    io_contract: IoContract | None = None

    @property
    def tensor_lists(self) -> tuple[str, ...]:
        """Parameters that are lists of tensors, whose addresses only the operator's own code prepares."""
        declared = self.io_contract.parameters if self.io_contract else {}
        return tuple(name for name, it in declared.items() if it.kind == "tensor_list")


class File(msgspec.Struct, frozen=True):
    file: str
    entries: tuple[Entry, ...] = ()


class Manifest(msgspec.Struct, frozen=True):
    """What says whether there is a package, and what is in it."""

    status: str
    package_name: str
    package_version: str
    python_package: str
    per_file: tuple[File, ...]
    pybind_layout: str | None = None
    pybind_module: str | None = None
    schema_version: int = 1
    canonical_written_files: tuple[str, ...] = ()
    operator_build_config: dict[str, object] = {}
    operator_package_files: tuple[object, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(it for file in self.per_file for it in file.entries)


@dataclass(frozen=True)
class Adapted:
    """A manifest with its place: the folder it is in, and where each of its keys stands. `raw` is its text, undone."""

    folder: Path
    manifest: Manifest
    raw: Mapping[str, object]
    place: Place

    @property
    def root(self) -> Path:
        """The folder of the package."""
        return self.folder / FOLDER

    @property
    def written(self) -> tuple[str, ...]:
        """The files that the manifest lists, by their paths in the package."""
        return tuple(it.removeprefix(f"{FOLDER}/") for it in self.manifest.canonical_written_files)


def read_adapted(folder: Path) -> Adapted:
    """The manifest of a package in an output folder. SklintError where there is none, or none of a package."""
    checked_name(folder)
    source = Source((folder / REPORT).as_posix(), text_of(folder))
    raw: object = decoded(source)
    keys = msgspec.convert(raw, dict[str, object]) if isinstance(raw, dict) else {}
    for key in ("status", "pybind_layout", "package_name", "package_version", "python_package", "per_file"):
        if key not in keys:
            raise SklintError(f"{source.path}: has no {key}, so it is no manifest of this version; {FIRST}")
    place = Place(source, places(source), whole="the manifest")
    found = Adapted(folder, converted(keys, Manifest, place), keys, place)
    for fault in faults(found):
        raise fault
    return found


def refuse_lost_kernels(it: Adapted, sources: Sequence[bytes]) -> None:
    """SklintError for an entry whose kernel no source of the package names. A source that pastes names together may
    name any; that none is listed is said of the files."""
    if not sources or any(b"##" in data for data in sources):
        return
    words = {word for data in sources for word in re.findall(rb"\w+", data)}
    for number, file in enumerate(it.manifest.per_file):
        for index, entry in enumerate(file.entries):
            name = entry.source_entry_name.partition("<")[0].rpartition("::")[2]
            if name and name.isascii() and name.encode() not in words:
                fact = f"no source of the package has the kernel {entry.source_entry_name}; adapt the asset again"
                raise at(it, fact, "per_file", number, "entries", index, "source_entry_name")


def text_of(folder: Path) -> bytes:
    path = folder / REPORT
    if not folder.is_dir():
        raise SklintError(f"{folder}: {'is no folder' if folder.exists() else 'no such folder'}; {FIRST}")
    if not path.is_file():
        raise SklintError(f"{folder}: there is no {REPORT} in it; {FIRST}")
    return path.read_bytes()


def faults(it: Adapted) -> Iterator[SklintError]:
    """What keeps a manifest from being one of a package that can be built."""
    manifest = it.manifest
    if manifest.schema_version != 1:
        yield at(it, f"schema_version is {manifest.schema_version}, this version knows 1", "schema_version")
    if manifest.status != "completed":
        yield at(it, f"status is {manifest.status}, so there is no package; its escalations say why", "status")
    if manifest.pybind_layout != CANONICAL:
        told = f"{manifest.pybind_layout}, not" if manifest.pybind_layout else "not"
        yield at(it, f"pybind_layout is {told} {CANONICAL}; {FIRST}", "pybind_layout")
    if not manifest.pybind_module:
        yield at(it, f"pybind_module is missing; {FIRST}", "pybind_module")
    for key in ("python_package", "pybind_module"):
        name = getattr(manifest, key)
        if not str(name).isidentifier():
            yield at(it, f"{key} is {name!r}, which is no name in Python", key)
    if not manifest.entries:
        yield at(it, "per_file has no entries, so there is nothing to bind", "per_file")
    yield from entry_faults(it)
    for number, name in enumerate(manifest.canonical_written_files):
        path = PurePosixPath(name)
        if ".." in path.parts or path.parts[:1] != (FOLDER,) or "\0" in name:
            yield at(it, f"{name} is outside of {FOLDER}", "canonical_written_files", number)


def entry_faults(it: Adapted) -> Iterator[SklintError]:
    known: set[str] = set()
    for number, file in enumerate(it.manifest.per_file):
        for index, entry in enumerate(file.entries):
            path = ("per_file", number, "entries", index, "entry_name")
            if not entry.entry_name.isidentifier():
                yield at(it, f"{entry.entry_name!r} is no name of a kernel", *path)
            if entry.entry_name in known:
                yield at(it, f"{entry.entry_name} is there twice; each entry has a name of its own", *path)
            known.add(entry.entry_name)


def at(it: Adapted, fact: str, *path: str | int) -> SklintError:
    """The error that says a fact at the place of a key."""
    return SklintError(f"{place_text(it.place.source, it.place.of(*path).span)}: {fact}")
