"""The settings a client sends, in initializationOptions or as its configuration's section `sklint`."""

from typing import Literal

import msgspec

from sklint.config import Overrides
from sklint.error import SklintError


class TargetSettings(msgspec.Struct, frozen=True, rename="camel"):
    """What the kernels are built for; over the configuration file's."""

    chips: tuple[str, ...] = ()
    cann: str = ""


class Settings(msgspec.Struct, frozen=True, rename="camel"):
    """`run`: check while typing or when saved. `time_limit`: seconds for one check."""

    target: TargetSettings = TargetSettings()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    run: Literal["onType", "onSave"] = "onType"
    inlay_hints: bool = False
    time_limit: float = 15.0

    @property
    def overrides(self) -> Overrides:
        """The settings as the command line would say them."""
        return Overrides(
            select=self.select,
            ignore=self.ignore,
            chips=self.target.chips,
            cann=self.target.cann,
            who="settings of the editor",
        )


def read_settings(given: object, initial: Settings) -> Settings:
    """The settings in what a client sent: all that are set now, over those that it began with. SklintError for what is
    wrong."""
    try:
        return msgspec.convert({**msgspec.to_builtins(initial), **_section(given)}, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SklintError(f"sklint settings: {error}") from error


def says_trusted(options: object) -> bool:
    """Whether the packs that a folder names may be loaded, by initializationOptions alone: settings may be the folder's
    own, so none of them gives trust, whatever else is wrong with them."""
    try:
        table = msgspec.convert(options, dict[str, object])
    except msgspec.ValidationError:
        return True
    inner = (says_trusted(table.get(key)) for key in ("settings", "sklint"))
    return table.get("trusted", True) is True and all(inner)


def _section(given: object) -> dict[str, object]:
    """The table of settings: the object itself, or its `sklint` or `settings`; null values left out."""
    try:
        table = msgspec.convert(given, dict[str, object])
    except msgspec.ValidationError:
        return {}
    own = {key: value for key, value in table.items() if value is not None and key not in ("sklint", "settings")}
    for key in ("settings", "sklint"):
        own |= _section(table.get(key))
    return own
