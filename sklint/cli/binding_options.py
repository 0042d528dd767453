"""The options of a binding, which every command that writes bindings has."""

from typing import TypedDict

import click

from sklint.cli.help import F, in_section
from sklint.generate.request import DEFAULT_MASK, LARGEST_MASK, MOST_SPLITS, SystemArgs

binding = in_section("Binding")


class BindingOptions(TypedDict):
    """The options as click gives them, under their own names."""

    mask: int
    num_splits: int
    with_sys_args: SystemArgs


def mask_value(_context: click.Context, _param: click.Parameter, given: str) -> int:
    """A mask as SK_BIND takes it: 4, 0x4 or 0b100."""
    try:
        mask = int(given, 0)
    except ValueError:
        raise click.BadParameter(f"{given} is no number") from None
    if not 0 <= mask <= LARGEST_MASK:
        raise click.BadParameter(f"{given} is not in the range 0 to {LARGEST_MASK}: the bits are 1, 2, 4 and 8")
    return mask


def binding_options(command: F) -> F:
    """The command with --mask, --num-splits and --with-sys-args, in this order."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


OPTIONS = (
    binding(
        "--mask",
        callback=mask_value,
        default=str(DEFAULT_MASK),
        show_default=True,
        metavar="BITS",
        help="The mask of SK_BIND.",
    ),
    binding(
        "--num-splits",
        type=click.IntRange(1, MOST_SPLITS),
        default=MOST_SPLITS,
        show_default=True,
        metavar="1..4",
        help="How many SK functions SK_BIND names.",
    ),
    binding(
        "--with-sys-args",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Whether SK functions take sk::SkSystemArgs; auto: where the block count is asked for.",
    ),
)
