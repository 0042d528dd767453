"""Which configuration counts for a file: the nearest file above it, with what that extends."""

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec

from sklint.cann_version import Version
from sklint.config import NOT_ASKED, Config, Overrides, severity_of
from sklint.config_file import ConfigFile, read_settings
from sklint.define import fault_of
from sklint.environment import Environment, once, placed
from sklint.error import SklintError
from sklint.selection import Globs
from sklint.settings import Level
from sklint.target import resolve_chip
from sklint.targeted import Origin, Targeted

FILE_NAMES = ("sklint.toml", "pyproject.toml")  # in one folder the first counts

ConfigFor = Callable[[str | os.PathLike[str]], Config]


def resolver(
    overrides: Overrides = NOT_ASKED, only: Path | None = None, environment: Environment | None = None
) -> ConfigFor:
    """The function that gives the configuration of a file or folder, whether or not that exists. It reads each folder
    once: make a new one to read again. `only`: the configuration file to use for all. Raises SklintError."""
    base = Config(environment=environment or Environment())

    @cache
    def in_folder(folder: Path) -> Config:
        for name in FILE_NAMES:
            if _is_file(folder / name) and (found := _load(folder / name, (), base)):
                return found.with_overrides(overrides)
        return in_folder(folder.parent) if folder.parent != folder else base.with_overrides(overrides)

    @cache
    def named(path: Path) -> Config:
        if found := _load(path, (), base):
            return found.with_overrides(overrides)
        raise SklintError(f"{path}: has no [tool.sklint] table")

    def config_for(path: str | os.PathLike[str]) -> Config:
        if only:
            return named(_absolute(only))
        spot = _absolute(path)
        return in_folder(spot if spot.is_dir() else spot.parent)

    return config_for


def _load(path: Path, above: tuple[Path, ...], start: Config) -> Config | None:
    """The configuration a file makes with what it extends, over `start`; `above` are the files that extend it,
    outermost first."""
    if path in above:
        raise SklintError(f"{above[-1]}: extend goes round in a circle: {' -> '.join(map(str, (*above, path)))}")
    file = read_settings(path)
    if not file or not file.settings.extend:
        return file and _over(start, file)
    extended = _absolute(path.parent / file.settings.extend)
    if not _is_file(extended):
        raise SklintError(f"{file.place('extend')}: extend names {extended}, which is not there")
    base = _load(extended, (*above, path), start)
    if not base:
        raise SklintError(f"{file.place('extend')}: extend names {extended}, which has no [tool.sklint] table")
    return _over(base, file)


def _over(base: Config, file: ConfigFile) -> Config:
    """The settings of a file over those it extends: a key takes the place of the extended one, tables are joined."""
    settings, folder = file.settings, file.path.parent
    every: dict[str, object] = {
        "select": settings.select,
        "ignore": settings.ignore,
        "fail-on": severity_of(settings.fail_on),
        "exclude": _globs(file, settings.exclude, "exclude"),
        "include": _globs(file, settings.include, "include"),
        "respect-gitignore": settings.respect_gitignore,
        "baseline": _absolute(folder / settings.baseline) if settings.baseline else None,
        "rule-packs": tuple(_pack(file, it) for it in settings.rule_packs),
        "include-dirs": tuple(_absolute(folder / it) for it in settings.include_dirs),
        "defines": _macros(file, settings.defines),
        "compile-commands": _commands(file, settings.compile_commands) if settings.compile_commands else None,
    }
    ignores = (
        (_globs(file, (glob,), "per-file-ignores", glob), selectors)
        for glob, selectors in settings.per_file_ignores.items()
    )
    return msgspec.structs.replace(
        base,
        chain=(file, *base.chain),
        targeted=_targeted(file).over(base.targeted),
        rules={**base.rules, **_flat(settings.rules)},
        per_file_ignores=(*base.per_file_ignores, *ignores),
        **{key.replace("-", "_"): value for key, value in every.items() if key in file.given},
    )


def _pack(file: ConfigFile, folder: str) -> Path:
    path = _absolute(file.path.parent / folder)
    if not _is_file(path / "__init__.py"):
        place = file.place_of_text(folder, "rule-packs")
        raise SklintError(f"{place}: rule-packs names {folder}, which is no rule pack: it has no __init__.py")
    return path


def _commands(file: ConfigFile, name: str) -> Path:
    path = _absolute(file.path.parent / name)
    if not _is_file(path):
        raise SklintError(f"{file.place('compile-commands')}: compile-commands names {name}, which is not there")
    return path


def _targeted(file: ConfigFile) -> Targeted:
    table = file.settings.target
    chips_at, cann_at = file.place("target", "chips"), file.place("target", "cann")
    chips = once([placed(resolve_chip, it, file.place_of_text(it, "target", "chips")) for it in table.chips])
    cann = placed(Version.parse, table.cann, cann_at) if isinstance(table.cann, str) else None
    return Targeted.of(chips, cann, _origin(file, chips_at), _origin(file, cann_at))


def _origin(file: ConfigFile, place: str) -> Origin:
    line = place.removeprefix(f"{file.path}:")
    return Origin(str(file.path), int(line) if line.isdigit() else 0)


def _flat(rules: Mapping[str, Level | dict[str, Level]]) -> dict[str, Level]:
    """Rule ids with their levels: without quotes, `sk.bind-target = "off"` is a table `sk` in TOML."""
    flat: dict[str, Level] = {}
    for name, value in rules.items():
        flat |= {f"{name}.{rest}": level for rest, level in value.items()} if isinstance(value, dict) else {name: value}
    return flat


def _macros(file: ConfigFile, defines: tuple[str, ...]) -> tuple[str, ...]:
    for it in defines:
        if fault := fault_of(it):
            raise SklintError(f"{file.place_of_text(it, 'defines')}: defines: {fault}")
    return defines


def _globs(file: ConfigFile, patterns: tuple[str, ...], *keys: str) -> Globs:
    globs = Globs(file.path.parent, patterns)
    try:
        globs.compile()
    except ValueError as error:
        raise SklintError(f"{file.place(*keys)}: {error}") from error
    return globs


def _absolute(path: str | os.PathLike[str]) -> Path:
    """Absolute and without `..`, links kept: a configuration belongs to the path as written."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
