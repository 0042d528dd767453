"""The pages of the rules, for an editor."""

import sys
from collections.abc import Sequence
from pathlib import Path

from sklint.docs import OWN_PAGES, anchor, own_page, rule_page
from sklint.error import SklintError
from sklint.packs import rules_of
from sklint.rule import Rule
from sklint_server.uris import uri_of


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
    """Where the demand of a rule is written down, if that is on the web; else its page in the README of its pack."""
    rule = rule_named(rule_id, ())
    if rule is None:
        return None
    web = next((it for it in rule.sources if it.startswith(("https://", "http://"))), None)
    module = getattr(sys.modules.get(rule.module), "__file__", None)
    pages = Path(module).with_name("README.md") if module else None
    return web or (f"{uri_of(pages.as_posix())}#{anchor(rule.id)}" if pages and pages.is_file() else None)


def rule_named(rule_id: str, packs: tuple[str, ...]) -> Rule | None:
    return next((it for it in known(packs) if it.id == rule_id), None)
