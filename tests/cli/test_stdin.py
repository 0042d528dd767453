"""Stdin: an editor's text, checked as if it were a file."""

import json

import pytest


def test_stdin_is_checked_and_named(run, project, bad):
    result = run("check", "-", stdin=bad.encode())
    assert result.code == 1 and result.out.startswith("<stdin>:3:31: blocker[sk.args-struct-alignas]")


def test_stdin_with_a_name_has_that_path_and_that_configuration(run, project, bad):
    (project / "team").mkdir()
    (project / "team" / "sklint.toml").write_text('ignore = ["sk.args-struct-alignas"]\n')
    named = run("check", "--stdin-filename", "team/add.asc", stdin=bad.encode())
    assert named.code == 0
    other = run("check", "-", "--stdin-filename", "new/folder/add.asc", "--output-format", "json", stdin=bad.encode())
    assert [it["path"] for it in json.loads(other.out)["findings"]] == ["new/folder/add.asc"]


def test_stdin_finds_the_headers_beside_its_name(run, project, bad):
    (project / "src").mkdir()
    (project / "src" / "args.h").write_text("struct Args { GM_ADDR x; bool keep; };\n")
    text = bad.replace("struct Args { GM_ADDR x; bool keep; };", '#include "args.h"').encode()
    result = run("check", "--stdin-filename", "src/add.asc", stdin=text)
    assert result.out.startswith("src/args.h:1:31: blocker")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_fix_prints_the_repaired_text_and_reports_on_stderr(run, project, bad, good, newline):
    (project / "add.asc").write_text("// on disk\n")
    result = run("check", "--fix", "--stdin-filename", "add.asc", stdin=bad.replace("\n", newline).encode())
    assert (result.code, result.data) == (0, good.replace("\n", newline).encode())
    assert result.err == "All clear: 1 file checked.\n"
    assert (project / "add.asc").read_text() == "// on disk\n"


def test_fix_leaves_the_headers_of_stdin_alone(run, project, bad):
    (project / "args.h").write_text("struct Args { GM_ADDR x; bool keep; };\n")
    text = bad.replace("struct Args { GM_ADDR x; bool keep; };", '#include "args.h"')
    result = run("check", "--fix", "-", stdin=text.encode())
    assert (result.code, result.out) == (1, text)
    assert (project / "args.h").read_text() == "struct Args { GM_ADDR x; bool keep; };\n"


@pytest.mark.parametrize("data", [b"", b"\0\x01binary", b"-----BEGIN PGP SIGNATURE-----\n", b"int main() {}"])
def test_fix_gives_back_what_is_not_checked(run, project, data):
    result = run("check", "--fix", "--stdin-filename", "a.asc", stdin=data)
    assert (result.code, result.data) == (2 if b"\0" in data else 0, data)


def test_diff_of_stdin(run, project, bad):
    result = run("check", "--diff", "--stdin-filename", "add.asc", stdin=bad.encode())
    assert result.code == 1 and result.out.startswith("--- add.asc\n+++ add.asc\n")
