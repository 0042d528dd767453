"""operator-sk-auto-oracle-spec.json: what each call is expected to give back, and where that is known from."""

import math
import runpy
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from sklint.error import SklintError
from sklint.sample.given_values import VALUES

ORACLE = "operator-sk-auto-oracle-spec.json"
REFERENCES = "reference_impls"
BIND_TARGET, REFERENCE = "bind-target-on-wheel", "reference-impls-numpy"

OracleSource = Literal["bind-target-on-wheel", "reference-impls-numpy"]


class Given(msgspec.Struct, frozen=True):
    name: str
    shape: tuple[int, ...]
    dtype: str
    value_source: "Source"
    written: bool = False
    role: str = "unknown"


class ValueSet(msgspec.Struct, frozen=True):
    """The values of a call, as operator-sk-runtime-input-values.json has them."""

    input_set_id: str
    entry_name: str
    parameter_values: tuple[Given, ...]
    returns: str = ""

    @property
    def outputs(self) -> dict[str, Given]:
        """The tensors that the kernel writes and that are to be compared: a workspace is not."""
        written = [it for it in self.parameter_values if it.written and it.role != "workspace"]
        return {it.name: it for it in written if it.value_source.value is not None}


class Source(msgspec.Struct, frozen=True):
    value: object


class Values(msgspec.Struct, frozen=True):
    runtime_input_spec_sha256: str
    input_values: tuple[ValueSet, ...]


class Tolerance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far two numbers may be apart: `atol`, and `rtol` of the expected one."""

    rtol: float = 0
    atol: float = 0


class About(msgspec.Struct, frozen=True):
    """REFERENCE_IMPL of a reference."""

    entry_name: str = ""
    comparator: Literal["exact", "allclose"] = "exact"
    tolerance: Tolerance = Tolerance()
    description: str = ""


def oracle_json(
    values: Values, data: bytes, expected: Sequence[Mapping[str, object]], origin: str
) -> dict[str, object]:
    """The file; `data` is that of the values it is for."""
    return {
        "oracle_source": origin,
        "runtime_input_values_path": VALUES,
        "runtime_input_values_sha256": sha256(data).hexdigest(),
        "oracle_specs": expected,
    }


def of_bind_target(it: ValueSet) -> dict[str, object]:
    """The bind target's own output is expected: that shows that it runs, not that it is right."""
    return {
        "input_set_id": it.input_set_id,
        "expected_output": {"kind": "inline_json", "value": {"source": BIND_TARGET, "entry_name": it.entry_name}},
        "comparator": "allclose",
        "tolerance": Tolerance(),
    }


def of_reference(it: ValueSet, path: Path) -> dict[str, object]:
    """What a reference computes: the values of each output by its name, or those of the one that the call gives back.
    SklintError for one that does not run, or gives no numbers."""
    about, compute = reference(it, path)
    inputs = {
        one.name: {"shape": list(one.shape), "dtype": one.dtype, "value": one.value_source.value}
        for one in it.parameter_values
    }
    try:
        found = compute(inputs)
    except (Exception, SystemExit) as error:
        raise SklintError(f"{path}: compute raised {type(error).__name__}: {error}") from error
    return {
        "input_set_id": it.input_set_id,
        "expected_output": {"kind": "inline_json", "value": expected_value(it, found, path)},
        "comparator": about.comparator,
        "tolerance": about.tolerance,
    }


def reference(it: ValueSet, path: Path) -> tuple[About, Callable[[object], object]]:
    try:
        names = runpy.run_path(str(path))
    except (Exception, SystemExit) as error:
        raise SklintError(f"{path}: cannot be run: {type(error).__name__}: {error}") from error
    compute = names.get("compute")
    if not callable(compute):
        raise SklintError(f"{path}: has no function compute(inputs)")
    try:
        about = msgspec.convert(names.get("REFERENCE_IMPL", {}), About)
    except msgspec.ValidationError as error:
        raise SklintError(f"{path}: REFERENCE_IMPL is wrong: {error}") from error
    if about.entry_name not in ("", it.entry_name):
        raise SklintError(f"{path}: REFERENCE_IMPL is of {about.entry_name}, not of {it.entry_name}")
    if about.comparator == "exact" and (about.tolerance.rtol or about.tolerance.atol):
        raise SklintError(f"{path}: REFERENCE_IMPL is exact, and has a tolerance; make it allclose")
    return about, compute


def expected_value(it: ValueSet, found: object, path: Path) -> object:
    """A result as JSON has it. SklintError for one of what is no output."""
    if not isinstance(found, dict):
        only = next(iter(it.outputs)) if len(it.outputs) == 1 else it.returns
        return output_value(it.outputs.get(only), found, path)
    given = msgspec.convert(found, dict[object, object])
    if others := [name for name in given if name not in it.outputs]:
        outputs = f"the outputs of {it.entry_name} are {', '.join(it.outputs)}"
        raise SklintError(f"{path}: compute gives {others[0]}, and {outputs if it.outputs else 'there is no output'}")
    return {name: output_value(output, given[name], path) for name, output in it.outputs.items() if name in given}


def output_value(it: Given | None, found: object, path: Path) -> object:
    """What is expected of an output, where there is one. SklintError for values of another shape than it has."""
    value = numbers(found, path)
    if it and (fault := shape_fault(value, it.shape)):
        raise SklintError(f"{path}: compute gives no {it.name}: it has {fault}")
    return value


def shape_fault(value: object, shape: Sequence[int]) -> str:
    """Where a value has another shape; "" for one that has it."""
    if not isinstance(value, list) or not shape:
        belongs = f"a list of {shape[0]}" if shape else "a number"
        return f"{value!r:.40} where {belongs} belongs" if isinstance(value, list) or shape else ""
    items = msgspec.convert(value, list[object])
    if len(items) != shape[0]:
        return f"a list of {len(items)} where the shape says {shape[0]}"
    return next((fault for it in items if (fault := shape_fault(it, shape[1:]))), "")


def numbers(found: object, path: Path) -> object:
    """A result as JSON has it, of numpy or torch too. SklintError for anything but numbers and lists of them."""
    value = plain(found)
    if not all_numbers(value):
        raise SklintError(f"{path}: compute gives {type(found).__name__}, not finite numbers in lists")
    return value


def plain(found: object) -> object:
    """Arrays as lists, their elements as Python's own numbers."""
    to_list = getattr(found, "tolist", None)
    value: object = to_list() if callable(to_list) else found
    return [plain(it) for it in msgspec.convert(value, list[object])] if isinstance(value, list | tuple) else value


def all_numbers(value: object) -> bool:
    if isinstance(value, list):
        return all(map(all_numbers, msgspec.convert(value, list[object])))
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))
