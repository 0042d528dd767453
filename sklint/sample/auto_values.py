"""operator-sk-auto-input-values-spec.json: values for each call, and what a person has to decide about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

from sklint.error import SklintError
from sklint.sample.element_types import INTEGERS, element_type
from sklint.sample.input_spec import InputSpec, Parameter

AUTO = "operator-sk-auto-input-values-spec.json"
SHAPE, DTYPE = (16,), "float16"
"""What a tensor is where nobody says."""
NUMBERS = {"int": "int64", "float": "float32", "bool": "bool"}

Fill = Literal["varied", "zero"]


@dataclass(frozen=True)
class Asked:
    """What was asked for: a shape and a type that are None where nobody said, and values by the parameter's name or
    by `entry.name`."""

    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    fill: Fill = "varied"
    values: Mapping[str, object] | None = None

    def value(self, entry: str, name: str) -> object | None:
        given = self.values or {}
        return given.get(f"{entry}.{name}", given.get(name))


def auto_values(specs: Sequence[InputSpec], asked: Asked) -> dict[str, object]:
    """Values for each call, and under `undecided` those that are guesses. SklintError for a value that is given for no
    parameter."""
    known = {key for spec in specs for it in spec.parameters for key in (it.name, f"{spec.entry_name}.{it.name}")}
    for key in asked.values or {}:
        if key not in known:
            raise SklintError(f"--value {key}: no kernel has a parameter of that name")
    made = [(spec, it, parameter_value(spec, it, asked)) for spec in specs for it in spec.parameters]
    return {
        "input_values": [
            {
                "input_set_id": spec.id,
                "parameter_values": [value for other, _, value in made if other is spec],
            }
            for spec in specs
        ],
        "undecided": {
            f"{spec.entry_name}.{it.name}": why
            for spec, it, value in made
            if (why := undecided(spec, it, value, asked))
        },
    }


def parameter_value(spec: InputSpec, it: Parameter, asked: Asked) -> dict[str, object]:
    shape = list(asked.shape or SHAPE) if it.kind == "tensor" else []
    dtype = dtype_of(it, asked)
    given = asked.value(spec.entry_name, it.name)
    if it.kind == "bytes":
        value: object = given if given is not None else []
        shape = [len(value)] if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType]
    elif it.kind == "tensor":
        value = given if given is not None else tensor_value(it, shape, dtype, asked.fill)
    else:
        value = given if given is not None else guess(it, asked)
    return {
        "name": it.name,
        "shape": shape,
        "dtype": dtype,
        "layout": "ND",
        "value_source": {"kind": "inline_json", "value": value},
    }


def guess(it: Parameter, asked: Asked) -> object:
    """A value for a number that nobody gave one: an integer is often a length."""
    return 1.0 if it.number == "float" else True if it.number == "bool" else prod(asked.shape or SHAPE)


def dtype_of(it: Parameter, asked: Asked) -> str:
    if it.kind == "bytes":
        return "uint8"
    known = element_type(it.type)
    return known or (NUMBERS[it.number or "int"] if it.kind == "scalar" else asked.dtype or DTYPE)


def tensor_value(it: Parameter, shape: Sequence[int], dtype: str, fill: Fill) -> object:
    """What a kernel only writes begins with zeros; what it reads has values that differ from one another."""
    varied = fill == "varied" and it.role not in ("output", "workspace")
    return nested(shape, [element(n, it.index, dtype) if varied else zero(dtype) for n in range(prod(shape))])


def element(number: int, parameter: int, dtype: str) -> object:
    """A small whole number that every type has exactly, another one for the next element and the next parameter."""
    value = (number * 7 + parameter * 5) % 13
    if dtype == "bool":
        return value % 2 == 0
    return value if dtype.startswith("uint") else value - 6 if dtype in INTEGERS else float(value - 6)


def zero(dtype: str) -> object:
    return False if dtype == "bool" else 0 if dtype in INTEGERS else 0.0


def nested(shape: Sequence[int], flat: Sequence[object]) -> object:
    """A flat list in the shape of a tensor; a number for a tensor without dimensions."""
    if not shape:
        return flat[0]
    step = prod(shape[1:])
    return [nested(shape[1:], flat[n * step : (n + 1) * step]) for n in range(shape[0])]


def undecided(spec: InputSpec, it: Parameter, value: Mapping[str, object], asked: Asked) -> str:
    """What nobody said about a value; "" where all of it is known."""
    if asked.value(spec.entry_name, it.name) is not None:
        return ""
    if it.kind == "tensor":
        guessed = [f"the shape {value['shape']}"] if asked.shape is None else []
        if asked.dtype is None and not element_type(it.type):
            guessed.append(f"the type {value['dtype']}")
        return f"nobody said {' and '.join(guessed)}" if guessed else ""
    if it.kind == "bytes":
        return f"the bytes of {it.type} are not known"
    meant = "the number of elements" if it.number == "int" else "a guess"
    return f"nobody said its value; {guess(it, asked)} is {meant}"
