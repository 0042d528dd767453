"""`sklint schema`: the JSON schema of sklint.toml."""

import click

from sklint.cli.output import say


@click.command(short_help="Print the JSON schema of sklint.toml.")
def schema() -> None:
    """Print the JSON schema of sklint.toml, for editors."""
    from sklint.settings import schema_text

    say(schema_text())
