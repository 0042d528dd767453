"""The run of `sklint aggregate-sk-adapted`: packages read, joined, and written with their report."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from sklint.cli.output import say
from sklint.cli.package_folder import refuse_package, write_package
from sklint.cli.published import json_text
from sklint.error import SklintError
from sklint.generate.adapt_report import REPORT, shown_resolution
from sklint.generate.adapted_package import AdaptedPackage, read_package
from sklint.generate.aggregate import aggregate
from sklint.generate.aggregate_report import report, resolution_of
from sklint.generate.build_config import read_build_config, resources
from sklint.generate.package_python import RESOLUTION, Distribution, checked_version, python_package
from sklint.report.totals import count


def run(inputs: Sequence[Path], folder: Path, name: str, version: str, config: Path | None) -> int:
    """Join the packages; gives the exit code."""
    manifest = aggregate_adapted(inputs, folder, name, version, config)
    kernels = manifest["entries"]
    say(msgspec.json.encode(manifest).decode() + "\n")
    say(f"Packaged {count(kernels, 'kernel')}: {folder / REPORT}\n" if isinstance(kernels, int) else "", to_stderr=True)
    return 0


def aggregate_adapted(
    inputs: Sequence[Path], folder: Path, name: str, version: str, config: Path | None = None
) -> dict[str, object]:
    """Write the package of all inputs, the output folders of adapt-sk-from-global, into `folder`; gives what the
    command prints. SklintError for what is wrong with an input, a name or the folder."""
    module = f"{python_package(name, '--aggregate-wheel-name')}_lib"
    recorded = read_build_config(config)
    refuse_package(folder)
    adapted = read_inputs(inputs)
    resolution = resolution_of(adapted)
    named = {RESOLUTION: json_text(shown_resolution(resolution))} if resolution.resolutions else {}
    data = {**named, **resources(recorded.config)}
    made = Distribution(name, checked_version(version), module, data, recorded.config.of_setup)
    tree = aggregate(adapted, made)
    write_package(folder, tree.files, report(adapted, tree, made, recorded, resolution, folder))
    return {"status": "completed", "package_name": name, "package_version": version, "entries": len(tree.entries)}


def read_inputs(folders: Sequence[Path]) -> list[AdaptedPackage]:
    """The inputs. SklintError for one that is given twice, or is an aggregate itself."""
    found = [read_package(it) for it in folders]
    places = [it.resolve() for it in folders]
    for number, it in enumerate(found):
        if places[number] in places[:number]:
            raise SklintError(f"--adapted-output-dir {it.folder}: is given twice")
        if it.records.aggregate:
            raise SklintError(f"{it.report}: is an aggregate already; give the folders that it was made of")
    return found
