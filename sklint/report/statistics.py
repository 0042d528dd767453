"""How often each rule was broken, the most frequent first."""

from collections import Counter
from collections.abc import Sequence

from sklint.finding import Finding
from sklint.report.totals import fixable


def statistics(findings: Sequence[Finding]) -> str:
    """A line for each rule and severity: count, rule, severity, and how many of them have a fix."""
    found = Counter((finding.rule, finding.severity.value) for finding in findings)
    repairable = Counter((finding.rule, finding.severity.value) for finding in findings if fixable(finding))
    digits = max((len(str(number)) for number in found.values()), default=0)
    name = max((len(rule) for rule, _ in found), default=0)
    lines = [
        f"{number:>{digits}}  {rule:<{name}}  {severity:<7}{_fixes(repairable[rule, severity], number)}".rstrip() + "\n"
        for (rule, severity), number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    ]
    return "".join(lines)


def _fixes(repairable: int, found: int) -> str:
    if not repairable:
        return ""
    return "  [fixable]" if repairable == found else f"  [{repairable} fixable]"
