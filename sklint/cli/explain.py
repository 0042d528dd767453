"""`sklint explain`: the page of a rule in the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples
from sklint.cli.output import Color, colored, say

if TYPE_CHECKING:
    from sklint.rule import Rule


def known_ids(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The rule ids that a shell offers."""
    from sklint.cli.packs import rules_here
    from sklint.docs import codegen_pages

    known = (*(rule.id for rule in rules_here(())), *codegen_pages())
    return [id for id in known if id.startswith(incomplete)]


@click.command(
    cls=Examples,
    short_help="Show the page of a rule or finding.",
    examples={
        "Examples": (
            ("sklint explain sk.block-num", "one rule"),
            ("sklint explain sk", "all whose ids begin with sk."),
            ("sklint explain codegen.tpipe", "what keeps a kernel from being bound"),
        )
    },
)
@click.argument("rules", nargs=-1, required=True, metavar="RULE...", shell_complete=known_ids)
@click.option(
    "--rule-pack", multiple=True, type=click.Path(path_type=Path), metavar="FOLDER", help="A pack of your own."
)
@click.option(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    metavar="WHEN",
    help="auto, always or never.",
)
def explain(rules: tuple[str, ...], rule_pack: tuple[Path, ...], color: Color) -> None:
    """Show the page of a rule, or of a finding of the generator: what it means, why, and what to do."""
    from sklint.cli.packs import rules_here

    known = rules_here(rule_pack)
    pages = [page for name in rules for page in pages_of(name, known)]
    text = "\n".join(dict.fromkeys(pages))
    if colored(color):
        show(text)
    else:
        say(text)


def pages_of(name: str, rules: "Sequence[Rule]") -> list[str]:
    """The pages that a name means: an id, the beginning of ids, a pack. SklintError where it means none."""
    from sklint.docs import OWN_PAGES, codegen_pages, own_page, rule_page
    from sklint.error import SklintError
    from sklint.selection import covers, nearest

    pages = [rule_page(rule) for rule in rules if covers(name, rule.id, rule.category)]
    pages += [own_page(id) for id in OWN_PAGES if covers(name, id, "sklint")]
    pages += [page for id, page in codegen_pages().items() if covers(name, id, "codegen")]
    if not pages:
        near = nearest(name, [*(rule.id for rule in rules), *OWN_PAGES, *codegen_pages()])
        raise SklintError(
            f"{name} names no rule; " + (f"did you mean {near}?" if near else "`sklint rules` lists them")
        )
    return pages


def show(page: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    Console(force_terminal=True, width=min(Console().width, 120)).print(Markdown(page, code_theme="ansi_dark"))
