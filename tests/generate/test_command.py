"""`sklint bind`: what it prints, writes and answers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sklint.cli.main import main

KERNEL = '#include "kernel_operator.h"\n\n__global__ __vector__ void add(GM_ADDR x, uint32_t n)\n{\n    Add(x, n);\n}\n'
TEMPLATE = (
    '#include "kernel_operator.h"\n\ntemplate <typename T>\n__global__ __vector__ void cast(__gm__ T *x) { Cast(x); }\n'
)
SIMT = '#include "kernel_operator.h"\n\n__global__ void plain(GM_ADDR x) { Use(x); }\n'

Write = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        (tmp_path / "kernel.asc").write_bytes(text.encode())
        return "kernel.asc"

    return write


def test_shows_the_difference_and_writes_nothing(file: Write, capfd: pytest.CaptureFixture[str]) -> None:
    path = file(KERNEL)
    assert main(["bind", path]) == 0
    shown = capfd.readouterr()
    assert shown.out.startswith("--- kernel.asc\n+++ kernel.asc\n@@ -4,3 +4,20 @@\n")
    assert "+SK_BIND(add, 4, add_sk<0>, add_sk<1>, add_sk<2>, add_sk<3>);\n" in shown.out
    assert shown.err == "Would bind 1 kernel. Add --write to write the file.\n"
    assert Path(path).read_text() == KERNEL


def test_writes_once(file: Write, capfd: pytest.CaptureFixture[str]) -> None:
    path = file(KERNEL)
    assert main(["bind", path, "--write"]) == 0
    written = Path(path).read_bytes()
    assert b"SK_BIND(add, 4," in written
    assert main(["bind", path, "--write"]) == 0
    assert Path(path).read_bytes() == written
    shown = capfd.readouterr()
    assert shown.out == ""
    assert shown.err == "Bound 1 kernel.\nNothing to bind, 1 kernel bound already.\n"


def test_options(file: Write, capfd: pytest.CaptureFixture[str]) -> None:
    path = file(KERNEL)
    assert main(["bind", path, "--mask", "0b1100", "--num-splits", "2", "--with-sys-args", "always"]) == 0
    shown = capfd.readouterr().out
    assert "+SK_BIND(add, 12, add_sk<0>, add_sk<1>);\n" in shown
    assert "add_sk(const AddArgs *args, sk::SkSystemArgs *sysArgs)" in shown


def test_one_kernel(file: Write) -> None:
    path = file(KERNEL + KERNEL.replace("void add", "void sub"))
    assert main(["bind", path, "--kernel", "sub", "--write"]) == 0
    text = Path(path).read_text()
    assert "SK_BIND(sub" in text
    assert "SK_BIND(add" not in text


def test_target_of_a_template(file: Write, capfd: pytest.CaptureFixture[str]) -> None:
    path = file(TEMPLATE)
    assert main(["bind", path]) == 1
    assert "blocker[codegen.template-bind-target-required] cast is a template" in capfd.readouterr().err
    assert main(["bind", path, "--bind-target", "cast<half>", "--bind-target", "cast<float>"]) == 0
    assert capfd.readouterr().out.count("+SK_BIND(cast<") == 2


def test_problem_is_told_with_its_line(file: Write, capfd: pytest.CaptureFixture[str]) -> None:
    path = file(KERNEL + SIMT.partition("\n\n")[2])
    assert main(["bind", path, "--write"]) == 1
    shown = capfd.readouterr().err
    assert shown.startswith("kernel.asc:7:17: blocker[codegen.kernel-type] plain names no kernel type")
    assert shown.endswith("Bound 1 kernel, 1 kernel to be decided on.\n")
    assert "SK_BIND(add, 4," in Path(path).read_text()


def test_file_without_kernels(file: Write, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bind", file("int main() { return 0; }\n")]) == 1
    assert capfd.readouterr().err == "kernel.asc defines no kernel: there is no function with __global__ and a body.\n"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--mask", "16"], "16 is not in the range 0 to 15"),
        (["--mask", "four"], "four is no number"),
        (["--num-splits", "5"], "5 is not in the range 1<=x<=4"),
        (["--kernel", "sub"], "kernel.asc has no kernel sub; there is add"),
        (["--bind-target", "add<float>"], "--bind-target 'add<float>' is no template kernel"),
        (["--diff", "--write"], "--diff shows, --write writes"),
    ],
)
def test_usage(file: Write, capfd: pytest.CaptureFixture[str], more: list[str], said: str) -> None:
    path = file(KERNEL)
    assert main(["bind", path, *more]) == 2
    assert said in capfd.readouterr().err
    assert Path(path).read_text() == KERNEL


def test_file_that_is_not_there(file: Write, capfd: pytest.CaptureFixture[str]) -> None:
    file(KERNEL)
    assert main(["bind", "nothing.asc"]) == 2
    assert capfd.readouterr().err == "error: nothing.asc: cannot be read: No such file or directory\n"


def test_read_only_folder(file: Write, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = file(KERNEL)

    def refused(_path: str) -> bool:
        return False

    monkeypatch.setattr("sklint.cli.binding.may_write", refused)
    assert main(["bind", path, "--write"]) == 2
    assert "the file or its folder is read-only" in capfd.readouterr().err
    assert Path(path).read_text() == KERNEL
