"""Stages 03 and 04: the package of each operator checked; what a machine can repair is repaired in rounds, in a copy
that the pipeline made, and the rest is left to people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sklint.cli import remediating, validating
from sklint.cli.pipeline_adapting import ADAPTED
from sklint.cli.pipeline_output import copy_tree
from sklint.cli.pipeline_settings import Run
from sklint.cli.pipeline_understanding import Done
from sklint.cli.published import json_text, write_report
from sklint.cli.report_files import write_reports
from sklint.cli.validate_operator import Given
from sklint.findings_file import read_findings
from sklint.generate.adapt_report import FOLDER
from sklint.pipeline.asset_places import place_in
from sklint.pipeline.stages import COMPAT, FOLDERS, SPEC
from sklint.pipeline.state import Iteration, Json, Op, State, line_of, text
from sklint.remediation import Result, automatic, paths_named, remediate
from sklint.source import Source

PACKS = {SPEC: "spec", COMPAT: "compat"}
KEYS = {SPEC: "stage03", COMPAT: "stage04"}
REPAIRED = "remediated"
"""The folder of a stage's outputs with the package as the rounds left it."""


@dataclass(frozen=True)
class Round:
    """One check of a package, and what was repaired after it, with the places of that in the asset by findings' ids;
    `why` tells why it was the last that leaves blockers."""

    number: int
    findings: tuple[Json, ...]
    repaired: tuple[Result, ...] = ()
    why: str = ""
    places: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def blockers(self) -> tuple[Json, ...]:
        return tuple(it for it in self.findings if it["severity"] == "blocker")

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(str(it["finding_id"]) for it in self.blockers)


def validate_all(run: Run, state: State, stage: str) -> Done:
    """Check the package of each operator that has one; those that a person has to look at are told."""
    for op in list(state.ops.values()):
        if op.adapted:
            made, rounds = validated(run, op, stage)
            state = state.with_op(made)
            state = with_rounds(state, stage, op.name, rounds)
    key = KEYS[stage]
    open_ops = [name for name, it in state.ops.items() if getattr(it, key).get("status") == "needs-human"]
    return state, "needs-human" if open_ops else "passed", {"needs_human": open_ops}


def validated(run: Run, op: Op, stage: str) -> tuple[Op, list[Round]]:
    """Check one package, in rounds; gives the operator as it is then."""
    folder = run.stage(stage) / op.name
    inputs, outputs = folder / "inputs", folder / "outputs"
    copy_tree(Path(op.adapted), inputs)
    rounds = [check(run, op, stage, inputs / FOLDER, outputs, 0)]
    work = inputs
    while rounds[-1].blockers:
        why = reason_to_stop(rounds, run.settings.max_iterations)
        if why:
            rounds[-1] = changed(rounds[-1], why=why)
            break
        if work == inputs:
            work = outputs / REPAIRED
            copy_tree(inputs, work)
            moved(work)
        where = places(op, rounds[-1], work / FOLDER)
        results = repair(rounds[-1], work / FOLDER, iteration(outputs, rounds[-1].number))
        rounds[-1] = changed(rounds[-1], repaired=results, places=where)
        if not any(it.status == "applied" for it in results):
            rounds[-1] = changed(rounds[-1], why="nothing-repaired")
            break
        rounds.append(check(run, op, stage, work / FOLDER, outputs, rounds[-1].number + 1))
    return told(op, stage, work, outputs, rounds), rounds


def places(op: Op, it: Round, tree: Path) -> dict[str, str]:
    """Where the blockers of a check are in the asset, before they are repaired in the package."""
    return {str(one["finding_id"]): place_in(op, text(one, "path"), line_of(one), tree) for one in it.blockers}


def repaired_lines(rounds: Sequence[Round]) -> list[str]:
    """What was repaired in the copy of a package, each with its place in the asset, where it is there."""
    return [
        f"{place}: {text(one, 'message')} ({text(one, 'rule_id')})"
        for it in rounds
        for one in it.blockers
        if (place := it.places.get(str(one["finding_id"]), ""))
        and any((done.finding_id, done.status) == (one["finding_id"], "applied") for done in it.repaired)
    ]


def reason_to_stop(rounds: Sequence[Round], most: int) -> str:
    """Why no further round makes sense after the last check, which has blockers; "" where one does."""
    last = rounds[-1]
    if not any(automatic(it) for it in repairs_of(last)):
        return "not-auto-remediable"
    repaired = {it.finding_id for one in rounds[:-1] for it in one.repaired if it.status == "applied"}
    if any(it in repaired for it in last.ids):
        return "finding-came-back"
    return "max-iterations-reached" if len(rounds) > most else ""


def repairs_of(it: Round):
    data = msgspec.json.encode({"findings": it.blockers})
    return read_findings(Source(validating.FINDINGS, data))


def iteration(outputs: Path, number: int) -> Path:
    return outputs / "iterations" / str(number)


def check(run: Run, op: Op, stage: str, tree: Path, outputs: Path, number: int) -> Round:
    """Check a package as `validate-operator` does, and write what it writes; the last check's files are in `outputs`,
    those of each in a folder of `iterations`."""
    given = asked(run, stage, tree, outputs, number)
    environment, problems, files = validating.usable(validating.environment_of(given))
    chips, unknown = validating.known_chips(given["target_chip"], environment)

    def configurations(pack: str):
        found = validating.resolver(validating.overrides(given, pack, chips), environment=environment)
        return run.config_over(found, tree, Path(op.source_asset))

    report, target = validating.validated(given, configurations, unknown)
    findings = [*problems, *report.findings]
    report = replace(report, findings=findings, sources={**report.sources, **files})
    found = validating.findings_file(given, report, target, environment)
    written = json_text(found)
    page = validating.page(given, report).encode()
    for folder in (iteration(outputs, number), outputs):
        write_reports(folder, {validating.FINDINGS: written, validating.REPORT: page})
    return Round(number, tuple(msgspec.convert(msgspec.to_builtins(found["findings"]), list[Json])))


def asked(run: Run, stage: str, tree: Path, outputs: Path, number: int) -> Given:
    return {
        "asset": tree,
        "output_dir": outputs,
        "layout": "",
        "build_context": "",
        "verify_context": "",
        "target_chip": ",".join(run.settings.chips),
        "target_cann": run.settings.target_cann,
        "rule_pack": PACKS[stage],
        "stage": FOLDERS[stage],
        "iteration_index": str(number),
    }


def repair(it: Round, tree: Path, into: Path) -> tuple[Result, ...]:
    """Repair the blockers of a check as `apply-remediation` does, and write what it writes."""
    path = into / "operator-remediation-findings.json"
    write_report(path, {"findings": it.blockers})
    repairs = repairs_of(it)
    done = remediate(repairs, {name: remediating.target(tree, name) for name in paths_named(repairs)})
    problems = remediating.write(done)
    results = [remediating.told(one, problems) for one in done.results]
    write_report(into / remediating.REPORT, remediating.report(tree, path, results))
    return tuple(results)


def moved(folder: Path) -> None:
    """Say in the report of a package's copy where the copy is."""
    path = folder / ADAPTED
    told = msgspec.json.decode(path.read_bytes(), type=Json)
    write_report(path, {**told, "adapted_dir": str((folder / FOLDER).resolve())})


def told(op: Op, stage: str, work: Path, outputs: Path, rounds: Sequence[Round]) -> Op:
    """The operator after its check: its package is the repaired one, and what is left is its escalations."""
    last = rounds[-1]
    record: Json = {
        "status": "needs-human" if last.blockers else "passed",
        "outputs": str(outputs),
        "adapted": str(work),
        "findings": len(last.findings),
        "blockers": len(last.blockers),
        "iterations": len(rounds),
        "reason": last.why,
        "applied": sum(it.status == "applied" for one in rounds for it in one.repaired),
        "repaired": repaired_lines(rounds),
    }
    state = {KEYS[stage]: record, "adapted": str(work)}
    if last.blockers:
        state |= {
            "status": "needs-human",
            "escalations": (*op.escalations, *({"stage": stage, **it} for it in last.blockers)),
        }
    elif not op.blocked:
        state["status"] = "validated"
    return replace(op, **state)


def with_rounds(state: State, stage: str, op: str, rounds: Sequence[Round]) -> State:
    """The state with what each round found and repaired, as an iteration."""
    name = FOLDERS[stage].split("-", 1)[1]
    for it in rounds:
        last = it is rounds[-1]
        results = [msgspec.to_builtins(one) for one in it.repaired]
        more = Iteration(
            it.number,
            findings=tuple({"op": op, "stage": stage, **one} for one in it.findings),
            escalations=tuple({"op": op, "stage": stage, **one} for one in it.blockers) if last else (),
            remediation={f"{stage}/{op}": {"reason": it.why, "results": results}} if results or it.why else {},
        )
        state = state.with_iteration(it.number, name, more)
    return state
