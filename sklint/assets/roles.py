"""What each file of an asset is for, under the published names of roles: the first that fits."""

from pathlib import PurePosixPath
from typing import Literal

import msgspec

from sklint.assets.host_code import HostCode
from sklint.readable import SUFFIXES

Role = Literal[
    "test",
    "build",
    "include",
    "rtc_host_program",
    "kernel_source",
    "host_runtime",
    "host_registration",
    "kernel_candidate",
    "json_spec",
    "support",
]

HEADER_SUFFIXES = frozenset((".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp", ".tpp"))
SOURCE_SUFFIXES = SUFFIXES - HEADER_SUFFIXES
CODE_SUFFIXES = SOURCE_SUFFIXES | HEADER_SUFFIXES
TEST_FOLDERS = frozenset(("test", "tests", "op_verify", "op_testcase", "op_testcases"))
BUILD_FILES = frozenset(("CMakeLists.txt", "setup.py", "pyproject.toml", "compile.sh", "build.sh"))


def role(name: str, defines_kernel: bool, host: HostCode, operators: tuple[str, ...]) -> Role:
    """The role of a file; `operators` are those that it describes, where it is JSON."""
    path = PurePosixPath(name)
    if is_test_path(name):
        return "test"
    if path.name in BUILD_FILES:
        return "build"
    if path.suffix in HEADER_SUFFIXES:
        return "include"
    if host.rtc_line:
        return "rtc_host_program"
    if defines_kernel:
        return "kernel_source"
    return host_role(host) or rest(path, operators)


def host_role(host: HostCode) -> Role | None:
    if host.is_program:
        return "host_runtime"
    return "host_registration" if host.registered or host.has_tiling_func or host.is_framework else None


def rest(path: PurePosixPath, operators: tuple[str, ...]) -> Role:
    if path.suffix == ".asc" or (path.suffix in SOURCE_SUFFIXES and "op_kernel" in path.parent.parts):
        return "kernel_candidate"
    return "json_spec" if operators else "support"


def is_test_path(name: str) -> bool:
    return not TEST_FOLDERS.isdisjoint(PurePosixPath(name).parent.parts)


class Described(msgspec.Struct):
    """An operator of the JSON that operator projects are generated from."""

    op: str
    input_desc: list[msgspec.Raw] = []
    output_desc: list[msgspec.Raw] = []


def described_operators(data: bytes) -> tuple[str, ...]:
    """The operators that a JSON file describes the inputs and outputs of; none where it is about something else."""
    if b'"op"' not in data:
        return ()
    try:
        found = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=list[Described] | Described)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ()
    several = found if isinstance(found, list) else [found]
    return tuple(it.op for it in several if it.input_desc or it.output_desc)
