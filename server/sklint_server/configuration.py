"""Which configuration counts for a file in this session: the command line's resolver, the client's settings over it."""

import os
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from sklint.catalogue import known_rules
from sklint.config import Config, check_ids
from sklint.environment import Environment
from sklint.error import SklintError
from sklint.request import pack_folders
from sklint.resolve import FILE_NAMES, ConfigFor, resolver
from sklint.targeting import commands_of
from sklint_server.settings import Settings


@dataclass(eq=False)
class Configurations:
    """The settings, the folders of the workspace and what the configuration files say, as last read."""

    initial: Settings = field(default_factory=Settings)  # those that the client began with
    settings: Settings = field(default_factory=Settings)
    trusted: bool = True  # whether packs that a configuration of the workspace names may be loaded
    folders: dict[str, str] = field(default_factory=dict[str, str])  # URI -> path
    epoch: int = 0

    @property
    def root(self) -> str:
        """The folder that what is no file belongs to."""
        return next(iter(self.folders.values()), os.getcwd())  # noqa: PTH109

    @cached_property
    def resolve(self) -> ConfigFor:
        return resolver(self.settings.overrides, environment=Environment.of(os.environ))

    def config_for(self, path: str | os.PathLike[str]) -> Config:
        """The configuration of a file. Where the workspace is not trusted, no pack of a folder is loaded."""
        config = self.resolve(path)
        if not self.trusted and config.rule_packs:
            return msgspec.structs.replace(config, rule_packs=())
        return config

    def checked(self, path: str | os.PathLike[str]) -> Config:
        """The configuration of a file, every id in it known. SklintError otherwise."""
        config = self.config_for(path)
        if self.trusted:
            check_ids(config, known_rules(pack_folders(config)))
        return config

    def reread(self, settings: Settings | None = None) -> None:
        """Read the configuration files again, and the compile commands they name."""
        self.settings = settings or self.settings
        self.__dict__.pop("resolve", None)
        commands_of.cache_clear()
        self.epoch += 1

    def try_settings(self, settings: Settings) -> str:
        """What is wrong with settings, "" if nothing."""
        try:
            resolver(settings.overrides)(self.root)
        except SklintError as error:
            return str(error)
        return ""


def is_configuration(path: str) -> bool:
    return path.rpartition("/")[2] in (*FILE_NAMES, "compile_commands.json")
