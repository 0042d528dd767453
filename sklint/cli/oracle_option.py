"""The option that says where expected outputs come from."""

import click

oracle_source = click.option(
    "--oracle-source",
    type=click.Choice(["bind-target-on-wheel", "reference-impls-numpy"]),
    default="bind-target-on-wheel",
    show_default=True,
    help="Where expected outputs come from: the kernels themselves, or reference_impls/ENTRY.py in DIR.",
)
