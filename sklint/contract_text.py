"""The IO contract as it is written: the keys it may have, with all their spellings."""

from typing import Literal

import msgspec

Kind = Literal["tensor", "tensor_list", "scalar", "host_struct"]
"""How a kernel's parameter is passed from Python."""

Number = int | str
"""A whole number, also as text: published contracts have both."""


class LaunchText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    block_dim: Number | None = None


class CompileText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    defines: list[str] | None = None
    options: list[str] | None = None
    compile_defines: list[str] | None = None
    compile_options: list[str] | None = None


class WrapperText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    entry: str
    tensor_list_descriptor_strategy: Literal["prepared_workspace_tail"] | None = None
    prepare_entry: str | None = None
    descriptor_bytes: int | None = None
    descriptor_order: list[str] | None = None


class ParameterText(msgspec.Struct, frozen=True):
    """Other keys than these are kept for whoever wrote them."""

    kind: Kind
    nullable: bool = False


class EntryText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pybind_return_tensor: str | None = None
    return_tensor: str | None = None
    inputs: list[str] | None = None
    input_tensors: list[str] | None = None
    outputs: list[str] | None = None
    output_tensors: list[str] | None = None
    workspaces: list[str] | None = None
    workspace_tensors: list[str] | None = None
    parameters: dict[str, Kind | ParameterText] | None = None
    params: dict[str, Kind | ParameterText] | None = None
    launch: LaunchText | None = None
    compile: CompileText | None = None
    compile_defines: list[str] | None = None
    compile_options: list[str] | None = None
    runtime_wrapper: WrapperText | None = None
    public_entry_name: str | None = None
    entry_name: str | None = None
    source_entry_name: str | None = None
    bind_target: str | None = None
    description: str | None = None
    comment: str | None = None


class ContractText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entries: dict[str, str | EntryText]
    schema_version: Number = 1
    schema: str | None = msgspec.field(default=None, name="$schema")
    description: str | None = None
    comment: str | None = None


def schema_text() -> str:
    """The JSON schema of a contract, for editors: the content of contract.schema.json."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Generated from sklint/contract_text.py by schema_text there; a test keeps it fresh.",
    }
    schema: dict[str, object] = msgspec.json.schema(ContractText)
    return msgspec.json.format(msgspec.json.encode(head | schema), indent=2).decode() + "\n"
