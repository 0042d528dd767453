"""One package of assets through the stages: each is written down when it begins and when it ends, so that people see
how far a run has come and a later one goes on from there."""

from collections.abc import Callable
from datetime import datetime, timezone

from msgspec.structs import replace

from sklint.cli import pipeline_adapting, pipeline_building, pipeline_understanding, pipeline_validating
from sklint.cli.pipeline_aggregating import AGGREGATE, BUILD_CONFIG, aggregate
from sklint.cli.pipeline_output import digest_of_tree, drop_drafts, remove
from sklint.cli.pipeline_settings import Run
from sklint.cli.pipeline_understanding import Done
from sklint.cli.published import write_report
from sklint.error import SklintError
from sklint.pipeline.rewound import before
from sklint.pipeline.stages import ADAPT, BUILD, COMPAT, DETECT, FOLDERS, PYBIND, SPEC, UNDERSTAND
from sklint.pipeline.state import Iteration, Json, StageRecord, State, read_state
from sklint.pipeline.status import after, goes_on

STATE, CONFIG = "pipeline-state.json", "00-pipeline-config.json"

NO_STAGE = "99"
"""Is behind every stage."""

STAGES: dict[str, Callable[[Run, State], Done]] = {
    UNDERSTAND: pipeline_understanding.understand,
    DETECT: pipeline_adapting.detect,
    ADAPT: pipeline_adapting.adapt_all,
    SPEC: lambda run, state: pipeline_validating.validate_all(run, state, SPEC),
    COMPAT: lambda run, state: pipeline_validating.validate_all(run, state, COMPAT),
    PYBIND: pipeline_building.bind,
    BUILD: pipeline_building.build,
}


def run_stages(run: Run, tell: Callable[[str], None]) -> State:
    """Run what the plan has and an earlier run has not done already; gives the state at the end."""
    drop_drafts(run.work)
    state = begun(run)
    for stage in FOLDERS:
        if not any(it.stage == stage for it in state.stages):
            remove(run.stage(stage))
    write_report(run.work / CONFIG, {"schema_version": 1, "assets": assets_of(run), **state.settings})
    write_report(run.work / BUILD_CONFIG, run.settings.build)
    for stage in run.plan_stages:
        if done_before(run, state, stage):
            tell(f"{run.slug}: {FOLDERS[stage]} is as an earlier run left it")
            continue
        state = before(state, stage)
        if stage >= PYBIND and not state.blocked:
            state = aggregated(run, state)
        if goes_on(state, stage):
            tell(f"{run.slug}: {FOLDERS[stage]}")
            state = run_stage(run, state, stage)
    if not state.blocked and run.settings.plan.has(ADAPT):
        state = aggregated(run, state)
    return write(run, replace(state, status=after(state, run.settings.plan)))


def aggregated(run: Run, state: State) -> State:
    """The state with the package of all operators, which is made when the last check is through. Where they do not fit
    together stage 02 has failed."""
    if state.aggregate:
        return state
    try:
        return write(run, aggregate(run, state))
    except SklintError as wrong:
        adapted = next(it for it in state.stages if it.stage == ADAPT)
        failed = replace(adapted, status="failed", details={**adapted.details, "error": str(wrong)})
        return write(run, replace(state.with_stage(failed), reason=str(wrong)))


def begun(run: Run) -> State:
    """The state that a run starts with: that of an earlier run which was asked the same of the same files."""
    state = fresh(run)
    last = earlier(run)
    if last and last.fingerprint == run.fingerprint:
        kept = {it: getattr(last, it) for it in ("assets", "stages", "ops", "iterations")}
        state = replace(state, **kept)
    unasked = (it.stage for it in state.stages if it.stage not in run.plan_stages)
    return before(state, next(unasked, NO_STAGE))


def earlier(run: Run) -> State | None:
    path = run.work / STATE
    return read_state(path.read_bytes()) if path.is_file() else None


def fresh(run: Run) -> State:
    it = run.settings
    settings: Json = {
        "target_chip": it.target_chip,
        "target_cann": it.target_cann,
        "selected_stages": it.plan.stages,
        "profile": it.plan.profile,
        "verify_backend": it.plan.verify_backend,
        "wheel_mode": it.plan.wheel_mode,
        "reuse_wheel": str(it.reuse_wheel) if it.reuse_wheel else None,
        "aggregate_wheel_name": run.package,
        "package_version": it.package_version,
        "max_iterations": it.max_iterations,
        "build_cache_dir": str(it.cache),
        "jobs": it.jobs,
        "io_contract": it.contract.source_path if it.contract else "",
        "operator_build_config": build_told(run),
    }
    return State("running", str(run.work), str(it.folder), str(run.work), run.slug, run.fingerprint, settings)


def build_told(run: Run) -> Json:
    it = run.settings.build
    return {
        "path": str(run.work / BUILD_CONFIG),
        "status": it.status,
        "source_config": it.source_config,
        "external_paths": it.external_paths,
        "include_dirs": it.include_dirs,
        "support_dirs": it.support_dirs,
        "link_dirs": it.link_dirs,
        "link_libraries": it.link_libraries,
        "runtime_env_keys": sorted(it.runtime_env),
    }


def assets_of(run: Run) -> list[Json]:
    return [{"name": name, "path": str(it.path)} for name, it in run.assets.items()]


def done_before(run: Run, state: State, stage: str) -> bool:
    """Whether a stage has passed before, with all before it, and its folder is as it was left."""
    record = next((it for it in state.stages if it.stage == stage), None)
    if record is None or record.status != "passed" or stage > COMPAT:
        return False
    return record.files_sha256 == digest_of_tree(run.stage(stage), AGGREGATE)


def run_stage(run: Run, state: State, stage: str) -> State:
    """Run one stage in a folder of its own, which is made anew."""
    remove(run.stage(stage))
    record = StageRecord(stage, FOLDERS[stage], "running", str(run.stage(stage)), now(), "")
    write(run, state.with_stage(record))
    state, status, details = outcome(run, state, stage)
    run.stage(stage).mkdir(parents=True, exist_ok=True)
    ended = replace(
        record,
        status=status,
        finished_at=now(),
        details=details,
        files_sha256=digest_of_tree(run.stage(stage), AGGREGATE),
    )
    state = state.with_stage(ended)
    if stage <= ADAPT:
        state = state.with_iteration(0, FOLDERS[stage].split("-", 1)[1], Iteration(0))
    return write(run, state)


def outcome(run: Run, state: State, stage: str) -> Done:
    """What became of a stage: one whose inputs are wrong has failed, which a person has to see to."""
    try:
        return STAGES[stage](run, state)
    except SklintError as wrong:
        return replace(state, reason=str(wrong)), "failed", {"error": str(wrong)}


def write(run: Run, state: State) -> State:
    state = replace(state, updated_at=now())
    write_report(run.work / STATE, state.json)
    return state


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")
