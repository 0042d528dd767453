"""What a pipeline tells people at its end: its status, what is to be decided, and where to look."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from sklint.assets.question import Question
from sklint.assets.understood import IO_CONTRACT
from sklint.cli.adapt_telling import SAID_BY_A_CONTRACT
from sklint.cli.pipeline_output import MAP, PAGE
from sklint.cli.pipeline_settings import Run, Settings
from sklint.delivery.page_text import command
from sklint.pipeline.artifact_map import AssetManifest
from sklint.pipeline.asset_roots import Passed
from sklint.pipeline.state import State, text
from sklint.report.characters import printable

MOST = 10
"""So many things to decide are shown of each package; the map has all."""


Finished = tuple[Run, State, AssetManifest]


def told(settings: Settings, done: Sequence[Finished], passed: Sequence[Passed], status: str) -> str:
    lines = [line for run, state, manifest in done for line in of_run(run, state, manifest)]
    lines += [line for it in passed if it.open for line in of_passed(it)]
    head = f"{status}. {settings.folder / PAGE} says more.\n"
    more = f"After a change: the same command with --resume-from {quote(str(settings.folder / MAP))}\n"
    return "".join(f"{printable(it)}\n" for it in lines) + head + (more if lines else "")


def of_run(run: Run, state: State, manifest: AssetManifest) -> Iterator[str]:
    yield from repaired(run, state, manifest)
    if not state.blocked:
        if manifest.reason:
            yield f"{run.slug}: {state.status}: {manifest.reason}"
        return
    yield f"{run.slug}: needs-human: {manifest.reason}"
    lines = [f"  {theirs(run, one)}" for it in manifest.ops for one in it.to_decide]
    asked = [
        question(it.survey.asset.root, one)
        for it in run.assets.values()
        if not it.ready
        for one in it.layout.human_questions
    ]
    found = [*lines, *(f"  {it}" for it in asked)]
    yield from found[:MOST]
    if found[MOST:]:
        yield f"  and {len(found) - MOST} more"
    yield from cure(run, state)


def repaired(run: Run, state: State, manifest: AssetManifest) -> Iterator[str]:
    """What was repaired in the run's copies and still is in the assets, with the command that repairs it there."""
    if not any(it.repaired for it in manifest.ops):
        return
    yield f"{run.slug}: repaired in the run's copy alone, and still to be repaired in the asset:"
    assets = {name: Path(op.source_asset) for name, op in state.ops.items()}
    found = [f"  {folder_of(assets[it.name])}/{one}" for it in manifest.ops if it.name in assets for one in it.repaired]
    yield from found[:MOST]
    if found[MOST:]:
        yield f"  and {len(found) - MOST} more"
    own = sorted({assets[it.name] for it in manifest.ops if it.repaired})
    yield from (f"To repair it there: {command('check', '--fix', it)}" for it in own)


def folder_of(asset: Path) -> Path:
    return asset if asset.is_dir() else asset.parent


def of_passed(it: Passed) -> Iterator[str]:
    """What is to be answered about a folder below a root before operators are taken from it."""
    yield f"{it.path}: no operator is taken from it: {it.reason}"
    yield from (f"  {question(folder_of(it.path), one)}" for one in it.open[:MOST])
    if it.open[MOST:]:
        yield f"  and {len(it.open) - MOST} more"


def question(root: Path, it: Question) -> str:
    """A question with its first place, where it is known."""
    place = next((f"{root}/{spot}: " for spot in it.places if spot.line), "")
    return f"{place}{it.message}" if place else f"{it.id}: {it.message}"


def theirs(run: Run, line: str) -> str:
    """A line with a place, of the person's own file where the copy of that is meant."""
    for name, it in run.assets.items():
        copy = f"artifacts/sources/{run.slug}/" + (f"{name}/" if len(run.assets) > 1 else "")
        if line.startswith(copy):
            return f"{it.survey.asset.root}/{line.removeprefix(copy)}"
    return f"{run.settings.folder}/{line}" if line.startswith("artifacts/") else line


def cure(run: Run, state: State) -> Iterator[str]:
    """The command that writes an IO contract, for each asset that lacks one."""
    if run.settings.contract:
        return
    open_assets = {
        op.source_asset
        for op in state.ops.values()
        for it in op.escalations
        if text(it, "rule_id") in SAID_BY_A_CONTRACT
    }
    for it in sorted(open_assets):
        asset = Path(it)
        contract = folder_of(asset) / IO_CONTRACT
        yield f"To say it in an IO contract: {command('write-io-contract', asset, '--output', contract)}"
