"""`sklint check PATHS` is read without click; what it asks for is what click reads, and a kept result needs little."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platformdirs import user_cache_path

from sklint.cli.check import check
from sklint.cli.given import PLAIN, plainly
from sklint.request import cache_folder

WORDS = st.sampled_from(["add.asc", "src/", "a b.asc", "内核.asc", "", *PLAIN])


@given(st.lists(WORDS, max_size=6))
def test_plain_words_ask_for_what_click_reads(words):
    context = check.make_context("check", list(words))
    assert plainly(["check", *words]) == context.params


@pytest.mark.parametrize(
    "words",
    [
        ["--fix", "--unsafe-fixes", "a.asc"],
        ["-"],
        ["--", "-q"],
        ["a.asc", "-j2"],
        ["--output-format=json", "a.asc"],
        ["-qq"],
        ["--help"],
        ["--fi", "a.asc"],
    ],
)
def test_all_else_is_left_to_click(words):
    assert plainly(["check", *words]) is None


def test_other_commands_and_the_shell_that_completes_are_left_to_click(monkeypatch):
    assert plainly(["explain", "sk.block-num"]) is None and plainly([]) is None
    monkeypatch.setenv("_SKLINT_COMPLETE", "bash_complete")
    assert plainly(["check", "a.asc"]) is None


def test_a_kept_result_is_told_without_what_costs_time_to_load(shell, project, bad):
    (project / "add.asc").write_text(bad)
    first = shell("check", "add.asc")
    program = (
        "import sys; sys.argv = ['sklint', 'check', 'add.asc']\n"
        "from sklint.__main__ import run\nrun()\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    report, _, loaded = again.stdout.removesuffix("\n").rpartition("\n")
    assert f"{report}\n" == first.out and done.stdout.startswith(first.out)
    heavy = {"click", "clang", "rich", "platformdirs", "pathspec", "importlib.metadata", "traceback", "sklint.api"}
    assert heavy & set(loaded.split()) == set()
    assert "typing_extensions" not in loaded.split() or sys.version_info < (3, 11)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked")
@pytest.mark.parametrize("home", [None, "", " ", "/tmp/kept", "relative"])
def test_results_are_kept_where_platformdirs_says(monkeypatch, home):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if home is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", home)
    assert cache_folder.__wrapped__() == Path(user_cache_path("sklint", appauthor=False))
