"""`sklint new-rule`: a rule that runs, to start from."""

import re
from pathlib import Path

import click

from sklint.cli.help import Examples
from sklint.cli.output import say
from sklint.error import SklintError

EXAMPLES = {
    "Examples": (("sklint new-rule team.kernel-name --pack rules/team_rules", "rules/team_rules/team_kernel_name.py"),)
}
ID = re.compile(r"[a-z][a-z0-9]*(\.[a-z][a-z0-9]*(-[a-z0-9]+)*)+")


@click.command(cls=Examples, short_help="Write a rule that runs, to start from.", examples=EXAMPLES)
@click.argument("id", metavar="ID")
@click.option(
    "--pack",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The pack's folder; it is made if it is not there.",
)
def new_rule(id: str, pack: Path) -> None:
    """Write a rule that runs, to start from: its page, its cases and its check in one file.

    ID is <topic>.<what>, such as team.kernel-name. It never changes later: people write it into comments and settings.
    """
    from sklint.cli.rule_template import PACK, RULE
    from sklint.packs import installed_packs

    if not ID.fullmatch(id):
        raise SklintError(f"{id}: no id for a rule; ids are <topic>.<what> in lower case, such as team.kernel-name")
    if not pack.absolute().name.isidentifier():
        raise SklintError(f"{pack}: no name for a Python package; take letters, digits and _, such as team_rules")
    if owner := next((it.name for it in installed_packs() if any(rule.id == id for rule in it.rules)), ""):
        raise SklintError(f"{id} is there already, in pack {owner}; take another id")
    init, rule = pack / "__init__.py", pack / f"{re.sub('[.-]', '_', id)}.py"
    pack.mkdir(parents=True, exist_ok=True)
    made = [rule] if init.exists() else [init, rule]
    write_new(rule, RULE.replace("TEAM.RULE", id))
    if init in made:
        write_new(init, PACK.replace("PACK", pack.absolute().name))
    say("".join(f"Wrote {path}\n" for path in made) + next_steps(id, pack, rule))


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet. SklintError where it is."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        raise SklintError(f"{path}: there already, and left as it is; take another id or remove it") from error


def next_steps(id: str, pack: Path, rule: Path) -> str:
    return (
        f"\nNext: say in {rule} what your rule demands, then\n"
        f"  sklint check --rule-pack {pack} --select {id} YOUR_SOURCES\n"
        f"  sklint explain --rule-pack {pack} {id}\n"
        f'For every run: rule-packs = ["{pack.as_posix()}"] in sklint.toml.\n'
    )
