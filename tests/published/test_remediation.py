"""`sklint apply-remediation`: what it changes, what it refuses, and what it says of each finding."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklint.cli.main import main
from sklint.findings_file import Asked, Repair
from sklint.remediation import MACHINE, Remediated, remediate
from sklint.source import Source

SOURCE = '#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x) { Use(x); }\n'


def finding(kind: str, file: str = "k.asc", id: str = "f", **values: object) -> dict[str, Any]:
    hint = {"kind": kind, "target_file": file, **values}
    return {"finding_id": id, "actionable_by": [MACHINE], "remediation_hint": hint}


@pytest.fixture
def asset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An asset in a folder of its own, beside the findings."""
    folder = tmp_path / "op"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def repair(asset: Path, *findings: object, code: int = 0) -> list[dict[str, str]]:
    """Run the command; gives the results."""
    (asset.parent / "f.json").write_text(json.dumps({"findings": findings}))
    assert main(["apply-remediation", "op", "f.json", "--output-dir", "out"]) == code
    return json.loads(Path("out/operator-sk-remediation.json").read_text())["results"]


def one(asset: Path, data: str | bytes, kind: str, *, code: int = 0, **values: object) -> tuple[bytes, str, str]:
    """The bytes a finding leaves of a file, its status and its reason."""
    file = asset / "k.asc"
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    (result,) = repair(asset, finding(kind, **values), code=code)
    assert file.stat().st_size or not data
    return file.read_bytes(), result["status"], result["reason"]


# --- the cases others get wrong


@pytest.mark.parametrize(
    ("name", "code", "status", "reason"),
    [
        ("d1_r_empty_needle", 1, "failed", "missing_old_value"),
        ("d3_r_rename_backslash", 0, "applied", "rename-symbol"),
        ("d4_r_gbk_file", 0, "skipped", "no_change"),  # the word is in a comment alone
    ],
)
def test_cases(name: str, code: int, status: str, reason: str, asset: Path) -> None:
    data = CASE_FILES[name]
    (asset / f"{name}.asc").write_bytes(data)
    findings = json.loads(CASE_FINDINGS[name])["findings"]
    (result,) = repair(asset, *findings, code=code)
    assert (result["finding_id"], result["status"], result["reason"]) == ("f", status, reason)
    after = (asset / f"{name}.asc").read_bytes()
    assert after == (data.replace(b"legacy_name", rb"\q") if status == "applied" else data)


def hint_file(name: str, old: str, new: str | None, kind: str) -> str:
    hint = {"kind": kind, "target_file": f"{name}.asc", "old_value": old} | ({"new_value": new} if new else {})
    return json.dumps({"findings": [{"finding_id": "f", "actionable_by": [MACHINE], "remediation_hint": hint}]})


CASE_FILES = {
    "d1_r_empty_needle": SOURCE.encode(),
    "d3_r_rename_backslash": f"{SOURCE}\nint legacy_name;\n".encode(),
    "d4_r_gbk_file": "// 核函数 skBlockNum\n".encode("gb18030") + SOURCE.encode(),
}
CASE_FINDINGS = {
    "d1_r_empty_needle": hint_file("d1_r_empty_needle", "", None, "remove-line-containing"),
    "d3_r_rename_backslash": hint_file("d3_r_rename_backslash", "legacy_name", r"\q", "rename-symbol"),
    "d4_r_gbk_file": hint_file("d4_r_gbk_file", "skBlockNum", "skNumBlocks", "rename-symbol"),
}


@pytest.mark.parametrize("needle", ["", " ", "\t", "\n", None])
def test_a_blank_needle_removes_nothing(needle: str | None, asset: Path) -> None:
    after, *told = one(asset, SOURCE, "remove-line-containing", code=1, old_value=needle)
    assert (after, told) == (SOURCE.encode(), ["failed", "missing_old_value"])


@pytest.mark.parametrize("new", [r"\q", r"\1", r"\g<0>", "\\", "$1", "a$b"])
def test_a_new_name_is_taken_literally(new: str, asset: Path) -> None:
    after, *_ = one(asset, "int old, older; // old\n", "rename-symbol", old_value="old", new_value=new)
    assert after == f"int {new}, older; // old\n".encode()


# --- rename-symbol


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(old, old2, my_old, old);", "f(new, old2, my_old, new);"),
        ('a; // old\n/* old */ char *s = "old"; auto r = R"(old)"; char c = \'o\'; old();', None),
        ('#include "old.h"\n#error old\n#define M old // old\n#pragma old\n', None),
        ("#if 0\nold\n#elif X\nold\n#endif\n#if 1\nold\n#endif", None),
        ("#if false\n#if X\nold\n#else\nold\n#endif\n#else\nold\n#endif\n", None),
        ("s->old.old; ns::old<old>(1'000, old);", "s->new.new; ns::new<new>(1'000, new);"),
        ("// 中文 old\r\nint old;\r\n", "// 中文 old\r\nint new;\r\n"),
        ("\ufeffold();", "\ufeffnew();"),
        ("old", "new"),
    ],
)
def test_renames_whole_identifiers_in_code_only(before: str, after: str | None, asset: Path) -> None:
    expected = {
        1: 'a; // old\n/* old */ char *s = "old"; auto r = R"(old)"; char c = \'o\'; new();',
        2: '#include "old.h"\n#error old\n#define M new // old\n#pragma new\n',
        3: "#if 0\nold\n#elif X\nnew\n#endif\n#if 1\nnew\n#endif",
        4: "#if false\n#if X\nold\n#else\nold\n#endif\n#else\nnew\n#endif\n",
    }
    number = ["a; //", "#include", "#if 0", "#if false"]
    want = after or next(expected[at] for at, start in enumerate(number, 1) if before.startswith(start))
    left, status, _ = one(asset, before, "rename-symbol", old_value="old", new_value="new")
    assert (left.decode(), status) == (want, "applied")


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_other_byte_stays(encoding: str, newline: str, asset: Path) -> None:
    text = f"// 核函数，诚 old{newline}int old = 1;{newline}{newline}int last; // 無{newline}end"
    expected = text.replace("int old", "int neu").encode(encoding)
    after, *_ = one(asset, text.encode(encoding), "rename-symbol", old_value="old", new_value="neu")
    assert after == expected


def test_a_name_of_several_tokens(asset: Path) -> None:
    before = "args->skBlockNum; other->skBlockNum; myargs->skBlockNum;"
    after, *_ = one(asset, before, "rename-symbol", old_value="args->skBlockNum", new_value="args->skNumBlocks")
    assert after == b"args->skNumBlocks; other->skBlockNum; myargs->skBlockNum;"


@pytest.mark.parametrize("old", ["a b", " a", '"a"', "//a", "#a", "1", "+"])
def test_what_is_no_symbol_is_refused(old: str, asset: Path) -> None:
    _, *told = one(asset, 'a b "a" //a\n', "rename-symbol", code=1, old_value=old, new_value="c")
    assert told == ["failed", "invalid_old_value"]


def test_a_new_name_that_the_encoding_lacks(asset: Path) -> None:
    data = b"int old; // \xff\xfe\n"
    after, *told = one(asset, data, "rename-symbol", code=1, old_value="old", new_value="核")
    assert (after, told) == (data, ["failed", "new_value_not_writable"])


# --- the other kinds


def test_removes_lines(asset: Path) -> None:
    after, *_ = one(
        asset, b"\xef\xbb\xbfdrop 1\r\nkeep\r\n  drop();\r\nkeep\r\ndrop", "remove-line-containing", old_value="drop"
    )
    assert after == b"\xef\xbb\xbfkeep\r\nkeep\r\n"


def test_half_a_character_is_no_needle(asset: Path) -> None:
    data = "// 诚\\ 核函数\nkeep\n".encode("gb18030")
    tail = "誠".encode("gb18030")[1:].decode("latin-1")  # an ASCII letter or mark that is half of a character
    after, status, _ = one(asset, "// 誠\n".encode("gb18030") + data, "remove-line-containing", old_value=tail + "x")
    assert (after, status) == ("// 誠\n".encode("gb18030") + data, "skipped")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#include <a.h>\nint x;\n", '#include <a.h>\n#include "n.h"\nint x;\n'),
        ("#include <a.h>\r\n#ifdef X\r\n#include <b.h>\r\n#endif\r\n", None),
        ("// top\n\nint x;\n", '// top\n#include "n.h"\n\nint x;\n'),
        ("\ufeff#include <a.h>\nint x;\n", '\ufeff#include <a.h>\n#include "n.h"\nint x;\n'),
        ("\ufeffint x;\n", '\ufeff#include "n.h"\nint x;\n'),
        ("#include <a.h>", '#include <a.h>\n#include "n.h"\n'),
        ('#ifdef X\n#include "n.h"\n#endif\n', '#include "n.h"\n#ifdef X\n#include "n.h"\n#endif\n'),
        ('// "n.h"\nint x;\n', '// "n.h"\n#include "n.h"\nint x;\n'),
    ],
)
def test_adds_an_include(before: str, after: str | None, asset: Path) -> None:
    want = after or '#include <a.h>\r\n#include "n.h"\r\n#ifdef X\r\n#include <b.h>\r\n#endif\r\n'
    left, status, _ = one(asset, before, "add-include", new_value='#include "n.h"')
    assert (left.decode(), status) == (want, "applied")


@pytest.mark.parametrize(
    "there", ['\ufeff#include "n.h"\n', '#include "n.h"\n', "#include <n.h> // why\n", '#  include "n.h"\n']
)
def test_a_header_that_is_included_is_not_added(there: str, asset: Path) -> None:
    after, *told = one(asset, there, "add-include", new_value='#include "n.h"')
    assert (after, told) == (there.encode(), ["skipped", "already_applied"])


@pytest.mark.parametrize(("new", "reason"), [("int x;", "invalid_include"), ("", "missing_new_value")])
def test_only_an_include_is_added(new: str, reason: str, asset: Path) -> None:
    assert one(asset, SOURCE, "add-include", code=1, new_value=new)[1:] == ("failed", reason)


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        ("a1 a22\r\nb\r\n", r"a(\d+)", r"b\1", "b1 b22\r\nb\r\n"),
        ("a1\n", r"a\d", r"\1 \n \q", "\\1 \\n \\q\n"),
        ("f(x, y)\n", r"f\((?P<a>\w), (?P<b>\w)\)", r"g(\g<b>, \g<a>, \g<c>)", "g(y, x, \\g<c>)\n"),
        ("a\r\nb\r\nc\r\n", "a.*\nb", "d", "d\r\nc\r\n"),
        ("abc tail  \r\nx\r\n", r"tail.*", "T", "abc T\r\nx\r\n"),
        (";;;;x", ";;", ";", ";x"),
        ("\ufeffx x", "^x", "yy", "\ufeffyy x"),
    ],
)
def test_replaces_matches(before: str, old: str, new: str, after: str, asset: Path) -> None:
    left, status, _ = one(asset, before, "replace-pattern", old_value=old, new_value=new)
    assert (left.decode(), status) == (after, "applied")


@pytest.mark.parametrize(
    ("old", "reason"),
    [
        ("", "missing_pattern"),
        ("x*", "pattern_matches_empty_text"),
        ("(?=x)", "pattern_matches_empty_text"),
        ("(" * 20000, "invalid_regex:nested too deeply"),
        ("(a|a)*$" + "(a+)+" * 12 + "b", "pattern_limit_exceeded"),
    ],
)
def test_patterns_that_are_refused(old: str, reason: str, asset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sklint.foreign_pattern.SECONDS", 0.2)
    text = "x" + "a" * 200 + "!\n"
    after, *told = one(asset, text, "replace-pattern", code=1, old_value=old, new_value="y")
    assert (after, told) == (text.encode(), ["failed", reason])


def test_a_wrong_pattern_says_where(asset: Path) -> None:
    _, status, reason = one(asset, SOURCE, "replace-pattern", code=1, old_value="(x", new_value="")
    assert status == "failed"
    assert reason.startswith("invalid_regex:missing )")


# --- applied once


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("rename-symbol", "n", "args->n"),
        ("rename-symbol", "n", "m"),
        ("replace-pattern", "n", "n_n"),
        ("replace-pattern", r"(\w+) n", r"\1 n n"),
        ("replace-pattern", "t n", "t  n"),
        ("add-include", "", "#include <n.h>"),
        ("remove-line-containing", "int n", ""),
    ],
)
def test_a_second_run_changes_nothing(kind: str, old: str, new: str, asset: Path) -> None:
    after, status, _ = one(asset, "int x;\nint n = n + 1;\n", kind, old_value=old, new_value=new)
    assert status == "applied"
    again, status, reason = one(asset, after, kind, old_value=old, new_value=new)
    assert (again, status) == (after, "skipped")
    assert reason == ("no_change" if kind == "remove-line-containing" else "already_applied")


# --- exact edits


def edit(line: int, column: int, old: str, new: str, path: str = "k.asc", **more: str) -> dict[str, object]:
    start, end = {"line": line, "column": column}, {"line": line, "column": column + len(old)}
    return {"path": path, "range": {"start": start, "end": end}, "new_text": new, **more}


def exact(id: str, *edits: dict[str, object], old: str = "old", new: str = "newer") -> dict[str, object]:
    fixes = [{"title": "t", "safety": "safe", "edits": edits}]
    return {**finding("rename-symbol", id=id, old_value=old, new_value=new), "fixes": fixes}


def test_exact_edits_leave_other_names_alone(asset: Path) -> None:
    (asset / "k.asc").write_text("mine.old; sys->old; old(old);\n")
    findings = [
        exact("a", edit(1, 16, "old", "newer")),
        exact("b", edit(1, 21, "old", "newer"), edit(1, 25, "old", "newer")),
        finding("add-include", new_value="#include <n.h>"),
    ]
    assert [it["status"] for it in repair(asset, *findings)] == ["applied"] * 3
    after = "#include <n.h>\nmine.old; sys->newer; newer(newer);\n"
    assert (asset / "k.asc").read_text() == after


def test_exact_edits_that_are_made_are_told_so(asset: Path) -> None:
    (asset / "k.asc").write_text("mine.old; sys->old; old(old);\n")
    include = finding("add-include", new_value="#include <n.h>")
    include["fixes"] = [{"edits": [edit(1, 1, "", "#include <n.h>\n")]}]
    findings = [exact("a", edit(1, 16, "old", "old_new"), new="old_new"), exact("b", edit(1, 21, "old", "x")), include]
    repair(asset, *findings)
    after = (asset / "k.asc").read_bytes()
    assert after == b"#include <n.h>\nmine.old; sys->old_new; x(old);\n"
    assert [it["reason"] for it in repair(asset, *findings)] == ["already_applied"] * 3
    assert (asset / "k.asc").read_bytes() == after


def test_exact_edits_that_no_longer_fit_are_refused(asset: Path) -> None:
    (asset / "k.asc").write_text("// a new line\nmine.old; sys->old;\n")
    (result,) = repair(asset, exact("a", edit(1, 16, "old", "newer")), code=1)
    assert (result["status"], result["reason"]) == ("failed", "stale_edits")
    assert (asset / "k.asc").read_text() == "// a new line\nmine.old; sys->old;\n"


def test_edits_that_meet_are_not_both_made(asset: Path) -> None:
    (asset / "k.asc").write_text("old;\n")
    results = repair(asset, exact("a", edit(1, 1, "old", "b")), exact("b", edit(1, 1, "old", "c")), code=1)
    assert [it["reason"] for it in results] == ["rename-symbol", "conflicting_edits"]
    assert (asset / "k.asc").read_text() == "b;\n"


def test_edits_of_one_finding_that_overlap_are_not_made(asset: Path) -> None:
    (asset / "k.asc").write_text("old_old;\n")
    both = exact("a", edit(1, 1, "old_old", "b", old_text="old_old"), edit(1, 5, "old", "c"))
    assert [it["reason"] for it in repair(asset, both, code=1)] == ["conflicting_edits"]
    assert (asset / "k.asc").read_text() == "old_old;\n"


def test_an_edit_that_two_findings_share_is_made_once(asset: Path) -> None:
    (asset / "k.asc").write_text("old;\n")
    results = repair(asset, exact("a", edit(1, 1, "old", "b")), exact("b", edit(1, 1, "old", "b")))
    assert [it["status"] for it in results] == ["applied", "applied"]
    assert (asset / "k.asc").read_text() == "b;\n"


def test_what_check_reports_is_repaired(asset: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    text = """// 核函数 skBlockNum
struct Args { GM_ADDR x; };
struct Mine { int skBlockNum; };
__global__ __vector__ void add(GM_ADDR x) { Work(x); }
template <uint32_t part>
__sk__ __vector__ void add_sk(const Args *args, sk::SkSystemArgs *sysArgs)
{
    Mine m{};
    Work(m.skBlockNum, sysArgs->skBlockNum);
}
SK_BIND(add, 4, add_sk<0>);
"""
    (asset / "k.asc").write_bytes(text.encode("gb18030"))
    main(["check", "op", "--output-format", "json"])
    Path("f.json").write_bytes(capfdbinary.readouterr().out)
    assert main(["apply-remediation", "op", "f.json"]) == 0
    renamed = text.replace("sysArgs->skBlockNum", "sysArgs->skNumBlocks")
    head, rest = renamed.split("\n", 1)
    after = (asset / "k.asc").read_bytes()
    assert after == f'{head}\n#include "kernel_operator.h"\n{rest}'.encode("gb18030")
    assert main(["apply-remediation", "op", "f.json"]) == 0
    report = json.loads((asset / "operator-sk-remediation.json").read_text())
    assert {it["reason"] for it in report["results"]} <= {"already_applied", "not_auto_remediable"}
    assert (asset / "k.asc").read_bytes() == after


# --- which files


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("../outside.asc", "target_outside_asset"),
        ("sub/../k.asc", "target_outside_asset"),
        ("nowhere.asc", "target_not_found"),
        ("sub", "target_not_found"),
        ("nul\0.asc", "target_outside_asset"),
        ("x" * 5000, "target_not_found"),
        ("", "missing_target_file"),
        (None, "missing_target_file"),
        ("link.asc", "target_is_link"),
        ("linked/k.asc", "target_is_link"),
        ("out.asc", "target_outside_asset"),
    ],
)
def test_targets_that_are_refused(file: str | None, reason: str, asset: Path) -> None:
    outside = asset.parent / "outside.asc"
    for it in (asset / "k.asc", outside):
        it.write_text("old;\n")
    (asset / "sub").mkdir()
    (asset / "sub" / "k.asc").write_text("old;\n")
    (asset / "link.asc").symlink_to("k.asc")
    (asset / "linked").symlink_to("sub")
    (asset / "out.asc").symlink_to(outside)
    (result,) = repair(asset, finding("rename-symbol", file, old_value="old", new_value="new"), code=1)
    assert (result["status"], result["reason"]) == ("failed", reason)
    assert {it.read_text() for it in (asset / "k.asc", outside, asset / "sub" / "k.asc")} == {"old;\n"}


def test_an_absolute_target_is_refused(asset: Path) -> None:
    (asset / "k.asc").write_text("old;\n")
    file = str(asset / "k.asc")
    (result,) = repair(asset, finding("rename-symbol", file, old_value="old", new_value="new"), code=1)
    assert result["reason"] == "target_outside_asset"


def test_an_edit_outside_the_asset_is_refused_with_its_finding(asset: Path) -> None:
    (asset / "k.asc").write_text("old;\n")
    (asset.parent / "o.asc").write_text("old;\n")
    both = exact("a", edit(1, 1, "old", "b"), edit(1, 1, "old", "b", path="../o.asc"))
    (result,) = repair(asset, both, code=1)
    assert result["reason"] == "target_outside_asset"
    assert (asset / "k.asc").read_text() == (asset.parent / "o.asc").read_text() == "old;\n"


def test_a_path_that_means_two_files_is_refused(asset: Path) -> None:
    (asset / "op").mkdir()
    for it in (asset / "k.asc", asset / "op" / "k.asc"):
        it.write_text("old;\n")
    (result,) = repair(asset, finding("rename-symbol", "op/k.asc", old_value="old", new_value="new"), code=1)
    assert result["reason"] == "target_ambiguous"


def test_binary_files_are_refused(asset: Path) -> None:
    after, status, reason = one(asset, b"old\0", "rename-symbol", code=1, old_value="old", new_value="new")
    assert (after, status) == (b"old\0", "failed")
    assert reason.startswith("target_not_readable:")


def test_the_mode_of_a_file_stays(asset: Path) -> None:
    (asset / "k.asc").write_text("old;\n")
    (asset / "k.asc").chmod(0o750)
    repair(asset, finding("rename-symbol", old_value="old", new_value="new"))
    assert (asset / "k.asc").stat().st_mode & 0o777 == 0o750


def test_a_full_disk_costs_the_finding_not_the_file(asset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (asset / "k.asc").write_text("old;\n")

    def full(_source: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sklint.cli.remediating.replace_file", full)
    (result,) = repair(asset, finding("rename-symbol", old_value="old", new_value="new"), code=1)
    assert (result["status"], result["reason"]) == ("failed", "write_failed:No space left on device")
    assert [it.name for it in asset.iterdir()] == ["k.asc"]


# --- who repairs, and the report


@pytest.mark.parametrize(
    "changed",
    [
        {"actionable_by": ["human"]},
        {"actionable_by": None},
        {"remediation_hint": None},
        {"remediation_hint": {"kind": "human-decision"}},
        {"remediation_hint": {"kind": "contract-edit", "target_file": "k.asc"}},
    ],
)
def test_what_is_not_for_a_machine_is_escalated(changed: dict[str, object], asset: Path) -> None:
    (asset / "k.asc").write_text("old;\n")
    (result,) = repair(asset, finding("rename-symbol", old_value="old", new_value="new") | changed)
    assert (result["status"], result["reason"]) == ("escalated", "not_auto_remediable")
    assert (asset / "k.asc").read_text() == "old;\n"


def test_the_report(asset: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (asset / "k.asc").write_text("old;\n")
    rename = finding("rename-symbol", old_value="old", new_value="newer")
    repair(asset, rename, rename | {"finding_id": "g"}, finding("human-decision"), finding("replace-pattern"), code=1)
    report = json.loads(Path("out/operator-sk-remediation.json").read_text())
    assert report == {
        "status": "completed",
        "asset_dir": str(asset),
        "findings_path": str(asset.parent / "f.json"),
        "summary": {"applied": 1, "escalated": 1, "failed": 1, "skipped": 1},
        "results": [
            {"finding_id": "f", "status": "applied", "reason": "rename-symbol", "diff_summary": "5 -> 7 bytes"},
            {"finding_id": "g", "status": "skipped", "reason": "already_applied", "diff_summary": ""},
            {"finding_id": "f", "status": "escalated", "reason": "not_auto_remediable", "diff_summary": ""},
            {"finding_id": "f", "status": "failed", "reason": "missing_pattern", "diff_summary": ""},
        ],
    }
    said = capfd.readouterr().out
    assert (
        said == "4 findings: 1 applied, 1 escalated, 1 failed, 1 skipped. out/operator-sk-remediation.json says more.\n"
    )


def test_the_report_goes_to_the_asset(asset: Path) -> None:
    Path("f.json").write_text('{"findings": []}')
    assert main(["apply-remediation", "op", "f.json"]) == 0
    assert (asset / "operator-sk-remediation.json").is_file()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "f.json:1:1: not valid JSON"),
        ('{"findings": [}', "f.json:1:15: not valid JSON"),
        ("[]", "f.json:1:1: has no findings"),
        ("{}", "f.json:1:1: has no findings"),
        ('{"findings": {}}', "f.json:1:2: findings is an object"),
        ('{"findings": [1]}', "f.json:1:15: findings[0] is a number"),
        ('{"findings": [{"finding_id": 1}]}', "f.json:1:16: findings[0].finding_id is a number"),
        ('{"findings": [{}, {"actionable_by": "human"}]}', "f.json:1:20: findings[1].actionable_by is text"),
        ('{"findings": [{"remediation_hint": {"kind": []}}]}', "findings[0].remediation_hint.kind is a list"),
        ('{"findings": [{"fixes": [{"edits": [{"path": "a"}]}]}]}', "findings[0].fixes[0].edits[0] has no range"),
        ('{"findings": ' + "[" * 9999 + "}", "not valid JSON"),
    ],
)
def test_a_findings_file_that_is_none(text: str, said: str, asset: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("f.json").write_text(text)
    assert main(["apply-remediation", "op", "f.json"]) == 2
    error = capfd.readouterr().err
    assert said in error or ("nested" in error and "[[[" in text)
    assert list(asset.iterdir()) == []


@pytest.mark.parametrize(
    ("asset_name", "file", "said"),
    [
        ("nowhere", "f.json", "nowhere: no such folder"),
        ("f.json", "f.json", "f.json: is no folder"),
        ("op", "nowhere.json", "no such file"),
    ],
)
def test_what_is_not_there(
    asset_name: str, file: str, said: str, asset: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("f.json").write_text('{"findings": []}')
    assert main(["apply-remediation", asset_name, file]) == 2
    assert said in capfd.readouterr().err.lower().replace("no such file or directory", "no such file")


def test_nothing_is_repaired_where_results_cannot_go(asset: Path) -> None:
    (asset / "k.asc").write_text("old;\n")
    rename = finding("rename-symbol", old_value="old", new_value="new")
    Path("f.json").write_text(json.dumps({"findings": [rename]}))
    assert main(["apply-remediation", "op", "f.json", "--output-dir", "f.json"]) == 2
    assert (asset / "k.asc").read_text() == "old;\n"


# --- whatever is given

words = st.sampled_from(
    ["", " ", "old", "new", "k.asc", "../k.asc", "(", "a|b", "\\q", "核", "o*", "f(", "#include <n.h>"]
)
kinds = st.sampled_from(["rename-symbol", "add-include", "remove-line-containing", "replace-pattern", "odd"])
scalars = (
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | words
)
anything = st.recursive(
    scalars, lambda it: st.lists(it, max_size=3) | st.dictionaries(words, it, max_size=3), max_leaves=8
)
points = st.fixed_dictionaries({"line": st.integers(1, 4), "column": st.integers(1, 20)})
ranges = st.fixed_dictionaries({"start": points, "end": points})
names = st.sampled_from(["k.asc", "./k.asc", "l.asc", "../k.asc", ""])
edits = st.fixed_dictionaries({"path": names, "range": ranges, "new_text": words}, optional={"old_text": words})
hints = st.fixed_dictionaries({"kind": kinds, "target_file": names}, optional={"old_value": words, "new_value": words})
fixes = st.lists(st.fixed_dictionaries({"edits": st.lists(edits, max_size=3)}), max_size=2)
well_formed = st.fixed_dictionaries(
    {"finding_id": words, "actionable_by": st.just([MACHINE]), "remediation_hint": hints}, optional={"fixes": fixes}
)
KEYS = "findings finding_id actionable_by remediation_hint fixes kind edits range start line".split()
TEXT = '#include "a.h"\r\nint old = old; // old 核\r\nf(old);\r\n'


def run_on(folder: Path, whole: object) -> int:
    """Run the command over a fresh asset; gives its exit code."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "op").mkdir(parents=True)
    for name in ("k.asc", "l.asc"):
        (folder / "op" / name).write_bytes(TEXT.encode("gb18030"))
    (folder / "f.json").write_text(json.dumps(whole))
    return main(["apply-remediation", str(folder / "op"), str(folder / "f.json")])


def anything_at(key: str, value: object, findings: list[dict[str, Any]]) -> object:
    """The findings with some value at a key, wherever that is."""

    def put(it: object) -> object:
        if isinstance(it, dict):
            return {name: value if name == key else put(part) for name, part in it.items()}
        return [put(part) for part in it] if isinstance(it, list) else it

    return put({"findings": findings})


@given(findings=st.lists(well_formed, max_size=5))
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_findings_are_answered(findings: list[dict[str, Any]], tmp_path: Path) -> None:
    code = run_on(tmp_path / "run", {"findings": findings})
    report = json.loads((tmp_path / "run" / "op" / "operator-sk-remediation.json").read_text())
    assert len(report["results"]) == len(findings) == sum(report["summary"].values())
    assert code == int(report["summary"]["failed"] > 0)
    assert sorted(it.name for it in (tmp_path / "run").iterdir()) == ["f.json", "op"]


@given(key=st.sampled_from(KEYS), value=anything, findings=st.lists(well_formed, min_size=1, max_size=3))
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_at_any_key_is_answered(
    key: str, value: object, findings: list[dict[str, Any]], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    code = run_on(tmp_path / "run", anything_at(key, value, findings))
    error = capfd.readouterr().err
    if code == 2:
        assert ("f.json:1:" in error) and ("findings" in error)
        assert (tmp_path / "run" / "op" / "k.asc").read_bytes() == TEXT.encode("gb18030")
        assert len(list((tmp_path / "run" / "op").iterdir())) == 2


@given(data=st.binary(max_size=60))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_answered(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "f.json").write_bytes(data)
    assert main(["apply-remediation", str(tmp_path), str(tmp_path / "f.json")]) in (0, 2)


def repaired(data: bytes, *repairs: Repair) -> Remediated:
    return remediate(repairs, {"k.asc": Source("k.asc", data)})


def machine(kind: str, old: str, new: str) -> Repair:
    return Repair("f", (MACHINE,), Asked(kind, "k.asc", old, new))


PARTS = [*"old old_ new n f( ) // /* */ \" ' # \\ ;核 誠".split(), " ", "\n", "\r\n"]
LINES = ["#if 0\n", "#endif\n", '#include "a.h"\n', "#include <n.h>\n"]
texts = st.lists(st.sampled_from([*PARTS, *LINES]))
encodings = st.sampled_from(["utf-8", "utf-8-sig", "gb18030"])


@given(parts=texts, encoding=encodings, new=st.sampled_from(["new", "old.x", "n"]))
def test_renaming_keeps_every_other_byte(parts: list[str], encoding: str, new: str) -> None:
    data = "".join(parts).encode(encoding)
    after = repaired(data, machine("rename-symbol", "old", new)).after
    left = after["k.asc"].data if after else data
    pattern = (b"(old|" + re.escape(new.encode()) + b")").join(re.escape(it) for it in data.split(b"old"))
    assert re.fullmatch(pattern, left, re.DOTALL)


@given(
    parts=texts,
    encoding=encodings,
    kind=kinds.filter(lambda it: it != "odd"),
    old=st.sampled_from(["old", "n", ";", "f(", r"o\w+", "ol", " ", "\n", "核", r"(.)\n", "誠+"]),
    new=st.sampled_from(["new", "old_old", r"\1\1", "n n", "#include <n.h>", "#include <核.h>", "\n", "誠"]),
)
@settings(max_examples=300)
def test_any_repair_is_made_once(parts: list[str], encoding: str, kind: str, old: str, new: str) -> None:
    data = "".join(parts).encode(encoding)
    first = repaired(data, machine(kind, old, new))
    left = first.after["k.asc"].data if first.after else data
    left.decode(Source("k.asc", data).encoding)
    second = repaired(left, machine(kind, old, new))
    assert not second.after
    if first.after:
        assert second.results[0].status == "skipped"


def test_many_findings_are_quick() -> None:
    data = b"int a;\n" * 2000
    done = repaired(data, *(machine("rename-symbol", f"name{it}", "b") for it in range(2000)))
    assert {it.status for it in done.results} == {"skipped"}


def test_a_read_only_file_is_not_repaired(asset: Path, bound: Callable[..., Any]) -> None:
    (asset / "k.asc").write_text("old;\n")
    (asset / "k.asc").chmod(0o444)
    asked = finding("rename-symbol", old_value="old", new_value="new")
    (asset.parent / "f.json").write_text(json.dumps({"findings": [asked]}))
    assert bound("apply-remediation", "op", "f.json", "--output-dir", "out").code == 1
    (result,) = json.loads(Path("out/operator-sk-remediation.json").read_text())["results"]
    assert result["reason"] == "target_read_only"


BROKEN = """// 核函数
struct AddArgs {
    GM_ADDR x;
    bool negate;
};
__global__ __vector__ void add(GM_ADDR x, bool negate)
{
    AscendC::TPipe pipe;
    Work(x, negate, AscendC::GetBlockNum());
}
__sk__ void add_sk(AddArgs *args)
{
    AscendC::TPipe pipe;
    Work(args->x, args->negate, AscendC::GetBlockNum());
}
SK_BIND(add, 4, add_sk);
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_a_rule_can_repair_safely_needs_no_person(asset: Path, encoding: str, newline: str) -> None:
    file = asset / "k.asc"
    file.write_bytes(('#include "kernel_operator.h"\n' + BROKEN).replace("\n", newline).encode(encoding))
    report = ["--output-format", "json", "--output-file", "f.json", "--exit-zero"]
    assert main(["check", "op", *report]) == 0
    assert main(["apply-remediation", "op", "f.json", "--output-dir", "out"]) == 0
    results = json.loads(Path("out/operator-sk-remediation.json").read_text())["results"]
    assert {it["status"] for it in results} == {"applied"} and len(results) == 5
    after = file.read_bytes()
    assert main(["check", "op"]) == 0
    assert main(["apply-remediation", "op", "f.json", "--output-dir", "out"]) == 0
    results = json.loads(Path("out/operator-sk-remediation.json").read_text())["results"]
    assert {(it["status"], it["reason"]) for it in results} == {("skipped", "already_applied")}
    assert file.read_bytes() == after


def test_the_hint_of_a_safe_fix_is_the_fix(asset: Path) -> None:
    """As the published tool reads it: a pattern over the whole text, the first fix of each line."""
    file = asset / "k.asc"
    file.write_text('#include "kernel_operator.h"\n' + BROKEN)
    main(["check", "op", "--output-format", "json", "--output-file", "f.json", "--exit-zero"])
    for it in json.loads(Path("f.json").read_text())["findings"]:
        hint, edits = it["remediation_hint"], it["fixes"][0]["edits"]
        lines = file.read_text().split("\n")
        for edit in sorted(edits, key=lambda one: one["range"]["start"]["line"], reverse=True):
            start, end = edit["range"]["start"], edit["range"]["end"]
            line = lines[start["line"] - 1]
            lines[start["line"] - 1] = line[: start["column"] - 1] + edit["new_text"] + line[end["column"] - 1 :]
        assert (hint["kind"], it["actionable_by"]) == ("replace-pattern", [MACHINE])
        assert re.sub(hint["old_value"], hint["new_value"], file.read_text()) == "\n".join(lines)


def test_an_insertion_whose_surroundings_changed_is_refused(asset: Path) -> None:
    (asset / "k.asc").write_text("one\ntwo\nthree\n")
    put = edit(2, 1, "", "new ") | {"old_text": "", "around": "one\ntwo"}
    finding = {"finding_id": "f", "actionable_by": [MACHINE], "fixes": [{"edits": [put]}]}
    finding["remediation_hint"] = {
        "kind": "replace-pattern",
        "target_file": "k.asc",
        "old_value": "t",
        "new_value": "T",
    }
    (asset / "k.asc").write_text("one and a half\ntwo\nthree\n")
    assert [it["reason"] for it in repair(asset, finding, code=1)] == ["stale_edits"]
    (asset / "k.asc").write_text("one\ntwo\nthree\n")
    assert [it["status"] for it in repair(asset, finding)] == ["applied"]
    assert (asset / "k.asc").read_text() == "one\nnew two\nthree\n"


def test_a_baseline_is_no_findings_file(asset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (asset / "k.asc").write_text('#include "kernel_operator.h"\n' + BROKEN)
    assert main(["check", "op", "--write-baseline", "known.json"]) == 0
    assert main(["apply-remediation", "op", "known.json"]) == 2
    assert "known.json:1:1: is a baseline" in capsys.readouterr().err
