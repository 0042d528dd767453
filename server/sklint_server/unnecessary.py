"""The tags of a finding: what an editor greys out or strikes through."""

from lsprotocol.types import DiagnosticTag

from sklint.finding import Finding
from sklint.reply import UNUSED

OLD_NAMES = ("compat.deprecated-api", "sk.sys-args-api-current")


def tags(finding: Finding) -> list[DiagnosticTag]:
    if finding.rule == UNUSED:
        return [DiagnosticTag.Unnecessary]
    return [DiagnosticTag.Deprecated] if finding.rule in OLD_NAMES else []
