"""What the asset commands share: an asset looked into, reports written, and what a person reads on the terminal."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sklint.assets.files import read_asset
from sklint.assets.question import Question
from sklint.assets.survey import Survey, survey
from sklint.cli.progress import progress
from sklint.cli.published import json_text, refuse_strangers, write_whole
from sklint.cli.remediating import check_writable
from sklint.report.characters import printable
from sklint.resolve import resolver


def look_into(asset: Path, output_dir: Path, reports: Sequence[str]) -> Survey:
    """An asset's survey. SklintError for no asset, and for a folder that the reports cannot be written to."""
    check_writable(output_dir)
    refuse_strangers(output_dir, reports)
    found = read_asset(asset, (output_dir,))
    with progress(True) as tell:
        return survey(found, resolver(), tell)


def write_reports(folder: Path, reports: Mapping[str, msgspec.Struct | str]) -> None:
    """Write each report whole, JSON or text; nothing is written before all of them are made."""
    texts = {name: it.encode() if isinstance(it, str) else json_text(it) for name, it in reports.items()}
    for name, data in texts.items():
        write_whole(folder / name, data)


def told_questions(questions: Sequence[Question], root: Path) -> str:
    """The questions for a terminal: what is asked, and where."""
    lines: list[str] = []
    for it in questions:
        lines.append(f"  {it.id}: {printable(it.message)}\n")
        lines += [f"    {printable(str(root / str(spot)))}\n" for spot in it.places]
    return f"For a person to answer:\n{''.join(lines)}" if lines else ""
