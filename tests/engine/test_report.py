"""What each output format says of a run."""

import json
from itertools import accumulate
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from sklint.finding import Edit, Finding, Fix, Hint, Note, Related, Safety, Severity
from sklint.report import RENDERERS, Report, text
from sklint.report.snippet import snippet
from sklint.report.statistics import statistics
from sklint.rule import Rule
from sklint.source import BOM, Position, Source, Span

SCHEMA = json.loads((Path(__file__).parent / "data" / "sarif-2.1.0.json").read_text("utf-8"))
DOC = "The args pointer is to const.\n\nThe args are shared.\n\n```cpp bad\nvoid f(Args *args);  // <-\n```\n"
LINK = "https://example.com/a page"


def source(content: str | bytes, path: str = "src/add.asc") -> Source:
    return Source(path, content if isinstance(content, bytes) else content.encode())


def at(where: Source, words: str, *, empty: bool = False) -> Span:
    data = words.encode(where.encoding)
    start = where.data.index(data)
    return where.span(start, start if empty else start + len(data))


def found(span: Span, message: str = "f is wrong", **more: object) -> Finding:
    return Finding(
        **{"rule": "sk.args-const", "category": "spec", "severity": Severity.WARNING} | more, span=span, message=message
    )


def run(*findings: Finding, sources: tuple[Source, ...] = (), notes: tuple[Note, ...] = (), files: int = 1) -> Report:
    rule = Rule("sk.args-const", Severity.WARNING, "0.1", ("https://example.com/sk",), DOC, "spec", lambda _: ())
    return Report(findings, {it.path: it for it in sources}, (rule,), notes, files, {"cann": "8.5"}, "0.1.0")


def shown(content: str | bytes, words: str) -> str:
    """The snippet of a finding on `words`: the output between the headline and the totals."""
    where = source(content)
    return text.render(run(found(at(where, words)), sources=(where,))).partition("\n")[2].rpartition("\n\n")[0]


def first(format: str, where: Source, finding: Finding) -> dict:
    report = json.loads(RENDERERS[format](run(finding, sources=(where,))))
    return report["findings"][0] if format == "json" else report["runs"][0]["results"][0]


def full() -> Report:
    kernel = source("struct Args {\n\thalf y;\n};\r\n/* 加法 😀 */ void add_sk(Args *args);\n")
    header = source("__global__ void add();\n", "inc/a 加.h")
    const = Edit(at(kernel, "Args *", empty=True), "const ")
    align = Edit(at(kernel, "half", empty=True), "alignas(4) ")
    hint = Hint("replace-pattern", "src/add.asc", r"Args \*", "const Args *")
    related = (Related(at(kernel, "Args"), "Args is here"), Related(at(header, "add"), "add is here"))
    fixes = (Fix("make the pointer const", (const,), hint=hint), Fix("align y", (align,), Safety.UNSAFE))
    return run(
        found(at(kernel, "Args *"), "add_sk takes Args *", related=related, fixes=fixes, evidence=("page 3",)),
        found(
            at(kernel, "half"), "y is half", rule="sk.args-struct-alignas", severity=Severity.BLOCKER, fixes=fixes[1:]
        ),
        sources=(kernel, header),
        notes=(Note("no target given"), Note("tiling.h was not found", "src/add.asc")),
        files=5,
    )


def test_text_shows_findings_related_places_fixes_notes_and_totals() -> None:
    assert text.render(full()) == dedent("""\
        src/add.asc:4:24: warning[sk.args-const] add_sk takes Args *
          |
        4 | /* 加法 😀 */ void add_sk(Args *args);
          |                           ^^^^^^
          |
        note: src/add.asc:1:8: Args is here
          |
        1 | struct Args {
          |        ----
          |
        note: inc/a 加.h:1:17: add is here
          |
        1 | __global__ void add();
          |                 ---
          |
        help: make the pointer const
          |
        4 - /* 加法 😀 */ void add_sk(Args *args);
        4 + /* 加法 😀 */ void add_sk(const Args *args);
          |
        help: align y (unsafe)
          |
        2 -     half y;
        2 +     alignas(4) half y;

        src/add.asc:2:2: blocker[sk.args-struct-alignas] y is half
          |
        2 |     half y;
          |     ^^^^
          |
        help: align y (unsafe)
          |
        2 -     half y;
        2 +     alignas(4) half y;

        note: no target given
        note: src/add.asc: tiling.h was not found

        Found 2 findings (1 blocker, 1 warning) in 1 of 5 files; 1 fixable with --fix, 1 more with --unsafe-fixes.
        """)


def test_colour_adds_escape_sequences_and_nothing_else() -> None:
    coloured = text.render(full(), color=True)
    assert "\x1b[1;31mblocker[sk.args-struct-alignas]\x1b[0m" in coloured
    plain = "".join(part.partition("m")[2] if index else part for index, part in enumerate(coloured.split("\x1b[")))
    assert plain == text.render(full())


@pytest.mark.parametrize(
    ("content", "words", "line", "marks"),
    [
        ("/* 中文 */ f();", "f", "/* 中文 */ f();", "           ^"),
        ("/* 😀 */ f();", "f", "/* 😀 */ f();", "         ^"),
        ("/* ⚠️ é */ f();", "f", "/* ⚠️ é */ f();", "           ^"),
        ("int 变量;", "变量", "int 变量;", "    ^^^^"),
        ("\tint\tf;", "f", "    int    f;", "           ^"),
        ("int f;\r\nint g;\r\n", "f", "int f;", "    ^"),
        (BOM + b"int f;\n", "int", "int f;", "^^^"),
        ("// 中文 f\n".encode("gb18030"), "f", "// 中文 f", "        ^"),
        ("int f", "f", "int f", "    ^"),
        ("a \x1b[31m \u202e f", "f", "a ␛[31m � f", "          ^"),
    ],
)
def test_text_marks_the_columns_that_a_terminal_shows(content: str | bytes, words: str, line: str, marks: str) -> None:
    assert shown(content, words) == f"  |\n1 | {line}\n  | {marks}"


def test_text_shows_the_first_line_of_a_span_over_several() -> None:
    assert shown("f(a,\n  b)\n", "(a,\n  b)") == "  |\n1 | f(a,\n  |  ^^^\n  | ..."
    assert shown("f()\ng()\n", "f()\n") == "  |\n1 | f()\n  | ^^^"


def test_text_cuts_a_long_line_around_the_span() -> None:
    _, line, marks = shown(f"{'a' * 300} f {'b' * 300}", "f").split("\n")
    assert line == f"1 | ...{'a' * 29} f {'b' * 88}..."
    assert marks.index("^") == line.index("f")


def test_text_marks_an_empty_span_and_the_end_of_the_file() -> None:
    where = source("int f;\n")
    output = text.render(run(found(where.span(4, 4)), found(where.span(7, 7)), sources=(where,)))
    assert "src/add.asc:1:5: " in output and "1 | int f;\n  |     ^\n" in output
    assert "src/add.asc:2:1: " in output and "2 |\n  | ^\n" in output


def test_a_fix_is_shown_as_the_lines_it_changes() -> None:
    where, other = source('#include "a.h"\n\nf();\ng();\n'), source("x\n", "b.h")
    add = Fix("include b.h", (Edit(where.span(15, 15), '#include "b.h"\n'),))
    drop = Fix("remove both calls", (Edit(where.span(16, 21), ""), Edit(where.span(21, 26), "")))
    away = Fix("rename x", (Edit(other.span(0, 1), "y"),))
    many = Fix("bind f", (Edit(where.span(26, 26), "line\n" * 9),))
    output = text.render(run(found(where.span(0, 0), fixes=(add, drop, away, many)), sources=(where, other)))
    assert 'help: include b.h\n  |\n2 + #include "b.h"\n  |\n' in output
    assert "help: remove both calls\n  |\n3 - f();\n4 - g();\n  |\n" in output
    assert "help: rename x\n  |\n  | in b.h\n1 - x\n1 + y\n  |\n" in output
    assert "help: bind f\n\n" in output


def test_a_run_without_findings_says_what_was_checked() -> None:
    assert text.render(run(files=5)) == "All clear: 5 files checked.\n"
    assert text.render(run(files=0)) == "No files to check.\n"
    assert RENDERERS["github"](run()) == ""
    assert RENDERERS["markdown"](run()) == "## sklint\n\n**All clear: 1 file checked.**\n"
    assert json.loads(RENDERERS["json"](run()))["findings"] == []


def test_a_finding_in_a_file_that_is_not_at_hand_has_no_snippet() -> None:
    report = run(found(Span("gone.h", 7, 9), fixes=(Fix("drop it", (Edit(Span("gone.h", 7, 9), ""),)),)))
    assert text.render(report).startswith("gone.h:1:1: warning[sk.args-const] f is wrong\nhelp: drop it\n\n")
    assert all(render(report) for render in RENDERERS.values())


def test_json_gives_the_run_and_each_finding() -> None:
    output = RENDERERS["json"](full())
    report = json.loads(output)
    finding, human = report.pop("findings")
    assert "加" in output and output.startswith('{\n  "schema_version": 1,\n')
    assert report == {
        "schema_version": 1,
        "tool": {"name": "sklint", "version": "0.1.0"},
        "target": {"cann": "8.5"},
        "files_checked": 5,
        "notes": [
            {"path": None, "message": "no target given"},
            {"path": "src/add.asc", "message": "tiling.h was not found"},
        ],
        "failed": [],
    }
    keys = (
        "finding_id rule_id category severity message path range actionable_by remediation_hint evidence fixes related"
    )
    assert list(finding) == keys.split()
    start = {"line": 4, "column": 24}
    assert finding["range"] == {"start": start, "end": {"line": 4, "column": 30}}
    assert finding["actionable_by"] == ["codegen.apply-remediation"]
    pattern = {"old_value": r"Args \*", "new_value": "const Args *"}
    assert finding["remediation_hint"] == {"kind": "replace-pattern", "target_file": "src/add.asc"} | pattern
    texts = {"old_text": "", "new_text": "const ", "around": "};\n/* 加法 😀 */ void add_sk(Args *args);"}
    edit = {"path": "src/add.asc", "range": {"start": start, "end": start}} | texts
    assert finding["fixes"][0] == {"title": "make the pointer const", "safety": "safe", "edits": [edit]}
    assert [related["path"] for related in finding["related"]] == ["src/add.asc", "inc/a 加.h"]
    assert (human["actionable_by"], human["remediation_hint"]) == (["human"], {"kind": "human-decision"})


@pytest.mark.parametrize(
    ("content", "column"),
    [("/* 中😀 */ f", 10), ("a\r\n  f\r\n", 3), (BOM + b" f", 2), ("中文f".encode("gb18030"), 3), ("\tf", 2)],
)
def test_columns_count_characters(content: str | bytes, column: int) -> None:
    where = source(content)
    finding = found(at(where, "f"))
    assert first("json", where, finding)["range"]["start"]["column"] == column
    assert first("sarif", where, finding)["locations"][0]["physicalLocation"]["region"]["startColumn"] == column


def test_edits_have_the_line_ends_of_their_file() -> None:
    where = source("a\r\nb\r\n")
    finding = found(where.span(0, 0), fixes=(Fix("add", (Edit(where.span(0, 0), "c\n"),)),))
    assert first("json", where, finding)["fixes"][0]["edits"][0]["new_text"] == "c\r\n"
    replacement = first("sarif", where, finding)["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement["insertedContent"]["text"] == "c\r\n"


def test_sarif_follows_the_published_schema() -> None:
    log = json.loads(RENDERERS["sarif"](full()))
    Draft4Validator(SCHEMA).validate(log)
    [output] = log["runs"]
    rule, bare = output["tool"]["driver"]["rules"]
    result, blocker = output["results"]
    assert "Reported" in rule["help"]["markdown"] and "```cpp bad" not in rule["help"]["markdown"]
    assert rule["helpUri"] == "https://example.com/sk"
    assert rule["fullDescription"]["text"] == "The args pointer is to const.\n\nThe args are shared."
    assert (bare["id"], bare["name"]) == ("sk.args-struct-alignas", "SkArgsStructAlignas")
    assert (result["ruleIndex"], result["level"], blocker["ruleIndex"], blocker["level"]) == (0, "warning", 1, "error")
    location = result["locations"][0]["physicalLocation"]
    region = {"startLine": 4, "startColumn": 24, "endLine": 4, "endColumn": 30, "snippet": {"text": "Args *"}}
    assert location == {"artifactLocation": {"uri": "src/add.asc"}, "region": region}
    assert result["partialFingerprints"] == {"sklint/v1": full().findings[0].id}
    assert result["relatedLocations"][1]["physicalLocation"]["artifactLocation"]["uri"] == "inc/a%20%E5%8A%A0.h"
    [change] = result["fixes"][0]["artifactChanges"]
    at_pointer = {"startLine": 4, "startColumn": 24, "endLine": 4, "endColumn": 24}
    assert change["replacements"] == [{"deletedRegion": at_pointer, "insertedContent": {"text": "const "}}]
    [invocation] = output["invocations"]
    assert invocation["executionSuccessful"] and len(invocation["toolExecutionNotifications"]) == 2


def test_sarif_says_that_the_tool_failed() -> None:
    log = json.loads(RENDERERS["sarif"](run(found(Span("a.asc", 0, 0), rule="sklint.internal"))))
    assert log["runs"][0]["invocations"][0]["executionSuccessful"] is False


@pytest.mark.parametrize(
    ("path", "uri"),
    [("/w/a#.asc", "file:///w/a%23.asc"), ("C:/w/a.asc", "file:///C:/w/a.asc"), ("../a:b.asc", "../a%3Ab.asc")],
)
def test_sarif_paths_are_uris(path: str, uri: str) -> None:
    finding = first("sarif", source(""), found(Span(path, 0, 0)))
    assert finding["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_github_commands_are_escaped() -> None:
    where = source("int f(\n);", "a,b:c%.asc")
    one = found(at(where, "f"), "100% wrong: a,b\nsecond\r", severity=Severity.BLOCKER, fixes=(Fix("drop it", ()),))
    two = found(at(where, "f(\n)"), severity=Severity.INFO)
    file = "file=a%2Cb%3Ac%25.asc"
    assert RENDERERS["github"](run(one, two, sources=(where,), notes=(Note("no target"), Note("gone", "a:b")))) == (
        f"::error {file},line=1,endLine=1,col=5,endColumn=6,title=sklint (sk.args-const)"
        "::100%25 wrong: a,b%0Asecond%0D%0Ahelp: drop it\n"
        f"::notice {file},line=1,endLine=2,title=sklint (sk.args-const)::f is wrong\n"
        "::notice::no target\n::notice file=a%3Ab::gone\n"
    )


def test_markdown_is_a_table_for_each_file_with_markup_escaped() -> None:
    where, other = source("f"), source("g", "b|.h")
    fixes = (Fix("use `a|b`", ()), Fix("drop it", (), Safety.UNSAFE))
    one = found(where.span(0, 1), "`f` is __sk__ <<<1>>>\na|b", fixes=fixes)
    two = found(other.span(0, 1), severity=Severity.BLOCKER, related=(Related(where.span(0, 1), "f_ is here"),))
    head = "| Place | Severity | Rule | Finding |\n| ---: | :--- | :--- | :--- |\n"
    assert RENDERERS["markdown"](run(one, two, sources=(where, other), notes=(Note("no_target"),), files=2)) == (
        f"## sklint\n\n### src/add.asc\n\n{head}"
        r"| 1:1 | ⚠️ warning | sk.args-const | \`f\` is \_\_sk\_\_ \<\<\<1\>\>\><br>a\|b"
        r"<br>**Fix:** use \`a\|b\`<br>**Fix (unsafe):** drop it |"
        f"\n\n### b\\|.h\n\n{head}"
        r"| 1:1 | 🛑 blocker | sk.args-const | f is wrong<br>src/add.asc:1:1: f\_ is here |"
        "\n\n> note: no\\_target\n\n**Found 2 findings (1 blocker, 1 warning) in 2 files.**\n"
    )


def test_statistics_count_the_most_frequent_first() -> None:
    drop = (Fix("drop it", (Edit(Span("a", 0, 1), ""),)),)
    once, fixable = found(Span("a", 0, 0)), found(Span("a", 0, 0), rule="sk.bind-target", fixes=drop)
    blocker = found(Span("a", 0, 0), rule="sk.bind-target", severity=Severity.BLOCKER, fixes=drop)
    plain_blocker = found(Span("a", 0, 0), rule="sk.bind-target", severity=Severity.BLOCKER)
    findings = [once, *[fixable] * 10, blocker, plain_blocker]
    assert statistics(findings) == (
        "10  sk.bind-target  warning  [fixable]\n"
        " 2  sk.bind-target  blocker  [1 fixable]\n"
        " 1  sk.args-const   warning\n"
    )
    assert statistics([]) == ""


CHARACTERS = st.one_of(
    st.sampled_from("\n\r\t\0\x1b af(*中文😀\u0301\ufe0f\u202e\u2028\ufeff"), st.characters(exclude_categories=["Cs"])
)


@st.composite
def places(draw: st.DrawFn) -> tuple[Source, Span]:
    """Any text in any encoding, and a span of whole characters that splits no line end."""
    where = source(draw(st.text(CHARACTERS)).encode(draw(st.sampled_from(["utf-8", "utf-8-sig", "gb18030"]))))
    content = where.data.decode(where.encoding)
    offsets = [0, *accumulate(len(character.encode(where.encoding)) for character in content)]
    low = len(BOM) if where.data.startswith(BOM) else 0
    whole = [at for at in offsets if at >= low and where.data[at - 1 : at] != b"\r"] or [low]
    start, end = sorted((draw(st.sampled_from(whole)), draw(st.sampled_from(whole))))
    return where, where.span(start, end)


@given(places(), st.text(CHARACTERS))
def test_every_format_shows_any_place_and_json_leads_back_to_it(place: tuple[Source, Span], words: str) -> None:
    where, span = place
    fixes = (Fix(words, (Edit(span, words),)),)
    finding = found(span, words, related=(Related(span, words),) * 2, fixes=fixes * 2)
    report = run(finding, sources=(where,), notes=(Note(words),))
    outputs = {name: render(report) for name, render in RENDERERS.items()}
    range_ = json.loads(outputs["json"])["findings"][0]["range"]
    assert [where.offset(Position(**range_[side])) for side in ("start", "end")] == [span.start, span.end]
    Draft4Validator(SCHEMA).validate(json.loads(outputs["sarif"]))


@pytest.mark.parametrize("place", [0, 5, 119, 121, 240, 2000, 3980, 3997])
def test_a_very_long_line_is_cut_around_the_place(place: int) -> None:
    line = "".join(f"{number:04d}" for number in range(1000))
    where = source(line)
    rows = list(snippet(where, where.span(place, min(place + 3, 4000)), "^", "blocker"))
    shown, mark = (it.text for it in rows[:2])
    at, size = mark.index("^"), mark.count("^")
    assert shown[at : at + size] == line[place : place + 3]
    assert shown.startswith("...") is (place + 3 > 120) and shown.endswith("...") is (place < 3900)
    assert len(shown.strip(".")) == 120
