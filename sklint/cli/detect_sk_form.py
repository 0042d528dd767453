"""`sklint detect-sk-form`: how far an asset is adapted to a SuperKernel."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples

if TYPE_CHECKING:
    from sklint.sk_form import FileForm

REPORT = "operator-sk-form-analysis.json"


@click.command(
    cls=Examples,
    short_help="Tell how far an operator is adapted to a SuperKernel.",
    examples={
        "Examples": (
            ("sklint detect-sk-form add.asc", "one source"),
            ("sklint detect-sk-form src/add --output-dir out", f"a folder; the report is out/{REPORT}"),
        )
    },
)
@click.argument("asset", type=click.Path(path_type=Path))
@click.option(
    "--output-dir",
    type=click.Path(path_type=Path),
    default=Path("operator-delivery-output"),
    show_default=True,
    metavar="DIR",
    help=f"Where {REPORT} is written.",
)
def detect_sk_form(asset: Path, output_dir: Path) -> int:
    """Tell the form of each kernel source of ASSET, a file or a folder: none, partial, current-sk-bind or unknown.

    Comments, strings and branches that are switched off are not code.
    """
    from sklint.cli.output import say
    from sklint.cli.published import json_text, refuse_places
    from sklint.cli.report_files import write_reports
    from sklint.generate.form_report import form_report
    from sklint.report.totals import count

    refuse_places(output_dir, (REPORT,))
    report = form_report(asset, (output_dir,))
    write_reports(output_dir, {REPORT: json_text(report)})
    forms, told = report.per_file, f"{report.overall_form}: {count(len(report.per_file), 'file')}."
    say(f"{rows(forms)}\n\n{told} {output_dir / REPORT} says more.\n")
    return 0


def rows(forms: "Sequence[FileForm]") -> str:
    """A line for each file: its form, its name, what is missing."""
    wide = max(len(it.form) for it in forms)
    return "\n".join(f"{it.form:<{wide}}  {it.file}{''.join(f'  ({note})' for note in it.notes)}" for it in forms)
