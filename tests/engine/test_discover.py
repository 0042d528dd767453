import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklint.config import Overrides
from sklint.discover import discover
from sklint.readable import LARGEST, SUFFIXES, Skipped, has_signal, is_code, read_source
from sklint.resolve import resolver
from sklint.source import Source


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(*paths: str, **texts: str) -> None:
    for path in (*paths, *texts):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(texts.get(path, ""), "utf-8")


def files(*paths: str, overrides: Overrides | None = None) -> tuple[str, ...]:
    return discover(paths, resolver(overrides or Overrides())).files


def ignore(text: str, folder: str = ".") -> None:
    put(**{f"{folder}/.gitignore": text})


def test_a_folder_gives_the_sources_below_it_by_name() -> None:
    put("src/b.asc", "src/a/z.cpp", "src/a.h", "src/k.cce", "src/x.py", "src/README", "src/build/g.asc")
    assert files("src") == ("src/a/z.cpp", "src/a.h", "src/b.asc", "src/build/g.asc", "src/k.cce")


def test_paths_come_as_they_were_given(tmp_path: Path) -> None:
    put("src/a.asc", "here/b.asc")
    assert files(".") == ("here/b.asc", "src/a.asc")
    assert files("./src") == ("src/a.asc",)
    assert files(str(tmp_path / "src")) == (f"{tmp_path.as_posix()}/src/a.asc",)
    os.chdir("here")
    assert files("../src", "b.asc") == ("../src/a.asc", "b.asc")


def test_a_file_given_by_name_is_taken_whatever_leaves_it_out() -> None:
    put("gen/a.txt", "gen/b.asc", **{"sklint.toml": 'exclude = ["gen"]'})
    ignore("b.asc")
    assert files("gen/a.txt", "gen/b.asc") == ("gen/a.txt", "gen/b.asc")


def test_a_file_is_checked_once() -> None:
    put("src/a.asc", "src/b.asc")
    assert files("src/b.asc", "src", "./src/a.asc") == ("src/b.asc", "src/a.asc")


def test_folders_of_tools_are_left_out() -> None:
    put(".git/a.cpp", "node_modules/x/a.h", ".venv/lib/a.h", "__pycache__/a.cpp", "ok/a.cpp")
    assert files(".") == ("ok/a.cpp",)


def test_ignore_files_count_from_their_folder_and_the_deepest_decides() -> None:
    put("a/gen/x.asc", "a/keep.h", "a/b/keep.h", "a/b/top.asc", "top.asc", "gen.asc")
    ignore("gen/\n*.h\n/top.asc\n")
    ignore("!keep.h\n", "a/b")
    assert files(".") == ("a/b/keep.h", "a/b/top.asc", "gen.asc")


def test_what_lies_in_an_ignored_folder_cannot_be_taken_back() -> None:
    put("gen/keep.asc")
    ignore("gen/\n!gen/keep.asc\n")
    assert files(".") == ()


def test_ignore_files_above_count_up_to_the_repository() -> None:
    put("repo/src/a.asc", "repo/src/gen/b.asc", "repo/.git/HEAD")
    ignore("*.asc")
    ignore("src/gen/", "repo")
    assert files("repo/src") == ("repo/src/a.asc",)


def test_a_line_that_is_no_pattern_counts_for_nothing() -> None:
    put("a.asc", "b.asc")
    ignore("!\nb.asc\n")
    assert files(".") == ("a.asc",)


def test_ignore_files_count_for_nothing_if_the_configuration_says_so() -> None:
    put("a.asc", "sub/b.asc", **{"sub/sklint.toml": "respect-gitignore = false"})
    ignore("*.asc")
    assert files("sub") == ("sub/b.asc",)
    assert files(".", overrides=Overrides(respect_gitignore=False)) == ("a.asc", "sub/b.asc")


def test_the_configuration_leaves_out_and_takes_in() -> None:
    put("third_party/x.asc", "src/a.asc", "src/k.inc", "src/a_test.asc")
    put(**{"sklint.toml": 'exclude = ["/third_party", "*_test.asc"]\ninclude = ["*.inc"]'})
    assert files(".") == ("src/a.asc", "src/k.inc")


def test_a_linked_file_is_checked_once_by_its_own_name() -> None:
    put("src/b.asc", "else/c.asc")
    Path("src/a.asc").symlink_to("b.asc")
    Path("src/c.asc").symlink_to("../else/c.asc")
    assert files("src") == ("src/b.asc", "src/c.asc")


def test_links_to_folders_are_followed_once_and_never_upwards() -> None:
    put("src/b.asc", "else/deep/c.asc", "d.asc")
    Path("src/a_up").symlink_to("..")
    Path("src/a_self").symlink_to(".")
    Path("src/else1").symlink_to("../else")
    Path("src/else2").symlink_to("../else")
    Path("else/deep/round").symlink_to("..")
    Path("src/broken.asc").symlink_to("nothing")
    Path("src/itself.asc").symlink_to("itself.asc")
    assert files("src") == ("src/b.asc", "src/else1/deep/c.asc")


def test_a_missing_path_fails_and_the_others_go_on() -> None:
    put("a.asc")
    found = discover(["no.asc", "a.asc"], resolver())
    assert found.files == ("a.asc",)
    assert found.skipped == (Skipped("no.asc", "no such file or folder", failed=True),)


def test_a_folder_without_sources_is_told_but_no_failure() -> None:
    put("docs/a.md")
    (note,) = discover(["docs"], resolver()).skipped
    assert (note.path, note.failed) == ("docs", False)
    assert note.message.startswith("no sources below it")


def test_a_path_that_no_file_can_have_fails() -> None:
    assert all(it.failed for it in discover(["a\0b", "a" * 5000], resolver()).skipped)
    assert len(discover(["a\0b", "a" * 5000], resolver()).skipped) == 2


_NAMES = st.sampled_from(["a", "b", "gen", "ü 内", "x#1"])
_PATHS = st.lists(st.tuples(st.lists(_NAMES, max_size=3), _NAMES, st.sampled_from([*sorted(SUFFIXES), ".md", ""])))


@given(_PATHS)
def test_every_source_is_found_once_and_nothing_else(tree: list[tuple[list[str], str, str]]) -> None:
    root = Path(tempfile.mkdtemp())
    try:
        written: set[str] = set()
        for folders, stem, suffix in tree:
            path = root.joinpath(*(f"{it}.d" for it in folders), stem + suffix)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            written |= {path.as_posix()} if suffix in SUFFIXES else set()
        found = files(str(root))
        assert list(found) == sorted(written, key=lambda it: Path(it).parts)
        assert files(str(root), str(root), *found) == found
    finally:
        shutil.rmtree(root)


def test_a_source_is_read_as_its_bytes() -> None:
    Path("a.asc").write_bytes(b"\xef\xbb\xbf// \xc4\xda\r\n")
    source = read_source("a.asc")
    assert isinstance(source, Source)
    assert (source.path, source.data) == ("a.asc", b"\xef\xbb\xbf// \xc4\xda\r\n")


def test_what_is_too_large_or_no_code_is_told_and_what_cannot_be_read_fails() -> None:
    Path("large.cpp").write_bytes(b" " * (LARGEST + 1))
    Path("notes.asc").write_text("= Notes\n", "utf-8")
    assert read_source("large.cpp") == Skipped("large.cpp", "not checked: larger than 4 MB", failed=False)
    assert read_source("notes.asc") == Skipped("notes.asc", "not checked: this is no source code", failed=False)
    assert read_source("none.asc") == Skipped("none.asc", "cannot be read: No such file or directory", failed=True)


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN PGP SIGNATURE-----\n\nabc\n",
        "\n= Release notes\n\n== Changes\n",
        "// a remark\n\n== Usage\n",
        ":toc: left\n:!sectnums:\n= Title\n",
        "\ufeff= Title\n",
        ".Block title\n----\n__global__ void k(GM_ADDR x);\n----\n",
    ],
)
def test_armour_and_asciidoc_are_no_code(text: str) -> None:
    assert not is_code("notes.asc", text.encode())
    assert is_code("notes.cpp", text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "// = Title\nint a;",
        "::ns::A a;",
        "#include <a>\n// -----BEGIN",
        "/* x */\nint b\n= 5;",
        "__global__ void f();",
    ],
)
def test_sources_are_code(text: str) -> None:
    assert is_code("a.asc", text.encode())
    assert not is_code("a.asc", text.encode() + b"\0")
    assert not is_code("a.h", f"{text}a".encode("utf-16"))


@pytest.mark.parametrize(
    "text",
    ["__global__", "__sk__ void f();", "FA_SK_BIND(a, 4)", "[aicore]", "TORCH_LIBRARY_IMPL(", "k<<<1, 0, s>>>()"],
)
def test_a_word_of_an_operator_is_a_signal(text: str) -> None:
    assert has_signal(f"int a;\n{text}\n".encode())


def test_plain_code_has_no_signal() -> None:
    assert not has_signal(b"#include <vector>\nint global_ = 1 << 3;\n")
