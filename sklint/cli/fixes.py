"""--fix and --diff: what fixing gives, on disk or as a diff."""

import sys
from dataclasses import dataclass
from pathlib import Path

from sklint.cli.difference import difference, shown
from sklint.cli.given import Given
from sklint.cli.output import colored, error, say, say_bytes
from sklint.cli.reporting import what_failed
from sklint.cli.writing import changed_meanwhile, may_write, replace_file
from sklint.finding import Note
from sklint.fixing import Checked, Fixed, Wanted, fix
from sklint.project import Run
from sklint.report.totals import count


@dataclass(frozen=True)
class Repaired:
    """What is left after fixes were written, what was done in a sentence, and why some files could not be written."""

    run: Run
    sentence: str
    errors: tuple[Note, ...]


def repair(checked: Checked, wanted: Wanted, unsafe: bool) -> Repaired:
    """Apply fixes and write the files. A fix is written whole: where one of its files cannot be, it is not applied."""
    refused: dict[str, str] = {}
    while True:
        fixed = fix(checked, wanted, unsafe=unsafe, may_change=Permission(checked, refused))
        changed = [path for path, source in fixed.before.items() if changed_meanwhile(source)]
        if not changed:
            break
        refused |= dict.fromkeys(changed, "not fixed: it changed while it was checked; run sklint again")
    for path, source in fixed.after.items():
        try:
            replace_file(source)
        except OSError as wrong:
            refused[path] = f"not fixed: {wrong.strerror}"
    done = fixed.count if not refused else fixed.count_outside(refused)
    files = len(fixed.after.keys() - refused.keys())
    sentence = f"Fixed {count(done, 'finding')} in {count(files, 'file')}." if files else "Nothing to fix."
    return Repaired(fixed.run, sentence, tuple(Note(why, path) for path, why in refused.items()))


class Permission:
    """Whether a file may change; of a file that was asked for and may not, `refused` tells why."""

    def __init__(self, checked: Checked, refused: dict[str, str]) -> None:
        self.asked = {it.path for it in checked.sources}
        self.refused = refused

    def __call__(self, path: str) -> bool:
        if path in self.refused:
            return False
        if may_write(path):
            return True
        if path in self.asked:
            there = Path(path).exists()
            why = "the file or its folder is read-only; make both writable" if there else "the file is gone"
            self.refused[path] = f"not fixed: {why}"
        return False


def show_difference(checked: Checked, wanted: Wanted, given: Given, only: str = "") -> int:
    """Print what --fix would change; gives the exit code."""
    refused: dict[str, str] = {}
    allowed = Permission(checked, refused)
    fixed = fix(
        checked, wanted, unsafe=given["unsafe_fixes"], may_change=lambda it: it == only if only else allowed(it)
    )
    print_difference(fixed, given)
    errors = [*what_failed(checked.run), *(f"{path}: {why}" for path, why in refused.items())]
    for message in errors:
        error(message)
    if errors:
        return 2
    return 1 if fixed.after and not given["exit_zero"] else 0


def print_difference(fixed: Fixed, given: Given) -> None:
    file = given["output_file"]
    if file:
        file.write_bytes(difference(fixed.before, fixed.after))
    elif colored(given["color"]):
        say(shown(fixed.before, fixed.after))
    elif sys.stdout.isatty():
        say(difference(fixed.before, fixed.after).decode("utf-8", "replace"))
    else:
        say_bytes(difference(fixed.before, fixed.after))
    if not given["quiet"]:
        would = f"Would fix {count(fixed.count, 'finding')} in {count(len(fixed.after), 'file')}."
        say(f"{would if fixed.after else 'Nothing to fix.'}\n", to_stderr=True)
