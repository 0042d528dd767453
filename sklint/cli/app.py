"""The group of all commands."""

import importlib
import os

import click

from sklint import __version__
from sklint.cli.commands import COMMANDS, SECTIONS
from sklint.cli.help import Examples
from sklint.cli.output import FAILED, INTERRUPTED, fail

OTHER_NAMES = {"lint": "check", "fix": "check --fix", "format": "check --fix", "rule": "explain", "server": "lsp"}
"""What other tools call what a command of ours does."""
WIDEST = 30
"""The longest name with its text beside it, in columns."""


class Commands(Examples, click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: object = getattr(importlib.import_module(module), name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each section with its commands, texts beside each other; a name too long for that stands alone."""
        widest = max(len(it) for it in COMMANDS if len(it) <= WIDEST)
        for title, names in SECTIONS.items():
            found = {name: self.get_command(ctx, name) for name in names}
            with formatter.section(title):
                rows = [(f"{name:<{widest}}", it.get_short_help_str(100)) for name, it in found.items() if it]
                formatter.write_dl(rows, col_max=widest)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(unknown_command(args[0]), ctx)
        return super().resolve_command(ctx, args)


def unknown_command(name: str) -> str:
    from difflib import get_close_matches
    from pathlib import Path

    if Path(name).exists():
        return f"{name} is no command; did you mean `sklint check {name}`?"
    near = [OTHER_NAMES[name]] if name in OTHER_NAMES else get_close_matches(name, COMMANDS, n=1)
    return f"{name} is no command; " + (f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}")


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    examples={
        "Examples": (
            ("sklint check", "the sources below the working directory"),
            ("sklint check --fix src/add.asc", "repair what is safe to repair"),
            ("sklint explain sk.block-num", "why a rule is there, with examples"),
        )
    },
)
@click.version_option(__version__, "-V", "--version", message="sklint %(version)s")
def sklint() -> None:
    """Linter, fixer and generator for AscendC operators that enter a SuperKernel."""


def invoke(arguments: list[str]) -> int:
    """Run what was typed; gives its exit code."""
    if "_SKLINT_COMPLETE" in os.environ:  # the shell asks what could be typed next
        sklint.main(arguments, prog_name="sklint", standalone_mode=False)
        return 0
    try:
        with sklint.make_context("sklint", arguments) as context:
            code: object = sklint.invoke(context)
            return code if isinstance(code, int) else 0
    except click.exceptions.NoArgsIsHelpError as wrong:
        click.echo(wrong.format_message())
        return FAILED
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as wrong:
        return fail(usage(wrong))
    except click.Abort:
        return INTERRUPTED


def usage(wrong: click.ClickException) -> str:
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    message = " ".join(wrong.format_message().split()).rstrip(".")
    return (
        message
        if message.endswith(("?", "?)")) or not context
        else f"{message}; `{context.command_path} --help` tells more"
    )
