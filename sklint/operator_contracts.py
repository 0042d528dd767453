"""The three contracts of a delivery (layout, build, verify), checked for what the delivery's later stages rely on."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import TypeVar

import msgspec

from sklint.code_tokens import in_code
from sklint.contract_read import Place, converted, decoded
from sklint.error import SklintError
from sklint.finding import Finding, Severity
from sklint.json_place import Path as Keys
from sklint.json_place import nearest_place, places
from sklint.source import Source, Span

T = TypeVar("T", bound=msgspec.Struct)
Problem = tuple[Keys, str]
PACK = "contract"
RULES = {
    "layout": "contract.asset-layout",
    "build_context": "contract.build-context",
    "verify_context": "contract.verify-context",
}
STATUSES = ("ready", "needs-human", "not-configured")
BUILDS = ("sk-native-wheel", "sk-standalone", "cmake-project", "python-wheel", "external-command")
VERIFIES = ("command", "bind-target-on-wheel", "reference-impls-numpy", "standalone")


class Unit(msgspec.Struct, frozen=True):
    unit_id: str
    entry_name: str
    kernel_source: str
    host_source: str | None = None
    json_spec: str | None = None
    tiling_headers: tuple[str, ...] = ()
    support_files: tuple[str, ...] = ()

    @property
    def files(self) -> dict[Keys, str]:
        """Every file it names, by the key it is named at."""
        single = {"kernel_source": self.kernel_source, "host_source": self.host_source, "json_spec": self.json_spec}
        several = {"tiling_headers": self.tiling_headers, "support_files": self.support_files}
        found: dict[Keys, str] = {(key,): it for key, it in single.items() if it}
        return found | {(key, number): it for key, names in several.items() for number, it in enumerate(names)}


class Layout(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    asset_root: str
    operator_units: tuple[Unit, ...]


class Flow(msgspec.Struct, frozen=True):
    name: str
    kind: str
    expected_outputs: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


class BuildContext(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    build_flows: tuple[Flow, ...]


class VerifyContext(msgspec.Struct, frozen=True):
    schema_version: int
    status: str
    verify_flows: tuple[Flow, ...]


Files = Mapping[str, bytes]
"""The files below the asset root that a layout names, by name; those that are not there are not in it."""


def absent(name: str) -> Finding:
    """The finding that a contract is not given."""
    severity = Severity.WARNING if name == "verify_context" else Severity.BLOCKER
    return found(name, Span("", 0, 0), f"no {name.replace('_', '-')} contract is given", severity)


def unreadable(name: str, path: str, reason: str) -> Finding:
    return found(name, Span(path, 0, 0), f"{path} cannot be read: {reason}")


def contract_problems(name: str, source: Source, files: Files | None) -> Iterator[Finding]:
    """The findings of one contract; `files` is None where the folder that it names as asset_root is not there."""
    try:
        where = places(source) if decoded(source) is not None else {}
        for keys, message in problems(name, source, where, files):
            yield found(name, nearest_place({(): source.span(0, 0), **where}, keys), message)
    except SklintError as wrong:
        yield found(name, source.span(0, 0), str(wrong))


def problems(name: str, source: Source, where: Mapping[Keys, Span], files: Files | None) -> Iterator[Problem]:
    match name:
        case "layout":
            layout = read(source, Layout, where)
            yield from head(layout.schema_version, layout.status)
            yield from layout_problems(layout, files)
        case "build_context":
            build = read(source, BuildContext, where)
            yield from head(build.schema_version, build.status)
            for number, it in enumerate(build.build_flows):
                yield from build_problems(("build_flows", number), it)
        case _:
            verify = read(source, VerifyContext, where)
            yield from head(verify.schema_version, verify.status)
            for number, it in enumerate(verify.verify_flows):
                yield from flow_problems(("verify_flows", number), it, VERIFIES)


def read(source: Source, type: type[T], where: Mapping[Keys, Span]) -> T:
    return converted(decoded(source), type, Place(source, where))


def layout_of(source: Source) -> Layout | None:
    """A layout, where it can be read."""
    try:
        return read(source, Layout, places(source))
    except SklintError:
        return None


def head(version: int, status: str) -> Iterator[Problem]:
    if version != 1:
        yield ("schema_version",), f"schema_version is {version}, 1 is known"
    if status not in STATUSES:
        yield ("status",), f"status is {status}, not {listed(STATUSES)}"


def layout_problems(layout: Layout, files: Files | None) -> Iterator[Problem]:
    if files is None:
        yield ("asset_root",), f"asset_root {layout.asset_root} is no folder"
    seen: set[str] = set()
    for number, unit in enumerate(layout.operator_units):
        at = ("operator_units", number)
        if not unit.unit_id or unit.unit_id in seen:
            yield (*at, "unit_id"), f"unit_id {unit.unit_id} is given twice" if unit.unit_id else "unit_id is empty"
        seen.add(unit.unit_id)
        for keys, file in unit.files.items():
            if problem := file_problem(file, files):
                yield (*at, *keys), f"{keys[0]} {file} {problem}"
        text = (files or {}).get(unit.kernel_source)
        if text is not None and not (unit.entry_name and any(in_code(text, unit.entry_name.encode()))):
            yield (*at, "entry_name"), f"{unit.kernel_source} defines no kernel {unit.entry_name}"


def file_problem(file: str, files: Files | None) -> str:
    if not stays_inside(file):
        return "is outside of the asset"
    return "is not there" if files is not None and file not in files else ""


def stays_inside(file: str) -> bool:
    path = PurePosixPath(file)
    return not path.is_absolute() and ".." not in path.parts and "\0" not in file


def build_problems(at: Keys, flow: Flow) -> Iterator[Problem]:
    yield from flow_problems(at, flow, BUILDS)
    if not flow.expected_outputs:
        yield (*at, "expected_outputs"), f"build flow {flow.name} expects no outputs"
    if flow.kind == "external-command" and not flow.command:
        yield (*at, "command"), f"build flow {flow.name} has no command"


def flow_problems(at: Keys, flow: Flow, kinds: tuple[str, ...]) -> Iterator[Problem]:
    if not flow.name:
        yield (*at, "name"), "a flow has an empty name"
    if flow.kind not in kinds:
        yield (*at, "kind"), f"the kind of flow {flow.name} is {flow.kind}, not {listed(kinds)}"


def listed(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def found(name: str, span: Span, message: str, severity: Severity = Severity.BLOCKER) -> Finding:
    return Finding(RULES[name], PACK, severity, span, message, symbol=name, text=message)


def slug(message: str) -> str:
    """How the published ids of contract findings write a message."""
    return re.sub(r"[^a-z0-9]+", "-", message.lower()).strip("-")[:48]
