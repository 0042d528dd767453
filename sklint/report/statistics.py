"""How often each rule was broken, the most frequent first; and what could not be checked for the target."""

from collections import Counter
from collections.abc import Sequence

from sklint.coverage import Coverage
from sklint.finding import Finding
from sklint.report.totals import count, fixable


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


def coverage(covered: Coverage) -> str:
    """The uses of the documented interface for the target, and the names that no document decides."""
    if not covered.considered:
        return ""
    left = covered.considered - covered.known
    target = "all chips" if covered.chips else "the target"
    head = f"{count(covered.considered, 'use')} of the documented interface, {covered.known} checked for {target}"
    digits = max((len(str(number)) for number in covered.unknown.values()), default=0)
    names = "".join(
        f"  {number:>{digits}}  {name}{unknown_for(name, covered)}\n" for name, number in covered.unknown.items()
    )
    return f"{head}, {left} unknown{for_chips(covered)}{':' if left else ''}\n{names}"


def for_chips(covered: Coverage, more: str = "") -> str:
    """How much of it was checked for each of several chips."""
    each = ", ".join(f"{name} {it.known} of {it.considered}" for name, it in covered.chips.items())
    return f" ({each}{more})" if each else ""


def unknown_for(name: str, covered: Coverage) -> str:
    """The chips that a name is not known for, where there are several."""
    chips = [chip for chip, it in covered.chips.items() if name in it.unknown]
    return f" ({', '.join(chips)})" if chips else ""


def _fixes(repairable: int, found: int) -> str:
    if not repairable:
        return ""
    return "  [fixable]" if repairable == found else f"  [{repairable} fixable]"
