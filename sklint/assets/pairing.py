"""What belongs to a kernel: the host source that registers its operator, its JSON description, its headers."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import TypeVar

from sklint.assets.host_code import Registered
from sklint.assets.kernels import KernelFound
from sklint.assets.question import Spot
from sklint.assets.roles import HEADER_SUFFIXES, is_test_path
from sklint.assets.survey import Survey

T = TypeVar("T")


@dataclass(frozen=True)
class Pairing:
    """A kernel and the source it is delivered as. Names of operators are compared without case and `_`."""

    survey: Survey
    source: str
    kernel: KernelFound

    @cached_property
    def hosts(self) -> tuple[tuple[str, Registered], ...]:
        """The sources that register the operator, with the place, the nearest alone: several only where all are as
        near as each other."""
        every = [
            (name, it) for name, host in self.survey.hosts.items() for it in host.op_adds if not is_test_path(name)
        ]
        given = {plain(it.op_type) for it in self.survey.kernel_sources if it.kernel_file == self.source}
        alone = len(self.survey.kernels.get(self.source, ())) == 1
        wanted = given if given and alone else {plain(self.kernel.name)}
        found = [(name, it) for name, it in every if plain(it.op_type) in wanted]
        paired = [(name, it) for name, it in found or every if self.beside(name, "op_host")]
        if not found and not self.only_pair(paired):
            return ()
        return tuple(nearest(self.source, paired or found, lambda it: it[0]))

    def only_pair(self, paired: Sequence[tuple[str, Registered]]) -> bool:
        """Whether one operator alone is registered in the folder that belongs to `op_kernel`, and one kernel is in
        that."""
        kernels = [it for name, all in self.survey.kernels.items() if self.beside(name, "op_kernel") for it in all]
        return len(kernels) == 1 and len({it.op_type for _, it in paired}) == 1

    def beside(self, name: str, folder: str) -> bool:
        """Whether a file is in the folder of that name which is beside, or is, the `op_kernel` of the kernel."""
        parts = PurePosixPath(self.source).parent.parts
        if "op_kernel" not in parts:
            return False
        there = (*parts[: parts.index("op_kernel")], folder)
        return PurePosixPath(name).parent.parts[: len(there)] == there

    @cached_property
    def host_files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name, _ in self.hosts))

    @property
    def host(self) -> str | None:
        return self.host_files[0] if len(self.host_files) == 1 else None

    @property
    def host_places(self) -> tuple[Spot, ...]:
        return tuple(Spot(name, it.line) for name, it in self.hosts)

    @property
    def op_type(self) -> str:
        """The operator's type; "" where none is registered for the kernel."""
        types = {it.op_type for _, it in self.hosts}
        return types.pop() if len(types) == 1 else ""

    @property
    def json_spec(self) -> str | None:
        wanted = {plain(self.op_type or self.kernel.name)}
        found = [name for name, ops in self.survey.described.items() if wanted & set(map(plain, ops))]
        found = nearest(self.source, [it for it in found if not is_test_path(it)], str)
        return found[0] if len(found) == 1 else None

    @property
    def implementations(self) -> tuple[str, ...]:
        return implementations(self.survey, self.op_type, self.host) if self.host else ()

    @cached_property
    def tiling_headers(self) -> tuple[str, ...]:
        """The headers that tell how the operator's work is divided, of those that its sources include."""
        roots = (self.source, *self.implementations)
        seen = dict.fromkeys(it for name in roots for it in (name, *self.survey.graph.reached(name)))
        return tuple(sorted(it for it in seen if self.is_tiling(it)))

    def is_tiling(self, name: str) -> bool:
        if PurePosixPath(name).suffix not in HEADER_SUFFIXES or is_test_path(name):
            return False
        registered = self.survey.host(name).registered
        named = [it.op_type for it in registered if it.macro == "REGISTER_TILING_DATA_CLASS"]
        return self.op_type in named or (not named and "tiling" in PurePosixPath(name).name.lower())

    @cached_property
    def support_files(self) -> tuple[str, ...]:
        """What else the kernel and its tiling headers include, directly or not."""
        roots = (self.source, *self.tiling_headers)
        reached = {it for name in roots for it in self.survey.graph.reached(name)}
        return tuple(sorted(reached - set(self.tiling_headers) - {self.source}))


def implementations(survey: Survey, op_type: str, host: str) -> tuple[str, ...]:
    """The sources of the operator that `host` registers which say something of its type: tiling, shapes, chips."""
    parts = PurePosixPath(host).parent.parts
    own = parts[: parts.index("op_host")] if "op_host" in parts else parts
    named = {
        name
        for name, it in survey.hosts.items()
        if any(one.op_type == op_type for one in (*it.registered, *it.configs)) and not is_test_path(name)
    }
    return tuple(sorted({host} | {it for it in named if PurePosixPath(it).parent.parts[: len(own)] == own}))


def plain(name: str) -> str:
    """What operator types and kernels of one operator share: `AddCustom`, `add_custom`."""
    return re.sub(r"[_\W]", "", name).lower()


def nearest(source: str, found: Iterable[T], path_of: Callable[[T], str]) -> list[T]:
    """Those whose path shares most folders with that of the source."""
    several = list(found)
    most = max((shared(source, path_of(it)) for it in several), default=0)
    return [it for it in several if shared(source, path_of(it)) == most]


def shared(one: str, other: str) -> int:
    """How many folders two paths have in common, from the top."""
    pairs = zip(PurePosixPath(one).parent.parts, PurePosixPath(other).parent.parts, strict=False)
    different = [at for at, (a, b) in enumerate(pairs) if a != b]
    return different[0] if different else min(len(PurePosixPath(it).parent.parts) for it in (one, other))
