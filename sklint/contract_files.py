"""The files that a contract is about, read into values: all that the engine is given beside the contract."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from sklint.contract import Contract, contract_of
from sklint.contract_asset import Asset, ContractKind, NamedFile
from sklint.contract_defines import agreed_defines
from sklint.contract_entry import NothingReturnedError
from sklint.contract_shapes import BuildContext, Layout, VerifyContext
from sklint.error import SklintError
from sklint.operator_contracts import if_readable, stays_inside
from sklint.options import Options
from sklint.readable import CONTRACT_NAMES, LARGEST, SUFFIXES, is_code
from sklint.request import Request, options_for, request_for
from sklint.resolve import ConfigFor
from sklint.source import Source
from sklint.texts import Texts, joined

DEEPEST = 3
MOST_FILES = 4000
MOST_SOURCES = 64
"""So far a contract's kernels are looked for where no layout says in which files they are."""

WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
TESTS = frozenset(("test", "tests"))
NAMES = {kind: name for name, kind in CONTRACT_NAMES.items()}


def contract_request(
    source: Source, kind: ContractKind, config_for: ConfigFor, overlays: Mapping[str, bytes]
) -> Request:
    """A contract to check, with what it is about as it is now."""
    request = request_for(source, config_for(source.path), overlays)
    around = Around(source, Texts.over(request.overlays), config_for)
    match kind:
        case "layout":
            asset = of_layout(around)
        case "io_contract":
            asset = of_io_contract(around)
        case _:
            asset = of_context(around, kind)
    return Request(request.path, request.data, request.target, request.options, request.packs, request.overlays, asset)


@dataclass(frozen=True)
class Around:
    """A contract and where it is."""

    source: Source
    texts: Texts
    config_for: ConfigFor

    @property
    def folder(self) -> str:
        return self.source.path.rpartition("/")[0] or ("/" if self.source.path.startswith("/") else ".")

    @property
    def build_context(self) -> str:
        return joined(self.folder, NAMES["build_context"])

    @cached_property
    def include_dirs(self) -> tuple[str, ...]:
        """The folders that the build context beside the contract names; they count from the asset."""
        text = self.texts.read(self.build_context)
        context = if_readable(Source(self.build_context, text), BuildContext) if text is not None else None
        return tuple(it for it in context.include_dirs if "\0" not in it) if context else ()

    def options(self, path: str, root: str, defines: tuple[str, ...] = ()) -> Options:
        """How a source of the asset is read: as when it is checked itself, and with what the asset is built with."""
        found = options_for(path, self.config_for(path))
        dirs = (*found.include_dirs, *(joined(root, it) for it in self.include_dirs), root, joined(root, ".."))
        return replace(found, include_dirs=dirs, defines=(*found.defines, *defines))


# a layout


def of_layout(around: Around) -> Asset:
    layout = if_readable(around.source, Layout)
    if layout is None or "\0" in layout.asset_root:
        return Asset("layout")
    root = root_of(layout.asset_root, around)
    if root is None:
        return Asset("layout", reads=(f"{joined(around.folder, layout.asset_root)}/",))
    roles = {name: "other" for unit in layout.operator_units for name in unit.files.values()}
    roles |= {unit.kernel_source: "kernels" for unit in layout.operator_units}
    files = [named(around, root, name, roles[name] == "kernels") for name in sorted(roles) if stays_inside(name)]
    reads = (around.build_context, *(it.path for it in files))
    return Asset("layout", root, tuple(files), known=True, stated=True, reads=reads)


def of_context(around: Around, kind: ContractKind) -> Asset:
    """What there is beside a build or verify context, which may name the asset's folder."""
    context = if_readable(around.source, BuildContext if kind == "build_context" else VerifyContext)
    named = context.asset_root if context else ""
    reads = (f"{joined(around.folder, named)}/",) if named and "\0" not in named else ()
    return Asset(kind, root_of(named, around) if named else around.folder, reads=reads)


def root_of(asset_root: str, around: Around) -> str | None:
    """The asset's folder: a relative one counts from the contract or from the working directory; an asset of one source
    is in its folder."""
    for it in (joined(around.folder, asset_root), joined(".", asset_root)):
        if around.texts.is_folder(it):
            return it
        if around.texts.read(it) is not None:
            return joined(it, "..")
    return None


def named(around: Around, root: str, name: str, kernels: bool) -> NamedFile:
    """A file of a layout."""
    path = joined(root, name)
    data = around.texts.read(path)
    if data is None:
        return NamedFile(name, path, "other", "absent")
    if leaves(path, root):
        return NamedFile(name, path, "other", "outside")
    if not kernels:
        return NamedFile(name, path, "other", "there")
    read = len(data) <= LARGEST and is_code(path, data)
    return NamedFile(name, path, "kernels" if read else "other", "there", data, around.options(path, root))


def leaves(path: str, root: str) -> bool:
    """Whether a file lies outside of a folder, links followed."""
    real, folder = os.path.realpath(path), os.path.realpath(root)
    return not real.startswith(folder.rstrip("/") + "/")


# an IO contract


def of_io_contract(around: Around) -> Asset:
    try:
        contract = contract_of(around.source)
    except NothingReturnedError as error:  # the kernel's tensors tell what is missing
        contract = Contract(around.source.path, around.source.data, {error.entry.name: error.entry})
    except SklintError:
        return Asset("io_contract")
    beside = joined(around.folder, NAMES["layout"])
    text = around.texts.read(beside)
    layout = if_readable(Source(beside, text), Layout) if text is not None else None
    root = root_of(layout.asset_root, around) if layout else None
    if layout and root:
        paths = [joined(root, it.kernel_source) for it in layout.operator_units if stays_inside(it.kernel_source)]
        known, reads = True, (beside,)
    else:
        root = around.folder
        below = around.texts.below(root, DEEPEST, MOST_FILES)
        paths, known, reads = candidates(below or [], root), below is not None, (beside, f"{root.rstrip('/')}/")
    found = kernel_files(around, contract, root, dict.fromkeys(paths))
    files = (*found[:MOST_SOURCES], *wrappers(around, contract, root))
    known, stated = known and len(found) <= MOST_SOURCES, len(reads) == 1
    named_paths = (around.build_context, *(it.path for it in files))
    return Asset("io_contract", root, files, known=known, stated=stated, reads=(*reads, *named_paths))


def candidates(paths: list[str], root: str) -> list[str]:
    """The sources among files below a folder, but for tests."""
    sources = (it for it in paths if os.path.splitext(it)[1] in SUFFIXES)  # noqa: PTH122 - a Path costs more
    return [it for it in sources if not TESTS & {*os.path.relpath(it, root).split("/")[:-1]}]


def kernel_files(around: Around, contract: Contract, root: str, paths: Mapping[str, None]) -> list[NamedFile]:
    """The sources that may define kernels: first those that speak of one that the contract names."""
    names = {name.encode() for it in contract.entries.values() for name in it.names if name}
    names = {name.rpartition(b"::")[2] for name in names}
    found: list[tuple[tuple[bool, bool], NamedFile]] = []
    for path in paths:
        data = around.texts.read(path)
        if data is None or len(data) > LARGEST or not is_code(path, data):
            continue
        speaks = not names.isdisjoint(WORD.findall(data))
        if speaks or b"__global__" in data:
            defines = tuple(agreed_defines(contract, Source(path, data)))
            options = around.options(path, root, defines)
            header = path.endswith((".h", ".hpp"))  # which a source that includes it may complete
            found.append(((not speaks, header), NamedFile(path, path, "kernels", "there", data, options)))
    return [it for _, it in sorted(found, key=lambda it: it[0])]


def wrappers(around: Around, contract: Contract, root: str) -> list[NamedFile]:
    names = dict.fromkeys(it.wrapper.source for it in contract.entries.values() if it.wrapper)
    found: list[NamedFile] = []
    for name in names:
        path = joined(root, name)
        data = around.texts.read(path)
        state = "absent" if data is None else "outside" if leaves(path, root) else "there"
        found.append(NamedFile(name, path, "wrapper", state, data if data and state == "there" else b""))
    return found
