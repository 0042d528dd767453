"""Macros to define so that branches of a file are read which no configuration takes."""

import re
from collections.abc import Iterator, Sequence

from sklint.model import Unit
from sklint.source import Span

DEFINED = re.compile(r"#\s*(?:ifdef\s+(\w+)|el?if\b(.*))")
NAME = re.compile(r"(?<![\w.])(!?\s*)(?:defined\s*\(?\s*)?([A-Za-z_]\w*)")
MOST = 4


def further_macros(units: Sequence[Unit]) -> list[str]:
    """One macro a reading: those that branches with kernels, or within kernels, ask for and nothing defines."""
    found: dict[str, None] = {}
    for region in units[0].inactive:
        if all(any(it.contains(region) for it in unit.inactive) for unit in units) and matters(units, region):
            found.update(dict.fromkeys(asked_for(units[0].source.text(region))))
    return list(found)[:MOST]


def matters(units: Sequence[Unit], region: Span) -> bool:
    source = units[0].source
    kernels = (kernel for unit in units for kernel in unit.kernels if kernel.extent.path == source.path)
    return b"__global__" in source.data[region.start : region.end] or any(it.extent.contains(region) for it in kernels)


def asked_for(text: str) -> Iterator[str]:
    """The macros in the condition that a branch begins with."""
    match = DEFINED.match(text.replace("\\\n", " "))
    if match is None:
        return
    if match[1]:
        yield match[1]
        return
    for negated, name in NAME.findall(match[2].partition("//")[0]):
        if (
            not negated.strip()
            and name != "defined"
            and not name.startswith(("__NPU_ARCH__", "__CCE_AICORE__", "__DAV"))
        ):
            yield name
