"""The IO contract: what it may say, and how an error names its key and place."""

import json
import re
import time
from pathlib import Path

import jsonschema
import pytest
from adaptation import DATA

import sklint.contract_text
from sklint.contract import contract_of, read_contract
from sklint.contract_schema import schema_text
from sklint.error import SklintError
from sklint.source import Source

SCHEMA = Path(sklint.contract_text.__file__).parent / "contract.schema.json"
CONTRACTS = sorted(DATA.glob("*.contract.json"))


def read(text: str):
    return contract_of(Source("c.json", text.encode()))


def one(**keys: object):
    return read(json.dumps({"entries": {"add": keys}})).entries["add"]


@pytest.mark.parametrize("path", CONTRACTS, ids=lambda it: it.name)
def test_published_contracts_are_read(path: Path) -> None:
    contract = read_contract(path)
    jsonschema.validate(json.loads(path.read_text()), json.loads(SCHEMA.read_text()))
    for name, it in contract.entries.items():
        assert contract.source.text(it.span) == f'"{name}"'


def test_schema_is_fresh() -> None:
    assert SCHEMA.read_text() == schema_text()


def test_short_entry() -> None:
    it = read('{"entries": {"add": "y"}}').entries["add"]
    assert (it.return_tensor, it.outputs, it.inputs) == ("y", ("y",), ())


def test_aliases() -> None:
    it = one(
        return_tensor="y",
        input_tensors=["x"],
        output_tensors=["y", "z"],
        workspace_tensors=["w"],
        params={"n": "scalar", "p": {"kind": "tensor", "nullable": True, "note": "kept"}},
        compile_defines=["N"],
        compile_options=["-O2"],
        entry_name="add2",
    )
    assert (it.return_tensor, it.inputs, it.outputs, it.workspaces) == ("y", ("x",), ("y", "z"), ("w",))
    assert it.parameters["p"].nullable
    assert (it.defines, it.options, it.public_entry_name) == (("-DN",), ("-O2",), "add2")


@pytest.mark.parametrize("version", [1, "1"])
def test_version(version: object) -> None:
    assert read(json.dumps({"schema_version": version, "entries": {}})).entries == {}


def test_byte_order_mark() -> None:
    assert contract_of(Source("c.json", b'\xef\xbb\xbf{"entries": {"add": "y"}}')).entries["add"].return_tensor == "y"


WRONG = {
    "{": "c.json:1:2: not valid JSON: Input data was truncated",
    "[]": "c.json:1:1: the contract is a list; it takes an object",
    "{}": "c.json:1:1: the contract has no entries",
    '{"entries": 3}': "c.json:1:2: entries is a number; it takes an object",
    '{"entries": {},\n "entires": {}}': "c.json:2:2: entires is no key of a contract; did you mean entries?",
    '{"schema_version": 2, "entries": {}}': "c.json:1:2: schema_version is 2; this is written for 1",
    '{"schema_version": "x", "entries": {}}': "c.json:1:2: schema_version is x; this is written for 1",
    '{"entries": {"a": "y", "b": null}}': "c.json:1:24: entries.b is nothing; it takes text or an object",
    '{"entries": {"a": "y", "a": "z"}}': "c.json:1:24: entries.a is given twice",
    '{"entries": {"a": {}}}': "entries.a names no pybind_return_tensor, and not exactly one of outputs to return",
    '{"entries": {"a": {"outptus": ["y"]}}}': "c.json:1:20: entries.a.outptus is no key of a contract; did you mean",
    '{"entries": {"a": {"outputs": ["y", 3]}}}': "c.json:1:37: entries.a.outputs[1] is a number; it takes text",
    '{"entries": {"a": {"outputs": ["y", "y"]}}}': "c.json:1:37: entries.a.outputs[1] is y, which is there already",
    '{"entries": {"a": {"outputs": [" "]}}}': "entries.a.outputs[0] is empty; it takes the name of a parameter",
    '{"entries": {"a": {"outputs": ["y"], "pybind_return_tensor": "x"}}}': "is x, which is not among",
    '{"entries": {"a": {"outputs": ["y"], "parameters": {"n": "scalar", "m": "int"}}}}': (
        "c.json:1:68: entries.a.parameters.m is 'int'; it takes tensor, tensor_list, scalar or host_struct"
    ),
    '{"entries": {"a": {"outputs": ["y"], "parameters": {"m": {"kind": "tensor", "nullable": "no"}}}}}': (
        "entries.a.parameters.m.nullable is text; it takes true or false"
    ),
    '{"entries": {"a": {"outputs": ["y"], "parameters": {"m": {}}}}}': "entries.a.parameters.m has no kind",
    '{"entries": {"a": {"outputs": ["y"], "launch": {"block_dim": 0}}}}': "block_dim is 0; it takes a number",
    '{"entries": {"a": {"outputs": ["y"], "launch": {"block_dim": "many"}}}}': "is 'many'; it takes a number",
    '{"entries": {"a": {"outputs": ["y"], "launch": {"blockdim": 8}}}}': "launch.blockdim is no key",
    '{"entries": {"a": {"outputs": ["y"], "compile": {"options": ["a\\u0000b"]}}}}': "which no compiler takes",
    '{"entries": {"a": {"outputs": ["y"], "bind_target": "k<half, 8>, 4, more"}}}': "it takes a kernel",
    '{"entries": {"a": {"outputs": ["y"], "bind_target": "k<half>, l<half>"}}}': "it takes a kernel",
    '{"entries": {"a": {"outputs": ["y"], "bind_target": "k<half"}}}': "it takes a kernel",
    '{"entries": {"a": {"outputs": ["y"], "compile": {"options": ["-g", "-o", "a.o"]}}}}': (
        "entries.a.compile.options[1] is '-o', which the package's build gives itself"
    ),
    '{"entries": {"a": {"outputs": ["y"], "compile_options": ["--npu-arch=dav-2201"]}}}': "gives itself; remove it",
    '{"entries": {"a": {"outputs": ["y"], "compile_options": ["-c"]}}}': "gives itself; remove it",
    '{"entries": {"a": {"outputs": ["y"], "bind_target": "k<1>; }"}}}': "is 'k<1>; }'; it takes a kernel",
    '{"entries": {"a": {"outputs": ["y"], "public_entry_name": "a/b"}}}': "is 'a/b'; it takes a name",
    '{"entries": {"a": {"outputs": ["y"], "runtime_wrapper": {"source": "../w", "entry": "f"}}}}': "relative path",
    '{"entries": {"a": {"outputs": ["y"], "runtime_wrapper": {"source": "/w", "entry": "f"}}}}': "relative path",
    '{"entries": {"a": {"outputs": ["y"], "runtime_wrapper": {"source": "w", "entry": "f()"}}}}': "name of a function",
    '{"entries": {"a": {"outputs": ["y"], "runtime_wrapper": {"source": "w"}}}}': "runtime_wrapper has no entry",
    '{"entries": {"a": {"outputs": ["y"], "runtime_wrapper": {"source": "w", "entry": "f",'
    ' "tensor_list_descriptor_strategy": "prepared_workspace_tail"}}}}': "prepare_entry is missing",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_error_names_key_and_place(text: str) -> None:
    with pytest.raises(SklintError) as error:
        read(text)
    assert WRONG[text] in str(error.value)
    assert str(error.value).startswith("c.json:1:" if "\n" not in text else "c.json:2:")


def entry_with(keys: str) -> str:
    return f'{{"entries": {{"a": {{"outputs": ["y"], {keys}}}}}}}'


MORE_WRONG = {
    "": "c.json:1:1: not valid JSON: the file is empty",
    "null": "c.json:1:1: the contract is nothing; it takes an object",
    '{"entries": {},}': "c.json:1:16: not valid JSON: trailing comma in object",
    '{"entries": {}} // c': "c.json:1:18: not valid JSON: trailing characters",
    '{"entries": {"a": "y"\n"b": "z"}}': "c.json:2:1: not valid JSON: expected ',' or '}'",
    entry_with('"launch": {"block_dim": NaN}'): "c.json:1:62: not valid JSON: NaN is no value of JSON",
    entry_with(f'"launch": {{"block_dim": {"9" * 5000}}}'): "c.json:1:62: not valid JSON: the number is too large",
    entry_with('"launch": {"block_dim": 1e999}'): "c.json:1:62: not valid JSON: the number is too large",
    entry_with('"launch": {"block_dim": 8.5}'): "c.json:1:49: entries.a.launch.block_dim is 8.5; it takes a number",
    entry_with('"launch": {"block_dim": true}'): "entries.a.launch.block_dim is true or false; it takes",
    entry_with('"launch": {"block_dim": "８"}'): "entries.a.launch.block_dim is '８'; it takes a number",
    entry_with(f'"launch": {{"block_dim": {10**12}}}'): "block_dim is 1000000000000; it takes a number from 1 on",
    entry_with(f'"launch": {{"block_dim": "{"9" * 5000}"}}'): f"block_dim is {'9' * 36}…; it takes a number",
    entry_with('"output_tensors": ["z"]'): "c.json:1:38: entries.a.output_tensors is another word for outputs",
    entry_with('"compile": {"defines": ["N"]}, "compile_defines": ["M"]'): (
        "c.json:1:69: entries.a.compile_defines is another word for compile.defines, which is given too; keep one"
    ),
    entry_with('"compile": {"defines": ["N", ""]}'): "c.json:1:67: entries.a.compile.defines[1] is ''; it takes",
    entry_with('"compile_options": ["a", " "]'): "c.json:1:63: entries.a.compile_options[1] is ' ', which no",
    entry_with('"parameters": {"n": "scalar", "m": null}'): "c.json:1:68: entries.a.parameters.m is nothing",
    entry_with('"parameters": {"": "scalar"}'): 'entries.a.parameters."" is a parameter without a name',
    entry_with('"runtime_wrapper": {"source": "w", "entry": "f", "tensor_list_descriptor_strategy": "x"}'): (
        "entries.a.runtime_wrapper.tensor_list_descriptor_strategy is 'x'; it takes prepared_workspace_tail"
    ),
    entry_with('"source": "k.asc"'): "c.json:1:38: entries.a.source is no key here; it belongs in runtime_wrapper",
    entry_with('"block_dim": 8'): "entries.a.block_dim is no key here; it belongs in launch",
    entry_with('"options": []'): "entries.a.options is no key here; it belongs in compile",
    entry_with('"kind": "tensor"'): "entries.a.kind is no key here; it belongs in parameters",
    entry_with('"launch": {"inputs": []}'): "entries.a.launch.inputs is no key here; it belongs in an entry",
    entry_with('"schema_version": 1'): "entries.a.schema_version is no key here; it belongs at the top of the contract",
    '{"entries": {}, "outputs": ["y"]}': "c.json:1:17: outputs is no key here; it belongs in an entry",
    entry_with('"a`b": 1'): 'c.json:1:38: entries.a."a`b" is no key of a contract; remove it',
    '{"entries": {"a b\\n": {"outputs": [3]}}}': r'entries."a b\n".outputs[0] is a number; it takes text',
    '{"entries": {"a": "y", "\\u0061": "z"}}': "c.json:1:24: entries.a is given twice, first in line 1; keep one",
    '{"entries": {" ": "y"}}': 'entries." " is an entry without a name; it takes that of a kernel',
    '{"entries": {"a": " "}}': "c.json:1:14: entries.a is empty; it takes the name of the tensor",
    '{"entries": {"核": {"inputs": ["x", "x"], "outputs": ["y"]}}}': "c.json:1:36: entries.核.inputs[1] is x, which",
    entry_with('"undecided": {"x": "is an input or output", "bind_target": "f<T>"}'): (
        "c.json:1:52: entries.a.undecided.x is open: decide whether `x` is an input or output; say so in this "
        "entry and remove this line (1 more to decide)"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", MORE_WRONG, ids=lambda it: it[:60])
def test_error_tells_what_is_wrong_at_its_place(text: str) -> None:
    with pytest.raises(SklintError) as error:
        read(text)
    assert MORE_WRONG[text] in str(error.value)
    assert str(error.value).startswith("c.json:")


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16"])
def test_another_encoding_is_told_at_its_first_byte(encoding: str) -> None:
    data = '{"entries":\n {"核": "y"}}'.encode(encoding)
    with pytest.raises(SklintError, match=r"c\.json:\d:\d: is not UTF-8; save the file as UTF-8"):
        contract_of(Source("c.json", data))


def test_a_decision_that_is_no_choice_of_kinds_is_told_as_it_is_written() -> None:
    with pytest.raises(SklintError, match=r"a\.undecided\.bind_target is open: decide `bind_target`: f<T> with"):
        read('{"entries": {"a": {"undecided": {"bind_target": "f<T> with which arguments"}}}}')


def test_what_is_undecided_is_told_before_what_is_wrong_because_of_it() -> None:
    with pytest.raises(SklintError, match=r"b\.undecided\.y is open: decide whether `y` is an output"):
        read('{"entries": {"a": {"outputs": []}, "b": {"undecided": {"y": "is an output"}}}}')


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ({"outputs": [3]}, "zz.outputs[0]"),
        ({"outputs": ["y"], "parameters": {"n": {"kind": "tenso"}}}, "zz.parameters.n.kind"),
        ({"outputss": ["y"]}, "zz.outputss"),
    ],
)
def test_one_wrong_entry_among_many_is_found_soon(entry: object, path: str) -> None:
    right = {"outputs": ["y"], "parameters": {"n": {"kind": "tensor"}}}
    text = json.dumps({"entries": {**{f"k{it}": right for it in range(20_000)}, "zz": entry}})
    before = time.process_time()
    with pytest.raises(SklintError, match=rf"c\.json:1:\d+: entries\.{re.escape(path)} "):
        read(text)
    assert time.process_time() - before < 10


@pytest.mark.parametrize("data", [b"\xff\xfe{}", b"[" * 100000, b"", b'{"entries": {"a": "\xff"}}', b"\x00"])
def test_what_is_no_json(data: bytes) -> None:
    with pytest.raises(SklintError, match=r"c\.json"):
        contract_of(Source("c.json", data))


def test_every_beginning_of_a_contract_is_an_error_with_its_place() -> None:
    text = json.dumps({"entries": {"add": {"outputs": ["y"], "parameters": {"n": {"kind": "scalar"}}}}}, indent=1)
    for end in range(len(text)):
        with pytest.raises(SklintError):
            read(text[:end])


def test_as_many_entries_as_there_may_be() -> None:
    entries = {f"k{it}": {"inputs": ["x"], "outputs": ["y"]} for it in range(100_000)}
    assert len(read(json.dumps({"entries": entries})).entries) == 100_000


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SklintError, match="cannot be read"):
        read_contract(tmp_path / "none.json")
    with pytest.raises(SklintError, match="cannot be read"):
        read_contract(tmp_path)
