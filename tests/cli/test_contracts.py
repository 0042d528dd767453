"""Contracts of an operator on the command line: which JSON files are read, where findings stand, and that what is kept
is never wrong after the contract or a source it names has changed."""

import json
from pathlib import Path

import pytest

from sklint import answers as engine

KERNEL = """#include "kernel_operator.h"
#include "tiling.h"
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y, Tiling tiling) { Work(x, y, tiling.n); }
"""
HEADER = "struct Tiling { uint32_t n; };\n"
IO, LAYOUT = "operator-io-contract.json", "operator-asset-layout.json"
ENTRY = {"inputs": ["x"], "outputs": ["y"], "parameters": {"tiling": "host_struct"}}
UNIT = {"unit_id": "add", "entry_name": "add", "kernel_source": "add.asc"}


def contract(**entries: object) -> str:
    return json.dumps({"entries": entries}, indent=2, ensure_ascii=False) + "\n"


def layout(*units: object, **keys: object) -> str:
    return json.dumps(
        {"schema_version": 1, "status": "ready", "asset_root": ".", "operator_units": units, **keys}, indent=2
    )


@pytest.fixture
def asset(project: Path) -> Path:
    (project / "add.asc").write_text(KERNEL)
    (project / "tiling.h").write_text(HEADER)
    return project


@pytest.fixture
def found(run):
    """What a check finds, as (path, line, column, message)."""

    def found(*arguments: str) -> list[tuple[str, int, int, str]]:
        report = json.loads(run("check", "--output-format", "json", *arguments).out)
        starts = [it["range"]["start"] for it in report["findings"]]
        return [
            (it["path"], at["line"], at["column"], it["message"])
            for it, at in zip(report["findings"], starts, strict=True)
        ]

    return found


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many sources each run gave to workers."""
    numbers: list[int] = []
    worked = engine.worked

    def counted(requests, number):
        numbers.append(len(requests))
        return worked(requests, number)

    monkeypatch.setattr(engine, "worked", counted)
    return numbers


# which files


def test_a_folder_gives_contracts_by_their_names_and_no_other_json(found, asset):
    for name in (IO, "other.json", "io-contract.json", "package.json", "operator-build-config.json"):
        (asset / name).write_text(contract(ad=ENTRY))
    (asset / "broken.json").write_text("{")
    (asset / "add.io-contract.json").write_text(contract(ad=ENTRY))  # as the editor writes one
    message = "no kernel of the asset is called ad; did you mean add?"
    assert found() == [("add.io-contract.json", 3, 5, message), (IO, 3, 5, message)]


@pytest.mark.parametrize("name", ["other.json", "my.io-contract.json"])
def test_a_contract_that_is_given_is_known_by_what_is_in_it(found, asset, name):
    (asset / name).write_text(contract(ad=ENTRY))
    assert [(path, line) for path, line, _, _ in found(name)] == [(name, 3)]


def test_each_kind_is_known_by_what_is_in_it(found, asset):
    (asset / "a.json").write_text(layout(UNIT, status="redy"))
    flow = [{"name": "a", "kind": "b"}]
    (asset / "b.json").write_text(json.dumps({"schema_version": 1, "status": "ready", "build_flows": flow}))
    (asset / "c.json").write_text('{"schema_version": 1, "status": "ready", "verify_flows": [3]}')
    assert [(path, message) for path, _, _, message in found("a.json", "b.json", "c.json")] == [
        ("a.json", "status is redy, not ready, needs-human or not-configured"),
        ("b.json", "build flow a expects no outputs"),
        ("b.json", "the kind of flow a is b, not sk-native-wheel, sk-standalone, cmake-project, python-wheel or "
         "external-command"),
        ("c.json", "verify_flows[0] is a number; it takes an object"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "it has no list operator_units, build_flows, verify_flows, and no object entries: no contract of an op"),
        ('{"entries": 3}', "no contract of an operator"),
        ("[]", "no contract of an operator"),
        ('{"entries": {"__global__": 1}', "1:30: not valid JSON"),
        ("", "not valid JSON"),
        ('{"a": "\\ud800"}', "not valid JSON"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_other_json_that_is_given_is_told_of_and_left_alone(run, project, text, why):
    (project / "a.json").write_text(text)
    result = run("check", "a.json")
    assert (result.code, result.err) == (0, "")
    assert "note: a.json: not checked: " in result.out and why in result.out and "no contract of" in result.out
    assert why in run("check", "-", "--stdin-filename", "b.json", stdin=text.encode()).out


def test_other_files_of_the_operator_tools_are_left_alone(run, asset):
    name = "operator-asset-understanding.json"
    (asset / name).write_text(layout(UNIT, status="analyzed"))
    assert run("check").code == 0
    assert "its name is that of another file of the operator tools" in run("check", name).out


def test_a_contract_by_its_name_is_never_no_contract(found, project):
    for text in ("{}", "[]", "", "{", '{"entries": 3}'):
        (project / IO).write_text(text)
        ((path, line, _, _),) = found()
        assert (path, line) == (IO, 1)


def test_stdin(run, asset):
    result = run("check", "-", "--stdin-filename", IO, stdin=contract(ad=ENTRY).encode())
    assert result.code == 1 and f"{IO}:3:5: blocker[contract.io-contract]" in result.out


# what is found, and where


def test_related_place_is_the_kernel(run, asset):
    (asset / IO).write_text(contract(add={**ENTRY, "inputs": ["x", "n"]}))
    report = json.loads(run("check", "--output-format", "json").out)
    (it,) = report["findings"]
    assert (it["rule_id"], it["category"], it["severity"]) == ("contract.io-contract", "contract", "blocker")
    assert it["message"] == "n of add is no parameter of it, but it is listed as a tensor; it has x, y"
    (related,) = it["related"]
    assert (related["path"], related["range"]["start"]) == ("add.asc", {"line": 3, "column": 28})
    assert report["files_checked"] == 3


@pytest.mark.parametrize("head", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_byte_outside_a_fix_stays(run, asset, head, newline):
    text = head + contract(add={"description": '核 😀 \\ " é', "inputs": ["xx"], **{k: ENTRY[k] for k in ("outputs",)}})
    text = text.replace('"outputs"', '"parameters" : { "tilling" :"host_struct" }, "outputs"').replace("\n", newline)
    (asset / IO).write_bytes(text.encode())
    assert run("check", "--fix").code == 1
    assert (asset / IO).read_bytes() == text.encode()
    assert run("check", "--fix", "--unsafe-fixes").code == 0
    assert (asset / IO).read_bytes() == text.replace('"xx"', '"x"').replace('"tilling"', '"tiling"').encode()


def test_names_that_would_become_one_name_are_not_replaced(run, asset):
    entries = {"ad": ENTRY, "addd": ENTRY}
    (asset / IO).write_text(contract(**entries))
    assert run("check", "--fix", "--unsafe-fixes").out.endswith("Nothing to fix.\n")
    (asset / IO).write_text(contract(add={"inputs": ["xa", "xb"], "outputs": ["y"], "parameters": {"tilin": "scalar"}}))
    text = (asset / IO).read_text()
    assert run("check", "--fix", "--unsafe-fixes").code == 1
    assert (asset / IO).read_text() == text.replace('"tilin": "scalar"', '"tiling": "host_struct"')


TWO = """#include "kernel_operator.h"
namespace ops {
template <typename T> __global__ __vector__ void blend(__gm__ T *x) { Use(x); }
__global__ __vector__ void zero(GM_ADDR x) { Use(x); }
}
namespace more { __global__ __vector__ void zero(GM_ADDR x) { Use(x); } }
void run(GM_ADDR x) { ops::blend<half><<<8, nullptr>>>(x); ops::blend<float><<<8, nullptr>>>(x); }
"""
HALF, FLOAT = ({"outputs": ["x"], "bind_target": f"ops::blend<{it}>"} for it in ("half", "float"))
ZERO = {"outputs": ["x"]}


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({"a": HALF | {"public_entry_name": "same"}, "b": FLOAT | {"public_entry_name": "same"}}, ("same", 15, "a")),
        ({"a": HALF | {"entry_name": "same"}, "ops::zero": ZERO | {"entry_name": "same"}}, ("same", 14, "a")),
        ({"a": HALF | {"public_entry_name": "zero"}, "ops::zero": ZERO}, ("zero", 10, "a")),
        ({"ops::zero": ZERO, "a": HALF | {"public_entry_name": "zero"}}, ("zero", 13, "ops::zero")),
        ({it: ZERO | {"public_entry_name": "same"} for it in ("gone", "off")}, ("same", 13, "gone")),
        ({"a": HALF | {"public_entry_name": "blend"}, "ops::blend": ZERO}, None),
        ({"ops::zero": ZERO, "more::zero": ZERO}, None),
        ({"a": HALF | {"public_entry_name": "a1"}, "b": FLOAT | {"public_entry_name": "b1"}}, None),
    ],
)  # fmt: skip
def test_entries_that_ask_for_one_name_in_the_package(found, project, entries, expected):
    (project / "k.asc").write_text(TWO)
    (project / IO).write_text(contract(**entries))
    told = [it for it in found(IO) if "in the package" in it[3]]
    if expected is None:
        assert told == []
        return
    name, line, first = expected
    message = f"{name} is the name of the entry {first} in the package too; give each a public_entry_name of its own"
    assert [(it[1], it[3]) for it in told] == [(line, message)]


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("ops::blnd<half>", "ops::blend"),
        ("::ops::blnd<half>", "ops::blend"),
        ("blnd<half>", "blend"),
        ("op::blend<half>", "ops::blend"),
        ("elsewhere::blend<half>", "ops::blend"),
        ("mor::zero", "more::zero"),
        ("more::zer", "more::zero"),
    ],
)
def test_the_nearest_kernel_of_a_bind_target_is_told_with_its_namespaces(run, project, target, near):
    (project / "k.asc").write_text(TWO)
    (project / IO).write_text(contract(a=HALF | {"bind_target": target}, b=FLOAT, **{"ops::zero": ZERO}))
    (told,) = json.loads(run("check", "--output-format", "json", IO).out)["findings"]
    name = target.partition("<")[0].removeprefix("::")
    assert told["message"] == f"no kernel of the asset is called {name}; did you mean {near}?"
    run("check", "--fix", "--unsafe-fixes", IO)
    fixed = json.loads((project / IO).read_text())["entries"]["a"]["bind_target"]
    assert fixed == target.replace(name, near)
    assert json.loads(run("check", "--output-format", "json", IO).out)["findings"] == []


@pytest.mark.parametrize("outputs", [{}, {"outputs": []}, {"output_tensors": []}])
def test_a_tensor_in_no_list_is_told_where_nothing_is_returned(found, project, outputs):
    (project / "k.asc").write_text(TWO)
    (project / IO).write_text(contract(b=FLOAT, **{"ops::zero": outputs}))
    ((_, line, _, message),) = found(IO)
    assert (line, message) == (
        9,
        "entries.ops::zero names no pybind_return_tensor, and not exactly one of outputs to return; "
        "x of zero is in none of inputs, outputs and workspaces",
    )


@pytest.mark.parametrize(
    "entry",
    [
        {"outputs": [], "inputs": ["x"]},
        {"outputs": [], "parameters": {"x": "tensor_list"}},
        {"outputs": [], "bind_target": "ops::gone"},
    ],
)
def test_no_tensor_is_told_where_all_are_listed_or_the_kernel_is_unknown(found, project, entry):
    (project / "k.asc").write_text(TWO)
    (project / IO).write_text(contract(**{"ops::zero": entry}))
    ((_, _, _, message),) = found(IO)
    assert message == "entries.ops::zero names no pybind_return_tensor, and not exactly one of outputs to return"


def test_folders_with_spaces_and_chinese(found, asset):
    folder = asset / "算子 目录"
    (folder / "op_kernel").mkdir(parents=True)
    (folder / "op_kernel" / "核.asc").write_text(KERNEL.replace('#include "tiling.h"\n', HEADER))
    (folder / IO).write_text(contract(ad=ENTRY))
    (folder / LAYOUT).write_text(layout({**UNIT, "entry_name": "ad", "kernel_source": "op_kernel/核.asc"}))
    assert [(path, message) for path, _, _, message in found("算子 目录")] == [
        (f"算子 目录/{LAYOUT}", "op_kernel/核.asc defines no kernel ad; did you mean add?"),
        (f"算子 目录/{IO}", "no kernel of the asset is called ad; did you mean add?"),
    ]


def test_links_may_not_lead_out_of_the_asset(found, asset):
    (asset / "op").mkdir()
    (asset / "op" / "out.asc").symlink_to(asset / "add.asc")
    (asset / "op" / "add.asc").write_text(KERNEL)
    (asset / "op" / "in.asc").symlink_to("add.asc")
    units = [{**UNIT, "unit_id": name, "kernel_source": name} for name in ("out.asc", "in.asc", "add.asc")]
    (asset / "op" / LAYOUT).write_text(layout(*units))
    assert [it[3] for it in found("op")] == ["kernel_source out.asc is a link that leads out of the asset"]


def test_a_layout_says_which_sources_count_for_the_contract_beside_it(found, asset):
    (asset / "old.asc").write_text(KERNEL.replace("void add(", "void sub("))
    (asset / IO).write_text(contract(sub=ENTRY))
    assert found() == []
    (asset / LAYOUT).write_text(layout(UNIT))
    assert [it[3] for it in found()] == ["no kernel of the asset is called sub; it has add"]


@pytest.mark.parametrize(
    ("kernel", "entry"),
    [
        ("__global__ __vector__ void add(GM_ADDR, GM_ADDR) {}", {"outputs": ["y"]}),  # parameters without names
        ("__global__ __vector__ void add(Own x, GM_ADDR y) { }", {"inputs": ["x"], "outputs": ["y"]}),  # unknown type
        (
            "template <typename T> __global__ __vector__ void add(T x, GM_ADDR y) {}",
            {"outputs": ["y"], "bind_target": "add<Own>"},
        ),
        (
            "__global__ __vector__ void add(GM_ADDR x) {}\n"
            "namespace fast { __global__ __vector__ void add(GM_ADDR x, GM_ADDR y) {} }",
            {"inputs": ["x"], "outputs": ["y"]},
        ),
        ('#include "nowhere.h"\nMAKE_KERNEL(add)\n__global__ __vector__ void sub(GM_ADDR y) {}', {"outputs": ["z"]}),
        (
            "#ifdef FAST\n__global__ __vector__ void add(GM_ADDR y) {}\n#endif",
            {"outputs": ["y"], "compile_defines": ["FAST"]},
        ),
        ("#define K(name) __global__ __vector__ void name(GM_ADDR y) {}\nK(add)", {"outputs": ["y"]}),
        ('extern "C" __global__ __aicore__ void add(GM_ADDR y) {}', {"outputs": ["y"]}),
    ],
)  # fmt: skip
def test_nothing_is_said_of_what_is_not_known_and_of_what_is_right(found, project, kernel, entry):
    (project / "add.asc").write_text(f'#include "kernel_operator.h"\n{kernel}\n')
    (project / IO).write_text(contract(add=entry))
    assert found("--select", "contract") == []


def test_comments_strings_and_dead_branches_define_no_kernel(found, project):
    for text in ("// {}", 'const char *text = "{}";', "#if 0\n{}\n#endif", "/* {} */"):
        kernel = text.replace("{}", "__global__ __vector__ void sub(GM_ADDR y) { }")
        (project / "add.asc").write_text(f"__global__ __vector__ void add(GM_ADDR y) {{}}\n{kernel}\n")
        (project / IO).write_text(contract(add={"outputs": ["y"]}, sub={"outputs": ["y"]}))
        (project / LAYOUT).write_text(layout(UNIT, {**UNIT, "unit_id": "sub", "entry_name": "sub"}))
        assert [(path, message) for path, _, _, message in found("--select", "contract")] == [
            (LAYOUT, "add.asc defines no kernel sub; it defines add"),
            (IO, "no kernel of the asset is called sub; it has add"),
        ]


# configuration


def test_configuration_counts(run, found, asset):
    (asset / IO).write_text(contract(ad=ENTRY))
    for text, code in (
        ('ignore = ["contract"]', 0),
        ('select = ["sk"]', 0),
        ('[rules]\ncontract.io-contract = "off"', 0),
        ('[rules]\ncontract.io-contract = "info"', 0),
        ('[per-file-ignores]\n"operator-*.json" = ["contract.io-contract"]', 0),
        ('[per-file-ignores]\n"*.asc" = ["contract.io-contract"]', 1),
        ('exclude = ["operator-*.json"]', 0),
        ('select = ["contract"]', 1),
    ):
        (asset / "sklint.toml").write_text(f"{text}\n")
        assert run("check").code == code, text
    assert found("--select", "contract.asset-layout") == []


def test_a_baseline_counts_wherever_the_finding_moves(run, asset):
    (asset / IO).write_text(contract(ad=ENTRY))
    run("check", "--write-baseline", "known.json")
    assert run("check", "--baseline", "known.json").code == 0
    (asset / IO).write_text("\n\n" + contract(sub="y", ad=ENTRY))
    assert run("check", "--baseline", "known.json").code == 1  # sub is new
    (asset / IO).write_text("\n\n" + contract(ad=ENTRY))
    assert run("check", "--baseline", "known.json").code == 0


@pytest.mark.parametrize("format", ["text", "sarif", "github", "markdown"])
def test_every_report_names_the_key(run, asset, format):
    (asset / IO).write_text(contract(ad=ENTRY))
    result = run("check", "--output-format", format)
    assert result.code == 1 and IO in result.out and "did you mean add?" in result.out.replace("\\", "")


def test_explain_and_rules_know_the_pack(run):
    page = run("explain", "contract.io-contract").out
    assert "`kernels.asc`" in page and "```json" in page
    ids = [it.split()[0] for it in run("rules").out.splitlines()]
    assert sum(it.startswith("contract.") for it in ids) == 4


# kept results


def changes(asset: Path):
    """What may change beside a contract, and whether there is a finding then."""
    yield lambda: (asset / "add.asc").write_text(KERNEL.replace("GM_ADDR x", "GM_ADDR a")), 1
    yield lambda: (asset / "add.asc").write_text(KERNEL), 0
    yield lambda: (asset / "tiling.h").write_text("using Tiling = GM_ADDR;\n"), 1
    yield lambda: (asset / "tiling.h").write_text(HEADER), 0
    yield lambda: (asset / "add.asc").rename(asset / "sub.cpp"), 0
    yield lambda: (asset / "sub.cpp").write_text(KERNEL.replace("void add(", "void addd(")), 1
    yield lambda: (asset / "new.asc").write_text(KERNEL), 0
    yield lambda: (asset / LAYOUT).write_text(layout({**UNIT, "kernel_source": "sub.cpp", "entry_name": "addd"})), 1
    yield lambda: (asset / LAYOUT).unlink(), 0
    yield lambda: (asset / "new.asc").unlink(), 1


def test_what_is_kept_is_never_wrong_after_a_source_changes(run, asset, workers):
    (asset / IO).write_text(contract(add=ENTRY))
    only = ("check", "--select", "contract")
    assert run(*only).code == 0
    for change, code in changes(asset):
        change()
        first, workers[:] = run(*only), []
        assert (first.code, run(*only), workers) == (code, first, [0])


def test_what_is_kept_is_never_wrong_after_the_contract_changes(run, asset, workers):
    for entry, code in ((ENTRY, 0), ("y", 1), (ENTRY, 0), ({**ENTRY, "outputs": ["x"]}, 1)):
        (asset / IO).write_text(contract(add=entry))
        for _ in range(2):
            assert run("check", "--select", "contract").code == code
        assert workers[-1] == 0


def test_a_named_file_that_comes_or_goes_counts(found, asset):
    (asset / LAYOUT).write_text(layout({**UNIT, "json_spec": "add.json", "support_files": ["sub/data.bin"]}))
    assert len(found()) == 2
    (asset / "add.json").write_text("{}")
    (asset / "sub").mkdir()
    assert [it[3] for it in found()] == ["support_files sub/data.bin is not there"]
    (asset / "sub" / "data.bin").write_bytes(b"\0")
    assert found() == []
    (asset / "add.json").unlink()
    assert [it[3] for it in found()] == ["json_spec add.json is not there"]


def test_a_fix_of_a_source_reaches_the_contract_in_the_same_run(run, asset):
    """A round of fixes sees the texts that the one before made."""
    bound = KERNEL + (
        "struct Args { GM_ADDR x; GM_ADDR y; Tiling tiling; };\ntemplate <uint32_t part>\n"
        "__sk__ __vector__ void add_sk(const Args *args) { Work(args->x, args->y, args->tiling.n); }\n"
        "SK_BIND(add, 4, add_sk<0>);\n"
    )
    (asset / "add.asc").write_text(bound.replace('#include "kernel_operator.h"\n', ""))
    (asset / IO).write_text(contract(add={**ENTRY, "inputs": ["xx"]}))
    result = run("check", "--fix", "--unsafe-fixes")
    assert (result.code, (asset / IO).read_text()) == (0, contract(add=ENTRY))
    assert (asset / "add.asc").read_text().startswith("#include")


# odd inputs


@pytest.mark.parametrize(
    "name", ["a\\u0000b", "\\ud83d", "/etc/passwd", "../add.asc", "x" * 5000, ".", "", "C:\\\\a.asc", "\\\\add.asc"]
)
def test_odd_file_names_are_findings_and_no_crash(run, asset, name):
    (asset / LAYOUT).write_text(layout({**UNIT, "kernel_source": "@"}).replace("@", name))
    result = run("check")
    assert (result.code, result.err) == (1, "") and LAYOUT in result.out


@pytest.mark.parametrize("root", ["nowhere", "", "add.asc", "add.asc/x", "/", "a\\u0000b", "../..", "\\ud83d"])
def test_odd_roots_are_no_crash(run, asset, root):
    (asset / LAYOUT).write_text(layout(UNIT).replace('": "."', f'": "{root}"'))
    (asset / IO).write_text(contract(add=ENTRY))
    result = run("check")
    assert result.err == "" and result.code in (0, 1)


def test_text_that_is_not_utf8_is_a_finding(found, asset):
    (asset / IO).write_bytes(contract(add={**ENTRY, "description": "核"}).encode("gb18030"))
    ((path, _, _, message),) = found()
    assert path == IO and "UTF-8" in message


def test_every_beginning_of_a_contract_is_answered(run, asset):
    text = contract(add={**ENTRY, "runtime_wrapper": {"source": "w.cpp", "entry": "launch"}})
    folder = asset / "cut"
    folder.mkdir()
    for end in range(0, len(text), 7):
        (folder / f"{end}.io-contract.json").write_text(text[:end])
    paths = sorted(f"cut/{it.name}" for it in folder.iterdir())
    result = run("check", *paths)
    assert (result.code, result.err) == (1, "")
    assert result.out.count("blocker[contract.io-contract]") >= len(paths)


def test_sources_are_read_as_the_build_context_beside_the_contract_says(found, project):
    (project / "kernels").mkdir()
    (project / "kernels" / "add.asc").write_text(KERNEL)
    (project / "inc").mkdir()
    (project / "inc" / "tiling.h").write_text("using Tiling = GM_ADDR;\n")
    (project / LAYOUT).write_text(layout({**UNIT, "kernel_source": "kernels/add.asc"}))
    (project / IO).write_text(contract(add=ENTRY))
    assert found("--select", "contract") == []  # what Tiling is is not known
    flow = {"name": "all", "kind": "cmake-project", "expected_outputs": ["x"]}
    text = {"schema_version": 1, "status": "ready", "build_flows": [flow], "include_dirs": ["inc"]}
    (project / "operator-build-context.json").write_text(json.dumps(text))
    assert [(path, message) for path, _, _, message in found("--select", "contract")] == [
        (IO, "tiling of add is in none of inputs, outputs and workspaces"),
        (IO, "tiling of add is Tiling, a pointer, but the contract says host_struct"),
    ]


def test_an_asset_of_one_source_is_in_its_folder(found, asset):
    (asset / LAYOUT).write_text(layout(UNIT, asset_root="add.asc"))
    assert found() == []


def test_a_contract_of_one_line_with_entries_for_many_strange_kernels(run, asset):
    entries = {"add": ENTRY, **{f"add{number}": ENTRY for number in range(2000)}}
    (asset / IO).write_text(json.dumps({"entries": entries}))
    result = run("check", IO)
    assert "Found 101 findings (101 blockers)" in result.out and "and so on below" in result.out
    assert max(map(len, result.out.splitlines())) < 400
