"""aggregate-sk-adapted: the packages of several operators as one, and what it says where they cannot be joined."""

import json
import posixpath
import re
import shutil
from pathlib import Path

import pytest
from adaptation import FOLDER, REPORT, Result, adapt, adapt_case, contract, write
from hypothesis import given, settings
from hypothesis import strategies as st
from toolchain import run as in_package

from sklint.cli.main import main

KERNEL = """#include "kernel_operator.h"
{includes}__global__ __vector__ void {name}(GM_ADDR x) {{ Use(x); }}
"""


def operator(folder: Path, name: str, files: dict[str, str] | None = None, *more: str, includes: str = "") -> Path:
    """An operator adapted: its output folder."""
    asset = folder / f"{name}-asset"
    write(asset, {f"{name}.asc": KERNEL.format(name=name, includes=includes), **(files or {})})
    done = adapt(asset, folder / f"{name}-sk", *more)
    assert done.code == 0 and done.status == "completed", done.report["escalations"]
    return done.folder


def aggregate(folder: Path, *inputs: Path, more: tuple[str, ...] = ()) -> Result:
    options = [word for it in inputs for word in ("--adapted-output-dir", str(it))]
    return Result(main(["aggregate-sk-adapted", *options, "--output-dir", str(folder), *more]), folder)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def test_is_a_package_of_all_entries(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inputs = [operator(tmp_path, name) for name in ("add", "mul")]
    capsys.readouterr()
    done = aggregate(out, *inputs, more=("--aggregate-wheel-name", "my-ops", "--package-version", "1.2"))
    assert done.code == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == {
        "status": "completed", "package_name": "my-ops", "package_version": "1.2", "entries": 2,
    }  # fmt: skip
    assert told.out.count("\n") == 1 and told.err == f"Packaged 2 kernels: {out / REPORT}\n"
    assert done.files == [
        "csrc/add.asc", "csrc/mul.asc", "csrc/pybind11.asc", "csrc/pybind11_add.asc", "csrc/pybind11_mul.asc",
        "my_ops/__init__.py", "my_ops/_arch_selector.py", "my_ops/_torch_library.py", "setup.py",
    ]  # fmt: skip
    report = done.report
    assert report["aggregate"] is True and report["pybind_layout"] == "aclgraph-canonical"
    assert (report["pybind_module"], report["python_package"]) == ("my_ops_lib", "my_ops")
    assert report["asset_paths"] == [str((tmp_path / f"{it}-asset").resolve()) for it in ("add", "mul")]
    assert report["canonical_written_files"] == [f"{FOLDER}/{it}" for it in done.files]
    assert [it["file"] for it in report["per_file"]] == ["add_asset/add.asc", "mul_asset/mul.asc"]
    assert [it["source_asset"] for it in report["per_file"]] == report["asset_paths"]
    assert [it["csrc_file"] for it in done.entries.values()] == ["csrc/add.asc", "csrc/mul.asc"]
    assert (report["ignored_support_files"], report["escalations"]) == ([], [])
    assert done.text("csrc/pybind11.asc").count("m.def(") == 2


def test_a_source_keeps_every_byte(tmp_path: Path, out: Path) -> None:
    crlf = KERNEL.format(name="add", includes="// \u6587\n").replace("\n", "\r\n").encode("gb18030")
    write(tmp_path / "asset", {})
    (tmp_path / "asset").mkdir(exist_ok=True)
    (tmp_path / "asset" / "add.asc").write_bytes(crlf)
    one = adapt(tmp_path / "asset", tmp_path / "sk")
    assert aggregate(out, one.folder).data("csrc/add.asc") == one.data("csrc/add.asc")


@pytest.mark.parametrize("name", ["e1_idempotent_adapt", "e6_already_current_pipeline"])
def test_an_operator_that_was_adapted_already(name: str, tmp_path: Path, out: Path) -> None:
    first = adapt_case(name, tmp_path / "first")
    again = adapt(first.folder / FOLDER, tmp_path / "again", *given_contract(name))
    assert again.report["per_file"][0]["status"] == "already_current"
    done = aggregate(out, again.folder)
    assert done.code == 0 and list(done.entries) == list(first.entries)
    assert done.data(f"csrc/{next(iter(first.entries))}.asc") == again.data(f"csrc/{next(iter(first.entries))}.asc")


def given_contract(name: str) -> list[str]:
    from adaptation import DATA

    path = DATA / f"{name}.contract.json"
    return ["--io-contract", str(path)] if path.exists() else []


def test_builds_each_entry(tmp_path: Path, out: Path) -> None:
    inputs = [operator(tmp_path, name, {"tile.h": f"// of {name}\n"}, includes='#include "tile.h"\n') for name in "ab"]
    done = aggregate(out, *inputs)
    built = in_package(
        done, tmp_path, "setup.py", "-q", "build", "--build-lib", "made", SK_NPU_ARCHS="dav-2201", SK_BISHENG_JOBS="2"
    )
    assert built.returncode == 0, built.stderr
    made = sorted((out / FOLDER / "made" / "op_extension").glob("*.so"))
    assert [it.name.partition(".")[0] for it in made] == ["a_dav_2201", "b_dav_2201"]
    assert f"-I{out / FOLDER / 'csrc'}" in made[0].read_text().splitlines()


# what sources include


def includes(text: str) -> list[str]:
    return [it for it in re.findall(r'^#include "([^"]+)"$', text, re.M) if it != "kernel_operator.h"]


def test_headers_of_one_name_do_not_meet(tmp_path: Path, out: Path) -> None:
    inputs = [operator(tmp_path, it, {"tile.h": f"// {it}\n"}, includes='#include "tile.h"\n') for it in ("add", "mul")]
    done = aggregate(out, *inputs)
    for number, it in enumerate(("add", "mul")):
        assert f"_support/{it}_{number}/tile.h" in includes(done.text(f"csrc/{it}.asc"))
        assert done.text(f"csrc/_support/{it}_{number}/tile.h") == f"// {it}\n"
    assert done.code == 0 and "csrc/tile.h" not in done.files


def test_headers_above_the_sources_keep_their_places(tmp_path: Path, out: Path) -> None:
    files = {"common/all.h": '#include "part.h"\n', "common/part.h": "// part\n"}
    folder = tmp_path / "add-asset" / "kernels"
    source = KERNEL.format(name="add", includes='#include "../common/all.h"\n')
    write(tmp_path / "add-asset", {**files, "kernels/add.asc": source})
    one = adapt(folder.parent, tmp_path / "sk")
    assert "common/all.h" in one.files
    done = aggregate(out, one.folder)
    assert "_support/add_0/common/all.h" in includes(done.text("csrc/add.asc"))
    assert done.text("csrc/_support/add_0/common/all.h") == '#include "part.h"\n'
    assert [it for it in done.files if not it.startswith(("csrc/", "op_extension/"))] == ["setup.py"]


def test_comments_strings_and_other_headers_are_no_includes(tmp_path: Path, out: Path) -> None:
    text = (
        '#include "tile.h"\n'
        '/*\n#include "tile.h"\n*/\n'
        'const char *const kText = R"(\n#include "tile.h"\n)";\n'
        '#  include /* why */ "tile.h" // "tile.h"\n'
        "#include <cstdint>\n"
    )
    one = operator(tmp_path, "add", {"tile.h": "// tile\n"}, includes=text)
    made = aggregate(out, one).text("csrc/add.asc")
    now = "_support/add_0/tile.h"
    assert (
        text.replace('#include "tile.h"\n/*', f'#include "{now}"\n/*').replace(
            '/* why */ "tile.h"', f'/* why */ "{now}"'
        )
        in made
    )


def test_a_runtime_wrapper_comes_along(tmp_path: Path, out: Path) -> None:
    io = {"inputs": ["x"], "outputs": ["x"], "runtime_wrapper": {"source": "host/wrap.asc", "entry": "go"}}
    wrapper = "#include <torch/extension.h>\nat::Tensor go(const at::Tensor &x) { return x; }\n"
    one = operator(tmp_path, "add", {"host/wrap.asc": wrapper}, *contract(tmp_path, {"add": io}))
    done = aggregate(out, one)
    entry = done.entries["add"]
    assert entry["runtime_wrapper"]["csrc_file"] == "csrc/add_wrapper/wrap.asc"
    assert done.text("csrc/add_wrapper/wrap.asc") == wrapper
    assert "&ascendc_ops::go" in done.text("csrc/pybind11_add.asc")
    assert "csrc/add_wrapper/wrap.asc" in done.text("setup.py")


NAMES = st.sampled_from(["a.h", "b.h", "sub/a.h", "sub/b.h", "deep/er/a.h"])


@settings(max_examples=12)
@given(st.lists(st.dictionaries(NAMES, st.sets(NAMES, max_size=2), max_size=4), min_size=2, max_size=3))
def test_every_source_reads_what_it_read_before(
    tmp_path_factory: pytest.TempPathFactory, trees: list[dict[str, set[str]]]
) -> None:
    folder = tmp_path_factory.mktemp("tree")
    inputs: list[Path] = []
    for number, tree in enumerate(trees):
        files = {
            name: f"#pragma once\n// {number} {name}\n"
            + "".join(f'#include "{it}"\n' for it in lines(name, others, tree))
            for name, others in tree.items()
        }
        inputs.append(operator(folder, f"k{number}", files, includes="".join(f'#include "{it}"\n' for it in tree)))
    done = aggregate(folder / "out", *inputs)
    assert done.code == 0
    for number, it in enumerate(inputs):
        before = read_by(Result(0, it), f"csrc/k{number}.asc")
        assert read_by(done, f"csrc/k{number}.asc") == before
        assert len(before) == len(trees[number])


def lines(name: str, others: set[str], tree: dict[str, set[str]]) -> list[str]:
    """Headers of the tree as another of it includes them."""
    return [posixpath.relpath(it, posixpath.dirname(name) or ".") for it in sorted(others & tree.keys() - {name})]


def read_by(package: Result, path: str) -> set[str]:
    """The second lines of all headers that a source of a package reads: beside it, else from csrc."""
    root = package.folder / FOLDER
    found: set[Path] = set()
    queue = [root / path]
    while queue:
        it = queue.pop()
        for name in includes(it.read_text()):
            there = next((at / name for at in (it.parent, root / "csrc") if (at / name).is_file()), None)
            if there and there.resolve() not in found:
                found.add(there.resolve())
                queue.append(there)
    return {it.read_text().splitlines()[1] for it in found}


# the build configuration, name resolutions


def test_build_configuration(tmp_path: Path, out: Path) -> None:
    one = operator(tmp_path, "add")
    write(tmp_path / "more", {"table.bin": "1", "models/a b/one.txt": "2"})
    record = {
        "schema_version": "sk.operator.build_config.resolved.v1",
        "status": "ready",
        "include_dirs": ["/inc"],
        "compile_definitions": ["N=4"],
        "build_env": {"CCACHE": "1"},
        "package_files": [str(tmp_path / "more/table.bin"), str(tmp_path / "more/models")],
    }
    path = tmp_path / "resolved.json"
    path.write_text(json.dumps(record))
    done = aggregate(out, one, more=("--operator-build-config-resolved", str(path)))
    assert done.report["operator_build_config"] == record
    resources = ["_resources/models/a b/one.txt", "_resources/table.bin"]
    assert done.report["operator_package_files"] == resources
    assert done.text("op_extension/_resources/models/a b/one.txt") == "2"
    built = in_package(done, tmp_path, "setup.py", "-q", "build", "--build-lib", "made", SK_NPU_ARCHS="dav-2201")
    assert built.returncode == 0, built.stderr
    words = next((out / FOLDER / "made/op_extension").glob("add_*.so")).read_text().splitlines()
    assert {"-I/inc", "-DN=4"} <= set(words)
    assert all((out / FOLDER / "made/op_extension" / it).is_file() for it in resources)


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"include_dirs": "/inc"}, "include_dirs is text; it takes a list"),
        ({"build_env": {"A": 1}}, "build_env.A"),
        ({"schema_version": "v2"}, "schema_version"),
        ({"package_files": ["nowhere.bin"]}, "nowhere.bin: no such file or folder"),
        ({"package_files": ["resolved.json", "./resolved.json"]}, "both resolved.json in the package"),
        ([], "resolved.json:1:1"),
    ],
)
def test_a_build_configuration_that_is_wrong(
    record: object, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    one = operator(tmp_path, "add")
    Path("resolved.json").write_text(json.dumps(record))
    done = aggregate(tmp_path / "out", one, more=("--operator-build-config-resolved", "resolved.json"))
    assert done.code == 2 and told in capsys.readouterr().err
    assert not done.folder.exists()


def test_name_resolutions_are_one(tmp_path: Path, out: Path) -> None:
    found = [
        {
            "asset_path": str(tmp_path / f"{it}-asset" / f"{it}.asc"), "asset_key": f"{it}-asset", "renamed": it == "b",
            "source_entry_name": it, "public_entry_name": f"ns__{it}" if it == "b" else it,
        }
        for it in "ab"
    ]  # fmt: skip
    path = tmp_path / "resolution.json"
    path.write_text(json.dumps({"policy": "namespace", "renamed_entry_count": 1, "resolutions": found}))
    inputs = [operator(tmp_path, it, None, "--name-resolution", str(path)) for it in "ab"]
    done = aggregate(out, *inputs)
    assert list(done.entries) == ["a", "ns__b"]
    kept = done.report["name_resolution"]
    assert (kept["policy"], kept["renamed_entry_count"], len(kept["resolutions"])) == ("namespace", 1, 2)
    assert json.loads(done.text("op_extension/_name_resolution.json")) == kept
    assert str(tmp_path) not in json.dumps(kept)


def test_chips_of_all(tmp_path: Path, out: Path) -> None:
    inputs = [operator(tmp_path, it, None, "--target-chip", chips) for it, chips in (("a", "A2,A3"), ("b", "A3"))]
    assert aggregate(out, *inputs).report["target_chips"] == "A2,A3"


# what is refused


def changed(folder: Path, **keys: object) -> Path:
    """An output folder whose report says something else."""
    report = json.loads((folder / REPORT).read_text())
    (folder / REPORT).write_text(json.dumps(report | keys))
    return folder


def refused(out: Path, *inputs: Path, more: tuple[str, ...] = ()) -> bool:
    before = {it: it.read_bytes() for folder in inputs for it in sorted(folder.rglob("*")) if it.is_file()}
    done = aggregate(out, *inputs, more=more)
    assert all(it.read_bytes() == data for it, data in before.items())
    return done.code == 2 and not (out / REPORT).exists()


def test_two_inputs_with_an_entry_of_one_name(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = operator(tmp_path, "add"), operator(tmp_path / "other", "add")
    assert refused(out, one, two)
    told = capsys.readouterr().err
    assert str(one / REPORT) in told and str(two / REPORT) in told and "entry add" in told


def test_two_entries_that_torch_would_call_the_same(
    tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(out, operator(tmp_path, "lambda"), operator(tmp_path, "lambda_"))
    assert "lambda_" in capsys.readouterr().err


def test_an_input_that_is_given_twice(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = operator(tmp_path, "add")
    assert refused(out, one, one / ".")
    assert "is given twice" in capsys.readouterr().err


def test_an_aggregate_is_no_input(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = aggregate(tmp_path / "all", operator(tmp_path, "add"))
    assert refused(out, first.folder)
    assert "is an aggregate already" in capsys.readouterr().err


def test_an_input_for_a_person_to_decide_on(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = '#include "kernel_operator.h"\n__global__ __vector__ void add(GM_ADDR x, GM_ADDR y) { Use(x, y); }\n'
    left = adapt(write(tmp_path / "asset", {"add.asc": source}), tmp_path / "sk")
    assert left.status == "needs-human" and refused(out, left.folder)
    assert "status is needs-human" in capsys.readouterr().err


BROKEN = {
    "layout": ({"pybind_layout": None}, "pybind_layout is not aclgraph-canonical"),
    "no entries": ({"per_file": []}, "per_file has no entries"),
    "no status": ({"status": 3}, "status is a number; it takes text"),
    "files": ({"canonical_written_files": [f"{FOLDER}/../x"]}, f"is outside of {FOLDER}"),
    "no sources": ({"canonical_written_files": []}, "csrc/add.asc is not among its canonical_written_files"),
    "parameters": (
        {"per_file": [{"file": "a", "entries": [{"entry_name": "add", "param_count": 0}]}]},
        "per_file[0].entries[0] has no source_entry_name",
    ),
}


def test_a_report_with_a_kind_that_is_none(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = operator(tmp_path, "add")
    text = (one / REPORT).read_text()
    (one / REPORT).write_text(text.replace('"kind": "tensor"', '"kind": "tenso"'))
    assert refused(out, one)
    told = capsys.readouterr().err
    assert re.search(
        r"operator-sk-adapted.json:\d+:\d+: per_file\[0\].entries\[0\].parameters\[0\].kind is 'tenso'", told
    )


def test_a_kernel_that_no_source_has(tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = operator(tmp_path, "add")
    report = json.loads((one / REPORT).read_text())
    report["per_file"][0]["entries"][0] |= {"entry_name": "add2", "source_entry_name": "add2", "bind_target": "add2"}
    assert refused(out, changed(one, per_file=report["per_file"]))
    assert "no source of the package has the kernel add2; adapt the asset again" in capsys.readouterr().err


@pytest.mark.parametrize("name", BROKEN)
def test_a_report_that_is_wrong(name: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys, told = BROKEN[name]
    assert refused(out, changed(operator(tmp_path, "add"), **keys))
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (f"{FOLDER}/csrc/add.asc", "csrc/add.asc: is not there"),
        (f"{FOLDER}/csrc", "csrc/add.asc: is not there"),
        (FOLDER, "csrc/add.asc: is not there"),
        (REPORT, f"there is no {REPORT} in it"),
        ("", "no such folder"),
    ],
)
def test_an_input_that_lacks_something(
    path: str, told: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = operator(tmp_path, "add")
    gone = one / path
    shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    assert refused(out, one)
    assert told in capsys.readouterr().err


def test_a_link_that_leaves_the_package(tmp_path: Path, out: Path) -> None:
    one = operator(tmp_path, "add")
    source = one / FOLDER / "csrc" / "add.asc"
    source.rename(tmp_path / "away.asc")
    source.symlink_to(tmp_path / "away.asc")
    assert refused(out, one)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--aggregate-wheel-name", "a b"), "--aggregate-wheel-name 'a b'"),
        (("--package-version", "x"), "--package-version 'x'"),
    ],
)
def test_a_name_that_is_none(
    options: tuple[str, ...], told: str, tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(out, operator(tmp_path, "add"), more=options)
    assert told in capsys.readouterr().err


def test_an_output_folder_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = operator(tmp_path, "add")
    assert aggregate(one, one).code == 2
    assert "is there already" in capsys.readouterr().err
    assert json.loads((one / REPORT).read_text())["asset_path"]
