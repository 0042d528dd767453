"""The files of an asset, each read once, with what it is for: a source, a header, a test, the build, a document."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from sklint.delivery.lost_kernels import defined_kernels
from sklint.error import SklintError
from sklint.generate.adapt_headers import Headers
from sklint.generate.adapt_sources import Ignored
from sklint.readable import read_source
from sklint.report.characters import portable
from sklint.source import Source

Role = Literal["source", "header", "test", "build", "script", "contract", "doc"]

SOURCES = frozenset((".asc", ".cpp", ".cc", ".cxx", ".cce", ".aicpu"))
HEADERS = frozenset((".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp", ".tpp"))
DOCUMENTS = frozenset((".md", ".rst", ".adoc"))
SCRIPTS = frozenset((".py", ".sh"))
BUILD_NAMES = frozenset(
    "CMakeLists.txt CMakePresets.json Makefile GNUmakefile makefile setup.py setup.cfg pyproject.toml build.sh "
    "compile.sh".split()
)
BUILD_SUFFIXES = frozenset((".cmake", ".mk"))
TEST_FOLDERS = frozenset(("test", "tests", "op_verify", "op_testcase", "op_testcases", "testcase", "testcases"))
CONTRACT = re.compile(r".*io[-_.]contract.*\.json|.*\.contract\.json", re.IGNORECASE)
TEST_NAME = re.compile(r"test_.*|.*_test|run_tests?|conftest|verify_result|verify", re.IGNORECASE)

MADE_BY_TOOLS = frozenset(
    "__pycache__ build build_out cmake-build-debug cmake-build-release dist kernel_meta kernel_meta_temp node_modules "
    "out output outputs prof prof_total profiling sk_meta static_kernel_compile_outputs".split()
)
CMAKE_CACHE = "CMakeCache.txt"
REPORTS = frozenset(
    f"operator-{it}.json"
    for it in "asset-manifest delivery-summary sk-form-analysis sk-conversion-analysis sk-adapted "
    "validation-findings sk-remediation asset-inventory".split()
)
"""What a subcommand leaves in its output folder: one inside of the asset is no part of it."""


@dataclass(frozen=True, slots=True)
class AssetFile:
    """A file that counts. `path` counts from the asset's folder; `source` is its text, None where it is too large or no
    text."""

    path: str
    role: Role
    source: Source | None
    sha256: str


@dataclass(frozen=True, slots=True)
class Asset:
    """An operator on disk. `path` is what was given and `root` its folder, both absolute and without links."""

    path: Path
    root: Path
    files: tuple[AssetFile, ...]
    ignored: tuple[Ignored, ...]

    def of(self, *roles: Role) -> tuple[AssetFile, ...]:
        return tuple(it for it in self.files if it.role in roles)

    def names(self, *roles: Role) -> tuple[str, ...]:
        return tuple(it.path for it in self.of(*roles))

    def local(self, path: str) -> str:
        """A file's path from the asset's folder; as it is, where it lies outside."""
        there = Path(os.path.normpath(path))
        return there.relative_to(self.root).as_posix() if there.is_relative_to(self.root) else there.as_posix()

    def file(self, path: str) -> AssetFile | None:
        return next((it for it in self.files if it.path == path), None)


def read_asset(given: Path) -> Asset:
    """The files of an asset, which is a source or a folder. SklintError where there is none."""
    if not given.exists():
        raise SklintError(f"{given}: no such file or folder; ASSET is an operator's folder or one source")
    path = given.resolve()
    if portable(str(path)) != str(path):
        raise SklintError(f"{path}: its name is no text; rename it")
    if path.is_file():
        return single(path)
    if not path.is_dir():
        raise SklintError(f"{given}: is neither a folder nor a file; ASSET is an operator's folder or one source")
    files: list[AssetFile] = []
    ignored: list[Ignored] = []
    for it in walked(path):
        if isinstance(it, Ignored):
            ignored.append(Ignored(Path(it.file).relative_to(path).as_posix(), it.reason))
        elif (role := role_of(it.relative_to(path))) is not None:
            read = one_file(it, path, role)
            files += [] if isinstance(read, Ignored) else [read]
            ignored += [read] if isinstance(read, Ignored) else []
    return Asset(path, path, tuple(files), tuple(ignored))


def single(path: Path) -> Asset:
    """A source with the headers that it includes from its folder on."""
    if path.suffix not in SOURCES | HEADERS:
        raise SklintError(f"{path}: is no operator source ({' '.join(sorted(SOURCES))}); give one, or a folder")
    own = one_file(path, path.parent, "source")
    if isinstance(own, Ignored):
        raise SklintError(f"{path}: {own.reason}")
    found = Headers().of(own.source) if own.source else []
    near = sorted({Path(it.path) for it in found if Path(it.path).is_relative_to(path.parent)})
    read = [one_file(it, path.parent, "header") for it in near]
    return Asset(path, path.parent, (own, *(it for it in read if isinstance(it, AssetFile))), ())


def one_file(path: Path, root: Path, role: Role) -> AssetFile | Ignored:
    """A file as it is; code that is none, cannot be read, or is told under another name does not count."""
    there = path.resolve()
    if role == "source" and path.is_symlink() and there.is_relative_to(root):
        return Ignored(path.relative_to(root).as_posix(), f"a link to {there.relative_to(root).as_posix()}")
    name, found = path.relative_to(root).as_posix(), read_source(path.as_posix())
    if isinstance(found, Source):
        if role == "test" and not in_tests(path.relative_to(root)) and any(defined_kernels(found.data)):
            role = "source"  # an operator that is called like a test
        return AssetFile(name, role, found, sha256(found.data).hexdigest())
    if found.failed or role in ("source", "header"):
        return Ignored(name, found.message)
    return AssetFile(name, role, None, digest(path))


def digest(path: Path) -> str:
    with path.open("rb") as file:
        found = sha256()
        while piece := file.read(1 << 20):
            found.update(piece)
    return found.hexdigest()


def role_of(path: Path) -> Role | None:
    """What a file is for, by where it lies and what it is called; None for one that says nothing of a delivery."""
    suffix = path.suffix.lower()
    known = path.name in BUILD_NAMES or suffix in SOURCES | HEADERS | SCRIPTS | BUILD_SUFFIXES
    if known and in_tests(path):
        return "test"
    if path.name in BUILD_NAMES or suffix in BUILD_SUFFIXES:
        return "build"
    if suffix in SOURCES | SCRIPTS and TEST_NAME.fullmatch(path.stem):
        return "test"
    if CONTRACT.fullmatch(path.name):
        return "contract"
    roles: tuple[tuple[frozenset[str], Role], ...] = (
        (SOURCES, "source"),
        (HEADERS, "header"),
        (SCRIPTS, "script"),
        (DOCUMENTS, "doc"),
    )
    return next((role for suffixes, role in roles if suffix in suffixes), None)


def in_tests(path: Path) -> bool:
    return bool(TEST_FOLDERS & set(path.parent.parts))


# the folder


def walked(folder: Path) -> Iterator[Path | Ignored]:
    """The files below a folder in order, and what is left out with the reason; hidden folders and our own output are
    not even told. Links to folders are not followed."""
    try:
        children = sorted(folder.iterdir())
    except OSError as error:
        yield Ignored(folder.as_posix(), f"cannot be read: {error.strerror}")
        return
    for it in children:
        if portable(it.name) != it.name:
            yield Ignored(portable(it.as_posix()), "its name is no text")
        elif it.is_symlink() and not it.exists():
            yield Ignored(it.as_posix(), "a link that leads nowhere")
        elif it.is_file():
            yield it
        elif it.is_symlink():
            yield Ignored(it.as_posix(), "a link to a folder is not followed")
        elif it.is_dir() and (it.name in MADE_BY_TOOLS or (it / CMAKE_CACHE).exists()):
            yield Ignored(it.as_posix(), "made by a build or a run")
        elif it.is_dir() and not it.name.startswith(".") and not any((it / name).exists() for name in REPORTS):
            yield from walked(it)
