"""Bad input: a clear message, the other files still checked, exit 2 where the job was not done."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from sklint import answers as engine
from sklint.cli import checking, fixes

SARIF = Path(__file__).parents[1] / "engine" / "data" / "sarif-2.1.0.json"


@pytest.fixture
def source(project: Path, bad: str) -> Path:
    path = project / "add.asc"
    path.write_text(bad)
    return path


def test_a_missing_path_is_told_and_the_others_are_checked(run, source):
    result = run("check", "nope.asc", "add.asc", "no/folder")
    assert result.code == 2 and "add.asc:3:31: blocker" in result.out
    assert result.err == "error: nope.asc: no such file or folder\nerror: no/folder: no such file or folder\n"


def test_exit_zero_does_not_hide_that_the_job_was_not_done(run, source):
    assert run("check", "nope.asc", "add.asc", "--exit-zero").code == 2


def test_a_name_that_is_not_utf_8_is_told_and_the_others_are_checked(run, source, bad):
    Path(os.fsdecode(b"\xff.asc")).write_text(bad)
    result = run("check")
    assert result.code == 2 and "add.asc:3:31: blocker" in result.out
    assert result.err == "error: ?.asc: not checked: its name is not UTF-8; rename it\n"


def test_a_dangling_link_and_a_folder_named_like_a_source(run, project, good):
    (project / "gone.asc").symlink_to("nowhere.asc")
    (project / "folder.asc").mkdir()
    (project / "folder.asc" / "add.asc").write_text(good)
    named = run("check", "gone.asc", "folder.asc")
    assert named.code == 2 and named.err == "error: gone.asc: no such file or folder\n"
    assert "No findings, but 1 of 2 files was not checked." in named.out
    assert run("check", ".").code == 0


def test_a_file_that_vanishes_before_it_is_read(run, source, monkeypatch):
    discovered = checking.discover

    def and_remove(paths, config_for):
        found = discovered(paths, config_for)
        Path("gone.asc").unlink()
        return found

    Path("gone.asc").write_text("__global__")
    monkeypatch.setattr(checking, "discover", and_remove)
    result = run("check", ".")
    assert result.code == 2 and "add.asc:3:31: blocker" in result.out
    assert result.err == "error: gone.asc: cannot be read: No such file or directory\n"


def test_a_folder_without_sources(run, project):
    (project / "readme.md").write_text("text")
    result = run("check", ".")
    assert result.code == 0
    assert "note: .: no sources below it (.aicpu .asc .cc .cce .cpp .cxx .h .hpp)" in result.out
    assert "No files to check." in result.out


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("key.asc", b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBF__global__\n", "this is no source code"),
        ("prose.asc", b"= A title\n\n__global__ is a word.\n", "this is no source code"),
    ],
)
def test_what_is_no_source_is_noted_and_passes(run, project, name, data, why):
    (project / name).write_bytes(data)
    for arguments in ((name,), (".",)):
        result = run("check", *arguments)
        assert (result.code, result.err) == (0, "")
        assert f"note: {name}: not checked: {why}" in result.out


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("binary.asc", b"\x7fELF\0\0__global__", "not checked: it is binary"),
        ("huge.asc", b"// filler\n" * 524_288 + b"__global__ void k();\n", "not checked: larger than 4 MB"),
    ],
)
def test_what_cannot_be_checked_fails_where_it_is_named(run, source, project, name, data, why):
    (project / name).write_bytes(data)
    below = run("check", ".")
    assert (below.code, below.err) == (1, "") and f"note: {name}: {why}" in below.out
    named = run("check", name, "add.asc")
    assert (named.code, named.err) == (2, f"error: {name}: {why}\n") and "add.asc:3:31: blocker" in named.out
    alone = run("check", name)
    assert (alone.code, alone.out, alone.err) == (2, "", f"error: {name}: {why}\n")


@pytest.mark.parametrize(
    ("name", "most"), [("huge.asc", 4), ("operator-io-contract.json", 64), ("add.io-contract.json", 64)]
)
def test_a_folder_with_a_file_that_is_too_large_is_not_called_clear(run, project, good, name, most):
    (project / "good.asc").write_text(good)
    (project / name).write_bytes(b" " * (most * 1024 * 1024 + 1))
    result = run("check", ".")
    assert (result.code, result.err) == (0, "")
    assert f"note: {name}: not checked: larger than {most} MB" in result.out
    assert "No findings, but 1 of 2 files was not checked." in result.out
    assert "No findings, but 1 of 2 files was not checked." in run("check", ".", "--output-format", "markdown").out


def test_prose_and_other_json_leave_a_run_clear(run, project, good):
    (project / "good.asc").write_text(good)
    (project / "prose.asc").write_text("= A title\n\n__global__ is a word.\n")
    assert "All clear: 1 file checked." in run("check", ".").out


def test_a_file_that_stops_making_sense_is_not_called_clear(run, project, good):
    (project / "good.asc").write_text(good)
    (project / "half.asc").write_text(good + "\n__aicore__ inline void rest() { if (true) {\n")
    assert "No findings, but 1 of 2 files was not read to the end." in run("check", ".").out
    assert "note: half.asc:" in run("check", "half.asc").out


def test_a_body_with_a_statement_cut_short_is_not_called_clear(run, project, good):
    (project / "good.asc").write_text(good)
    (project / "cut.asc").write_text(good + "\n__aicore__ inline void rest() { AscendC::SyncAll() }\n")
    assert "No findings, but 1 of 2 files was not read to the end." in run("check", ".").out
    assert "note: cut.asc:" in run("check", "cut.asc").out


@pytest.mark.parametrize(
    "body", ["Stranger<Kind> it; it.Run(nobody);", "TILING_CASE(1) { Run(); }", "TILING_CASE(1)\n    {\n    }\n"]
)
def test_names_that_are_not_known_leave_a_run_clear(run, project, good, body):
    (project / "good.asc").write_text(f"{good}\n__aicore__ inline void rest() {{ {body} }}\n")
    assert "All clear: 1 file checked." in run("check", ".").out


def test_a_selection_of_nothing_is_told(run, source):
    result = run("check", "--select", "sk.block-num", "--ignore", "sk.block-num")
    assert result.code == 0 and "note: add.asc: no rule is selected" in result.out


def test_files_for_which_nothing_is_selected_are_told_whether_results_were_kept_or_not(run, project, good):
    for name in ("a.asc", "old/b.asc", "old/c.asc"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(good)
    (project / "sklint.toml").write_text('[per-file-ignores]\n"old/**" = ["all"]\n')
    outputs = {run("check", *option).out for option in (("--no-cache",), (), ())}
    assert len(outputs) == 1
    assert "note: old/b.asc: no rule is selected, so nothing was looked for (and of 1 more file)" in outputs.pop()


def test_text_that_is_no_code_gives_no_traceback(run, project):
    (project / "odd.asc").write_bytes(b"__global__ __sk__ SK_BIND(((((\n}}} <<< \xff\xfe\x80 '\"" + b"{" * 3000)
    (project / "empty.asc").write_bytes(b"")
    result = run("check", ".")
    assert result.code in (0, 1) and result.err == ""


def test_a_bad_key_is_told_with_its_place_and_the_nearest(run, source, project):
    (project / "sklint.toml").write_text('select = []\nfail_onn = "info"\n')
    result = run("check")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"error: {project}/sklint.toml:2: fail_onn is not a setting; did you mean fail-on?\n"


def test_an_unknown_rule_in_a_configuration(run, source, project):
    (project / "sklint.toml").write_text('[rules]\n"sk.bind-taget" = "off"\n')
    assert f"{project}/sklint.toml:2: sk.bind-taget names no rule; did you mean sk.bind-target?" in run("check").err


def test_an_unknown_command_names_the_nearest(run, source):
    assert run("chekc").err == "error: chekc is no command; did you mean check?\n"
    assert run("add.asc").err == "error: add.asc is no command; did you mean `sklint check add.asc`?\n"
    assert run("explain", "SK.BLOCK-NUM").err == "error: SK.BLOCK-NUM names no rule; did you mean sk.block-num?\n"
    assert run("lint", "add.asc").err == "error: lint is no command; did you mean check?\n"
    assert run("fix").err == "error: fix is no command; did you mean check --fix?\n"


def test_a_reader_that_goes_away_is_no_error(source, project):
    for number in range(300):
        (project / f"add{number}.asc").write_text(source.read_text().replace("add", f"add{number}"))
    command = [sys.executable, "-m", "sklint", "check"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_an_interrupt_ends_at_once_without_a_traceback(project, source):
    pack = project / "slow_pack"
    pack.mkdir()
    (pack / "__init__.py").write_text("import pathlib, time\npathlib.Path('loading').touch()\ntime.sleep(60)\n")
    command = [sys.executable, "-m", "sklint", "check", "--rule-pack", "slow_pack"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 30
        while not Path("loading").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_an_unreadable_file_and_folder(bound, source, bad):
    Path("secret.asc").write_text(bad)
    Path("secret.asc").chmod(0)
    Path("closed").mkdir(mode=0)
    result = bound("check", ".")
    Path("closed").chmod(0o755)
    assert result.code == 2 and "add.asc:3:31: blocker" in result.out
    reason = os.strerror(errno.EACCES)
    assert result.err == f"error: closed: cannot be read: {reason}\nerror: secret.asc: cannot be read: {reason}\n"


def test_a_missing_choice_is_told_on_one_line(run):
    result = run("list-rule-pack")
    assert result.code == 2 and "Choose from: spec, contract, compat;" in result.err
    assert result.err.count("\n") == 1


def odd_project(names: list[str | bytes]) -> None:
    """A source in GB18030 whose header, and that header's own, have Chinese names; `names` are theirs on disk."""
    struct = b"struct P { GM_ADDR a; bool f; };\ntemplate <int s> __sk__ __vector__ void k_s(const P *p) {}\n"
    texts = ['#include "数.h"\n'.encode("gb18030") + b"__global__ __vector__ void k(GM_ADDR a, bool f) {}\n", struct]
    for name, text in zip(names, texts, strict=True):
        Path(os.fsdecode(name)).write_bytes(text)
    Path("k.asc").write_bytes(
        '#include "参.h"\n#include "kernel_operator.h"\n'.encode("gb18030") + b"SK_BIND(k, 4, k_s<0>);\n"
    )


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_header_named_in_gb18030_is_read_under_either_name(run, project, encoding):
    odd_project([it.encode(encoding) for it in ("参.h", "数.h")])
    first, second = run("check", "k.asc"), run("check", "k.asc")
    assert first == second and first.code == 1, "the kept result says the same"
    assert "数.h:1:28: blocker[sk.args-struct-alignas]" in first.out and "参.h" not in first.out
    assert b"\xca\xfd" not in first.data and "bool f" in first.out


def test_a_header_named_in_gb18030_that_changes_or_appears_counts(run, project):
    odd_project([it.encode("gb18030") for it in ("参.h", "数.h")])
    text = Path(os.fsdecode("数.h".encode("gb18030"))).read_bytes()
    Path(os.fsdecode("数.h".encode("gb18030"))).unlink()
    assert "headers that were not found (数.h)" in run("check", "k.asc").out
    Path("数.h").write_bytes(text)
    assert "args-struct-alignas" in run("check", "k.asc").out
    assert run("check", "--fix", "k.asc").code == 0 and b"alignas(4) bool f" in Path("数.h").read_bytes()


@pytest.mark.parametrize(
    "line",
    [
        b'#include "\xb2\xce.h"',
        b"#include <\xff\xfe/\x81.h>",
        b'#include_next "\xb2\xce.h"',
        b"#include \xb2\xce.h",
        b'#embed "\xb2\xce.bin"',
        b"#error \xb2\xce",
        b'#line 7 "\xb2\xce.asc"',
        b"#pragma \xb2\xce",
        b'#pragma message("\xff")',
        b'#if __has_include("\xb2\xce.h")\n#endif',
        b"#define \xb2\xce 1",
        b"#if \xff\n#endif",
        b"#\xff",
        b'#import "\xff.h"',
        b'_Pragma("\xff")',
    ],
)
@pytest.mark.parametrize("format", ["text", "json", "sarif", "github", "markdown"])
def test_bytes_of_no_utf_8_in_a_directive_cost_nothing(run, project, bad, line, format):
    (project / "add.asc").write_bytes(line + b"\n" + bad.encode())
    result = run("check", "--output-format", format, "add.asc")
    assert result.code == 1 and "internal" not in result.out and "args-struct-alignas" in result.out


@pytest.fixture
def failing(project: Path, bad: str) -> list[str]:
    """The arguments of a run of which a part was not done: a file that is not there, and one that is binary."""
    (project / "add.asc").write_text(bad)
    (project / "a b.asc").write_bytes(b"__global__\0")
    return ["check", "add.asc", "nope.asc", "a b.asc"]


def test_json_names_the_files_that_were_not_checked(run, failing):
    result = run(*failing, "--output-format", "json")
    report = json.loads(result.out)
    missing = {"path": "nope.asc", "message": "no such file or folder"}
    assert result.code == 2 and len(report["findings"]) == 1
    assert report["failed"] == [missing, {"path": "a b.asc", "message": "not checked: it is binary"}]
    assert json.loads(run("check", "add.asc", "--output-format", "json").out)["failed"] == []


def test_sarif_says_that_the_job_was_not_done_and_names_each_file(run, failing):
    log = json.loads(run(*failing, "--output-format", "sarif").out)
    Draft4Validator(json.loads(SARIF.read_text("utf-8"))).validate(log)
    [invocation] = log["runs"][0]["invocations"]
    told = [it for it in invocation["toolExecutionNotifications"] if it["level"] == "error"]
    places = [it["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for it in told]
    assert invocation["executionSuccessful"] is False and places == ["nope.asc", "a%20b.asc"]
    assert [it["message"]["text"] for it in told] == ["no such file or folder", "not checked: it is binary"]
    log = json.loads(run("check", "add.asc", "--output-format", "sarif").out)
    assert log["runs"][0]["invocations"][0]["executionSuccessful"] is True


def test_reports_name_a_file_whose_worker_died(run, source, monkeypatch):
    monkeypatch.setattr(engine, "work", lambda _: os._exit(3))
    sarif = run("check", "--no-cache", "--output-format", "sarif")
    [invocation] = json.loads(sarif.out)["runs"][0]["invocations"]
    report = json.loads(run("check", "--no-cache", "--output-format", "json").out)
    assert sarif.code == 2 and invocation["executionSuccessful"] is False
    assert [it["path"] for it in report["failed"]] == ["add.asc"] and "crashed" in report["failed"][0]["message"]


def test_reports_name_a_file_that_could_not_be_fixed(run, source, monkeypatch):
    monkeypatch.setattr(fixes, "may_write", lambda _: False)
    result = run("check", "--fix", "--output-format", "json")
    assert result.code == 2 and "read-only" in json.loads(result.out)["failed"][0]["message"]


@pytest.mark.parametrize("arguments", [["pipe.asc"], ["--fix", "pipe.asc"], ["--diff", "pipe.asc"]])
def test_what_is_no_regular_file_is_told_and_not_waited_for(shell, source, arguments):
    os.mkfifo("pipe.asc")
    result = shell("check", *arguments, "add.asc")
    assert result.code == 2 and result.err.endswith("error: pipe.asc: not checked: it is no regular file\n")
    assert "pipe.asc" not in shell("check", ".").err, "a walk passes it"


@pytest.mark.parametrize("define", ["1X", "", "=3", "A B", "-X", "A-B=1"])
def test_a_macro_that_is_none_is_refused_with_its_place(run, source, project, define):
    given = run("check", "-D", define)
    assert given.code == 2 and f"{define or 'nothing'} defines no macro; write NAME or NAME=VALUE" in given.err
    (project / "sklint.toml").write_text(f'ignore = []\ndefines = [\n  "GOOD",\n  "{define}",\n]\n')
    configured = run("check")
    assert (
        configured.code == 2 and "sklint.toml:4: defines: " in configured.err and "defines no macro" in configured.err
    )


@pytest.mark.parametrize("define", ["X", "_x1=", "X=a b", "F(a,b)=a+b", "加=1"])
def test_a_macro_is_taken(run, source, project, define):
    assert run("check", "-D", define).code == 1
    (project / "sklint.toml").write_text(f'defines = ["{define}"]\n')
    assert run("check").code == 1


WRONG_FOLDERS = {
    "a key": ("ignor = []", "sklint.toml:1: ignor is not a setting; did you mean ignore?"),
    "no TOML": ("ignore = [", "sklint.toml"),
    "a rule": ('ignore = ["sk.bind-taget"]', "names no rule; did you mean sk.bind-target?"),
    "a chip": ('target = { chips = ["A4"] }', "'A4' is not known"),
    "a pack that is not there": ('rule-packs = ["none"]', "rule-packs names none, which is no rule pack"),
    "a pack that does not load": ('rule-packs = ["pack"]', "rule pack does not load: NameError"),
}


@pytest.mark.parametrize(("text", "told"), WRONG_FOLDERS.values(), ids=WRONG_FOLDERS)
@pytest.mark.parametrize("given", [["."], ["wrong", "right"], ["wrong/a.asc", "right/b.asc", "wrong/deep/c.asc"]])
def test_a_folder_with_a_wrong_configuration_leaves_the_others_checked(run, project, bad, text, told, given):
    for path in ("wrong/a.asc", "right/b.asc", "wrong/deep/c.asc"):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(bad)
    (project / "wrong" / "sklint.toml").write_text(f"{text}\n")
    (project / "wrong" / "pack").mkdir()
    (project / "wrong" / "pack" / "__init__.py").write_text("nothing\n")
    result = run("check", *given)
    assert result.code == 2 and result.out.startswith("right/b.asc:") and "wrong/a.asc:" not in result.out
    (message,) = result.err.splitlines()
    assert message.startswith("error: wrong") and told in message
    notes = json.loads(run("check", *given, "--output-format", "json").out)
    assert {it["path"] for it in notes["findings"]} == {"right/b.asc"}


WRONG_FILES = {
    "no compile commands": ('compile-commands = "cc.json"', "not valid JSON"),
    "no baseline": ('baseline = "none.json"', "no such baseline"),
}


@pytest.mark.parametrize(("text", "told"), WRONG_FILES.values(), ids=WRONG_FILES)
def test_a_folder_whose_configuration_names_a_wrong_file_leaves_the_others_checked(run, project, bad, text, told):
    for folder in ("wrong", "right"):
        (project / folder).mkdir()
        (project / folder / "a.asc").write_text(bad)
    (project / "wrong" / "sklint.toml").write_text(f"{text}\n")
    (project / "wrong" / "cc.json").write_text("[")
    result = run("check", ".")
    assert result.code == 2 and result.out.startswith("right/a.asc:") and "wrong/a.asc:" not in result.out
    (message,) = result.err.splitlines()
    assert message.startswith("error: wrong") and told in message
    known = run("check", ".", "--write-baseline", "wrong/none.json")
    assert known.code == (0 if "baseline" in text else 2)


@pytest.fixture
def header_below(project: Path, bad: str) -> Callable[[str], Path]:
    """A source in `right` that includes a header in `wrong`, both with a finding; `wrong` is configured with a text."""

    def header_below(text: str) -> Path:
        for name in ("wrong", "wrong/deep", "wrong/pack", "right"):
            (project / name).mkdir()
        (project / "wrong/sklint.toml").write_text(f"{text}\n")
        (project / "wrong/pack/__init__.py").write_text("nothing\n")
        (project / "wrong/cc.json").write_text("[")
        header = project / "wrong/deep/add.h"
        header.write_text(bad)
        (project / "right/use.asc").write_text(
            '#include "../wrong/deep/add.h"\n' + bad.replace("add", "sub").replace("Args", "SubArgs")
        )
        (project / "right/b.asc").write_text(bad)
        return header

    return header_below


WRONG_CONFIGURATIONS = WRONG_FOLDERS | WRONG_FILES


@pytest.mark.parametrize(("text", "told"), WRONG_CONFIGURATIONS.values(), ids=WRONG_CONFIGURATIONS)
@pytest.mark.parametrize("given", [["."], ["right"], ["right/use.asc", "right/b.asc"]])
def test_a_header_below_a_wrong_configuration_leaves_the_others_checked(run, header_below, text, told, given):
    header_below(text)
    result = run("check", *given)
    assert result.code == 2 and "right/b.asc:3:31: blocker" in result.out and "right/use.asc:" in result.out
    assert "wrong/deep/add.h:" not in result.out
    (message,) = result.err.splitlines()
    assert message.startswith("error: wrong") and told in message
    report = json.loads(run("check", *given, "--output-format", "json").out)
    assert {it["path"] for it in report["findings"]} == {"right/use.asc", "right/b.asc"}
    (failed,) = report["failed"]
    assert told in failed["message"]


@pytest.mark.parametrize("arguments", [["--fix"], ["--diff"], ["--write-baseline", "known.json"]])
def test_a_header_below_a_wrong_configuration_is_not_changed(run, header_below, arguments):
    header = header_below("ignor = []")
    before = header.read_bytes()
    result = run("check", "right", *arguments)
    assert result.code == 2 and "ignor is not a setting" in result.err
    assert header.read_bytes() == before and b"+++ wrong" not in result.data


def test_a_header_with_a_configuration_of_its_own_below_a_wrong_one(run, header_below):
    header = header_below("ignor = []")
    (header.parent / "sklint.toml").write_text("")
    result = run("check", "right")
    assert (result.code, result.err) == (1, "") and "wrong/deep/add.h:" in result.out


def test_a_contract_about_sources_below_a_wrong_configuration(run, project, bad):
    (project / "right.asc").write_text(bad)
    entry = {"inputs": [], "outputs": ["x"], "pybind_return_tensor": "x"}
    (project / "operator-io-contract.json").write_text(json.dumps({"schema_version": 1, "entries": {"add": entry}}))
    (project / "wrong").mkdir()
    (project / "wrong/add.asc").write_text(bad)
    (project / "wrong/sklint.toml").write_text("ignor = []\n")
    result = run("check", "operator-io-contract.json", "right.asc")
    assert result.code == 2 and result.out.startswith("right.asc:3:31: blocker")
    assert "ignor is not a setting" in result.err and result.err.count("\n") == 1
    assert [it.split(":")[1] for it in run("check", ".").err.splitlines()] == [" wrong", " operator-io-contract.json"]


def test_a_compile_command_that_cannot_be_read_leaves_the_others_checked(run, project, bad):
    commands = [
        {"file": name, "directory": str(project), "command": command}
        for name, command in {"a.asc": "bisheng 'a.asc", "b.asc": "bisheng b.asc", "c.asc": "x --npu-arch=no"}.items()
    ]
    (project / "cc.json").write_text(json.dumps(commands, indent=1))
    (project / "sklint.toml").write_text('compile-commands = "cc.json"\n')
    for name in ("a.asc", "b.asc", "c.asc"):
        (project / name).write_text(bad)
    result = run("check", ".")
    assert result.code == 2 and "b.asc:3:31: blocker" in result.out
    assert [it.split(":")[1].strip() for it in result.err.splitlines()] == ["a.asc", "c.asc"]
    assert "in 1 of 3 files" not in result.out and "1 of 1 file" not in result.out


FAILED = {
    "github": "::error file=gone.asc::no such file or folder\n",
    "markdown": "> error: gone.asc: no such file or folder\n",
}
NOTED = {
    "github": "::notice file=b.asc::not checked: it is binary\n",
    "markdown": "> note: b.asc: not checked: it is binary\n",
}


@pytest.mark.parametrize("output_format", ["github", "markdown"])
def test_every_report_tells_what_was_not_checked(run, project, good, output_format):
    (project / "good.asc").write_text(good)
    (project / "b.asc").write_bytes(b"\x7fELF\0\0__global__")
    below = run("check", ".", "--output-format", output_format)
    assert (below.code, below.err) == (0, "") and NOTED[output_format] in below.out
    named = run("check", "good.asc", "gone.asc", "--output-format", output_format)
    assert named.code == 2 and FAILED[output_format] in named.out and "All clear" not in named.out
    binary = run("check", "good.asc", "b.asc", "--output-format", output_format)
    assert binary.code == 2 and "error" in binary.out and "it is binary" in binary.out
    (project / "empty").mkdir()
    empty = run("check", "empty", "--output-format", output_format)
    assert empty.code == 0 and "no sources below it" in empty.out
