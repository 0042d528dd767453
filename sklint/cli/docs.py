"""`sklint docs`: the README of a pack."""

import click

from sklint.cli.help import Examples
from sklint.cli.output import say


@click.command(
    cls=Examples,
    short_help="Print the README of a pack.",
    examples={"Examples": (("sklint docs spec > rulepacks/sklint_spec/README.md", "write it anew"),)},
)
@click.argument("pack", metavar="PACK")
def docs(pack: str) -> None:
    """Print the page of a PACK, by name or folder: all its rules, in Markdown."""
    from sklint.cli.packs import pack_named
    from sklint.docs import pack_page

    say(pack_page(pack_named(pack)))
