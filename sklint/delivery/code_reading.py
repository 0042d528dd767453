"""The C++ of an asset, parsed in workers: the kernels it defines, and what binds them."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec

from sklint.delivery.asset_files import Asset, Role
from sklint.delivery.lost_kernels import lost_kernels
from sklint.generate.adapt_headers import Headers
from sklint.generate.adapt_inputs import SupportFolder, support_texts
from sklint.generate.bind_file import read
from sklint.generate.verify import Surroundings
from sklint.jobs import default_jobs
from sklint.model import Kernel
from sklint.pool import Failure, Pool
from sklint.request import Request, request_for
from sklint.resolve import ConfigFor
from sklint.source import Source, Span
from sklint.unit import Unit

SECONDS = 60.0
"""The time limit for one source."""

DEVICE = re.compile(rb"__global__|__sk__|SK_BIND|__gm__|GM_ADDR|AscendC|kernel_operator")
"""Words that code for the device has, and only that."""

Key = tuple[str, int, str]


class KernelFacts(msgspec.Struct, frozen=True, order=True):
    """A kernel that is defined. `path` is the file it stands in, which may be a header; `line` counts from 1."""

    path: str
    line: int
    name: str
    qualified: str
    kernel_type: str
    template: bool
    parameters: tuple[str, ...]

    @property
    def key(self) -> Key:
        return self.path, self.line, self.qualified


class Included(msgspec.Struct, frozen=True, order=True):
    """An `#include` of a file of the project: that file, the name as written, and the file it stands in."""

    path: str
    name: str
    directive_from: str


T = TypeVar("T", KernelFacts, Included, Key, tuple[str, int], tuple[str, str])


class Found(msgspec.Struct, frozen=True):
    """What sources have, places as path and line. `bound` are the kernels that an SK_BIND names; `missing` the
    headers that were not found, by the source that includes them; `unread` the sources that the parser gave up on;
    `lost` the kernels that it did not see."""

    kernels: tuple[KernelFacts, ...] = ()
    bound: tuple[Key, ...] = ()
    bindings: tuple[tuple[str, int], ...] = ()
    args_structs: tuple[tuple[str, int], ...] = ()
    includes: tuple[Included, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    lost: tuple[Key, ...] = ()


@dataclass(frozen=True)
class Reading:
    """What sources are read with, beside their configuration: folders and macros of the build, support folders."""

    config_for: ConfigFor
    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    support: Mapping[Path, SupportFolder] = field(default_factory=dict[Path, SupportFolder])

    def request(self, asset: Asset, source: Source) -> Request:
        overlays = support_texts(dict(self.support), Path(source.path).parent)
        asked = request_for(source, self.config_for(source.path), overlays)
        options = asked.options
        dirs = (*self.include_dirs, *options.include_dirs, str(asset.root), str(asset.root.parent))
        defines = (*options.defines, *self.defines)
        given = msgspec.structs.replace(options, include_dirs=dirs, defines=defines)
        return msgspec.structs.replace(asked, options=given)


def read_code(asset: Asset, reading: Reading) -> Found:
    """What the sources of an asset define, and its headers where no source includes them."""
    headers = Headers()
    first = joined(answers(asset, reading, [it for it in texts(asset, "source") if worth_reading(it, headers)]))
    included = {it.path for it in first.includes}
    alone = [it for it in texts(asset, "header") if it.path not in included and worth_reading(it, headers)]
    return joined([first, *answers(asset, reading, alone)])


def texts(asset: Asset, role: Role) -> list[Source]:
    return [it.source for it in asset.of(role) if it.source]


def worth_reading(source: Source, headers: Headers) -> bool:
    """Whether a kernel may be in it: `__global__` may come out of a macro of a header, so other words count as well."""
    return source.path.endswith(".asc") or bool(DEVICE.search(source.data) or headers.with_kernels(source))


def answers(asset: Asset, reading: Reading, sources: Sequence[Source]) -> Iterator[Found]:
    requests = [(it.path, msgspec.msgpack.encode(reading.request(asset, it))) for it in sources]
    with Pool[str](answer, min(default_jobs(), len(requests)), SECONDS) as pool:
        for path, found in pool.run(requests):
            if isinstance(found, Failure):
                yield Found(unread=((path, found.reason),))
            else:
                yield msgspec.msgpack.decode(found, type=Found)


def joined(found: Iterable[Found]) -> Found:
    """All that was found, each once, in the order of files and lines."""
    every = list(found)
    return Found(
        kernels=distinct(one for it in every for one in it.kernels),
        bound=distinct(one for it in every for one in it.bound),
        bindings=distinct(one for it in every for one in it.bindings),
        args_structs=distinct(one for it in every for one in it.args_structs),
        includes=distinct(one for it in every for one in it.includes),
        missing=distinct(one for it in every for one in it.missing),
        unread=distinct(one for it in every for one in it.unread),
        lost=distinct(one for it in every for one in it.lost),
    )


def distinct(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(sorted(set(values)))


# in a worker


def answer(message: bytes) -> bytes:
    it = msgspec.msgpack.decode(message, type=Request)
    around = Surroundings((), it.target, it.options, it.overlays)
    source = Source(it.path, it.data)
    units = [unit for reading in read(source, around) for unit in reading.units]
    lost = Found(lost=tuple((it.path, line, name) for line, name in lost_kernels(source, units)))
    return msgspec.msgpack.encode(joined([lost, *map(found_in, units)]))


def found_in(unit: Unit) -> Found:
    bound = [it.kernel.kernels[0] for it in unit.bindings if it.kernel and len(it.kernel.kernels) == 1]
    files = [it for it in unit.includes if it.path and not it.stub]
    return Found(
        kernels=tuple(facts(unit, it) for it in unit.kernels if it.defined),
        bound=tuple(facts(unit, it).key for it in bound),
        bindings=tuple(places(unit, (it.span for it in unit.bindings))),
        args_structs=tuple(places(unit, (it.span for it in unit.args_structs))),
        includes=tuple(
            Included(os.path.normpath(it.path), it.name, os.path.normpath(it.directive_from)) for it in files
        ),
        missing=tuple((unit.source.path, it.name) for it in unit.missing_headers),
    )


def facts(unit: Unit, it: Kernel) -> KernelFacts:
    path, line = place(unit, it.span)
    words = tuple(f"{one.type.written} {one.name}".strip() for one in it.params)
    kind = it.kernel_type.spelling if it.kernel_type else ("__aicore__" if "aicore" in it.qualifiers else "")
    return KernelFacts(path, line, it.name, it.qualified, kind, it.template is not None, words)


def places(unit: Unit, spans: Iterable[Span]) -> Iterator[tuple[str, int]]:
    return (place(unit, it) for it in spans)


def place(unit: Unit, span: Span) -> tuple[str, int]:
    source = unit.source if span.path == unit.source.path else unit.file(span.path)
    return os.path.normpath(span.path), source.line_at(span.start) if source else 1
