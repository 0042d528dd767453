"""What --show-config prints: the files that count for a path, and what they come to, as TOML."""

import json
from collections.abc import Iterator
from pathlib import Path

from sklint.config import Config
from sklint.report.paint import ansi, plain
from sklint.selection import Globs
from sklint.targeted import Targeted
from sklint.targeting import targeted


def describe(path: str, config: Config, color: bool) -> str:
    """One block for a path: comments for what is not a setting."""
    paint = ansi if color else plain
    head = [f"# {path}", *chain(config), *command_line(config)]
    body = [*settings(config), *target(targeted(config, path)), *rules(config), *per_file(config)]
    return "".join(f"{paint('strong' if n == 0 else 'gutter', line)}\n" for n, line in enumerate(head)) + "".join(
        f"{paint('info' if line.startswith('[') else '', line)}\n" for line in body
    )


def chain(config: Config) -> Iterator[str]:
    if not config.chain:
        yield "# configuration: none above it; these are the defaults"
    for number, file in enumerate(config.chain):
        yield f"# configuration: {file.path}" if number == 0 else f"# which extends:  {file.path}"


def command_line(config: Config) -> Iterator[str]:
    asked = config.overrides
    for name, words in (("--select", asked.select), ("--ignore", asked.ignore)):
        if words:
            yield f"# command line: {name} {','.join(words)}"


def settings(config: Config) -> Iterator[str]:
    yield f"select = {value(config.select)}"
    yield f"ignore = {value(config.ignore)}"
    yield f"fail-on = {value(config.fail_on.value)}"
    yield f"include = {globs(config.include)}"
    yield f"exclude = {globs(config.exclude)}"
    yield f"respect-gitignore = {value(config.respect_gitignore)}"
    yield f"baseline = {value(str(config.baseline or ''))}"
    yield f"rule-packs = {value(paths(config.rule_packs))}"
    yield f"include-dirs = {value(paths(config.include_dirs))}"
    yield f"defines = {value(config.defines)}"
    yield f"compile-commands = {value(str(config.compile_commands or ''))}"


def target(told: Targeted) -> Iterator[str]:
    target = told.target
    chips = "; ".join(f"{it.name} is {it.product}, __NPU_ARCH__ {it.arch}" for it in target.chips)
    none = "" if target.chips or target.cann else "  # none: rules that depend on one say nothing"
    yield f"\n[target]{none}"
    yield f"chips = {value([it.name for it in target.chips])}" + (f"  # {chips}" if chips else "")
    yield f"cann = {value(str(target.cann or ''))}"
    if told.chips_from:
        yield f"# chips are from: {told.chips_from}"
    if told.cann_from:
        yield f"# cann is from: {told.cann_from}"


def rules(config: Config) -> Iterator[str]:
    if config.rules:
        yield "\n[rules]"
        yield from (f"{value(name)} = {value(level)}" for name, level in config.rules.items())


def per_file(config: Config) -> Iterator[str]:
    if config.per_file_ignores:
        yield "\n[per-file-ignores]"
        for files, selectors in config.per_file_ignores:
            yield f"{value(', '.join(files.patterns))} = {value(selectors)}{root(files)}"


def globs(files: Globs) -> str:
    return value(files.patterns) + (root(files) if files.patterns else "")


def root(files: Globs) -> str:
    return f"  # from {files.root}"


def paths(folders: tuple[Path, ...]) -> list[str]:
    return [str(it) for it in folders]


def value(it: object) -> str:
    """A value as TOML writes it: as JSON does, for the values that settings have."""
    return json.dumps(it, ensure_ascii=False)
