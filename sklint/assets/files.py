"""Which files an asset has: a folder without what tools left in it, or one source with the headers it includes."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sklint.assets.question import LeftOut
from sklint.assets.roles import CODE_SUFFIXES
from sklint.error import SklintError
from sklint.generate.adapt_headers import Headers
from sklint.readable import LARGEST, is_code
from sklint.source import Source

TEXT_SUFFIXES = CODE_SUFFIXES | {".json", ".cmake", ".sh", ".yaml", ".yml"}

PROSE = "no-source-code"
"""Why signatures and AsciiDoc are left out, which share a suffix with sources."""

SKIPPED_FOLDERS = frozenset(
    "__pycache__ build build_out cmake-build-debug dist input kernel_meta kernel_meta_temp kernel_template node_modules"
    " out output outputs prof prof_total profiling run runs sk_meta static_kernel_compile_outputs tmp".split()
)
"""Folders of what builds and runs leave; so are those whose name begins with a dot."""


@dataclass(frozen=True)
class Asset:
    """An asset on disk. `root` is the folder that the names of `files` count from, in order; `links` are those of them
    that are links to others, `named` those that a person names; `texts` are the contents of those that are text of a
    kind that is looked into."""

    path: Path
    root: Path
    files: tuple[str, ...]
    texts: Mapping[str, bytes]
    left_out: tuple[LeftOut, ...]
    links: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()

    @cached_property
    def code(self) -> tuple[str, ...]:
        """The sources and headers, those that a person has named whatever their suffix."""
        return tuple(it for it in self.texts if Path(it).suffix in CODE_SUFFIXES or self.is_named(it))

    def is_named(self, name: str) -> bool:
        return name in self.named or self.root / name == self.path

    def source(self, name: str) -> Source:
        return Source((self.root / name).as_posix(), self.texts[name])


def read_asset(path: Path, leave_out: Sequence[Path] = (), named: Sequence[str] = ()) -> Asset:
    """The files of an asset, but for those in the folders to leave out; those that are named are among them wherever
    they are in it. SklintError where there is no asset."""
    if not is_file(path) and not path.is_dir():
        raise SklintError(f"{path}: no such file or folder")
    real = path.resolve()
    if not is_utf8(str(real)):
        raise SklintError(f"{path}: its name is not UTF-8; rename it")
    root = real if real.is_dir() else real.parent
    found = list(in_folder(real, [it.resolve() for it in leave_out])) if real.is_dir() else list(around(real))
    more = [it for it in named if is_file(root / it) and root in (root / it).resolve().parents]
    names = sorted({*(it for it in found if isinstance(it, str)), *more}, key=lambda it: it.split("/"))
    read = {it: content(root / it, it) for it in names if is_text(it) or root / it == real or it in more}
    left = [it for it in (*found, *read.values()) if isinstance(it, LeftOut)]
    texts = {name: it for name, it in read.items() if isinstance(it, bytes)}
    links = frozenset(it for it in names if (root / it).resolve() != root / it)
    return Asset(real, root, tuple(names), texts, tuple(sorted(left, key=lambda it: it.path)), links, frozenset(more))


def is_text(name: str) -> bool:
    """Whether a file is of a kind that is looked into."""
    return Path(name).suffix in TEXT_SUFFIXES or name.rpartition("/")[2] == "CMakeLists.txt"


def around(source: Path) -> Iterator[str]:
    """A source and the headers of its folder that it includes."""
    yield source.name
    data = content(source, source.name)
    for it in Headers().of(Source(source.as_posix(), data)) if isinstance(data, bytes) else ():
        if source.parent in Path(it.path).resolve().parents:
            yield Path(it.path).resolve().relative_to(source.parent).as_posix()


def in_folder(root: Path, leave_out: Sequence[Path]) -> Iterator[str | LeftOut]:
    """The names of the files below a folder, and what is there and no part of the asset. Links to folders are not
    followed, and nothing that a link leads to outside of the folder is read."""
    errors: list[OSError] = []
    for folder, folders, files in os.walk(root, onerror=errors.append):
        here = Path(folder)
        kept = [it for it in folders if stays(here / it, leave_out)]
        folders[:] = sorted(it for it in kept if not (here / it).is_symlink())
        yield from (LeftOut(told(here / it, root), why) for it in kept if (why := astray(here / it, root)))
        for it in files:
            why = astray(here / it, root) if is_utf8(it) else "name-not-utf-8"
            if why:
                yield LeftOut(told(here / it, root), why)
            elif is_file(here / it):
                yield told(here / it, root)
    yield from (LeftOut(told(Path(it.filename), root), f"not-readable: {it.strerror}") for it in errors)


def stays(folder: Path, leave_out: Sequence[Path]) -> bool:
    hidden = folder.name.startswith(".") or folder.name in SKIPPED_FOLDERS
    return not hidden and (folder.is_symlink() or folder not in leave_out)


def astray(path: Path, root: Path) -> str:
    """Why a link cannot be followed; "" for one that stays in the asset, and for what is no link."""
    if not path.is_symlink():
        return ""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):  # it leads nowhere, or in a circle
        return "link-leads-nowhere"
    return "" if target == root or root in target.parents else "link-leaves-asset"


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long, a folder that may not be entered
        return False


def is_utf8(name: str) -> bool:
    return not any("\udc80" <= it <= "\udcff" for it in name)


def told(path: Path, root: Path) -> str:
    """A path from the root, bytes that are no text replaced."""
    return path.relative_to(root).as_posix().encode("utf-8", "replace").decode()


def content(path: Path, name: str) -> bytes | LeftOut:
    """The text of a file, or why it is not looked into."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        return LeftOut(name, f"not-readable: {error.strerror}")
    if len(data) > LARGEST:
        return LeftOut(name, f"larger-than-{LARGEST // 1024 // 1024}-mb")
    if b"\0" in data:
        return LeftOut(name, "not-text")
    return data if is_code(path.as_posix(), data) else LeftOut(name, PROSE)
