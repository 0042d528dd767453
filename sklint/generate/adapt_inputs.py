"""The other inputs of an adaptation: a name resolution, what was understood of the asset, support folders."""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from sklint.contract_read import Place, decoded, explained
from sklint.error import SklintError
from sklint.generate.package_entry import Metadata
from sklint.json_place import places
from sklint.readable import SUFFIXES
from sklint.source import Source

T = TypeVar("T", bound=msgspec.Struct)

Anything = Annotated[object, Meta(extra_json_schema={"title": "anything"})]
"""A value that is passed on as it is."""

SUPPORT_NAME = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)
SUPPORT_SUFFIXES = SUFFIXES | {".hh", ".hxx", ".inc", ".inl", ".ipp", ".tpp"}


class Resolution(msgspec.Struct, frozen=True):
    """One entry of a name resolution; other keys are not needed here."""

    source_entry_name: str
    public_entry_name: str
    asset_path: str = ""
    asset_key: str = ""
    asset_namespace: str = ""
    internal_symbol_name: str = ""
    bind_target: str = ""
    renamed: bool = False
    rename_reason: str = ""
    collision_group: Anything = None


class NameResolution(msgspec.Struct, frozen=True):
    resolutions: tuple[Resolution, ...] = ()
    policy: str = "none"
    renamed_entry_count: int = 0
    schema_version: int = 1
    duplicate_entry_groups: dict[str, Anything] = {}

    def for_entry(self, places: Sequence[Path], name: str) -> Resolution | None:
        """What it says of an entry, by the first of the places that it names."""
        named = {resolved(it.asset_path): it for it in reversed(self.resolutions) if it.source_entry_name == name}
        return next((named[it] for it in map(str, map(Path.resolve, places)) if it in named), None) if named else None


class OperatorUnit(msgspec.Struct, frozen=True):
    entry_name: str
    supported_soc_versions: tuple[str, ...] = ()
    supported_arches: tuple[str, ...] = ()
    target_resolution: msgspec.Raw = msgspec.Raw(b"{}")
    support_source: str = ""
    source_asset: str = ""

    @property
    def metadata(self) -> Metadata:
        return Metadata(
            self.supported_soc_versions,
            self.supported_arches,
            msgspec.Raw(bytes(self.target_resolution)),
            self.support_source,
            self.source_asset,
        )


class Understanding(msgspec.Struct, frozen=True):
    operator_units: tuple[OperatorUnit, ...] = ()


class Fingerprint(msgspec.Struct, frozen=True):
    path: str
    sha256: str


class SupportFolder(msgspec.Struct, frozen=True):
    """A folder that the asset includes files of, as `<source_name>/…`."""

    source_name: str
    source_path: str
    source_files: tuple[str, ...]
    source_file_fingerprints: tuple[Fingerprint, ...]


def resolved(path: str) -> str:
    return str(Path(path).resolve()) if path else ""


def read_json(path: Path, type: type[T]) -> T:
    """A JSON file of another subcommand. SklintError for what is wrong with it."""
    try:
        source = Source(path.as_posix(), path.read_bytes())
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error
    raw = decoded(source)
    try:
        return msgspec.json.decode(msgspec.json.encode(raw), type=type)
    except msgspec.ValidationError as error:
        there = places(source) if raw is not None else {(): source.span(0, 0)}
        raise explained(str(error), raw, type, Place(source, there, whole="the file")) from error


def support_folders(given: Sequence[str], asset: Path) -> dict[Path, SupportFolder]:
    """The folders of `[NAME=]DIR` options. SklintError for one that is not there, is empty, or holds the asset."""
    found: dict[Path, SupportFolder] = {}
    for text in given:
        head, equals, tail = text.partition("=")
        folder = Path(tail if equals else head)
        name = head if equals else folder.resolve().name
        fault = support_fault(name, folder, asset.resolve(), [it.source_name for it in found.values()])
        if fault:
            raise SklintError(f"--support-dir {text}: {fault}")
        found[folder] = described(name, folder)
    return found


def support_fault(name: str, folder: Path, asset: Path, taken: Iterable[str]) -> str:
    there = folder.resolve()
    if not SUPPORT_NAME.fullmatch(name) or name in (".", ".."):
        return f"{name!r} is no name: letters, digits, '_', '.' and '-'"
    if name in taken:
        return f"there is another folder {name}"
    if not folder.is_dir():
        return "no such folder"
    if there == asset or there in asset.parents or (asset in there.parents):
        return "it holds the asset, or is inside of it"
    return "" if support_files(folder) else f"no source in it ({' '.join(sorted(SUPPORT_SUFFIXES))})"


def support_files(folder: Path) -> list[Path]:
    return sorted(
        it for it in folder.rglob("*") if it.suffix in SUPPORT_SUFFIXES and it.is_file() and inside(it, folder)
    )


def inside(path: Path, folder: Path) -> bool:
    """Whether a file is in a folder, links followed."""
    return folder.resolve() in path.resolve().parents


def described(name: str, folder: Path) -> SupportFolder:
    files = support_files(folder)
    names = [it.relative_to(folder).as_posix() for it in files]
    prints = (Fingerprint(name, sha256(it.read_bytes()).hexdigest()) for name, it in zip(names, files, strict=True))
    return SupportFolder(name, str(folder.resolve()), tuple(names), tuple(prints))


def support_texts(folders: dict[Path, SupportFolder], beside: Path) -> dict[str, bytes]:
    """The files of the support folders, by the paths a source in `beside` would include them with."""
    return {
        (beside / it.source_name / name).as_posix(): (folder / name).read_bytes()
        for folder, it in folders.items()
        for name in it.source_files
    }
