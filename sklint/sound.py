"""Configurations that can be used, and findings in files whose configuration cannot."""

import os
from collections.abc import Iterable, Mapping, Sequence

from sklint import baseline
from sklint.catalogue import known_rules
from sklint.config import Config, check_ids, names_rules
from sklint.discover import misconfigured
from sklint.error import SklintError
from sklint.finding import Finding
from sklint.readable import Skipped
from sklint.request import pack_folders
from sklint.resolve import ConfigFor
from sklint.targeting import commands_of


def sound(config_for: ConfigFor, *, baselines: bool = True) -> ConfigFor:
    """The same, with a SklintError for a configuration that names a pack, rules, compile commands or, if `baselines`
    are read, a baseline that there are not or that are wrong."""
    seen: dict[int, Config] = {}  # by identity; a configuration that is kept is not another one later

    def found(path: str | os.PathLike[str]) -> Config:
        config = config_for(path)
        if id(config) not in seen:
            check(config, baselines)
            seen[id(config)] = config
        return config

    return found


def check(config: Config, baselines: bool) -> None:
    if config.rule_packs or names_rules(config):
        check_ids(config, known_rules(pack_folders(config)))
    if config.compile_commands:
        commands_of(config.compile_commands)
    if config.baseline and baselines:
        baseline.load(config.baseline)


def faults(findings: Iterable[Finding], config_for: ConfigFor) -> dict[str, str]:
    """What is wrong with the configuration of files that findings or their fixes lie in, where anything is."""
    edits = {edit.span.path for it in findings for fix in it.fixes for edit in fix.edits}
    paths = sorted({*edits, *(it.span.path for it in findings)})
    return {path: why for path in paths if (why := fault(path, config_for))}


def fault(path: str, config_for: ConfigFor) -> str:
    try:
        config_for(path)
    except SklintError as error:
        return str(error)
    return ""


def not_told(wrong: Mapping[str, str], skipped: Sequence[Skipped]) -> list[Skipped]:
    """The files that were not checked because of what is wrong with their configuration, a line for each configuration
    that `skipped` does not tell of."""
    paths: dict[str, list[str]] = {}
    for path, why in wrong.items():
        if not any(it.failed and it.message.endswith(why) for it in skipped):
            paths.setdefault(why, []).append(path)
    return [misconfigured(why, it) for why, it in paths.items()]
