"""Kept results: never wrong after anything changed that a result came from, and safe under runs at once."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sklint import answers as engine

STRUCT = "struct Args { GM_ADDR x; bool keep; };"
GOOD = "struct Args { GM_ADDR x; alignas(4) bool keep; };"


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many sources each run gave to workers."""
    numbers: list[int] = []
    worked = engine.worked

    def counted(requests, number):
        numbers.append(len(requests))
        return worked(requests, number)

    monkeypatch.setattr(engine, "worked", counted)
    return numbers


@pytest.fixture
def source(project: Path, bad: str) -> Path:
    (project / "inc").mkdir()
    (project / "inc" / "args.h").write_text(STRUCT + "\n")
    path = project / "add.asc"
    path.write_text(bad.replace(STRUCT, '#include "args.h"'))
    return path


def test_a_second_run_asks_no_worker_and_says_the_same(run, source, workers):
    first, second = run("check", "add.asc", "-I", "inc"), run("check", "add.asc", "-I", "inc")
    assert first == second and first.code == 1
    assert workers == [1, 0]


def test_no_cache_checks_anew(run, source, workers):
    for _ in range(2):
        run("check", "add.asc", "-I", "inc", "--no-cache")
    assert workers == [1, 1]


def test_a_changed_header_counts(run, source, project):
    assert run("check", "add.asc", "-I", "inc").code == 1
    (project / "inc" / "args.h").write_text(GOOD + "\n")
    assert run("check", "add.asc", "-I", "inc").code == 0
    (project / "inc" / "args.h").write_text(STRUCT + "\n")
    assert run("check", "add.asc", "-I", "inc").code == 1


def test_a_header_that_appears_counts(run, source, project):
    assert run("check", "add.asc", "-I", "inc").code == 1
    (project / "args.h").write_text(GOOD + "\n")  # beside the source: found before inc/args.h
    assert run("check", "add.asc", "-I", "inc").code == 0
    (project / "args.h").unlink()
    assert run("check", "add.asc", "-I", "inc").code == 1


def test_a_header_that_was_missing_appears(run, source, project):
    before = run("check", "add.asc")
    assert "headers that were not found (args.h)" in before.out and before.code == 0
    (project / "args.h").write_text(STRUCT + "\n")
    assert run("check", "add.asc").code == 1


def test_another_configuration_counts(run, source, project):
    assert run("check", "add.asc", "-I", "inc").code == 1
    (project / "sklint.toml").write_text('include-dirs = ["inc"]\n[rules]\n"sk.args-struct-alignas" = "info"\n')
    assert run("check", "add.asc").code == 0
    assert run("check", "add.asc", "--fail-on", "info").code == 1


def test_another_rule_pack_counts(shell, source, project):
    pack = project / "extra_pack"
    shell("new-rule", "extra.name", "--pack", "extra_pack")
    source.write_text("__global__ void draft(int x) { }\n")
    assert shell("check", "add.asc").code == 0
    assert shell("check", "add.asc", "--rule-pack", "extra_pack").code == 1
    rule = pack / "extra_name.py"
    rule.write_text(rule.read_text().replace('== "draft"', '== "other"'))
    assert shell("check", "add.asc", "--rule-pack", "extra_pack").code == 0


def test_a_folder_that_cannot_be_written_or_holds_rubbish_is_no_error(bound, shell, source, project):
    (project / "closed").mkdir(mode=0o555)
    result = bound("check", "add.asc", "-I", "inc", env={"XDG_CACHE_HOME": str(project / "closed")})
    assert (result.code, result.err) == (1, "")
    home = {"XDG_CACHE_HOME": str(project / "cache")}
    assert shell("check", "add.asc", "-I", "inc", env=home).code == 1
    for path in (project / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(b"rubbish")
    result = shell("check", "add.asc", "-I", "inc", env=home)
    assert (result.code, result.err) == (1, "")


def test_runs_at_once_share_a_cache(project, bad):
    for number in range(12):
        (project / f"add{number}.asc").write_text(bad.replace("add", f"add{number}"))
    command = [sys.executable, "-m", "sklint", "check", "-j", "2"]
    env = {**os.environ, "XDG_CACHE_HOME": str(project / "cache")}
    with ThreadPoolExecutor(5) as threads:
        runs = [threads.submit(subprocess.run, command, capture_output=True, env=env) for _ in range(5)]
    outputs = {(it.result().returncode, it.result().stdout, it.result().stderr) for it in runs}
    ((code, out, err),) = outputs
    assert (code, out.count(b"blocker["), err) == (1, 12, b"")


def test_clean_drops_what_was_kept(shell, source, project):
    home = {"XDG_CACHE_HOME": str(project / "cache")}
    shell("check", "add.asc", env=home)
    assert any((project / "cache" / "sklint").iterdir())
    result = shell("clean", env=home)
    assert result.code == 0 and result.out.endswith(f"from {project}/cache/sklint.\n")
    assert not (project / "cache" / "sklint").exists()
    assert shell("clean", env=home).out.startswith("Dropped 0 files")


CONDITIONS = {
    "quoted": '#if __has_include("opt.h")',
    "angled": "#if defined(NONE) || __has_include( <opt.h> )",
    "named by a macro": '#define OPT "opt.h"\n#if __has_include(OPT)',
    "asked by a macro": '#define HAS(x) __has_include(x)\n#if HAS("opt.h")',
    "next": "#if __has_include_next(<opt.h>)",
    "above": '#if 0\n#elif __has_include("../inc/opt.h")',
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS)
@pytest.mark.parametrize("header", [False, True])
def test_a_header_that_a_condition_asks_for_counts(run, project, good, condition, header):
    (project / "inc").mkdir()
    opt = project / "inc" / "opt.h"
    asking = f"{condition}\n#define CAP 64\n#else\n#define CAP 4\n#endif\n"
    if header:
        (project / "inc" / "cap.h").write_text(asking)
        asking = '#include "cap.h"\n'
    (project / "inc" / "add.asc").write_text(asking + good.replace("4, add_sk", "CAP, add_sk"))
    asked = ("check", "inc/add.asc", "-I", "inc")
    for there in (False, True, False, True):
        opt.touch() if there else opt.unlink(missing_ok=True)
        kept, anew = run(*asked), run(*asked, "--no-cache")
        assert kept == anew and run(*asked) == anew, there
        assert "not found" not in kept.out
