"""`sklint list-templates`: what there is to start an operator from."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples
from sklint.cli.output import say

if TYPE_CHECKING:
    from sklint.generate.template_read import Broken, Template
    from sklint.report.run import JsonObject

template_dir = click.option(
    "--template-dir",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder with templates of your own (ID.yaml or ID/template.yaml); may be given several times.",
)


@click.command(
    cls=Examples,
    short_help="List the templates of operators as JSON.",
    examples={
        "Examples": (
            ("sklint list-templates", "the templates, with the parameters each takes"),
            ("sklint generate-from-template add_custom --output-dir add", "start from one"),
        )
    },
)
@template_dir
def list_templates(template_dir: tuple[Path, ...]) -> None:
    """List the templates that generate-from-template takes, as JSON: id, description, parameters, number of files.

    A template that cannot be used is listed with the reason: id, path, error.
    """
    from sklint.generate.template_read import templates
    from sklint.report.encode import encode

    say(encode({"templates": [shown(it) for it in templates(template_dir)]}))


def shown(it: "Template | Broken") -> "JsonObject":
    import msgspec

    from sklint.generate.template_read import Broken

    if isinstance(it, Broken):
        return {"id": it.id, "path": str(it.path), "error": it.error}
    parameters: list[JsonObject] = msgspec.to_builtins(it.parameters)
    about: JsonObject = {"id": it.id, "description": it.description, "path": str(it.path)}
    return about | {"parameters": parameters, "file_count": len(it.files)}
