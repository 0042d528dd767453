"""operator-sk-runtime-input-spec.json: what Python passes to each kernel of a package."""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from sklint.generate.adapted import REPORT as ADAPTED
from sklint.generate.adapted import Adapted, Entry, at
from sklint.packaged.tree import Tree

SPEC = "operator-sk-runtime-input-spec.json"
SCHEMA = re.compile(r"\w+\((.*)\) -> \(\)")
PASSED = re.compile(r"(Tensor)(\(\w!\))?(\?)?|(int\[\])|(int|float|bool)")
BOUNDARY = ("runtime not executed", "operator correctness not validated", "customer handoff not completed")

TENSOR_LISTS = "tensor_list_prepared_by_the_operator_only"
"""Why a call is left out: its values are addresses."""

Role = Literal["input", "output", "workspace", "scalar", "unknown"]
Kind = Literal["tensor", "scalar", "bytes"]


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of a kernel as Python passes it: `bytes` is a list of them, what a host struct is made of. `written`
    tells that the kernel may write it, `number` which kind of number torch passes."""

    index: int
    name: str
    type: str
    source: str
    kind: Kind
    role: Role
    number: Literal["int", "float", "bool", ""] = ""
    written: bool = False
    nullable: bool = False


class InputSpec(msgspec.Struct, frozen=True):
    """A call of a kernel. `device_tensor` is a tensor before all others that only says on which device to run, where
    the kernel takes none; `returns` is the tensor that the call gives back."""

    id: str
    entry_name: str
    source_file: str
    parameters: tuple[Parameter, ...]
    returns: str
    device_tensor: str = ""
    requires_user_input: bool = True


class Unresolved(msgspec.Struct, frozen=True):
    entry_name: str
    reasons: tuple[str, ...]


class Spec(msgspec.Struct, frozen=True):
    """What later commands read of the file."""

    status: str
    package_name: str
    python_package: str
    input_specs: tuple[InputSpec, ...]
    unresolved_inputs: tuple[Unresolved, ...]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The kernels whose values no file can have."""
        return tuple(it.entry_name for it in self.unresolved_inputs if TENSOR_LISTS in it.reasons)


def input_specs(it: Adapted) -> tuple[InputSpec, ...]:
    """The calls of all kernels whose values a file can have. SklintError for an entry whose schema is not that of its
    parameters."""
    return tuple(
        input_spec(it, entry, file.file, ("per_file", number, "entries", index))
        for number, file in enumerate(it.manifest.per_file)
        for index, entry in enumerate(file.entries)
        if not entry.tensor_lists
    )


def input_spec(it: Adapted, entry: Entry, file: str, path: tuple[str | int, ...]) -> InputSpec:
    passed = list(schema_of(it, entry, path))
    extra = len(passed) - len(entry.parameters)
    if extra not in (0, 1) or (extra and not passed[0][0].startswith("Tensor")):
        fact = f"torch_schema has {len(passed)} parameters, and {entry.entry_name} has {len(entry.parameters)}"
        raise at(it, f"{fact}; adapt the asset again", *path, "torch_schema")
    parameters = tuple(parameter(entry, index, passed[index + extra][0]) for index in range(len(entry.parameters)))
    device = passed[0][1] if extra else ""
    return InputSpec(
        id=set_id(entry),
        entry_name=entry.entry_name,
        source_file=file,
        parameters=parameters,
        returns=returned(entry, parameters) or device,
        device_tensor=device,
    )


def set_id(entry: Entry) -> str:
    return f"entry:{entry.entry_name}:default"


def schema_of(it: Adapted, entry: Entry, path: tuple[str | int, ...]) -> Iterator[tuple[str, str]]:
    """The types and names in an entry's schema."""
    if not entry.torch_schema:
        raise at(it, f"{entry.entry_name} has no torch_schema; adapt the asset with sklint", *path)
    found = SCHEMA.fullmatch(entry.torch_schema)
    parts = [one.rpartition(" ") for one in found[1].split(", ")] if found and found[1] else []
    if not found or not all(PASSED.fullmatch(kind) for kind, _, _ in parts):
        raise at(it, f"torch_schema {entry.torch_schema} is none of this version", *path, "torch_schema")
    yield from ((kind, name) for kind, _, name in parts)


def parameter(entry: Entry, index: int, passed: str) -> Parameter:
    it = entry.parameters[index]
    tensor = passed.startswith("Tensor")
    number = "" if tensor or passed == "int[]" else passed
    kind: Kind = "tensor" if tensor else "scalar" if number else "bytes"
    return msgspec.convert(
        {
            "index": index,
            "name": it.name,
            "type": it.c_type,
            "source": f"{it.c_type} {it.name}",
            "kind": kind,
            "role": role(entry, it.name, kind),
            "number": number,
            "written": "!" in passed,
            "nullable": passed.endswith("?"),
        },
        Parameter,
    )


def role(entry: Entry, name: str, kind: Kind) -> Role:
    """What a parameter is for, as far as a contract or its kind says so."""
    if kind != "tensor":
        return "scalar" if kind == "scalar" else "unknown"
    it = entry.io_contract
    if it is None:
        return "unknown"
    if name in it.outputs:
        return "output" if name not in it.inputs else "input"
    return "workspace" if name in it.workspaces else "input" if name in it.inputs else "unknown"


def returned(entry: Entry, parameters: tuple[Parameter, ...]) -> str:
    tensors = [it.name for it in parameters if it.kind == "tensor"]
    return entry.pybind_return_tensor or (tensors[0] if tensors else "")


def spec_json(tree: Tree) -> dict[str, object]:
    """The file for a package that is whole."""
    it = tree.adapted
    specs = input_specs(it)
    ids = [one.id for one in specs]
    names = [one.entry_name for one in it.manifest.entries]
    return {
        "status": "defined" if specs else "blocked",
        "analysis_output_dir": str(it.folder.resolve()),
        "adapted_manifest_path": ADAPTED,
        "runtime_input_spec_path": SPEC,
        "package_name": it.manifest.package_name,
        "python_package": it.manifest.python_package,
        "kernel_entries": [
            {"name": one.entry_name, "file": file.file} for file in it.manifest.per_file for one in file.entries
        ],
        "input_specs": specs,
        "unresolved_inputs": [unresolved(one, file.file) for file in it.manifest.per_file for one in file.entries],
        "checks": [
            check("adapted_package_current", "passed", "adapted_package_whole", [ADAPTED]),
            check("kernel_entries_declared", "passed", "kernel_entries_declared", names),
            check("runtime_input_specs_defined", "passed", "runtime_input_specs_defined", ids)
            if ids
            else check("runtime_input_specs_defined", "blocked", TENSOR_LISTS, names),
            *open_checks(),
        ],
        "supported_next_actions": ["provide_sk_runtime_input_values"] if specs else [],
        "execution_boundary": BOUNDARY,
    }


def unresolved(entry: Entry, file: str) -> dict[str, object]:
    """What is left to say about a call."""
    left = ["runtime_input_values_not_declared", "golden_output_not_defined"]
    reasons = [TENSOR_LISTS] if entry.tensor_lists else left
    return {"id": set_id(entry), "entry_name": entry.entry_name, "source_file": file, "reasons": reasons}


def check(name: str, status: str, reason: str, evidence: list[str] | None = None) -> dict[str, object]:
    """A check under the published keys."""
    return {"name": name, "status": status, "reason": reason, "evidence": evidence or []}


def open_checks() -> list[dict[str, object]]:
    """What none of these files says anything about."""
    return [
        check("runtime_execution_boundary_open", "open", "runtime_not_executed"),
        check("correctness_boundary_open", "open", "operator_correctness_not_validated"),
    ]


def read_spec(made: dict[str, object]) -> Spec:
    """What later commands read of the file."""
    return msgspec.json.decode(msgspec.json.encode(made), type=Spec)
