"""pipeline-state.json: what a run has done so far, so that people read it and a later run goes on from it."""

from typing import Literal

import msgspec

StageStatus = Literal["running", "passed", "needs-human", "failed"]

Status = Literal[
    "running",
    "verified",
    "packaged",
    "clean",
    "adapted",
    "pybind-generated",
    "analyzed",
    "skipped-no-npu",
    "skipped-insufficient-runtime-spec",
    "skipped-by-user",
    "skipped-target-arch",
    "structural-only",
    "mock-only",
    "needs-human",
]
SUCCESS = ("verified", "packaged")
"""What a release may go on from: the command's exit code is 0 for these alone."""

Json = dict[str, object]


class StageRecord(msgspec.Struct, frozen=True):
    """A stage that was run; `details` are those of its kind, `files_sha256` is that of all in its folder."""

    stage: str
    name: str
    status: StageStatus
    path: str
    started_at: str
    finished_at: str
    details: Json = {}
    files_sha256: str = ""


class Op(msgspec.Struct, frozen=True):
    """An operator: one kernel source with its entries, and what the stages found out about it. `kernel_sources` are
    more than one where some include another; `adapted` is the folder of its package as the last stage left it."""

    name: str
    asset: str
    sk_asset: str
    source_asset: str
    asset_kind: str
    entry_name: str
    entries: tuple[str, ...]
    kernel_source: str
    kernel_sources: tuple[str, ...] = ()
    host_source: str | None = None
    json_spec: str | None = None
    tiling_headers: tuple[str, ...] = ()
    build_backends: tuple[str, ...] = ()
    supported_soc_versions: tuple[str, ...] = ()
    supported_arches: tuple[str, ...] = ()
    target_resolution: Json = {}
    support_source: str = ""
    source_entry_name: str = ""
    public_entry_name: str = ""
    internal_symbol_name: str = ""
    bind_target: str = ""
    name_resolution: Json = {}
    form: str = ""
    adapted: str = ""
    stage02: Json = {}
    stage03: Json = {}
    stage04: Json = {}
    status: str = "understood"
    escalations: tuple[Json, ...] = ()

    @property
    def blocked(self) -> bool:
        return self.status == "needs-human"


class Iteration(msgspec.Struct, frozen=True):
    """A pass of the stages (0), or a round of remediation: what was found in it, and what is left to people."""

    iteration_index: int
    stages: tuple[str, ...] = ()
    findings: tuple[Json, ...] = ()
    escalations: tuple[Json, ...] = ()
    remediation: Json = {}


class State(msgspec.Struct, frozen=True):
    """The whole file. `fingerprint` tells whether a later run is asked the same of the same files."""

    status: Status
    output_dir: str
    public_output_dir: str
    work_output_dir: str
    asset_slug: str
    fingerprint: str
    settings: Json
    assets: tuple[Json, ...] = ()
    stages: tuple[StageRecord, ...] = ()
    ops: dict[str, Op] = {}
    iterations: tuple[Iteration, ...] = (Iteration(0),)
    aggregate: Json = {}
    binding: Json = {}
    standalone: Json = {}
    wheel: Json = {}
    baseline: Json = {}
    verification: Json = {}
    runtime_contracts: Json = {}
    differential: Json = {}
    reason: str = ""
    updated_at: str = ""

    @property
    def blocked(self) -> bool:
        """Whether a person has to decide something before later stages make sense."""
        return any(it.status in ("needs-human", "failed") for it in self.stages)

    def with_stage(self, record: StageRecord) -> "State":
        """With the record of a stage, in the place of an earlier one of that stage."""
        others = [it for it in self.stages if it.stage != record.stage]
        return msgspec.structs.replace(self, stages=tuple(sorted((*others, record), key=lambda it: it.stage)))

    def with_op(self, op: Op) -> "State":
        return msgspec.structs.replace(self, ops={**self.ops, op.name: op})

    def with_iteration(self, number: int, stage: str, more: Iteration) -> "State":
        """With what an iteration found in a stage, beside what it found before."""
        there = {it.iteration_index: it for it in self.iterations}
        was = there.get(number, Iteration(number))
        there[number] = Iteration(
            number,
            tuple(dict.fromkeys((*was.stages, stage))),
            (*was.findings, *more.findings),
            (*was.escalations, *more.escalations),
            {**was.remediation, **more.remediation},
        )
        return msgspec.structs.replace(self, iterations=tuple(there[it] for it in sorted(there)))

    @property
    def json(self) -> Json:
        """As it is written: the settings stand beside the other keys."""
        told = msgspec.convert(msgspec.to_builtins(self), Json)
        settings = msgspec.convert(told.pop("settings"), Json)
        stages = [flat(it) for it in msgspec.convert(told.pop("stages"), list[Json])]
        return {**told, **settings, "stages": stages, "final_iteration": self.iterations[-1].iteration_index}


def flat(record: Json) -> Json:
    """A stage's record with its details beside its other keys."""
    return {**record, **msgspec.convert(record.pop("details"), Json)}


def read_state(data: bytes) -> State | None:
    """The state that a file holds; None for none of ours."""
    try:
        told = msgspec.json.decode(data, type=Json)
        stages = [nested(it) for it in msgspec.convert(told.get("stages"), list[Json])]
        return msgspec.convert({**told, "settings": {}, "stages": stages}, State)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def nested(record: Json) -> Json:
    keys = StageRecord.__struct_fields__
    details = {key: it for key, it in record.items() if key not in keys}
    return {**{key: it for key, it in record.items() if key in keys}, "details": details}


def text(record: Json, key: str) -> str:
    """A text of a record, "" where it has none."""
    found = record.get(key)
    return found if isinstance(found, str) else ""


def line_of(finding: Json) -> int:
    """The line of a finding, from 1."""
    start = msgspec.convert(finding.get("range", {}), dict[str, dict[str, int]]).get("start", {})
    return start.get("line", 1)


def texts(record: Json, key: str) -> tuple[str, ...]:
    """A list of texts of a record, as a stage made it or a file has it."""
    return msgspec.convert(record.get(key, ()), tuple[str, ...])
