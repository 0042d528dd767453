"""`sklint check`: its options, and their way to a run."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.completing import chips, rule_ids
from sklint.cli.given import Given
from sklint.cli.help import Sectioned, comma_list, comma_list_not_empty, in_section, not_empty
from sklint.define import fault_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

FORMATS = ("text", "json", "sarif", "github", "markdown")

EXAMPLES = {
    "Examples": (
        ("sklint check", "the sources below the working directory"),
        ("sklint check --diff src", "what --fix would change, without changing it"),
        ("sklint check --fix --unsafe-fixes add.asc", "repair all that a machine can, then look at it"),
        ("sklint check --select sk.bind --ignore sk.bind-mask-known", "rules by id or by the beginning of ids"),
        ("sklint check --target-chip A3 --target-cann 9.1", "what that chip and CANN version have"),
        ("sklint check --write-baseline known.json", "accept today's findings; later: --baseline known.json"),
        ("sklint check - --stdin-filename src/add.asc < add.asc", "an editor's text, as if it were that file"),
    ),
    "Exit codes": (
        ("0", "nothing at or above --fail-on was found"),
        ("1", "something was; with --diff: there is something to fix"),
        ("2", "the job was not done: usage, configuration, a pack, a rule that raised, a file that cannot be read"),
    ),
}


def macros(context: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """The macros of an option; a usage error for what is none."""
    for it in given:
        if fault := fault_of(it):
            raise click.BadParameter(fault, context, param)
    return given


rules, fixes, target = in_section("Rules"), in_section("Fixes"), in_section("Target")
output, verdict, input_, speed = map(in_section, ("Output", "Verdict", "Input", "Speed"))
FILE = click.Path(path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(cls=Sectioned, examples=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@fixes("--fix", is_flag=True, help="Repair what is safe to repair, and report what is left.")
@fixes(
    "--unsafe-fixes", is_flag=True, help=("With --fix or --diff: also the repairs that a person looks at afterwards.")
)
@fixes("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@rules(
    "--select",
    multiple=True,
    shell_complete=rule_ids,
    callback=comma_list,
    metavar="ID,...",
    help=("Only these rules: ids, beginnings of ids (sk.bind), packs (spec) or all."),
)
@rules(
    "--ignore",
    multiple=True,
    shell_complete=rule_ids,
    callback=comma_list,
    metavar="ID,...",
    help="Not these; the narrower of both decides.",
)
@rules(
    "--rule-pack", multiple=True, type=FILE, metavar="FOLDER", help="A pack of your own rules. A pack is code: it runs."
)
@target(
    "--target-chip",
    multiple=True,
    shell_complete=chips,
    callback=comma_list_not_empty,
    metavar="CHIP,...",
    help=(
        "Chips: A2, A3, 950, Ascend910B1, dav-3510, ... Else [target] gives them, or --npu-arch of compile-commands, or"
        " SK_TARGET_CHIPS or SK_NPU_ARCHS."
    ),
)
@target(
    "--target-cann",
    default="",
    callback=not_empty,
    metavar="VERSION",
    help="CANN version, such as 9.1. Else [target] gives it, or the toolkit below ASCEND_HOME_PATH.",
)
@target("--include-dir", "-I", multiple=True, type=FOLDER, metavar="FOLDER", help="Look here for included files.")
@target("--define", "-D", multiple=True, callback=macros, metavar="NAME[=VALUE]", help="Define a macro.")
@input_(
    "--config",
    type=FILE,
    metavar="FILE",
    help=(
        "Use this configuration for all files; else the nearest sklint.toml, or pyproject.toml"
        " with [tool.sklint], above each."
    ),
)
@input_("--show-config", is_flag=True, help="Show which configuration counts for PATHS, and what it comes to.")
@input_(
    "--stdin-filename",
    metavar="NAME",
    help=("Check stdin as if it were this file. With --fix its repaired text goes to stdout, the report to stderr."),
)
@output(
    "--output-format",
    type=click.Choice(FORMATS),
    default="text",
    metavar="FORMAT",
    help=f"One of {', '.join(FORMATS)}.",
)
@output("--output-file", type=FILE, metavar="FILE", help="Write the report to a file.")
@output("--statistics", is_flag=True, help="Count the findings of each rule instead of showing them.")
@output("--quiet", "-q", is_flag=True, help="Findings only: no notes, no totals.")
@output(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    metavar="WHEN",
    help="auto, always or never; auto heeds NO_COLOR and FORCE_COLOR.",
)
@verdict("--baseline", type=FILE, metavar="FILE", help="Report only what is not in this file of known findings.")
@verdict("--write-baseline", type=FILE, metavar="FILE", help="Make all that is found known, in this file.")
@verdict(
    "--fail-on",
    type=click.Choice(("blocker", "warning", "info", "error")),
    metavar="SEVERITY",
    help=("The least severity for exit code 1: blocker (or error), warning (the default) or info."),
)
@verdict("--exit-zero", is_flag=True, help="Exit 0 whatever is found; still 2 if the job was not done.")
@speed("--jobs", "-j", type=click.IntRange(min=1), metavar="N", help="Worker processes, else one a processor.")
@speed("--no-cache", is_flag=True, help=("Check everything anew and keep nothing; `sklint clean` drops what was kept."))
def check(**given: "Unpack[Given]") -> int:
    """Check AscendC sources against the rules.

    PATHS are files and folders, the working directory if there are none. Of a folder the sources below it are
    checked (.asc .aicpu .cpp .cc .cxx .h .hpp .cce) that .gitignore does not leave out, and the contracts of operators
    (operator-io-contract.json, operator-asset-layout.json, ...); a file is always. `-` is stdin.
    """
    from sklint.cli import checking

    refuse(given)
    if given["show_config"]:
        return checking.show_config(given)
    if given["stdin_filename"] is not None or given["paths"] == ("-",):
        return checking.check_stdin(given)
    return checking.check_paths(given)


def refuse(given: Given) -> None:
    """Raise UsageError for options that do not go together."""
    if given["unsafe_fixes"] and not (given["fix"] or given["diff"]):
        raise click.UsageError("--unsafe-fixes goes with --fix or --diff", click.get_current_context())
    if given["statistics"] and given["output_format"] != "text":
        raise click.UsageError("--statistics goes with --output-format text", click.get_current_context())
    others = [path for path in given["paths"] if path != "-"]
    if (given["stdin_filename"] is not None and others) or ("-" in given["paths"] and len(given["paths"]) > 1):
        raise click.UsageError(
            f"stdin is checked alone, without {others[0] if others else '-'}", click.get_current_context()
        )
    if given["diff"] and given["write_baseline"]:
        raise click.UsageError("--write-baseline does not go with --diff", click.get_current_context())
