"""Which of the known shapes an asset has, told by its code."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from sklint.delivery.asset_files import Asset
from sklint.delivery.build_facts import BuildFacts
from sklint.delivery.code_words import Topic
from sklint.delivery.evidence import Evidence
from sklint.delivery.python_text import python_facts

Name = Literal[
    "unknown",
    "ge-opp-python-converter",
    "aclgraph-pybind-torch-library",
    "torch-bisheng-extension",
    "cann-static-asc-op",
    "source-only-ascendc",
]

CONVERTER = "register_fx_node_ge_converter"
"""The decorator of torchair for the Python function that turns a torch call into a GE node."""

PYTHON_LIBRARY = ("Library", "custom_op")


class Archetype(msgspec.Struct, frozen=True):
    name: Name
    evidence: tuple[Evidence, ...] = ()


def archetype(
    asset: Asset, words: dict[Topic, tuple[Evidence, ...]], build: BuildFacts, kernels: tuple[Evidence, ...]
) -> Archetype:
    """The first shape that fits; `kernels` are the definitions of kernels."""
    python = tuple(in_python(asset))
    converters = tuple(it for it in python if it.fact == CONVERTER)
    library = (*words.get("torch-library", ()), *(it for it in python if it.fact != CONVERTER))
    pybind = words.get("pybind", ())
    static = (*words.get("registration", ()), *build.about("asc"))
    if converters:
        return Archetype("ge-opp-python-converter", converters)
    if not kernels:
        return Archetype("unknown")
    if pybind and library:
        return Archetype("aclgraph-pybind-torch-library", (*pybind, *library))
    if extension := (*pybind, *words.get("torch-library", ()), *build.about("torch")):
        return Archetype("torch-bisheng-extension", extension)
    return Archetype("cann-static-asc-op", static) if static else Archetype("source-only-ascendc", kernels)


def in_python(asset: Asset) -> Iterator[Evidence]:
    """Converters and torch libraries that the Python code of an asset makes."""
    for it in asset.of("script", "build", "test"):
        if it.source and it.path.endswith(".py"):
            found = python_facts(it.source.data)
            yield from (Evidence(it.path, line, CONVERTER) for _, line in found.called(CONVERTER))
            for name, line in found.called(*PYTHON_LIBRARY):
                if name.startswith(("torch.library.", "library.", "Library")):
                    yield Evidence(it.path, line, name)
