"""`sklint list-rule-pack`: the rules of a pack, or the chips it knows."""

import os

import click

from sklint.cli.help import Examples
from sklint.cli.output import say

PACKS = ("spec", "contract", "compat")


@click.command(
    cls=Examples,
    short_help="List a rule pack as JSON.",
    examples={
        "Examples": (
            ("sklint list-rule-pack --rule-pack spec", "the rules of the spec pack"),
            ("sklint list-rule-pack --rule-pack compat", "the chips that are known"),
        )
    },
)
@click.option(
    "--rule-pack", type=click.Choice(PACKS), required=True, metavar="PACK", help=f"One of {', '.join(PACKS)}."
)
def list_rule_pack(rule_pack: str) -> None:
    """List a rule pack as JSON: the rules of spec and contract, the chips of compat."""
    from sklint.report.encode import encode

    say(encode({"chips": chips()} if rule_pack == "compat" else {"rules": rules(rule_pack)}))


def rules(pack: str) -> "list[dict[str, str]]":
    from sklint.cli.packs import pack_named

    return [{"id": it.id, "severity": it.severity.value, "description": it.summary} for it in pack_named(pack).rules]


def chips() -> "list[dict[str, str | list[str]]]":
    """The families of the matrix that SK_COMPAT_MATRIX_DIR names, else the products that the documents name."""
    from sklint.environment import Environment
    from sklint.target import documented_cann, known_products

    environment = Environment.of(os.environ)
    if environment.matrix:
        return [{"id": it.id, "cann_versions": list(it.cann_versions)} for it in environment.families]
    return [{"id": chip_id(it.names), "cann_versions": [documented_cann()]} for it in known_products()]


def chip_id(names: "tuple[str, ...]") -> str:
    """`ascend-910b`: the published spelling of a product's name, which --target-chip takes as well."""
    series = next((it.lower() for it in names if it.lower().startswith("ascend")), "")
    return f"ascend-{series.removeprefix('ascend')}" if series else names[0]
