"""The JSON schema of an IO contract, for editors: what the loader refuses, as far as a schema can say it."""

import msgspec

from sklint.contract_text import ALIASES, ContractText

Schema = dict[str, object]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
GIVEN: Schema = {"not": {"type": "null"}}
TEXT: Schema = {"type": "string", "pattern": r"\S"}
SOME: Schema = {"type": "array", "minItems": 1}
ONE: Schema = SOME | {"maxItems": 1}
COMPILED = ("defines", "options")


class Schemas(msgspec.Struct):
    """A schema with its parts, of which one is completed."""

    defs: dict[str, Schema] = msgspec.field(name="$defs")
    ref: str = msgspec.field(name="$ref")


def schema_text() -> str:
    """The content of contract.schema.json."""
    made = msgspec.convert(msgspec.json.schema(ContractText), Schemas)
    head = {
        "$schema": DRAFT,
        "$comment": "Generated from sklint/contract_text.py by sklint.contract_schema.schema_text; a test keeps it "
        "fresh.",
        "title": "IO contract",
        "$ref": made.ref,
    }
    more: dict[str, Schema] = {
        "EntryText": {"allOf": [*map(not_both, ALIASES.items()), *compiled_once(), returns_a_tensor()]},
        "CompileText": {"allOf": [never({it: SOME, f"compile_{it}": SOME}) for it in COMPILED]},
        "WrapperText": prepared(),
    }
    whole = head | {"$defs": {name: it | more.get(name, {}) for name, it in made.defs.items()}}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"


def not_both(words: tuple[str, str]) -> Schema:
    """Two words for one thing are not both given."""
    return never(dict.fromkeys(words, GIVEN))


def compiled_once() -> list[Schema]:
    """Macros and options stand in `compile` or beside it."""
    inside = {it: {"anyOf": [having({it: SOME}), having({f"compile_{it}": SOME})]} for it in COMPILED}
    return [never({"compile": inside[it], f"compile_{it}": SOME}) for it in COMPILED]


def returns_a_tensor() -> Schema:
    """A call gives back the tensor that is named, or the only output."""
    named = ("pybind_return_tensor", "return_tensor")
    listed = ("outputs", "output_tensors")
    return {"anyOf": [*(having({it: TEXT}) for it in named), *(having({it: ONE}) for it in listed)]}


def prepared() -> Schema:
    """What a wrapper that prepares tensor lists has to name."""
    needed: Schema = {
        "prepare_entry": {"type": "string", "minLength": 1},
        "descriptor_bytes": {"type": "integer", "minimum": 1},
        "descriptor_order": SOME,
    }
    return {"if": having({"tensor_list_descriptor_strategy": {"type": "string"}}), "then": having(needed)}


def having(properties: Schema) -> Schema:
    return {"properties": properties, "required": list(properties)}


def never(properties: Schema) -> Schema:
    return {"not": having(properties)}
