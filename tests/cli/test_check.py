"""`sklint check` over files: what it reports, how, and its exit codes."""

import json
from pathlib import Path

import jsonschema
import pytest

SCHEMA = Path(__file__).parents[1] / "engine" / "data" / "sarif-2.1.0.json"
ID = "sk.args-struct-alignas"


@pytest.fixture
def source(project: Path, bad: str) -> Path:
    path = project / "add.asc"
    path.write_text(bad)
    return path


def test_a_finding_is_shown_with_its_line_and_its_fix_and_fails(run, source):
    result = run("check")
    assert result.code == 1
    assert result.out == (
        "add.asc:3:31: blocker[sk.args-struct-alignas] keep is 1 byte without alignas(4), its argument takes 4\n"
        "  |\n"
        "3 | struct Args { GM_ADDR x; bool keep; };\n"
        "  |                               ^^^^\n"
        "  |\n"
        "help: Align keep to 4\n"
        "  |\n"
        "3 - struct Args { GM_ADDR x; bool keep; };\n"
        "3 + struct Args { GM_ADDR x; alignas(4) bool keep; };\n"
        "\n"
        "Found 1 finding (1 blocker) in 1 file; 1 fixable with --fix.\n"
    )
    assert result.err == ""


def test_a_clean_file_passes(run, project, good):
    (project / "add.asc").write_text(good)
    result = run("check", "add.asc")
    assert (result.code, result.out, result.err) == (0, "All clear: 1 file checked.\n", "")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 1),
        (("--select", "sk"), 1),
        (("--select", "spec"), 1),
        (("--select", "sk.bind"), 0),
        (("--select", f"sk.bind,{ID}"), 1),
        (("--select", "sk.bind", "--select", ID), 1),
        (("--ignore", ID), 0),
        (("--ignore", "sk.args-struct"), 0),
        (("--ignore", "sk.bind, sk.args-struct"), 0),
        (("--select", ID, "--ignore", "sk"), 1),
        (("--exit-zero",), 0),
        (("--fail-on", "blocker"), 1),
        (("--fail-on", "error"), 1),
        (("--fail-on", "info"), 1),
    ],
)
def test_selection_and_verdict(run, source, arguments, code):
    assert run("check", "add.asc", *arguments).code == code


@pytest.mark.parametrize(
    "text", ["int a();  // sklint: ignore[sk.nope]\n", "// sklint: ignore sk.block-num\nint a();\n"]
)
def test_a_comment_that_names_no_rule_is_told_where_nothing_else_could_be(run, project, text):
    (project / "plain.cpp").write_text(text)
    assert "info[sklint.unknown-suppression]" in run("check", "plain.cpp").out


def test_fail_on_error_is_fail_on_blocker_in_a_configuration_too(run, project, bad):
    (project / "sklint.toml").write_text('fail-on = "error"\n[rules]\n"sk.args-struct-alignas" = "warning"\n')
    (project / "add.asc").write_text(bad)
    assert run("check").code == 0
    (project / "sklint.toml").write_text('fail-on = "error"\n')
    assert run("check").code == 1


def test_fail_on_leaves_lesser_findings_told(run, project, bad):
    (project / "sklint.toml").write_text(f'[rules]\n"{ID}" = "warning"\n')
    (project / "add.asc").write_text(bad)
    result = run("check", "--fail-on", "blocker")
    assert result.code == 0 and "warning[sk.args-struct-alignas]" in result.out


def test_json_has_the_finding_in_the_published_shape(run, source):
    result = run("check", "--output-format", "json", "--target-chip", "A3", "--target-cann", "9.1")
    report = json.loads(result.out)
    (finding,) = report["findings"]
    assert result.code == 1
    assert report["target"] == {
        "chips": [{"name": "A3", "product": report["target"]["chips"][0]["product"], "npu_arch": 2201}],
        "cann": "9.1",
    }
    assert finding["range"] == {"start": {"line": 3, "column": 31}, "end": {"line": 3, "column": 35}}
    assert (finding["rule_id"], finding["path"]) == (ID, "add.asc")


def test_sarif_is_valid(run, source):
    report = json.loads(run("check", "--output-format", "sarif").out)
    jsonschema.validate(report, json.loads(SCHEMA.read_text()))
    assert [it["ruleId"] for it in report["runs"][0]["results"]] == [ID]
    assert {it["id"] for it in report["runs"][0]["tool"]["driver"]["rules"]} >= {ID, "sk.bind-target"}


def test_github_and_markdown(run, source):
    assert run("check", "--output-format", "github").out.startswith("::error file=add.asc,line=3,endLine=3,col=31,")
    assert "### add.asc" in run("check", "--output-format", "markdown").out


def test_a_report_in_a_file_leaves_stdout_alone_and_has_no_colours(run, source, project):
    result = run("check", "--output-file", "report.txt", "--color", "always")
    assert (result.code, result.out) == (1, "")
    assert "add.asc:3:31: blocker" in (project / "report.txt").read_text()


def test_a_report_that_cannot_be_written_is_an_error(run, source):
    result = run("check", "--output-file", "no/such/report.txt")
    assert (result.code, result.out) == (2, "")
    assert (
        result.err
        == "error: no/such/report.txt: cannot be written: No such file or directory; give another --output-file\n"
    )


def test_statistics_count_the_rules(run, source):
    assert run("check", "--statistics").out == (
        "1  sk.args-struct-alignas  blocker  [fixable]\nFound 1 finding (1 blocker) in 1 file; 1 fixable with --fix.\n"
    )


def test_quiet_leaves_the_findings_alone(run, source, project, good):
    assert run("check", "-q").out.endswith("alignas(4) bool keep; };\n")
    source.write_text(good)
    assert run("check", "--quiet").out == ""


@pytest.mark.parametrize(
    ("choice", "environment", "colored"),
    [
        ("auto", {}, False),
        ("always", {}, True),
        ("always", {"NO_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours(run, source, monkeypatch, choice, environment, colored):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in run("check", "--color", choice).out) is colored


@pytest.mark.parametrize(
    ("arguments", "lacks"),
    [
        ((), "without --target-chip and --target-cann (or [target] in sklint.toml)"),
        (("--target-chip", "A3"), "without --target-cann (or [target] in sklint.toml)"),
        (("--target-cann", "9.1"), "without --target-chip (or [target] in sklint.toml)"),
        (("--target-chip", "A3", "--target-cann", "9.1"), ""),
        (("--select", "spec"), ""),
        (("--quiet",), ""),
    ],
)
def test_what_was_not_checked_for_want_of_a_target_is_said_once(shell, tmp_path, bad, arguments, lacks):
    uses = "AscendC::AllocMutexID(); AscendC::SetAtomicNone(); "
    for name in ("add", "sub"):
        (tmp_path / f"{name}.asc").write_text(bad.replace("add", name).replace("Work(x", f"{uses}Work(x"))
    out = shell("check", *arguments, cwd=tmp_path).out
    assert out.count("note: without --target-") == bool(lacks) and lacks in out


def test_the_same_output_whatever_the_number_of_workers_and_the_cache(run, project, bad):
    for number in range(6):
        (project / f"add{number}.asc").write_text(bad.replace("add", f"add{number}"))
    outputs = {run("check", *how).out for how in (("-j", "1"), ("-j", "4"), ("--no-cache",), (), ("--jobs=2",))}
    assert len(outputs) == 1 and outputs.pop().count("blocker[") == 6


def test_a_terminal_without_unicode_gets_question_marks_and_programs_get_utf_8(shell, project, bad):
    (project / "add.asc").write_text(bad.replace("keep", "保留"))
    ascii = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert "?? is 1 byte" in shell("check", env=ascii).out
    assert "保留 is 1 byte" in shell("check", "--output-format", "json", env=ascii).out


def test_defines_and_include_folders(run, project, bad):
    (project / "inc").mkdir()
    (project / "inc" / "args.h").write_text("#ifdef WIDE\ntypedef int Keep;\n#else\ntypedef bool Keep;\n#endif\n")
    (project / "add.asc").write_text('#include "args.h"\n' + bad.replace("bool", "Keep"))
    assert run("check", "add.asc", "-I", "inc").code == 1
    assert run("check", "add.asc", "-I", "inc", "-D", "WIDE").code == 0
    assert run("check", "add.asc", "--include-dir", project / "inc", "--define", "WIDE=1").code == 0


def test_a_header_is_named_once_however_its_includers_reach_it(run, project, bad):
    (project / "inc").mkdir()
    (project / "src").mkdir()
    (project / "inc" / "args.h").write_text("struct Args { GM_ADDR x; bool keep; };\n")
    body = bad.replace("struct Args { GM_ADDR x; bool keep; };", '#include "%s"')
    (project / "src" / "a.asc").write_text(body % "../inc/args.h")
    (project / "src" / "b.asc").write_text(body.replace("add", "sub") % "args.h")
    for arguments in (("-I", project / "inc"), ("src/../src", "-I", "inc"), ("src", "inc/args.h", "-I", "./inc")):
        result = run("check", *arguments, "--output-format", "json")
        assert [it["path"] for it in json.loads(result.out)["findings"]] == ["inc/args.h"]


def test_paths_of_every_kind(run, project, bad):
    names = ("a b.asc", "算子#1.asc", "100%.asc", "q'uote\".asc")
    for name in names:
        (project / name).write_text(bad)
    result = run("check", "--output-format", "json")
    assert sorted(it["path"] for it in json.loads(result.out)["findings"]) == sorted(names)
    assert run("check", "./算子#1.asc").out.startswith("算子#1.asc:3:31:")


def test_a_file_and_its_link_are_one(run, project, bad):
    (project / "real.asc").write_text(bad)
    (project / "link.asc").symlink_to("real.asc")
    assert run("check").out.count("blocker[") == 1
    assert run("check", "link.asc").out.startswith("link.asc:3:31:")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--xyzzy",), "`sklint check --help` tells more"),
        (("--unsafe-fixes",), "--unsafe-fixes goes with --fix or --diff; `sklint check --help` tells more"),
        (("--statistics", "--output-format", "json"), "--statistics goes with --output-format text"),
        (("-", "add.asc"), "stdin is checked alone, without add.asc"),
        (("--stdin-filename", "b.asc", "add.asc"), "stdin is checked alone, without add.asc"),
        (("--diff", "--write-baseline", "known.json"), "--write-baseline does not go with --diff"),
        (("--jobs", "0"), "0 is not in the range x>=1"),
        (("--output-format", "xml"), "'xml' is not one of 'text', 'json', 'sarif', 'github', 'markdown'"),
        (("--target-chip", "A9"), "target chip 'A9' is not known; did you mean A3 or A2? known are"),
        (("--target-cann", "nine"), "'nine' is not a CANN version; versions look like 9.1"),
        (("--select", "sk.bind-taget"), "command line: sk.bind-taget names no rule; did you mean sk.bind-target?"),
        (("--ignore", "nothing-like-it"), "names no rule; `sklint rules` lists them"),
        (("--config", "none.toml"), "none.toml: cannot be read: No such file or directory"),
        (
            ("--baseline", "none.json"),
            "none.json: no such baseline; `sklint check --write-baseline none.json` writes it",
        ),
        (("--rule-pack", "none"), "none: no rule pack: it has no __init__.py"),
    ],
)
def test_usage_errors_are_one_line_that_tells_the_cure(run, source, arguments, message):
    result = run("check", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ") and result.err.count("\n") == 1 and message in result.err
