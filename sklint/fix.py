"""Fixes applied to bytes: whole or not at all, in rounds until nothing changes, every other byte kept."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from sklint.finding import Edit, Finding, Fix, Safety
from sklint.source import Source

ROUNDS = 20
MANY = 1_000_000_000

Check = Callable[[Mapping[str, Source]], Sequence[Finding]]
"""The findings of these sources, as they stand now."""


def apply(fixes: Iterable[Fix], source: Source) -> Source:
    """The source after those edits of the fixes that lie in it; the fixes do not touch each other."""
    edits = {edit for fix in fixes for edit in fix.edits if edit.span.path == source.path}
    data = source.data
    for edit in sorted(edits, key=lambda it: (it.span.start, it.span.end), reverse=True):
        data = data[: edit.span.start] + source.encode(edit.text) + data[edit.span.end :]
    return source if data == source.data else Source(source.path, data)


def apart(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes, less each that meets an edit before it; an edit that two fixes share counts once."""
    kept: list[Fix] = []
    taken: list[Edit] = []
    for fix in fixes:
        fresh = [edit for edit in fix.edits if edit not in taken]
        if not any(edit.span.touches(other.span) for edit in fresh for other in taken):
            kept.append(fix)
            taken += fresh
    return kept


def usable(finding: Finding, unsafe: bool) -> Fix | None:
    """The fix that a run may apply: the finding's first, if that is safe or unsafe ones are wanted."""
    fix = finding.fixes[0] if finding.fixes else None
    return fix if fix and fix.edits and (unsafe or fix.safety is Safety.SAFE) else None


def settle(sources: Mapping[str, Source], check: Check, *, unsafe: bool = False) -> dict[str, Source]:
    """The sources with every usable fix applied, checked again after each round. A fix that did not make its findings
    fewer is not tried again, so this always ends."""
    current = dict(sources)
    tried: dict[str, int] = {}
    for _ in range(ROUNDS):
        open_fixes = [(it, fix) for it in check(current) if (fix := usable(it, unsafe)) and within(fix, current)]
        left = Counter(attempt(it, fix) for it, fix in open_fixes)
        helping = [(it, fix) for it, fix in open_fixes if left[attempt(it, fix)] < tried.get(attempt(it, fix), MANY)]
        chosen = apart(fix for _, fix in helping)
        if not chosen:
            return current
        tried.update({attempt(it, fix): left[attempt(it, fix)] for it, fix in helping if fix in chosen})
        current = {path: apply(chosen, source) for path, source in current.items()}
    return current


def within(fix: Fix, sources: Mapping[str, Source]) -> bool:
    """Whether all of a fix lies in these sources; a fix is never applied in part."""
    return all(edit.span.path in sources for edit in fix.edits)


def attempt(finding: Finding, fix: Fix) -> str:
    """What tells one try from another: the finding, whichever of its equals it is, and what its fix would write."""
    words = (finding.span.path, finding.rule, finding.symbol, finding.text, fix.title)
    return "\0".join((*words, *(edit.text for edit in fix.edits)))
