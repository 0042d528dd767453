"""`sklint intake` and `sklint plan`: what an operator has, and what it lacks on its way to a delivery."""

from pathlib import Path
from typing import TypedDict

import click
from typing_extensions import Unpack

from sklint.cli.help import Examples

MANIFEST, SUMMARY = "operator-asset-manifest.json", "operator-delivery-summary.json"
REPORT, PLAN = "operator-delivery-report.md", "operator-delivery-execution-plan.md"
CHECKLIST, HINTS = "operator-delivery-checklist.md", "operator-delivery-ai-hints.md"

EXAMPLES = {
    "Examples": (
        ("sklint intake op", "what the operator in op has and lacks; read operator-delivery-report.md first"),
        ("sklint intake op/add.asc --output-dir out", "one source, the reports in out"),
    ),
    "Exit codes": (
        ("0", "the reports are written, whatever they say"),
        ("2", "the job was not done: no asset, an output folder that holds something else or cannot be written"),
    ),
}
FOLDER = click.Path(path_type=Path)


class Given(TypedDict):
    """The options as click gives them, under their own names."""

    asset: Path
    output_dir: Path
    with_ai: bool


def command(name: str) -> click.Command:
    """The command under one of its names; both do the same."""

    @click.command(name, cls=Examples, examples=EXAMPLES, short_help="Tell what an operator has and lacks.")
    @click.argument("asset", type=FOLDER)
    @click.option(
        "--output-dir",
        type=FOLDER,
        default=Path("operator-delivery-output"),
        show_default=True,
        metavar="DIR",
        help="Where the reports are written.",
    )
    @click.option("--with-ai", is_flag=True, help=f"Write {HINTS} too; no AI service is asked.")
    def run(**given: Unpack[Given]) -> int:
        """Tell what ASSET, a folder or a source, has and lacks: kernels, bindings, build, tests, package, documents.

        Everything is read from code: comments and strings do not count. `plan` is another name of `intake`.
        """
        from sklint.cli.taking_in import take_in

        return take_in(given)

    return run


intake, plan = command("intake"), command("plan")
