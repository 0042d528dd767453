"""operator-sk-adapted.json of an aggregate: the manifests of its inputs as one, under the published keys."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from sklint.generate.adapt_inputs import NameResolution
from sklint.generate.adapt_report import CANONICAL, FOLDER, of_package, shown_resolution
from sklint.generate.adapted_package import AdaptedPackage
from sklint.generate.build_config import RESOURCES, Recorded
from sklint.generate.package import Tree
from sklint.generate.package_entry import PackageEntry
from sklint.generate.package_python import Distribution, python_package

Json = dict[str, object]


def report(
    inputs: Sequence[AdaptedPackage],
    tree: Tree,
    made: Distribution,
    config: Recorded,
    resolution: NameResolution,
    into: Path,
) -> Json:
    """The manifest of a package that is in the folder `into`."""
    chips = [chip for it in inputs for chip in chips_of(it)]
    return {
        "status": "completed",
        "aggregate": True,
        "asset_paths": [it.asset for it in inputs],
        "adapted_dir": str((into / FOLDER).resolve()),
        "package_name": made.name,
        "python_package": python_package(made.name),
        "package_version": made.version,
        "pybind_layout": CANONICAL,
        "pybind_module": made.module,
        "canonical_written_files": [f"{FOLDER}/{path}" for path in sorted(tree.files)],
        "target_chips": ",".join(dict.fromkeys(chips)),
        "operator_build_config": config.record,
        "operator_package_files": sorted(it for it in made.data if it.startswith(f"{RESOURCES}/")),
        "name_resolution": shown_resolution(resolution),
        "per_file": per_file(inputs, {it.name: it for it in tree.entries}),
        "ignored_support_files": [],
        "escalations": [],
    }


def resolution_of(inputs: Sequence[AdaptedPackage]) -> NameResolution:
    """What the inputs' name resolutions say together."""
    given = [it.records.name_resolution for it in inputs]
    each = {(one.asset_key, one.source_entry_name): one for it in given for one in it.resolutions}
    return NameResolution(
        resolutions=tuple(each.values()),
        policy=next((it.policy for it in given if it.policy not in ("", "none")), "none"),
        renamed_entry_count=sum(it.renamed for it in each.values()),
    )


def chips_of(it: AdaptedPackage) -> Sequence[str]:
    chips = it.records.target_chips
    return [one for one in chips.split(",") if one] if isinstance(chips, str) else chips


def per_file(inputs: Sequence[AdaptedPackage], entries: Mapping[str, PackageEntry]) -> list[Json]:
    """The files of all inputs that have entries, each with the name of its asset before its own."""
    return [file for it in inputs for file in files_of(it, entries)]


def files_of(it: AdaptedPackage, entries: Mapping[str, PackageEntry]) -> Iterator[Json]:
    label = re.sub(r"\W", "_", Path(it.asset).name) or "asset"
    for file in msgspec.convert(it.raw["per_file"], list[Json]):
        own = msgspec.convert(file["entries"], list[Json])
        if own:
            shown = [one | of_package(entries[str(one["entry_name"])]) for one in own]
            yield {**file, "file": f"{label}/{file['file']}", "entries": shown, "source_asset": it.asset}
