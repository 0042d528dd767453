"""Which files of an asset hold kernels, and why others do not count."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from sklint.error import SklintError
from sklint.generate.adapt_headers import Headers
from sklint.parse.lex import lex
from sklint.readable import SUFFIXES, Skipped, hidden, read_source
from sklint.sk_form import has_kernel_words
from sklint.source import Source

MADE_HERE = b"// ---- torch binding (auto-generated) ----"
"""A line of each source in `csrc` that sklint wrote."""

TESTS = frozenset(("test", "tests"))
HEADERS = frozenset((".h", ".hpp"))
WITHOUT_KERNEL = frozenset(("no_kernel_signal", "no_kernel_definition"))
"""Why a source does not count; of a header nobody expects that it does."""

HIDDEN = frozenset(("__pycache__", "node_modules"))


class Ignored(msgspec.Struct, frozen=True):
    """A file that does not count, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Collected:
    """The files with kernels, by the path that reports name them with, in order. `root` is the folder of the asset."""

    root: Path
    sources: dict[str, Source]
    ignored: tuple[Ignored, ...]


def collect(asset: Path, leave_out: Sequence[Path] = ()) -> Collected:
    """The sources of an asset, which is a file or a folder. SklintError where there is none with a kernel."""
    if not asset.exists():
        raise SklintError(f"{asset}: no such file or folder")
    if asset.is_file():
        return Collected(asset.parent, {asset.name: readable(asset)}, ())
    found = sorted(below(asset, [it.resolve() for it in leave_out]))
    read = {it.relative_to(asset): source for it in found if (source := code(it))}
    headers = Headers()
    reasons = {path: reason_to_ignore(path, it, headers) for path, it in read.items()}
    if all(reasons.values()):  # a package without the sources it was made of
        reasons = {path: "" if is_wrapped(read[path]) else reason for path, reason in reasons.items()}
    if all(reasons.values()):
        raise SklintError(f"{asset}: no kernel source files: none of {' '.join(sorted(SUFFIXES))} defines a kernel")
    sources = {path.as_posix(): it for path, it in read.items() if not reasons[path]}
    prose = {path: "no_kernel_signal" for it in found if (path := it.relative_to(asset)) not in read}
    told = {path: it for path, it in reasons.items() if it and not (path.suffix in HEADERS and it in WITHOUT_KERNEL)}
    ignored = sorted((told | prose).items())
    return Collected(asset, sources, tuple(Ignored(path.as_posix(), it) for path, it in ignored))


def is_wrapped(source: Source) -> bool:
    """Whether it is a kernel source of a package."""
    return MADE_HERE in source.data


def readable(path: Path) -> Source:
    source = read_source(path.as_posix())
    if isinstance(source, Skipped):
        raise SklintError(f"{source.path}: {source.message}")
    return source


def code(path: Path) -> Source | None:
    """A file of an asset's folder; None for signatures and prose that share a suffix with sources."""
    found = read_source(path.as_posix())
    return None if isinstance(found, Skipped) and not found.failed and not hidden(found) else readable(path)


def below(folder: Path, leave_out: Sequence[Path]) -> Iterator[Path]:
    """The sources in a folder and its folders; links to folders are not followed."""
    for name, folders, files in os.walk(folder, onerror=refuse):
        inside = Path(name)
        folders[:] = [it for it in folders if stays(inside / it, leave_out)]
        yield from (inside / it for it in files if Path(it).suffix in SUFFIXES and (inside / it).is_file())


def stays(folder: Path, leave_out: Sequence[Path]) -> bool:
    return not folder.name.startswith(".") and folder.name not in HIDDEN and folder.resolve() not in leave_out


def refuse(error: OSError) -> None:
    raise error


def reason_to_ignore(path: Path, source: Source, headers: Headers) -> str:
    """Why a file of an asset does not count; "" where it does."""
    if TESTS & set(path.parent.parts):
        return "test_support_file"
    if is_wrapped(source) or (path.name.startswith("pybind11") and b"PYBIND11_MODULE" in source.data):
        return "generated_package_file"
    own = has_kernel_words(source.data)
    others = headers.with_kernels(source)
    if not own and not others:
        return "no_kernel_signal"
    defined = (own and has_definition(source.data)) or any(has_definition(it.data) for it in others)
    return "" if defined else "no_kernel_definition"


def has_definition(data: bytes) -> bool:
    """Whether a kernel may be defined: something has a body, or a macro may make one."""
    return any(it.text == "{" or (it.kind == "directive" and "define" in it.text) for it in lex(data))
