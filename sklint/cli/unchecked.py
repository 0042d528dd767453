"""What a run without a full target did not check, said once."""

from collections.abc import Iterable, Iterator

from sklint.config import Config
from sklint.finding import Note
from sklint.rule import Rule
from sklint.target import Target
from sklint.testing import cases

SHOWN = 3
"""Rules that are named; the others are counted."""


def unchecked(rules: Iterable[Rule], config: Config, path: str) -> Iterator[Note]:
    """A note for the selected rules that can find nothing without more of a target: those whose every `bad` block has a
    chip or a CANN version that the target lacks."""
    target = config.target
    if target.chips and target.cann:
        return
    silent = [it.id for it in rules if needs_more(it, target) and config.selects(it.id, it.category, path)]
    if not silent:
        return
    missing = [*(["chip"] if not target.chips else []), *(["CANN version"] if not target.cann else [])]
    options = [*(["--target-chip"] if not target.chips else []), *(["--target-cann"] if not target.cann else [])]
    more = f" and {len(silent) - SHOWN} more" if len(silent) > SHOWN else ""
    what = f"{', '.join(silent[:SHOWN])}{more}"
    cure = f"{' and '.join(options)}, or [target] in sklint.toml"
    yield Note(f"no target {' or '.join(missing)} is given, so {what} did not check anything; give {cure}")


def needs_more(rule: Rule, target: Target) -> bool:
    bad = [case.target for case in cases(rule) if not case.good]
    lacks = [(it.chips and not target.chips) or (it.cann and not target.cann) for it in bad]
    return bool(lacks) and all(lacks)
