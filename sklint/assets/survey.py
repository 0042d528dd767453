"""Everything that is known of an asset: its files, includes, kernels, and what is registered for them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from sklint.assets.cmake import KernelSource, kernel_sources
from sklint.assets.files import Asset
from sklint.assets.host_code import NOTHING, HostCode, host_code
from sklint.assets.includes import IncludeGraph, include_graph
from sklint.assets.kernels import KernelFound, SourceRead, read_kernels, request
from sklint.assets.roles import SOURCE_SUFFIXES, Role, described_operators, is_test_path, role
from sklint.generate.adapt_sources import is_wrapped
from sklint.resolve import ConfigFor

Progress = Callable[[int, int], None]
KERNEL_WORD = b"__global__"


@dataclass(frozen=True)
class Survey:
    """An asset and what its files hold. `reads` are the sources that were read for kernels."""

    asset: Asset
    graph: IncludeGraph
    hosts: Mapping[str, HostCode]
    reads: Mapping[str, SourceRead]

    @cached_property
    def kernels(self) -> Mapping[str, tuple[KernelFound, ...]]:
        """The kernels of each file that defines some, one of each name, in the order of the file."""
        found: dict[str, dict[str, KernelFound]] = {}
        every = (it for read in self.reads.values() for it in read.kernels)
        for it in sorted(every, key=lambda it: (it.path, it.line, it.start)):
            if name := self.name_of(it.path):
                found.setdefault(name, {}).setdefault(it.qualified, it)
        return {name: tuple(it.values()) for name, it in found.items()}

    @cached_property
    def roles(self) -> Mapping[str, Role]:
        return {it: role(it, it in self.kernels, self.host(it), self.described.get(it, ())) for it in self.asset.files}

    @cached_property
    def described(self) -> Mapping[str, tuple[str, ...]]:
        """The operators that each JSON file describes."""
        texts = self.asset.texts.items()
        found = {name: described_operators(data) for name, data in texts if name.endswith(".json")}
        return {name: it for name, it in found.items() if it}

    @cached_property
    def kernel_sources(self) -> tuple[KernelSource, ...]:
        """The kernel files that CMake files name for an operator."""
        return tuple(kernel_sources(self.asset.files, self.asset.texts))

    def host(self, name: str) -> HostCode:
        return self.hosts.get(name, NOTHING)

    def name_of(self, path: str) -> str:
        """The name of a file by its real path; "" for none of the asset."""
        real = Path(path)
        return real.relative_to(self.asset.root).as_posix() if self.asset.root in real.parents else ""


def survey(asset: Asset, config_for: ConfigFor, progress: Progress, named: Sequence[str] = ()) -> Survey:
    """Look into every file of an asset; its sources are read by libclang where a kernel may be in them, and those that
    are `named`."""
    graph = include_graph(asset)
    hosts = {name: host_code(asset.source(name)) for name in graph.edges if has_say(asset, name)}
    worth = list(dict.fromkeys((*worth_reading(asset, graph), *(it for it in named if it in graph.edges))))
    first = read_all(asset, graph, [it for it in worth if is_source(asset, it)], config_for, progress)
    seen = {it for name in first for it in graph.reached(name)}
    headers = [it for it in worth if not is_source(asset, it) and it not in seen]
    more = read_all(asset, graph, headers, config_for, progress)
    return Survey(asset, graph, hosts, first | more)


def has_say(asset: Asset, name: str) -> bool:
    """Whether it counts what a source registers: of tests it counts alone whether they compile at run time."""
    return name not in asset.links and (not is_test_path(name) or b"aclrtc" in asset.texts[name])


def read_all(
    asset: Asset, graph: IncludeGraph, names: Sequence[str], config_for: ConfigFor, progress: Progress
) -> dict[str, SourceRead]:
    requests = {name: request(asset.source(name), folders_for(asset, graph, name), config_for) for name in names}
    found = read_kernels(list(requests.values()), progress)
    return {name: found[it.path] for name, it in requests.items()}


def folders_for(asset: Asset, graph: IncludeGraph, name: str) -> Iterator[str]:
    """The folders that a source's includes count from."""
    folders = graph.folders((name, *graph.reached(name)))
    return ((asset.root / it).as_posix() for it in (*folders, "."))


def worth_reading(asset: Asset, graph: IncludeGraph) -> Iterator[str]:
    """The files that kernels may be in: they, or the headers they include, have the word. What tests include is read
    for itself."""
    marked = {name for name in graph.edges if KERNEL_WORD in asset.texts[name]}
    for name in graph.edges:
        if name not in asset.links and not is_wrapped(asset.source(name)):
            around = () if is_test_path(name) or not is_source(asset, name) else graph.reached(name)
            if name in marked or not marked.isdisjoint(around):
                yield name


def is_source(asset: Asset, name: str) -> bool:
    return PurePosixPath(name).suffix in SOURCE_SUFFIXES or asset.is_named(name)
