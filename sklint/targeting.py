"""What a source is checked for: command line over configuration over its compile commands over the environment."""

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sklint.config import Config
from sklint.environment import once, placed, words
from sklint.target import resolve_arch
from sklint.targeted import Origin, Targeted

if TYPE_CHECKING:
    from sklint.compile_commands import CompileCommands

ARCH_OPTION = "--npu-arch"


def targeted(config: Config, path: str | os.PathLike[str]) -> Targeted:
    """The target of a source. What one of them gives is not looked for in the next. SklintError, with the place, for
    what is no chip, no architecture or no version."""
    found = config.targeted
    if not found.chips_from and config.compile_commands:
        found = found.over(compiled_for(config, path))
    if not found.chips_from:
        found = found.over(config.environment.of_chips)
    found = found if found.cann_from else found.over(config.environment.of_cann)
    return with_families(config, found) if config.environment.matrix else found


def with_families(config: Config, found: Targeted) -> Targeted:
    """The target with what the matrix says of its chips and its CANN version."""
    names = config.overrides.chips or [it.name for it in found.target.chips]
    families = tuple(it.family(found.target.cann) for it in config.environment.matched(names))
    return msgspec.structs.replace(found, target=msgspec.structs.replace(found.target, families=families))


def compiled_for(config: Config, path: str | os.PathLike[str]) -> Targeted:
    """What the compile commands of a source name; several commands for one source are several architectures."""
    commands = commands_of(config.compile_commands) if config.compile_commands else None
    named = [(arch, line) for text, line in (commands.archs_for(path) if commands else ()) for arch in words(text)]
    found = [placed(resolve_arch, arch, f"{config.compile_commands}:{line}") for arch, line in named]
    if not any(found):
        return Targeted()
    archs = ", ".join(dict.fromkeys(f"{ARCH_OPTION}={arch}" for arch, _ in named))
    origin = Origin(str(config.compile_commands), named[0][1], archs, assumed=True)
    return Targeted.of(once(it for it in found if it), None, origin, Origin(""))


@cache
def commands_of(path: Path) -> "CompileCommands":
    """A compile_commands.json as read once; `cache_clear` to read it again."""
    from sklint.compile_commands import read_compile_commands

    return read_compile_commands(path)
