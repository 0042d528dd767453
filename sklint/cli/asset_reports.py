"""What the asset commands share: an asset looked into, reports written, and what a person reads on the terminal."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sklint.assets.files import is_utf8, read_asset
from sklint.assets.question import Question
from sklint.assets.survey import Survey, survey
from sklint.cli.contracts_given import errors_in, read
from sklint.cli.progress import progress
from sklint.cli.published import json_text, refuse_strangers
from sklint.cli.remediating import check_writable
from sklint.cli.report_files import write_reports as put
from sklint.contract_shapes import Layout
from sklint.error import SklintError
from sklint.report.characters import printable
from sklint.resolve import resolver
from sklint.source import Source

MOST, PLACES = 20, 4
"""So many questions, and places of each, are shown on the terminal; the files have all."""


def check_output(output_dir: Path, reports: Sequence[str]) -> None:
    """SklintError for a folder that the reports cannot be written to, or that somebody else uses."""
    if not is_utf8(str(output_dir.resolve())):
        raise SklintError(f"{output_dir}: its name is not UTF-8; give another --output-dir")
    check_writable(output_dir)
    refuse_strangers(output_dir, reports)


def look_into(asset: Path, output_dir: Path, given: Layout | None = None) -> Survey:
    """An asset's survey, with the files that a layout names. SklintError for no asset."""
    named = [it for unit in given.operator_units for it in unit.files.values()] if given else []
    kernels = [unit.kernel_source for unit in given.operator_units] if given else []
    found = read_asset(asset, (output_dir,), named)
    with progress(True) as tell:
        return survey(found, resolver(), tell, kernels)


def given_contract(name: str, path: Path, asset: Path) -> Source:
    """A contract whose files are in the asset. SklintError with all that is wrong with it."""
    if not asset.exists():
        raise SklintError(f"{asset}: no such file or folder")
    source = read(str(path))
    if isinstance(source, str):
        raise SklintError(f"{path}: cannot be read: {source}")
    real = asset.resolve()
    if errors := list(errors_in(name, source, real if real.is_dir() else real.parent, resolver())):
        raise SklintError("; ".join(errors))
    return source


def write_reports(folder: Path, reports: Mapping[str, msgspec.Struct | str]) -> None:
    """Write each report whole, JSON or text; nothing is written before all of them are made."""
    put(folder, {name: it.encode() if isinstance(it, str) else json_text(it) for name, it in reports.items()})


def told_questions(questions: Sequence[Question], asset: Path) -> str:
    """The questions for a terminal: what is asked, and where. Places count from the asset as it was given."""
    root = asset if asset.is_dir() else asset.parent
    lines: list[str] = []
    for it in questions[:MOST]:
        lines.append(f"  {it.id}: {printable(it.message)}\n")
        lines += [f"    {printable(str(root / str(spot)))}\n" for spot in it.places[:PLACES]]
        lines += [f"    and {len(it.places) - PLACES} more\n"] if it.places[PLACES:] else []
    lines += [f"  and {len(questions) - MOST} more questions\n"] if questions[MOST:] else []
    return f"For a person to answer:\n{''.join(lines)}" if lines else ""
