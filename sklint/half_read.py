"""Findings in code that is half read keep no fix: what it would write lands in the middle of something. What is said
of whole code because of half read code is not said at all."""

from collections.abc import Iterable
from functools import cache

import msgspec

from sklint.finding import Finding
from sklint.source import Span
from sklint.unit import Unit


def fixed_where_read(findings: Iterable[Finding], unit: Unit) -> list[Finding]:
    """The findings of a unit, less those that follow from what does not end, and the fixes that lie in it."""
    unfinished = cache(unit.unfinished)

    def half_read(place: Span) -> bool:
        return unit.file(place.path) is not None and any(it.touches(place) for it in unfinished(place.path))

    def kept(finding: Finding) -> Finding:
        if not finding.fixes:
            return finding
        fixes = () if half_read(finding.span) else finding.fixes
        fixes = tuple(fix for fix in fixes if not any(half_read(edit.span) for edit in fix.edits))
        return finding if fixes == finding.fixes else msgspec.structs.replace(finding, fixes=fixes)

    def follows(finding: Finding) -> bool:
        return any(half_read(it.span) for it in finding.related) and not half_read(finding.span)

    return [kept(it) for it in findings if not follows(it)]
