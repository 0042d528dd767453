"""What the compat pack says of a target as a whole: a verdict that is never better than what was checked."""

from sklint.environment import Environment
from sklint.finding import Severity
from sklint.report.run import JsonObject, Report
from sklint.target import Target, documented_cann

PACK = "compat"


def compat_metadata(report: Report, target: Target, chip: str, cann: str, environment: Environment) -> JsonObject:
    """The published `metadata.compat`, by the matrix where there is one, else by the documents."""
    by = of_matrix(target, environment) if environment.matrix else of_documents(target)
    return {
        "rule_pack": PACK,
        "overall_verdict": verdict(report),
        "target_chip": chip,
        "target_cann": cann,
        "target_chip_known": bool(target.chips or target.families),
        **by,
        "verification": "Facts of public documents; what they do not decide is not verified, nothing ran on a device.",
    }


def of_documents(target: Target) -> JsonObject:
    """Every rule of the pack has its public sources; checked are those that the target says enough for."""
    from sklint.packs import rules_of

    rules = [it for it in rules_of(()) if it.category == PACK]
    checked = [it.id for it in rules if it.can_find(target)]
    return {
        "recorded_cann_versions": [documented_cann()] if target.chips else [],
        "source_backed_fields": [it.id for it in rules],
        "applicable_source_backed_fields": checked if target.chips or target.cann else [],
        "checked_rules": checked,
    }


def of_matrix(target: Target, environment: Environment) -> JsonObject:
    """The fields of the target's families that have an official source, and those that hold for its CANN version."""
    from sklint.matrix_rows import FIELDS

    rows = environment.matched([it.id for it in target.families])
    fields = list(dict.fromkeys(field for it in rows for field in it.sourced))
    applying = list(dict.fromkeys(field for it in rows for field in it.applying(target.cann)))
    return {
        "recorded_cann_versions": list(dict.fromkeys(version for it in rows for version in it.cann_versions)),
        "source_backed_fields": fields,
        "applicable_source_backed_fields": applying,
        "checked_rules": [FIELDS[it] for it in applying],
    }


def verdict(report: Report) -> str:
    """`not-verified` where nothing was found: the documents do not decide everything."""
    severities = {it.severity for it in report.findings if it.category == PACK}
    if Severity.BLOCKER in severities:
        return "incompatible"
    return "requires-adaptation" if severities else "not-verified"
