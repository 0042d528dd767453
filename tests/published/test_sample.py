"""The sample of a package: what its kernels take, values for that, and the script, which is run here with a device that
only looks like one."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from adaptation import adapt, contract, generate, write
from torch_device import ADD, launched, script

from sklint.cli.main import main
from sklint.cli.sampling import collect_spec, construct_values, generate_runner, provide_values
from sklint.generate.template_read import Template, templates
from sklint.sample.auto_values import Asked

AUTO, VALUES = "operator-sk-auto-input-values-spec.json", "operator-sk-runtime-input-values.json"
SPEC, ORACLE = "operator-sk-runtime-input-spec.json", "operator-sk-auto-oracle-spec.json"
RUNNER, COMMAND = "operator-sample-runner.py", "operator-sk-target-runtime-command-spec.json"

REFERENCE = """
REFERENCE_IMPL = {"entry_name": "add_custom", "comparator": "allclose", "tolerance": {"rtol": 0, "atol": 0.5}}


def compute(inputs):
    assert inputs["x"]["dtype"] == "float16" and inputs["x"]["shape"] == [8]
    return [a + b for a, b in zip(inputs["x"]["value"], inputs["y"]["value"])]
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of add_custom."""
    there = tmp_path_factory.mktemp("package")
    words = ("generate-from-template", "add_custom", "--param", "dtype=float16", "--output-dir", str(there / "add"))
    assert main(list(words)) == 0
    made = adapt(there / "add", there / "out", "--io-contract", str(there / "add/operator-io-contract.json"))
    assert made.status == "completed"
    return there / "out"


@pytest.fixture
def folder(package: Path, tmp_path: Path) -> Path:
    """The package with what its kernel takes, in a folder with a blank and Chinese in its name."""
    shutil.copytree(package, tmp_path / "样 例")
    collect_spec(tmp_path / "样 例")
    return tmp_path / "样 例"


def with_values(folder: Path, *more: str) -> Path:
    """The folder with values and a script."""
    words = ("--shape", "8", "--dtype", "float16", "--value", "totalLength=8")
    assert main(["auto-construct-runtime-input-values", str(folder), *words]) == 0
    assert main(["provide-sk-runtime-input-values", str(folder), str(folder / AUTO)]) == 0
    assert main(["generate-runner-script", str(folder), *more]) == 0
    return folder


def printed(done: Any) -> Any:
    """What the script printed: one line, which is JSON."""
    assert done.stdout.count("\n") == 1, done.stdout + done.stderr
    return json.loads(done.stdout)


def edited(path: Path, change: Callable[[Any], object]) -> None:
    text = json.loads(path.read_text("utf-8"))
    change(text)
    path.write_text(json.dumps(text, indent=2, ensure_ascii=False), "utf-8")


def files(folder: Path) -> dict[str, bytes]:
    return {it.name: it.read_bytes() for it in folder.iterdir() if it.is_file()}


# e9: the script launches the kernel


def test_the_script_calls_the_kernel_and_prints_json(folder: Path) -> None:
    done = launched(with_values(folder))
    found = printed(done)
    assert done.returncode == 0, done.stderr
    values = json.loads((folder / VALUES).read_text("utf-8"))["input_values"][0]["parameter_values"]
    x, y = (it["value_source"]["value"] for it in values[:2])
    z = [a + b for a, b in zip(x, y, strict=True)]
    assert len(set(x)) > 1 and x != y and any(z)
    assert found == {
        "status": "outputs-collected",
        "oracle_source": "bind-target-on-wheel",
        "outputs": {"add_custom": {"baseline": z, "tensors": {"z": z}}},
        "calls": {"add_custom": ["run_add_custom"]},
        "statuses": {"add_custom": {"status": "outputs-collected", "reason": "launched_nothing_to_compare_with"}},
        "unchanged": {},
    }
    assert "this is not for stdout" in done.stderr


def test_the_command_is_the_one_that_runs(folder: Path) -> None:
    with_values(folder)
    command = json.loads((folder / COMMAND).read_text())["runtime_command"]
    assert command == {
        "argv": ["python3", RUNNER, VALUES],
        "cwd": ".",
        "timeout_seconds": 60,
        "env": {},
        "input_binding": {"kind": "values_manifest_argv", "argv_index": 2},
    }


def test_the_way_that_the_readme_tells(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(package, tmp_path / "add-sk")
    monkeypatch.chdir(tmp_path)
    told = (Path(__file__).parents[2] / "README.md").read_text("utf-8").partition("<!-- launch -->\n```sh\n")[2]
    for line in told.partition("```")[0].splitlines():
        program, *words = line.split()
        assert (program, main(words)) == ("sklint", 0), capsys.readouterr().err
    assert printed(launched(tmp_path / "add-sk"))["status"] == "outputs-collected"


SOURCE = """#include "kernel_operator.h"
struct Tile { uint32_t rows; uint16_t columns; };
__global__ __vector__ void mixed(GM_ADDR x, __gm__ float *lambda, GM_ADDR mask, half a, bool flag, Tile t, uint64_t n)
{ Use(x, lambda, mask, a, flag, t, n); }
__global__ __vector__ void nothing() { }
__global__ __vector__ void count(uint32_t n) { Use(n); }
"""
ENTRIES: dict[str, object] = {
    "mixed": {
        "inputs": ["x", "mask"],
        "outputs": ["lambda"],
        "parameters": {"t": "host_struct", "mask": {"kind": "tensor", "nullable": True}},
    }
}
KERNELS = """
def run_mixed(x, lambda_, mask, a, flag, t, n):
    assert (x.dtype, x.shape, lambda_.dtype, mask) == ("bfloat16", [2, 2], "float32", None), (x.dtype, mask)
    assert (a, flag, t, n) == (1.5, True, [1, 0, 0, 0, 2, 0, 0, 0], 4), (a, flag, t, n)
    lambda_.flat[:] = [float("nan"), float("inf"), -1.0, 0.0]


def run_nothing(x):
    assert x.device == "npu"


def run_count(x, n):
    assert x.device == "npu" and n == 4
"""


def several(tmp_path: Path) -> Path:
    """A package of kernels with every kind of parameter, with values and a script."""
    asset = write(tmp_path / "asset", {"ops.asc": SOURCE}) / "ops.asc"
    out = tmp_path / "out"
    adapt(asset, out, *contract(tmp_path, ENTRIES), "--package-name", "my-ops")
    collect_spec(out)
    values = {"mixed.a": 1.5, "flag": True, "t": [1, 0, 0, 0, 2, 0, 0, 0], "n": 4}
    made = construct_values(out, Asked((2, 2), "bfloat16", values=values))
    assert made["undecided"] == {}
    edited(out / AUTO, lambda it: it["input_values"][0]["parameter_values"][2]["value_source"].update(value=None))
    provide_values(out, out / AUTO)
    generate_runner(out, "bind-target-on-wheel")
    return out


def test_every_kind_of_parameter(tmp_path: Path) -> None:
    done = launched(several(tmp_path), KERNELS, package="my_ops")
    found = printed(done)
    assert found["status"] == "outputs-collected", found
    assert found["calls"] == {"mixed": ["run_mixed"], "nothing": ["run_nothing"], "count": ["run_count"]}
    assert found["outputs"]["mixed"]["baseline"] == [["nan", "inf"], [-1.0, 0.0]]
    assert found["outputs"]["nothing"] == {"baseline": [0], "tensors": {}}
    assert done.returncode == 0


ANY = "def __getattr__(name):\n    return lambda *given: None\n"
TEMPLATES = [it for it in templates() if isinstance(it, Template)]


@pytest.mark.parametrize("it", TEMPLATES, ids=lambda it: it.id)
def test_the_kernel_of_each_template(it: Template, tmp_path: Path, run: Any) -> None:
    chosen = [f"{one.name}={one.allowed[0]}" for one in it.parameters if one.allowed]
    assert generate(run, it.id, tmp_path / "op", *chosen).code == 0
    out = tmp_path / "out"
    adapt(tmp_path / "op", out, "--io-contract", str(tmp_path / "op/operator-io-contract.json"))
    code = run("collect-runtime-input-spec", out).code
    found = json.loads((out / SPEC).read_text())
    if it.id == "sum_tensor_list":
        assert (code, found["status"], found["input_specs"], found["supported_next_actions"]) == (1, "blocked", [], [])
        assert "takes a list of tensors" in run("generate-runner-script", out).err
        return
    assert (code, found["status"]) == (0, "defined")
    assert run("auto-construct-runtime-input-values", out).code == 0
    edited(out / AUTO, decide)
    provide_values(out, out / AUTO)
    generate_runner(out, "bind-target-on-wheel")
    done = launched(out, ANY)
    assert (done.returncode, printed(done)["status"]) == (0, "outputs-collected"), done.stdout


def decide(values: Any) -> None:
    """What a person does: each struct has its bytes, and nothing is undecided."""
    for it in values["input_values"][0]["parameter_values"]:
        if it["dtype"] == "uint8" and not it["value_source"]["value"]:
            it.update(shape=[8], value_source={"kind": "inline_json", "value": [1, 0, 0, 0, 2, 0, 0, 0]})
    values["undecided"] = {}


def test_one_kernel_of_three_that_fails(tmp_path: Path) -> None:
    done = launched(several(tmp_path), KERNELS.replace("n == 4", "n == 5"), package="my_ops")
    found = printed(done)
    assert (done.returncode, found["status"]) == (1, "failed")
    statuses = {name: it["status"] for name, it in found["statuses"].items()}
    assert statuses == {"mixed": "outputs-collected", "nothing": "outputs-collected", "count": "failed"}
    assert found["statuses"]["count"]["reason"].startswith("call_failed:AssertionError")
    assert "count" not in found["outputs"]


def test_an_output_that_stays_as_it_was_is_told(folder: Path) -> None:
    done = launched(with_values(folder), "def run_add_custom(*given): pass\n")
    found = printed(done)
    assert found["unchanged"] == {"add_custom": ["z"]}
    assert found["outputs"]["add_custom"]["baseline"] == [0.0] * 8


# where nothing can be launched


def test_no_torch(folder: Path) -> None:
    done = script(with_values(folder), {"PYTHONPATH": "/nowhere"})
    found = printed(done)
    assert (done.returncode, found["status"], found["outputs"]) == (1, "skipped-no-npu", {})
    assert found["calls"] == {"add_custom": []}
    assert found["statuses"]["add_custom"]["reason"].startswith("torch_npu_not_imported:ModuleNotFoundError")


def test_no_device(folder: Path) -> None:
    done = launched(with_values(folder), available=False)
    found = printed(done)
    assert (done.returncode, found["status"]) == (1, "skipped-no-npu")
    assert found["statuses"] == {"add_custom": {"status": "skipped-no-npu", "reason": "no_npu_available"}}


def test_a_mock_launches_nothing(folder: Path) -> None:
    done = launched(with_values(folder), SK_OPERATOR_MOCK_NPU="1")
    found = printed(done)
    assert (done.returncode, found["status"], found["outputs"]) == (1, "mock-passed", {})
    assert found["calls"] == {"add_custom": []}


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"SOC": "Ascend310P3"}, "import_op_extension_failed:RuntimeError: the architecture of Ascend310P3"),
        ({"SOC": "Ascend950PR"}, "import_op_extension_failed:RuntimeError: this device is dav-3510, which was not"),
    ],
)
def test_a_package_that_is_not_for_this_device(environment: dict[str, str], reason: str, folder: Path) -> None:
    done = launched(with_values(folder), **environment)
    found = printed(done)
    assert (done.returncode, found["status"], found["outputs"]) == (1, "failed", {})
    assert found["statuses"]["add_custom"]["reason"].startswith(reason)


def test_a_package_that_is_not_installed(folder: Path) -> None:
    with_values(folder)
    launched(folder)
    done = script(folder, {"PYTHONPATH": str(folder.parent / "device")})
    reason = printed(done)["statuses"]["add_custom"]["reason"]
    assert done.returncode == 1 and reason.startswith("import_op_extension_failed:ModuleNotFoundError")


def test_an_entry_that_the_package_does_not_have(folder: Path) -> None:
    with_values(folder)
    edited(folder / VALUES, lambda it: it["input_values"][0].update(entry_name="mul"))
    found = printed(launched(folder))
    assert found["statuses"] == {"mul": {"status": "failed", "reason": "entry_missing:run_mul"}}


def test_values_that_make_no_tensor(folder: Path) -> None:
    with_values(folder)
    edited(folder / VALUES, lambda it: it["input_values"][0]["parameter_values"][0].update(dtype="float7"))
    assert printed(launched(folder))["statuses"]["add_custom"]["reason"].startswith("inputs_not_made:AttributeError")


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("a", "b"), 2, "usage: operator-sample-runner.py VALUES.json"),
        (("gone.json",), 1, "values_not_read:FileNotFoundError"),
        (("operator-sk-adapted.json",), 1, "values_not_read:KeyError"),
        ((RUNNER,), 1, "values_not_read:JSONDecodeError"),
    ],
)
def test_no_values(words: Sequence[str], code: int, reason: str, folder: Path) -> None:
    done = script(with_values(folder), {}, *words)
    found = printed(done)
    assert (done.returncode, found["status"]) == (code, "failed") and found["reason"].startswith(reason)


# with a reference


def referenced(folder: Path, text: str = REFERENCE) -> Path:
    with_values(folder, "--oracle-source", "reference-impls-numpy")
    write(folder, {"reference_impls/add_custom.py": text})
    words = ("auto-build-correctness-oracle", str(folder), "--oracle-source", "reference-impls-numpy")
    assert main(list(words)) == 0
    return folder


def test_a_kernel_that_gives_what_the_reference_does(folder: Path) -> None:
    done = launched(referenced(folder))
    found = printed(done)
    assert (done.returncode, found["status"]) == (0, "passed")
    assert found["statuses"] == {"add_custom": {"status": "passed", "reason": "outputs_match_reference"}}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("a + b + 1", "reference_differs:output[0] is -6.0, expected -7.0"),
        ("a + b + (a > 3)", "reference_differs:output["),
        ('float("nan")', "reference_differs:output[0] is 'nan', expected -7.0"),
    ],
)
def test_a_kernel_that_gives_something_else(wrong: str, reason: str, folder: Path) -> None:
    done = launched(referenced(folder), ADD.replace("[a + b for", f"[{wrong} for"))
    found = printed(done)
    assert (done.returncode, found["status"]) == (1, "failed")
    assert found["statuses"]["add_custom"]["reason"].startswith(reason)
    assert found["outputs"]["add_custom"]["baseline"]


def test_within_the_tolerance(folder: Path) -> None:
    done = launched(referenced(folder), ADD.replace("[a + b for", "[a + b + 0.5 for"))
    assert printed(done)["status"] == "passed"
    exact = REFERENCE.replace('"allclose"', '"exact"').replace('"atol": 0.5', '"atol": 0')
    (folder / AUTO).unlink()
    done = launched(referenced(folder, exact), ADD.replace("[a + b for", "[a + b + 0.5 for"))
    assert printed(done)["status"] == "failed"


@pytest.mark.parametrize("what", ["none", "of other values", "of the kernel itself"])
def test_no_reference_is_no_pass(what: str, folder: Path) -> None:
    referenced(folder)
    match what:
        case "none":
            (folder / ORACLE).unlink()
        case "of other values":
            edited(folder / VALUES, lambda it: it.update(unresolved_inputs=[1]))
        case _:
            main(["auto-build-correctness-oracle", str(folder)])
    done = launched(folder)
    found = printed(done)
    assert (done.returncode, found["status"]) == (1, "skipped-no-oracle")
    assert found["outputs"]["add_custom"]["baseline"]


def test_the_oracle_of_the_kernel_itself_says_so(folder: Path, run: Any) -> None:
    with_values(folder)
    done = run("auto-build-correctness-oracle", folder)
    assert json.loads(done.out) == {"written": ORACLE, "oracle_sets": 1, "oracle_source": "bind-target-on-wheel"}
    assert "that they run, not that they are right" in done.err
    [expected] = json.loads((folder / ORACLE).read_text())["oracle_specs"]
    assert expected == {
        "input_set_id": "entry:add_custom:default",
        "expected_output": {
            "kind": "inline_json",
            "value": {"source": "bind-target-on-wheel", "entry_name": "add_custom"},
        },
        "comparator": "allclose",
        "tolerance": {"rtol": 0, "atol": 0},
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "no such file; it has a function compute(inputs)"),
        ("def compute(inputs:", "cannot be run: SyntaxError"),
        ("import nothing_of_that_name\n", "cannot be run: ModuleNotFoundError"),
        ("import sys\nsys.exit(0)\n", "cannot be run: SystemExit"),
        ("a = 1\n", "has no function compute(inputs)"),
        ("def compute(inputs):\n    return inputs['w']\n", "compute raised KeyError: 'w'"),
        ("def compute(inputs):\n    return 'much'\n", "compute gives str, not finite numbers in lists"),
        ("def compute(inputs):\n    return [1.0, float('nan')]\n", "compute gives list, not finite numbers"),
        ("def compute(inputs):\n    return [1, 2]\n", "compute gives no z: it has a list of 2 where the shape says 8"),
        ("def compute(inputs):\n    return []\n", "compute gives no z: it has a list of 0 where the shape says 8"),
        (
            "def compute(inputs):\n    return {'z': [1] * 9}\n",
            "compute gives no z: it has a list of 9 where the shape says 8",
        ),
        ("def compute(inputs):\n    return 1\n", "compute gives no z: it has 1 where a list of 8 belongs"),
        (
            "def compute(inputs):\n    return [[1] * 8]\n",
            "compute gives no z: it has a list of 1 where the shape says 8",
        ),
        ("def compute(inputs):\n    return [[1]] * 8\n", "compute gives no z: it has [1] where a number belongs"),
        (REFERENCE.replace('"add_custom"', '"mul"', 1), "REFERENCE_IMPL is of mul, not of add_custom"),
        (REFERENCE.replace('"allclose"', '"exact"'), "REFERENCE_IMPL is exact, and has a tolerance"),
        (REFERENCE.replace('"allclose"', '"nearly"'), "REFERENCE_IMPL is wrong"),
    ],
)
def test_a_reference_that_is_none(text: str | None, told: str, folder: Path, run: Any) -> None:
    with_values(folder)
    if text:
        write(folder, {"reference_impls/add_custom.py": text})
    done = run("auto-build-correctness-oracle", folder, "--oracle-source", "reference-impls-numpy")
    assert done.code == 2 and told in done.err and "add_custom.py" in done.err and done.err.count("\n") == 1
    assert not (folder / ORACLE).exists()


def test_what_a_reference_prints_is_not_what_the_command_does(folder: Path, run: Any) -> None:
    referenced(folder, f"print('loaded')\n{REFERENCE}")
    done = run("auto-build-correctness-oracle", folder, "--oracle-source", "reference-impls-numpy")
    assert json.loads(done.out)["written"] == ORACLE and done.err.startswith("loaded\n")


def test_a_reference_that_gives_arrays(folder: Path) -> None:
    array = "class Array:\n    def tolist(self):\n        return [self.item] * 8\n    item = 1.5\n\n\n"
    referenced(folder, f"{array}def compute(inputs):\n    return Array()\n")
    assert json.loads((folder / ORACLE).read_text())["oracle_specs"][0]["expected_output"]["value"] == [1.5] * 8


TWO = """#include "kernel_operator.h"
__global__ __vector__ void two(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR w) { Use(x, y, z, w); }
"""
TWO_KERNEL = """
def run_two(x, y, z, w):
    w.flat[0] = 7
    y.flat[:] = [a + 1 for a in x.flat]
    z.flat[:] = [a * 2 for a in x.flat]
"""
TWO_REFERENCE = """
def compute(inputs):
    x = inputs["x"]["value"]
    return {"y": [a + 1 for a in x], "z": [a * 2 for a in x]}
"""


def two_outputs(tmp_path: Path, reference: str = TWO_REFERENCE, inputs: Sequence[str] = ("x",)) -> Path:
    """The package of a kernel that writes two tensors and a workspace, with values, a reference and a script."""
    asset = write(tmp_path / "asset", {"ops.asc": TWO}) / "ops.asc"
    told = {"inputs": list(inputs), "outputs": ["y", "z"], "workspaces": ["w"], "pybind_return_tensor": "y"}
    adapt(asset, tmp_path / "out", *contract(tmp_path, {"two": told}))
    collect_spec(tmp_path / "out")
    construct_values(tmp_path / "out", Asked((8,), "float32"))
    provide_values(tmp_path / "out", tmp_path / "out" / AUTO)
    return referenced_anew(tmp_path / "out", reference)


def referenced_anew(folder: Path, text: str) -> Path:
    [entry] = json.loads((folder / VALUES).read_text("utf-8"))["input_values"]
    write(folder, {f"reference_impls/{entry['entry_name']}.py": text})
    for command in ("generate-runner-script", "auto-build-correctness-oracle"):
        assert main([command, str(folder), "--oracle-source", "reference-impls-numpy"]) == 0
    return folder


@pytest.mark.parametrize("inputs", [("x",), ("x", "z")], ids=["outputs", "one in place"])
def test_each_tensor_that_a_kernel_writes_is_compared(inputs: Sequence[str], tmp_path: Path) -> None:
    folder = two_outputs(tmp_path, inputs=inputs)
    assert printed(launched(folder, TWO_KERNEL))["status"] == "passed"
    done = launched(folder, TWO_KERNEL.replace("a * 2 for", "999.0 for"))
    found = printed(done)
    assert (done.returncode, found["status"]) == (1, "failed")
    assert found["statuses"]["two"]["reason"].startswith("reference_differs:z[0] is 999.0, expected ")


@pytest.mark.parametrize(
    ("reference", "missing"),
    [
        ("def compute(inputs):\n    return [a + 1 for a in inputs['x']['value']]\n", "z"),
        ("def compute(inputs):\n    return {'y': [a + 1 for a in inputs['x']['value']]}\n", "z"),
        ("def compute(inputs):\n    return {'z': [a * 2 for a in inputs['x']['value']]}\n", "y"),
        ("def compute(inputs):\n    return {}\n", "y,z"),
    ],
)
def test_a_tensor_that_the_reference_does_not_give_is_no_pass(reference: str, missing: str, tmp_path: Path) -> None:
    done = launched(two_outputs(tmp_path, reference), TWO_KERNEL)
    found = printed(done)
    assert (done.returncode, found["status"]) == (1, "skipped-no-oracle")
    assert found["statuses"]["two"]["reason"] == f"no_expected_output_of:{missing}"


def test_what_a_reference_gives_counts_where_it_does_not_give_all(tmp_path: Path) -> None:
    folder = two_outputs(tmp_path, "def compute(inputs):\n    return {'z': [0.5] * 8}\n")
    found = printed(launched(folder, TWO_KERNEL))
    assert found["status"] == "failed" and found["statuses"]["two"]["reason"].startswith("reference_differs:z[0]")


@pytest.mark.parametrize("name", ["y", "z"])
def test_each_output_has_the_shape_of_its_tensor(name: str, tmp_path: Path, run: Any) -> None:
    two_outputs(tmp_path)
    write(tmp_path / "out", {"reference_impls/two.py": f"{TWO_REFERENCE[:-2]}, '{name}': [0.5] * 7}}\n"})
    done = run("auto-build-correctness-oracle", tmp_path / "out", "--oracle-source", "reference-impls-numpy")
    assert done.code == 2 and f"two.py: compute gives no {name}: it has a list of 7 where the shape says 8" in done.err


def test_a_kernel_that_writes_nothing_does_not_pass(tmp_path: Path) -> None:
    source = '#include "kernel_operator.h"\n__global__ __vector__ void count(uint32_t n) { Use(n); }\n'
    folder = tmp_path / "out"
    adapt(write(tmp_path / "asset", {"s.asc": source}), folder)
    collect_spec(folder)
    construct_values(folder, Asked((1,), values={"n": 4}))
    provide_values(folder, folder / AUTO)
    referenced_anew(folder, "def compute(inputs):\n    return {}\n")
    found = printed(launched(folder, "def run_count(x, n): pass\n"))
    assert found["statuses"] == {"count": {"status": "skipped-no-oracle", "reason": "the_kernel_writes_no_tensor"}}


@pytest.mark.parametrize("name", ["x", "w", "other"])
def test_a_reference_of_what_is_no_output(name: str, tmp_path: Path, run: Any) -> None:
    two_outputs(tmp_path / "two")
    there = tmp_path / "two/out"
    write(there, {"reference_impls/two.py": TWO_REFERENCE.replace('"y":', f'"{name}":')})
    done = run("auto-build-correctness-oracle", there, "--oracle-source", "reference-impls-numpy")
    assert done.code == 2 and f"two.py: compute gives {name}, and the outputs of two are y, z" in done.err


# what the kernels take


def test_what_the_kernels_take(tmp_path: Path) -> None:
    several(tmp_path)
    found = json.loads((tmp_path / "out" / SPEC).read_text())
    assert (found["status"], found["python_package"]) == ("defined", "my_ops")
    mixed, nothing, count = found["input_specs"]
    assert [(it["name"], it["kind"], it["role"], it["number"]) for it in mixed["parameters"]] == [
        ("x", "tensor", "input", ""),
        ("lambda", "tensor", "output", ""),
        ("mask", "tensor", "input", ""),
        ("a", "scalar", "scalar", "float"),
        ("flag", "scalar", "scalar", "bool"),
        ("t", "bytes", "unknown", ""),
        ("n", "scalar", "scalar", "int"),
    ]
    assert [it["name"] for it in mixed["parameters"] if it["written"]] == ["lambda"]
    assert [it["name"] for it in mixed["parameters"] if it["nullable"]] == ["mask"]
    assert mixed["parameters"][1]["source"] == f"{mixed['parameters'][1]['type']} lambda"
    assert (mixed["returns"], mixed["device_tensor"]) == ("lambda", "")
    assert (nothing["parameters"], nothing["returns"], nothing["device_tensor"]) == ([], "x", "x")
    assert [it["name"] for it in count["parameters"]] == ["n"]


def test_a_tensor_of_no_contract_is_unknown_and_written(tmp_path: Path) -> None:
    source = '#include "kernel_operator.h"\n__global__ __vector__ void scale(GM_ADDR x, uint32_t n) { Use(x, n); }\n'
    adapt(write(tmp_path / "asset", {"s.asc": source}), tmp_path / "out")
    [spec] = collect_spec(tmp_path / "out")["input_specs"]  # pyright: ignore
    x = spec.parameters[0]
    assert (x.role, x.written, spec.returns) == ("unknown", True, "x")


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ("", "add_custom has no torch_schema; adapt the asset with sklint"),
        ("add_custom(Tensor x) -> Tensor", "is none of this version"),
        ("add_custom(Tensor x, Tensor y) -> ()", "torch_schema has 2 parameters, and add_custom has 4"),
        ("add_custom(Other x, Tensor y, Tensor z, int n) -> ()", "is none of this version"),
    ],
)
def test_a_package_of_another_tool(schema: str, told: str, folder: Path, run: Any) -> None:
    path = folder / "operator-sk-adapted.json"
    edited(path, lambda it: it["per_file"][0]["entries"][0].update(torch_schema=schema))
    done = run("collect-runtime-input-spec", folder)
    assert done.code == 2 and told in done.err and f"{path}:" in done.err


@pytest.mark.parametrize("command", ["auto-construct-runtime-input-values", "generate-runner-script"])
def test_a_spec_that_is_missing_or_of_another_package(command: str, folder: Path, run: Any) -> None:
    edited(folder / SPEC, lambda it: it["input_specs"][0]["parameters"][0].update(role="output"))
    before = files(folder)
    done = run(command, folder)
    assert done.code == 2
    assert f"{SPEC}:" in done.err and 'parameters.0.role is "output", and would be "input"' in done.err
    (folder / SPEC).unlink()
    assert "run `sklint collect-runtime-input-spec" in run(command, folder).err
    assert files(folder) == {name: data for name, data in before.items() if name != SPEC}


# values


def test_what_nobody_said_is_undecided(folder: Path, run: Any) -> None:
    done = run("auto-construct-runtime-input-values", folder)
    assert done.code == 0 and json.loads(done.out) == {"written": AUTO, "input_sets": 1}
    assert json.loads((folder / AUTO).read_text())["undecided"] == {
        **{f"add_custom.{it}": "nobody said the shape [16] and the type float16" for it in "xyz"},
        "add_custom.totalLength": "nobody said its value; 16 is the number of elements",
    }
    done = run("provide-sk-runtime-input-values", folder, folder / AUTO)
    assert done.code == 2 and f"{AUTO}:" in done.err
    assert 'undecided."add_custom.x" is not decided: nobody said the shape [16]' in done.err
    assert not (folder / VALUES).exists()
    edited(folder / AUTO, lambda it: it.update(undecided={}))
    assert run("provide-sk-runtime-input-values", folder, folder / AUTO).code == 0


def test_what_the_source_tells_is_not_asked(tmp_path: Path) -> None:
    several(tmp_path)
    (tmp_path / "out" / AUTO).unlink()
    made = construct_values(tmp_path / "out", Asked((2, 2)))
    assert list(made["undecided"]) == [  # pyright: ignore
        "mixed.x",
        "mixed.mask",
        "mixed.a",
        "mixed.flag",
        "mixed.t",
        "mixed.n",
        "count.n",
    ]


@pytest.mark.parametrize("dtype", ["float16", "int32", "uint8", "bool"])
@pytest.mark.parametrize("fill", ["varied", "zero"])
def test_fills(dtype: str, fill: str, folder: Path, run: Any) -> None:
    words = ("--dtype", dtype, "--fill", fill, "--shape", "3,4", "--value", "totalLength=12")
    assert run("auto-construct-runtime-input-values", folder, *words).code == 0
    x, y, z, n = json.loads((folder / AUTO).read_text())["input_values"][0]["parameter_values"]
    flat = [[it for row in one["value_source"]["value"] for it in row] for one in (x, y, z)]
    assert {len(it) for it in flat} == {12} and {one["dtype"] for one in (x, y, z)} == {dtype}
    assert (len(set(flat[0])) > 1, flat[0] != flat[1]) == ((fill == "varied",) * 2)
    assert not any(flat[2])
    assert (n["shape"], n["dtype"], n["value_source"]["value"]) == ([], "uint32", 12)
    assert run("provide-sk-runtime-input-values", folder, folder / AUTO).code == 0


def test_values_of_a_person_stay(folder: Path, run: Any) -> None:
    with_values(folder)
    edited(folder / AUTO, lambda it: it["input_values"][0]["parameter_values"][3]["value_source"].update(value=7))
    before = files(folder)
    done = run("auto-construct-runtime-input-values", folder, "--shape", "8")
    assert done.code == 2 and f"{folder / AUTO}: is there already and is another" in done.err
    assert files(folder) == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--shape", "8,"), "'8,' is no shape, such as 16 or 1,16,64"),
        (("--shape", "-1"), "is no shape"),
        (("--shape", "99999,99999"), "are 9999800001 elements; a file of values has at most 1000000"),
        (("--dtype", "half"), "'half' is not known; there are float16"),
        (("--fill", "random"), "--fill"),
        (("--value", "n"), "is no NAME=JSON"),
        (("--value", "totalLength=8", "--value", "totalLength=9"), "gives no value to a name of its own"),
        (("--value", "other=8"), "--value other: no kernel has a parameter of that name"),
    ],
)
def test_options_of_values(words: Sequence[str], told: str, folder: Path, run: Any) -> None:
    done = run("auto-construct-runtime-input-values", folder, *words)
    assert done.code == 2 and told in done.err
    assert not (folder / AUTO).exists()


def parameter(number: int, **values: object) -> Callable[[Any], object]:
    return lambda it: it["input_values"][0]["parameter_values"][number].update(values)


def value(number: int, given: object) -> Callable[[Any], object]:
    return parameter(number, value_source={"kind": "inline_json", "value": given})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (value(0, [1.0] * 7), "has a list of 7 where the shape says 8"),
        (value(0, 1.0), "has 1.0 where a list of 8 belongs"),
        (value(0, [1e6] * 8), "has 1000000.0, which is no float16"),
        (value(0, ["a"] * 8), 'has "a", which is no float16'),
        (value(0, None), "value is null, and x takes a value"),
        (value(3, -1), "has -1, which is no uint32"),
        (value(3, True), "has true, which is no uint32"),
        (value(3, 8.5), "has 8.5, which is no uint32"),
        (parameter(3, shape=[1]), "shape is [1], and totalLength is a number: its shape is []"),
        (parameter(3, dtype="float32"), "dtype is float32, and totalLength is uint32_t"),
        (parameter(0, dtype="half"), "dtype is half; it takes float16"),
        (parameter(0, shape=[-8]), "shape is [-8]; no dimension is less than 0"),
        (parameter(0, name="w"), "is w; there is x, y, z, totalLength"),
        (parameter(1, name="x"), "is x once more; each parameter is given once"),
        (parameter(0, shap=[8]), "shap is no key"),
        (parameter(0, value_source={"kind": "file", "value": "a.bin"}), "kind is 'file'; it takes inline_json"),
        (lambda it: it["input_values"][0]["parameter_values"].pop(), "has no totalLength"),
        (lambda it: it["input_values"].pop(), "has no entry:add_custom:default"),
        (lambda it: it["input_values"][0].update(input_set_id="entry:mul:default"), "is entry:mul:default; there is"),
        (lambda it: it.pop("input_values"), "the file has no input_values"),
    ],
)
def test_values_that_are_none(change: Callable[[Any], object], told: str, folder: Path, run: Any) -> None:
    with_values(folder)
    (folder / VALUES).unlink()
    edited(folder / AUTO, change)
    done = run("provide-sk-runtime-input-values", folder, folder / AUTO)
    assert done.code == 2 and told in done.err, done.err
    assert f"{AUTO}:" in done.err and done.err.count("\n") == 1
    assert not (folder / VALUES).exists()


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_a_file_that_has_no_values(text: str, folder: Path, run: Any) -> None:
    (folder / "mine.json").write_text(text)
    done = run("provide-sk-runtime-input-values", folder, folder / "mine.json")
    assert done.code == 2 and "mine.json" in done.err
    assert "cannot be read" in run("provide-sk-runtime-input-values", folder, folder / "gone.json").err


def test_values_of_another_spec(folder: Path, run: Any) -> None:
    with_values(folder)
    edited(folder / VALUES, lambda it: it.update(runtime_input_spec_sha256="0"))
    done = run("auto-build-correctness-oracle", folder)
    assert done.code == 2 and f"is not of the {SPEC} that is there; run `sklint provide-sk-runtime" in done.err
    (folder / VALUES).unlink()
    assert f"there is no {VALUES} in it" in run("auto-build-correctness-oracle", folder).err


# the script on disk


def test_the_script_is_made_again_and_one_that_somebody_changed_stays(folder: Path, run: Any) -> None:
    with_values(folder)
    first = (folder / RUNNER).read_bytes()
    assert run("generate-runner-script", folder, "--oracle-source", "reference-impls-numpy").code == 0
    assert (folder / RUNNER).read_bytes() != first
    done = run("generate-runner-script", folder)
    assert json.loads(done.out) == {"runner": RUNNER, "command_spec": COMMAND}
    assert (folder / RUNNER).read_bytes() == first
    (folder / RUNNER).write_bytes(first + b"# mine\n")
    before = files(folder)
    done = run("generate-runner-script", folder)
    assert done.code == 2 and f"{folder / RUNNER}: is there already and is another" in done.err
    assert files(folder) == before


@pytest.mark.parametrize(
    "command",
    [
        ("collect-runtime-input-spec",),
        ("auto-construct-runtime-input-values",),
        ("provide-sk-runtime-input-values", "a.json"),
        ("auto-build-correctness-oracle",),
        ("generate-runner-script",),
    ],
)
def test_no_package(command: Sequence[str], tmp_path: Path, run: Any) -> None:
    (tmp_path / "空").mkdir()
    done = run(command[0], tmp_path / "空", *command[1:])
    assert done.code == 2 and "there is no operator-sk-adapted.json in it" in done.err
    assert list((tmp_path / "空").iterdir()) == []


def test_a_folder_that_is_read_only(folder: Path, bound: Any) -> None:
    with_values(folder)
    written = {AUTO, VALUES, RUNNER, COMMAND, SPEC}
    keep = folder.parent / "a.json"
    keep.write_bytes((folder / AUTO).read_bytes())
    for name in written - {SPEC}:
        (folder / name).unlink()
    before = files(folder)
    folder.chmod(0o555)
    runs = [
        bound("collect-runtime-input-spec", folder),
        bound("auto-construct-runtime-input-values", folder),
        bound("provide-sk-runtime-input-values", folder, keep),
        bound("generate-runner-script", folder),
    ]
    folder.chmod(0o755)
    assert [(it.code, it.err.count("\n")) for it in runs] == [(2, 1)] * 4
    assert files(folder) == before


@pytest.mark.parametrize(
    ("name", "command"),
    [
        (SPEC, ("collect-runtime-input-spec",)),
        (AUTO, ("auto-construct-runtime-input-values",)),
        (VALUES, ("provide-sk-runtime-input-values", "values.json")),
        (ORACLE, ("auto-build-correctness-oracle", "--oracle-source", "bind-target-on-wheel")),
        (RUNNER, ("generate-runner-script",)),
        (COMMAND, ("generate-runner-script",)),
    ],
)
@pytest.mark.parametrize("there", [True, False])
def test_a_link_in_the_place_of_what_is_written(
    name: str, command: Sequence[str], there: bool, folder: Path, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_values(folder)
    monkeypatch.chdir(folder.parent)
    shutil.copy(folder / AUTO, folder.parent / "values.json")
    for it in {RUNNER, COMMAND, name} - {SPEC}:
        (folder / it).unlink(missing_ok=True)
    mine = folder.parent / "mine"
    mine.write_bytes((folder / SPEC).read_bytes()) if there else None
    (folder / SPEC).unlink() if name == SPEC else None
    (folder / name).symlink_to(mine)
    names = sorted(folder.iterdir())
    done = run(command[0], folder, *command[1:])
    assert done.code == 2 and done.err == f"error: {folder / name}: is no file; remove it\n"
    assert (folder / name).is_symlink() and sorted(folder.iterdir()) == names
    assert mine.read_bytes() == (folder / SPEC).read_bytes() if there else not mine.exists()
