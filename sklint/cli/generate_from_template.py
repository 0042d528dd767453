"""`sklint generate-from-template`: an operator to start from, complete and ready to be adapted."""

from collections.abc import Mapping
from pathlib import Path

import click

from sklint.cli.help import Examples, Rows
from sklint.cli.list_templates import template_dir

EXAMPLES: Mapping[str, Rows] = {
    "Examples": (
        ("sklint generate-from-template add_custom --output-dir add", "z = x + y, of float16"),
        ("… row_sum --param dtype=bfloat16 --param name=row_total --output-dir sums", "another type, another name"),
        ("sklint list-templates", "which templates there are, and their parameters"),
    ),
    "Exit codes": (
        ("0", "the folder is written"),
        ("2", "nothing is written: a template, a parameter or a value that is none, a folder that is not empty"),
    ),
}


def known_ids(_context: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The shipped templates that a shell offers."""
    from sklint.generate.template_read import templates

    return [it.id for it in templates() if it.id.startswith(incomplete)]


@click.command(cls=Examples, examples=EXAMPLES, short_help="Start an operator from a template.")
@click.argument("id", metavar="ID", shell_complete=known_ids)
@click.option(
    "--param", multiple=True, metavar="NAME=VALUE", help="A value of the template; may be given several times."
)
@click.option(
    "--output-dir",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder to write, which is not there yet or empty.",
)
@template_dir
def generate_from_template(id: str, param: tuple[str, ...], output_dir: Path, template_dir: tuple[Path, ...]) -> None:
    """Write the operator of the template ID: kernel sources, and the IO contract that adapt-sk-from-global takes.

    The values are checked, and what they make of the sources is read by the compiler, before anything is written.
    """
    from sklint.cli.templating import run

    run(id, param, output_dir, template_dir)
