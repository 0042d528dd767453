"""The files of an asset as a scaffold holds them: byte for byte, and where the copies find what they include."""

import os
from pathlib import Path, PurePosixPath

from sklint.delivery.code_reading import Included
from sklint.delivery.conversion import Analysis

SUPPORT = "support"


def copies(it: Analysis, below: str) -> dict[str, bytes]:
    """The sources and headers of the asset in the folder `below`, those of support folders in `support`."""
    own = {f"{below}/{one.path}": one.source.data for one in it.asset.of("source", "header") if one.source}
    support = {
        f"{SUPPORT}/{folder.source_name}/{name}": (path / name).read_bytes()
        for path, folder in it.support.items()
        for name in folder.source_files
    }
    return own | support


def copied_folders(it: Analysis, below: str, source_file: str = "") -> tuple[str, ...]:
    """The folders of a scaffold that includes start from; first that of the source, where it is not beside them."""
    own = [PurePosixPath(below, source_file).parent.as_posix()] if source_file else []
    return tuple(dict.fromkeys([*own, below, *([SUPPORT] if it.support else [])]))


def outside_folders(it: Analysis) -> tuple[str, ...]:
    """The folders outside of the scaffold that includes start from, absolute: those that were given, and those from
    which the originals reach files that are no part of the asset."""
    found = list(it.options.include_dirs)
    for one in external_includes(it):
        starts = (os.path.dirname(one.directive_from), str(it.asset.root), str(it.asset.root.parent))  # noqa: PTH120
        found += [start for start in starts if os.path.normpath(os.path.join(start, one.name)) == one.path][:1]  # noqa: PTH118
    return tuple(dict.fromkeys(found))


def external_includes(it: Analysis) -> tuple[Included, ...]:
    """What the asset includes of files that no scaffold has a copy of, and that no folder which was given has."""
    folders = tuple(map(Path, it.options.include_dirs))
    own = {one.source.path for one in it.asset.of("source", "header", "test") if one.source}
    known = own | {one.path for one in it.it.code.includes if is_support(it, one)}
    return tuple(
        one
        for one in it.it.code.includes
        if one.path not in known and not any(Path(one.path).is_relative_to(folder) for folder in folders)
    )


def is_support(it: Analysis, one: Included) -> bool:
    """Whether a file is one of a support folder, which is read as if it lay beside the file that includes it."""
    parts = PurePosixPath(one.name).parts
    return bool(parts) and parts[0] in {folder.source_name for folder in it.support.values()}
