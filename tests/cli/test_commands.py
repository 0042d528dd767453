"""The other commands: explain, rules, docs, new-rule, schema, completion, --help and --version."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sklint
from sklint.cli.commands import COMMANDS
from sklint.settings import schema_text


def test_version_comes_from_the_door_without_heavy_imports(shell):
    assert shell("--version").out == f"sklint {sklint.__version__}\n"
    program = (
        "import sys; sys.argv = ['sklint', '--version']\nfrom sklint.__main__ import run\nrun()\nprint(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"click", "msgspec", "clang", "rich", "importlib.metadata"} & set(loaded)


def test_a_check_without_colours_loads_no_rich(project, bad):
    (project / "add.asc").write_text(bad)
    program = "import sys; from sklint.cli.main import main\nmain(['check', 'add.asc'])\nprint('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\nFalse\n")


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_teaches(run, command):
    result = run(*command, "--help")
    assert result.code == 0 and result.out.startswith(f"Usage: {' '.join(['sklint', *command])} ")
    assert all(len(line) <= 120 for line in result.out.splitlines())


def test_help_of_check_has_every_option_in_a_section_with_examples_and_exit_codes(run):
    out = run("check", "--help").out
    for title in ("Fixes", "Rules", "Target", "Input", "Output", "Verdict", "Speed", "Examples", "Exit codes"):
        assert f"\n{title}:\n" in out
    assert "[OPTIONS] [PATHS]..." in out and "  2  the job was not done" in out


def test_without_a_command_the_help_is_shown_and_it_is_an_error(run):
    result = run()
    assert result.code == 2 and result.out.startswith("Usage: sklint ")


def test_rules_lists_every_rule_in_columns(run, project):
    lines = run("rules").out.splitlines()
    alignas = next(line for line in lines if line.startswith("sk.args-struct-alignas "))
    assert alignas.split()[1:4] == ["blocker", "spec", "fix"]
    assert len({line.index("spec  ") for line in lines if "  spec  " in line}) == 1


def test_rules_as_json(run, project):
    rules = {it["id"]: it for it in json.loads(run("rules", "--output-format", "json").out)["rules"]}
    assert rules["sk.args-struct-alignas"]["fixable"] and rules["sk.bind-duplicate"]["category"] == "spec"


def test_explain_shows_the_page(run, project):
    out = run("explain", "sk.args-struct-alignas").out
    assert out.startswith("# sk.args-struct-alignas\n\n*blocker, pack spec, since 0.1.0, has a fix*\n")
    assert "bool keep; // <- one byte" in out and "**Not reported**" in out and out.count("```") % 2 == 0


def test_explain_several_by_the_beginning_of_their_ids(run, project):
    out = run("explain", "sk.bind", "sk.bind-target", "sklint.internal").out
    assert out.count("\n# sk.bind-target\n") == 1 and "# sk.bind-duplicate\n" in out and "# sklint.internal\n" in out


def test_explain_on_a_terminal_is_drawn(run, project):
    out = run("explain", "sk.args-struct-alignas", "--color", "always").out
    assert "\x1b[" in out and "```" not in out


def test_explain_of_an_unknown_id_names_the_nearest(run, project):
    result = run("explain", "sk.block-nun")
    assert (result.code, result.err) == (2, "error: sk.block-nun names no rule; did you mean sk.block-num?\n")


def test_docs_of_a_pack_that_is_not_there(run, project):
    assert run("docs", "spce").err == "error: spce: no such rule pack; did you mean spec?\n"


def test_schema_is_that_of_the_settings(run):
    assert run("schema").out == schema_text()


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_help_of_every_command_has_an_example(run, name):
    out = run(name, "--help").out
    assert "Examples:\n" in out and "  sklint " in out.partition("Examples:\n")[2]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_script(run, name):
    result = run("completion", name)
    assert result.code == 0 and "_SKLINT_COMPLETE" in result.out


def test_completion_completes_commands_options_and_rule_ids(shell, project):
    def completed(words: str, at: int) -> list[str]:
        env = {"_SKLINT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        return [line.partition(",")[2] for line in shell(env=env).out.splitlines()]

    assert completed("sklint ch", 1) == ["check"]
    assert "--statistics" in completed("sklint check --st", 2)
    explained = completed("sklint explain sk.bind-m", 2)
    assert "sk.bind-target" in completed("sklint explain sk.bind", 2) and "sk.bind-missing" in explained
    assert completed("sklint check --select sk.bind-m", 3) == explained
    assert completed("sklint check --ignore spec,sk.bind-miss", 3) == ["spec,sk.bind-missing"]
    assert {"A2", "A3"} <= set(completed("sklint check --target-chip A", 3))
    assert "A2,A3" in completed("sklint check --target-chip A2,a3", 3)
    assert completed("sklint generate-from-template add_", 2) == ["add_custom"]


def test_new_rule_makes_a_pack_that_runs(shell, project):
    made = shell("new-rule", "team.kernel-name", "--pack", "rules/team_rules")
    assert made.code == 0 and "Wrote rules/team_rules/team_kernel_name.py\n" in made.out
    (project / "a.asc").write_text("__global__ __vector__ void draft(GM_ADDR x) { Work(x); }\n")
    checked = shell("check", "--rule-pack", "rules/team_rules", "--select", "team", "--fix", "--unsafe-fixes")
    assert checked.code == 0 and (project / "a.asc").read_text().startswith("__global__ __vector__ void kernel(")
    assert "team.kernel-name  " in shell("rules", "--rule-pack", "rules/team_rules").out
    assert shell("explain", "team.kernel-name", "--rule-pack", "rules/team_rules").code == 0
    assert shell("docs", "rules/team_rules").out.count("## team.kernel-name") == 1


def test_new_rule_never_overwrites(run, project):
    run("new-rule", "team.name", "--pack", "team_rules")
    rule = Path("team_rules/team_name.py")
    rule.write_text("mine")
    result = run("new-rule", "team.name", "--pack", "team_rules")
    assert result.code == 2 and rule.read_text() == "mine"
    assert result.err == f"error: {rule}: there already, and left as it is; take another id or remove it\n"
    assert run("new-rule", "team.other", "--pack", "team_rules").out.startswith("Wrote team_rules/team_other.py\n")


@pytest.mark.parametrize(
    ("id", "pack", "message"),
    [
        ("Name", "team_rules", "Name: no id for a rule; ids are <topic>.<what>"),
        ("../x.y", "team_rules", "no id for a rule"),
        ("team.name", "team-rules", "team-rules: no name for a Python package"),
        ("sk.block-num", "team_rules", "sk.block-num is there already, in pack spec"),
    ],
)
def test_new_rule_refuses_bad_names_and_leaves_nothing(run, project, id, pack, message):
    result = run("new-rule", id, "--pack", pack)
    assert result.code == 2 and message in result.err and not list(project.iterdir())


def test_the_server_itself_loads_no_libclang():
    program = "import sys, sklint_server.features as it; it.new_server(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "pygls" in loaded and not {"clang", "sklint.lint", "rich", "click"} & set(loaded)


def test_the_texts_of_all_commands_begin_in_one_column(run):
    rows = [line for line in run("--help").out.splitlines() if re.match(r"  [a-z-]+ {2,}\S", line)]
    assert len(rows) > 20
    assert len({re.match(r"  [a-z-]+ +", line).end() for line in rows}) == 1
