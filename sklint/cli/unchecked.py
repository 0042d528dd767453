"""What a run without a full target did not check, said once."""

from collections.abc import Iterable, Iterator

from sklint.catalogue import Entry
from sklint.config import Config
from sklint.finding import Note

SHOWN = 3
"""Rules that are named; the others are counted."""


def unchecked(rules: Iterable[Entry], config: Config, path: str) -> Iterator[Note]:
    """A note for the selected rules that can find nothing without more of a target: those whose every `bad` block has a
    chip or a CANN version that the target lacks."""
    target = config.target
    if target.chips and target.cann:
        return
    silent = [
        it.id
        for it in rules
        if ((it.needs_chip and not target.chips) or (it.needs_cann and not target.cann))
        and config.selects(it.id, it.category, path)
    ]
    if not silent:
        return
    missing = [*(["chip"] if not target.chips else []), *(["CANN version"] if not target.cann else [])]
    options = [*(["--target-chip"] if not target.chips else []), *(["--target-cann"] if not target.cann else [])]
    more = f" and {len(silent) - SHOWN} more" if len(silent) > SHOWN else ""
    what = f"{', '.join(silent[:SHOWN])}{more}"
    cure = f"{' and '.join(options)}, or [target] in sklint.toml"
    yield Note(f"no target {' or '.join(missing)} is given, so {what} did not check anything; give {cure}")
