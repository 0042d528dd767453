"""operator-sk-runtime-input-values.json: the values of a person, each checked against the parameter it is for."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Literal

import msgspec

from sklint.contract_read import Place, converted, decoded, wrong
from sklint.error import SklintError
from sklint.json_place import places
from sklint.sample.element_types import KNOWN, takes
from sklint.sample.input_spec import BOUNDARY, SPEC, InputSpec, Parameter, check, open_checks
from sklint.source import Source

VALUES = "operator-sk-runtime-input-values.json"


Inline = Annotated[object, msgspec.Meta(extra_json_schema={"description": "a number, or numbers in lists"})]


class ValueSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["inline_json"]
    value: Inline


class ParameterValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    shape: tuple[int, ...]
    dtype: str
    layout: str
    value_source: ValueSource


class InputSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    input_set_id: str
    parameter_values: tuple[ParameterValue, ...]


class InputValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    input_values: tuple[InputSet, ...]
    undecided: dict[str, str] = {}


def given_values(source: Source, specs: Sequence[InputSpec]) -> InputValues:
    """The values in a file. SklintError, with the place, for the first that is not one of its parameter, that is
    missing, or that nobody decided on."""
    raw: object = decoded(source)
    place = Place(source, places(source), whole="the file")
    found = converted(raw, InputValues, place)
    for fault in faults(found, specs, place):
        raise fault
    return found


def faults(found: InputValues, specs: Sequence[InputSpec], place: Place) -> Iterator[SklintError]:
    if found.undecided:
        key, why = next(iter(found.undecided.items()))
        yield wrong(
            place.of("undecided"), key, f'is not decided: {why}; set its value, then remove it from "undecided"'
        )
    known = {it.id: it for it in specs}
    yield from differing([it.input_set_id for it in found.input_values], list(known), place.of("input_values"), "set")
    for number, it in enumerate(found.input_values):
        there = place.of("input_values", number, "parameter_values")
        wanted = {one.name: one for one in known[it.input_set_id].parameters}
        yield from differing([one.name for one in it.parameter_values], list(wanted), there, "parameter")
        for index, value in enumerate(it.parameter_values):
            yield from value_faults(value, wanted[value.name], there.of(index))


def differing(given: Sequence[str], wanted: Sequence[str], place: Place, what: str) -> Iterator[SklintError]:
    """The names that are given twice, or for nothing, and those that are missing."""
    for number, name in enumerate(given):
        if name in given[:number]:
            yield wrong(place.of(number), "", f"is {name} once more; each {what} is given once")
        if name not in wanted:
            yield wrong(place.of(number), "", f"is {name}; there is {', '.join(wanted) or f'no {what}'}")
    if missing := [name for name in wanted if name not in given]:
        yield wrong(place, "", f"has no {missing[0]}")


def value_faults(it: ParameterValue, parameter: Parameter, place: Place) -> Iterator[SklintError]:
    """What keeps a value from being one of a parameter."""
    value = it.value_source.value
    there = place.of("value_source")
    if it.dtype not in KNOWN:
        yield wrong(place, "dtype", f"is {it.dtype}; it takes {', '.join(KNOWN)}")
    if min(it.shape, default=0) < 0:
        yield wrong(place, "shape", f"is {list(it.shape)}; no dimension is less than 0")
    if value is None:
        if not parameter.nullable:
            yield wrong(there, "value", f"is null, and {parameter.name} takes a value")
        return
    if parameter.kind == "scalar" and it.shape:
        yield wrong(place, "shape", f"is {list(it.shape)}, and {parameter.name} is a number: its shape is []")
    if parameter.kind == "bytes" and (it.dtype != "uint8" or len(it.shape) != 1):
        yield wrong(
            place, "", f"is {it.dtype} {list(it.shape)}, and {parameter.name} takes bytes: uint8 and one dimension"
        )
    if parameter.kind == "scalar" and not number_fits(parameter, it.dtype):
        yield wrong(place, "dtype", f"is {it.dtype}, and {parameter.name} is {parameter.type}")
    for fault in element_faults(value, it.shape, it.dtype):
        yield wrong(there, "value", fault)


def number_fits(parameter: Parameter, dtype: str) -> bool:
    kinds = {"bool": ("bool",), "float": ("float", "bfloat"), "int": ("int", "uint")}
    return dtype.startswith(kinds[parameter.number or "int"])


def element_faults(value: object, shape: Sequence[int], dtype: str) -> Iterator[str]:
    """Why a value is no tensor of a shape and a type; the first reason."""
    if not shape:
        if not takes(dtype, value):
            yield f"has {msgspec.json.encode(value).decode()[:40]}, which is no {dtype}"
        return
    if not isinstance(value, list):
        yield f"has {msgspec.json.encode(value).decode()[:40]} where a list of {shape[0]} belongs"
        return
    items = msgspec.convert(value, list[object])
    if len(items) != shape[0]:
        yield f"has a list of {len(items)} where the shape says {shape[0]}"
        return
    for it in items:
        for fault in element_faults(it, shape[1:], dtype):
            yield fault
            return


def values_json(
    folder: str, source: Source, spec_data: bytes, specs: Sequence[InputSpec], found: InputValues
) -> dict[str, object]:
    """The file of values that were checked."""
    ids = [it.id for it in specs]
    given = {it.input_set_id: it for it in found.input_values}
    return {
        "status": "defined",
        "analysis_output_dir": folder,
        "runtime_input_spec_path": SPEC,
        "runtime_input_spec_sha256": sha256(spec_data).hexdigest(),
        "runtime_input_values_path": VALUES,
        "input_value_spec_path": source.path,
        "input_value_spec_sha256": sha256(source.data).hexdigest(),
        "input_values": [input_set(it, given[it.id]) for it in specs],
        "unresolved_inputs": [],
        "checks": [
            check("sk_runtime_input_spec_current", "passed", "sk_runtime_input_spec_defined_current", [SPEC]),
            check("input_value_spec_schema", "passed", "sk_input_value_spec_valid", [source.path]),
            check("input_value_sets_complete", "passed", "sk_input_value_sets_complete", ids),
            check("runtime_input_values_declared", "passed", "sk_runtime_input_values_declared", ids),
            *open_checks(),
        ],
        "supported_next_actions": ["collect_correctness_oracle_spec"],
        "execution_boundary": BOUNDARY,
    }


def input_set(spec: InputSpec, given: InputSet) -> Mapping[str, object]:
    values = {it.name: it for it in given.parameter_values}
    return {
        "input_set_id": spec.id,
        "entry_name": spec.entry_name,
        "source_file": spec.source_file,
        "returns": spec.returns,
        "device_tensor": spec.device_tensor,
        "parameter_values": [
            {
                "index": it.index,
                "name": it.name,
                "type": it.type,
                "source": it.source,
                "kind": it.kind,
                "role": it.role,
                "written": it.written,
                "shape": values[it.name].shape,
                "dtype": values[it.name].dtype,
                "layout": values[it.name].layout,
                "value_source": values[it.name].value_source,
            }
            for it in spec.parameters
        ],
        "requires_user_input": False,
    }
