"""Each unit in a folder of its own: its files, and `sk_source` with what its kernel is compiled from, where includes
find it."""

import re
from dataclasses import dataclass
from os.path import normpath
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from sklint.assets.includes import Edge
from sklint.assets.survey import Survey
from sklint.assets.understanding import FILE, Understanding
from sklint.assets.understood import IO_CONTRACT, UnderstoodUnit
from sklint.error import SklintError

FOLDER, SK_SOURCE = "operator-units", "sk_source"
WHOLE = ("source_asset", "direct_kernel_invocation")
"""Kinds of assets of which a unit is all, where it is the only one."""


@dataclass(frozen=True)
class Placed:
    """The files of `sk_source` by their paths there, and what could not be put where an include looks for it."""

    files: dict[str, str]
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Normalized:
    """An understanding whose units know their folders, and the files of these by their paths in `operator-units`."""

    understanding: Understanding
    files: dict[str, bytes]


def normalized(survey: Survey, found: Understanding, output_dir: Path) -> Normalized:
    """Each unit of an asset taken out of it. SklintError for a unit whose id is no name for a folder."""
    files: dict[str, bytes] = {}
    units: list[UnderstoodUnit] = []
    warnings = list(found.warnings)
    for it in found.operator_units:
        checked_name(it.unit_id, [one.unit_id for one in units])
        placed = sk_source(survey, it)
        unit = replace(it, normalized_asset=str(output_dir.resolve() / FOLDER / it.unit_id / SK_SOURCE))
        own = replace(found, operator_units=(unit,), unsupported_items=())
        named = {name: name for name in unit_files(survey, found, it)}
        there = named | {f"{SK_SOURCE}/{path}": name for path, name in placed.files.items()}
        read = {path: content(survey, name) for path, name in there.items()}
        files |= {f"{it.unit_id}/{path}": data for path, data in read.items() if isinstance(data, bytes)}
        warnings += [f"{path}: not copied: {why}" for path, why in read.items() if isinstance(why, str)]
        files[f"{it.unit_id}/{FILE}"] = msgspec.json.format(msgspec.json.encode(own), indent=2) + b"\n"
        warnings += placed.problems
        units.append(unit)
    told = replace(found, operator_units=tuple(units), warnings=tuple(dict.fromkeys(warnings)))
    return Normalized(told, files)


def checked_name(unit_id: str, others: list[str]) -> None:
    if not re.fullmatch(r"[\w.-]+", unit_id) or unit_id.strip(".") == "":
        raise SklintError(f"unit_id {unit_id!r} is no name for a folder: it takes letters, digits, '_', '.' and '-'")
    same = next((it for it in others if it.lower() == unit_id.lower()), None)
    if same is not None:
        raise SklintError(f"unit_id {unit_id} and {same} differ in capitals alone, which folders need not")


def content(survey: Survey, name: str) -> bytes | str:
    """A file of the asset, or why it cannot be read."""
    try:
        return survey.asset.texts[name] if name in survey.asset.texts else (survey.asset.root / name).read_bytes()
    except OSError as error:
        return error.strerror or str(error)


def unit_files(survey: Survey, found: Understanding, it: UnderstoodUnit) -> tuple[str, ...]:
    """The files of the asset that a unit's folder has."""
    if len(found.operator_units) == 1 and found.asset_kind in WHOLE:
        return survey.asset.files
    named = (it.kernel_source, it.host_source, it.json_spec, *it.tiling_headers, *it.support_files)
    contract = [IO_CONTRACT] if IO_CONTRACT in survey.asset.files else []
    return tuple(sorted({name for name in (*named, *contract) if name}))


def sk_source(survey: Survey, it: UnderstoodUnit) -> Placed:
    """Where the files that a kernel is compiled from go: as in the asset, but for headers that are found through an
    include folder: those go where the names in it start."""
    placed: dict[str, str] = {}
    problems: dict[str, None] = {}
    for root in filter(None, (it.kernel_source, it.json_spec, *it.tiling_headers, *it.support_files)):
        queue = [] if root in placed.values() else [(root, root)]
        while queue:
            path, name = queue.pop(0)
            if path in placed:
                if placed[path] != name:
                    problems[f"{name} has no place in sk_source: {placed[path]} is at {path}"] = None
                continue
            placed[path] = name
            for edge in survey.graph.edges.get(name, ()):
                if edge.target:
                    queue.append((place(path, edge), edge.target))
    outside = [path for path in placed if path.startswith("../")]
    problems |= {f"{placed[it]} has no place in sk_source, includes look for it outside": None for it in outside}
    return Placed({path: name for path, name in placed.items() if path not in outside}, tuple(problems))


def place(includer: str, edge: Edge) -> str:
    """Where a header has to be, so that an include in a file at `includer` finds it."""
    if edge.folder is not None:
        return normpath(edge.line.name)
    return normpath(f"{PurePosixPath(includer).parent}/{edge.line.name}")
