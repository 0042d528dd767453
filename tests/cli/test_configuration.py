"""Which configuration counts, what it changes, suppression comments and baselines, as the command sees them."""

import json
from pathlib import Path

import pytest

ID = "sk.args-struct-alignas"


@pytest.fixture
def nested(project: Path, bad: str) -> Path:
    """A rule that is off at the root and a blocker in team/, which extends the root's configuration."""
    (project / "sklint.toml").write_text(f'[target]\ncann = "9.1"\nchips = ["A3"]\n\n[rules]\n"{ID}" = "off"\n')
    (project / "a.asc").write_text(bad)
    (project / "team").mkdir()
    (project / "team" / "sklint.toml").write_text(f'extend = "../sklint.toml"\n\n[rules]\n"{ID}" = "error"\n')
    (project / "team" / "b.asc").write_text(bad)
    return project


def found(result) -> list[tuple[str, str, str]]:
    return [(Path(it["path"]).name, it["rule_id"], it["severity"]) for it in json.loads(result.out)["findings"]]


@pytest.mark.parametrize(
    ("folder", "paths"),
    [(".", ["."]), (".", ["team/b.asc", "a.asc"]), ("team", [".."]), ("team", ["b.asc", "../a.asc"])],
)
def test_nested_configuration_is_the_same_from_everywhere(run, nested, monkeypatch, folder, paths):
    monkeypatch.chdir(nested / folder)
    assert found(run("check", "--output-format", "json", *paths)) == [("b.asc", ID, "blocker")]


def test_nested_configuration_from_another_folder_and_by_stdin(run, nested, monkeypatch, tmp_path, bad):
    monkeypatch.chdir(tmp_path)
    assert found(run("check", "--output-format", "json", "project")) == [("b.asc", ID, "blocker")]
    assert found(run("check", "--output-format", "json", nested)) == [("b.asc", ID, "blocker")]
    stdin, as_json = {"stdin": bad.encode()}, ("check", "--output-format", "json", "--stdin-filename")
    team, root = nested / "team" / "b.asc", nested / "a.asc"
    assert found(run(*as_json, team, **stdin)) == [("b.asc", ID, "blocker")]
    assert found(run(*as_json, root, **stdin)) == []


def test_show_config_tells_the_files_the_values_and_the_target(run, nested):
    out = run("check", "--show-config", "team/b.asc").out
    assert out.startswith(
        f"# team/b.asc\n# configuration: {nested}/team/sklint.toml\n"
        f"# which extends:  {nested}/sklint.toml\nselect = []\n"
    )
    assert '[target]\nchips = ["A3"]  # A3 is Atlas A3' in out and ', __NPU_ARCH__ 2201\ncann = "9.1"\n' in out
    assert out.endswith(f'[rules]\n"{ID}" = "error"\n')


def test_show_config_of_several_paths_with_the_command_line_over_them(run, nested, tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("elsewhere")
    out = run("check", "--show-config", ".", tmp_path, "--select", "sk", "--target-chip", "A2", "--fail-on=info").out
    first, second = out.split(f"\n# {tmp_path}\n")
    assert f"# configuration: {nested}/sklint.toml\n# command line: --select sk\n" in first
    assert 'fail-on = "info"' in first and 'chips = ["A2"]' in first
    assert second.startswith("# configuration: none above it; these are the defaults\n")


def test_config_names_the_file_for_all(run, nested):
    (nested / "strict.toml").write_text(f'[rules]\n"{ID}" = "info"\n')
    assert {it[2] for it in found(run("check", "--config", "strict.toml", "--output-format", "json"))} == {"info"}


def test_pyproject_counts_only_with_its_table(run, project, bad):
    (project / "add.asc").write_text(bad)
    (project / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert run("check").code == 1
    (project / "pyproject.toml").write_text(f'[tool.sklint]\nignore = ["{ID}"]\n')
    assert run("check").code == 0


SUPPRESSED = """#include "kernel_operator.h"

struct SArgs {
    GM_ADDR x;
    // sklint: ignore-next-line[sk.args-struct-alignas]
    bool
        keep;
    bool other;  // sklint: ignore[sk.args-struct-alignas] the launcher pads it
    bool third;  // sklint: ignore[no.such-rule]
};

#define MAKE(name)                                                                                      \\
    struct name##Pack { /* sklint: ignore[sk.args-struct-alignas] */ bool keep; };                      \\
    __global__ __vector__ void name(bool keep) { Work(keep); }                                          \\
    template <uint32_t p> __sk__ __vector__ void name##_sk(const name##Pack *a) { Work(a->keep); }

MAKE(ma)
SK_BIND(ma, 4, ma_sk<0>);

__global__ __vector__ void supp(GM_ADDR x, bool keep, bool other, bool third) { Work(x, keep, other, third); }
template <uint32_t p>
__sk__ __vector__ void supp_sk(const SArgs *args) { Work(args->x, args->keep, args->other, args->third); }
SK_BIND(supp, 4, supp_sk<0>);
"""


def test_suppressions_where_people_put_them(run, project):
    (project / "supp.asc").write_text(SUPPRESSED)
    report = json.loads(run("check", "--output-format", "json").out)
    told = [(it["rule_id"], it["range"]["start"]["line"]) for it in report["findings"]]
    assert told == [(ID, 9), ("sklint.unknown-suppression", 9)]


def test_a_suppression_that_covers_nothing_is_told_and_its_fix_takes_it_away(run, project, good):
    text = good.replace("bool keep; };", "bool keep; };  // sklint: ignore[sk.args-struct-alignas]")
    (project / "add.asc").write_text(text)
    result = run("check")
    assert result.code == 0 and "info[sklint.unused-suppression]" in result.out
    assert run("check", "--fix").code == 0
    assert (project / "add.asc").read_text() == good


@pytest.fixture
def known(run, project: Path, bad: str) -> Path:
    (project / "base.asc").write_text(bad)
    result = run("check", "--write-baseline", "known.json")
    assert (result.code, result.out) == (0, "Wrote 1 known finding to known.json.\n")
    return project / "base.asc"


def test_a_known_finding_stays_known_when_it_moves(run, known, bad):
    assert run("check", "--baseline", "known.json").out == "All clear: 1 file checked.\n"
    known.write_text(bad.replace("\nstruct", "\n// three\n// new\n// lines\n\nstruct"))
    assert run("check", "--baseline", "known.json").code == 0


def test_a_new_finding_in_the_place_of_a_known_one_shows(run, known, bad):
    swapped = bad.replace("bool keep; }", "alignas(4) bool keep; uint8_t extra; }").replace(
        "bool keep) { Work(x, keep)", "bool keep, uint8_t extra) { Work(x, keep, extra)"
    )
    known.write_text(swapped.replace("args->keep)", "args->keep, args->extra)"))
    result = run("check", "--baseline", "known.json", "--output-format", "json")
    (finding,) = json.loads(result.out)["findings"]
    assert result.code == 1 and finding["message"].startswith("extra is 1 byte")


def test_a_baseline_that_the_configuration_names(run, known, project, bad, monkeypatch):
    (project / "sklint.toml").write_text('baseline = "known.json"\n')
    assert run("check").code == 0
    monkeypatch.chdir(project.parent)
    assert run("check", "project").code == 0
    (project / "more.asc").write_text(bad.replace("add", "sub"))
    assert run("check", "project").code == 1
    assert run("check", "project", "--write-baseline", "project/known.json").out.startswith("Wrote 2 known findings")
    assert run("check", "project").code == 0


def test_include_dirs_that_are_not_there_are_told(run, project, bad):
    (project / "add.asc").write_text(bad)
    (project / "inc").mkdir()
    (project / "sklint.toml").write_text('ignore = ["compat"]\ninclude-dirs = [\n  "inc",\n  "gone/inc",\n]\n')
    place = f"note: {project}/sklint.toml:4: include-dirs names gone/inc, which is no folder"
    assert place in run("check").out
    assert place not in run("check", "-I", "inc").out
