"""The operator's sources as they are, and a CMake project that compiles each of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from sklint.code_tokens import code_tokens
from sklint.delivery.asset_files import AssetFile
from sklint.delivery.conversion import Analysis
from sklint.generate.adapt_headers import Headers
from sklint.sk_form import has_kernel_words

SOURCES = "src"
Language = Literal["asc", "c++"]
COMPILED = frozenset((".asc", ".cpp", ".cc", ".cxx"))


@dataclass(frozen=True, slots=True)
class CompileUnit:
    """A source that is compiled on its own. Its path counts from the asset's folder."""

    source: str
    language: Language

    @property
    def copy(self) -> str:
        return f"{SOURCES}/{self.source}"

    @property
    def object(self) -> str:
        return f"objects/{self.source}.o"


def compile_units(it: Analysis) -> tuple[CompileUnit, ...]:
    """The sources that the compiler takes, those with kernels or launches as AscendC."""
    headers = Headers()
    return tuple(
        CompileUnit(one.path, "asc" if on_device(one, headers) else "c++")
        for one in it.asset.of("source")
        if PurePosixPath(one.path).suffix in COMPILED
    )


def uncompiled(it: Analysis) -> Iterator[tuple[str, str]]:
    """The sources that are only copied, and why."""
    for one in it.asset.of("source"):
        suffix = PurePosixPath(one.path).suffix
        if suffix not in COMPILED:
            yield one.path, f"no document says how {suffix} is compiled beside other sources"


def on_device(one: AssetFile, headers: Headers) -> bool:
    if one.source is None:
        return False
    if one.path.endswith(".asc") or has_kernel_words(one.source.data) or headers.with_kernels(one.source):
        return True
    return b"<<<" in one.source.data and any(it.text == "<<<" for it in code_tokens(one.source.data))
