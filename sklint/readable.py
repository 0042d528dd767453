"""What a check can read, by a file's name and its bytes: code that may be of an operator, and its contracts."""

import os
import re
from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from sklint.contract_asset import ContractKind
from sklint.file_name import on_disk
from sklint.source import BOM, Source

SUFFIXES = frozenset({".asc", ".cpp", ".cc", ".cxx", ".h", ".hpp", ".cce", ".aicpu"})
NO_CONTRACT = "no contract of an operator"
LARGEST = 4 * 1024 * 1024
"""So many bytes of code are read."""
LARGEST_CONTRACT = 64 * 1024 * 1024
"""So many bytes of a contract, which has some for each of an operator's kernels."""
CONTRACT_NAMES: dict[str, ContractKind] = {
    "operator-asset-layout.json": "layout",
    "operator-build-context.json": "build_context",
    "operator-verify-context.json": "verify_context",
    "operator-io-contract.json": "io_contract",
}
"""The names by which a folder's contracts are known."""
CONTRACT_OF_A_FILE = ".io-contract.json"
"""How the names end of the IO contracts that are written for one file."""
_SIGNAL = re.compile(
    rb"__global__|__sk__|__aicore__|\[aicore\]|AICORE|__vector__|__cube__|__mix__|SK_BIND|SkSystemArgs|KERNEL_TASK_TYPE"
    rb"|TORCH_LIBRARY|REGISTER_TORCH_FUNC|PYBIND11_MODULE|<<<"
)
_DEVICE = re.compile(
    rb"\bAscendC[ \t]*::|\busing namespace AscendC\b|\bkernel_operator\.h|\bGM_ADDR\b|\b__gm__|\b__ubuf__"
)
_LEADING_COMMENTS = re.compile(rb"(?:[ \t\r]*(?://[^\n]*)?\n)*")
_PROSE = re.compile(rb"-----BEGIN |={1,6}[ \t]+\S|:!?\w[\w-]*!?:(?:[ \t\r\n]|$)|\.\w")


class Skipped(msgspec.Struct, frozen=True):
    """A path that is not checked, and why. `failed`: the user wanted it checked, so the check did not do its job."""

    path: str
    message: str
    failed: bool


def read_source(path: str) -> Source | Skipped:
    """A file to check, or why it is not checked: it cannot be read, is too large, or is no code."""
    try:
        with on_disk(path).open("rb") as file:
            data = file.read(largest(path) + 1)
    except (OSError, ValueError) as error:
        return Skipped(path, f"cannot be read: {reason(error)}", failed=True)
    return not_code(path, data) or Source(path, data)


def not_code(path: str, data: bytes) -> Skipped | None:
    """Why a file's bytes are not checked, if they are not."""
    if len(data) > largest(path):
        return Skipped(path, f"not checked: larger than {largest(path) // 1024 // 1024} MB", failed=False)
    if b"\0" in data:
        return Skipped(path, "not checked: it is binary", failed=False)
    if not is_code(path, data):
        return Skipped(path, "not checked: this is no source code", failed=False)
    return None


def largest(path: str) -> int:
    """How many bytes of a file are read."""
    return LARGEST_CONTRACT if path.endswith(".json") else LARGEST


def hidden(skipped: Skipped) -> bool:
    """Whether there may be something to find in what was skipped: it is too large to look, or binary."""
    unlike = ("no source code", NO_CONTRACT)
    return skipped.message.startswith("not checked:") and not skipped.message.endswith(unlike)


def asked_for(skipped: Skipped, paths: Collection[str]) -> Skipped:
    """What was skipped, as a failure where one of `paths` asks for it by name and a check could be expected: prose and
    keys that share the suffix .asc, and other JSON than contracts, come in with the names that a hook gives."""
    code = not skipped.message.endswith(("no source code", NO_CONTRACT))
    return replace(skipped, failed=True) if code and skipped.path in paths else skipped


def has_signal(data: bytes) -> bool:
    """Whether a text has any word that an operator has: without one, no rule can find anything in it."""
    return _SIGNAL.search(data) is not None


def may_be_of_a_kernel(data: bytes) -> bool:
    """Whether a text without a signal may be code of a kernel, whose words macros of the project make."""
    return _DEVICE.search(data) is not None


def is_code(path: str, data: bytes) -> bool:
    """False for binary data, and for an .asc that is PGP armour or AsciiDoc (which share the suffix)."""
    if b"\0" in data:
        return False
    start = data.removeprefix(BOM)
    comments = _LEADING_COMMENTS.match(start)
    return not (path.endswith(".asc") and _PROSE.match(start, comments.end() if comments else 0))


def is_source(name: str) -> bool:
    """Whether a file of a folder is checked, by its name."""
    suffix = os.path.splitext(name)[1]  # noqa: PTH122 - a Path costs more
    return suffix in SUFFIXES or name in CONTRACT_NAMES or name.endswith(CONTRACT_OF_A_FILE)


def reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
