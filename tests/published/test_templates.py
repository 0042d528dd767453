"""list-templates and generate-from-template: every shipped template is clean and becomes a package; bad input."""

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from adaptation import adapt, generate, write

CONTRACT, MANIFEST = "operator-io-contract.json", "operator-sk-template-manifest.json"
TARGET = ("--target-chip", "A2,A3", "--target-cann", "9.1")
README = Path(__file__).parents[2] / "README.md"


def shipped() -> list[dict]:
    listed = subprocess.run([sys.executable, "-m", "sklint", "list-templates"], capture_output=True, check=True)
    return json.loads(listed.stdout)["templates"]


def cases() -> list[tuple[str, ...]]:
    """Each template with each combination of what its choices allow."""
    found = []
    for it in shipped():
        choices = [
            [f"{one['name']}={value}" for value in one["allowed"]] for one in it["parameters"] if "allowed" in one
        ]
        found += [(it["id"], *chosen) for chosen in product(*choices)]
    return found


# what is shipped


def test_list_has_the_published_keys() -> None:
    for it in shipped():
        assert list(it) == ["id", "description", "path", "parameters", "file_count"]
        assert Path(it["path"]).is_file() and it["file_count"] > 1
        for one in it["parameters"]:
            assert {"name", "kind"} <= one.keys() and one["kind"] in ("string", "int", "choice")
    dtype = next(
        one for it in shipped() if it["id"] == "add_custom" for one in it["parameters"] if one["name"] == "dtype"
    )
    assert {"float16", "float32", "int32"} <= set(dtype["allowed"])


@pytest.mark.parametrize("case", cases(), ids=" ".join)
def test_template_is_clean_is_bound_and_becomes_a_package(run, tmp_path, case) -> None:
    id, *params = case
    asset = tmp_path / "运算 op"
    assert generate(run, id, asset, *params).code == 0
    assert run("check", asset, *TARGET, "--fail-on", "info").code == 0
    result = adapt(asset, tmp_path / "out", "--io-contract", str(asset / CONTRACT))
    told = {it["rule_id"] for it in result.report["warnings"]}
    doubled = {"codegen.block-num-doubled"} if id == "matmul_relu_mix" else set()
    assert (result.code, result.status, told) == (0, "completed", doubled)
    assert "setup.py" in result.files and all(
        (tmp_path / "out" / it).is_file() for it in result.report["canonical_written_files"]
    )
    kernel = next(it for it in asset.glob("*.asc") if b"__global__" in it.read_bytes())
    assert run("bind", kernel, "--write").code == 0 and b"SK_BIND(" in kernel.read_bytes()
    assert run("check", asset, *TARGET, "--fail-on", "info").code == 0
    again = adapt(asset, tmp_path / "again", "--io-contract", str(asset / CONTRACT))
    assert (again.status, again.files) == ("completed", result.files)


@pytest.mark.parametrize("id", [it["id"] for it in shipped()])
def test_kernel_has_the_name_that_is_asked_for(run, tmp_path, id) -> None:
    assert generate(run, id, tmp_path / "op", "name=my_op").code == 0
    names = {it.name for it in (tmp_path / "op").iterdir()}
    assert "my_op.asc" in names and not any(id in it for it in names)
    assert not any(id in it.read_text() for it in (tmp_path / "op").iterdir() if it.name != MANIFEST)
    assert not any("$" in it.read_text() for it in (tmp_path / "op").iterdir())
    assert list(adapt(tmp_path / "op", tmp_path / "out", "--io-contract", str(tmp_path / "op" / CONTRACT)).entries) == [
        "my_op"
    ]


def test_two_operators_of_one_template_are_one_package(run, tmp_path) -> None:
    entries = {}
    for name, dtype in (("add_half", "float16"), ("add_float", "float32")):
        generate(run, "add_custom", tmp_path / "asset" / name, f"name={name}", f"dtype={dtype}")
        entries |= json.loads((tmp_path / "asset" / name / CONTRACT).read_text())["entries"]
    both = write(tmp_path, {"both.json": json.dumps({"entries": entries})}) / "both.json"
    result = adapt(tmp_path / "asset", tmp_path / "out", "--io-contract", str(both))
    assert result.status == "completed" and list(result.entries) == ["add_float", "add_half"]


def test_list_description_has_the_addresses_where_it_says(run, tmp_path) -> None:
    generate(run, "sum_tensor_list", tmp_path / "op")
    space: dict = {}
    exec((tmp_path / "op" / "sum_tensor_list.py").read_text(), space)  # it imports torch only for a tensor

    class Tensor:
        def __init__(self, shape: tuple[int, ...], address: int) -> None:
            self.shape, self.data_ptr = shape, lambda: address

    words = space["words"]([Tensor((2, 3), 4096), Tensor((6,), 8192)])
    assert words == [48, 2, 2, 3, (1 << 32) | 1, 6, 4096, 8192] and words[words[0] // 8 :] == [4096, 8192]


def test_quick_start_of_the_readme_runs_as_printed(tmp_path) -> None:
    _, _, rest = README.read_text().partition("<!-- quick start -->\n```sh\n")
    commands = rest.partition("```")[0]
    assert commands.count("sklint ") == len(commands.splitlines()) == 5
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "add-sk" / "operator-sk-adapted.json").read_text())["status"] == "completed"


# what is written


def test_manifest_has_the_published_keys(run, tmp_path) -> None:
    result = generate(run, "add_custom", tmp_path / "op", "dtype=int32")
    files = [str(tmp_path / "op" / it) for it in ("add_custom.asc", CONTRACT)]
    assert json.loads((tmp_path / "op" / MANIFEST).read_text()) == {
        "status": "generated",
        "template_id": "add_custom",
        "parameters": {"name": "add_custom", "dtype": "int32"},
        "output_dir": str(tmp_path / "op"),
        "written_files": files,
    }
    assert result.out.startswith(f"Wrote {files[0]}\n") and "sklint adapt-sk-from-global" in result.out
    assert "Kernel<int32_t>" in Path(files[0]).read_text()


def test_next_steps_run_as_printed(run, tmp_path) -> None:
    out = generate(run, "row_sum", tmp_path / "my op").out
    for line in (it.strip() for it in out.splitlines() if it.startswith("  sklint ")):
        command = line.replace("sklint", f"{sys.executable} -m sklint", 1)
        assert subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True).returncode == 0, line


def test_empty_folder_is_filled_also_the_working_directory(run, tmp_path, monkeypatch) -> None:
    (tmp_path / "empty").mkdir(mode=0o750)
    monkeypatch.chdir(tmp_path / "empty")
    assert generate(run, "matmul_cube", Path()).code == 0
    assert sorted(it.name for it in Path().iterdir()) == ["matmul_cube.asc", "matmul_cube_tile.h", CONTRACT, MANIFEST]
    assert (tmp_path / "empty").stat().st_mode & 0o777 == 0o750
    assert os.getcwd() == str(tmp_path / "empty")  # noqa: PTH109 - it is still that folder


# bad input: exit code 2, one line, nothing written


WRONG = {
    "unknown template": (("add_custm",), "add_custm is no template; did you mean add_custom?"),
    "no template at all like it": (("zzz",), "zzz is no template; there is add_custom, "),
    "no equals sign": (("add_custom", "--param", "dtype"), "dtype: has no =; it takes NAME=VALUE, such as dtype="),
    "unknown parameter": (("add_custom", "--param", "dtyp=x"), "add_custom has no parameter dtyp; did you mean dtype?"),
    "no parameter": (("add_custom", "--param", "=x"), "--param =x: has no name; it takes NAME=VALUE"),
    "value": (("add_custom", "--param", "dtype=float8"), "dtype is 'float8'; it takes float16, float32, int32, int16"),
    "empty value": (("add_custom", "--param", "dtype="), "dtype is ''; it takes float16"),
    "twice": (("add_custom", "--param", "dtype=int32", "--param", "dtype=int32"), "dtype is given twice"),
    "no identifier": (("add_custom", "--param", "name=my-op"), "name is 'my-op'; it takes a name of C++"),
    "path as a name": (("add_custom", "--param", "name=../op"), "name is '../op'; it takes a name of C++"),
    "letters that are no C++": (("add_custom", "--param", "name=加"), "name is '加'; it takes a name of C++"),
    "keyword": (("add_custom", "--param", "name=class"), "name=class, dtype=float16 would not compile: "),
    "name that is taken": (("row_sum", "--param", "name=half"), "half.asc:"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_wrong_words(run, tmp_path, what) -> None:
    words, message = WRONG[what]
    result = run("generate-from-template", *words, "--output-dir", tmp_path / "a" / "op")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1) and message in result.err
    assert not any(tmp_path.iterdir())


def test_folder_that_is_taken(run, tmp_path) -> None:
    write(tmp_path, {"op/mine.txt": "x", "file": "x"})
    assert "op: is not empty (mine.txt); give another" in generate(run, "add_custom", tmp_path / "op").err
    assert "file: is no folder" in generate(run, "add_custom", tmp_path / "file").err
    (tmp_path / "link").symlink_to("nowhere")
    assert "link: is no folder" in generate(run, "add_custom", tmp_path / "link").err
    assert sorted(it.name for it in tmp_path.rglob("*")) == ["file", "link", "mine.txt", "op"]


def test_folder_that_cannot_be_written(bound, tmp_path) -> None:
    (tmp_path / "locked").mkdir(mode=0o555)
    result = bound("generate-from-template", "add_custom", "--output-dir", tmp_path / "locked" / "op")
    assert result.code == 2 and "Permission denied" in result.err and not any((tmp_path / "locked").iterdir())
