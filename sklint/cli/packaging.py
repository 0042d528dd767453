"""The run of `sklint generate-pybind-binding`: a package read, verified, and its binding written."""

from pathlib import Path

import msgspec

from sklint.cli.output import say
from sklint.cli.published import json_text, refuse_link, write_report, write_whole
from sklint.delivery.page_text import command
from sklint.error import SklintError
from sklint.generate.adapted import read_adapted
from sklint.packaged.binding import BINDING, PLACES, binding_json
from sklint.packaged.tree import whole_tree
from sklint.report.totals import count


def run_binding(folder: Path) -> int:
    """Write the binding; gives the exit code."""
    made = write_binding(folder)
    files = len(msgspec.convert(made["written_files"], list[object]))
    say(msgspec.json.encode({"package": made["package_name"], "files": files}).decode() + "\n")
    entries = len(msgspec.convert(made["kernel_entries"], list[object]))
    say(f"{made['package_name']}: {count(entries, 'kernel')}. {folder / BINDING}\n", to_stderr=True)
    say(f"Next: {command('build-native-wheel', folder)}\n", to_stderr=True)
    return 0


def write_binding(folder: Path) -> dict[str, object]:
    """Verify the package in an output folder and write its binding; gives what was written. SklintError, with the
    place, for a package that is not whole, and where the binding of another one is there."""
    made = binding_json(whole_tree(read_adapted(folder)))
    path, text = folder / BINDING, json_text(made)
    refuse_link(path)
    if not path.exists():
        write_whole(path, text)
    elif path.read_bytes() != text:
        if not only_moved(path.read_bytes(), text):
            raise SklintError(f"{path}: is there already, of a package that was another; remove it to write it anew")
        write_report(path, made)
    return made


def only_moved(then: bytes, now: bytes) -> bool:
    """Whether a binding is one of the same package in another folder, from where that was copied or moved."""
    try:
        before, after = (msgspec.json.decode(it, type=dict[str, object]) for it in (then, now))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return before.keys() == after.keys() and all(before[it] == after[it] for it in after if it not in PLACES)
