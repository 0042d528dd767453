"""operator-sk-adapted.json as it is read again: what a package is made of, typed, and its entries as values."""

from pathlib import Path

import msgspec

from sklint.contract_entry import Entry, Parameter
from sklint.contract_wrapper import Wrapper
from sklint.generate.adapt_entries import EntryFacts, ParameterFacts
from sklint.generate.adapt_inputs import Anything, NameResolution
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


class State(msgspec.Struct, frozen=True):
    """What says whether there is a package at all."""

    status: str
    pybind_layout: str | None = None


class Manifest(msgspec.Struct, frozen=True):
    """operator-sk-adapted.json of one asset, or of several that are packaged together (`asset_paths`)."""

    package_name: str
    package_version: str
    python_package: str
    canonical_written_files: tuple[str, ...]
    per_file: tuple[FileRecord, ...]
    aggregate: bool = False
    asset_path: str = ""
    asset_paths: tuple[str, ...] = ()
    target_chips: tuple[str, ...] | str = ()
    name_resolution: NameResolution = NameResolution()


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
