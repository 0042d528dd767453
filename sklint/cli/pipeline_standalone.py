"""The programs that compare the kernels of a package with themselves in a SuperKernel: written, built, and run where
there is a device and a person says so."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from sklint.cli.logged_run import logged_run
from sklint.cli.pipeline_aggregating import BUILD_CONFIG
from sklint.cli.pipeline_output import copy_files, copy_tree
from sklint.cli.pipeline_settings import Run
from sklint.cli.published import write_report, write_whole
from sklint.cli.standalone_building import build_executables
from sklint.cli.standalone_compare import REPORT, Given, generate
from sklint.error import SklintError
from sklint.generate.standalone import FOLDER
from sklint.generate.standalone_fixture import FILE as FIXTURE
from sklint.packaged.standalone import LOG
from sklint.packaged.standalone import REPORT as BUILT
from sklint.pipeline.build_log import findings_in
from sklint.pipeline.stages import BUILD
from sklint.pipeline.state import Json, Op, State, text, texts

RUN_SECONDS = 60.0
DEVICES = ("/dev/davinci_manager", "/dev/davinci0", "/dev/hisi_hdc")
WANTED, MOCKED = "SK_OPERATOR_RUN_DEVICE_COMPARE", "SK_OPERATOR_MOCK_NPU"
NO_DEVICE = f"no NPU: {WANTED} is not 1, or none of {', '.join(DEVICES)} is there"

STARTED = "the programs that compare start, and launch nothing: there is no NPU, and --allow-mock-npu is given"


@dataclass(frozen=True)
class Compared:
    """What became of the programs: `told` is what the state says, `findings` are those of a build that failed,
    `fixtures` is what is said of each entry's."""

    told: Json
    per_op: Json
    findings: tuple[Json, ...] = ()
    fixtures: Mapping[str, Json] = field(default_factory=dict[str, Json])

    @property
    def verify_status(self) -> str:
        return text(self.told, "verify_status")


def compare(run: Run, state: State) -> Compared:
    """Write the programs, build them, and run those that can be."""
    folder = run.stage(BUILD) / "standalone"
    inputs, outputs = folder / "inputs", folder / "outputs"
    copy_tree(Path(text(state.aggregate, "outputs")), inputs / "aggregate-output")
    given = copied_fixtures(state, inputs / "runtime-fixtures")
    config = inputs / BUILD_CONFIG
    write_report(config, run.settings.build)
    generate(Given(inputs / "aggregate-output", outputs, given, run.settings.target_chip, "", config, by_arch=False))
    manifest = msgspec.json.decode((outputs / REPORT).read_bytes(), type=Json)
    entries = texts(state.aggregate, "entries")
    fixtures = msgspec.convert(manifest["runtime_fixtures"], dict[str, Json])
    return replace(outcome(run, outputs, manifest, entries), fixtures=fixtures)


def outcome(run: Run, outputs: Path, manifest: Json, entries: Sequence[str]) -> Compared:
    """What becomes of the programs of a project that is written."""
    if manifest["status"] == "needs-target-arch":
        why = f"{manifest.get('reason')}: {manifest.get('message')}"
        return ended(outputs, entries, "skipped-target-arch", "skipped-target-arch", why)
    built, log = build(run, outputs)
    if built["status"] == "structural-passed":
        return ended(
            outputs, entries, "structural-passed", "skipped-no-npu", "built with a toolchain that builds nothing"
        )
    if built["status"] != "passed":
        made = ended(outputs, entries, "failed", "failed", text(built, "reason"))
        return Compared(
            made.told,
            made.per_op,
            findings_in(log, "the programs that compare", text(built, "reason"), outputs / FOLDER),
        )
    if not device() and run.settings.mock_npu:
        return start_all(run, outputs, manifest, built, entries)
    if not device():
        return ended(outputs, entries, "passed", "skipped-no-npu", NO_DEVICE)
    return run_all(run, outputs, manifest, built, entries)


def copied_fixtures(state: State, into: Path) -> Path | None:
    """The runtime fixtures of the assets, in a folder for each entry; None where there are none."""
    found: dict[str, Path] = {}
    for op in state.ops.values():
        source = Path(op.source_asset)
        path = (source if source.is_dir() else source.parent) / FIXTURE
        public = texts(op.stage02, "entries")
        entry = entry_of(path, op, public)
        if entry:
            found[f"{entry}/{FIXTURE}"] = path
    if found:
        copy_files(into, found)
    return into if found else None


class ForEntry(msgspec.Struct):
    entry_name: str | None = None


def entry_of(path: Path, op: Op, public: Sequence[str]) -> str:
    """The entry that an asset's fixture is for: the one it names, else the only one; "" for none."""
    if not path.is_file():
        return ""
    try:
        named = msgspec.json.decode(path.read_bytes(), type=ForEntry).entry_name
    except (msgspec.DecodeError, UnicodeDecodeError):
        named = None
    by_name = msgspec.convert(op.stage02.get("public_names", {}), dict[str, str]) | {it: it for it in public}
    return by_name.get(named or "", "") if named else (public[0] if len(public) == 1 else "")


def build(run: Run, outputs: Path) -> tuple[Json, str]:
    """Build the project; gives the report, and what was said. Without CMake it is not built, and that is said."""
    chips = run.settings.chips
    try:
        chip = chips[0] if len(chips) == 1 else ""
        report = build_executables(outputs, chip, run.settings.target_cann, env=run.settings.build_env)
    except SklintError as wrong:
        return {"status": "failed", "reason": str(wrong)}, ""
    said = (outputs / LOG).read_text("utf-8", "replace")
    return {**report, "reason": NO_TOOLKIT if ASC_MISSING in said else report["reason"]}, said


ASC_MISSING = "ASCConfig.cmake"
NO_TOOLKIT = "CMake finds no CANN toolkit; run the toolkit's set_env.sh, then go on from here"


def device() -> bool:
    """Whether kernels may be run: a person says so, and a device is there."""
    return os.environ.get(WANTED) == "1" and any(Path(it).exists() for it in DEVICES)


def run_all(run: Run, outputs: Path, manifest: Json, built: Json, entries: Sequence[str]) -> Compared:
    """Run each program once; nothing has passed of which it is not said."""
    per_op = printed(run, outputs, manifest, built, entries, {})
    statuses = statuses_of(per_op)
    status = "failed" if "failed" in statuses else (statuses.pop() if len(statuses) == 1 else "mixed")
    return written(outputs, per_op, "passed", status)


def start_all(run: Run, outputs: Path, manifest: Json, built: Json, entries: Sequence[str]) -> Compared:
    """Start each program without a device: that it starts is all that is known then."""
    per_op = printed(run, outputs, manifest, built, entries, {WANTED: "0", MOCKED: "1"})
    for entry, verdict in per_op.items():
        if text(msgspec.convert(verdict, Json), "status") not in ("failed", "skipped-no-npu"):
            per_op[entry] = {"status": "failed", "reason": "a verdict without a device"}
    failed = "failed" in statuses_of(per_op)
    return written(outputs, per_op, "passed", "failed" if failed else "mock-only", "" if failed else STARTED)


def statuses_of(per_op: Json) -> set[str]:
    return {text(msgspec.convert(it, Json), "status") for it in per_op.values()}


def printed(
    run: Run, outputs: Path, manifest: Json, built: Json, entries: Sequence[str], more: Mapping[str, str]
) -> Json:
    """The verdict of each entry from what its program prints, which is run once, with more in its environment."""
    targets = msgspec.convert(manifest["entry_targets"], dict[str, str])
    programs = msgspec.convert(built["executable_targets"], dict[str, str])
    said = {it: verdicts(run, Path(path), outputs / "verify" / it, more) for it, path in programs.items()}
    per_op: Json = {}
    for entry in entries:
        found = said.get(targets.get(entry, ""), {})
        per_op[entry] = found.get(entry, {"status": "failed", "reason": "standalone_runner_missing_outputs"})
    return per_op


class Printed(msgspec.Struct):
    """The line that a program prints."""

    statuses: dict[str, dict[str, str]] = {}


def verdicts(run: Run, path: Path, log: Path, more: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What a program says of each of its entries; all have failed where it says nothing, or does not start."""
    log.mkdir(parents=True, exist_ok=True)
    env = {**os.environ, **run.settings.build.runtime_env, **more}
    try:
        code = logged_run([str(path)], path.parent, env, log / "stdout.txt", RUN_SECONDS)
    except OSError as error:
        write_whole(log / "stdout.txt", f"{path}: does not start: {error.strerror}\n".encode())
        return {}
    lines = [it for it in (log / "stdout.txt").read_text("utf-8", "replace").splitlines() if it.strip()]
    try:
        found = msgspec.json.decode(lines[-1], type=Printed).statuses if lines else {}
    except msgspec.DecodeError:
        return {}
    return found if code == 0 else {it: {"status": "failed", "reason": "standalone_runner_failed"} for it in found}


def ended(outputs: Path, entries: Sequence[str], status: str, verify: str, reason: str) -> Compared:
    """The same for every entry, of which none was run."""
    return written(outputs, {it: {"status": verify, "reason": reason} for it in entries}, status, verify, reason)


def written(outputs: Path, per_op: Json, status: str, verify: str, reason: str = "") -> Compared:
    for entry, verdict in per_op.items():
        write_report(outputs / "verify" / entry / "verdict.json", verdict)
    told: Json = {
        "status": verify if status == "passed" else status,
        "build_status": status,
        "verify_status": verify,
        "reason": reason,
        "manifest": str(outputs / REPORT),
        "build_manifest": str(outputs / BUILT) if (outputs / BUILT).is_file() else "",
    }
    return Compared(told, per_op)
