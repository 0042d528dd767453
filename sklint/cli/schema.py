"""`sklint schema`: the JSON schemas of the files that people write."""

import click

from sklint.cli.help import Examples
from sklint.cli.output import say


@click.command(
    cls=Examples,
    short_help="Print the JSON schema of sklint.toml or of an IO contract.",
    examples={
        "Examples": (
            ("sklint schema > sklint.schema.json", "the keys of sklint.toml"),
            ("sklint schema --of io-contract", "what adapt-sk-from-global takes as --io-contract"),
        )
    },
)
@click.option(
    "--of",
    type=click.Choice(["configuration", "io-contract"]),
    default="configuration",
    show_default=True,
    help="The file whose schema is printed.",
)
def schema(of: str) -> None:
    """Print the JSON schema of sklint.toml or of an IO contract, for editors and other tools."""
    from sklint.contract_schema import schema_text as of_contract
    from sklint.settings import schema_text as of_configuration

    say(of_contract() if of == "io-contract" else of_configuration())
