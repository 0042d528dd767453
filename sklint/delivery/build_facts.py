"""How an asset is built and packaged, as the code of its build files says."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

import msgspec

from sklint.delivery.asset_files import Asset
from sklint.delivery.cmake_text import Command, commands
from sklint.delivery.evidence import Evidence
from sklint.delivery.python_text import python_facts
from sklint.delivery.shell_text import shell_lines
from sklint.source import Source

Level = Literal["none", "build-entry", "command-contract", "toolchain-contract"]
Topic = Literal["entry", "command", "toolchain", "package", "asc", "torch"]
Fact = tuple[Topic, int, str]
"""What a line (from 1) says about a topic. `asc`: AscendC is compiled as a language or by the operator tools."""

TARGETS = frozenset(("add_executable", "add_library", "add_custom_target", "add_custom_command"))
TOOLCHAIN = (
    "bisheng",
    "--npu-arch",
    "--cce-aicore-arch",
    "ASCEND_HOME_PATH",
    "ASCEND_CANN_PACKAGE_PATH",
    "ASCEND_TOOLKIT_HOME",
)
TORCH = ("torch_npu", "TORCH_LIBRARIES", "torch")
BUILDERS = frozenset("cmake make ninja bisheng g++ gcc clang++ msopgen python python3 pip pip3 bash sh".split())
EXTENSIONS = ("Extension", "CppExtension", "NpuExtension", "BuildExtension", "cpp_extension")


@dataclass(frozen=True, slots=True)
class BuildFacts:
    """`kinds` are those of the files: cmake, setuptools, script, make."""

    kinds: tuple[str, ...]
    files: tuple[str, ...]
    facts: dict[Topic, tuple[Evidence, ...]]

    def about(self, *topics: Topic) -> tuple[Evidence, ...]:
        return tuple(one for it in topics for one in self.facts.get(it, ()))

    @property
    def level(self) -> Level:
        """How much the files say: that there is a build, what it runs or makes, with which compiler."""
        if not self.files:
            return "none"
        if self.about("toolchain"):
            return "toolchain-contract"
        return "command-contract" if self.about("command") else "build-entry"


def build_facts(asset: Asset) -> BuildFacts:
    """The facts of all build files, tests left out."""
    files = asset.of("build")
    facts: dict[Topic, tuple[Evidence, ...]] = {}
    for it in files:
        for topic, line, fact in of_file(it.path, it.source):
            facts[topic] = (*facts.get(topic, ()), Evidence(it.path, line, fact))
    kinds = dict.fromkeys(kind_of(it.path)[0] for it in files)
    return BuildFacts(tuple(kinds), tuple(it.path for it in files), facts)


def of_file(path: str, source: Source | None) -> Iterator[Fact]:
    kind, read = kind_of(path)
    yield "entry", 1, f"a {kind} build file"
    if source:
        yield from read(source)


def kind_of(path: str) -> tuple[str, Callable[[Source], Iterable[Fact]]]:
    """What builds with a file, and how to read it."""
    name, suffix = PurePosixPath(path).name, PurePosixPath(path).suffix
    if name == "CMakeLists.txt" or suffix == ".cmake":
        return "cmake", cmake
    if name == "CMakePresets.json":
        return "cmake", nothing
    if name == "setup.py":
        return "setuptools", setup
    if name == "pyproject.toml":
        return "setuptools", pyproject
    if name == "setup.cfg":
        return "setuptools", nothing
    return ("script", script) if suffix == ".sh" else ("make", makefile)


def nothing(_source: Source) -> Iterable[Fact]:
    return ()


# CMake


def cmake(source: Source) -> Iterator[Fact]:
    for it in commands(source.decode(0, len(source.data))):
        for topic, fact in of_command(it):
            yield topic, it.line, fact


def of_command(it: Command) -> Iterator[tuple[Topic, str]]:
    first = it.arguments[0] if it.arguments else ""
    if it.name in TARGETS:
        yield "command", f"{it.name}({first})"
    if it.name == "find_package" and first.upper() == "ASC":
        yield "toolchain", "find_package(ASC)"
        yield "asc", "find_package(ASC)"
    if it.name in ("project", "enable_language") and "ASC" in it.upper - {first.upper() * (it.name == "project")}:
        yield "toolchain", f"{it.name} with the language ASC"
        yield "asc", f"{it.name} with the language ASC"
    if it.name.startswith("npu_op_") or it.name == "add_ops_compile_options":
        yield "command", f"{it.name}({first})"
        yield "toolchain", f"{it.name}({first})"
        yield "asc", f"{it.name}({first})"
    if named := next((word for word in TOOLCHAIN if any(word in one for one in it.arguments)), ""):
        yield "toolchain", f"{it.name} names {named}"
    if it.name == "find_package" and first == "Torch":
        yield "torch", "find_package(Torch)"
    if it.name == "target_link_libraries" and "torch_npu" in it.arguments:
        yield "torch", f"{first} links torch_npu"
    if (it.name == "include" and first == "CPack") or it.name.startswith("cpack_") or it.name == "npu_op_package":
        yield "package", f"{it.name}({first})"


# Python


def setup(source: Source) -> Iterator[Fact]:
    found = python_facts(source.data)
    for name, line in found.called("setup"):
        yield "command", line, f"{name}(…)"
        yield "package", line, f"{name}(…)"
    for name, line in found.called(*EXTENSIONS):
        yield "torch", line, f"{name}(…)"
    for text, line in found.strings:
        if named := next((word for word in TOOLCHAIN if word in text), ""):
            yield "toolchain", line, f"it names {named}"


class Project(msgspec.Struct, frozen=True):
    """The tables of a pyproject.toml that say what is built."""

    build_system: dict[str, object] | None = msgspec.field(default=None, name="build-system")
    project: dict[str, object] | None = None


def pyproject(source: Source) -> Iterator[Fact]:
    try:
        found = msgspec.toml.decode(source.data, type=Project)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    lines = source.decode(0, len(source.data)).splitlines()
    for topic, name, there in (("command", "build-system", found.build_system), ("package", "project", found.project)):
        if there is not None:
            line = next((number for number, it in enumerate(lines, 1) if it.strip() == f"[{name}]"), 1)
            yield ("command" if topic == "command" else "package"), line, f"[{name}]"


# scripts


def script(source: Source) -> Iterator[Fact]:
    return of_lines(source.decode(0, len(source.data)))


def makefile(source: Source) -> Iterator[Fact]:
    """The recipes: lines that begin with a tab."""
    lines = source.decode(0, len(source.data)).splitlines()
    return of_lines("\n".join(it if it.startswith("\t") else "" for it in lines))


def of_lines(text: str) -> Iterator[Fact]:
    for it in shell_lines(text):
        names = [PurePosixPath(word).name for word in it.words]
        if runs := next((name for name in names if name in BUILDERS), ""):
            yield "command", it.line, f"it runs {runs}"
        if named := next((word for word in TOOLCHAIN if any(word in one for one in it.words)), ""):
            yield "toolchain", it.line, f"it names {named}"
        if any(name in ("cpack", "bdist_wheel", "wheel") for name in names):
            yield "package", it.line, f"it runs {' '.join(it.words[:4])}"
