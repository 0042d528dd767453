"""The kernels that sources define, read by libclang in worker processes: a crash there costs one source."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os.path import realpath

import msgspec
from msgspec.structs import replace

from sklint.answers import SECONDS
from sklint.assets.unseen import Unseen, unseen
from sklint.assets.variants import Variant, variants
from sklint.generate.adapt_file import units_of
from sklint.generate.branches import unread_kernels
from sklint.jobs import default_jobs
from sklint.model import Kernel
from sklint.pool import Failure, Pool
from sklint.request import Request, request_for
from sklint.resolve import ConfigFor
from sklint.source import Source
from sklint.unit import Unit


class KernelFound(msgspec.Struct, frozen=True):
    """A kernel with a body. `path` is the real path of the file that has it, `line` that of its name, `start` and `end`
    the bytes of all of it."""

    name: str
    qualified: str
    path: str
    line: int
    start: int
    end: int
    parameters: tuple[str, ...]
    template: bool
    variants: tuple[Variant, ...] = ()


class Unread(msgspec.Struct, frozen=True):
    """A kernel in a branch that no reading takes."""

    name: str
    line: int


class SourceRead(msgspec.Struct, frozen=True):
    """What a source was found to define, its headers included; `failure` is why it could not be read, `unseen` what of
    it is lost to the reading."""

    kernels: tuple[KernelFound, ...] = ()
    unread: tuple[Unread, ...] = ()
    failure: str = ""
    unseen: tuple[Unseen, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What its kernels may be called, those that no reading takes included."""
        known = (name for it in self.kernels for name in (it.name, it.qualified))
        return tuple(dict.fromkeys((*known, *(it.name for it in self.unread))))


def request(source: Source, folders: Iterable[str], config_for: ConfigFor) -> Request:
    """A source to read, with the folders that its includes count from."""
    asked = request_for(source, config_for(source.path), {})
    dirs = tuple(dict.fromkeys((*asked.options.include_dirs, *folders)))
    return replace(asked, options=replace(asked.options, include_dirs=dirs))


def read_kernels(requests: Sequence[Request], progress: Callable[[int, int], None]) -> dict[str, SourceRead]:
    """The kernels of each source, by its path."""
    found: dict[str, SourceRead] = {}
    with Pool[str](answer, min(default_jobs(), max(1, len(requests))), SECONDS) as pool:
        longest_first = sorted(requests, key=lambda it: len(it.data), reverse=True)
        for path, it in pool.run((it.path, msgspec.msgpack.encode(it)) for it in longest_first):
            found[path] = (
                SourceRead(failure=it.reason)
                if isinstance(it, Failure)
                else msgspec.msgpack.decode(it, type=SourceRead)
            )
            progress(len(found), len(requests))
    return {it.path: found[it.path] for it in requests}


def answer(message: bytes) -> bytes:
    request = msgspec.msgpack.decode(message, type=Request)
    try:
        return msgspec.msgpack.encode(read(request))
    except Exception as error:  # a bug of ours costs this source only, and is told
        return msgspec.msgpack.encode(SourceRead(failure=f"could not be read: {type(error).__name__}: {error}"))


def read(request: Request) -> SourceRead:
    """The kernels of a source, in this process."""
    units = units_of(Source(request.path, request.data), request)
    seen = [it for unit in units for it in found_in(unit)]
    found = {(it.path, it.qualified): it for it in seen}
    names = {it.name for it in found.values()}
    left = [Unread(it.symbol, units[0].source.line_at(it.span.start)) for it in unread_kernels(units)]
    several = [with_variants(it, seen, left, units) for it in found.values()]
    ordered = sorted(several, key=lambda it: (it.path, it.start, it.line, it.name))
    unread = tuple(it for it in left if it.name not in names)
    return SourceRead(tuple(ordered), unread, unseen=tuple(unseen(units)))


def with_variants(
    kernel: KernelFound, seen: Sequence[KernelFound], left: Sequence[Unread], units: Sequence[Unit]
) -> KernelFound:
    """The kernel with its definitions in branches, those that no reading takes included."""
    source = next(it for unit in units for path, it in unit.sources.items() if realpath(path) == kernel.path)
    lines = {it.line for it in seen if (it.path, it.qualified) == (kernel.path, kernel.qualified)}
    lines |= {it.line for it in left if it.name == kernel.name and source.path == units[0].source.path}
    return replace(kernel, variants=variants(source, lines)) if len(lines) > 1 else kernel


def found_in(unit: Unit) -> Iterator[KernelFound]:
    for it in unit.kernels:
        source = unit.file(it.span.path)
        if it.defined and source:
            yield described(it, source)


def described(it: Kernel, source: Source) -> KernelFound:
    return KernelFound(
        name=it.name,
        qualified=it.qualified,
        path=realpath(it.span.path),
        line=source.line_at(it.span.start),
        start=it.extent.start,
        end=it.extent.end,
        parameters=tuple(one.name for one in it.params),
        template=it.template is not None,
    )
