"""An adapted package on disk, as further packages are made of it: its entries, and the data of its files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from sklint.contract_entry import Entry, Parameter
from sklint.contract_read import converted
from sklint.contract_wrapper import Wrapper
from sklint.error import SklintError
from sklint.generate.adapt_entries import EntryFacts, ParameterFacts
from sklint.generate.adapt_inputs import Anything, NameResolution, inside
from sklint.generate.adapt_report import FOLDER, REPORT
from sklint.generate.adapted import read_adapted, refuse_lost_kernels
from sklint.generate.package_entry import Metadata, PackageEntry, package_entry
from sklint.source import Span


class Launch(msgspec.Struct, frozen=True):
    block_dim: int | None = None


class Compile(msgspec.Struct, frozen=True):
    defines: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class IoContract(msgspec.Struct, frozen=True):
    """What a manifest repeats of an entry's contract."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    workspaces: tuple[str, ...]
    pybind_return_tensor: str
    parameters: dict[str, Parameter] = {}
    launch: Launch = Launch()
    compile: Compile = Compile()
    runtime_wrapper: Wrapper | None = None
    bind_target: str | None = None


class WrapperFile(msgspec.Struct, frozen=True):
    csrc_file: str


class EntryRecord(msgspec.Struct, frozen=True):
    """An entry of a manifest, as far as a package is made of it."""

    entry_name: str
    source_entry_name: str
    bind_target: str
    sk_kernel_type: str
    args_struct_name: str
    uses_sys_args: bool
    original_qualifiers: str
    parameters: tuple[ParameterFacts, ...]
    csrc_file: str
    io_contract: IoContract | None = None
    runtime_wrapper: WrapperFile | None = None
    supported_soc_versions: tuple[str, ...] | None = None
    supported_arches: tuple[str, ...] = ()
    target_resolution: dict[str, Anything] = {}
    support_source: str = ""
    source_asset: str = ""


class FileRecord(msgspec.Struct, frozen=True):
    file: str
    entries: tuple[EntryRecord, ...]


class Records(msgspec.Struct, frozen=True):
    """The keys of a manifest that a further package is made of."""

    per_file: tuple[FileRecord, ...]
    aggregate: bool = False
    asset_path: str = ""
    target_chips: tuple[str, ...] | str = ()
    name_resolution: NameResolution = NameResolution()


@dataclass(frozen=True)
class AdaptedPackage:
    """A package on disk. `files` are those of the manifest by their paths, `raw` is its text, undone."""

    folder: Path
    python_package: str
    records: Records
    raw: Mapping[str, object]
    entries: tuple[PackageEntry, ...]
    files: Mapping[str, bytes]

    @property
    def report(self) -> Path:
        return self.folder / REPORT

    @property
    def asset(self) -> str:
        """The path of what was adapted."""
        return self.records.asset_path or str(self.folder)


def read_package(folder: Path) -> AdaptedPackage:
    """The package in an output folder. SklintError, with the place, where there is none, or not all of it."""
    it = read_adapted(folder)
    records = converted(it.raw, Records, it.place)
    files = {name: file_of(folder, name) for name in it.written}
    refuse_lost_kernels(it, [data for name, data in files.items() if is_source(name)])
    return AdaptedPackage(
        folder,
        it.manifest.python_package,
        records,
        it.raw,
        tuple(packaged(one, file.file, folder / REPORT) for file in records.per_file for one in file.entries),
        files,
    )


def is_source(name: str) -> bool:
    """Whether a file of a package came from the asset, and was not made of its manifest."""
    path = PurePosixPath(name)
    return path.suffix not in (".py", ".json") and not path.name.startswith("pybind11")


def file_of(folder: Path, name: str) -> bytes:
    """A file of the package. A link that leaves it is none."""
    path = folder / FOLDER / name
    if not (path.is_file() and inside(path, folder / FOLDER)):
        raise SklintError(f"{path}: is not there, but {folder / REPORT} names it; adapt the asset again")
    return path.read_bytes()


def packaged(it: EntryRecord, file: str, report: Path) -> PackageEntry:
    span = Span(report.as_posix(), 0, 0)
    facts = EntryFacts(
        name=it.source_entry_name,
        qualified=it.bind_target.partition("<")[0],
        arguments=(),
        target=it.bind_target,
        sk_kernel_type=it.sk_kernel_type,
        args_struct_name=it.args_struct_name,
        uses_sys_args=it.uses_sys_args,
        qualifiers=it.original_qualifiers,
        parameters=it.parameters,
        span=span,
    )
    made = package_entry(it.entry_name, facts, contract(it, span), file)
    wrapper = it.runtime_wrapper.csrc_file if it.runtime_wrapper else ""
    return msgspec.structs.replace(made, metadata=metadata(it), csrc_file=it.csrc_file, wrapper_file=wrapper)


def contract(it: EntryRecord, span: Span) -> Entry | None:
    given = it.io_contract
    if given is None:
        return None
    return Entry(
        name=it.source_entry_name,
        return_tensor=given.pybind_return_tensor,
        inputs=given.inputs,
        outputs=given.outputs,
        workspaces=given.workspaces,
        span=span,
        parameters=given.parameters,
        block_dim=given.launch.block_dim,
        defines=given.compile.defines,
        options=given.compile.options,
        wrapper=given.runtime_wrapper,
        public_entry_name=it.entry_name,
        bind_target=given.bind_target or "",
    )


def metadata(it: EntryRecord) -> Metadata | None:
    if it.supported_soc_versions is None:
        return None
    resolution = msgspec.Raw(msgspec.json.encode(it.target_resolution))
    return Metadata(it.supported_soc_versions, it.supported_arches, resolution, it.support_source, it.source_asset)
