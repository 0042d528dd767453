"""What to check and how: the settings of configuration files with what the command line says over them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from sklint.config_file import ConfigFile
from sklint.environment import Environment, placed
from sklint.error import SklintError
from sklint.finding import Severity
from sklint.selection import NO_FILES, Globs, chosen, covers, names_a_rule, nearest
from sklint.settings import FailOn, Level
from sklint.target import Target, is_unknown
from sklint.targeted import Origin, Targeted


class Overrides(msgspec.Struct, frozen=True):
    """What the command line says; what is empty or None it does not say. `select` and `ignore` come over the file's
    lists, the other lists take the place of the file's. Relative paths count from the working directory."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    cann: str = ""
    fail_on: FailOn | None = None
    baseline: Path | None = None
    rule_packs: tuple[Path, ...] = ()
    include_dirs: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    compile_commands: Path | None = None
    respect_gitignore: bool | None = None
    who: str = "command line"  # or whoever else gives settings


NOT_ASKED = Overrides()


class Config(msgspec.Struct, frozen=True):
    """What to check and how. Paths are absolute. `chain` is the file that counted and those it extends, as read."""

    chain: tuple[ConfigFile, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Severity = Severity.WARNING
    exclude: Globs = NO_FILES
    include: Globs = NO_FILES
    respect_gitignore: bool = True
    baseline: Path | None = None
    rule_packs: tuple[Path, ...] = ()
    include_dirs: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    compile_commands: Path | None = None
    targeted: Targeted = msgspec.field(default_factory=Targeted)  # what the command line and the file say
    environment: Environment = msgspec.field(default_factory=Environment)
    rules: Mapping[str, Level] = msgspec.field(default_factory=dict[str, Level])
    per_file_ignores: tuple[tuple[Globs, tuple[str, ...]], ...] = ()
    overrides: Overrides = NOT_ASKED

    @property
    def path(self) -> Path | None:
        """The configuration file that counted, None if there is none."""
        return self.chain[0].path if self.chain else None

    @property
    def target(self) -> Target:
        """What the command line and the configuration file say; `sklint.targeting` has what counts for a source."""
        return self.targeted.target

    def selects(self, rule_id: str, category: str, path: str) -> Severity | bool:
        """False: the rule is off for that file. True: it is on. A severity: it is on, with that severity."""
        asked = self.overrides
        if not chosen(asked.select, asked.ignore, rule_id, category) or self._ignored_in(path, rule_id, category):
            return False
        level = self.rules.get(rule_id)
        if level == "off":
            return rule_id in asked.select
        listed = chosen(() if asked.select else self.select, self.ignore, rule_id, category)
        if level is None:
            return listed or rule_id in asked.select
        return True if level == "on" else severity_of(level)

    def with_overrides(self, overrides: Overrides) -> "Config":
        """This configuration with what the command line says over it. SklintError for an unknown chip or version."""
        return msgspec.structs.replace(
            self,
            overrides=overrides,
            fail_on=severity_of(overrides.fail_on) if overrides.fail_on else self.fail_on,
            baseline=overrides.baseline or self.baseline,
            rule_packs=overrides.rule_packs or self.rule_packs,
            include_dirs=overrides.include_dirs or self.include_dirs,
            defines=overrides.defines or self.defines,
            compile_commands=overrides.compile_commands or self.compile_commands,
            respect_gitignore=self.respect_gitignore
            if overrides.respect_gitignore is None
            else overrides.respect_gitignore,
            targeted=asked_for(overrides, self.environment).over(self.targeted),
        )

    def _ignored_in(self, path: str, rule_id: str, category: str) -> bool:
        return any(
            any(covers(selector, rule_id, category) for selector in selectors) and globs.match(path)
            for globs, selectors in self.per_file_ignores
        )


def asked_for(overrides: Overrides, environment: Environment) -> Targeted:
    """The target that the command line gives. Chips that only the matrix knows are families, and no more."""
    who = overrides.who
    known = [it for it in overrides.chips if not (is_unknown(it) and environment.matched((it,)))]
    target = placed(lambda _: Target.of(known, overrides.cann), "", who)
    return Targeted.of(target.chips, target.cann, Origin(who), Origin(who))


def names_rules(config: Config) -> bool:
    """Whether a configuration names any rule, which then has to exist."""
    asked = config.overrides
    return bool(
        config.select or config.ignore or config.rules or config.per_file_ignores or asked.select or asked.ignore
    )


def check_ids(config: Config, categories: Mapping[str, str]) -> None:
    """SklintError for the first id in a configuration that names none of the known rules, given as id -> category."""
    for where, selector in _selectors(config):
        if not names_a_rule(selector, categories):
            raise SklintError(_names_none(where, selector, [*categories, *set(categories.values())]))
    for file in config.chain:
        for name, value in file.settings.rules.items():
            rest = list(value) if isinstance(value, dict) else [""]
            for rule_id in (f"{name}.{it}" if it else name for it in rest):
                if rule_id not in categories:
                    where = file.place("rules", *((name, rule_id[len(name) + 1 :]) if rule_id != name else (name,)))
                    raise SklintError(_names_none(where, rule_id, list(categories)))


def _selectors(config: Config) -> Iterable[tuple[str, str]]:
    """Every selector of a configuration, after the place it stands in."""
    for selector in (*config.overrides.select, *config.overrides.ignore):
        yield config.overrides.who, selector
    for file in config.chain:
        settings = file.settings
        for key, selectors in {"select": settings.select, "ignore": settings.ignore}.items():
            yield from ((file.place_of_text(selector, key), selector) for selector in selectors)
        for glob, selectors in settings.per_file_ignores.items():
            yield from ((file.place_of_text(selector, "per-file-ignores", glob), selector) for selector in selectors)


def _names_none(where: str, selector: str, known: list[str]) -> str:
    near = nearest(selector, known)
    return f"{where}: {selector} names no rule; " + (f"did you mean {near}?" if near else "`sklint rules` lists them")


def severity_of(level: Level | FailOn) -> Severity:
    return Severity.BLOCKER if level == "error" else Severity(level)
