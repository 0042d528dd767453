"""Packs: folders that are named, a third party's that is installed, and what is told of broken ones."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
RULE = '''"""{summary}"""

from sklint.api import Context, Severity, rule


@rule("{id}", severity=Severity.WARNING, since="0.1.0", sources=("here",))
def check(ctx: Context):
    {body}
'''
INIT = '"""Broken on purpose."""\n\nfrom sklint.api import Pack\n\npack = Pack.of(__name__)\n'


def write_pack(folder: Path, *, init: str = INIT, **rules: str) -> None:
    folder.mkdir()
    (folder / "__init__.py").write_text(init)
    for name, text in rules.items():
        (folder / f"{name}.py").write_text(text)


@pytest.fixture
def source(project: Path, good: str) -> Path:
    (project / "add.asc").write_text(good)
    return project / "add.asc"


@pytest.mark.parametrize(
    ("init", "message"),
    [
        (
            "import nothing_like_this\n",
            "{p}/__init__.py: rule pack does not load: ModuleNotFoundError: No module named",
        ),
        ("raise RuntimeError('no')\n", "{p}/__init__.py: rule pack does not load: RuntimeError: no"),
        ("def (:\n", "{p}/__init__.py: rule pack does not load: SyntaxError"),
        ("x = 1\n", "{p}/__init__.py: rule pack has no `pack = Pack.of(__name__)`"),
        ("pack = 'text'\n", "{p}/__init__.py: rule pack has no `pack = Pack.of(__name__)`"),
    ],
)
def test_a_pack_that_does_not_load_is_an_error_with_its_place(shell, project, source, init, message):
    write_pack(project / "my_pack", init=init)
    for how in (("--rule-pack", "my_pack"), ()):
        if not how:
            (project / "sklint.toml").write_text('rule-packs = ["my_pack"]\n')
        result = shell("check", *how)
        assert (result.code, result.out) == (2, "")
        assert message.format(p=project / "my_pack") in result.err and result.err.count("\n") == 1


def test_a_folder_without_a_pack(shell, project, source):
    (project / "empty").mkdir()
    assert (
        shell("check", "--rule-pack", "empty").err == f"error: {project}/empty: no rule pack: it has no __init__.py\n"
    )


def test_a_rule_id_that_two_packs_have(shell, project, source):
    rule = RULE.format(summary="Taken.", id="sk.block-num", body="return ()")
    write_pack(project / "my_pack", sk_block_num=rule)
    assert (
        shell("check", "--rule-pack", "my_pack").err == "error: rule sk.block-num is in two packs: spec and my_pack\n"
    )


def test_a_rule_that_raises_costs_its_findings_only(shell, project, bad):
    (project / "add.asc").write_text(bad)
    (project / "sub.asc").write_text(bad.replace("add", "sub"))
    write_pack(project / "my_pack", my_rule=RULE.format(summary="Raises.", id="my.rule", body="raise KeyError(ctx)"))
    result = shell("check", "--rule-pack", "my_pack", "--exit-zero")
    assert result.code == 2 and result.out.count("blocker[sk.args-struct-alignas]") == 2
    assert "info[sklint.internal] my.rule failed with KeyError" in result.out
    assert "Traceback" not in result.err and "my.rule failed with KeyError" in result.err
    assert result.err.startswith("error: add.asc: ") and "(and 1 more failure)" in result.err
    assert shell("check", "--rule-pack", "my_pack", "--ignore", "my.rule").code == 1
    assert shell("check", "--rule-pack", "my_pack", "--select", "sk.bind").code == 0
    assert shell("check", "--rule-pack", "my_pack", "--select", "my.rule").code == 2


def test_a_rule_that_kills_its_worker_costs_that_file_only(shell, project, bad):
    (project / "add.asc").write_text(bad)
    (project / "kill.asc").write_text(bad.replace("add", "kill"))
    body = 'if "kill" in ctx.unit.source.path: __import__("os")._exit(9)\n    return ()'
    write_pack(project / "my_pack", my_rule=RULE.format(summary="Kills.", id="my.rule", body=body))
    result = shell("check", "--rule-pack", "my_pack", "--fix")
    assert result.code == 2 and "kill.asc crashed the parser; the other files were checked" in result.err
    assert "alignas(4) bool" in (project / "add.asc").read_text()


def test_a_pack_that_the_configuration_names_counts_from_its_folder(shell, project, source):
    shell("new-rule", "team.name", "--pack", "team_rules")
    (project / "sklint.toml").write_text('rule-packs = ["team_rules"]\n[rules]\n"team.name" = "blocker"\n')
    (project / "src").mkdir()
    (project / "src" / "draft.asc").write_text("__global__ void draft(int x) { }\n")
    result = shell("check", "--output-format", "json", "draft.asc", cwd=project / "src")
    (finding,) = json.loads(result.out)["findings"]
    assert (finding["rule_id"], finding["category"], finding["severity"]) == ("team.name", "team_rules", "blocker")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which the sample pack is installed beside this sklint."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", str(folder), str(TESTS / "data" / "sample_pack")], check=True)
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}


def test_an_installed_pack_is_found_listed_and_run(shell, project, installed):
    assert "sample.kernel-name  " in shell("rules", env=installed).out
    assert "A kernel is not called main." in shell("explain", "sample.kernel-name", env=installed).out
    assert shell("docs", "sample_pack", env=installed).out.count("sample.kernel-name") == 2
    (project / "a.asc").write_text("__global__ __vector__ void main(GM_ADDR x) { }\n")
    assert shell("check").code == 0
    result = shell("check", "--select", "sample_pack", env=installed)
    assert result.code == 1 and "a.asc:1:28: warning[sample.kernel-name] a kernel is called main" in result.out


def test_an_installed_pack_is_tested_by_the_same_tests_as_ours(installed):
    command = [sys.executable, "-m", "pytest", str(TESTS / "rules"), "-k", "sample", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, env={**os.environ, **installed}, capture_output=True, text=True, cwd=TESTS.parent)
    assert done.returncode == 0 and "6 passed" in done.stdout, done.stdout


def test_a_new_rule_is_tested_by_the_same_tests_as_ours(shell, project):
    shell("new-rule", "team.kernel-name", "--pack", "team_rules")
    command = [sys.executable, "-m", "pytest", str(TESTS / "rules"), "-k", "team", "-q", "-p", "no:cacheprovider"]
    env = {**os.environ, "SKLINT_TEST_PACKS": str(project / "team_rules")}
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=TESTS.parent)
    assert done.returncode == 0 and "6 passed" in done.stdout, done.stdout


def test_a_pack_in_a_folder_is_read_as_it_is_and_nothing_is_left_beside_it(shell, project):
    shell("new-rule", "extra.name", "--pack", "extra_pack")
    (project / "add.asc").write_text("__global__ void draft(int x) { }\n")
    rule = project / "extra_pack" / "extra_name.py"
    text = rule.read_text()
    for name, code in (("draft", 1), ("other", 0), ("draft", 1)):
        rule.write_text(text.replace('== "draft"', f'== "{name}"'))
        done = shell("check", "add.asc", "--rule-pack", "extra_pack", env={"PYTHONDONTWRITEBYTECODE": ""})
        assert done.code == code
    assert not (project / "extra_pack" / "__pycache__").exists()
