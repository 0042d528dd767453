"""`sklint completion`: what a shell needs to complete commands, options and rule ids."""

import click

from sklint.cli.help import Examples
from sklint.cli.output import say
from sklint.error import SklintError

EXAMPLES = {
    "Examples": (
        ('eval "$(sklint completion bash)"', "in ~/.bashrc"),
        ('eval "$(sklint completion zsh)"', "in ~/.zshrc"),
        ("sklint completion fish > ~/.config/fish/completions/sklint.fish", "once"),
    )
}


@click.command(cls=Examples, short_help="Print the completion script of a shell.", examples=EXAMPLES)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print the completion script of a SHELL: bash, zsh or fish."""
    from click.shell_completion import get_completion_class

    from sklint.cli.app import sklint

    kind = get_completion_class(shell)
    if kind is None:
        raise SklintError(f"{shell}: click has no completion for it")
    say(kind(sklint, {}, "sklint", "_SKLINT_COMPLETE").source() + "\n")
