"""The operators of an asset, one unit a kernel, with what belongs to each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import msgspec

from sklint.assets.kernels import KernelFound
from sklint.assets.pairing import Pairing
from sklint.assets.question import Spot
from sklint.assets.roles import HEADER_SUFFIXES, is_test_path
from sklint.assets.survey import Survey
from sklint.assets.variants import Variant


class LayoutUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """An operator of an asset; its files count from the asset's root. `preprocessor_variants` are the definitions of a
    kernel that branches of an `#if` choose from."""

    unit_id: str
    entry_name: str
    asset_kind: str
    kernel_source: str
    host_source: str | None
    host_source_candidates: tuple[str, ...]
    json_spec: str | None
    tiling_headers: tuple[str, ...]
    support_files: tuple[str, ...]
    source_asset: str
    preprocessor_variants: tuple[Variant, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A kernel that would be a unit."""

    pairing: Pairing
    unit: LayoutUnit

    @property
    def spot(self) -> Spot:
        kernel = self.pairing.kernel
        return Spot(self.pairing.survey.name_of(kernel.path), kernel.line)


def candidates(survey: Survey) -> Iterator[Candidate]:
    for name, kernels in survey.kernels.items():
        if not is_test_path(name) and survey.roles[name] != "rtc_host_program":
            for it in kernels:
                pairing = Pairing(survey, delivered_as(survey, name, it), it)
                yield Candidate(pairing, unit(pairing))


def delivered_as(survey: Survey, name: str, kernel: KernelFound) -> str:
    """The source of a kernel: of one in a header, the source that includes it, where that is one alone."""
    if PurePosixPath(name).suffix not in HEADER_SUFFIXES:
        return name
    same = [
        source
        for source, read in survey.reads.items()
        if source != name
        and not is_test_path(source)
        and any((it.path, it.qualified) == (kernel.path, kernel.qualified) for it in read.kernels)
    ]
    return same[0] if len(same) == 1 else name


def unit(it: Pairing) -> LayoutUnit:
    return LayoutUnit(
        unit_id=slug(it.kernel.name),
        entry_name=it.kernel.name,
        asset_kind=kind(it.survey, it.source),
        kernel_source=it.source,
        host_source=it.host,
        host_source_candidates=it.host_files,
        json_spec=it.json_spec,
        tiling_headers=it.tiling_headers,
        support_files=it.support_files,
        source_asset=str(it.survey.asset.path),
        preprocessor_variants=it.kernel.variants,
    )


def slug(entry: str) -> str:
    """A name for a unit's folder, the same on systems that do not tell capitals apart."""
    return re.sub(r"\W+", "-", entry).lower()


def kind(survey: Survey, source: str) -> str:
    """Whether a kernel is of a framework's operator, is launched by a program of its own, or neither is known."""
    above = [str(it) for it in PurePosixPath(source).parents]
    if "op_kernel" in PurePosixPath(source).parent.parts:
        return "op_dev_pool"
    built = any(f"{it}/CMakeLists.txt".removeprefix("./") in survey.asset.files for it in above)
    return "direct_kernel_invocation" if built else "source_asset"


def shared_ids(found: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    """The units that have their id with another."""
    by_id: dict[str, list[Candidate]] = {}
    for it in found:
        by_id.setdefault(it.unit.unit_id, []).append(it)
    return {id: it for id, it in by_id.items() if len(it) > 1}
