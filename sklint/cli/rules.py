"""`sklint rules`: what there is to break."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples
from sklint.cli.output import Color, colored, say

if TYPE_CHECKING:
    from sklint.rule import Rule


@click.command(
    cls=Examples,
    short_help="List the rules.",
    examples={"Examples": (("sklint rules", "a line for each rule"), ("sklint explain RULE", "the page of one"))},
)
@click.option(
    "--rule-pack", multiple=True, type=click.Path(path_type=Path), metavar="FOLDER", help="A pack of your own."
)
@click.option(
    "--output-format", type=click.Choice(("text", "json")), default="text", metavar="FORMAT", help="text or json."
)
@click.option(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    metavar="WHEN",
    help="auto, always or never.",
)
def rules(rule_pack: tuple[Path, ...], output_format: str, color: Color) -> None:
    """List the rules: id, severity, pack, whether there is a fix, and what they demand."""
    from sklint.cli.packs import rules_here

    found = rules_here(rule_pack)
    say(as_json(found) if output_format == "json" else as_text(found, colored(color)))


def as_json(rules: "Sequence[Rule]") -> str:
    from sklint.docs import fixable
    from sklint.report.encode import encode

    return encode(
        {
            "schema_version": 1,
            "rules": [
                {
                    "id": it.id,
                    "severity": it.severity.value,
                    "category": it.category,
                    "fixable": fixable(it),
                    "since": it.since,
                    "summary": it.summary,
                    "sources": it.sources,
                }
                for it in rules
            ],
        }
    )


def as_text(rules: "Sequence[Rule]", color: bool) -> str:
    """A line for each rule, in columns."""
    from sklint.docs import fixable
    from sklint.report.paint import ansi, plain

    paint = ansi if color else plain
    name = max((len(it.id) for it in rules), default=0)
    pack = max((len(it.category) for it in rules), default=0)
    lines = [
        f"{paint('strong', f'{it.id:<{name}}')}  {paint(it.severity.value, f'{it.severity.value:<7}')}  "
        f"{it.category:<{pack}}  {paint('help', 'fix') if fixable(it) else '   '}  {it.summary}\n"
        for it in rules
    ]
    return "".join(lines)
