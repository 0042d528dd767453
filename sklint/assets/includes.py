"""Where the includes of an asset lead: beside the includer, or through a folder that sources are compiled with."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os.path import normpath
from pathlib import PurePosixPath

from sklint.assets.cmake import include_folders
from sklint.assets.directives import IncludeLine, include_lines
from sklint.assets.files import Asset, is_file
from sklint.assets.roles import is_test_path
from sklint.parse.translation import STUBS

TOOLCHAIN_FILES = frozenset(("kernel_operator.h", "tikicpulib.h"))
TOOLCHAIN_FOLDERS = frozenset(("acl", "register", "tiling", "kernel_tiling"))


@dataclass(frozen=True, slots=True)
class Edge:
    """An include line and the file of the asset it means, "" where it means none of them. `folder` is where the name
    counts from, None where that is the includer's own folder."""

    line: IncludeLine
    target: str
    folder: str | None


@dataclass(frozen=True)
class IncludeGraph:
    """The include lines of an asset's sources and headers, by the includer."""

    edges: Mapping[str, tuple[Edge, ...]]

    def reached(self, name: str) -> tuple[str, ...]:
        """The files of the asset that a file includes, directly or not, in the order they are met."""
        found: dict[str, None] = {}
        queue = [name]
        while queue:
            for it in self.edges.get(queue.pop(0), ()):
                if it.target and it.target != name and it.target not in found:
                    found[it.target] = None
                    queue.append(it.target)
        return tuple(found)

    def folders(self, names: Sequence[str]) -> tuple[str, ...]:
        """The folders, `.` the asset itself, that files need to be compiled with."""
        edges = (it for name in names for it in self.edges.get(name, ()) if it.target)
        return tuple(sorted({it.folder for it in edges if it.folder is not None}))


def include_graph(asset: Asset) -> IncludeGraph:
    lookup = Lookup(asset, include_folders(asset.files, asset.texts))
    edges = {it: tuple(lookup.edge(it, line) for line in include_lines(asset.source(it))) for it in asset.code}
    return IncludeGraph(edges)


@dataclass(frozen=True)
class Lookup:
    """The files of an asset, as includes name them; `folders` are those its CMake files include from."""

    asset: Asset
    folders: tuple[str, ...]

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.asset.files)

    @cached_property
    def by_last_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for it in self.asset.files:
            if not is_test_path(it):
                found.setdefault(it.rpartition("/")[2], []).append(it)
        return found

    def edge(self, includer: str, line: IncludeLine) -> Edge:
        beside = self.there(f"{PurePosixPath(includer).parent}/{line.name}") if line.quoted else ""
        if beside:
            return Edge(line, beside, None)
        for folder in (*self.folders, *(["."] if line.quoted else [])):
            if found := self.there(f"{folder}/{line.name}"):
                return Edge(line, found, folder)
        only = self.only(line) if line.quoted and not is_toolchain(line) else ""
        return Edge(line, only, only.removesuffix(line.name).rstrip("/") or ".") if only else Edge(line, "", None)

    def there(self, path: str) -> str:
        """The file of the asset that a path means, links of folders followed; "" for none."""
        name = normpath(path)
        if name in self.known:
            return name
        if name.startswith("..") or "\0" in name or not is_file(self.asset.root / name):
            return ""
        real = (self.asset.root / name).resolve()
        inside = real.relative_to(self.asset.root).as_posix() if self.asset.root in real.parents else ""
        return inside if inside in self.known else ""

    def candidates(self, line: IncludeLine) -> tuple[str, ...]:
        """The files of the asset whose path ends with what is included."""
        there = self.by_last_name.get(line.name.rpartition("/")[2], ())
        return tuple(it for it in there if f"/{it}".endswith(f"/{line.name}"))

    def only(self, line: IncludeLine) -> str:
        found = self.candidates(line)
        return found[0] if len(found) == 1 else ""


def is_toolchain(line: IncludeLine) -> bool:
    """Whether an include is of CANN; of what is in angle brackets those alone that nothing else has."""
    first, _, rest = line.name.partition("/")
    own = line.name in TOOLCHAIN_FILES or bool(rest and first in TOOLCHAIN_FOLDERS)
    return own or (line.quoted and ".." not in line.name and is_file(STUBS / line.name))


def unresolved(edges: Sequence[Edge]) -> Iterator[Edge]:
    """The quoted includes that mean no file of the asset, nor one of CANN."""
    return (it for it in edges if not it.target and it.line.quoted and not is_toolchain(it.line))
