"""The runs of `sklint analyze-operator-asset` and `sklint normalize-operator-asset`: an asset in, what is known of its
operators out, and each of them in a folder of its own."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sklint.assets.declared_chips import Declared
from sklint.assets.files import Asset
from sklint.assets.given_layout import given_layout
from sklint.assets.layout import layout
from sklint.assets.normalized import FOLDER, normalized
from sklint.assets.survey import Survey
from sklint.assets.target_resolution import support
from sklint.assets.understanding import FILE, Understanding, understanding
from sklint.assets.understood import UnderstoodUnit
from sklint.assets.wanted_target import words
from sklint.cli.asset_reports import check_output, given_contract, look_into, told_questions, write_reports
from sklint.cli.output import say
from sklint.cli.owned_tree import WrittenFile, refuse_changed, replaced_tree, written
from sklint.contract_shapes import Layout
from sklint.operator_contracts import places_of, read
from sklint.report.characters import printable
from sklint.report.totals import count
from sklint.source import Source

UNITS = f"{FOLDER}.json"
MOST = 5
"""So many warnings are shown on the terminal; the file has all."""


class OperatorUnits(msgspec.Struct, frozen=True, kw_only=True):
    """operator-units.json. `written_files` are those in the folder beside it, so that a later run knows them."""

    schema_version: int = 1
    asset_root: str
    asset_kind: str
    operator_units: tuple[UnderstoodUnit, ...]
    written_files: tuple[WrittenFile, ...]


def analyze(asset: Path, output_dir: Path, asset_layout: Path | None, chips: str) -> int:
    """Write the understanding of an asset; gives the exit code."""
    check_output(output_dir, (FILE,))
    found = understood(asset, output_dir, asset_layout, words(chips))[1]
    write_reports(output_dir, {FILE: found})
    say(f"{told(found, asset)}{output_dir / FILE} says more.\n")
    return 0


def normalize(asset: Path, output_dir: Path, given: Path | None, asset_layout: Path | None, chips: str) -> int:
    """Write the understanding of an asset, and each of its units as a folder; gives the exit code."""
    check_output(output_dir, (FILE, UNITS))
    refuse_changed(output_dir / FOLDER, output_dir / UNITS)
    wanted = words(chips)
    survey, found = (
        from_understanding(asset, output_dir, given, asset_layout, wanted)
        if given
        else understood(asset, output_dir, asset_layout, wanted)
    )
    made = normalized(survey, found, output_dir)
    it = made.understanding
    units = OperatorUnits(
        asset_root=it.asset_root,
        asset_kind=it.asset_kind,
        operator_units=it.operator_units,
        written_files=written(made.files),
    )
    with replaced_tree(output_dir / FOLDER, made.files):
        write_reports(output_dir, {FILE: it, UNITS: units})
    folders = "".join(f"  {printable(one.normalized_asset or '')}\n" for one in it.operator_units)
    say(f"{told(it, asset)}{'Each can be adapted from:' if folders else 'No unit was written.'}\n{folders}")
    return 0


def understood(
    asset: Path, output_dir: Path, asset_layout: Path | None, chips: Sequence[str]
) -> tuple[Survey, Understanding]:
    """What is known of an asset, by its own layout or by a given one."""
    if asset_layout is None:
        survey = look_into(asset, output_dir)
        return survey, understanding(survey, layout(survey), chips)
    source = given_contract("layout", asset_layout, asset)
    given = read(source, Layout, places_of(source))
    survey = look_into(asset, output_dir, given)
    return survey, understanding(
        survey, given_layout(survey, given, source.path), chips, elsewhere(given, survey.asset, source)
    )


def from_understanding(
    asset: Path, output_dir: Path, path: Path, asset_layout: Path | None, chips: Sequence[str]
) -> tuple[Survey, Understanding]:
    """An understanding as it is in a file; for other chips, where some are asked for."""
    source = given_contract("understanding", path, asset)
    where = places_of(source)
    units, found = read(source, Layout, where), read(source, Understanding, where)
    survey = look_into(asset, output_dir, units)
    notes = [*elsewhere(units, survey.asset, source), *found.warnings]
    if asset_layout:
        notes.append(f"{asset_layout}: not read; {path} says what the units are")
    shown = tuple(for_chips(it, chips) if chips else it for it in found.operator_units)
    root = str(survey.asset.root)
    return survey, replace(found, asset_root=root, operator_units=shown, warnings=tuple(dict.fromkeys(notes)))


def for_chips(unit: UnderstoodUnit, chips: Sequence[str]) -> UnderstoodUnit:
    declared = unit.supported_soc_versions if unit.target_resolution.support_source == "declared" else ()
    found = support(unit.unit_id, Declared(declared, unit.support_source), chips)
    return replace(
        unit, supported_arches=found.arches, target_resolution=found.resolution, human_questions=found.questions
    )


def elsewhere(given: Layout, asset: Asset, source: Source) -> list[str]:
    """The warning that a contract was written for an asset at another place."""
    same = Path(given.asset_root).resolve() in (asset.root, asset.path) or not Path(given.asset_root).is_absolute()
    return [] if same else [f"{source.path}: asset_root is {given.asset_root}; its files are taken from {asset.root}"]


def told(found: Understanding, asset: Path) -> str:
    """What was understood, for a terminal."""
    units = "".join(f"  {printable(unit_line(it))}\n" for it in found.operator_units)
    shown = [*found.warnings[:MOST], *([f"and {len(found.warnings) - MOST} more"] if found.warnings[MOST:] else [])]
    warnings = "".join(f"  warning: {printable(it)}\n" for it in shown)
    questions = told_questions(found.questions, asset)
    head = f"{count(len(found.operator_units), 'operator unit')}, {found.asset_kind}: {found.status}."
    return f"{head}\n{units}{warnings}{questions}"


def unit_line(it: UnderstoodUnit) -> str:
    chips = ", ".join(it.supported_soc_versions) or "chips not declared"
    return f"{it.entry_name} ({it.display_name}): {it.kernel_source}, {chips}"
