"""What a run without a full target did not check, said once."""

from collections.abc import Iterable, Iterator

from sklint.catalogue import Entry
from sklint.config import Config
from sklint.finding import Note


def unchecked(rules: Iterable[Entry], config: Config, path: str) -> Iterator[Note]:
    """A note for the selected rules that can find nothing without more of a target: those whose every `bad` block has a
    chip or a CANN version that the target lacks."""
    target = config.target
    if target.chips and target.cann:
        return
    silent = [it.id for it in rules if not it.can_find(target) and config.selects(it.id, it.category, path)]
    if not silent:
        return
    missing = [*(["--target-chip"] if not target.chips else []), *(["--target-cann"] if not target.cann else [])]
    given = f"without {' and '.join(missing)} (or [target] in sklint.toml)"
    noun = "the rule" if len(silent) == 1 else f"{len(silent)} rules"
    more = f", {silent[0]}," if len(silent) == 1 else ""
    yield Note(f'{given} {noun}{more} for chips and CANN versions checked nothing; ignore = ["compat"] leaves them out')
