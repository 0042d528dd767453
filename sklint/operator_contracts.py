"""The three contracts of a delivery (layout, build, verify), checked for what the delivery's later stages rely on."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TypeVar

import msgspec

from sklint.contract_read import Place, converted, decoded
from sklint.contract_shapes import AdapterReport, BuildContext, Flow, Layout, Unit, VerifyContext
from sklint.contract_types import type_errors
from sklint.error import SklintError
from sklint.finding import Finding, Severity
from sklint.json_place import Path as Keys
from sklint.json_place import place_text, places
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
DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True)
class Facts:
    """What the checks need to know of an asset: which of the files that are named are there, which of those a link
    takes `outside` of it, and the kernels of each kernel source, or why they are not known; `units` are those of the
    layout, None where that is not known."""

    files: frozenset[str] = frozenset()
    outside: frozenset[str] = frozenset()
    kernels: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict[str, tuple[str, ...] | str])
    units: frozenset[str] | None = None


def absent(name: str) -> Finding:
    """The finding that a contract is not given."""
    severity = Severity.WARNING if name == "verify_context" else Severity.BLOCKER
    return found(name, Span("", 0, 0), f"no {name.replace('_', '-')} contract is given", severity)


def unreadable(name: str, path: str, reason: str) -> Finding:
    return found(name, Span(path, 0, 0), f"{path} cannot be read: {reason}")


def contract_errors(name: str, source: Source, facts: Facts | None) -> Iterator[str]:
    """What is wrong with one contract, as lines for people: `layout.json:4:9: operator_units[0].unit_id is empty`.
    `facts` is None where the folder that it names as asset_root is not there."""
    try:
        where = places_of(source)
        if errors := shape_errors(name, source, where):
            yield from map(str, errors)
            return
        for keys, message in problems(name, source, where, facts):
            place = Place(source, where, keys)
            words = next((str(it) for it in reversed(keys) if isinstance(it, str)), "")
            fact = message.removeprefix(words) if words and message.startswith(f"{words} ") else f": {message}"
            yield f"{place_text(source, place.span)}: {place.name}{fact}"
    except SklintError as wrong:
        yield str(wrong)


SHAPES: Mapping[str, type[msgspec.Struct]] = {
    "layout": Layout,
    "understanding": Layout,
    "build_context": BuildContext,
    "verify_context": VerifyContext,
}


def shape_errors(name: str, source: Source, where: Mapping[Keys, Span]) -> list[SklintError]:
    """Every value of another type than a contract has there, and every key that is misspelled."""
    return list(type_errors(decoded(source), SHAPES.get(name, AdapterReport), Place(source, where)))


def places_of(source: Source) -> Mapping[Keys, Span]:
    """Where the keys of a contract stand. SklintError for one that is no JSON."""
    return places(source) if decoded(source) is not None else {(): source.span(0, 0)}


def problems(name: str, source: Source, where: Mapping[Keys, Span], facts: Facts | None) -> Iterator[Problem]:
    match name:
        case "layout":
            layout = read(source, Layout, where)
            yield from head(layout.schema_version, layout.status, layout.asset_root, facts)
            yield from layout_problems(layout, facts)
        case "understanding":  # a layout with more, and states of its own
            layout = read(source, Layout, where)
            yield from head(layout.schema_version, STATUSES[0], layout.asset_root, facts)
            yield from layout_problems(layout, facts)
        case "build_context":
            build = read(source, BuildContext, where)
            yield from head(build.schema_version, build.status, build.asset_root, facts)
            for keys, it in build.folders.items():
                if "\0" in it:
                    yield keys, f"{keys[0]}[{keys[1]}] holds a character that no path has"
            for number, it in enumerate(build.build_flows):
                yield from build_problems(("build_flows", number), it, facts)
        case "verify_context":
            verify = read(source, VerifyContext, where)
            yield from head(verify.schema_version, verify.status, verify.asset_root, facts)
            for number, it in enumerate(verify.verify_flows):
                yield from flow_problems(("verify_flows", number), it, VERIFIES, facts)
        case _:
            read(source, AdapterReport, where)


def read(source: Source, type: type[T], where: Mapping[Keys, Span]) -> T:
    return converted(decoded(source), type, Place(source, where))


def if_readable(source: Source, type: type[T]) -> T | None:
    """A contract, where it can be read."""
    try:
        return read(source, type, places_of(source))
    except SklintError:
        return None


def head(version: int, status: str, asset_root: str, facts: Facts | None) -> Iterator[Problem]:
    if version != 1:
        yield ("schema_version",), f"schema_version is {version}, 1 is known"
    if status not in STATUSES:
        yield ("status",), f"status is {status}, not {listed(STATUSES)}"
    if facts is None:
        yield ("asset_root",), f"asset_root {asset_root} is no folder"


def how_often(times: int) -> str:
    return "twice" if times == 2 else f"{times} times"


def layout_problems(layout: Layout, facts: Facts | None) -> Iterator[Problem]:
    times = Counter(it.unit_id for it in layout.operator_units)
    seen = Counter[str]()
    for number, unit in enumerate(layout.operator_units):
        at = ("operator_units", number)
        seen[unit.unit_id] += 1
        if not unit.unit_id:
            yield (*at, "unit_id"), "unit_id is empty"
        elif seen[unit.unit_id] == 2:
            yield (*at, "unit_id"), f"unit_id {unit.unit_id} is given {how_often(times[unit.unit_id])}"
        if not unit.kernel_source:
            yield (*at, "kernel_source"), "kernel_source is empty"
        for keys, file in unit.files.items():
            if problem := file_problem(file, facts):
                yield (*at, *keys), f"{keys[0]} {file} {problem}"
        if problem := entry_problem(unit, facts):
            yield (*at, "entry_name"), problem


def entry_problem(unit: Unit, facts: Facts | None) -> str:
    if not unit.entry_name:
        return "entry_name is empty"
    kernels = facts.kernels.get(unit.kernel_source) if facts else None
    if kernels is None or (not isinstance(kernels, str) and unit.entry_name in kernels):
        return ""
    if isinstance(kernels, str):
        return f"{unit.kernel_source} {kernels}"
    there = f"; it defines {', '.join(kernels)}" if kernels else ""
    return f"{unit.kernel_source} defines no kernel {unit.entry_name}{there}"


def file_problem(file: str, facts: Facts | None) -> str:
    if not stays_inside(file):
        return "is outside of the asset"
    if facts and file in facts.outside:
        return "is a link that leads out of the asset"
    if facts is None or file in facts.files:
        return ""
    return "is not there" + ("; paths are written with /" if "\\" in file else "")


def stays_inside(file: str) -> bool:
    """Whether a path counts from the asset and stays in it, on any system."""
    path = PurePosixPath(file.replace("\\", "/"))
    return not path.is_absolute() and ".." not in path.parts and "\0" not in file and not DRIVE.match(file)


def build_problems(at: Keys, flow: Flow, facts: Facts | None) -> Iterator[Problem]:
    yield from flow_problems(at, flow, BUILDS, facts)
    if not flow.expected_outputs:
        yield (*at, "expected_outputs"), f"build flow {flow.name} expects no outputs"
    if flow.kind == "external-command" and not flow.command:
        yield (*at, "command"), f"build flow {flow.name} has no command"


def flow_problems(at: Keys, flow: Flow, kinds: tuple[str, ...], facts: Facts | None) -> Iterator[Problem]:
    if not flow.name:
        yield (*at, "name"), "a flow has an empty name"
    if flow.kind not in kinds:
        yield (*at, "kind"), f"the kind of flow {flow.name} is {flow.kind}, not {listed(kinds)}"
    for number, it in enumerate(flow.unit_ids if facts and facts.units is not None else ()):
        if facts and facts.units is not None and it not in facts.units:
            yield (*at, "unit_ids", number), f"flow {flow.name} is of unit {it}, which the layout does not have"
    if flow.jobs != "auto" and not (str(flow.jobs).isdecimal() and int(flow.jobs)):
        yield (*at, "jobs"), f"jobs is {flow.jobs}; it takes auto or a number above 0"


def listed(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def found(name: str, span: Span, message: str, severity: Severity = Severity.BLOCKER) -> Finding:
    return Finding(RULES[name], PACK, severity, span, message, symbol=name, text=message)


def slug(message: str) -> str:
    """How the published ids of contract findings write a message."""
    return re.sub(r"[^a-z0-9]+", "-", message.lower()).strip("-")[:48]
