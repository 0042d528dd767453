"""Fixes over a run of many files: settled in memory, each round checking again only what the last one reaches."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

from sklint.answers import Settings
from sklint.earlier import Earlier
from sklint.finding import Finding
from sklint.fix import settle, usable
from sklint.project import Run, check_sources
from sklint.readable import Skipped, read_source
from sklint.resolve import ConfigFor
from sklint.source import Source

Wanted = Callable[[Iterable[Finding]], list[Finding]]
"""Those of a run's findings that are reported: the others are not fixed either."""


class Checked(msgspec.Struct, frozen=True):
    """A run, what it checked and how, so that it can be done again."""

    run: Run
    sources: Sequence[Source]
    skipped: Sequence[Skipped]
    config_for: ConfigFor
    settings: Settings


class Fixed(msgspec.Struct, frozen=True):
    """What fixing gave: the run over the fixed texts, the changed files as they were and as they are now, and how often
    each finding, as path and id, is gone."""

    run: Run
    before: Mapping[str, Source]
    after: Mapping[str, Source]
    gone: Mapping[tuple[str, str], int]

    @property
    def count(self) -> int:
        return self.count_outside(())

    def count_outside(self, paths: Collection[str]) -> int:
        """How many of the findings that are gone were not in these files."""
        return sum(number for (path, _), number in self.gone.items() if path not in paths)


def fix(checked: Checked, wanted: Wanted, *, unsafe: bool, may_change: Callable[[str], bool]) -> Fixed:
    """Every usable fix applied, in rounds until nothing changes. A fix that reaches into a file which may not change
    is not applied."""
    rounds = Rounds(checked, wanted)
    before: dict[str, Source] = {}
    while more := reached(rounds.latest, wanted, unsafe, before.keys(), may_change):
        before |= more
        rounds.texts = more | rounds.texts
        rounds.findings(settle(rounds.texts, rounds.findings, unsafe=unsafe))
    after = {path: it for path, it in rounds.texts.items() if it.data != before[path].data}
    left = Counter(map(identity, wanted(rounds.latest.findings)))
    gone = Counter(map(identity, wanted(checked.run.findings))) - left
    return Fixed(rounds.latest, {path: before[path] for path in after}, after, gone)


class Rounds:
    """The texts as they stand, and the run over them: each round starts from what the last one found."""

    def __init__(self, checked: Checked, wanted: Wanted) -> None:
        self.checked, self.wanted = checked, wanted
        self.latest = checked.run
        self.texts: dict[str, Source] = {}

    def findings(self, texts: Mapping[str, Source]) -> Sequence[Finding]:
        """The findings of these texts; only what changed since the last call, or includes that, is checked."""
        changed = frozenset(path for path, it in texts.items() if it.data != self.texts[path].data)
        if changed:
            self.texts = dict(texts)
            self.latest = self.again(Earlier(self.latest.replies, self.latest.crashed, changed))
        return self.wanted(self.latest.findings)

    def again(self, earlier: Earlier) -> Run:
        it = self.checked
        sources = [self.texts.get(source.path, source) for source in it.sources]
        overlays = {path: source.data for path, source in self.texts.items()}
        return check_sources(sources, it.config_for, it.settings, it.skipped, overlays, earlier)


def reached(
    run: Run, wanted: Wanted, unsafe: bool, known: Collection[str], may_change: Callable[[str], bool]
) -> dict[str, Source]:
    """The files, as they are on disk, that usable fixes would change and that are not known yet."""
    fixes = [it for finding in wanted(run.findings) if (it := usable(finding, unsafe))]
    paths = dict.fromkeys(edit.span.path for it in fixes for edit in it.edits)
    new = [path for path in paths if path not in known and may_change(path)]
    found = {path: run.sources.get(path) or read_source(path) for path in new}
    return {path: it for path, it in found.items() if isinstance(it, Source)}


def identity(finding: Finding) -> tuple[str, str]:
    return finding.span.path, finding.id
