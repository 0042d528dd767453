"""The IO contract as it is written: the keys it may have, with all their spellings."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Kind = Literal["tensor", "tensor_list", "scalar", "host_struct"]
"""How a kernel's parameter is passed from Python."""

LARGEST_BLOCK_DIM = 2**32 - 1
"""What a launch can count."""

NAME = r"\S"
OWN_FLAG = r"-o|-[cSE]$|--npu-arch"
"""Options that say what is built and for which cores: whoever builds gives them."""

FLAG = rf"^(?!{OWN_FLAG})[^\u0000]*[^\s\u0000][^\u0000]*$"
DEFINE = r"^(?:-D)?[A-Za-z_][A-Za-z0-9_]*(?:[=(][^\u0000]*)?$"
PUBLIC_NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
TARGET = r'^$|^[^<>;{}"\\\u0000-\u001f]+(?:<[^;{}"\\\u0000-\u001f]*>)?\s*$'
SOURCE = r"^(?!/)(?!(?:.*/)?\.\.(?:/|$))[^\u0000]+$"
"""Texts, as the regular expressions that JSON schema and Python both know."""

Number = int | float | str
"""A whole number, also as text: published contracts have both."""

Version = Annotated[
    Number,
    Meta(
        description="The version of this format: 1.",
        extra_json_schema={"minimum": 1, "maximum": 1, "pattern": r"^\s*\+?0*1\s*$"},
    ),
]
BlockDim = Annotated[
    Number | None,
    Meta(
        description="How many blocks the kernel is launched with. Without it: as many as the device has cores.",
        extra_json_schema={
            "minimum": 1,
            "maximum": LARGEST_BLOCK_DIM,
            "multipleOf": 1,
            "pattern": r"^\s*\+?0*[1-9][0-9]{0,9}\s*$",
        },
    ),
]

Name = Annotated[str, Meta(extra_json_schema={"pattern": NAME})]
Flag = Annotated[str, Meta(extra_json_schema={"pattern": FLAG})]
Define = Annotated[str, Meta(extra_json_schema={"pattern": DEFINE})]
PublicName = Annotated[str, Meta(extra_json_schema={"pattern": PUBLIC_NAME})]
Target = Annotated[str, Meta(extra_json_schema={"pattern": TARGET})]
SourceName = Annotated[str, Meta(extra_json_schema={"pattern": SOURCE})]
Names = Annotated[list[Name], Meta(extra_json_schema={"uniqueItems": True})]


class LaunchText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the kernel is launched."""

    block_dim: BlockDim = None


class CompileText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the kernel's source is compiled with."""

    defines: Annotated[list[Define] | None, Meta(description="Macros: NAME or NAME=VALUE.")] = None
    options: Annotated[list[Flag] | None, Meta(description="Further options of the compiler.")] = None
    compile_defines: Annotated[list[Define] | None, Meta(description="Another word for defines.")] = None
    compile_options: Annotated[list[Flag] | None, Meta(description="Another word for options.")] = None


class WrapperText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source of the operator that launches the kernel itself."""

    source: Annotated[SourceName, Meta(description="The file, relative to the operator's folder.")]
    entry: Annotated[PublicName, Meta(description="The function in it that Python calls.")]
    tensor_list_descriptor_strategy: Annotated[
        Literal["prepared_workspace_tail"] | None, Meta(description="How tensor lists reach the kernel.")
    ] = None
    prepare_entry: Annotated[str | None, Meta(description="The function that prepares the tensor lists.")] = None
    descriptor_bytes: Annotated[int | None, Meta(description="The size of the descriptors, in bytes.")] = None
    descriptor_order: Annotated[Names | None, Meta(description="The tensor lists, in the kernel's order.")] = None


class ParameterText(msgspec.Struct, frozen=True):
    """Other keys than these are kept for whoever wrote them."""

    kind: Annotated[Kind, Meta(description="How the parameter is passed from Python.")]
    nullable: Annotated[bool, Meta(description="Whether Python may pass None for the tensor.")] = False


Parameters = dict[Name, Kind | ParameterText]


class EntryText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kernel: what it reads and writes, how it is launched and built."""

    pybind_return_tensor: Annotated[
        str | None,
        Meta(
            description="The output that a call from Python gives back. Not needed where there is one output.",
            extra_json_schema={"pattern": r"^$|\S"},
        ),
    ] = None
    return_tensor: Annotated[
        str | None,
        Meta(description="Another word for pybind_return_tensor.", extra_json_schema={"pattern": r"^$|\S"}),
    ] = None
    inputs: Annotated[Names | None, Meta(description="The tensors that the kernel reads.")] = None
    input_tensors: Annotated[Names | None, Meta(description="Another word for inputs.")] = None
    outputs: Annotated[Names | None, Meta(description="The tensors that the kernel writes for its caller.")] = None
    output_tensors: Annotated[Names | None, Meta(description="Another word for outputs.")] = None
    workspaces: Annotated[Names | None, Meta(description="The tensors that are the kernel's scratch memory.")] = None
    workspace_tensors: Annotated[Names | None, Meta(description="Another word for workspaces.")] = None
    parameters: Annotated[
        Parameters | None, Meta(description="How parameters are passed; needed for structs passed by value.")
    ] = None
    params: Annotated[Parameters | None, Meta(description="Another word for parameters.")] = None
    launch: LaunchText | None = None
    compile: CompileText | None = None
    compile_defines: Annotated[list[Define] | None, Meta(description="Another place for compile.defines.")] = None
    compile_options: Annotated[list[Flag] | None, Meta(description="Another place for compile.options.")] = None
    runtime_wrapper: WrapperText | None = None
    public_entry_name: Annotated[PublicName | None, Meta(description="The entry's name in the package.")] = None
    entry_name: Annotated[PublicName | None, Meta(description="Another word for public_entry_name.")] = None
    source_entry_name: Annotated[str | None, Meta(description="The kernel's name in its source.")] = None
    bind_target: Annotated[
        Target | None, Meta(description="The instantiation of a template kernel, such as cast<half>.")
    ] = None
    undecided: Annotated[
        dict[str, str] | None,
        Meta(
            description="What a person has to decide, as `sklint write-io-contract` leaves it: answer each line where "
            "it belongs and remove it here. Nothing is adapted until this is empty.",
            extra_json_schema={"maxProperties": 0},
        ),
    ] = None
    description: str | None = None
    comment: str | None = None


class ContractText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The IO contract of an operator: what each kernel reads and writes, and how it is launched and built."""

    entries: Annotated[
        dict[Name, Name | EntryText],
        Meta(description="Each kernel by its name, namespaces included. Text alone is its only output."),
    ]
    schema_version: Version = 1
    schema: str | None = msgspec.field(default=None, name="$schema")
    description: str | None = None
    comment: str | None = None


ALIASES = {
    "pybind_return_tensor": "return_tensor",
    "inputs": "input_tensors",
    "outputs": "output_tensors",
    "workspaces": "workspace_tensors",
    "parameters": "params",
    "public_entry_name": "entry_name",
}
"""The two words that an entry may use for one thing; not both."""
