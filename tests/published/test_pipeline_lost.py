"""run-sk-pipeline: no source of an asset, and no operator below a root, is lost without a word."""

from pathlib import Path

import pytest
from assets import write
from pipeline import CHECKS, CLEAN, Ended, pipeline

from sklint.report.markdown import escaped

BROKEN = '#include "kernel_operator.h"\nextern "C" __global__ __vector__ void broken(GM_ADDR x { foo(\n'
"""A kernel that the compiler makes nothing of."""

UNCLOSED = '#include "kernel_operator.h"\n/*\n__global__ __vector__ void open(GM_ADDR x) { Use(x); }\n'
"""One that a comment without an end swallows."""

SWALLOWED = CLEAN.replace("#include", '#include "not_there.h"\nDEFINE_ALL(float)\n#include', 1)
"""One that follows a macro nobody knows."""

LATER = CLEAN + "\n__global__ __vector__ void late(GM_ADDR y { Use(y); }\n"
"""One behind a kernel that is read."""


DOES_NOT_COMPILE = "the source itself does not compile here, so its kernels cannot be told: "


def questions(ended: Ended) -> list[tuple[str, str, int]]:
    """What a person is asked, with the places."""
    return [
        (it["id"], one["path"], one.get("line", 0))
        for asset in ended.map["assets"]
        for it in asset["human_questions"]
        for one in it["places"]
    ]


@pytest.mark.parametrize(
    ("name", "text", "line", "why"),
    [
        ("b.asc", BROKEN, 2, DOES_NOT_COMPILE + "expected ')' (codegen.source-error)"),
        ("sub/b.cpp", BROKEN, 2, DOES_NOT_COMPILE + "expected ')' (codegen.source-error)"),
        ("b.asc", UNCLOSED, 2, DOES_NOT_COMPILE + "unterminated /* comment"),
        ("b.asc", LATER.replace("clip", "floor"), 7, DOES_NOT_COMPILE + "expected ')'"),
        ("b.h", BROKEN, 2, DOES_NOT_COMPILE + "expected ')' (codegen.source-error)"),
        (
            "b.asc",
            SWALLOWED.replace("clip", "floor"),
            4,
            "floor is defined as __global__ here and not read as a kernel",
        ),
    ],
)
def test_a_source_that_does_not_parse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, line: int, why: str
) -> None:
    asset = write(tmp_path / "op", {"clip.asc": CLEAN, name: text})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert (ended.code, ended.status) == (1, "needs-human")
    assert ended.stages("op") == {"00": "needs-human"}
    assert questions(ended) == [("unreadable-source", name, line)]
    said = capsys.readouterr().err
    assert f"{asset / name}:{line}: {why}" in said
    page = (ended.folder / "artifact-map.md").read_text("utf-8")
    assert f"{name}:{line}: {escaped(why[:40])}" in page
    assert "deliverables" not in {it.split("/")[0] for it in ended.files()}


def test_a_header_that_does_not_parse_and_is_included(tmp_path: Path) -> None:
    header = BROKEN.partition("\n")[2]
    asset = write(tmp_path / "op", {"clip.asc": CLEAN.replace("\n", '\n#include "more.h"\n', 1), "more.h": header})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert ended.status == "needs-human"
    assert ("unreadable-source", "more.h", 1) in questions(ended)


def test_the_only_source_does_not_parse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asset = write(tmp_path / "op", {"b.asc": BROKEN})
    ended = pipeline(tmp_path / "out", "--asset", asset, *CHECKS)
    assert questions(ended) == [("unreadable-source", "b.asc", 2)]
    assert f"{asset / 'b.asc'}:2: the source itself does not compile here" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        CLEAN.replace("GM_ADDR x,", "Unknown<int> x,"),
        CLEAN.replace("#include", '#include "not_there.h"\nDEFINE_ALL(float);\n#include', 1),
        CLEAN + "// __global__ void broken(GM_ADDR x {\n",
        CLEAN + "#if 0\n__global__ void broken(GM_ADDR x {\n#endif\n",
        CLEAN + "__global__ void declared(GM_ADDR x);\n",
    ],
)
def test_what_is_no_lost_kernel(tmp_path: Path, text: str) -> None:
    ended = pipeline(tmp_path / "out", "--asset", write(tmp_path / "op", {"clip.asc": text}), "--stages", "01")
    assert ended.status == "analyzed"


def test_a_broken_test_beside_an_operator(tmp_path: Path) -> None:
    asset = write(tmp_path / "op", {"clip.asc": CLEAN, "tests/t.asc": BROKEN})
    assert pipeline(tmp_path / "out", "--asset", asset, *CHECKS).status == "clean"


def test_broken_operators_below_a_root(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"good/clip.asc": CLEAN, "broken/b.asc": BROKEN, "docs/README.md": "none", "notes/helper.asc": "int x;\n"}
    root = write(tmp_path / "ops", files)
    (root / "bin").mkdir()
    (root / "bin" / "x.asc").write_bytes(b"\0\1\2")
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS)
    assert (ended.code, ended.status) == (1, "needs-human")
    assert questions(ended)[:2] == [("unreadable-source", "x.asc", 0), ("unreadable-source", "b.asc", 2)]
    assert ended.map["run"]["reason"] == "no operator is taken from bin, broken"
    said = capsys.readouterr().err
    assert f"{root / 'broken'}: no operator is taken from it: asset-layout-required" in said
    assert f"  {root / 'broken' / 'b.asc'}:2: the source itself does not compile here" in said
    assert "  unreadable-source: x.asc is not read (not-text), and may define a kernel" in said
    assert "helper" not in said and "docs" not in said
    page = (ended.folder / "artifact-map.md").read_text("utf-8")
    assert "b.asc:2: the source itself" in page and "x.asc is not read" in page
    assert ended.json("asset-root-coverage.json")["status"] == "failed"


def test_a_broken_source_above_an_operator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder is no operator because of it, and the one below is."""
    root = write(tmp_path / "ops", {"p/b.asc": BROKEN, "p/q/clip.asc": CLEAN})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS)
    assert ended.status == "needs-human"
    assert [it["status"] for it in ended.map["assets"][0]["ops"]] == ["validated"]
    assert f"{root / 'p' / 'b.asc'}:2: the source itself" in capsys.readouterr().err


def test_a_broken_operator_beside_packages_of_their_own(tmp_path: Path) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "b/b.asc": BROKEN})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS, "--asset-root-mode", "separate")
    assert (ended.code, ended.status) == (1, "failed")
    assert questions(ended) == [("unreadable-source", "b.asc", 2)]


def test_sources_beside_the_folders_of_operators(tmp_path: Path) -> None:
    """A source that lies directly in a root is an operator of its own."""
    floor, helper = CLEAN.replace("clip", "floor"), "int add(int x) { return x + 1; }\n"
    files = {"a/clip.asc": CLEAN, "floor.asc": floor, "helper.cpp": helper, "README.md": "none"}
    ended = pipeline(tmp_path / "out", "--asset-root", write(tmp_path / "ops", files), *CHECKS)
    assert (ended.status, ended.map["run"]["mode"]) == ("clean", "aggregate")
    assert {it["name"]: it["entry_name"] for it in ended.map["assets"][0]["ops"]} == {"a": "clip", "floor": "floor"}
    rows = ended.json("asset-root-coverage.json")["assets"]
    assert [Path(it["path"]).name for it in rows] == ["a", "floor.asc"]


def test_a_broken_source_beside_the_folders_of_operators(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "b.asc": BROKEN})
    ended = pipeline(tmp_path / "out", "--asset-root", root, *CHECKS)
    assert ended.status == "needs-human"
    assert f"{root / 'b.asc'}:2: the source itself does not compile here" in capsys.readouterr().err


def test_a_source_that_belongs_to_the_folders_beside_it(tmp_path: Path) -> None:
    """The root is one operator: its folders are the parts of it."""
    files = {"op_kernel/clip.cpp": CLEAN, "floor.asc": CLEAN.replace("clip", "floor")}
    ended = pipeline(tmp_path / "out", "--asset-root", write(tmp_path / "ops", files), *CHECKS)
    assert (ended.status, ended.map["run"]["mode"]) == ("clean", "single")
    assert sorted(it["entry_name"] for it in ended.map["assets"][0]["ops"]) == ["clip", "floor"]


def test_a_source_that_a_manifest_leaves_out(tmp_path: Path) -> None:
    files = {"a/clip.asc": CLEAN, "b.asc": BROKEN}
    for number, manifest in enumerate(('{"excluded": ["b.asc"]}', '{"include": ["a"]}')):
        root = write(tmp_path / f"ops{number}", {**files, "operator-assets.json": manifest})
        ended = pipeline(tmp_path / f"out{number}", "--asset-root", root, *CHECKS)
        assert [it["entry_name"] for it in ended.map["assets"][0]["ops"]] == ["clip"]
        assert ended.status == "clean"


@pytest.mark.parametrize(
    ("key", "near"),
    [("incl", "include"), ("includes", "include"), ("Exclude", "exclude"), ("default-include", "default_include")],
)
def test_a_key_of_a_manifest_that_is_misspelt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, near: str
) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "operator-assets.json": f'{{\n  "{key}": ["a"]\n}}\n'})
    assert pipeline(tmp_path / "out", "--asset-root", root, *CHECKS).code == 2
    said = capsys.readouterr().err
    assert "operator-assets.json:2:" in said and f"is no key of a manifest; did you mean {near}?" in said
    assert not (tmp_path / "out").exists()


def test_keys_of_a_manifest_that_are_its_authors_own(tmp_path: Path) -> None:
    text = '{"schema_version": 1, "owner": "me", "description": "of all", "include": ["a"]}'
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "operator-assets.json": text})
    assert pipeline(tmp_path / "out", "--asset-root", root, *CHECKS).status == "clean"


def test_folders_without_a_kernel_need_nobody(tmp_path: Path) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "notes/helper.asc": "int x;\n", "docs/README.md": "none"})
    assert pipeline(tmp_path / "out", "--asset-root", root, *CHECKS).status == "clean"


@pytest.mark.parametrize("how", ["--asset-root", "--asset"])
def test_outputs_of_earlier_runs_are_no_operators(tmp_path: Path, how: str) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN})
    for folder in (root / "first", root / "a" / "second"):
        assert pipeline(folder, "--asset", root / "a", *CHECKS).status == "clean"
    ended = pipeline(tmp_path / "out", how, root, *CHECKS)
    assert (ended.status, ended.map["run"]["mode"]) == ("clean", "single")
    assert len(ended.map["assets"][0]["ops"]) == 1
    named = pipeline(tmp_path / "more", how, root / "first" / "artifacts" / "sources", *CHECKS)
    assert named.status == "clean"


def test_a_folder_that_only_looks_like_an_output(tmp_path: Path) -> None:
    root = write(tmp_path / "ops", {"a/clip.asc": CLEAN, "a/work/pipeline-output.json": '{"command": "another"}'})
    assert pipeline(tmp_path / "out", "--asset-root", root, *CHECKS).status == "clean"
