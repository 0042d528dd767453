"""The JSON schema of an IO contract and its loader: what one takes the other takes, what one refuses the other does."""

import json
from copy import deepcopy
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklint.contract import contract_of
from sklint.contract_schema import schema_text
from sklint.error import SklintError
from sklint.source import Source

SCHEMA = json.loads(schema_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
VSCODE = Path(__file__).parents[2] / "editors" / "vscode"

NAMES = st.sampled_from(["x", "y", "z", "gamma", "out_1", "输入"])
KINDS = st.sampled_from(["tensor", "tensor_list", "scalar", "host_struct"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PARAMETERS = st.dictionaries(
    NAMES,
    KINDS
    | st.fixed_dictionaries({"kind": KINDS}, optional={"nullable": st.booleans(), "note": st.none() | st.integers()}),
)
LISTS = st.lists(NAMES, unique=True, max_size=3)
DEFINES = st.lists(st.sampled_from(["N", "-DN=4", "F(a)=a", "TYPE=half"]), max_size=2)
OPTIONS = st.lists(st.sampled_from(["-O2", "--x=a b"]), max_size=2)
PREPARED = {
    "tensor_list_descriptor_strategy": "prepared_workspace_tail",
    "prepare_entry": "prepare",
    "descriptor_bytes": 64,
    "descriptor_order": ["x"],
}
WRAPPERS = st.builds(
    lambda source, more: {"source": source, "entry": "run", **more},
    st.sampled_from(["w.asc", "host/..w.asc", "a b/包装.cpp"]),
    st.sampled_from([{}, PREPARED, {"prepare_entry": "p"}, {"tensor_list_descriptor_strategy": None}]),
)


def either(word: str, alias: str, values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    """A thing under one of its words, or under none."""
    words = st.sampled_from([word, alias])
    return st.just({}) | st.builds(lambda key, value: {key: value}, words, values)


@st.composite
def entries(draw: st.DrawFn) -> object:
    outputs = draw(st.lists(NAMES, unique=True, min_size=1, max_size=3))
    if draw(st.booleans()) and len(outputs) == 1:
        return outputs[0]
    word, alias = draw(st.sampled_from([("outputs", "output_tensors"), ("output_tensors", "outputs")]))
    given = {word: outputs} | draw(st.sampled_from([{}, {alias: None}]))
    if len(outputs) > 1 or draw(st.booleans()):
        given[draw(st.sampled_from(["pybind_return_tensor", "return_tensor"]))] = draw(st.sampled_from(outputs))
    parts = [
        either("inputs", "input_tensors", LISTS),
        either("workspaces", "workspace_tensors", LISTS),
        either("parameters", "params", PARAMETERS),
        either("public_entry_name", "entry_name", st.sampled_from(["add", "Add_2"])),
        either("bind_target", "bind_target", st.sampled_from(["k<half, 8>", "", "ns::k"])),
        either("source_entry_name", "comment", TEXTS),
        either("description", "description", TEXTS | st.none()),
        either("undecided", "undecided", st.sampled_from([{}, None])),
        either("runtime_wrapper", "runtime_wrapper", WRAPPERS | st.none()),
        either("launch", "launch", st.sampled_from([{}, None, *({"block_dim": it} for it in (1, 8.0, "48", None))])),
        either("compile_defines", "compile_defines", DEFINES),
    ]
    for it in parts:
        given |= draw(it)
    if not given.get("compile_defines"):
        given["compile"] = {**draw(either("defines", "compile_defines", DEFINES)), "options": draw(OPTIONS)}
    return given


CONTRACTS = st.fixed_dictionaries(
    {"entries": st.dictionaries(st.sampled_from(["add", "ns::mul", "核"]), entries(), min_size=1)},
    optional={
        "schema_version": st.sampled_from([1, 1.0, "1", " 01 "]),
        "$schema": st.just("io-contract.json") | st.none(),
        "comment": TEXTS,
    },
)


def loads(contract: object) -> bool:
    try:
        contract_of(Source("c.json", json.dumps(contract).encode()))
    except SklintError as error:
        assert str(error).startswith("c.json:1:")
        return False
    return True


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@settings(max_examples=200)
@given(CONTRACTS)
def test_what_is_right_is_taken_by_both(contract: object) -> None:
    VALIDATOR.validate(contract)
    assert loads(contract)


WRONG_VALUES = st.sampled_from([None, True, 3, -1, 2.5, "", " ", "a b", [], ["y", "y"], [" "], [3], {}, {"kind": "no"}])


@st.composite
def mutated(draw: st.DrawFn) -> object:
    """A right contract with one thing changed anywhere: a value, a key that nobody knows, or a key that is gone."""
    contract = deepcopy(draw(CONTRACTS))
    tables = [it for it in inside(contract) if it]
    table = draw(st.sampled_from(tables))
    key = draw(st.sampled_from(sorted(table) if isinstance(table, dict) else range(len(table))))
    what = draw(st.sampled_from(["value", "unknown", "gone"]))
    if what == "value":
        table[key] = draw(WRONG_VALUES)
    elif what == "gone":
        del table[key]
    elif isinstance(table, dict):
        table["no_such_key"] = draw(WRONG_VALUES)
    else:
        table.append(draw(WRONG_VALUES))
    return contract


def inside(value: object) -> list[object]:
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if isinstance(value, dict | list) else []), *(one for it in below for one in inside(it))]


def only_the_loader_knows(contract: dict[str, object]) -> bool:
    """Whether a call would give back what is no output: a schema cannot compare two values."""
    found = contract.get("entries")
    for it in found.values() if isinstance(found, dict) else ():
        if isinstance(it, dict):
            outputs = it.get("outputs") if it.get("outputs") is not None else it.get("output_tensors")
            returned = it.get("pybind_return_tensor") or it.get("return_tensor")
            if isinstance(outputs, list) and outputs and returned and returned not in outputs:
                return True
    return False


@settings(max_examples=200)
@given(mutated())
def test_what_is_changed_is_taken_or_refused_by_both(contract: dict[str, object]) -> None:
    if not only_the_loader_knows(contract):
        assert loads(contract) == VALIDATOR.is_valid(contract), contract


@pytest.mark.parametrize(
    "wrong",
    [
        {"outputs": ["y"], "output_tensors": ["y"]},
        {"outputs": ["y"], "undecided": {"x": "is an input or output"}},
        {"outputs": ["y", "z"]},
        {"outputs": ["y"], "launch": {"block_dim": 2**32}},
        {"outputs": ["y"], "launch": {"block_dim": "0"}},
        {"outputs": ["y"], "compile": {"defines": ["N"], "compile_defines": ["M"]}},
        {"outputs": ["y"], "compile": {"options": ["-O2"]}, "compile_options": ["-O3"]},
        {"outputs": ["y"], "compile": {"options": ["a\0"]}},
        {"outputs": ["y"], "compile": {"defines": ["-D"]}},
        {"outputs": ["y"], "runtime_wrapper": {"source": "a/../w.asc", "entry": "run"}},
        {"outputs": ["y"], "runtime_wrapper": {"source": "w", "entry": "run"} | PREPARED | {"descriptor_order": []}},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_is_refused_by_both(wrong: dict[str, object]) -> None:
    contract = {"entries": {"add": wrong}}
    assert not loads(contract) and not VALIDATOR.is_valid(contract)


def test_the_example_of_the_readme_is_one() -> None:
    text = (VSCODE.parents[1] / "README.md").read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    VALIDATOR.validate(json.loads(text))
    assert loads(json.loads(text))


def test_the_command_prints_it(run) -> None:
    assert run("schema", "--of", "io-contract").out == schema_text()


def test_vs_code_brings_it_for_files_of_that_name() -> None:
    (validation,) = json.loads((VSCODE / "package.json").read_text())["contributes"]["jsonValidation"]
    assert validation["fileMatch"] == "*io-contract*.json"
    assert (VSCODE / validation["url"]).read_text("utf-8") == schema_text()
    assert "!schemas/*.json" in (VSCODE / ".vscodeignore").read_text().split()
