"""What the compat pack says of a target as a whole: a verdict that is never better than what was checked."""

from sklint.finding import Severity
from sklint.report.run import JsonObject, Report
from sklint.target import Target, documented_cann

PACK = "compat"


def compat_metadata(report: Report, target: Target, chip: str, cann: str) -> JsonObject:
    """The published `metadata.compat`: every rule of the pack has its public sources, and those that need a target say
    nothing without one."""
    from sklint.packs import rules_of

    rules = [it.id for it in rules_of(()) if it.category == PACK]
    return {
        "rule_pack": PACK,
        "overall_verdict": verdict(report),
        "target_chip": chip,
        "target_cann": cann,
        "target_chip_known": bool(target.chips),
        "recorded_cann_versions": [documented_cann()] if target.chips else [],
        "source_backed_fields": rules,
        "applicable_source_backed_fields": rules if target.chips or target.cann else [],
        "checked_rules": rules,
        "verification": "Facts of public documents; what they do not decide is not verified, nothing ran on a device.",
    }


def verdict(report: Report) -> str:
    """`not-verified` where nothing was found: the documents do not decide everything."""
    severities = {it.severity for it in report.findings if it.category == PACK}
    if Severity.BLOCKER in severities:
        return "incompatible"
    return "requires-adaptation" if severities else "not-verified"
