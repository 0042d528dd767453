"""The files of an adapted package: all that its manifest speaks of is there, and they agree about what is in it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from sklint.error import SklintError
from sklint.generate.adapt_inputs import inside
from sklint.generate.adapted import Adapted, Entry, at, refuse_lost_kernels
from sklint.generate.adapted_package import is_source

MADE_BY_BUILDS = frozenset(("build", "dist", "__pycache__"))
MODULES = frozenset((".so", ".pyd"))
TABLES = {"_arch_selector.py": "ENTRY_MODULES", "_torch_library.py": "SCHEMAS"}
"""The tables of the Python files that have a row for each entry."""
MOST = 3
"""How many files a message names."""


class Spec(msgspec.Struct, frozen=True):
    """What setup.py builds for an entry; a package of another tool may say less."""

    entry_name: str
    csrc_file: str
    pybind_file: str
    module_base: str = ""
    extra_sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tree:
    """A package that is whole. `modules` are the beginnings of its modules' names by entry; `files` are relative."""

    adapted: Adapted
    modules: dict[str, str]
    files: tuple[str, ...]


def whole_tree(it: Adapted) -> Tree:
    """The package of a manifest. SklintError, with the place, where a file is missing or says something else."""
    if it.root.is_symlink() or not it.root.is_dir():
        raise SklintError(
            f"{it.root}: {'is no folder' if it.root.exists() else 'no such folder'}; adapt the asset again"
        )
    missing = [name for name in dict.fromkeys(required(it)) if not there(it.root, name)]
    if missing:
        more = f" and {len(missing) - MOST} more" if len(missing) > MOST else ""
        raise SklintError(f"{it.root}: lacks {', '.join(missing[:MOST])}{more}; adapt the asset again")
    constants = {name: constants_of(it.root / name) for name in python_files(it)}
    setup = constants["setup.py"]
    agreed_names(it, setup)
    specs = specs_of(it, setup)
    for name, table in TABLES.items():
        agreed_table(it, f"{it.manifest.python_package}/{name}", table, constants)
    modules = {entry.entry_name: module_of(entry, specs) for entry in it.manifest.entries}
    files = tuple(sorted(set(files_of(it))))
    refuse_lost_kernels(it, [(it.root / name).read_bytes() for name in files if is_source(name)])
    return Tree(it, modules, files)


def required(it: Adapted) -> Iterator[str]:
    """The files that every package has, and those the manifest lists."""
    yield "csrc/pybind11.asc"
    yield from python_files(it)
    yield from (f"csrc/pybind11_{entry.entry_name}.asc" for entry in it.manifest.entries)
    yield from it.written
    if not any(not name.name.startswith("pybind11") for name in (it.root / "csrc").glob("*.asc")):
        yield "csrc/<entry>.asc"


def python_files(it: Adapted) -> Iterator[str]:
    yield "setup.py"
    yield from (f"{it.manifest.python_package}/{name}" for name in ("__init__.py", *TABLES))


def there(root: Path, name: str) -> bool:
    """Whether the package has a file; a link that leaves it is none."""
    return (root / name).is_file() and inside(root / name, root)


# what the Python files say


def constants_of(path: Path) -> dict[str, object]:
    """The constants at the top of a Python file that are written out. SklintError for a file that is no Python."""
    try:
        parsed = ast.parse(path.read_bytes(), str(path))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise SklintError(f"{path.as_posix()}:{line}: is no Python: {getattr(error, 'msg', error)}") from error
    found: dict[str, object] = {}
    for it in parsed.body:
        match it:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                try:
                    found[name] = ast.literal_eval(value)
                except ValueError:
                    continue
            case _:
                continue
    return found


def agreed_names(it: Adapted, setup: dict[str, object]) -> None:
    """SklintError where setup.py packages something else than the manifest says."""
    keys = {"PACKAGE_NAME": "package_name", "PACKAGE_VERSION": "package_version", "PACKAGE": "python_package"}
    for constant, key in keys.items():
        said = getattr(it.manifest, key)
        if constant in setup and setup[constant] != said:
            raise at(it, f"{key} is {said}, but {constant} of {it.root / 'setup.py'} is {setup[constant]}", key)


def specs_of(it: Adapted, setup: dict[str, object]) -> dict[str, Spec]:
    """What setup.py builds, by entry. SklintError where that is not what the manifest has, or a source is missing."""
    path = it.root / "setup.py"
    if "ENTRY_SPECS" not in setup:
        raise SklintError(f"{path}: has no ENTRY_SPECS that is written out, so nothing tells what it builds")
    try:
        specs = {one.entry_name: one for one in msgspec.convert(setup["ENTRY_SPECS"], tuple[Spec, ...])}
    except msgspec.ValidationError as error:
        raise SklintError(f"{path}: ENTRY_SPECS is none of this version: {error}") from error
    agreed(it, set(specs), f"ENTRY_SPECS of {path}")
    for one in specs.values():
        for name in (one.csrc_file, one.pybind_file, *one.extra_sources):
            if ".." in PurePosixPath(name).parts or not there(it.root, name):
                raise SklintError(f"{path}: {one.entry_name} is built of {name}, which is not there")
    return specs


def agreed_table(it: Adapted, name: str, table: str, constants: dict[str, dict[str, object]]) -> None:
    rows = constants[name].get(table)
    if isinstance(rows, dict):
        agreed(it, set(map(str, msgspec.convert(rows, dict[str, object]))), f"{table} of {it.root / name}")


def agreed(it: Adapted, names: set[str], what: str) -> None:
    """SklintError where a table of the package has other entries than the manifest."""
    for number, file in enumerate(it.manifest.per_file):
        for index, entry in enumerate(file.entries):
            if entry.entry_name not in names:
                path = ("per_file", number, "entries", index, "entry_name")
                raise at(it, f"{entry.entry_name} is not in {what}; adapt the asset again", *path)
    if more := sorted(names - {entry.entry_name for entry in it.manifest.entries}):
        raise at(it, f"has no entry {more[0]}, which {what} has; adapt the asset again", "per_file")


def module_of(entry: Entry, specs: dict[str, Spec]) -> str:
    return specs[entry.entry_name].module_base or entry.entry_name


def files_of(it: Adapted) -> Iterator[str]:
    """What is built and packaged: the files of the manifest, the sources, and the Python package."""
    yield from it.written
    yield from python_files(it)
    for folder in ("csrc", it.manifest.python_package):
        for path in (it.root / folder).rglob("*"):
            name = path.relative_to(it.root)
            if path.suffix not in MODULES and not MADE_BY_BUILDS & set(name.parts) and there(it.root, name.as_posix()):
                yield name.as_posix()
