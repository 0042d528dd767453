"""What a shell offers for the words of options: rule ids and chips, the words of a comma list each on its own."""

from collections.abc import Iterable

import click


def rule_ids(context: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The rule ids that go on from the last word of a comma list; those of the packs that the command names too."""
    from sklint.cli.packs import rules_here
    from sklint.reply import OWN_RULES

    known = [rule.id for rule in rules_here(context.params.get("rule_pack") or ())]
    return continued(incomplete, [*known, *OWN_RULES])


def chips(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The names of products, SoCs and architectures that go on from the last word of a comma list."""
    from sklint.target import known_products

    products = known_products()
    return continued(incomplete, [name for it in products for name in (*it.names, *it.soc_names, *it.arch_names)])


def continued(incomplete: str, words: Iterable[str]) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    fitting = dict.fromkeys(it for it in words if it.casefold().startswith(last.casefold()))
    return [f"{before}{comma}{it}" for it in fitting]
