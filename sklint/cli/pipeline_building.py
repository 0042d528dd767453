"""Stages 05 and 06: the binding of the package of all operators, what compares its kernels, and its wheel."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from sklint.cli.packaging import write_binding
from sklint.cli.pipeline_output import copy_tree
from sklint.cli.pipeline_settings import Run
from sklint.cli.pipeline_standalone import NO_DEVICE, Compared, compare, device
from sklint.cli.pipeline_understanding import Done
from sklint.cli.pipeline_verdicts import differential, runtime_contracts
from sklint.cli.pipeline_wheel import wheel
from sklint.cli.published import write_report
from sklint.packaged.baseline import REPORT as BASELINE
from sklint.packaged.baseline import SKIPPED, baseline_json
from sklint.pipeline.stages import BUILD, PYBIND
from sklint.pipeline.state import Iteration, Json, StageStatus, State, text, texts


def bind(run: Run, state: State) -> Done:
    """Write the binding of the package, in a copy of it."""
    folder = run.stage(PYBIND)
    package = Path(text(state.aggregate, "outputs"))
    copy_tree(package, folder / "inputs" / "aggregate-output")
    copy_tree(package, folder / "outputs")
    made = write_binding(folder / "outputs")
    binding: Json = {
        "package_name": made["package_name"],
        "kernel_entries": made["kernel_entries"],
        "outputs": str(folder / "outputs"),
    }
    return replace(state, binding=binding), "passed", {"outputs": binding["outputs"]}


def build(run: Run, state: State) -> Done:
    """Build what verifies and what is delivered, and verify it where that can be; a build that fails is a finding."""
    folder, plan = run.stage(BUILD), run.settings.plan
    package = Path(text(state.aggregate, "outputs"))
    copy_tree(package, folder / "inputs" / "aggregate-output")
    baseline = baselines(run, state)

    compared = compare(run, state) if plan.verify_backend in ("standalone", "both") else None
    made, found = wheel(run, state)
    findings = (*(compared.findings if compared else ()), *found)
    verification = verified(run, compared, made)
    write_report(folder / "verify" / "operator-verification.json", verification)
    contracts = runtime_contracts(run, state, compared.fixtures if compared else {})
    verdicts = differential(run, state, verification)
    differ = verification["status"] == "failed"
    status: StageStatus = "needs-human" if findings or differ else "passed"
    details: Json = {
        "standalone": compared.told if compared else {"status": "skipped"},
        "wheel": made,
        "baseline": {"status": SKIPPED},
        "verification": plan.verify_backend,
    }
    rows = tuple({"stage": BUILD, **it} for it in findings)
    done = replace(
        state,
        standalone=compared.told if compared else {"status": "skipped"},
        wheel=made,
        baseline=baseline,
        verification=verification,
        runtime_contracts=contracts,
        differential=verdicts,
        reason="; ".join(text(it, "message") for it in findings) or why(compared, differ),
    )
    return done.with_iteration(0, "build-and-verify", Iteration(0, findings=rows, escalations=rows)), status, details


def why(compared: Compared | None, differ: bool) -> str:
    """Why nothing is verified: what differs, or what no program that compares could be made or run for."""
    return why_failed(compared) if differ else text(compared.told, "reason") if compared else ""


def why_failed(compared: Compared | None) -> str:
    """The entries that a program found to differ, or did not come to the end of."""
    rows = {} if compared is None else compared.per_op
    told = {name: msgspec.convert(it, Json) for name, it in rows.items()}
    return ", ".join(f"{name}: {text(it, 'reason')}" for name, it in told.items() if text(it, "status") == "failed")


def baselines(run: Run, state: State) -> Json:
    """Say of each entry that nothing builds its kernel as it was before: no such backend is there."""
    per_op: Json = {}
    for op in state.ops.values():
        for entry in texts(op.stage02, "entries"):
            folder = run.stage(BUILD) / "baseline" / entry
            copy_tree(Path(op.sk_asset), folder / "inputs" / "asset")
            told = baseline_json(folder / "inputs" / "asset", folder / "outputs", entry, structural=False)
            write_report(folder / "outputs" / BASELINE, {**told, "log_path": ""})
            manifest = str(folder / "outputs" / BASELINE)
            per_op[entry] = {"status": told["status"], "correctness": told["correctness"], "manifest": manifest}
    return {"status": SKIPPED, "per_op": per_op}


def verified(run: Run, compared: Compared | None, made: Json) -> Json:
    """What was verified, by what: nothing counts as passed that did not run."""
    backend = run.settings.plan.verify_backend
    standalone: Json | None = {"status": compared.verify_status, "per_op": compared.per_op} if compared else None
    wheel = by_wheel(made) if backend in ("wheel", "both") else None
    status = compared.verify_status if compared else ("skipped-by-user" if wheel is None else wheel["status"])
    return {"backend": backend, "status": status, "standalone": standalone, "wheel": wheel}


def by_wheel(made: Json) -> Json:
    """That the wheel's kernels were not run, and why: nothing here knows what they are to give."""
    if made.get("status") == "failed":
        return {"status": "skipped", "reason": "there is no wheel"}
    if device():
        reason = "no runtime values and oracle are given; generate-runner-script makes a script for them"
        return {"status": "skipped-insufficient-runtime-spec", "reason": reason}
    return {"status": "skipped-no-npu", "reason": NO_DEVICE}
