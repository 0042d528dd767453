"""generate-standalone-compare: what it writes compiles, runs, and never passes a kernel that was not compared."""

import json
import re
from pathlib import Path

import pytest
from adaptation import FOLDER as PACKAGE
from adaptation import Result, adapt, adapt_case, contract, write
from device import COMPILER, built, ran
from hypothesis import given, settings
from hypothesis import strategies as st

from sklint.cli.main import main
from sklint.delivery.cmake_text import commands
from sklint.generate.verify import Surroundings
from sklint.request import request_for
from sklint.resolve import resolver
from sklint.source import Source

FOLDER, REPORT = "operator-sk-standalone-verify", "operator-sk-standalone-verify.json"
FIXTURE = "operator-sk-runtime-fixture.json"
RUN, MOCK = {"SK_OPERATOR_RUN_DEVICE_COMPARE": "1"}, {"SK_OPERATOR_MOCK_NPU": "1"}

HEAD = '#include "kernel_operator.h"\n'
ADD = "__global__ __vector__ void add(GM_ADDR x) { x[0] = 1; }\n"
SOURCE = """#include "kernel_operator.h"

enum class Mode : uint8_t { kDouble, kTriple };
struct Tile { uint16_t first; uint8_t step; };

namespace ops {
struct Pair { uint32_t one; uint32_t two; };
__global__ __mix__(1, 2) void pair(GM_ADDR y, Pair p) { y[0] = p.one; y[1] = p.two; }
}

__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, uint32_t n, bool twice, Mode mode, half f)
{
    for (uint32_t i = 0; i < n; ++i) {
        y[i] = x[i] + (twice ? 2 : 1) + (mode == Mode::kTriple ? 3 : 0) + static_cast<int>(f);
    }
}

__global__ __vector__ void tile(GM_ADDR y, Tile t) { y[t.first] = t.step; }

template <typename T, int N>
__global__ __cube__ void fill(__gm__ T *y, T value)
{
    for (int i = 0; i < N; ++i) {
        y[i] = value;
    }
}

__global__ __vector__ void idle(GM_ADDR y) { (void)y; }
"""
ENTRIES: dict[str, object] = {
    "add": {"inputs": ["x"], "outputs": ["y"], "launch": {"block_dim": 8}},
    "tile": {"outputs": ["y"], "parameters": {"t": "host_struct"}},
    "pair": {"outputs": ["y"], "parameters": {"p": "host_struct"}, "source_entry_name": "pair"},
    "fill": {"outputs": ["y"], "bind_target": "fill<int32_t, 4>"},
    "idle": {"outputs": ["y"]},
}
Y = {"name": "y", "bytes": 16, "compare": True}
PLANS: dict[str, object] = {
    "add": {
        "parameters": [
            {"name": "x", "bytes": 16, "fill": 5},
            Y,
            {"name": "n", "kind": "scalar", "value": 16},
            {"name": "twice", "kind": "scalar", "value": True},
            {"name": "mode", "kind": "literal", "value": "Mode::kTriple"},
            {"name": "f", "kind": "scalar", "value": 1.5},
        ]
    },
    "tile": {"parameters": [Y, {"name": "t", "kind": "host_struct", "value": [3, 0, 7, 0]}], "block_dim": 2},
    "pair": {"parameters": [Y, {"name": "p", "kind": "literal", "value": "Pair{3, 4}"}]},
    "fill": {"parameters": [Y, {"name": "value", "kind": "scalar", "value": -2}]},
    "idle": {"parameters": [Y]},
}
WRITES = {"add": bytes([5 + 2 + 3 + 1]) * 16, "fill": b"\xfe\xff\xff\xff" * 4}


def adapted(asset: Path, folder: Path, *more: str) -> Result:
    """An operator whose kernels may write with scalars: the framework flushes after each."""
    return adapt(asset, folder, "--mask", "0", *more)


def compare(package: Path, folder: Path, plans: dict[str, object] | None = None, *more: str) -> Result:
    options = ["--target-chip", "A3"] if not any(it.startswith(("--target", "--npu")) for it in more) else []
    if plans is not None:
        fixtures = folder.parent / f"{folder.name}-fixtures"
        fixtures.mkdir(exist_ok=True)
        write(fixtures, {f"{it}/{FIXTURE}": json.dumps(plan) for it, plan in plans.items()})
        options += ["--runtime-fixture-dir", str(fixtures)]
    return Result(
        main(["generate-standalone-compare", str(package), "--output-dir", str(folder), *options, *more]), folder
    )


def report(done: Result):
    return json.loads((done.folder / REPORT).read_text())


def texts(done: Result) -> dict[str, str]:
    root = done.folder / FOLDER
    return {it.relative_to(root).as_posix(): it.read_text() for it in sorted(root.rglob("*")) if it.is_file()}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    asset = write(folder / "asset", {"ops.asc": SOURCE}) / "ops.asc"
    done = adapted(asset, folder / "sk", *contract(folder, ENTRIES))
    assert done.status == "completed", done.report["escalations"]
    made = folder / "all"
    assert main(["aggregate-sk-adapted", "--adapted-output-dir", str(done.folder), "--output-dir", str(made)]) == 0
    return made


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def unread(done: Result) -> list[str]:
    """What sklint cannot read of the comparisons, with the folders that the build searches."""
    root = done.folder / FOLDER
    found: list[str] = []
    for path in sorted(root.glob("*.asc")):
        source = Source(path.as_posix(), path.read_bytes())
        asked = request_for(source, resolver()(path), {})
        folders = (str(root), str(root / "csrc"), *map(str, (root / "csrc").iterdir()))
        from msgspec.structs import replace

        options = replace(asked.options, include_dirs=folders)
        for unit in Surroundings((), asked.target, options, asked.overlays).read(source):
            found += [text for _, text in unit.errors] + [it.name for it in unit.missing_headers]
    return found


# what is written


def test_writes_the_project_and_its_report(package: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    done = compare(package, out, PLANS)
    told = capsys.readouterr()
    assert done.code == 0 and json.loads(told.out) == {"status": "generated", "entries": 5}
    assert told.out.count("\n") == 1 and told.err == f"Compares 5 of 5 kernels: {out / REPORT}\n"
    assert list(texts(done)) == ["CMakeLists.txt", "csrc/pair/pair.asc", "runtime_compare.asc", "standalone_compare.h"]
    it = report(done)
    assert (it["status"], it["npu_arch"], it["target_chip"]) == ("generated", "dav-2201", "A3")
    assert it["target_arch_resolution"] == {
        "status": "resolved", "npu_arch": "dav-2201", "source": "target-chip-source-backed", "target_chip": "A3",
        "resolved": [{"chip": "A3", "product": "Atlas A3 training / inference", "arch": "dav-2201"}], "unsupported": [],
    }  # fmt: skip
    assert it["runtime_compare"] == f"{FOLDER}/runtime_compare.asc" == it["runtime_sources"]["runtime_compare"]
    assert it["entry_targets"] == dict.fromkeys(PLANS, "runtime_compare") | {}
    assert it["cmake"] == f"{FOLDER}/CMakeLists.txt"
    assert it["copied_sources"] == [f"{FOLDER}/csrc/pair/pair.asc"]
    assert sorted(one["entry_name"] for one in it["entries"]) == sorted(PLANS)
    assert it["aggregate_output_dir"] == str(package.resolve())
    assert {name: (one["status"], one["device_runnable"]) for name, one in it["runtime_fixtures"].items()} == (
        dict.fromkeys(PLANS, ("available", True))
    )
    assert it["runtime_fixtures"]["idle"]["spec"] == PLANS["idle"]


def test_a_source_is_that_of_the_package_without_torch(package: Path, out: Path) -> None:
    text = texts(compare(package, out))["csrc/pair/pair.asc"]
    assert SOURCE.partition("namespace ops {")[2].splitlines()[1] in text
    assert not re.search(r"torch|pybind|third_party|ascendc_ops|run_add", text)
    assert "SK_BIND(add, 0, add_sk<0>" in text


def test_what_is_written_reads_clean(
    package: Path, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert unread(compare(package, out, PLANS)) == []
    assert unread(compare(package, tmp_path / "without")) == []
    assert main(["check", "--no-cache", str(out)]) == 0, capsys.readouterr().out


def test_every_entry_of_a_source_gets_code(package: Path, out: Path) -> None:
    text = texts(compare(package, out, PLANS))["runtime_compare.asc"]
    for name in PLANS:
        assert f"launch_{name}_baseline(" in text and f"launch_{name}_sk(" in text
    assert "::fill<int32_t, 4><<<block_dim, nullptr, stream>>>(given_y, given_value);" in text
    assert "::ops::pair<<<block_dim, nullptr, stream>>>" in text
    names = ", ".join(f"&sk_standalone_{it}::compare_{it}" for it in ("pair", "add", "tile", "fill", "idle"))
    assert f"sk_standalone::run({{{names}}})" in text


# what it tells when it runs


@pytest.fixture(scope="module")
def project(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compare(package, tmp_path_factory.mktemp("project") / "out", PLANS).folder


@pytest.fixture(scope="module")
def program(project: Path) -> Path | None:
    """The comparison of all plans; None where there is no compiler, and its text is looked at instead."""
    return built(project / FOLDER, project.parent) if COMPILER else None


def test_passes_what_was_compared(program: Path | None, project: Path) -> None:
    if program is None:
        return only_what_was_compared_passes(project)
    done = ran(program, **RUN)
    assert (done.code, done.status) == (0, "mixed")
    passed = ("passed", "standalone_bind_target_baseline_and_sk_outputs_matched")
    assert {it: done.of(it) for it in ("add", "tile", "pair", "fill")} == dict.fromkeys(
        ("add", "tile", "pair", "fill"), passed
    )
    assert (
        done.of("idle")[0] == "skipped-insufficient-runtime-spec"
        and "no compared byte was changed" in done.of("idle")[1]
    )
    for name, data in WRITES.items():
        assert done.told["outputs"][name] == {"baseline": [fnv1a(data), 16], "sk": [fnv1a(data), 16]}
    assert done.told["calls"]["add"] == ["launch_add_baseline", "launch_add_sk"]
    assert [it for it in done.calls if it.startswith("launch")] == [
        f"launch of {it}" for it in (1, 1, 8, 8, 2, 2, 1, 1, 1, 1)
    ]
    assert done.calls.count("aclrtMalloc") == done.calls.count("aclrtFree") == 12
    assert done.calls.count("aclskOptimize") == done.calls.count("aclmdlRIDestroy") == 5
    return None


def fnv1a(data: bytes) -> int:
    found = 1469598103934665603
    for it in data:
        found = (found ^ it) * 1099511628211 % 2**64
    return found


def only_what_was_compared_passes(folder: Path) -> None:
    """The word `passed` stands in one place, behind the question whether the device runs and the comparison."""
    header = (folder / FOLDER / "standalone_compare.h").read_text()
    assert header.count('"passed"') == 1
    before = header.partition('"passed"')[0]
    assert before.rindex("inline EntryResult judged(") > before.rindex("template <typename Launch>")
    assert "if (!changed) {" in before and "if (!result.detail.empty()) {" in before
    run = header.partition("EntryResult compared(")[2]
    assert run.index('enabled("SK_OPERATOR_RUN_DEVICE_COMPARE")') < run.index("skipped-no-npu") < run.index("judged(")
    assert header.count("judged(") == 2
    assert all('"passed"' not in it.read_text() for it in (folder / FOLDER).glob("*.asc"))


def test_the_word_passed_is_behind_a_comparison(project: Path) -> None:
    only_what_was_compared_passes(project)


@pytest.mark.parametrize(
    "environment", [MOCK, {**MOCK, "SK_OPERATOR_RUN_DEVICE_COMPARE": "0"}, {}, {"SK_OPERATOR_MOCK_NPU": "0"}]
)
def test_nothing_passes_without_a_device(environment: dict[str, str], program: Path | None, project: Path) -> None:
    if program is None:
        return only_what_was_compared_passes(project)
    done = ran(program, **environment)
    assert (done.code, done.status, done.calls) == (0, "skipped-no-npu", [])
    mocked = environment.get("SK_OPERATOR_MOCK_NPU") == "1"
    nothing = {"baseline": [0, 0], "sk": [0, 0]}
    assert done.told["outputs"] == (dict.fromkeys(PLANS, nothing) if mocked else {})
    assert {it["status"] for it in done.told["statuses"].values()} == ({"skipped-no-npu"} if mocked else set())
    return None


def test_case_e10(tmp_path: Path, out: Path) -> None:
    one = adapt_case("e10_standalone_mock_status", tmp_path / "sk")
    plan = {"parameters": [{"name": "x", "bytes": 64, "compare": True}]}
    done = compare(one.folder, out, {"op_e10": plan})
    only_what_was_compared_passes(out)
    if COMPILER:
        source = out / FOLDER / "csrc/op_e10/op_e10.asc"
        source.write_text("inline void Use(unsigned char *x) { x[0] = 1; }\n" + source.read_text())
        program = built(done.folder / FOLDER, tmp_path)
        mocked = ran(program, **MOCK)
        assert (mocked.status, mocked.calls, mocked.code) == ("skipped-no-npu", [], 0)
        assert ran(program, **RUN).status == "passed"


@pytest.mark.parametrize(
    ("how", "status", "reason"),
    [
        ({"DEVICE_RUNS_SK": "0"}, "failed", "differential_outputs_mismatched"),
        ({"DEVICE_IDLE": "1"}, "failed", "differential_outputs_mismatched"),
        ({"DEVICE_IDLE": "1", "DEVICE_RUNS_SK": "0"}, "skipped-insufficient-runtime-spec", "no compared byte"),
        ({"DEVICE_FAILS": "aclrtMalloc"}, "failed", "aclrtMalloc:acl_error_7"),
        ({"DEVICE_FAILS": "aclrtSynchronizeStream"}, "failed", "aclrtSynchronizeStream of the baseline:acl_error_7"),
        ({"DEVICE_FAILS": "aclmdlRICaptureBegin"}, "failed", "aclmdlRICaptureBegin:acl_error_7"),
        ({"DEVICE_FAILS": "aclmdlRICaptureEnd"}, "failed", "aclmdlRICaptureEnd:acl_error_7"),
        ({"DEVICE_FAILS": "aclskOptimize"}, "failed", "aclskOptimize:acl_error_7"),
        ({"DEVICE_FAILS": "aclmdlRIExecuteAsync"}, "failed", "aclmdlRIExecuteAsync:acl_error_7"),
        ({"DEVICE_FAILS": "aclmdlRIDestroy"}, "failed", "aclmdlRIDestroy:acl_error_7"),
        ({"DEVICE_FAILS": "aclrtMemcpy"}, "failed", "aclrtMemcpy to the device:acl_error_7"),
    ],
)  # fmt: skip
def test_what_a_device_does_wrong(
    how: dict[str, str], status: str, reason: str, program: Path | None, out: Path
) -> None:
    if program is None:
        return only_what_was_compared_passes(out)
    done = ran(program, **RUN, **how)
    assert done.code == (1 if status == "failed" else 0) and done.status == status
    assert done.of("add")[0] == status and done.of("add")[1].startswith(reason)
    assert done.calls.count("aclrtFree") == done.calls.count("aclrtMalloc") - (
        5 if reason.startswith("aclrtMalloc") else 0
    )
    assert done.calls[-1] == "aclFinalize"
    return None


def test_a_difference_is_told_with_its_byte(program: Path | None, project: Path) -> None:
    if program is None:
        return only_what_was_compared_passes(project)
    done = ran(program, **RUN, DEVICE_RUNS_SK="0")
    assert done.told["statuses"]["tile"]["detail"] == "y: byte 3 is 7 after the baseline and 0 after the SuperKernel"
    return None


@pytest.mark.parametrize("fails", ["aclInit", "aclrtSetDevice 0", "aclrtCreateStream"])
def test_a_device_that_is_not_there(fails: str, program: Path | None, project: Path) -> None:
    if program is None:
        return only_what_was_compared_passes(project)
    done = ran(program, **RUN, DEVICE_FAILS=fails)
    assert (done.code, done.status) == (1, "failed")
    assert done.of("runtime_setup") == ("failed", f"{fails.partition(' ')[0]}:acl_error_7")
    assert list(done.told["statuses"]) == ["runtime_setup"]
    assert ("aclFinalize" in done.calls) == (fails != "aclInit")
    return None


@pytest.mark.parametrize(
    ("environment", "device"),
    [
        ({"NPU_DEVICE_ID": "3", "ASCEND_DEVICE_ID": "4"}, "3"),
        ({"ASCEND_DEVICE_ID": "4"}, "4"),
        ({}, "0"),
        ({"NPU_DEVICE_ID": "x"}, ""),
    ],
)  # fmt: skip
def test_which_device(environment: dict[str, str], device: str, program: Path | None, project: Path) -> None:
    if program is None:
        return only_what_was_compared_passes(project)
    done = ran(program, **RUN, **environment)
    assert [it for it in done.calls if it.startswith("aclrtSetDevice")] == (
        [f"aclrtSetDevice {device}"] if device else []
    )
    assert (done.status == "failed") == (not device)
    return None


# fixtures


FIRST = "parameters[0]"
WRONG_FIXTURES = {
    "no json": ("{", "not valid JSON"),
    "a list": ("[]", "the fixture is a list"),
    "no parameters": ("{}", "the fixture has no parameters"),
    "missing": ({"parameters": []}, "parameters lacks y of idle"),
    "no size": ({"parameters": [{"name": "y", "compare": True}]}, f"{FIRST} has no bytes"),
    "size as text": ({"parameters": [{"name": "y", "bytes": "16"}]}, f"{FIRST}.bytes is text"),
    "size zero": ({"parameters": [{"name": "y", "bytes": 0}]}, f"{FIRST}.bytes"),
    "size is true": ({"parameters": [{"name": "y", "bytes": True}]}, f"{FIRST}.bytes is true or false"),
    "kind": ({"parameters": [{"name": "y", "kind": "buffer"}]}, f"{FIRST}.kind is 'buffer'"),
    "kind of another": (
        {"parameters": [{"name": "y", "kind": "scalar", "value": 1}]},
        f"{FIRST}.kind is scalar, but y is a GM_ADDR",
    ),
    "fill": ({"parameters": [{**Y, "fill": 256}]}, f"{FIRST}.fill"),
    "two fills": ({"parameters": [{**Y, "fill": 1, "input_fill": 2}]}, f"{FIRST}.input_fill is another word for fill"),
    "value": ({"parameters": [{**Y, "value": 1}]}, f"{FIRST}.value is for a scalar"),
    "nothing compared": ({"parameters": [{"name": "y", "bytes": 16}]}, "parameters compares nothing"),
    "twice": ({"parameters": [Y, Y]}, f"{FIRST}.name is y, which is there twice"),
    "unknown": ({"parameters": [{**Y, "name": "yy"}]}, f"{FIRST}.name is yy, which idle has not"),
    "key": ({"parameters": [{**Y, "compar": True}]}, f"{FIRST}.compar is no key of a fixture; did you mean compare?"),
    "block_dim": ({"parameters": [Y], "block_dim": 0}, "block_dim"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG_FIXTURES)
def test_a_fixture_that_is_wrong(name: str, package: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, told = WRONG_FIXTURES[name]
    fixtures = write(
        out.parent / "fixtures", {f"idle/{FIXTURE}": given if isinstance(given, str) else json.dumps(given)}
    )
    done = compare(package, out, None, "--runtime-fixture-dir", str(fixtures))
    status = report(done)["runtime_fixtures"]["idle"]
    assert done.code == 0 and (status["status"], status["device_runnable"]) == ("insufficient", False)
    assert re.match(rf"{re.escape(str(fixtures / 'idle' / FIXTURE))}:\d+:\d+: ", status["reason"]), status["reason"]
    assert told in status["reason"]
    assert f"idle is not run: {status['reason']}" in capsys.readouterr().err


VALUES = {
    "text for a number": ({"kind": "scalar", "value": "many"}, "n", "value is \"many\"; a scalar takes a number"),
    "fraction": ({"kind": "scalar", "value": 1.5}, "n", "takes a whole number"),
    "truth for a number": ({"kind": "scalar", "value": True}, "n", "takes a whole number"),
    "number for a truth": ({"kind": "scalar", "value": 1}, "twice", "takes true or false"),
    "too large for any": ({"kind": "scalar", "value": 2**64}, "n", "which no type of C++ has"),
    "no value": ({"kind": "scalar"}, "n", "has no value"),
    "buffer": ({"bytes": 4}, "n", "kind is device_buffer, but n is a uint32_t; it takes scalar or literal"),
    "fill": ({"kind": "scalar", "value": 1, "fill": 1}, "n", "fill is for a device_buffer"),
    "statement": ({"kind": "literal", "value": "1); exit(0"}, "n", "takes an expression of C++"),
    "two": ({"kind": "literal", "value": "1, 2"}, "n", "takes an expression of C++"),
    "open": ({"kind": "literal", "value": "(1"}, "n", "takes an expression of C++"),
    "comment": ({"kind": "literal", "value": "1 /*"}, "n", "takes an expression of C++"),
    "empty": ({"kind": "literal", "value": ""}, "n", "takes an expression of C++"),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_a_value_that_is_wrong(name: str, package: Path, out: Path) -> None:
    given, parameter, told = VALUES[name]
    plan = {
        "parameters": [
            {"name": parameter, **given} if it["name"] == parameter else it for it in PLANS["add"]["parameters"]
        ]
    }
    status = report(compare(package, out, {**PLANS, "add": plan}))["runtime_fixtures"]["add"]
    assert status["status"] == "insufficient" and told in status["reason"], status["reason"]
    assert 'without_plan(result, "' in texts(Result(0, out))["runtime_compare.asc"]


def test_a_literal_that_does_not_compile_costs_its_kernel_alone(package: Path, out: Path) -> None:
    plan = {"parameters": [Y, {"name": "p", "kind": "literal", "value": "Pair{nowhere, 4}"}]}
    done = compare(package, out, {**PLANS, "pair": plan})
    fixtures = report(done)["runtime_fixtures"]
    assert fixtures["pair"]["status"] == "insufficient"
    assert "would not compile: use of undeclared identifier 'nowhere'" in fixtures["pair"]["reason"]
    assert all(it["status"] == "available" for name, it in fixtures.items() if name != "pair")
    assert unread(done) == []


def test_values_that_do_not_fit_are_told_when_it_runs(package: Path, out: Path, tmp_path: Path) -> None:
    first, *rest = PLANS["add"]["parameters"]
    plans = PLANS | {
        "add": {"parameters": [first, *({**it, "value": 2**32} if it["name"] == "n" else it for it in rest)]},
        "tile": {"parameters": [Y, {"name": "t", "kind": "host_struct", "value": [1, 2, 3]}]},
    }
    done = compare(package, out, plans)
    assert unread(done) == []
    if COMPILER:
        made = ran(built(done.folder / FOLDER, tmp_path), **RUN)
        short = "skipped-insufficient-runtime-spec"
        assert made.of("add") == (short, "n does not fit its type: 4294967296")
        assert made.of("tile") == (short, "t takes 4 bytes, the fixture has 3")


@settings(max_examples=6)
@given(st.lists(st.integers(-(2**63), 2**64 - 1), min_size=1, max_size=8))
def test_a_number_is_passed_as_it_is_or_not_at_all(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("numbers")
    types = ["int64_t", "uint64_t", "uint8_t", "int16_t"]
    kernels = [(f"k{at}", types[at % 4], it) for at, it in enumerate(numbers)]
    source = '#include "kernel_operator.h"\n' + "".join(
        f"__global__ __vector__ void {name}(GM_ADDR y, {kind} n)\n"
        "{\n    for (unsigned i = 0; i < 8; ++i) { y[i] = (uint8_t)(static_cast<uint64_t>(n) >> (8 * i)); }\n"
        "    y[8] = 1;\n}\n"
        for name, kind, _ in kernels
    )
    package = adapted(write(folder / "asset", {"k.asc": source}), folder / "sk")
    y = {"name": "y", "bytes": 9, "compare": True}
    plans = {name: {"parameters": [y, {"name": "n", "kind": "scalar", "value": it}]} for name, _, it in kernels}
    done = compare(package.folder, folder / "out", plans)
    assert unread(done) == []
    if COMPILER is None:
        return
    made = ran(built(done.folder / FOLDER, folder), **RUN)
    limits = {"int64_t": (-(2**63), 2**63), "uint64_t": (0, 2**64), "uint8_t": (0, 256), "int16_t": (-(2**15), 2**15)}
    for name, kind, it in kernels:
        low, high = limits[kind]
        if low <= it < high:
            data = (it % 2**64).to_bytes(8, "little") + b"\1"
            assert made.told["outputs"][name]["sk"] == [fnv1a(data), 9] and made.of(name)[0] == "passed"
        else:
            assert made.of(name)[0] == "skipped-insufficient-runtime-spec"


def test_without_a_runnable_plan_the_kernels_are_left_out(package: Path, out: Path, tmp_path: Path) -> None:
    done = compare(package, out, {})
    text = texts(done)["runtime_compare.asc"]
    assert "csrc/" not in text and "<<<" not in text and unread(done) == []
    assert all(it["status"] == "insufficient" for it in report(done)["runtime_fixtures"].values())
    if COMPILER:
        made = ran(built(done.folder / FOLDER, tmp_path), **RUN)
        assert made.status == "skipped-insufficient-runtime-spec"


def test_without_fixtures_nothing_is_said_of_them(package: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = compare(package, out)
    assert report(done)["runtime_fixtures"] == {}
    assert "<<<" in texts(done)["runtime_compare.asc"]
    assert "without --runtime-fixture-dir no kernel is run" in capsys.readouterr().err


def test_tensor_lists_and_wrappers_are_not_run(tmp_path: Path, out: Path) -> None:
    io = {"inputs": ["x"], "outputs": ["x"], "runtime_wrapper": {"source": "wrap.asc", "entry": "go"}}
    files = {
        "add.asc": HEAD + ADD,
        "wrap.asc": "#include <torch/extension.h>\nat::Tensor go(const at::Tensor &x) { return x; }\n",
    }
    one = adapted(write(tmp_path / "asset", files), tmp_path / "sk", *contract(tmp_path, {"add": io}))
    assert one.status == "completed"
    done = compare(one.folder, out, {"add": {"parameters": [{"name": "x", "bytes": 8, "compare": True}]}})
    status = report(done)["runtime_fixtures"]["add"]
    assert status["status"] == "insufficient" and "which a runtime wrapper launches" in status["reason"]


# sources


def test_headers_of_each_source(tmp_path: Path, out: Path) -> None:
    text = HEAD + '#include "tile.h"\n__global__ __vector__ void {0}(GM_ADDR x) {{ x[0] = kTile; }}\n'
    folders: list[str] = []
    for name in ("add", "mul"):
        header = f'#pragma once\nconstexpr unsigned char kTile = sizeof("{name}...") - {3 if name == "add" else 2};\n'
        asset = write(tmp_path / name, {f"{name}.asc": text.format(name), "tile.h": header, "other.h": "// not read\n"})
        folders += ["--adapted-output-dir", str(adapted(asset, tmp_path / f"{name}-sk").folder)]
    assert main(["aggregate-sk-adapted", *folders, "--output-dir", str(tmp_path / "all")]) == 0
    plans = {it: {"parameters": [{"name": "x", "bytes": 8, "compare": True}]} for it in ("add", "mul")}
    done = compare(tmp_path / "all", out, plans)
    assert sorted(texts(done)) == [
        "CMakeLists.txt", "csrc/add/_support/add_0/tile.h", "csrc/add/add.asc", "csrc/mul/_support/mul_1/tile.h",
        "csrc/mul/mul.asc", "runtime_compare_add.asc", "runtime_compare_mul.asc", "standalone_compare.h",
    ]  # fmt: skip
    it = report(done)
    assert it["entry_targets"] == {"add": "runtime_compare_add", "mul": "runtime_compare_mul"}
    assert unread(done) == []
    if COMPILER:
        for name, value in (("add", 4), ("mul", 5)):
            made = ran(built(done.folder / FOLDER, tmp_path, f"runtime_compare_{name}"), **RUN)
            assert made.told["outputs"][name]["sk"] == [fnv1a(bytes([value, *[0] * 7])), 8] and made.status == "passed"


def test_support_files_of_fixtures(tmp_path: Path, out: Path) -> None:
    files = {
        "add.asc": f'{HEAD}#include "tile.h"\n{ADD}',
        "tile.h": "// package\n",
    }
    one = adapted(write(tmp_path / "asset", files), tmp_path / "sk")
    fixtures = write(
        tmp_path / "fixtures",
        {
            "add/asset-support/tile.h": "// fixture\n",
            "add/asset-support/more/data.h": "// more\n",
            f"add/{FIXTURE}": "{}",
        },
    )
    done = compare(one.folder, out, None, "--runtime-fixture-dir", str(fixtures))
    made = texts(done)
    assert made["csrc/add/tile.h"] == "// package\n" and made["csrc/add/more/data.h"] == "// more\n"
    it = report(done)
    assert it["copied_support"] == {"add": [f"{FOLDER}/csrc/add/more/data.h"]}
    assert it["left_out_support"] == [str(fixtures / "add/asset-support/tile.h")]
    assert '"${CMAKE_CURRENT_SOURCE_DIR}/csrc/add/more"' in made["CMakeLists.txt"]


def test_a_source_with_a_main_of_its_own(tmp_path: Path, out: Path) -> None:
    source = f"{HEAD}{ADD}int main() {{ return 9; }}\n"
    one = adapted(write(tmp_path / "asset", {"add.asc": source}), tmp_path / "sk")
    done = compare(one.folder, out, {"add": {"parameters": [{"name": "x", "bytes": 8, "compare": True}]}})
    assert unread(done) == []
    if COMPILER:
        assert ran(built(done.folder / FOLDER, tmp_path), **RUN).status == "passed"


def test_entries_that_are_compiled_apart(tmp_path: Path, out: Path) -> None:
    source = '#include "kernel_operator.h"\n' + "".join(
        f"__global__ __vector__ void {it}(GM_ADDR x) {{ x[0] = N; }}\n" for it in ("one", "two", "three")
    )
    entries = {
        it: {"outputs": ["x"], "compile": {"defines": [f"N={n}"]}} for it, n in (("one", 1), ("two", 2), ("three", 1))
    }
    path = write(tmp_path / "asset", {"ops.asc": source}) / "ops.asc"
    one = adapted(path, tmp_path / "sk", *contract(tmp_path, entries))
    if one.status != "completed":
        return  # what is not agreed on is not read
    plans = {it: {"parameters": [{"name": "x", "bytes": 1, "compare": True}]} for it in entries}
    done = compare(one.folder, out, plans)
    it = report(done)
    assert it["entry_targets"] == {
        "one": "runtime_compare_one",
        "three": "runtime_compare_one",
        "two": "runtime_compare_one_two",
    }
    flags = {
        one.arguments[0]: one.arguments
        for one in commands(texts(done)["CMakeLists.txt"])
        if one.name == "target_compile_options"
    }
    assert "SHELL:-DN=1" in flags["runtime_compare_one"] and "SHELL:-DN=2" in flags["runtime_compare_one_two"]


# the architecture


@pytest.mark.parametrize(
    ("options", "arch", "reason"),
    [
        (("--target-chip", "ascend-910b"), "dav-2201", ""),
        (("--target-chip", "A2,A3"), "dav-2201", ""),
        (("--target-chip", "Ascend950PR"), "dav-3510", ""),
        (("--npu-arch", "dav-2201"), "dav-2201", ""),
        (("--npu-arch", "DAV_2201", "--target-chip", "nothing"), "dav-2201", ""),
        (("--npu-arch", "dav-c220-vec"), "dav-2201", ""),
        (("--target-chip", "ascend310p"), "", "unsupported-target-chip"),
        (("--target-chip", "A3,nothing"), "", "unsupported-target-chip"),
        (("--target-chip", "ascend910b,ascend950"), "", "ambiguous-target-chip-arches"),
        (("--target-chip", ""), "", "missing-npu-arch-and-target-chip"),
        (("--target-chip", ",;"), "", "missing-target-chip-arch"),
    ],
)
def test_which_architecture(
    options: tuple[str, ...], arch: str, reason: str, package: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = compare(package, out, None, *options)
    it = report(done)
    assert done.code == 0 and it["npu_arch"] == arch
    assert (
        it["status"]
        == ("generated" if arch else "needs-target-arch")
        == json.loads(capsys.readouterr().out.splitlines()[-1])["status"]
    )
    assert it.get("reason", "") == it["target_arch_resolution"].get("reason", "") == reason
    assert ("CMakeLists.txt" in texts(done)) == bool(arch) == bool(it["cmake"])
    if arch:
        assert f"--npu-arch={arch}" in texts(done)["CMakeLists.txt"]
    else:
        assert "--npu-arch" in it["message"]


def test_an_unknown_architecture(package: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(package, out, None, "--npu-arch", "dav-9999").code == 2
    assert "architecture 'dav-9999' is not known" in capsys.readouterr().err and not out.exists()


# the project


def test_the_build_configuration_reaches_the_build(package: Path, out: Path) -> None:
    config = {
        "include_dirs": ["/a b"], "link_dirs": ["/libs"], "link_libraries": ["m"], "link_options": ["-Wl,-z,now"],
        "compile_definitions": ["N=4", '-DS="a;b"'], "compile_options": ["-mllvm", "-one", "-mllvm", "-two"],
        "force_includes": ["/force.h"],
    }  # fmt: skip
    path = out.parent / "resolved.json"
    path.write_text(json.dumps(config))
    done = compare(package, out, None, "--operator-build-config-resolved", str(path))
    found = {it.name: it.arguments for it in commands(texts(done)["CMakeLists.txt"])}
    assert found["target_include_directories"][-1] == "/a b"
    assert (
        found["target_compile_options"][-1] == "SHELL:-include /force.h -DN=4 '-DS=\"a\\;b\"' -mllvm -one -mllvm -two"
    )
    assert found["target_link_directories"][-1] == "/libs" and found["target_link_libraries"][-1] == "m"
    assert found["target_link_options"][-1] == "SHELL:-Wl,-z,now"
    assert {"ascendsk", "acl_rt", "pthread"} <= set(found["target_link_libraries"])
    assert report(done)["operator_build_config"] == config


# what is refused


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--runtime-fixture-dir", "nowhere"), "--runtime-fixture-dir nowhere: no such folder"),
        (("--operator-build-config-resolved", "nowhere.json"), "nowhere.json: cannot be read"),
    ],
)
def test_an_input_that_is_not_there(
    options: tuple[str, ...], told: str, package: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(package, out, None, *options).code == 2
    assert told in capsys.readouterr().err and not out.exists()


def test_a_package_that_is_none(package: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.loads((package / f"{PACKAGE}.json").read_text()) | {"pybind_layout": None}
    other = write(out.parent / "other", {f"{PACKAGE}.json": json.dumps(text)})
    assert compare(other, out).code == 2
    assert "pybind_layout is not aclgraph-canonical" in capsys.readouterr().err and not out.exists()


def test_an_output_folder_that_is_taken(package: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compare(package, out)
    before = texts(Result(0, out))
    assert compare(package, out, PLANS).code == 2
    assert "is there already" in capsys.readouterr().err and texts(Result(0, out)) == before
