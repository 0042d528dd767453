"""The packages of all operators made one, in `_aggregate` of stage 02, once they are checked."""

from pathlib import Path

from msgspec.structs import replace

from sklint.cli.aggregating import aggregate_adapted
from sklint.cli.pipeline_output import copy_tree, remove
from sklint.cli.pipeline_settings import Run
from sklint.cli.published import write_report
from sklint.pipeline.stages import ADAPT
from sklint.pipeline.state import State, texts

AGGREGATE, BUILD_CONFIG = "_aggregate", "operator-build-config.resolved.json"


def aggregate(run: Run, state: State) -> State:
    """Write the package of all operators; gives the state with it. SklintError where two do not fit together."""
    folder = run.stage(ADAPT) / AGGREGATE
    remove(folder)
    inputs: list[Path] = []
    for name, op in state.ops.items():
        copy_tree(Path(op.adapted), folder / "inputs" / name)
        inputs.append(folder / "inputs" / name)
    config = folder / "inputs" / BUILD_CONFIG
    write_report(config, run.settings.build)
    outputs = folder / "outputs"
    version = run.settings.package_version
    made = aggregate_adapted(inputs, outputs, run.package, version, config)
    entries = [it for op in state.ops.values() for it in texts(op.stage02, "entries")]
    return replace(state, aggregate={**made, "outputs": str(outputs), "entries": entries})
