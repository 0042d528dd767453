"""The contracts of a delivery as they are written, every key that the operator tools know; further keys are free."""

import msgspec

from sklint.json_place import Path as Keys


class Question(msgspec.Struct, frozen=True):
    """What a person has to answer."""

    id: str = ""
    message: str = ""


class Skipped(msgspec.Struct, frozen=True):
    """What of an asset is no unit."""

    path: str = ""
    reason: str = ""


class Unit(msgspec.Struct, frozen=True):
    unit_id: str
    entry_name: str
    kernel_source: str
    asset_kind: str = ""
    host_source: str | None = None
    host_source_candidates: tuple[str, ...] = ()
    json_spec: str | None = None
    tiling_headers: tuple[str, ...] = ()
    support_files: tuple[str, ...] = ()
    source_asset: str = ""

    @property
    def files(self) -> dict[Keys, str]:
        """Every file it names, by the key it is named at."""
        single = {"kernel_source": self.kernel_source, "host_source": self.host_source, "json_spec": self.json_spec}
        several = {
            "host_source_candidates": self.host_source_candidates,
            "tiling_headers": self.tiling_headers,
            "support_files": self.support_files,
        }
        found: dict[Keys, str] = {(key,): it for key, it in single.items() if it}
        return found | {(key, number): it for key, names in several.items() for number, it in enumerate(names)}


class Layout(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    asset_root: str
    operator_units: tuple[Unit, ...]
    layout_source: str = ""
    skipped_items: tuple[Skipped, ...] = ()
    human_questions: tuple[Question, ...] = ()


class Flow(msgspec.Struct, frozen=True):
    name: str
    kind: str
    expected_outputs: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    unit_ids: tuple[str, ...] = ()
    target_arches: tuple[str, ...] = ()
    jobs: int | str = "auto"


class BuildTarget(msgspec.Struct, frozen=True):
    chips: tuple[str, ...] = ()
    arches: tuple[str, ...] = ()


class Requirement(msgspec.Struct, frozen=True):
    """An environment variable of the build."""

    name: str
    required: bool = False


class Dependency(msgspec.Struct, frozen=True):
    """What the asset includes that is none of it."""

    kind: str
    include_count: int = 0
    env: str = ""


class Unresolved(msgspec.Struct, frozen=True):
    source: str
    include: str


class BuildContext(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    build_flows: tuple[Flow, ...]
    context_source: str = ""
    asset_root: str = ""
    target: BuildTarget = BuildTarget()
    include_dirs: tuple[str, ...] = ()
    system_include_dirs: tuple[str, ...] = ()
    compile_definitions: tuple[str, ...] = ()
    compile_options: tuple[str, ...] = ()
    link_dirs: tuple[str, ...] = ()
    link_libraries: tuple[str, ...] = ()
    env_requirements: tuple[Requirement, ...] = ()
    external_dependencies: tuple[Dependency, ...] = ()
    unresolved_includes: tuple[Unresolved, ...] = ()
    baseline_flows: tuple[Flow, ...] = ()
    human_questions: tuple[Question, ...] = ()

    @property
    def folders(self) -> dict[Keys, str]:
        """Every folder it names, by the key it is named at."""
        several = {
            "include_dirs": self.include_dirs,
            "system_include_dirs": self.system_include_dirs,
            "link_dirs": self.link_dirs,
        }
        return {(key, number): it for key, names in several.items() for number, it in enumerate(names)}


class VerifyContext(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    verify_flows: tuple[Flow, ...]
    context_source: str = ""
    asset_root: str = ""
    human_questions: tuple[Question, ...] = ()


class Readiness(msgspec.Struct, frozen=True):
    layout: str = ""
    build: str = ""
    verify: str = ""
    can_adapt: bool = False
    can_build: bool = False
    can_claim_equivalence: bool = False


class AdapterReport(msgspec.Struct, frozen=True):
    readiness: Readiness
    status: str = ""
    adapter_source: str = ""
    asset_root: str = ""
    counts: dict[str, int] = {}
    outputs: dict[str, str] = {}
    human_questions: tuple[Question, ...] = ()
