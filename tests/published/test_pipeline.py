"""run-sk-pipeline: whatever a stage finds, the run comes to an end that is written down, and assets are only read."""

import json
from pathlib import Path
from typing import Any

import pytest
from assets import write
from pipeline import CHECKS, CLEAN, FIVE_SPLITS, MIXED, REPAIRABLE, TWO_TENSORS, Ended, pipeline, tree

from sklint.cli import remediating

DATA = Path(__file__).parent.parent / "cases" / "data" / "sk-tools"
MAPS = ["README.md", "artifact-layout-lint.json", "artifact-map.json", "artifact-map.md", "run-manifest.json"]


def whole(ended: Ended) -> None:
    """Every run leaves these, and the map leads nowhere that is not there."""
    assert set(MAPS) <= set(ended.files())
    assert ended.json("artifact-layout-lint.json") == {"status": "passed", "issues": []}
    assert ended.json("run-manifest.json") == {"artifact_map": "artifact-map.json", "status": ended.status}


def test_the_case_of_the_published_tool_is_clean(tmp_path: Path) -> None:
    """e5: what the adapter writes for a kernel without parameters is no blocker of the validator."""
    ended = pipeline(tmp_path / "out", "--asset", DATA / "e5_pipeline_blocker.asc", *CHECKS)
    assert (ended.code, ended.status) == (1, "clean")
    whole(ended)
    assert ended.map["deliverables"]["sk_source"] == ["deliverables/sk-source/e5_pipeline_blocker"]


def test_a_blocker_of_stage_03_ends_as_needs_human(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asset = write(tmp_path / "op", {"clip.asc": FIVE_SPLITS})
    before = tree(asset)
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert (ended.code, ended.status) == (1, "needs-human")
    whole(ended)
    assert ended.stages("op") == {"00": "passed", "01": "passed", "02": "passed", "03": "needs-human", "04": "passed"}
    state = ended.state("op")
    assert state["status"] == "needs-human"
    assert [it["rule_id"] for it in state["iterations"][0]["findings"]] == ["sk.bind-max-splits"]
    assert [it["rule_id"] for it in state["iterations"][0]["escalations"]] == ["sk.bind-max-splits"]
    assert state["ops"]["op"]["stage03"]["reason"] == "not-auto-remediable"
    assert ended.to_decide() == ["op: sk.bind-max-splits"]
    assert ended.map["deliverables"] == {
        "wheels": [],
        "sk_source": [],
        "reports": ["assets/op/asset-manifest.json"],
    }
    assert "deliverables" not in {it.split("/")[0] for it in ended.files()}
    said = capsys.readouterr()
    assert json.loads(said.out) == {"status": "needs-human", "stages": 5, "asset_count": 1}
    assert f"{asset / 'clip.asc'}:18: SK_BIND of clip names 5" in said.err
    place = ended.map["assets"][0]["ops"][0]["to_decide"][0].split(":")[0]
    assert (ended.folder / place).read_text().splitlines()[17].startswith("SK_BIND(clip, 4")
    assert tree(asset) == before


def test_a_blocker_of_stage_04_ends_as_needs_human(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", {"mm.asc": MIXED})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS, "--target-chip", "Ascend310P3")
    assert (ended.code, ended.status) == (1, "needs-human")
    whole(ended)
    assert ended.stages("op")["03"] == "passed" and ended.stages("op")["04"] == "needs-human"
    assert set(ended.to_decide()) == {"op: compat.mix-aic-aiv-unsupported"}


def test_what_a_machine_repairs_is_repaired_in_one_round(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", {"clip.asc": REPAIRABLE})
    before = tree(asset)
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert ended.status == "clean"
    whole(ended)
    assert tree(asset) == before
    state = ended.state("op")
    first, second = state["iterations"]
    assert {it["rule_id"] for it in first["findings"]} == {"sk.args-struct-alignas", "sk.sys-args-api-current"}
    assert [it["status"] for it in first["remediation"]["03/op"]["results"]] == ["applied", "applied"]
    assert (second["iteration_index"], second["findings"], state["final_iteration"]) == (1, [], 1)
    stage = ended.work("op") / "03-validate-spec" / "op"
    unrepaired = (stage / "inputs/operator-sk-adapted/clip.asc").read_text()
    repaired = (stage / "outputs/remediated/operator-sk-adapted/clip.asc").read_text()
    assert "skBlockNum" in unrepaired and "skBlockNum" not in repaired and "alignas(4) uint8_t limit" in repaired
    delivered = (ended.folder / "deliverables/sk-source/op/csrc/clip.asc").read_text()
    assert "alignas(4) uint8_t limit" in delivered and "skNumBlocks" in delivered
    for number in ("0", "1"):
        assert (stage / "outputs/iterations" / number / "operator-validation-findings.json").is_file()


LEGACY = "    Log(sysArgs->skBlockNum);"
ALONE = "repaired in the run's copy alone, and still to be repaired in the asset:"


@pytest.mark.parametrize("given", ["op", "op/src/clip.asc"])
def test_what_is_repaired_is_told_with_its_place_in_the_asset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    write(tmp_path / "op", {"src/clip.asc": REPAIRABLE})
    ended = pipeline(tmp_path / "out", "--asset", tmp_path / given, *CHECKS)
    assert ended.status == "clean"
    whole(ended)
    name = "src/clip.asc" if given == "op" else "clip.asc"
    lines = enumerate(REPAIRABLE.splitlines(), 1)
    places = {f"{name}:{number}" for number, it in lines if it in ("    uint8_t limit;", LEGACY)}
    (op,) = ended.map["assets"][0]["ops"]
    assert {it.partition(": ")[0] for it in op["repaired"]} == places and len(places) == 2
    said = capsys.readouterr().err
    assert ALONE in said and "To repair it there: sklint check --fix " in said
    page = (ended.folder / "artifact-map.md").read_text("utf-8")
    for place in places:
        assert f"{tmp_path / 'op' / 'src'}/{place.removeprefix('src/')}: " in said
        assert f"repaired in the copy, not in the asset: {place}: " in page


def test_what_is_repaired_behind_what_was_generated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The binding of another kernel stands before the place that is repaired."""
    floor = CLEAN.partition("\n")[2].replace("clip", "floor")
    source = REPAIRABLE.replace("struct ClipArgs", f"{floor}\nstruct ClipArgs")
    ended = pipeline(tmp_path / "out", "--asset", write(tmp_path / "op", {"clip.asc": source}), *CHECKS)
    (op,) = ended.map["assets"][0]["ops"]
    lines = source.splitlines()
    wanted = {lines.index("    uint8_t limit;") + 1, lines.index(LEGACY) + 1}
    assert {int(it.split(":")[1]) for it in op["repaired"]} == wanted
    assert ALONE in capsys.readouterr().err


def test_nothing_is_told_where_nothing_was_repaired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = pipeline(tmp_path / "out", "--asset", write(tmp_path / "op", {"clip.asc": CLEAN}), *CHECKS)
    assert ended.map["assets"][0]["ops"][0]["repaired"] == []
    assert ALONE not in capsys.readouterr().err


def test_no_round_is_made_where_none_is_wanted(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", {"clip.asc": REPAIRABLE})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS, "--max-iterations", "0")
    assert ended.status == "needs-human"
    assert ended.state("op")["ops"]["op"]["stage03"]["reason"] == "max-iterations-reached"
    assert sorted(ended.to_decide()) == ["op: sk.args-struct-alignas", "op: sk.sys-args-api-current"]


def test_a_finding_that_comes_back_ends_the_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remediating, "replace_file", lambda _source: None)  # as if somebody put the file back
    asset = write(tmp_path / "op", {"clip.asc": REPAIRABLE})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert ended.status == "needs-human"
    whole(ended)
    record = ended.state("op")["ops"]["op"]["stage03"]
    assert (record["reason"], record["iterations"]) == ("finding-came-back", 2)


def test_a_blocker_that_is_left_beside_those_that_are_repaired(tmp_path: Path) -> None:
    five = REPAIRABLE.replace("clip_sk<0>)", "clip_sk<0>, clip_sk<1>, clip_sk<2>, clip_sk<3>, clip_sk<4>)")
    asset = write(tmp_path / "op", {"clip.asc": five})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert ended.to_decide() == ["op: sk.bind-max-splits"]
    assert ended.state("op")["ops"]["op"]["stage03"]["applied"] == 2


def test_one_of_two_assets_needs_a_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "b/add.asc": TWO_TENSORS})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS)
    assert (ended.code, ended.status) == (1, "needs-human")
    whole(ended)
    assert {it["name"]: it["status"] for it in ended.map["assets"][0]["ops"]} == {"a": "validated", "b": "needs-human"}
    assert ended.to_decide() == ["b: codegen.pybind-return-tensor-unresolved"]
    said = capsys.readouterr().err
    assert f"{root / 'b' / 'add.asc'}:2: add takes the tensors x, y" in said
    assert f"sklint write-io-contract {root / 'b'} --output {root / 'b' / 'operator-io-contract.json'}" in said
    rows = ended.json("asset-root-coverage.json")["assets"]
    assert [(Path(it["path"]).name, it["status"]) for it in rows] == [("a", "needs-human"), ("b", "needs-human")]


def test_the_assets_own_contract_counts(tmp_path: Path) -> None:
    contract = json.dumps({"schema_version": 1, "entries": {"add": {"inputs": ["x"], "outputs": ["y"]}}})
    asset = write(tmp_path / "op", {"add.asc": TWO_TENSORS, "operator-io-contract.json": contract})
    assert pipeline(tmp_path / "out", "--asset", asset, *CHECKS).status == "clean"


@pytest.mark.parametrize("resumed", [True, False])
def test_the_contract_beside_an_asset_that_is_one_source(
    tmp_path: Path, resumed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is written where the run says, and it may be for other sources of the folder too."""
    folder, out = write(tmp_path / "my ops", {"add.asc": TWO_TENSORS, "clip.asc": CLEAN}), tmp_path / "the out"
    first = pipeline(out, "--asset", folder / "add.asc", *CHECKS)
    assert first.to_decide() == ["add: codegen.pybind-return-tensor-unresolved"]
    entries = {it: {"inputs": ["x"], "outputs": ["y"]} for it in ("add", "another")}
    write(folder, {"operator-io-contract.json": json.dumps({"schema_version": 1, "entries": entries})})
    options = ("--resume-from", out / "artifact-map.json") if resumed else ("--clean-output",)
    assert f"with --resume-from '{out / 'artifact-map.json'}'" in capsys.readouterr().err
    assert pipeline(out, "--asset", folder / "add.asc", *CHECKS, *options).status == "clean"
    assert pipeline(tmp_path / "clip", "--asset", folder / "clip.asc", *CHECKS).status == "clean"


def test_one_contract_for_all_assets(tmp_path: Path) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "b/add.asc": TWO_TENSORS})
    contract = {"schema_version": 1, "entries": {"add": {"inputs": ["x"], "outputs": ["y"]}}}
    path = write(tmp_path, {"io.json": json.dumps(contract)}) / "io.json"
    for mode in ("aggregate", "separate"):
        options = ("--asset-root", root, *CHECKS, "--io-contract", path, "--asset-root-mode", mode)
        ended = pipeline(tmp_path / mode, *options)
        assert ended.to_decide() == []
        assert ended.status == {"aggregate": "clean", "separate": "completed"}[mode]


def test_kernels_of_one_source_are_one_operator(tmp_path: Path) -> None:
    more = CLEAN + "__global__ __vector__ void floor(GM_ADDR x)\n{\n    Use(x);\n}\n"
    ended = pipeline(tmp_path / "out", "--asset", write(tmp_path / "op", {"ops.asc": more}), *CHECKS)
    assert ended.status == "clean"
    assert sorted(ended.state("op")["aggregate"]["entries"]) == ["clip", "floor"]


def test_an_asset_whose_layout_a_person_has_to_give(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", {"a/clip.asc": CLEAN, "b/clip.asc": CLEAN})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert (ended.code, ended.status) == (1, "needs-human")
    whole(ended)
    assert ended.stages("op") == {"00": "needs-human"}
    assert [it["id"] for it in ended.map["assets"][0]["human_questions"]] == ["duplicate-unit-id"]


def test_roots_without_an_operator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write(tmp_path / "ops", {"a/x/clip.asc": CLEAN, "a/y/clip.asc": CLEAN, "b/notes.txt": "none"})
    write(root, {"operator-assets.json": json.dumps({"include": ["a"]})})
    ended = pipeline(tmp_path / "out", "--asset-root", root)
    assert ended.code == 2
    assert "asset-root-coverage.md says why" in capsys.readouterr().err
    row = ended.json("asset-root-coverage.json")["assets"][0]
    assert (row["reason"], row["human_questions"][0]["id"]) == ("asset-layout-required", "duplicate-unit-id")


def test_a_manifest_says_which_folders_are_assets(tmp_path: Path) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "b/add.asc": TWO_TENSORS, "c/mm.asc": MIXED})
    manifest = {"exclude": ["b", {"path": "c", "reason": "not yet"}]}
    write(root, {"sk-operator-assets.json": json.dumps(manifest)})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS)
    assert ended.status == "clean"
    reasons = {Path(it["path"]).name: it["reason"] for it in ended.json("asset-root-coverage.json")["assets"]}
    assert reasons == {"a": "", "b": "excluded-by-asset-root-manifest", "c": "not yet"}


@pytest.mark.parametrize(
    ("stages", "status", "last"),
    [("01", "analyzed", "01"), ("01,02", "adapted", "02"), ("01-detect-form,02,04", "clean", "04")],
)
def test_some_stages(tmp_path: Path, stages: str, status: str, last: str) -> None:
    asset = write(tmp_path / "op", {"clip.asc": CLEAN})
    ended = pipeline(tmp_path / "out", "--asset", asset, "--stages", stages)
    assert (ended.code, ended.status) == (1, status)
    assert max(ended.stages("op")) == last
    whole(ended)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--stages", "01,05", "--profile", "fast"), "--stages: 05 needs 02; give --stages 01,02,05"),
        (("--stages", "02"), "--stages: 02 needs 01; give --stages 01,02"),
        (("--stages", "01,02,06"), "--stages: 06 needs 05; give --stages 01,02,05,06"),
        (("--stages", "07"), "--stages: 07 is no stage; there are 00-understand-asset, 01-detect-form"),
        (("--stages", ","), "--stages: names none; there are"),
        (("--target-chip", "A9"), "A9"),
        (("--io-contract", "none.json"), "none.json: cannot be read"),
        (("--aggregate-wheel-name", "a b"), "--aggregate-wheel-name 'a b' is no name of a package"),
        (("--package-version", "new"), "new"),
        (("--reuse-wheel", "x.whl"), "--reuse-wheel x.whl: no such file"),
        (("--clean-output", "--resume-from", "out/artifact-map.json"), "give one of them"),
        (("--resume-from", "out/artifact-map.json"), "no such file; a run without it makes one"),
        (("--resume-from", "elsewhere.json"), "which a run in --output-dir leaves"),
        (("--operator-build-config", "b.json"), "b.json: cannot be read"),
        (("--operator-build-config-set", "include"), "write FIELD=JSON"),
        (("--operator-build-config-set", "link_dirs=3"), "link_dirs=3: link_dirs takes a list of texts"),
        (("--operator-build-config-set", "build_env.A=3"), "build_env takes a text"),
        (("--operator-build-config-set", "includes=[]"), "includes is no field; there are include_dirs"),
        (("--operator-build-config-set", "include_dirs=["), "is no JSON"),
        (("--operator-build-config-set", 'include_dirs=["gone"]'), "'gone': no such folder; relative paths count from"),
    ],
)
def test_errors_of_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: Any, told: str
) -> None:
    monkeypatch.chdir(write(tmp_path, {"op/clip.asc": CLEAN}))
    ended = pipeline(Path("out"), "--asset", "op", *options)
    assert ended.code == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert not Path("out").exists()


def test_an_asset_that_is_given_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asset = write(tmp_path / "op", {"clip.asc": CLEAN})
    assert pipeline(tmp_path / "out", "--asset", asset, "--asset", asset / "clip.asc").code == 2
    assert "hold one another; give each operator once" in capsys.readouterr().err


def test_paths_with_blanks_and_chinese(tmp_path: Path) -> None:
    asset = write(tmp_path / "我的 算子", {"裁剪 一.asc": CLEAN})
    ended = pipeline(tmp_path / "输 出", "--asset", asset, *CHECKS)
    assert ended.status == "clean"
    whole(ended)
    assert ended.map["assets"][0]["asset_slug"] == "我的_算子"
    assert "artifacts/sources/我的_算子/裁剪 一.asc" in ended.files()


def test_the_configuration_of_the_asset_counts_for_its_copies(tmp_path: Path) -> None:
    """The output is where the configuration excludes sources, and the rule is one that the project does not want."""
    config = '[rules]\n"sk.bind-max-splits" = "off"\n'
    project = write(tmp_path, {"sklint.toml": 'exclude = ["build/"]\n' + config, "op/clip.asc": FIVE_SPLITS})
    ended = pipeline(project / "build" / "out", "--asset", project / "op", *CHECKS)
    assert ended.status == "clean"
    elsewhere = write(tmp_path / "elsewhere", {"sklint.toml": config, "clip.asc": FIVE_SPLITS})
    assert pipeline(tmp_path / "out", "--asset", elsewhere, *CHECKS).status == "clean"


def test_a_build_configuration(tmp_path: Path) -> None:
    source = CLEAN.replace("limit)\n{", "limit)\n{\n    static_assert(WIDTH == 8);").replace(
        "#include", '#include "tile/width.h"\n#include', 1
    )
    project = write(tmp_path, {"op/clip.asc": source, "conf/inc/tile/width.h": "#pragma once\n"})
    write(project, {"conf/b.json": json.dumps({"include_dirs": ["inc"], "compile_definitions": ["WIDTH=8"]})})
    options = ("--operator-build-config", project / "conf/b.json", "--operator-build-config-set", 'build_env.A="1"')
    ended = pipeline(tmp_path / "out", "--asset", project / "op", *options, *CHECKS, "--repo-root", project)
    assert ended.status == "clean"
    record = ended.json("work/stage-work/op/operator-build-config.resolved.json")
    assert record["schema_version"] == "sk.operator.build_config.resolved.v1"
    assert record["user_include_dirs"] == [str(project / "conf" / "inc")]
    assert (record["build_env"], record["compile_definitions"]) == ({"A": "1"}, ["WIDTH=8"])
    assert record["path_records"]["include_dirs"][0]["source"] == "user-workspace"
    assert record["external_paths"] == []


SHARED = "__global__ __vector__ void shared(GM_ADDR x) { Use(x); }\n"
FLOOR = CLEAN.replace("clip", "floor")


def including(text: str, name: str) -> str:
    return text.replace("\n", f'\n#include "{name}"\n', 1)


@pytest.mark.parametrize("name", ["shared.h", "inner/shared.h"])
def test_a_kernel_in_a_header_that_two_sources_include(tmp_path: Path, name: str) -> None:
    files = {"clip.asc": including(CLEAN, name), "floor.asc": including(FLOOR, name), name: SHARED}
    ended = pipeline(tmp_path / "out", "--asset", write(tmp_path / "op", files), *CHECKS)
    assert ended.status == "clean", ended.map
    whole(ended)
    (op,) = ended.map["assets"][0]["ops"]
    assert sorted(op["entries"]) == ["clip", "floor", "shared"]
    there = {it.name for it in (ended.folder / "deliverables/sk-source/op/csrc").iterdir()}
    assert {f"pybind11_{it}.asc" for it in ("clip", "floor", "shared")} <= there


def test_sources_that_include_no_other_are_operators_of_their_own(tmp_path: Path) -> None:
    files = {
        "clip.asc": including(CLEAN, "shared.h"),
        "floor.asc": including(FLOOR, "shared.h"),
        "shared.h": SHARED,
        "mul.asc": CLEAN.replace("clip", "mul"),
    }
    ended = pipeline(tmp_path / "out", "--asset", write(tmp_path / "op", files), *CHECKS)
    assert ended.status == "clean"
    assert sorted(sorted(it["entries"]) for it in ended.map["assets"][0]["ops"]) == [
        ["clip", "floor", "shared"],
        ["mul"],
    ]


def test_kernels_of_one_header_in_two_assets_get_their_own_names(tmp_path: Path) -> None:
    files = {"clip.asc": including(CLEAN, "shared.h"), "floor.asc": including(FLOOR, "shared.h"), "shared.h": SHARED}
    root = write(tmp_path / "ops", {f"{it}/{name}": text for it in ("a", "b") for name, text in files.items()})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS, "--duplicate-entry-policy", "namespace")
    assert ended.status == "clean", ended.map
    names = {it for op in ended.state("aggregate")["ops"].values() for it in op["stage02"]["entries"]}
    assert names == {f"{it}__{name}" for it in ("a", "b") for name in ("clip", "floor", "shared")}


def test_a_blocker_below_a_folder_is_told_with_its_place_in_the_asset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The package has the source elsewhere, and with more lines before it."""
    asset = write(tmp_path / "op", {"src/clip.asc": FIVE_SPLITS})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert ended.to_decide() == ["op: sk.bind-max-splits"]
    line = next(number for number, it in enumerate(FIVE_SPLITS.splitlines(), 1) if it.startswith("SK_BIND("))
    assert f"  {asset / 'src' / 'clip.asc'}:{line}: " in capsys.readouterr().err
    (told,) = ended.map["assets"][0]["ops"][0]["to_decide"]
    assert told.startswith(f"artifacts/sources/op/src/clip.asc:{line}: ")
