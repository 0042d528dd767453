"""write-io-contract: what the source proves is written, the rest is asked; a contract that is there keeps its bytes."""

import json
import os
import tempfile
from pathlib import Path

import pytest
from adaptation import adapt

from sklint.cli.main import main

SCALE = """#include "kernel_operator.h"
struct Tile { int n; float by; };
__global__ __vector__ void scale(GM_ADDR x, GM_ADDR y, Tile t)
{
    AscendC::GlobalTensor<float> in, out;
    in.SetGlobalBuffer((__gm__ float *)x, t.n);
    out.SetGlobalBuffer((__gm__ float *)y, t.n);
    AscendC::TPipe pipe;
    AscendC::TBuf<> buffer;
    pipe.InitBuffer(buffer, 4096);
    auto local = buffer.Get<float>();
    AscendC::DataCopy(local, in, t.n);
    AscendC::DataCopy(out, local, t.n);
}
void run(GM_ADDR x, GM_ADDR y, void *stream) { scale<<<8, nullptr, stream>>>(x, y, Tile{3, 2}); }
"""
ENTRY = {
    "inputs": ["x"],
    "outputs": ["y"],
    "parameters": {"x": "tensor", "y": "tensor", "t": "host_struct"},
    "launch": {"block_dim": 8},
}
TEMPLATES = ["add_custom", "matmul_cube", "matmul_relu_mix", "row_sum", "scaled_add", "sum_tensor_list"]
UNCLEAR = SCALE.replace("AscendC::DataCopy(out, local, t.n);", "Finish(out, local);")


@pytest.fixture
def scale(project: Path) -> Path:
    (project / "scale.asc").write_text(SCALE)
    return project / "scale.asc"


def entries(path: Path) -> dict[str, dict[str, object]]:
    return json.loads(path.read_text("utf-8"))["entries"]


def drafted(run, text: str) -> dict[str, dict[str, object]]:
    Path("k.asc").write_text('#include "kernel_operator.h"\n' + text)
    return json.loads(run("write-io-contract", "k.asc").out)["entries"]


def test_struct_of_a_template_argument_is_a_struct(run, project: Path) -> None:
    text = (
        "template <typename T, int N> struct Tile { T v[N]; };\ntemplate <typename T> using Id = T;\n"
        "template <typename T> __global__ __vector__ void k(GM_ADDR x, Tile<T, 2> t, Id<T> v, T w) { Use(x); }\n"
        "void go(void *s) { k<half><<<8, nullptr, s>>>(nullptr, {}, half(1), half(1)); }\n"
    )
    (entry,) = drafted(run, text).values()
    assert entry["parameters"] == {"x": "tensor", "t": "host_struct", "w": "scalar"}
    assert "v" in entry["undecided"]  # an alias of whatever its argument is


# what it prints and writes


def test_it_prints_the_contract_and_tells_what_is_proved(run, scale):
    result = run("write-io-contract", "scale.asc")
    assert json.loads(result.out) == {"schema_version": 1, "entries": {"scale": ENTRY}}
    assert result.err == "scale.asc:3: scale: inputs x; outputs y\n1 entry, complete.\n"


def test_a_dash_is_standard_output(run, scale):
    result = run("write-io-contract", "scale.asc", "--output", "-")
    assert json.loads(result.out)["entries"] == {"scale": ENTRY}
    assert not Path("-").exists()
    assert (result.code, sorted(it.name for it in scale.parent.iterdir())) == (0, ["scale.asc"])


def test_what_is_proved_is_adapted_at_once(run, scale, tmp_path):
    assert run("write-io-contract", "scale.asc", "--output", "c.json").code == 0
    result = adapt(scale, tmp_path / "out", "--io-contract", "c.json")
    assert (result.code, result.status) == (0, "completed")
    assert result.entries["scale"]["io_contract"]["outputs"] == ["y"]


def test_what_is_not_proved_is_refused_until_it_is_answered(run, scale, tmp_path):
    scale.write_text(UNCLEAR)
    written = run("write-io-contract", "scale.asc", "--output", "c.json")
    question = "is an input, output or workspace (what line 13 does with it is not known)"
    assert written.code == 1 and f"scale.asc:3: scale: decide whether `y` {question}\n" in written.err
    assert entries(Path("c.json"))["scale"]["undecided"] == {"y": question}
    refused = run("adapt-sk-from-global", "scale.asc", "--io-contract", "c.json", "--output-dir", tmp_path / "out")
    line = 1 + Path("c.json").read_text().split("\n").index(f'        "y": "{question}"')
    assert refused.code == 2 and not (tmp_path / "out").exists()
    assert f"c.json:{line}:9: entries.scale.undecided.y is open: decide whether `y` is an input, output" in refused.err
    answered = entries(Path("c.json"))["scale"] | {"outputs": ["y"]}
    del answered["undecided"]
    Path("c.json").write_text(json.dumps({"entries": {"scale": answered}}))
    assert adapt(scale, tmp_path / "out", "--io-contract", "c.json").status == "completed"
    assert run("write-io-contract", "scale.asc", "--output", "c.json").code == 0


def test_only_the_kernels_that_are_named(run, project):
    (project / "k.asc").write_text(SCALE + SCALE.partition("Tile")[2].partition("};")[2].replace("scale", "again"))
    assert list(json.loads(run("write-io-contract", "k.asc", "--kernel", "again").out)["entries"]) == ["again"]
    wrong = run("write-io-contract", "k.asc", "--kernel", "agian")
    assert (wrong.code, wrong.err) == (2, "error: k.asc has no kernel agian; there is scale, again\n")


def test_a_folder_with_what_its_sources_include(run, project):
    (project / "ops" / "a").mkdir(parents=True)
    kernel = "__global__ __vector__ void NAME(__gm__ int *x) { x[0] = 1; }\n"
    (project / "ops" / "a" / "核 1.asc").write_text('#include "../k.h"\n' + kernel.replace("NAME", "one"))
    (project / "ops" / "two.cpp").write_text('#include "k.h"\n' + kernel.replace("NAME", "two"))
    (project / "ops" / "k.h").write_text("#pragma once\n" + kernel.replace("NAME", "shared"))
    result = run("write-io-contract", "ops")
    assert result.code == 0 and sorted(json.loads(result.out)["entries"]) == ["one", "shared", "two"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_sources_in_any_encoding(run, scale, encoding):
    scale.write_bytes(("// 缩放 \n" + SCALE).replace("\n", "\r\n").encode(encoding))
    assert json.loads(run("write-io-contract", "scale.asc").out)["entries"] == {"scale": ENTRY}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("int f();\n", ""),
        ("__global__ __vector__ void f(int n) {}\n", "k.asc:2: f: no entry: f takes no tensor\n"),
        ("__global__ __launch_bounds__(64) void f(GM_ADDR x) {}\n", "k.asc:2: f: no entry: f is a SIMT kernel"),
        ("// __global__ __vector__ void f(GM_ADDR x) {}\n", ""),
    ],
)
def test_no_kernel_to_write_an_entry_for(run, project, text, said):
    Path("k.asc").write_text('#include "kernel_operator.h"\n' + text)
    result = run("write-io-contract", "k.asc", "--output", "c.json")
    assert result.code == 1 and said in result.err and "k.asc: no kernel to write an entry for.\n" in result.err
    assert not Path("c.json").exists()


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_contracts_of_the_templates_are_proved(run, project, template):
    run("generate-from-template", template, "--output-dir", "made")
    (given,) = entries(project / "made" / "operator-io-contract.json").values()
    (found,) = json.loads(run("write-io-contract", "made").out)["entries"].values()
    lists = {name for name, kind in given.get("parameters", {}).items() if kind == "tensor_list"}
    open = set(found.get("undecided", {}))
    for key in ("inputs", "outputs", "workspaces"):
        assert set(found.get(key, [])) == set(given.get(key, [])) - lists - open
    assert open == set(given.get("workspaces", [])) | ({"runtime_wrapper"} if lists else set())
    assert given.get("parameters", {}).items() <= found["parameters"].items()


# a contract that is there

COMPACT = '{"entries": {"other": "z"}, "schema_version": 1}'
SPREAD = '﻿{\r\n\t"entries": {\r\n\t\t"other": "z"\r\n\t},\r\n\t"comment": "核"\r\n}'


@pytest.mark.parametrize(
    "text",
    [COMPACT, SPREAD, '{"entries":{}}', '{\n  "entries": {\n  }\n}\n', '{"entries": { "a}": {"outputs": ["}"]}\n} }'],
)
def test_what_is_there_keeps_every_byte(run, scale, text):
    contract = Path("c.json")
    contract.write_bytes(text.encode())
    contract.chmod(0o640)
    assert run("write-io-contract", "scale.asc", "--output", "c.json").code == 0
    after = contract.read_bytes().decode()
    before = json.loads(text.removeprefix("﻿"))["entries"]
    assert json.loads(after.removeprefix("﻿"))["entries"] == before | {"scale": ENTRY}
    at = next(
        it
        for it in range(len(text) + 1)
        if text[it:] == after[len(after) - len(text) + it :] and text[:it] == after[:it]
    )
    assert '"scale"' in after[at : len(after) - len(text) + at]
    assert contract.stat().st_mode & 0o777 == 0o640
    again = run("write-io-contract", "scale.asc", "--output", "c.json")
    assert again.code == 0 and contract.read_bytes().decode() == after
    assert again.err == "c.json has an entry for each kernel and stays as it is, complete.\n"


@pytest.mark.parametrize(
    "entry",
    [
        {"scale": "y"},
        {"x": {"outputs": ["y"], "source_entry_name": "scale"}},
        {"x": {"outputs": ["y"], "public_entry_name": "scale"}},
        {"x": {"outputs": ["y"], "bind_target": "::scale"}},
        {"scale": {"inputs": [], "undecided": {"y": "is an output"}}},
    ],
    ids=str,
)
def test_an_entry_under_any_of_its_names_is_left_alone(run, scale, entry):
    text = json.dumps({"entries": entry})
    Path("c.json").write_text(text)
    result = run("write-io-contract", "scale.asc", "--output", "c.json")
    assert Path("c.json").read_text() == text and "stays as it is" in result.err
    assert result.code == int("undecided" in text)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"entries": []}', '{"entries": {"a": "y", "a": "y"}}', '{"entires": {}}']
)
def test_what_is_no_contract_is_refused_with_its_place_and_left_alone(run, scale, text):
    Path("c.json").write_text(text)
    result = run("write-io-contract", "scale.asc", "--output", "c.json")
    assert result.code == 2 and result.err.startswith("error: c.json:1:") and Path("c.json").read_text() == text


def test_what_cannot_be_written_is_told(bound, scale):
    Path("c.json").write_text(COMPACT)
    Path("c.json").chmod(0o444)
    result = bound("write-io-contract", "scale.asc", "--output", "c.json")
    assert result.code == 2 and "c.json: the file or its folder is read-only" in result.err
    assert bound("write-io-contract", "scale.asc", "--output", ".").code == 2
    assert Path("c.json").read_text() == COMPACT


def test_a_name_that_another_kernel_has_is_not_given_twice(run, project):
    text = "template <typename T> __global__ __vector__ void f(__gm__ T *x) { x[0] = 1; }\n"
    launches = "void run() { f<half><<<1, 0, 0>>>(0); f<int><<<2, 0, 0>>>(0); }\n"
    Path("k.asc").write_text('#include "kernel_operator.h"\n' + text + launches)
    Path("c.json").write_text('{"entries": {"f_half": "y", "f_int": {"outputs": ["x"], "bind_target": "f<int>"}}}')
    result = run("write-io-contract", "k.asc", "--output", "c.json")
    assert (result.code, result.err.splitlines()[-1][:44]) == (2, "error: c.json: its entry f_half is for anoth")


# templates, launches, names


def test_instantiations_that_are_launched(run, project):
    text = "template <typename T, int N> __global__ __vector__ void f(__gm__ T *x, T a) { x[0] = a; }\n"
    one = drafted(run, text + "void run() { f<half, 8><<<4, 0, 0>>>(0, 1); f<half, 8><<<4, 0, 0>>>(0, 2); }\n")
    assert one == {
        "f": {
            "bind_target": "f<half, 8>",
            "inputs": [],
            "outputs": ["x"],
            "parameters": {"x": "tensor", "a": "scalar"},
            "launch": {"block_dim": 4},
        }
    }
    two = drafted(run, text + "void run(int n) { f<half, 8><<<4, 0, 0>>>(0, 1); f<float, 2><<<n, 0, 0>>>(0, 2); }\n")
    assert {name: (it["public_entry_name"], it["bind_target"], it.get("launch")) for name, it in two.items()} == {
        "f_half_8": ("f_half_8", "f<half, 8>", {"block_dim": 4}),
        "f_float_2": ("f_float_2", "f<float, 2>", None),
    }


def test_instantiations_are_adapted_each(run, project, tmp_path):
    text = (
        "template <typename T> __global__ __vector__ void f(__gm__ T *x, __gm__ T *y) { DataCacheCleanAndInvalid(); }\n"
    )
    body = SCALE.partition("{\n")[2].partition("}\n")[0].replace("float", "T").replace("t.n", "8")
    launches = "void run(GM_ADDR s) { f<half><<<1, 0, s>>>(0, 0); f<float><<<1, 0, s>>>(0, 0); }\n"
    Path("k.asc").write_text(
        '#include "kernel_operator.h"\n' + text.replace("DataCacheCleanAndInvalid();", body) + launches
    )
    assert run("write-io-contract", "k.asc", "--output", "c.json").code == 0
    result = adapt(project / "k.asc", tmp_path / "out", "--io-contract", "c.json")
    assert (result.status, sorted(result.entries)) == ("completed", ["f_float", "f_half"])


def test_a_template_that_nobody_launches(run, project):
    entry = drafted(run, "template <typename T> __global__ __vector__ void f(__gm__ T *x, T a) { x[0] = a; }\n")["f"]
    assert entry["undecided"] == {
        "bind_target": "f<T> with which arguments (no launch in the file tells them)",
        "a": "is a scalar or a host_struct (T depends on bind_target)",
    }
    assert entry["parameters"] == {"x": "tensor"}


@pytest.mark.parametrize("launched", ["", "void run(GM_ADDR s) { f<ELEM, 3><<<1, 0, s>>>(0, 0, {}, 0, 0); }\n"])
def test_every_parameter_is_decided_or_asked_for(run, project, launched):
    macro = "#ifndef ELEM\n#define ELEM float\n#endif\ntemplate <typename T> struct Two { T a, b; };\n"
    params = "__gm__ T *x, T a, Two<T> b, const T c[N], uint32_t n"
    body = "x[0] = a;"
    text = f"{macro}template <typename T, int N> __global__ __vector__ void f({params}) {{ {body} }}\n{launched}"
    entry = drafted(run, text)["f"]
    assert {*entry["parameters"], *entry.get("undecided", ())} - {"bind_target"} == {"x", "a", "b", "c", "n"}
    assert entry.get("bind_target", "") == ("f<ELEM, 3>" if launched else "")
    assert entry["parameters"].get("a", "") == ("scalar" if launched else "")


def test_kernels_of_namespaces_by_their_qualified_names(run, project, tmp_path):
    text = "namespace NAME { __global__ __vector__ void op(__gm__ int *x, __gm__ int *y) { BODY } }\n"
    body = SCALE.partition("{\n")[2].partition("}\n")[0].replace("t.n", "8")
    Path("k.asc").write_text(
        '#include "kernel_operator.h"\n'
        + "".join(text.replace("NAME", it).replace("BODY", body) for it in ("fast", "slow"))
    )
    assert run("write-io-contract", "k.asc", "--output", "c.json").code == 0
    assert list(entries(Path("c.json"))) == ["fast::op", "slow::op"]
    result = adapt(project / "k.asc", tmp_path / "out", "--io-contract", "c.json")
    assert (result.status, sorted(result.entries)) == ("completed", ["fast_op", "slow_op"])


def test_block_counts_that_differ_or_are_not_known_are_left_out(run, project):
    kernel = "__global__ __vector__ void f(__gm__ int *x) { x[0] = 1; }\n"
    for launches in ("f<<<8, 0, 0>>>(0); f<<<9, 0, 0>>>(0);", "f<<<n, 0, 0>>>(0); f<<<8, 0, 0>>>(0);", ""):
        assert "launch" not in drafted(run, f"{kernel}void run(int n) {{ {launches} }}\n")["f"]
    assert drafted(run, f"{kernel}constexpr int N = 3;\nvoid run() {{ f<<<N * 2, 0, 0>>>(0); }}\n")["f"]["launch"]


def test_kinds_of_parameters(run, project):
    text = (
        "enum class E : uint8_t { a };\nusing Small = int8_t;\nstruct S { int a[3]; };\n"
        "__global__ __vector__ void f(GM_ADDR x, half h, bool b, E e, Small s, S t, Unknown u, __gm__ S *list)\n"
        "{ AscendC::ListTensorDesc desc((__gm__ void *)list); *(__gm__ half *)x = h; }\n"
    )
    entry = drafted(run, text)["f"]
    kinds = {"x": "tensor", "h": "scalar", "b": "scalar", "e": "scalar", "s": "scalar", "t": "host_struct"}
    assert entry["parameters"] == kinds | {"list": "tensor_list"}
    assert entry["undecided"] == {
        "u": "is a scalar or a host_struct (Unknown is not known here)",
        "runtime_wrapper": "the source and function that pass list (only a wrapper passes lists)",
    }
    assert (entry["inputs"], entry["outputs"]) == ([], ["x"])


def test_several_outputs_leave_it_to_a_person_which_is_returned(run, project):
    entry = drafted(run, "__global__ __vector__ void f(__gm__ int *x, __gm__ int *y) { x[0] = 1; y[0] = 2; }\n")["f"]
    assert entry["undecided"] == {"pybind_return_tensor": "is x or y, which a call gives back"}


# the terminal of adapt-sk-from-global


def test_adapt_tells_each_finding_and_the_command_that_writes_a_contract(run, scale, tmp_path):
    result = run("adapt-sk-from-global", "scale.asc", "--output-dir", tmp_path / "o ut")
    first, command, last = result.err.splitlines()
    assert first.startswith("scale.asc:3: scale takes t (Tile) by value, and no IO contract says how that is passed (")
    path = "scale.io-contract.json"
    again = f", then run this again with --io-contract {path}"
    assert command == f"To say it in an IO contract: sklint write-io-contract scale.asc --output {path}{again}"
    assert last == f"1 finding for a person to decide on, no package is made: {tmp_path}/o ut/operator-sk-adapted.json"
    assert result.code == 0 and result.out == ""
    assert main(command.partition(": sklint ")[2].partition(",")[0].split()) == 0
    assert adapt(scale, tmp_path / "next", "--io-contract", path).status == "completed"


def test_adapt_names_the_contract_that_it_was_given(run, scale):
    Path("它 c.json").write_text('{"entries": {"scalé": "y"}}')
    err = run("adapt-sk-from-global", "scale.asc", "--io-contract", "它 c.json", "--output-dir", "out").err
    assert "它 c.json:1:14: " not in err and "它 c.json:1: the contract's entry scalé is for no kernel" in err
    assert "sklint write-io-contract scale.asc --output '它 c.json'\n" in err


def test_adapt_names_no_contract_where_none_would_help(run, scale):
    run("write-io-contract", "scale.asc", "--output", "c.json")
    scale.write_text(SCALE.replace("auto local", "AscendC::TPipe other; if (t.n) { return; } auto local"))
    err = run("adapt-sk-from-global", "scale.asc", "--io-contract", "c.json", "--output-dir", "out").err
    assert "write-io-contract" not in err


# links and disks


def test_link_to_a_file_that_is_not_there_yet_leads_to_it(run, scale, project):
    (project / "link.json").symlink_to("real.json")
    assert run("write-io-contract", "scale.asc", "--output", "link.json").code == 0
    assert (project / "link.json").is_symlink()
    assert entries(project / "real.json") == {"scale": ENTRY}


def test_link_into_no_folder_is_refused(run, scale, project):
    (project / "link.json").symlink_to("nowhere/real.json")
    result = run("write-io-contract", "scale.asc", "--output", "link.json")
    assert (result.code, result.err.splitlines()[-1].endswith("nowhere/real.json, whose folder is not there")) == (
        2,
        True,
    )
    assert (project / "link.json").is_symlink()
    assert not (project / "nowhere").exists()


def test_full_disk_is_told_with_the_file(run, scale, project, monkeypatch):
    def on_a_full_disk(prefix: str, dir: Path) -> tuple[int, str]:
        (Path(dir) / prefix).touch()
        return os.open("/dev/full", os.O_WRONLY), str(Path(dir) / prefix)

    monkeypatch.setattr(tempfile, "mkstemp", on_a_full_disk)
    result = run("write-io-contract", "scale.asc", "--output", "new.json")
    assert (result.code, result.err.splitlines()[-1]) == (2, "error: new.json: No space left on device")
    result = run("bind", "scale.asc", "--write")
    assert (result.code, result.err.splitlines()[-1]) == (2, "error: scale.asc: No space left on device")
    result = run("check", "scale.asc", "--output-file", "found.txt")
    told = "error: found.txt: cannot be written: No space left on device; give another --output-file"
    assert (result.code, result.err.splitlines()[-1]) == (2, told)
    assert sorted(it.name for it in project.iterdir()) == ["scale.asc"]
