"""The contracts of a delivery as they are written: what their checks look at; further keys are free."""

import msgspec

from sklint.json_place import Path as Keys


class Unit(msgspec.Struct, frozen=True):
    unit_id: str
    entry_name: str
    kernel_source: str
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


class Flow(msgspec.Struct, frozen=True):
    name: str
    kind: str
    expected_outputs: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


class BuildContext(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    build_flows: tuple[Flow, ...]
    asset_root: str = ""
    include_dirs: tuple[str, ...] = ()


class VerifyContext(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    verify_flows: tuple[Flow, ...]
    asset_root: str = ""


class AdapterReport(msgspec.Struct, frozen=True):
    readiness: dict[str, object]
