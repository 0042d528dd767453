"""What is known of running each entry: the contract of its run, from its fixture, and the verdict on its results."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from sklint.cli.pipeline_settings import Run
from sklint.cli.published import write_report
from sklint.generate.adapted import Entry, Parameter, read_adapted
from sklint.packaged.baseline import SKIPPED
from sklint.pipeline.stages import BUILD
from sklint.pipeline.state import Json, State, text, texts

CONTRACT, CONTRACTS = "operator-runtime-contract.json", "operator-runtime-contract-summary.json"
VERDICTS = "operator-differential-summary.json"
NO_BASELINE = "skipped-baseline-unavailable"


def runtime_contracts(run: Run, state: State, fixtures: Mapping[str, Json]) -> Json:
    """Write with what each entry is run, and what of it is compared; gives their summary. `fixtures` are what the
    programs that compare say of those that were given, by entry."""
    packaged = read_adapted(Path(text(state.aggregate, "outputs"))).manifest
    folder = run.stage(BUILD) / "runtime-contracts"
    contracts: Json = {}
    for file in packaged.per_file:
        for it in file.entries:
            told = contract(it, file.file, fixtures.get(it.entry_name, {}))
            path = folder / it.entry_name / CONTRACT
            write_report(path, told)
            contracts[it.entry_name] = {"status": told["status"], "reason": told["reason"], "path": str(path)}
    write_report(folder / CONTRACTS, {"schema_version": 1, "contracts": contracts})
    return contracts


def contract(it: Entry, source: str, fixture: Json) -> Json:
    runs = fixture.get("device_runnable") is True
    spec = msgspec.convert(fixture.get("spec", {}), Json) if runs else {}
    given = {text(one, "name"): one for one in msgspec.convert(spec.get("parameters", []), list[Json])}
    rows = [row(number, one, given.get(one.name, {})) for number, one in enumerate(it.parameters)]
    outputs = [one["name"] for one in rows if one["compare"]]
    status = "available" if runs else "needs-runtime-fixture"
    return {
        "schema_version": 1,
        "status": status,
        "reason": "" if runs else text(fixture, "reason") or "the asset has no operator-sk-runtime-fixture.json",
        "entry_name": it.entry_name,
        "source_file": source,
        "parameters": rows,
        "comparison": {"mode": "bytewise", "outputs": outputs, "tolerance": None, "status": status},
        "fixture": {
            "path": text(fixture, "path"),
            "status": text(fixture, "status") or "insufficient",
            "device_runnable": runs,
        },
    }


def row(number: int, it: Parameter, given: Json) -> Json:
    known = {key: given[key] for key in ("dtype", "shape", "bytes", "fill", "value") if key in given}
    return {
        "index": number,
        "name": it.name,
        "kind": text(given, "kind") or ("device_buffer" if given else it.kind),
        "source_type": it.c_type,
        "compare": given.get("compare") is True,
        "source": "fixture" if given else "none",
        **known,
    }


def differential(run: Run, state: State, verification: Json) -> Json:
    """Write what the results of each entry come to beside those of its kernel alone, which nothing builds; gives it."""
    standalone = msgspec.convert(verification.get("standalone") or {}, Json)
    per_op = msgspec.convert(standalone.get("per_op", {}), dict[str, Json])
    folder = run.stage(BUILD) / "differential"
    verdicts: Json = {}
    for entry in texts(state.aggregate, "entries"):
        found = per_op.get(entry, {"status": text(verification, "status")})
        failed = found.get("status") == "failed"
        verdicts[entry] = {
            "status": "failed" if failed else NO_BASELINE,
            "baseline": {"build_status": SKIPPED},
            "sk": found,
        }
    status = "failed" if any(text(msgspec.convert(it, Json), "status") == "failed" for it in verdicts.values()) else ""
    told: Json = {"status": status or NO_BASELINE, "per_op": verdicts}
    write_report(folder / VERDICTS, told)
    return told
