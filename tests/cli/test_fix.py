"""--fix and --diff: what they change, what they leave, and what stops them."""

import stat
import subprocess
from pathlib import Path

import pytest

from sklint.cli import fixes

STRUCT, FIXED = "struct Args { GM_ADDR x; bool keep; };", "struct Args { GM_ADDR x; alignas(4) bool keep; };"


@pytest.fixture
def source(project: Path, bad: str) -> Path:
    path = project / "add.asc"
    path.write_text(bad)
    return path


def test_fix_repairs_and_says_so_and_a_second_run_changes_nothing(run, source, good):
    result = run("check", "--fix")
    assert (result.code, result.out) == (0, "All clear: 1 file checked.\nFixed 1 finding in 1 file.\n")
    assert source.read_text() == good
    before = source.stat()
    assert run("check", "--fix").out == "All clear: 1 file checked.\nNothing to fix.\n"
    assert (source.stat().st_mtime_ns, source.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_diff_shows_what_fix_would_do_and_does_nothing(run, source, bad, good):
    result = run("check", "--diff")
    assert result.code == 1 and source.read_text() == bad
    assert result.out.startswith("--- add.asc\n+++ add.asc\n@@ ") and f"-{STRUCT}\n+{FIXED}\n" in result.out
    assert result.err == "Would fix 1 finding in 1 file.\n"
    subprocess.run(["patch", "-p0"], input=result.data, check=True, capture_output=True)
    assert source.read_text() == good
    clean = run("check", "--diff")
    assert (clean.code, clean.out, clean.err) == (0, "", "Nothing to fix.\n")


def test_fix_and_diff_together_change_nothing(run, source, bad):
    assert run("check", "--fix", "--diff").code == 1
    assert source.read_text() == bad


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_every_byte_outside_the_edit_stays(run, source, bad, encoding, newline, end):
    text = "// 加法算子：保留\n" + bad.rstrip("\n") + " // 结尾" + end
    data = text.replace("\n", newline).encode(encoding)
    source.write_bytes(data)
    diff = run("check", "--diff").data
    assert run("check", "--fix").code == 0
    fixed = text.replace(STRUCT, FIXED).replace("\n", newline).encode(encoding)
    assert source.read_bytes() == fixed
    source.write_bytes(data)
    subprocess.run(["patch", "-p0", "--binary"], input=diff, check=True, capture_output=True)
    assert source.read_bytes() == fixed


def test_unsafe_fixes_only_when_asked_for(run, project, bad):
    pack_text = bad.replace("bool keep; }", "alignas(4) bool keep; }").replace("__sk__ __vector__", "__sk__ __cube__")
    (project / "add.asc").write_text(pack_text)
    only = ("--select", "sk.kernel-type-match")
    assert run("check", *only, "--fix").code == 1
    assert (project / "add.asc").read_text() == pack_text
    assert run("check", *only, "--diff", "--unsafe-fixes").code == 1
    assert run("check", *only, "--fix", "--unsafe-fixes").code == 0
    assert "__sk__ __vector__" in (project / "add.asc").read_text()


def test_only_selected_findings_are_fixed(run, source, bad):
    assert run("check", "--fix", "--select", "sk.bind").code == 0
    assert source.read_text() == bad


def test_what_a_baseline_knows_is_not_fixed(run, source, bad):
    run("check", "--write-baseline", "known.json")
    assert run("check", "--fix", "--baseline", "known.json").out.endswith("Nothing to fix.\n")
    assert source.read_text() == bad


def test_a_fix_reaches_into_a_header_that_was_not_given(run, project, bad, good):
    (project / "inc").mkdir()
    header = project / "inc" / "args.h"
    header.write_text(STRUCT + "\n")
    for name in ("add", "sub"):
        (project / f"{name}.asc").write_text(bad.replace(STRUCT, '#include "inc/args.h"').replace("add", name))
    assert run("check", "--diff", "add.asc").out.startswith("--- inc/args.h\n")
    result = run("check", "--fix", "add.asc", "sub.asc")
    assert (result.code, header.read_text()) == (0, FIXED + "\n")
    assert result.out.endswith("Fixed 1 finding in 1 file.\n")


def test_a_link_stays_a_link_and_the_mode_stays(run, project, bad, good):
    real = project / "real"
    real.mkdir()
    (real / "add.asc").write_text(bad)
    (real / "add.asc").chmod(0o754)
    (project / "link.asc").symlink_to("real/add.asc")
    assert run("check", "--fix", "link.asc").code == 0
    assert (project / "link.asc").is_symlink() and (real / "add.asc").read_text() == good
    assert stat.S_IMODE((real / "add.asc").stat().st_mode) == 0o754
    assert [it.name for it in real.iterdir()] == ["add.asc"]


def test_a_file_that_changed_meanwhile_is_left_alone(run, source, project, bad, good, monkeypatch):
    (project / "sub.asc").write_text(bad.replace("add", "sub"))
    fix = fixes.fix

    def and_somebody_types(*arguments, **more):
        fixed = fix(*arguments, **more)
        source.write_text("// mine\n")
        return fixed

    monkeypatch.setattr(fixes, "fix", and_somebody_types)
    result = run("check", "--fix")
    assert result.code == 2 and source.read_text() == "// mine\n"
    assert (project / "sub.asc").read_text() == good.replace("add", "sub")
    assert result.err == "error: add.asc: not fixed: it changed while it was checked; run sklint again\n"
    assert result.out.endswith("Fixed 1 finding in 1 file.\n")


def test_read_only_files_and_folders_are_told_and_the_others_written(bound, project, bad, good):
    (project / "closed").mkdir()
    places = {name: project / name for name in ("add.asc", "kept.asc", "closed/shut.asc")}
    for path in places.values():
        path.write_text(bad.replace("add", path.stem))
    places["kept.asc"].chmod(0o444)
    (project / "closed").chmod(0o555)
    result = bound("check", "--fix")
    (project / "closed").chmod(0o755)
    assert result.code == 2 and places["add.asc"].read_text() == good
    assert places["kept.asc"].read_text() == bad.replace("add", "kept")
    assert places["closed/shut.asc"].read_text() == bad.replace("add", "shut")
    why = "not fixed: the file or its folder is read-only; make both writable"
    assert sorted(result.err.splitlines()) == [f"error: closed/shut.asc: {why}", f"error: kept.asc: {why}"]
    assert result.out.endswith("Fixed 1 finding in 1 file.\n")


def test_only_what_changed_is_checked_again(run, project, bad, good, monkeypatch):
    from sklint import project as engine

    for number in range(8):
        (project / f"good{number}.asc").write_text(good.replace("add", f"good{number}"))
    (project / "add.asc").write_text(bad)
    asked = []
    answers = engine.answers

    def counted(requests, settings):
        asked.append(sorted(requests))
        return answers(requests, settings)

    monkeypatch.setattr(engine, "answers", counted)
    assert run("check", "--fix").code == 0
    assert [len(it) for it in asked] == [9, 1] and asked[1] == ["add.asc"]


def test_a_report_of_what_is_left_in_another_format_stays_pure(run, source):
    result = run("check", "--fix", "--output-format", "json")
    assert result.out.startswith("{") and result.out.endswith("}\n")
    assert result.err == "Fixed 1 finding in 1 file.\n"


CUT = """#include "kernel_operator.h"
struct P { GM_ADDR a; };
__global__ __vector__ void o(GM_ADDR a) { AscendC::TPipe pipe; Op op(a, &pipe); op.Process(); }
template <int s> __sk__ __vector__ void o_s(const P *p)
{
    AscendC::TPipe pipe;
    Op op(p->a, &pipe);
    op.Pro"""


@pytest.mark.parametrize(
    "rest", ["", ";", "cess(", "cess();\n    if (p) {\n", "cess()\n}\n", "\n}\nSK_BIND(o, 4, o_s<0>);\n"]
)
def test_nothing_is_written_into_a_body_that_is_cut_off(run, project, rest):
    (project / "o.asc").write_text(CUT + rest)
    result = run("check", "--fix", "o.asc")
    assert (project / "o.asc").read_text() == CUT + rest and "tpipe-destroy-without-pipe-all" in result.out


def test_what_is_whole_beside_a_body_that_is_cut_off_is_repaired(run, project, bad, good):
    (project / "o.asc").write_text(bad + CUT.partition("\n")[2])
    run("check", "--fix", "o.asc")
    assert (project / "o.asc").read_text() == good + CUT.partition("\n")[2]


@pytest.fixture
def third(project: Path, bad: str) -> Path:
    """A header with a defect in a folder of others, which add.asc includes."""
    (project / "third").mkdir()
    path = project / "third" / "p.h"
    path.write_text(STRUCT + "\n")
    (project / "add.asc").write_text(bad.replace(STRUCT, '#include "third/p.h"'))
    return path


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("sklint.toml", 'exclude = ["third"]'),
        ("sklint.toml", 'exclude = ["**/p.h"]'),
        ("sklint.toml", 'exclude = ["third/"]'),
        (".gitignore", "third/"),
        ("third/.gitignore", "*.h"),
    ],
)
def test_a_header_that_the_configuration_leaves_out_is_not_told_of_nor_changed(run, third, file, text):
    Path(file).write_text(text)
    for arguments in ((), ("--fix", "."), ("--fix", "add.asc"), ("--diff", ".")):
        result = run("check", *arguments)
        assert result.code == 0 and third.read_text() == STRUCT + "\n", arguments
        assert "p.h" not in result.out
    assert run("check", "third/p.h", "add.asc").code == 1, "what is named is checked"
    assert run("check", "--fix", "third/p.h", "add.asc").code == 0 and third.read_text() == FIXED + "\n"


def test_a_taken_back_pattern_and_a_setting_bring_it_in_again(run, third):
    Path(".gitignore").write_text("third/*\n!third/p.h\n")
    assert run("check").code == 1
    Path(".gitignore").write_text("third/\n")
    Path("sklint.toml").write_text("respect-gitignore = false")
    assert run("check").code == 1


def test_a_header_beside_the_given_paths_is_repaired(run, third, project):
    (project / "src").mkdir()
    (project / "add.asc").rename(project / "src" / "add.asc")
    assert run("check", "--fix", "src", "-I", ".").code == 0 and third.read_text() == FIXED + "\n"


def test_a_header_that_holds_a_null_byte_is_told_and_repaired_at_its_place(run, project):
    header, source = project / "a.h", project / "k.asc"
    text = b'#include "kernel_operator.h"\n' + STRUCT.encode() + b"\n// \0\n"
    header.write_bytes(text)
    source.write_text(
        '#include "a.h"\n__global__ __vector__ void k(GM_ADDR x, bool keep) {}\n'
        "template <int part> __sk__ __vector__ void k_sk(const Args *args) {}\nSK_BIND(k, 4, k_sk<0>);\n"
    )
    assert run("check", "k.asc").out.startswith("a.h:2:31: blocker[sk.args-struct-alignas] ")
    assert run("check", "--fix", "k.asc").code == 0
    assert header.read_bytes() == text.replace(STRUCT.encode(), FIXED.encode())
