"""Options of the commands that read an operator's asset."""

import click

chips_to_build_for = click.option(
    "--target-chip", default="", metavar="CHIP,...", help="Chips to build for: A2, A3, Ascend910B1, ..."
)
