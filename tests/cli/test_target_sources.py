"""Where a target comes from: the command line, the configuration, compile commands, the environment; in that order."""

import json
from pathlib import Path

import pytest

SOURCE = """#include "kernel_operator.h"
__global__ __vector__ void k(GM_ADDR x) { AscendC::AllocMutexID(); AscendC::Hccl<> hccl; hccl.AlltoAllV(x); }
"""
"""AllocMutexID is on 950 alone; AlltoAllV is on A3 and not on A2."""
CHIPS, ARCHS, HOME = "SK_TARGET_CHIPS", "SK_NPU_ARCHS", "ASCEND_HOME_PATH"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kernel in a working directory that no configuration is above."""
    folder = tmp_path / "算子 op"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "k.asc").write_text(SOURCE)
    return folder / "k.asc"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed toolkit that the environment names."""
    folder = tmp_path / "cann"
    (folder / "x86_64-linux").mkdir(parents=True)
    monkeypatch.setenv(HOME, str(folder))
    return folder


def compiled(folder: Path, *commands: str, name: str = "k.asc") -> None:
    entries = [{"directory": str(folder), "file": name, "command": it} for it in commands]
    (folder / "compile_commands.json").write_text(json.dumps(entries, indent=1))
    (folder / "sklint.toml").write_text('compile-commands = "compile_commands.json"\n')


def checked(run, *options: str) -> dict:
    return json.loads(run("check", "--output-format", "json", "k.asc", *options).out)


def chips(report: dict) -> list[str]:
    return [it["name"] for it in report["target"]["chips"]]


def messages(report: dict) -> list[str]:
    return [it["message"] for it in report["notes"]]


@pytest.mark.parametrize(
    ("variables", "names", "came"),
    [
        ({CHIPS: "A3"}, ["A3"], CHIPS),
        ({CHIPS: " A3 ; Ascend950PR,A3"}, ["A3", "Ascend950PR"], CHIPS),
        ({CHIPS: "A2", ARCHS: "dav-3510"}, ["A2"], CHIPS),
        ({ARCHS: "dav-2201;3510"}, ["dav-2201", "3510"], ARCHS),
        ({ARCHS: "dav-c220-vec, dav-c220-cube"}, ["dav-c220-vec", "dav-c220-cube"], ARCHS),
        ({ARCHS: "dav-m310"}, [], None),
        ({CHIPS: " ; ", ARCHS: ""}, [], None),
    ],
)
def test_the_environment_gives_the_target_and_the_report_says_so(run, source, monkeypatch, variables, names, came):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    report = checked(run)
    assert chips(report) == names and report["target"].get("chips_from") == came
    told = [it for it in messages(report) if it.startswith("checked for")]
    assert [f"{', '.join(names)} (by {came})" in it for it in told] == ([True] if came else [])


def test_an_architecture_is_all_its_products_and_what_they_disagree_on_is_not_known(run, source, monkeypatch):
    monkeypatch.setenv(ARCHS, "dav-2201")
    (finding,) = checked(run)["findings"]
    both = "Atlas A3 training / inference and Atlas A2 training / inference"
    assert finding["message"] == f"AscendC::AllocMutexID is not supported on {both}"
    monkeypatch.setenv(CHIPS, "A2")
    assert len(checked(run)["findings"]) == 2


@pytest.mark.parametrize(
    ("name", "text", "version"),
    [
        ("x86_64-linux/ascend_toolkit_install.info", "package_name=Ascend\nversion=8.5.0\n", "8.5.0"),
        ("aarch64-linux/ascend_toolkit_install.info", "version = 9.0.0-beta.1\r\n", "9.0.0-beta.1"),
        ("version.cfg", "# v: 1\nrunning=1\ntoolkit_running_version=[7.7.T20.0.B210:8.1.RC1]\n", "8.1.RC1"),
        ("version.info", "Version=9.1.0\nversion_dir=9.1.0\n", "9.1.0"),
    ],
)
def test_the_installed_toolkit_gives_the_cann_version(run, source, home, name, text, version):
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text(text)
    report = checked(run)
    assert (report["target"]["cann"], report["target"]["cann_from"]) == (version, str(home / name))
    assert any(f"CANN {version} (by {home / name})" in it for it in messages(report))


def test_a_toolkit_without_a_version_gives_none(run, source, home):
    (home / "version.info").write_text("nothing here\n")
    assert checked(run)["target"]["cann"] is None


def test_compile_commands_give_each_file_its_architectures(run, source):
    (source.parent / "other.asc").write_text(SOURCE)
    compiled(source.parent, "bisheng -c k.asc --npu-arch=dav-2201", "bisheng -c k.asc --npu-arch dav-3510")
    report = checked(run)
    assert chips(report) == ["dav-2201", "dav-3510"] and report["target"]["chips_from"] == "compile_commands.json"
    assert [it["message"].partition(" on ")[2] for it in report["findings"]] == [
        "Atlas A3 training / inference and Atlas A2 training / inference"
    ]
    other = json.loads(run("check", "--output-format", "json", "other.asc").out)
    assert other["target"]["chips"] == [] and other["findings"] == []


def test_the_nearer_to_the_person_decides(run, source, monkeypatch):
    monkeypatch.setenv(CHIPS, "310p")
    assert chips(checked(run)) == ["310p"]
    compiled(source.parent, "bisheng -c k.asc --npu-arch=dav-3510")
    assert chips(checked(run)) == ["dav-3510"]
    settings = (source.parent / "sklint.toml").read_text()
    (source.parent / "sklint.toml").write_text(f'{settings}[target]\nchips = ["A3"]\n')
    assert chips(checked(run)) == ["A3"]
    assert chips(checked(run, "--target-chip", "A2")) == ["A2"]


def test_each_half_of_the_target_is_looked_for_on_its_own(run, source, home):
    (home / "version.info").write_text("Version=9.1.0\n")
    target = checked(run, "--target-chip", "A2")["target"]
    assert "chips_from" not in target and target["cann_from"] == str(home / "version.info")


def test_show_config_says_where_the_target_came_from(run, source, monkeypatch, home):
    def shown(*options: str) -> list[str]:
        return [it for it in run("check", "--show-config", "k.asc", *options).out.splitlines() if " from: " in it]

    (home / "version.info").write_text("\nVersion=9.1.0\n")
    monkeypatch.setenv(ARCHS, "dav-3510")
    cann = f"# cann is from: {home}/version.info:2 ({HOME})"
    assert shown() == [f"# chips are from: {ARCHS}", cann]
    compiled(source.parent, "bisheng -c k.asc --npu-arch=dav-2201")
    commands = source.parent / "compile_commands.json"
    assert shown() == [f"# chips are from: {commands}:5 (--npu-arch=dav-2201)", cann]
    (source.parent / "sklint.toml").write_text('[target]\nchips = ["A3"]\ncann = "9.0"\n')
    config = source.parent / "sklint.toml"
    assert shown() == [f"# chips are from: {config}:2", f"# cann is from: {config}:3"]
    assert shown("--target-cann", "9.1")[1] == "# cann is from: command line"


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        (CHIPS, "A3;Ascend910B9", f"{CHIPS}: target chip 'Ascend910B9' is not known; did you mean"),
        (ARCHS, "dav-2202", f"{ARCHS}: architecture 'dav-2202' is not known; did you mean dav-2201?"),
        (ARCHS, "A3", f"{ARCHS}: architecture 'A3' is not known; did you mean dav-2201? known are dav-3510, dav-2201"),
        (ARCHS, "Ascend950PR", f"{ARCHS}: architecture 'Ascend950PR' is not known; did you mean dav-3510?"),
        (ARCHS, "2202", f"{ARCHS}: architecture '2202' is not known; did you mean dav-2201?"),
        (ARCHS, "dav-2201;A5x", f"{ARCHS}: architecture 'A5x' is not known; known are dav-3510, dav-2201, dav-2002"),
        (CHIPS, "A3;A5x", f"{CHIPS}: target chip 'A5x' is not known; did you mean A3 or A2"),
        (CHIPS, "910Z", f"{CHIPS}: target chip '910Z' is not known; did you mean 910 or 910b"),
        (ARCHS, "new", f"{ARCHS}: architecture 'new' is not known; known are dav-3510, dav-2201, dav-2002"),
        (CHIPS, "A5", f"{CHIPS}: target chip 'A5' is not known; did you mean A3 or A2?"),
    ],
)
def test_a_wrong_variable_is_an_error_that_names_it(run, source, monkeypatch, variable, value, told):
    monkeypatch.setenv(variable, value)
    result = run("check", "k.asc")
    assert (result.code, result.out) == (2, "") and told in result.err
    assert run("check", "k.asc", "--target-chip", "A3").code == 1


def test_a_wrong_version_file_is_an_error_with_its_line(run, source, home):
    (home / "version.info").write_text("# toolkit\nVersion=9.1x\n")
    result = run("check", "k.asc")
    assert result.code == 2 and f"{home}/version.info:2: '9.1x' is not a CANN version" in result.err
    assert "did you mean 9.1?" in result.err


def test_a_wrong_architecture_in_compile_commands_is_an_error_with_its_line(run, source):
    compiled(source.parent, "bisheng -c k.asc --npu-arch=dav-3501")
    result = run("check", "k.asc")
    assert result.code == 2 and "did you mean dav-3510?" in result.err
    assert f"{source.parent}/compile_commands.json:5: architecture 'dav-3501' is not known" in result.err


def test_a_version_that_nothing_is_known_of_is_told(run, source):
    told = [it for it in messages(checked(run, "--target-cann", "99.1")) if "CANN 99.1" in it]
    assert told == ["CANN 99.1 is newer than 9.1.0, the last that is known: what changed since is not checked"]
    assert not [it for it in messages(checked(run, "--target-cann", "9.1.0")) if "newer" in it]


@pytest.mark.parametrize(
    ("cann", "near"),
    [
        ("8.9", "are 8.5 and 9.0"),
        ("8.9.1", "are 8.5 and 9.0"),
        ("0.1", "is 8.0"),
        ("9.1.0.0.0", "is 9.1"),
        ("8.4.RC1", "are 8.3 and 8.5"),
    ],
)
def test_a_version_of_no_release_is_told_with_the_nearest(run, source, cann, near):
    told = [it for it in messages(checked(run, "--target-cann", cann)) if f"CANN {cann} " in it]
    assert told == [f"CANN {cann} is no release that is known, near it {near}: what it has is told by its order alone"]


KNOWN = (
    "8 8.0.RC2 8.0.RC3.beta1 8.1.RC1 8.2.RC1.alpha002 8.3.RC1 8.5 8.5.0.alpha001 8.5.2 9 9.0.0 9.0.1 9.0.0-beta.2 v9.1 "
    "9.1.0-rc.1 9.1.0"
)


@pytest.mark.parametrize("cann", KNOWN.split())
def test_releases_their_patches_and_previews_are_known(run, source, cann):
    assert not [it for it in messages(checked(run, "--target-cann", cann)) if f"CANN {cann} " in it]


def test_validate_operator_takes_the_target_of_the_environment(run, source, monkeypatch):
    monkeypatch.setenv(CHIPS, "A3")
    run("validate-operator", "--asset", ".", "--output-dir", "out", "--rule-pack", "compat")
    report = json.loads(Path("out/operator-validation-findings.json").read_text())
    assert report["metadata"]["compat"]["target_chip"] == "A3" and report["target"]["chips_from"] == CHIPS
    assert report["metadata"]["compat"]["overall_verdict"] == "incompatible"
