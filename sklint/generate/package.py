"""The tree of a package: which files it has and what is in them, by their paths."""

import os.path
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from sklint.error import SklintError
from sklint.finding import Finding
from sklint.generate.adapt_file import Included
from sklint.generate.package_csrc import csrc, pybind
from sklint.generate.package_entry import PackageEntry
from sklint.generate.package_python import Distribution, init, python_package, selector, setup, torch_library
from sklint.generate.request import problem
from sklint.source import Source, Span


@dataclass(frozen=True, slots=True)
class Unit:
    """An adapted source with its entries. `headers` are the project's files it includes, by path; `wrappers` are the
    sources of runtime wrappers, by the name the contract gives them."""

    source: Source
    entries: tuple[PackageEntry, ...]
    includes: tuple[Included, ...]
    headers: Mapping[str, bytes]
    wrappers: Mapping[str, Source] = field(default_factory=dict[str, Source])


@dataclass(frozen=True, slots=True)
class Tree:
    """The files by path, the entries with the files they are in, and what a person has to decide."""

    files: dict[str, bytes]
    entries: tuple[PackageEntry, ...]
    problems: tuple[Finding, ...]


def package(units: Sequence[Unit], made: Distribution, taken: frozenset[str] = frozenset()) -> Tree:
    """The package of all units, in which every entry has a name of its own. No path of `taken` is used for a source."""
    files: dict[str, bytes] = {}
    entries: list[PackageEntry] = []
    problems: list[Finding] = []
    for unit in units:
        path = csrc_path(unit.entries[0].name, taken | files.keys())
        placed = [replace(it, csrc_file=path, wrapper_file=wrapper_path(it, unit)) for it in unit.entries]
        files[path] = csrc(unit.source, placed)
        entries += placed
        problems += add_headers(files, unit, path)
        for it in placed:
            if it.wrapper and it.wrapper_file:
                files[it.wrapper_file] = unit.wrappers[it.wrapper.source].data
    support = sorted(it for it in files if not it.startswith("csrc/"))
    return Tree(files | around(entries, made, support), tuple(entries), tuple(problems))


def csrc_path(entry: str, taken: frozenset[str] | set[str]) -> str:
    """A kernel source's file, which no source of a module and no adapted copy has."""
    name = f"{entry}_kernel" if entry.startswith("pybind11") else entry
    while f"csrc/{name}.asc" in taken:
        name += "_kernel"
    return f"csrc/{name}.asc"


def wrapper_path(entry: PackageEntry, unit: Unit) -> str:
    """Where a runtime wrapper goes: below a folder of its entry, so that no two meet."""
    it = entry.wrapper
    return f"csrc/{entry.name}_wrapper/{os.path.basename(it.source)}" if it and it.source in unit.wrappers else ""  # noqa: PTH119


def module_name(entries: Sequence[PackageEntry]) -> str:
    return f"{entries[0].name}_sk_pkg_lib"


def around(entries: Sequence[PackageEntry], made: Distribution, support: Sequence[str]) -> dict[str, bytes]:
    """The files that are made of the entries alone, and those that the package takes along."""
    folder = python_package(made.name)
    modules = {f"csrc/pybind11_{it.name}.asc": pybind([it], it.name) for it in entries}
    return {
        "csrc/pybind11.asc": pybind(entries, made.module or module_name(entries)),
        **modules,
        f"{folder}/__init__.py": init(entries, folder),
        f"{folder}/_arch_selector.py": selector(entries),
        f"{folder}/_torch_library.py": torch_library(entries),
        **{f"{folder}/{name}": data for name, data in made.data.items()},
        "setup.py": setup(entries, made, support),
    }


# headers


def add_headers(files: dict[str, bytes], unit: Unit, path: str) -> list[Finding]:
    """Put the project's headers where the source at `path` finds them; what cannot be is told."""
    problems: list[Finding] = []
    places = {unit.source.path: path}
    for it in unit.includes:
        there = destination(it, places.get(it.directive_from, path))
        data = unit.headers.get(it.path)
        if data is None:
            continue
        if there.startswith(("../", "/")):
            problems.append(
                at_top(unit, "include-outside-package", f'"{it.name}" of {it.directive_from} is outside of it')
            )
        elif files.setdefault(there, data) != data:
            text = f"{it.path} is needed at {there}, where the package has another file"
            problems.append(at_top(unit, "support-file-conflict", text))
        places.setdefault(it.path, there)
    return problems


def at_top(unit: Unit, what: str, text: str) -> Finding:
    return problem(what, Span(unit.source.path, 0, 0), text, unit.entries[0].name if unit.entries else "")


def destination(include: Included, including: str) -> str:
    """Where a header goes: as far from the including file as it is, or to `csrc`, which is always searched."""
    beside = os.path.normpath(os.path.join(os.path.dirname(include.directive_from), include.name))  # noqa: PTH118, PTH120
    if not include.angled and beside == os.path.normpath(include.path):
        return os.path.normpath(os.path.join(os.path.dirname(including), include.name)).replace(os.sep, "/")  # noqa: PTH118, PTH120
    return os.path.normpath(f"csrc/{include.name}").replace(os.sep, "/")


def merged(tree: Mapping[str, bytes], more: Mapping[str, bytes]) -> dict[str, bytes]:
    """Both sets of files. SklintError where they have different ones at one place."""
    clash = [path for path, data in more.items() if path in tree and tree[path] != data]
    if clash:
        raise SklintError(f"{clash[0]}: the asset has a file where the package needs one of its own; rename it")
    return {**tree, **more}
