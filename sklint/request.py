"""One source to check, as it travels to a worker: its bytes, its target, how it is read."""

import os
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec

from sklint.config import Config
from sklint.contract_asset import Asset
from sklint.options import Options
from sklint.source import Source
from sklint.target import Target
from sklint.targeting import commands_of, targeted


class Request(msgspec.Struct, frozen=True):
    """One source to check. `asset` is what there is beside it, where the source is a contract."""

    path: str
    data: bytes
    target: Target
    options: Options
    packs: tuple[str, ...]
    overlays: dict[str, bytes] = {}
    asset: Asset | None = None

    @property
    def asked(self) -> bytes:
        """All but the source, for the cache's key."""
        return msgspec.msgpack.encode((self.target, self.options, self.packs, self.asset))


def request_for(source: Source, config: Config, overlays: Mapping[str, bytes]) -> Request:
    others = {path: data for path, data in overlays.items() if path != source.path}
    options, target = options_for(source.path, config), targeted(config, source.path).target
    return Request(source.path, source.data, target, options, pack_folders(config), others)


def options_for(path: str, config: Config) -> Options:
    """How the source at a path is read."""
    flags = commands_of(config.compile_commands).flags_for(path) if config.compile_commands else None
    dirs = (*map(str, config.include_dirs), *(flags.include_dirs if flags else ()))
    defines = (*config.defines, *(flags.defines if flags else ()))
    system = flags.system_dirs if flags else ()
    return Options(defines, as_given(path, dirs), as_given(path, system), str(cache_folder()))


def as_given(path: str, folders: Iterable[str]) -> tuple[str, ...]:
    """Folders in the way that a source is named: from the working directory, where they lie in it, or from the root.
    What is found in them is told by such names."""
    if os.path.isabs(path):  # noqa: PTH117 - a run starts the sooner
        return tuple(folders)
    here = os.getcwd()  # noqa: PTH109

    def named(folder: str) -> str:
        return folder[len(here) + 1 :] or "." if f"{folder}/".startswith(f"{here}/") else folder

    return tuple(map(named, folders))


def pack_folders(config: Config) -> tuple[str, ...]:
    return tuple(map(str, config.rule_packs))


@cache
def cache_folder() -> Path:
    """Where results and precompiled headers are kept: the place that platformdirs names. For Linux it is named here, as
    to load platformdirs takes longer than to find a kept result."""
    if sys.platform == "linux":
        home = Path(os.environ.get("XDG_CACHE_HOME", ""))
        return (home if home.is_absolute() else Path(os.path.expanduser("~/.cache"))) / "sklint"  # noqa: PTH111 - no error without a home
    from platformdirs import user_cache_path

    return user_cache_path("sklint", appauthor=False)
