"""JSON for people and programs: indented, in plain UTF-8."""

from collections.abc import Mapping, Sequence

import msgspec

from sklint.report.characters import portable
from sklint.report.run import Json


def encode(value: Json) -> str:
    """`value` as indented JSON that ends in a newline. A lone surrogate (half of a file's odd name) becomes `?`."""
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:
        data = msgspec.json.encode(_portable(value))
    return msgspec.json.format(data, indent=2).decode() + "\n"


def _portable(value: Json) -> Json:
    if isinstance(value, str):
        return portable(value)
    if isinstance(value, Mapping):
        return {portable(key): _portable(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_portable(item) for item in value]
    return value
