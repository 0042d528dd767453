"""Which JSON texts are contracts of an operator: by the name of their file, or by what is in them."""

import msgspec

from sklint.contract_asset import ContractKind
from sklint.contract_read import decoded
from sklint.error import SklintError
from sklint.readable import CONTRACT_NAMES, NO_CONTRACT, Skipped
from sklint.source import BOM, Source

MARKS: dict[str, ContractKind] = {
    "operator_units": "layout",
    "build_flows": "build_context",
    "verify_flows": "verify_context",
    "entries": "io_contract",
}
"""The key that only a contract of that kind has at its top."""


def contract_kind(source: Source) -> ContractKind | None:
    """The kind of contract a source is; None where it is no JSON or no contract."""
    if not source.path.endswith(".json"):
        return None
    return kind_by_name(source.path) or (None if other_file(source.path) else kind_by_content(source.data))


def kind_by_name(path: str) -> ContractKind | None:
    name = path.rpartition("/")[2]
    if name in CONTRACT_NAMES:
        return CONTRACT_NAMES[name]
    return "io_contract" if "io-contract" in name and not name.endswith(".schema.json") else None


def other_file(path: str) -> bool:
    """Whether a name is that of another file of the operator tools, some of which hold what contracts hold."""
    return path.rpartition("/")[2].startswith("operator-")


def kind_by_content(data: bytes) -> ContractKind | None:
    try:
        top = msgspec.json.decode(data.removeprefix(BOM), type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return next((kind for key, kind in MARKS.items() if key in top and fits(kind, bytes(top[key]))), None)


def fits(kind: ContractKind, value: bytes) -> bool:
    """Whether the value of a mark is of the type that a contract has there: other files have `entries` too."""
    return value.startswith(b"{" if kind == "io_contract" else b"[")


def no_contract(source: Source) -> Skipped | None:
    """Why a JSON file is not checked; None for a contract, and for what is no JSON file."""
    if not source.path.endswith(".json") or contract_kind(source):
        return None
    *lists, table = MARKS
    why = f"it has no list {', '.join(lists)}, and no object {table}"
    if other_file(source.path):
        why = "its name is that of another file of the operator tools"
    try:
        decoded(source)
    except SklintError as error:
        why = str(error).removeprefix(f"{source.path}:").strip()
    return Skipped(source.path, f"not checked: {why}: {NO_CONTRACT}", failed=False)
