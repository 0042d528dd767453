"""The pages of the rules, for an editor."""

from collections.abc import Sequence

from sklint.docs import OWN_PAGES, own_page, rule_page
from sklint.error import SklintError
from sklint.packs import rules_of
from sklint.rule import Rule


def known(packs: tuple[str, ...]) -> Sequence[Rule]:
    """The rules of a configuration; only the installed ones where a pack does not load."""
    try:
        return rules_of(packs)
    except SklintError:
        return rules_of(())


def page(rule_id: str, packs: tuple[str, ...] = ()) -> str:
    """A rule's page in Markdown, "" for an unknown rule."""
    rule = rule_named(rule_id, packs)
    return rule_page(rule, level=3) if rule else own_page(rule_id) if rule_id in OWN_PAGES else ""


def link(rule_id: str) -> str | None:
    """Where the demand of a rule is written down, if that is on the web."""
    rule = rule_named(rule_id, ())
    return next((it for it in rule.sources if it.startswith(("https://", "http://"))), None) if rule else None


def rule_named(rule_id: str, packs: tuple[str, ...]) -> Rule | None:
    return next((it for it in known(packs) if it.id == rule_id), None)
