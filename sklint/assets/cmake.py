"""What CMake files say in so many words: which source is which operator's kernel, and folders to include from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from os.path import normpath
from pathlib import PurePosixPath

TOKEN = re.compile(
    r"#\[(=*)\[.*?(?:\]\1\]|\Z)|#[^\n]*|\[(=*)\[(.*?)(?:\]\2\]|\Z)"
    r'|"((?:\\.|[^"\\])*)"|([()])|((?:\\.|[^\s()#"\\])+)',
    re.DOTALL,
)
OF_FILE = ("CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_LIST_DIR")
OF_PROJECT = ("CMAKE_SOURCE_DIR", "PROJECT_SOURCE_DIR")
SCOPES = frozenset("PUBLIC PRIVATE INTERFACE SYSTEM BEFORE AFTER".split())


@dataclass(frozen=True, slots=True)
class Command:
    """A call in a CMake file; the name in lower case, the arguments without quotes."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KernelSource:
    """`npu_op_kernel_sources(… OP_TYPE op_type KERNEL_FILE kernel_file)`. The file is as the asset names it, or as it
    is written where the asset has none of that name."""

    op_type: str
    kernel_file: str


def commands(text: str) -> Iterator[Command]:
    """The calls of a CMake file."""
    name, arguments, depth = "", list[str](), 0
    for it in TOKEN.finditer(text):
        bracket, quoted, mark, word = it[3], it[4], it[5], it[6]
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
            if depth == 0 and name:
                yield Command(name.lower(), tuple(arguments))
            if depth <= 0:
                name, arguments, depth = "", [], 0
        elif depth:
            arguments += [given for given in (bracket, quoted, word) if given is not None]
        elif word:
            name = word


def kernel_sources(files: Sequence[str], texts: Mapping[str, bytes]) -> Iterator[KernelSource]:
    """The kernel files that CMake files give an operator's type to."""
    known = set(files)
    for name, it in cmake_commands(texts):
        if (
            it.name == "npu_op_kernel_sources"
            and (op_type := after(it, "OP_TYPE"))
            and (file := after(it, "KERNEL_FILE"))
        ):
            beside = PurePosixPath(name).parent
            there = [beside / after(it, "KERNEL_DIR") / file, beside / file]
            paths = [normpath(it) for it in there]
            yield KernelSource(op_type, next((it for it in paths if it in known), file))


def include_folders(files: Sequence[str], texts: Mapping[str, bytes]) -> tuple[str, ...]:
    """The folders of the asset, `.` the asset itself, that CMake files include from; those that a variable of the
    project names are not known."""
    folders = {str(parent) for it in files for parent in PurePosixPath(it).parents}
    found: dict[str, None] = {}
    for name, it in cmake_commands(texts):
        if it.name in ("include_directories", "target_include_directories"):
            given = it.arguments[1:] if it.name.startswith("target") else it.arguments
            for word in given:
                path = "" if word in SCOPES else resolved(word, name, files)
                if path in folders:
                    found[path] = None
    return tuple(found)


def cmake_commands(texts: Mapping[str, bytes]) -> Iterator[tuple[str, Command]]:
    for name, data in texts.items():
        if PurePosixPath(name).name == "CMakeLists.txt" or name.endswith(".cmake"):
            yield from ((name, it) for it in commands(data.decode("utf-8", "replace")))


def after(command: Command, key: str) -> str:
    """The argument that follows a key; "" where there is none."""
    given = command.arguments
    return next((value for word, value in pairwise(given) if word == key), "")


def resolved(word: str, cmake_file: str, files: Sequence[str]) -> str:
    """A folder as the asset names it; "" where that cannot be told."""
    beside = str(PurePosixPath(cmake_file).parent)
    above = [str(it) for it in PurePosixPath(cmake_file).parents]
    project = [it for it in above if normpath(f"{it}/CMakeLists.txt") in files]
    for variable in OF_FILE:
        word = word.replace(f"${{{variable}}}", ".")
    for variable in OF_PROJECT:
        if f"${{{variable}}}" in word:
            word, beside = word.replace(f"${{{variable}}}", "."), project[-1] if project else ""
    if "$" in word or word.startswith("/") or not word or not beside:
        return ""
    return normpath(f"{beside}/{word}")
