"""`sklint apply-remediation`: repair what findings say a machine can repair."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint apply-remediation op operator-validation-findings.json", "repair what validate-operator found in op"),
        ("sklint apply-remediation op findings.json --output-dir out", "and write the results to out"),
    ),
    "Exit codes": (
        ("0", "every finding was repaired, was before, or is left to a person"),
        ("1", "a finding could not be repaired; operator-sk-remediation.json says why"),
        ("2", "the job was not done: usage, a findings file that is none, a folder that cannot be written"),
    ),
}
FOLDER = click.Path(path_type=Path)


@click.command(cls=Examples, examples=EXAMPLES, short_help="Repair what findings say.")
@click.argument("asset_dir", type=FOLDER)
@click.argument("findings_json", type=FOLDER)
@click.option("--output-dir", type=FOLDER, metavar="DIR", help="Where the results are written; ASSET_DIR if not given.")
def apply_remediation(asset_dir: Path, findings_json: Path, output_dir: Path | None) -> int:
    """Repair the files of ASSET_DIR as FINDINGS_JSON says, and write operator-sk-remediation.json.

    A finding is repaired that has codegen.apply-remediation in `actionable_by`, by its own exact edits where it has
    some, else by its `remediation_hint`. Nothing outside ASSET_DIR is changed.
    """
    from sklint.cli.remediating import run

    return run(asset_dir, findings_json, output_dir or asset_dir)
