"""The pages of the rules, for an editor. They are read from the catalogue: the server itself loads no rules."""

from pathlib import Path

from sklint.catalogue import Catalogue, catalogue_of
from sklint.docs import OWN_PAGES, anchor, own_page
from sklint.error import SklintError
from sklint_server.uris import uri_of


def known(packs: tuple[str, ...]) -> Catalogue:
    """The rules of a configuration; only the installed ones where a pack does not load."""
    try:
        return catalogue_of(packs)
    except SklintError:
        return catalogue_of(())


def page(rule_id: str, packs: tuple[str, ...] = ()) -> str:
    """A rule's page in Markdown, "" for an unknown rule."""
    rule = known(packs).rule(rule_id)
    return rule.page if rule else own_page(rule_id) if rule_id in OWN_PAGES else ""


def rule_ids(packs: tuple[str, ...] = ()) -> list[str]:
    return [*(it.id for it in known(packs).entries), *OWN_PAGES]


def link(rule_id: str) -> str | None:
    """Where the demand of a rule is written down, if that is on the web; else its page in the README of its pack."""
    rule = known(()).rule(rule_id)
    if rule is None or not (rule.web or rule.page_file):
        return None
    return rule.web or f"{uri_of(Path(rule.page_file).as_posix())}#{anchor(rule.id)}"
