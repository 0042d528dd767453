"""Findings in code that is half read keep no fix: what it would write lands in the middle of something."""

from collections.abc import Iterable
from functools import cache

import msgspec

from sklint.finding import Finding
from sklint.source import Span
from sklint.unit import Unit


def fixed_where_read(findings: Iterable[Finding], unit: Unit) -> list[Finding]:
    """The findings of a unit, less the fixes that lie in, or speak of, what does not end there."""
    unfinished = cache(unit.unfinished)

    def half_read(place: Span) -> bool:
        return unit.file(place.path) is not None and any(it.touches(place) for it in unfinished(place.path))

    def kept(finding: Finding) -> Finding:
        if not finding.fixes:
            return finding
        fixes = () if half_read(finding.span) else finding.fixes
        fixes = tuple(fix for fix in fixes if not any(half_read(edit.span) for edit in fix.edits))
        return finding if fixes == finding.fixes else msgspec.structs.replace(finding, fixes=fixes)

    return [kept(it) for it in findings]
