"""What is found out about one unit: what its code uses, and what it can be built for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec

from sklint.assets.build_context import asked_includes, compiled, open_includes
from sklint.assets.declared_chips import Declared, declared_chips
from sklint.assets.features import Features, features, names_in, needs_framework
from sklint.assets.kernels import KernelFound
from sklint.assets.pairing import implementations, plain
from sklint.assets.question import Question
from sklint.assets.survey import Survey
from sklint.assets.target_resolution import Support, TargetResolution, support
from sklint.assets.units import LayoutUnit
from sklint.contract import read_contract
from sklint.error import SklintError

IO_CONTRACT = "operator-io-contract.json"


class UnderstoodUnit(msgspec.Struct, frozen=True):
    """A unit as the later steps take it. `normalized_asset` is its folder, once it is taken out of the asset."""

    unit_id: str
    entry_name: str
    display_name: str
    kernel_source: str
    host_source: str | None
    json_spec: str | None
    tiling_headers: tuple[str, ...]
    support_files: tuple[str, ...]
    features: Features
    supported_soc_versions: tuple[str, ...]
    supported_arches: tuple[str, ...]
    target_resolution: TargetResolution
    support_source: str
    build_backends: tuple[str, ...]
    runtime_contract_status: str
    human_questions: tuple[Question, ...] = ()
    normalized_asset: str | None = None
    source_asset: str = ""


@dataclass(frozen=True)
class Wrappers:
    """The runtime wrappers that the asset's IO contract names, by the names of the kernels they are for."""

    by_kernel: dict[str, str]
    problem: str = ""


@dataclass(frozen=True)
class Understood:
    """What is found out about one unit."""

    survey: Survey
    given: LayoutUnit
    chips: tuple[str, ...]
    wrappers: Wrappers

    @cached_property
    def kernel(self) -> KernelFound:
        """The unit's kernel. SklintError where its source does not define it."""
        it = self.given
        read = self.survey.reads.get(it.kernel_source)
        there = (*(read.kernels if read else ()), *self.survey.kernels.get(it.kernel_source, ()))
        found = next((one for one in there if it.entry_name in (one.name, one.qualified)), None)
        if found is None:
            raise SklintError(f"{self.survey.asset.root / it.kernel_source}: defines no kernel {it.entry_name}")
        return found

    @cached_property
    def op_type(self) -> str:
        """The type that the host source registers; of several, that of the kernel's name. "" for none."""
        types = [it.op_type for it in self.survey.host(self.given.host_source or "").op_adds]
        same = [it for it in types if plain(it) == plain(self.given.entry_name)]
        return types[0] if len(types) == 1 else (same[0] if same else "")

    @cached_property
    def host_files(self) -> tuple[str, ...]:
        host = self.given.host_source
        if host is None:
            return ()
        return implementations(self.survey, self.op_type, host) if self.op_type else (host,)

    @property
    def files(self) -> tuple[str, ...]:
        """The sources and headers of the kernel."""
        return (self.given.kernel_source, *self.given.tiling_headers, *self.support_files)

    @property
    def support_files(self) -> tuple[str, ...]:
        wrapper = self.wrappers.by_kernel.get(self.given.entry_name)
        own = {wrapper, *self.survey.graph.reached(wrapper)} if wrapper else set[str]()
        return tuple(sorted({*self.given.support_files, *own} - {self.given.kernel_source, *self.given.tiling_headers}))

    @cached_property
    def support(self) -> Support:
        return support(self.given.unit_id, self.declared, self.chips)

    @cached_property
    def declared(self) -> Declared:
        it = self.given
        return declared_chips(self.survey, it.kernel_source, (*self.host_files, *self.files), self.op_type)

    @property
    def warnings(self) -> Iterator[str]:
        yield from self.declared.warnings
        yield from (f"{it.chip}: {it.reason}" for it in self.support.resolution.skipped if it.chip not in self.chips)
        missing = list(open_includes(self.survey, compiled(self.survey, [self.given.kernel_source])))
        yield from (it.message for it in asked_includes(self.survey, missing))

    @property
    def unit(self) -> UnderstoodUnit:
        it, found = self.given, self.support
        names = names_in(self.survey, it, self.kernel)
        facts = features(self.survey, it, self.kernel, self.host_files, names)
        direct = () if needs_framework(names, facts) else ("baseline_direct_asc",)
        return UnderstoodUnit(
            unit_id=it.unit_id,
            entry_name=it.entry_name,
            display_name=self.op_type or camel(it.entry_name),
            kernel_source=it.kernel_source,
            host_source=it.host_source,
            json_spec=it.json_spec,
            tiling_headers=it.tiling_headers,
            support_files=self.support_files,
            features=facts,
            supported_soc_versions=found.soc_versions,
            supported_arches=found.arches,
            target_resolution=found.resolution,
            support_source=self.declared.source,
            build_backends=(*direct, "sk_aclgraph_wheel"),
            runtime_contract_status="needs-input-plan",
            human_questions=found.questions,
            normalized_asset=None,
            source_asset=it.source_asset or str(self.survey.asset.path),
        )


def camel(entry: str) -> str:
    """`add_custom` to `AddCustom`."""
    return "".join(it[:1].upper() + it[1:] for it in entry.split("_"))


def runtime_wrappers(survey: Survey) -> Wrappers:
    if IO_CONTRACT not in survey.asset.files:
        return Wrappers({})
    try:
        entries = read_contract(survey.asset.root / IO_CONTRACT).entries.values()
    except SklintError as wrong:
        return Wrappers({}, str(wrong))
    found = {name: it.wrapper.source for it in entries if it.wrapper for name in it.names if name}
    return Wrappers({name: it for name, it in found.items() if it in survey.asset.files})
