"""The hooks, by the real pre-commit, with this checkout as the repository they come from."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
WHO = ("-c", "user.name=test", "-c", "user.email=test@example.org")


def git(folder: Path, *arguments: str) -> str:
    command = ["git", *WHO, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def commit_all(folder: Path) -> str:
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return git(folder, "rev-parse", "HEAD").strip()


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Path]:
    """This checkout as it stands, as a repository with one commit; and pre-commit's home, where it installs hooks."""
    folder = tmp_path_factory.mktemp("hooks")
    for name in git(CHECKOUT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (CHECKOUT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(CHECKOUT / name, folder / name)
    return folder, commit_all(folder), tmp_path_factory.mktemp("home")


@pytest.fixture
def pre_commit(project: Path, hooks: tuple[Path, str, Path]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """pre-commit in a repository that has both hooks configured."""
    folder, revision, home = hooks
    (project / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {folder}\n  rev: {revision}\n"
        "  hooks:\n  - id: sklint\n  - id: sklint-fix\n    stages: [manual]\n"
    )
    commit_all(project)
    env = {**os.environ, "PRE_COMMIT_HOME": str(home), "PRE_COMMIT_COLOR": "never"}
    env.pop("PYTHONPATH", None)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pre_commit", *arguments]
        return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True)

    return run


def test_the_manifest_is_valid(pre_commit):
    done = pre_commit("validate-manifest", str(CHECKOUT / ".pre-commit-hooks.yaml"))
    assert done.returncode == 0, done.stdout


def test_only_staged_files_are_checked(pre_commit, project, bad, good):
    (project / "clean.asc").write_text(good)
    (project / "other.asc").write_text(bad.replace("add", "other"))
    git(project, "add", "clean.asc")
    passed = pre_commit("run", "sklint")
    assert passed.returncode == 0 and "Passed" in passed.stdout, passed.stdout
    (project / "add.asc").write_text(bad)
    git(project, "add", "add.asc")
    failed = pre_commit("run", "sklint")
    assert failed.returncode == 1 and "add.asc:3:31: blocker[sk.args-struct-alignas]" in failed.stdout, failed.stdout
    assert "other.asc" not in failed.stdout and "in 1 of 2 files" in failed.stdout


def test_the_fixing_hook_repairs_what_is_staged(pre_commit, project, bad, good):
    (project / "算子 a.asc").write_text(bad)
    git(project, "add", "-A")
    done = pre_commit("run", "sklint-fix", "--hook-stage", "manual")
    assert done.returncode == 1 and "files were modified by this hook" in done.stdout, done.stdout
    assert (project / "算子 a.asc").read_text() == good
    git(project, "add", "-A")
    assert pre_commit("run", "sklint-fix", "--hook-stage", "manual").returncode == 0


def test_files_that_hold_no_kernel_pass(pre_commit, project):
    (project / "key.asc").write_text("-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBF\n")
    (project / "prose.asc").write_text("= Title\n\ntext\n")
    (project / "plain.cpp").write_text("int main() { return 0; }\n")
    (project / "binary.asc").write_bytes(b"\0\1\2")
    git(project, "add", "-A")
    done = pre_commit("run", "sklint")
    assert done.returncode == 0 and "Passed" in done.stdout, done.stdout
