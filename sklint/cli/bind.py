"""`sklint bind`: write the SuperKernel binding of a file's kernels."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.binding_options import BindingOptions, binding, binding_options
from sklint.cli.help import Rows, Sectioned, in_section
from sklint.cli.output import Color

if TYPE_CHECKING:
    from typing_extensions import Unpack

EXAMPLES: Mapping[str, Rows] = {
    "Examples": (
        ("sklint bind add.asc", "show what binding all kernels of the file would write"),
        ("sklint bind add.asc --write", "write it"),
        ("sklint bind norm.asc --kernel rms_norm --mask 12", "one kernel, with mask bits 4 and 8"),
        ("sklint bind cast.asc --bind-target 'cast<half>'", "a template kernel, for what others launch"),
    ),
    "Exit codes": (
        ("0", "every kernel is bound, or was"),
        ("1", "a kernel needs a decision, or there is none"),
        ("2", "the job was not done: usage, configuration, a file that cannot be read or written"),
    ),
}  # fmt: skip

input_, output = map(in_section, ("Input", "Output"))


class Given(BindingOptions):
    """The options as click gives them, under their own names."""

    file: Path
    kernel: tuple[str, ...]
    bind_target: tuple[str, ...]
    include_dir: tuple[Path, ...]
    define: tuple[str, ...]
    diff: bool
    write: bool
    color: Color


@click.command(cls=Sectioned, examples=EXAMPLES, short_help="Write the SuperKernel binding of kernels.")
@click.argument("file", type=click.Path(path_type=Path))
@binding("--kernel", multiple=True, metavar="NAME", help="Only this kernel; may be given several times.")
@binding(
    "--bind-target",
    multiple=True,
    metavar="K<ARGS>",
    help="What a template kernel is bound for; without it, what the file launches.",
)
@binding_options
@input_(
    "--include-dir",
    "-I",
    multiple=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A folder where headers of the project are; may be given several times.",
)
@input_(
    "--define",
    "-D",
    multiple=True,
    metavar="NAME[=VALUE]",
    help="A macro the file is built with; may be given several times.",
)
@output("--diff", is_flag=True, help="Show what --write would change; this is the default.")
@output("--write", is_flag=True, help="Write the file.")
@output("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours; auto: on a terminal.")
def bind(**given: "Unpack[Given]") -> int:  # fmt: skip
    """Bind the kernels of FILE: an args struct, an SK function and SK_BIND after each, nothing else changed.

    What is generated is read again first: it is offered only if it compiles as the kernel does and no rule finds fault
    with it. What a person has to decide is reported with its place.
    """
    if given["diff"] and given["write"]:
        raise click.UsageError("--diff shows, --write writes: give one of them")
    from sklint.cli.binding import run

    return run(given)
