"""The rules and packs that a command is about: those installed, and those the configuration or --rule-pack names."""

from pathlib import Path

from sklint.error import SklintError
from sklint.packs import folder_pack, installed_packs, rules_of
from sklint.resolve import resolver
from sklint.rule import Pack, Rule
from sklint.selection import nearest


def rules_here(folders: tuple[Path, ...]) -> tuple[Rule, ...]:
    """All rules: of the installed packs and of these folders, or else of those that the working directory's
    configuration names."""
    packs = folders or resolver()(Path.cwd()).rule_packs
    return rules_of(tuple(str(path.absolute()) for path in packs))


def pack_named(name: str) -> Pack:
    """An installed pack by its name, or the pack in a folder. SklintError where there is neither."""
    packs = {pack.name: pack for pack in installed_packs()}
    if name in packs:
        return packs[name]
    if Path(name).is_dir():
        return folder_pack(str(Path(name).absolute()))
    near = nearest(name, packs)
    known = f"did you mean {near}?" if near else f"installed are {', '.join(packs)}; a folder is good too"
    raise SklintError(f"{name}: no such rule pack; {known}")
