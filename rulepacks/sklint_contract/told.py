"""Problems of a contract as findings of the rule that looks for them."""

from collections.abc import Iterable, Iterator

from sklint.api import Finding, Problem, Rule

DELIVERY_TOOLS = ("the published operator tools: validate-operator, validate-contracts",)


def told(rule: Rule, problems: Iterable[Problem]) -> Iterator[Finding]:
    for it in problems:
        yield rule.finding(it.span, it.message, symbol=it.fact, related=it.related, fixes=it.fixes)
