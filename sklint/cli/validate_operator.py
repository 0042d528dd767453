"""`sklint validate-operator`: check an operator as a stage of a delivery does."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from sklint.cli.help import Sectioned, in_section

if TYPE_CHECKING:
    from typing_extensions import Unpack

RULE_PACKS = ("all", "contract", "spec", "compat")
EXAMPLES = {
    "Examples": (
        ("sklint validate-operator --asset op --output-dir out", "all packs, and what the delivery lacks"),
        ("sklint validate-operator --asset op --output-dir out --rule-pack spec", "the SuperKernel rules alone"),
        ("sklint apply-remediation op out/operator-validation-findings.json", "repair what a machine can"),
    ),
    "Exit codes": (
        ("0", "no blocker was found"),
        ("1", "a blocker was"),
        ("2", "the job was not done: usage, no asset, a folder that cannot be written"),
    ),
}


class Given(TypedDict):
    """The options as click gives them, under their own names."""

    asset: Path
    output_dir: Path
    layout: str
    build_context: str
    verify_context: str
    target_chip: str
    target_cann: str
    rule_pack: str
    stage: str
    iteration_index: str


what, contracts, target, output = map(in_section, ("Operator", "Contracts", "Target", "Output"))
PATH = click.Path(path_type=Path)


@click.command(cls=Sectioned, examples=EXAMPLES, short_help="Check an operator as a stage of its delivery.")
@what("--asset", type=PATH, required=True, metavar="PATH", help="The operator: a folder, or one source.")
@what(
    "--rule-pack",
    type=click.Choice(RULE_PACKS),
    default="all",
    show_default=True,
    metavar="PACK",
    help=f"One of {', '.join(RULE_PACKS)}.",
)
@contracts("--layout", default="", metavar="FILE", help="The asset's layout contract.")
@contracts("--build-context", default="", metavar="FILE", help="How the asset is built.")
@contracts("--verify-context", default="", metavar="FILE", help="How the asset is verified.")
@target("--target-chip", default="", metavar="CHIP,...", help="Chips: A2, A3, 950, Ascend910B1, dav-3510, ...")
@target("--target-cann", default="", metavar="VERSION", help="CANN version, such as 9.1.")
@output("--output-dir", type=PATH, required=True, metavar="DIR", help="Where findings and report are written.")
@output("--stage", default="post-adapt", show_default=True, metavar="NAME", help="The stage that the report names.")
@output("--iteration-index", default="0", show_default=True, metavar="N", help="The iteration that the report names.")
def validate_operator(**given: "Unpack[Given]") -> int:
    """Check the operator in --asset, and write operator-validation-findings.json and operator-validation-report.md.

    Contracts are those given and the operator-*.json files in the asset. Paths count from the asset. A defect of a
    source that the asset holds several copies of is told once.
    """
    from sklint.cli.validating import run

    return run(given)
