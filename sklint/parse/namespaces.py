"""Namespaces of the model headers whose names a source gives to functions of its own: it cannot have the headers that
declare them, so there they are called otherwise while the model headers are read."""

import re
from collections.abc import Iterator

OF_TORCH = (b"at", b"at_npu", b"c10", b"c10_npu", b"py", b"pybind11", b"torch")
OF_OTHERS = (
    b"context_ascendc",
    b"cooperative_groups",
    b"ge",
    b"gert",
    b"matmul",
    b"matmul_tiling",
    b"ops",
    b"optiling",
    b"platform_ascendc",
    b"testing",
)
TORCH_HEADER = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"](?:torch|ATen|c10|pybind11)', re.M)
FUNCTION = re.compile(rb"\bvoid\s+(" + b"|".join((*OF_TORCH, *OF_OTHERS)) + rb")\s*\(")


def renamed_namespaces(data: bytes) -> tuple[str, ...]:
    """The macros, as `c10=sklint_c10`, with which the model headers are read for a source."""
    return tuple(f"{it}=sklint_{it}" for it in sorted(own_names(data)))


def own_names(data: bytes) -> Iterator[str]:
    """The namespaces whose names a source gives to functions, and that it uses nowhere."""
    for name in {it[1] for it in FUNCTION.finditer(data)}:
        used = re.search(rb"\b" + name + rb"\s*::|\bnamespace\s+" + name + rb"\b", data)
        if not used and not (name in OF_TORCH and TORCH_HEADER.search(data)):
            yield name.decode()
