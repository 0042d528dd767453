"""run-sk-pipeline with entries of equal names in several assets: one package each, names apart, or an error."""

import json
from pathlib import Path

import pytest
from assets import write
from pipeline import CHECKS, CLEAN, TWO_TENSORS, pipeline

NAMES = ("--duplicate-entry-policy", "namespace")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two assets with a kernel of one name, and one of its own."""
    return write(
        tmp_path / "ops", {"a/clip.asc": CLEAN, "b/clip.asc": CLEAN, "c/floor.asc": CLEAN.replace("clip", "fl")}
    )


def test_auto_makes_a_package_for_each(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS)
    assert (ended.code, ended.status) == (1, "completed")
    assert (ended.map["run"]["mode"], ended.map["run"]["reason"]) == ("separate", "duplicate-entry-names")
    assert [(it["asset_slug"], it["status"]) for it in ended.map["assets"]] == [(it, "clean") for it in "abc"]
    setup = (ended.folder / "deliverables/sk-source/b/setup.py").read_text()
    assert "op_extension_b" in setup
    assert json.loads(capsys.readouterr().out) == {
        "status": "completed",
        "release_success": False,
        "mode": "separate",
        "asset_count": 3,
        "skipped_asset_count": 0,
        "failed_asset_count": 0,
    }


def test_one_of_separate_packages_needs_a_person(root: Path, tmp_path: Path) -> None:
    write(root, {"c/floor.asc": TWO_TENSORS})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS)
    assert ended.status == "failed"
    assert {it["asset_slug"]: it["status"] for it in ended.map["assets"]} == {
        "a": "clean",
        "b": "clean",
        "c": "needs-human",
    }
    assert sorted(ended.map["deliverables"]["sk_source"]) == ["deliverables/sk-source/a", "deliverables/sk-source/b"]


def test_one_package_is_refused(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS, "--asset-root-mode", "aggregate")
    assert ended.code == 2
    said = capsys.readouterr().err
    assert f"clip is in {root / 'a'} and {root / 'b'}" in said and "--duplicate-entry-policy namespace" in said
    assert not ended.folder.exists()


def test_names_apart_in_one_package(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS, *NAMES)
    assert ended.status == "clean"
    assert sorted(ended.state("aggregate")["aggregate"]["entries"]) == ["a__clip", "b__clip", "fl"]
    report = ended.json("name-resolution-report.json")
    assert (report["policy"], report["renamed_entry_count"]) == ("namespace", 2)
    assert report["duplicate_entry_groups"]["clip"][0] == {
        "asset_path": "a",
        "asset_key": "a",
        "asset_namespace": "a",
        "source_entry_name": "clip",
    }
    assert report["resolutions"][1] == {
        "source_entry_name": "clip",
        "public_entry_name": "b__clip",
        "asset_path": "b",
        "asset_key": "b",
        "asset_namespace": "b",
        "internal_symbol_name": "b__clip",
        "bind_target": "clip",
        "renamed": True,
        "rename_reason": "duplicate-entry",
        "collision_group": "clip",
    }
    assert "| b | clip | b__clip | duplicate-entry |" in (ended.folder / "name-resolution-report.md").read_text()
    assert ended.map["name_resolution"]["renamed_entry_count"] == 2
    tree = ended.folder / "deliverables/sk-source/aggregate"
    packaged = json.loads((tree / "op_extension/_name_resolution.json").read_text())
    assert {it["public_entry_name"] for it in packaged["resolutions"]} >= {"a__clip", "b__clip"}
    sources = [it.read_text() for it in (tree / "csrc").glob("*.asc")]
    assert any("run_b__clip" in it and "clip<<<" in it for it in sources)
    summary = json.loads(capsys.readouterr().out)
    assert (summary["renamed_entry_count"], summary["duplicate_entry_group_count"]) == (2, 1)


def test_a_name_that_is_taken_has_a_digest(root: Path, tmp_path: Path) -> None:
    write(root, {"c/floor.asc": CLEAN.replace("clip", "a__clip")})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS, *NAMES)
    assert ended.status == "clean"
    names = [it["public_entry_name"] for it in ended.json("name-resolution-report.json")["resolutions"]]
    assert names[:2] == ["a__clip", "b__clip"] and names[2].startswith("a__clip__") and len(names[2]) == 17


def test_assets_of_one_folder_name(tmp_path: Path) -> None:
    """Their folders in the run have names of their own, so that one package takes both."""
    other = CLEAN.replace("clip", "fl")
    first, second = write(tmp_path / "x" / "op", {"a.asc": CLEAN}), write(tmp_path / "y" / "op", {"b.asc": other})
    ended = pipeline(tmp_path / "out", "--asset", first, "--asset", second, *CHECKS)
    assert ended.status == "clean"
    assert sorted(ended.state("aggregate")["ops"]) == ["op", "op_2"]
