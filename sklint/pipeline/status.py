"""How a run ends: what its stages and their results come to."""

from sklint.pipeline.stages import ADAPT, BUILD, COMPAT, DETECT, PYBIND, SPEC, UNDERSTAND, Plan
from sklint.pipeline.state import Json, State, Status

SKIPPED: dict[object, Status] = {
    "skipped-no-npu": "skipped-no-npu",
    "skipped-insufficient-runtime-spec": "skipped-insufficient-runtime-spec",
    "skipped-by-user": "skipped-by-user",
    "skipped-target-arch": "skipped-target-arch",
    "mock-only": "mock-only",
}


def goes_on(state: State, stage: str) -> bool:
    """Whether a stage makes sense after what is known: operators that are adapted are checked also where another one
    needs a person; nothing is packaged or built then."""
    if stage in (UNDERSTAND, DETECT, ADAPT):
        return not state.blocked
    if stage in (SPEC, COMPAT):
        return any(it.adapted for it in state.ops.values())
    return not state.blocked


def after(state: State, plan: Plan) -> Status:
    """The status of a run whose stages are through."""
    if state.blocked:
        return "needs-human"
    if plan.has(BUILD):
        return built(state.standalone, state.wheel, state.verification, plan)
    if plan.has(PYBIND):
        return "pybind-generated"
    if plan.has(SPEC) or plan.has(COMPAT):
        return "clean"
    return "adapted" if plan.has(ADAPT) else "analyzed"


def built(standalone: Json, wheel: Json, verification: Json, plan: Plan) -> Status:
    """What building and verifying came to, where nothing failed. Nothing is verified that did not run: where only some
    entries could be compared, the others lack what they are run with."""
    made = wheel.get("status") in ("built", "reused")
    if standalone.get("status") == "structural-passed" or wheel.get("status") == "structural-built":
        return "structural-only"
    if verification.get("status") == "passed":
        return "verified"
    if made and plan.verify_backend == "none":
        return "packaged"
    return SKIPPED.get(verification.get("status"), "skipped-insufficient-runtime-spec")
