"""What a list names: rules by id, by prefix, by category, or all of them; files by gitignore-style globs."""

import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

ALL = "all"


def covers(selector: str, rule_id: str, category: str) -> bool:
    """Whether a selector names a rule: `sk.bind` names sk.bind-target and sk.bind, not sk.binding."""
    return selector in (ALL, category, rule_id) or rule_id.startswith((f"{selector}.", f"{selector}-"))


def chosen(select: Iterable[str], ignore: Iterable[str], rule_id: str, category: str) -> bool:
    """Whether a rule is on: the narrower of the two selectors that name it decides, `ignore` where they are equal.
    An empty `select` is all rules."""
    selected = _narrowest(tuple(select) or (ALL,), rule_id, category)
    return selected > _narrowest(ignore, rule_id, category)


def names_a_rule(selector: str, categories: Mapping[str, str]) -> bool:
    """Whether a selector names any of the known rules, given as id -> category."""
    return selector == ALL or any(covers(selector, rule_id, category) for rule_id, category in categories.items())


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, whatever its case; "" if none is."""
    from difflib import get_close_matches  # only where it is asked for: a run starts the sooner

    known = list(known)
    return next((near for it in (word, word.lower()) for near in get_close_matches(it, known, n=1)), "")


class Globs(msgspec.Struct, frozen=True, dict=True):
    """Globs that count from the folder `root`. A malformed one is a ValueError when first used."""

    root: Path
    patterns: tuple[str, ...]

    def decide(self, path: Path, *, folder: bool = False) -> bool | None:
        """Whether an absolute path is named (True), named and taken back by `!` (False), or not named (None)."""
        if not self.patterns:
            return None
        try:
            relative = path.relative_to(self.root).as_posix()
        except ValueError:
            return None
        return self._spec.check_file(f"{relative}/" if folder else relative).include

    def match(self, path: str | os.PathLike[str], *, folder: bool = False) -> bool:
        """Whether a path is named; a relative one counts from the working directory."""
        return bool(self.patterns) and self.decide(Path(os.path.abspath(path)), folder=folder) is True  # noqa: PTH100

    def compile(self) -> None:
        """Raise the ValueError of a malformed glob now."""
        _ = self.patterns and self._spec

    @cached_property
    def _spec(self) -> "GitIgnoreSpec":
        from pathspec import GitIgnoreSpec  # costs milliseconds, and most runs have no globs

        return GitIgnoreSpec.from_lines(self.patterns)


NO_FILES = Globs(Path(), ())


def _narrowest(selectors: Iterable[str], rule_id: str, category: str) -> int:
    """How narrow the narrowest selector of a rule is: -1 none, 0 all rules, 1 its category, more for a prefix."""
    found = [selector for selector in selectors if covers(selector, rule_id, category)]
    return max((0 if it == ALL else 1 if it == category else 1 + len(it) for it in found), default=-1)
