from pathlib import Path

import pytest

from sklint.baseline import load, new, write
from sklint.error import SklintError
from sklint.finding import Finding, Severity
from sklint.source import Span


def finding(field: str, *, path: str = "src/base.asc", start: int = 10, ordinal: int = 0) -> Finding:
    message = f"{field} is 1 byte and has no alignas(4)"
    span = Span(path, start, start + len(field))
    return Finding("sk.args-struct-alignas", "spec", Severity.BLOCKER, span, message, "BArgs", field, ordinal=ordinal)


def test_known_findings_are_not_new_after_their_lines_have_moved(tmp_path: Path) -> None:
    write(tmp_path / "baseline.json", [finding("keep")], tmp_path)
    assert new([finding("keep", start=200)], load(tmp_path / "baseline.json"), tmp_path) == []


def test_another_finding_of_the_same_rule_and_file_is_new(tmp_path: Path) -> None:
    write(tmp_path / "baseline.json", [finding("keep")], tmp_path)
    extra = finding("extra")
    assert new([extra], load(tmp_path / "baseline.json"), tmp_path) == [extra]


def test_a_known_finding_covers_one_of_its_kind(tmp_path: Path) -> None:
    write(tmp_path / "baseline.json", [finding("keep"), finding("keep")], tmp_path)
    assert len(new([finding("keep")] * 3, load(tmp_path / "baseline.json"), tmp_path)) == 1


def test_paths_count_from_the_folder_of_the_baseline(tmp_path: Path) -> None:
    (tmp_path / "ci").mkdir()
    write(tmp_path / "ci" / "baseline.json", [finding("keep")], tmp_path)
    assert '"../src/base.asc"' in (tmp_path / "ci" / "baseline.json").read_text("utf-8")
    baseline = load(tmp_path / "ci" / "baseline.json")
    assert new([finding("keep", path="base.asc")], baseline, tmp_path / "src") == []
    assert new([finding("keep", path=f"{tmp_path.as_posix()}/src/base.asc")], baseline, tmp_path / "ci") == []
    assert len(new([finding("keep", path="base.asc")], baseline, tmp_path)) == 1


def test_a_baseline_does_not_depend_on_the_order_of_findings(tmp_path: Path) -> None:
    findings = [finding("b"), finding("a"), finding("a", path="a.asc")]
    write(tmp_path / "one.json", findings, tmp_path)
    write(tmp_path / "two.json", reversed(findings), tmp_path)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_writing_again_drops_what_is_gone_and_leaves_nothing_else_behind(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    write(path, [finding("keep")], tmp_path)
    assert write(path, [finding("extra")], tmp_path) == 1
    assert list(load(path).count) == [("src/base.asc", finding("extra").id)]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "not a baseline"),
        (b"\xff", "not a baseline"),
        (b'{"schema_version": 1, "findings": [{"path": 1}]}', r"findings\[0\].path"),
        (b'{"schema_version": 2, "findings": []}', "baseline version 2"),
    ],
)
def test_a_broken_baseline_is_told_with_its_path(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "b.json").write_bytes(content)
    with pytest.raises(SklintError, match=rf"b\.json: .*{told}"):
        load(tmp_path / "b.json")


def test_a_missing_baseline_is_told_with_the_way_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(SklintError, match="no such baseline; `sklint check --write-baseline"):
        load(tmp_path / "none.json")


def test_a_baseline_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(SklintError, match="cannot be written"):
        write(tmp_path / "no" / "such" / "baseline.json", [], tmp_path)
