"""What there is beside a contract: the folder of its asset, and the files it is about, as values."""

import os
from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from sklint.options import Options

ContractKind = Literal["layout", "build_context", "verify_context", "io_contract"]


class NamedFile(msgspec.Struct, frozen=True):
    """A file that a contract is about. `name` counts from the asset, `path` is what reports call it. `role`: `kernels`
    is read for the kernels it defines, `wrapper` for the functions it has, of `other` only counts whether it is there.
    `outside`: it is a link that leads out of the asset."""

    name: str
    path: str
    role: Literal["kernels", "wrapper", "other"]
    state: Literal["there", "absent", "outside"]
    data: bytes = b""
    options: Options = Options()


class Asset(msgspec.Struct, frozen=True):
    """The surroundings of one contract. `root` is None where the folder that it names is not there. `known` tells that
    no kernel of the asset is outside of these files, `stated` that a layout lists them. `reads` are the paths whose
    change may change any of this; one that ends with `/` is a folder, in which any source counts."""

    kind: ContractKind
    root: str | None = None
    files: tuple[NamedFile, ...] = ()
    known: bool = False
    stated: bool = False
    reads: tuple[str, ...] = ()


def reads_any(reads: Iterable[str], real_paths: Collection[str]) -> bool:
    """Whether one of these files, given by their real paths, is among what an asset reads."""
    paths = [(os.path.realpath(it), it.endswith("/")) for it in reads]
    folders = tuple(f"{path.rstrip('/')}/" for path, folder in paths if folder)
    return any(path in real_paths for path, folder in paths if not folder) or (
        bool(folders) and any(it.startswith(folders) for it in real_paths)
    )
