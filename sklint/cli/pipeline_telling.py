"""What a pipeline tells people at its end: its status, what is to be decided, and where to look."""

from collections.abc import Iterator, Sequence

from sklint.cli.pipeline_output import MAP, PAGE
from sklint.cli.pipeline_settings import Run, Settings
from sklint.pipeline.artifact_map import AssetManifest
from sklint.pipeline.state import State
from sklint.report.characters import printable

MOST = 10
"""So many things to decide are shown of each package; the map has all."""


Finished = tuple[Run, State, AssetManifest]


def told(settings: Settings, done: Sequence[Finished], status: str) -> str:
    lines = [line for run, state, manifest in done for line in of_run(run, state, manifest)]
    head = f"{status}. {settings.folder / PAGE} says more.\n"
    more = f"After a change: the same command with --resume-from {settings.folder / MAP}\n"
    return "".join(f"{printable(it)}\n" for it in lines) + head + (more if lines else "")


def of_run(run: Run, state: State, manifest: AssetManifest) -> Iterator[str]:
    if not state.blocked:
        return
    yield f"{run.slug}: needs-human: {manifest.reason}"
    lines = [f"  {it.name}: {one}" for it in manifest.ops for one in it.to_decide]
    asked = [
        f"  {one.id}: {one.message}" for it in run.assets.values() if not it.ready for one in it.layout.human_questions
    ]
    found = [*lines, *asked]
    yield from found[:MOST]
    if found[MOST:]:
        yield f"  and {len(found) - MOST} more"
