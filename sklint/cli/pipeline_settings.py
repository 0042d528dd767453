"""What one run of a pipeline is asked: its assets, its plan, its target, and where everything is."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sklint.config import Config
from sklint.contract import Contract
from sklint.generate.adapt_inputs import NameResolution
from sklint.packaged.wheel import STRUCTURAL
from sklint.pipeline.asset_roots import Seen
from sklint.pipeline.build_settings import Resolved
from sklint.pipeline.stages import FOLDERS, Plan
from sklint.resolve import ConfigFor
from sklint.selection import NO_FILES


class Settings(msgspec.Struct, frozen=True):
    """What all runs of a command share. `chips` are those of --target-chip as they are given, `kernels` those of all
    assets; `mock_npu` lets programs be started that launch nothing, `structural` tells that builds build nothing."""

    folder: Path
    plan: Plan
    chips: tuple[str, ...]
    target_chip: str
    target_cann: str
    contract: Contract | None
    build: Resolved
    resolution: NameResolution
    kernels: tuple[str, ...]
    package_version: str
    max_iterations: int
    jobs: int
    cache: Path
    reuse_wheel: Path | None
    config_for: ConfigFor
    mock_npu: bool = False
    structural: bool = False

    @property
    def build_env(self) -> Mapping[str, str]:
        """The environment of builds, which says of a toolchain that only looks like one that it is."""
        return {**os.environ, STRUCTURAL: "1"} if self.structural else os.environ


@dataclass(frozen=True)
class Run:
    """One package of assets on its way, in a folder of its own below `work`. `assets` are by the names that their
    folders have in the run."""

    settings: Settings
    slug: str
    package: str
    assets: Mapping[str, Seen]
    fingerprint: str

    @property
    def work(self) -> Path:
        return self.settings.folder / "work" / "stage-work" / self.slug

    def stage(self, stage: str) -> Path:
        return self.work / FOLDERS[stage]

    @property
    def plan_stages(self) -> tuple[str, ...]:
        return self.settings.plan.stages

    def config_like(self, copy: Path, original: Path) -> ConfigFor:
        """The configuration of the files of an asset's copy: that of the asset, whose files are all checked."""
        return self.config_over(self.settings.config_for, copy, original)

    def config_over(self, asked: ConfigFor, copy: Path, original: Path) -> ConfigFor:
        own = original if original.is_dir() else original.parent
        asked = with_build(asked, self.settings.build)

        def found(path: object) -> Config:
            there = Path(str(path))
            spot = own / there.relative_to(copy) if there == copy or copy in there.parents else there
            return replace(asked(spot), exclude=NO_FILES, include=NO_FILES, respect_gitignore=False)

        return found


def with_build(config_for: ConfigFor, build: Resolved) -> ConfigFor:
    """The configuration of each file with the include folders and macros of the build configuration beside its own."""
    folders = tuple(map(Path, build.user_include_dirs))
    macros = tuple(it.removeprefix("-D") for it in build.compile_definitions)

    def found(path: object) -> Config:
        config = config_for(str(path))
        return replace(config, include_dirs=(*config.include_dirs, *folders), defines=(*config.defines, *macros))

    return found if folders or macros else config_for
