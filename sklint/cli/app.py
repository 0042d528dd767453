"""The group of all commands, and the one place where errors for people become a line and an exit code."""

import importlib
import os
import sys
from collections.abc import Sequence

import click

from sklint import __version__
from sklint.cli.help import Examples
from sklint.cli.output import error, forgive, to_nowhere
from sklint.error import SklintError

COMMANDS = {
    "check": "sklint.cli.check:check",
    "bind": "sklint.cli.bind:bind",
    "list-templates": "sklint.cli.list_templates:list_templates",
    "generate-from-template": "sklint.cli.generate_from_template:generate_from_template",
    "adapt-asset": "sklint.cli.adapt_asset:adapt_asset",
    "validate-contracts": "sklint.cli.validate_contracts:validate_contracts",
    "scan-operator-assets": "sklint.cli.scan_operator_assets:scan_operator_assets",
    "analyze-operator-asset": "sklint.cli.analyze_operator_asset:analyze_operator_asset",
    "normalize-operator-asset": "sklint.cli.normalize_operator_asset:normalize_operator_asset",
    "detect-sk-form": "sklint.cli.detect_sk_form:detect_sk_form",
    "adapt-sk-from-global": "sklint.cli.adapt_sk_from_global:adapt_sk_from_global",
    "write-io-contract": "sklint.cli.write_io_contract:write_io_contract",
    "validate-operator": "sklint.cli.validate_operator:validate_operator",
    "apply-remediation": "sklint.cli.apply_remediation:apply_remediation",
    "list-rule-pack": "sklint.cli.list_rule_pack:list_rule_pack",
    "intake": "sklint.cli.intake:intake",
    "plan": "sklint.cli.intake:plan",
    "analyze-sk-conversion": "sklint.cli.analyze_sk_conversion:analyze_sk_conversion",
    "adapt-sk-binding-scaffold": "sklint.cli.adapt_sk_binding_scaffold:adapt_sk_binding_scaffold",
    "generate-sk-source-scaffold": "sklint.cli.generate_sk_source_scaffold:generate_sk_source_scaffold",
    "explain": "sklint.cli.explain:explain",
    "rules": "sklint.cli.rules:rules",
    "targets": "sklint.cli.targets:targets",
    "docs": "sklint.cli.docs:docs",
    "new-rule": "sklint.cli.new_rule:new_rule",
    "schema": "sklint.cli.schema:schema",
    "completion": "sklint.cli.completion:completion",
    "lsp": "sklint.cli.lsp:lsp",
    "clean": "sklint.cli.clean:clean",
}
"""Each command and where it is; the order is that of --help."""

FAILED, INTERRUPTED, BROKEN_PIPE = 2, 130, 141


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
    near = get_close_matches(name, COMMANDS, n=1)
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
    """Linter for AscendC operators that enter a SuperKernel."""


def main(arguments: Sequence[str]) -> int:
    """Run a command; gives its exit code. What is wrong is one line on stderr, never a traceback."""
    forgive(sys.stdout)
    try:
        code = invoke(list(arguments))
        if not sys.stdout.closed:  # the language server closes it
            sys.stdout.flush()
    except click.ClickException as wrong:
        return fail(usage(wrong))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        to_nowhere()
        return BROKEN_PIPE
    except SklintError as wrong:
        return fail(str(wrong))
    except OSError as wrong:
        return fail(f"{f'{wrong.filename}: ' if wrong.filename else ''}{wrong.strerror or wrong}")
    return code


def invoke(arguments: list[str]) -> int:
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


def usage(wrong: click.ClickException) -> str:
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    message = " ".join(wrong.format_message().split()).rstrip(".")
    return (
        message
        if message.endswith(("?", "?)")) or not context
        else f"{message}; `{context.command_path} --help` tells more"
    )


def fail(message: str) -> int:
    error(message)
    return FAILED
