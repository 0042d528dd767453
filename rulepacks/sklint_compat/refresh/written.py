"""What every table says of itself, and how it is written."""

import json
from typing import TypeAlias

Json: TypeAlias = str | list["Json"] | dict[str, "Json"]
Row: TypeAlias = dict[str, Json]

GENERATED = "by `python -m sklint_compat.refresh FOLDER`: do not edit"
SOURCE = "https://gitcode.com/cann/asc-devkit 82b89a15 (CANN 9.1.0)"
FOR_SUPERKERNEL = 3
"""The first products are those that SuperKernel is documented for."""
PRODUCTS = ("950", "A3", "910b", "310b", "310p_aicore", "310p_vectorcore", "910", "x90", "9030")


def written(table: Row) -> str:
    """The table as JSON, one row of each of its lists and objects a line."""
    lines: list[str] = []
    for key, value in table.items():
        if isinstance(value, dict):
            rows = [f"{dumped(name)}: {dumped(it)}" for name, it in value.items()]
            lines.append(f"{dumped(key)}: {{\n" + ",\n".join(rows) + "\n}")
        elif key == "names" and isinstance(value, list):
            lines.append(f"{dumped(key)}: [\n" + ",\n".join(map(dumped, value)) + "\n]")
        else:
            lines.append(f"{dumped(key)}: {dumped(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def dumped(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
