"""`sklint bind`: write the SuperKernel binding of a file's kernels."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import click
from typing_extensions import Unpack

from sklint.cli.help import Rows, Sectioned, in_section
from sklint.cli.output import Color
from sklint.generate.request import DEFAULT_MASK, LARGEST_MASK, MOST_SPLITS, SystemArgs

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

binding, input_, output = map(in_section, ("Binding", "Input", "Output"))


class Given(TypedDict):
    """The options as click gives them, under their own names."""

    file: Path
    kernel: tuple[str, ...]
    bind_target: tuple[str, ...]
    mask: int
    num_splits: int
    with_sys_args: SystemArgs
    include_dir: tuple[Path, ...]
    define: tuple[str, ...]
    diff: bool
    write: bool
    color: Color


def mask_value(_context: click.Context, _param: click.Parameter, given: str) -> int:
    """A mask as SK_BIND takes it: 4, 0x4 or 0b100."""
    try:
        mask = int(given, 0)
    except ValueError:
        raise click.BadParameter(f"{given} is no number") from None
    if not 0 <= mask <= LARGEST_MASK:
        raise click.BadParameter(f"{given} is not in the range 0 to {LARGEST_MASK}: the bits are 1, 2, 4 and 8")
    return mask


@click.command(cls=Sectioned, examples=EXAMPLES, short_help="Write the SuperKernel binding of kernels.")
@click.argument("file", type=click.Path(path_type=Path))
@binding("--kernel", multiple=True, metavar="NAME", help="Only this kernel; may be given several times.")
@binding(
    "--bind-target",
    multiple=True,
    metavar="K<ARGS>",
    help="What a template kernel is bound for; without it, what the file launches.",
)
@binding(
    "--mask",
    callback=mask_value,
    default=str(DEFAULT_MASK),
    show_default=True,
    metavar="BITS",
    help="The mask of SK_BIND.",
)
@binding(
    "--num-splits",
    type=click.IntRange(1, MOST_SPLITS),
    default=MOST_SPLITS,
    show_default=True,
    metavar="1..4",
    help="How many SK functions SK_BIND names.",
)
@binding(
    "--with-sys-args",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Whether SK functions take sk::SkSystemArgs; auto: where the block count is asked for.",
)
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
def bind(**given: Unpack[Given]) -> int:  # fmt: skip
    """Bind the kernels of FILE: an args struct, an SK function and SK_BIND after each, nothing else changed.

    What is generated is read again first: it is offered only if it compiles as the kernel does and no rule finds fault
    with it. What a person has to decide is reported with its place.
    """
    if given["diff"] and given["write"]:
        raise click.UsageError("--diff shows, --write writes: give one of them")
    from sklint.cli.binding import run

    return run(given)
