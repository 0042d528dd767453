"""`sklint validate-contracts`: every error with file, line and key."""

import json
from pathlib import Path
from typing import Any

import pytest
from assets import BUILD, LAYOUT, ONE, REPORT, VERIFY, adapted, contracts, read, run, valid, write


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The contracts of an asset with one kernel."""
    asset = write(tmp_path / "op", {"k.asc": ONE, "one.h": "", "host.cpp": "", "in/shared.h": ""})
    adapted(asset, tmp_path / "out")
    return tmp_path / "out"


def test_what_adapt_asset_writes_is_valid(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("validate-contracts", *contracts(out)) == 0
    assert json.loads(capsys.readouterr().out) == {"status": "valid"}
    assert valid(out)


def test_a_validated_operator_takes_them(out: Path, tmp_path: Path) -> None:
    """validate-operator checks the same contracts."""
    asked = ("--asset", tmp_path / "op", "--output-dir", tmp_path / "found", "--rule-pack", "contract")
    assert run("validate-operator", *asked, *contracts(out)) == 0
    assert read(tmp_path / "found" / "operator-validation-findings.json")["findings"] == []


UNIT: dict[str, Any] = {"unit_id": "one", "entry_name": "one", "kernel_source": "k.asc"}


def with_unit(**changed: object) -> dict[str, object]:
    return {"operator_units": [UNIT | changed]}


def with_flow(**changed: object) -> dict[str, object]:
    return {"build_flows": [{"name": "w", "kind": "sk-native-wheel", "expected_outputs": ["w"]} | changed]}


WRONG: dict[str, tuple[str, dict[str, object], str]] = {
    "version": (LAYOUT, {"schema_version": 2}, "schema_version is 2, 1 is known"),
    "status": (VERIFY, {"status": "done"}, "status is done, not ready, needs-human or not-configured"),
    "root": (BUILD, {"asset_root": "/nowhere"}, "asset_root /nowhere is no folder"),
    "no units": (LAYOUT, {"operator_units": None}, "operator_units is nothing; it takes a list"),
    "a unit that is none": (LAYOUT, {"operator_units": ["one"]}, "operator_units[0] is text; it takes an object"),
    "twice": (LAYOUT, {"operator_units": [UNIT, UNIT]}, "operator_units[1].unit_id one is given twice"),
    "five times": (LAYOUT, {"operator_units": [UNIT] * 5}, "operator_units[1].unit_id one is given 5 times"),
    "empty id": (LAYOUT, with_unit(unit_id=""), "operator_units[0].unit_id is empty"),
    "no kernel": (LAYOUT, with_unit(entry_name="two"), "operator_units[0].entry_name: k.asc defines no kernel two; it"),
    "a word of a comment": (LAYOUT, with_unit(entry_name="Use"), "k.asc defines no kernel Use; it defines one"),
    "empty source": (LAYOUT, with_unit(kernel_source=""), "operator_units[0].kernel_source is empty"),
    "empty name": (LAYOUT, with_unit(entry_name=""), "operator_units[0].entry_name is empty"),
    "missing": (LAYOUT, with_unit(kernel_source="l.asc"), "operator_units[0].kernel_source l.asc is not there"),
    "absolute": (LAYOUT, with_unit(host_source="/etc/hosts"), "[0].host_source /etc/hosts is outside of the asset"),
    "above": (
        LAYOUT,
        with_unit(json_spec="a/../../b"),
        "operator_units[0].json_spec a/../../b is outside of the asset",
    ),
    "drive": (LAYOUT, with_unit(support_files=["C:/one.h"]), "[0].support_files[0] C:/one.h is outside of the asset"),
    "backslash above": (
        LAYOUT,
        with_unit(tiling_headers=["..\\\\one.h"]),
        "tiling_headers[0] ..\\\\one.h is outside of",
    ),
    "backslash": (LAYOUT, with_unit(support_files=["in\\shared.h"]), "is not there; paths are written with /"),
    "candidates": (LAYOUT, with_unit(host_source_candidates=["host.cpp", "h.cpp"]), "candidates[1] h.cpp is not there"),
    "no list": (LAYOUT, with_unit(tiling_headers="one.h"), "operator_units[0].tiling_headers is text; it takes a list"),
    "misspelled": (LAYOUT, with_unit(tiling_header=["one.h"]), "tiling_header is no key of a contract; did you mean"),
    "a folder": (LAYOUT, with_unit(host_source="in"), "operator_units[0].host_source in is not there"),
    "kind": (BUILD, with_flow(kind="make"), "build_flows[0].kind: the kind of flow w is make, not sk-native-wheel,"),
    "flow without a name": (BUILD, with_flow(name=""), "build_flows[0].name: a flow has an empty name"),
    "no outputs": (BUILD, with_flow(expected_outputs=[]), "expected_outputs: build flow w expects no outputs"),
    "no command": (BUILD, with_flow(kind="external-command"), "build_flows[0].command: build flow w has no command"),
    "verify kind": (VERIFY, {"verify_flows": [{"name": "v", "kind": "magic"}]}, "verify_flows[0].kind: the kind of"),
    "readiness": (REPORT, {"readiness": "ready"}, "readiness is text; it takes an object"),
    "report state": (REPORT, {"readiness": {"layout": 1}}, "readiness.layout is a number; it takes text"),
    "report truth": (REPORT, {"readiness": {"can_build": "yes"}}, "can_build is text; it takes true or false"),
    "report count": (REPORT, {"counts": {"files": "1"}}, "counts.files is text; it takes a number"),
    "report path": (REPORT, {"outputs": {"layout": []}}, "outputs.layout is a list; it takes text"),
    "report status": (REPORT, {"status": None}, "status is nothing; it takes text"),
    "target": (BUILD, {"target": "/etc/passwd"}, "target is text; it takes an object"),
    "chips": (BUILD, {"target": {"chips": "A3", "arches": []}}, "target.chips is text; it takes a list"),
    "arch": (BUILD, {"target": {"chips": [], "arches": [2201]}}, "target.arches[0] is a number; it takes text"),
    "folders": (BUILD, {"system_include_dirs": [1]}, "system_include_dirs[0] is a number; it takes text"),
    "definitions": (BUILD, {"compile_definitions": True}, "compile_definitions is true or false; it takes a list"),
    "options": (BUILD, {"compile_options": "-O2"}, "compile_options is text; it takes a list"),
    "link folders": (BUILD, {"link_dirs": {}}, "link_dirs is an object; it takes a list"),
    "libraries": (BUILD, {"link_libraries": None}, "link_libraries is nothing; it takes a list"),
    "requirement": (BUILD, {"env_requirements": ["HOME"]}, "env_requirements[0] is text; it takes an object"),
    "required": (
        BUILD,
        {"env_requirements": [{"name": "A", "required": "no"}]},
        "env_requirements[0].required is text; it takes true or false",
    ),
    "dependency": (
        BUILD,
        {"external_dependencies": [{"kind": "k", "include_count": True}]},
        "external_dependencies[0].include_count is true or false; it takes a number",
    ),
    "unresolved": (
        BUILD,
        {"unresolved_includes": [{"source": "k.asc", "include": 3}]},
        "unresolved_includes[0].include is a number; it takes text",
    ),
    "units of a flow": (BUILD, with_flow(unit_ids="one"), "build_flows[0].unit_ids is text; it takes a list"),
    "unit of a flow": (
        BUILD,
        with_flow(unit_ids=["one", "two"]),
        "unit_ids[1]: flow w is of unit two, which the layout",
    ),
    "arches of a flow": (BUILD, with_flow(target_arches=[1]), "build_flows[0].target_arches[0] is a number; it takes"),
    "jobs": (BUILD, with_flow(jobs=[4]), "build_flows[0].jobs is a list; it takes a number or text"),
    "no jobs": (BUILD, with_flow(jobs=0), "build_flows[0].jobs is 0; it takes auto or a number above 0"),
    "jobs in words": (BUILD, with_flow(jobs="many"), "build_flows[0].jobs is many; it takes auto or a number above 0"),
    "command": (BUILD, with_flow(command="make -j"), "build_flows[0].command is text; it takes a list"),
    "expected": (BUILD, with_flow(expected_outputs=[{}]), "expected_outputs[0] is an object; it takes text"),
    "baseline": (BUILD, {"baseline_flows": {}}, "baseline_flows is an object; it takes a list"),
    "baseline flow": (
        BUILD,
        {"baseline_flows": [{"name": 1, "kind": "k"}]},
        "baseline_flows[0].name is a number; it takes text",
    ),
    "questions": (BUILD, {"human_questions": "x"}, "human_questions is text; it takes a list"),
    "question": (VERIFY, {"human_questions": [{"id": 7}]}, "human_questions[0].id is a number; it takes text"),
    "who wrote it": (VERIFY, {"context_source": 1}, "context_source is a number; it takes text"),
    "how it is verified": (VERIFY, {"verify_flows": [1]}, "verify_flows[0] is a number; it takes an object"),
    "unit that is verified": (
        VERIFY,
        {"verify_flows": [{"name": "v", "kind": "standalone", "unit_ids": ["two"]}]},
        "verify_flows[0].unit_ids[0]: flow v is of unit two, which the layout",
    ),
    "who laid it out": (LAYOUT, {"layout_source": []}, "layout_source is a list; it takes text"),
    "asset kind": (LAYOUT, with_unit(asset_kind=1), "operator_units[0].asset_kind is a number; it takes text"),
    "asset of a unit": (LAYOUT, with_unit(source_asset=None), "[0].source_asset is nothing; it takes text"),
    "skipped": (LAYOUT, {"skipped_items": ["k.asc"]}, "skipped_items[0] is text; it takes an object"),
    "why skipped": (LAYOUT, {"skipped_items": [{"path": "k", "reason": 1}]}, "skipped_items[0].reason is a number; it"),
    "asked of the layout": (LAYOUT, {"human_questions": {}}, "human_questions is an object; it takes a list"),
    "text with a zero": (BUILD, {"include_dirs": ["in\0c"]}, "include_dirs[0] holds a character that no path has"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_error_names_file_line_and_key(name: str, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, changed, message = WRONG[name]
    text = json.dumps(read(out / file) | changed, indent=2)
    (out / file).write_text(text)
    capsys.readouterr()
    assert not valid(out)
    shown = capsys.readouterr()
    (line,) = shown.err.splitlines()
    place, _, fact = line.removeprefix(f"error: {out / file}:").partition(": ")
    assert message in fact
    number, _, column = place.partition(":")
    (key,) = changed
    there = text.splitlines()[int(number) - 1][int(column) - 1 :]
    assert there.startswith(('"', "{")) or there[0].isdigit(), there
    assert int(number) >= next(at for at, it in enumerate(text.splitlines(), 1) if f'"{key}"' in it)
    assert shown.out == ""


def test_every_value_of_a_wrong_type_is_told(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    units = [{"unit_id": 1, "entry_name": "one", "kernel_sourc": "k.asc"}, "two", UNIT | {"support_files": ["a", 2]}]
    text = json.dumps({"schema_version": "1", "status": "ready", "asset_root": ".", "operator_units": units}, indent=2)
    (out / LAYOUT).write_text(text)
    capsys.readouterr()
    assert not valid(out)
    assert [it.partition(": ")[2].split(": ", 1)[1] for it in capsys.readouterr().err.splitlines()] == [
        "schema_version is text; it takes a number",
        "operator_units[0].unit_id is a number; it takes text",
        "operator_units[0].kernel_sourc is no key of a contract; did you mean kernel_source?",
        "operator_units[1] is text; it takes an object",
        "operator_units[2].support_files[1] is a number; it takes text",
    ]


@pytest.mark.parametrize(("units", "last"), [(100, None), (101, "1 more error"), (5000, "4900 more errors")])
def test_errors_that_nobody_reads_are_counted(
    units: int, last: str | None, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (out / LAYOUT).write_text(json.dumps(read(out / LAYOUT) | {"operator_units": ["one"] * units}))
    (out / VERIFY).write_text("{")
    capsys.readouterr()
    assert not valid(out)
    told = capsys.readouterr().err.splitlines()
    own = [it for it in told if it.startswith(f"error: {out / LAYOUT}:")]
    assert len([it for it in own if "is text; it takes an object" in it]) == min(units, 100)
    assert own[100:] == ([f"error: {out / LAYOUT}: {last}"] if last else [])
    assert any("not valid JSON" in it for it in told)


def test_keys_of_others_are_free(out: Path) -> None:
    layout = read(out / LAYOUT)
    (out / LAYOUT).write_text(json.dumps(layout | {"notes": "ours", "operator": "one"} | with_unit(owner="us")))
    assert valid(out)


@pytest.mark.parametrize("file", [LAYOUT, BUILD, VERIFY, REPORT])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", ":1:2: not valid JSON"),
        ("", ":1:1: not valid JSON"),
        ("[]", "takes an object"),
        ('{\n "a": 1,\n "a": 2\n}', ":3:2: a is given twice"),
        ("[" * 5000, "nested too deep"),
        ('{"a": "\udcff"}', "not UTF-8"),
    ],
)
def test_a_contract_that_is_no_json(
    file: str, text: str, message: str, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (out / file).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert not valid(out)
    assert message in capsys.readouterr().err


def test_every_error_is_told(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (out / LAYOUT).write_text(
        json.dumps(read(out / LAYOUT) | with_unit(unit_id="", kernel_source="x") | {"status": ""})
    )
    (out / BUILD).unlink()
    assert not valid(out)
    lines = capsys.readouterr().err.splitlines()
    assert [it.rpartition(": ")[2].split(" ")[0] for it in lines] == [
        "status",
        "operator_units[0].unit_id",
        "operator_units[0].kernel_source",
        "No",
    ]


@pytest.mark.parametrize("where", ["file", "folder"])
@pytest.mark.parametrize("key", ["kernel_source", "host_source", "support_files"])
def test_a_file_behind_a_link_that_leaves_the_asset(
    key: str, where: str, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    away = write(tmp_path / "away", {"k.asc": ONE, "one.h": ""})
    link, name = ("away.asc", "away.asc") if where == "file" else ("in/away", "in/away/k.asc")
    (tmp_path / "op" / link).symlink_to(away / "k.asc" if where == "file" else away)
    changed = with_unit(**{key: [name] if key == "support_files" else name})
    (out / LAYOUT).write_text(json.dumps(read(out / LAYOUT) | changed))
    capsys.readouterr()
    assert not valid(out)
    (line,) = capsys.readouterr().err.splitlines()
    spot = f"operator_units[0].{key}{'[0]' if key == 'support_files' else ''}"
    assert line.startswith(f"error: {out / LAYOUT}:1:")
    assert line.endswith(f": {spot} {name} is a link that leads out of the asset")


def test_a_file_behind_a_link_that_stays_in_the_asset(out: Path, tmp_path: Path) -> None:
    (tmp_path / "op" / "again.h").symlink_to("in/shared.h")
    (out / LAYOUT).write_text(json.dumps(read(out / LAYOUT) | with_unit(support_files=["again.h"])))
    assert valid(out)


def test_kernels_are_told_by_the_parser(out: Path, tmp_path: Path) -> None:
    """One that a macro makes, with a header that the build context's folders have."""
    write(tmp_path / "op", {"k.asc": '#include "shared.h"\nMAKE(one)\n'})
    write(tmp_path / "op", {"in/shared.h": "#define MAKE(n) __global__ __vector__ void n(GM_ADDR x) { }\n"})
    assert not valid(out)
    (out / BUILD).write_text(json.dumps(read(out / BUILD) | {"include_dirs": ["in"]}))
    assert valid(out)


def test_the_contracts_are_required() -> None:
    assert run("validate-contracts") == 2
