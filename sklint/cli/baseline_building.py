"""The run of `sklint build-baseline`: the kernel looked for, and the report on what was not built."""

from pathlib import Path

import msgspec

from sklint.cli.contract_writing import read_asset
from sklint.cli.output import say
from sklint.cli.published import json_text, refuse_places
from sklint.cli.report_files import write_reports
from sklint.error import SklintError
from sklint.packaged.baseline import LOG, REPORT, baseline_json, log
from sklint.packaged.folder_name import checked_name
from sklint.source import Source


def run(asset: Path, folder: Path, entry: str, *, structural: bool) -> int:
    """Write the report; gives the exit code."""
    made = build_baseline(asset, folder, entry, structural=structural)
    say(msgspec.json.encode({"status": made["status"], "entry_name": entry}).decode() + "\n")
    say(f"{entry}: {made['status']}. {folder / REPORT}\n", to_stderr=True)
    return 1


def build_baseline(asset: Path, folder: Path, entry: str, *, structural: bool = False) -> dict[str, object]:
    """Write the report on a kernel of an asset; gives the report, whose status is skipped-real-backend-not-enabled or
    structural-passed. SklintError where the asset does not have the kernel."""
    if not asset.exists():
        raise SklintError(f"{asset}: no such file or folder")
    for path in (asset, folder):
        checked_name(path)
    read = read_asset(asset)
    found = [it for it in read.drafted if entry in (it.kernel, it.qualified)]
    if not found:
        there = ", ".join(dict.fromkeys(it.qualified for it in read.drafted)) or "none"
        raise SklintError(f"--entry-name {entry}: {asset} has no kernel of that name; there is {there}")
    span = found[0].span
    place = f"{span.path}:{Source(span.path, read.texts[span.path]).line_at(span.start)}"
    made = baseline_json(asset, folder, entry, structural=structural)
    refuse_places(folder, (REPORT, LOG))
    write_reports(folder, {LOG: log(place, entry, structural=structural).encode(), REPORT: json_text(made)})
    return made
