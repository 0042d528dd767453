"""The three runs of `sklint check`: over files, over stdin, and to show a configuration."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from sklint.answers import Settings
from sklint.cli.given import Given
from sklint.cli.output import colored, say, say_bytes
from sklint.cli.progress import progress
from sklint.cli.reporting import finish, reported
from sklint.config import Overrides
from sklint.discover import discover
from sklint.environment import Environment
from sklint.fixing import Checked, fix
from sklint.jobs import default_jobs
from sklint.project import check_sources
from sklint.readable import Skipped, asked_for, not_code, read_source
from sklint.resolve import ConfigFor, resolver
from sklint.settings import FailOn
from sklint.sound import sound
from sklint.source import Source

UNNAMED = "<stdin>"
FAIL_ON: dict[str | None, FailOn] = {"blocker": "blocker", "error": "error", "warning": "warning", "info": "info"}


def check_paths(given: Given) -> int:
    config_for = sound(configurations(given), baselines=not given["write_baseline"])
    paths = [one_spelling(path) for path in given["paths"] or (".",)]
    found = discover(paths, config_for)
    read = [checkable(path) for path in found.files]
    skipped = [*found.skipped, *(asked_for(it, paths) for it in read if isinstance(it, Skipped))]
    with progress(not given["quiet"]) as tell:
        settings = Settings(given["jobs"] or default_jobs(), not given["no_cache"], tell)
        checked = run_over([it for it in read if isinstance(it, Source)], skipped, config_for, settings)
        wanted = reported(given, config_for)
        repaired = None
        if given["diff"] or given["fix"]:
            from sklint.cli.fixes import repair, show_difference

            if given["diff"]:
                return show_difference(checked, wanted, given)
            repaired = repair(checked, wanted, given["unsafe_fixes"])
    return finish(checked, wanted, given, repaired)


def check_stdin(given: Given) -> int:
    config_for = sound(configurations(given), baselines=not given["write_baseline"])
    name = one_spelling(given["stdin_filename"] or UNNAMED)
    source = Source(name, sys.stdin.buffer.read())
    config_for(name)
    skipped = not_checked(source)
    settings = Settings(1, not given["no_cache"])
    checked = run_over([] if skipped else [source], skipped, config_for, settings)
    wanted = reported(given, config_for)
    if given["diff"]:
        from sklint.cli.fixes import show_difference

        return show_difference(checked, wanted, given, only=name)
    if not given["fix"]:
        return finish(checked, wanted, given)
    fixed = fix(checked, wanted, unsafe=given["unsafe_fixes"], may_change=lambda path: path == name)
    say_bytes(fixed.after.get(name, source).data)
    left = Checked(fixed.run, checked.sources, skipped, config_for, settings)
    return finish(left, wanted, given, to_stderr=True)


def show_config(given: Given) -> int:
    from sklint.cli.configuration import describe

    config_for = configurations(given)
    name = given["stdin_filename"]
    paths = [path for path in (*given["paths"], *([name] if name else [])) if path != "-"] or ["."]
    for path in paths:
        sound(config_for, baselines=False)(path)
    say("\n".join(describe(path, config_for(path), colored(given["color"])) for path in paths))
    return 0


def configurations(given: Given) -> ConfigFor:
    """What counts for each file: its configuration, with the command line over it."""
    overrides = Overrides(
        select=given["select"],
        ignore=given["ignore"],
        chips=given["target_chip"],
        cann=given["target_cann"],
        fail_on=FAIL_ON.get(given["fail_on"]),
        baseline=given["baseline"],
        rule_packs=tuple(path.absolute() for path in given["rule_pack"]),
        include_dirs=given["include_dir"],
        defines=given["define"],
    )
    return resolver(overrides, given["config"], Environment.of(os.environ))


def run_over(sources: Sequence[Source], skipped: Sequence[Skipped], config_for: ConfigFor, how: Settings) -> Checked:
    return Checked(check_sources(sources, config_for, how, skipped), sources, skipped, config_for, how)


def one_spelling(path: str) -> str:
    """A path without `.` and `..`, as includes will lead to it; as it was given where links make that another file."""
    plain = os.path.normpath(path)
    same = os.path.realpath(plain) == os.path.realpath(path) and not path.endswith("/")
    return Path(plain if same else path).as_posix()


def checkable(path: str) -> Source | Skipped:
    """A file that is checked, or why it is not."""
    found = unnamable(path) or read_source(path)
    return (no_contract(found) or found) if isinstance(found, Source) else found


def no_contract(source: Source) -> Skipped | None:
    """Why a JSON file is not checked, if it is not."""
    if not source.path.endswith(".json"):
        return None
    from sklint.contract_kind import no_contract

    return no_contract(source)


def unnamable(path: str) -> Skipped | None:
    """Why a file is not checked whose name libclang and the formats of reports cannot take."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return Skipped(path, "not checked: its name is not UTF-8; rename it", failed=True)
    return None


def not_checked(source: Source) -> list[Skipped]:
    """Why a text from stdin is not checked, if it is not."""
    skipped = unnamable(source.path) or not_code(source.path, source.data) or no_contract(source)
    return [asked_for(skipped, [source.path])] if skipped else []
