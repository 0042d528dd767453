"""The rule packs of a run: those installed with Python, and those in folders that a configuration names."""

import importlib.util
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from sklint.error import SklintError
from sklint.rule import Pack, Rule


@cache
def rules_of(folders: tuple[str, ...]) -> tuple[Rule, ...]:
    """All rules, in the order of their ids. SklintError for a pack that does not load, or an id that two packs have."""
    return tuple(sorted(distinct([*installed_packs(), *map(folder_pack, folders)]), key=lambda it: it.id))


@cache
def installed_packs() -> tuple[Pack, ...]:
    """Every pack on this interpreter, by name; the built-in ones come by the same door as yours."""
    return tuple(sorted(map(installed_pack, entry_points(group="sklint.packs")), key=lambda pack: pack.name))


def installed_pack(entry: EntryPoint) -> Pack:
    try:
        pack = entry.load()
    except Exception as error:  # whatever a pack's import raises is that pack's fault, and is told as such
        raise SklintError(f"rule pack {entry.name} ({entry.value}) does not load: {describe(error)}") from error
    if not isinstance(pack, Pack):
        raise SklintError(f"rule pack {entry.name}: {entry.value} is no sklint.api.Pack")
    return pack


def folder_pack(folder: str) -> Pack:
    """The pack in a folder: a package whose `pack` is a Pack, as `sklint new-rule` writes one."""
    path = Path(folder)
    init = path / "__init__.py"
    if not init.is_file():
        raise SklintError(f"{folder}: no rule pack: it has no __init__.py")
    spec = importlib.util.spec_from_file_location(path.name, init, submodule_search_locations=[str(path)])
    if spec is None or spec.loader is None or not path.name.isidentifier():
        raise SklintError(f"{folder}: no rule pack: {path.name} is no name for a Python package")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.name] = module
    wrote, sys.dont_write_bytecode = (
        sys.dont_write_bytecode,
        True,
    )  # Python knows a file by the second it was changed in
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise SklintError(f"{init}: rule pack does not load: {describe(error)}") from error
    finally:
        sys.dont_write_bytecode = wrote
    pack = getattr(module, "pack", None)
    if not isinstance(pack, Pack):
        raise SklintError(f"{init}: rule pack has no `pack = Pack.of(__name__)`")
    return pack


def describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def distinct(packs: Sequence[Pack]) -> Iterable[Rule]:
    owners: dict[str, str] = {}
    for pack in packs:
        for rule in pack.rules:
            if rule.id in owners:
                raise SklintError(f"rule {rule.id} is in two packs: {owners[rule.id]} and {pack.name}")
            owners[rule.id] = pack.name
            yield rule
