"""`sklint auto-construct-runtime-input-values`: values to call each kernel of a package with."""

from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click
import msgspec

from sklint.cli.help import Examples

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from sklint.sample.auto_values import Fill

EXAMPLES = {
    "Examples": (
        ("sklint auto-construct-runtime-input-values add-sk --shape 64 --dtype float16", "tensors of 64 elements"),
        ("… --value totalLength=64 --value 'add.tiling=[1,0,0,0]'", "numbers, and the bytes of a struct"),
    ),
    "Exit codes": (
        ("0", "operator-sk-auto-input-values-spec.json is written; its `undecided` says what a person has to decide"),
        ("2", "the job was not done: no spec, one that is not current, values of somebody that are there already"),
    ),
}


MOST = 1_000_000
"""Elements of a tensor: each is a number in the file."""


class Given(TypedDict):
    directory: Path
    shape: tuple[int, ...] | None
    dtype: str | None
    fill: "Fill"
    value: dict[str, object]


def shape_of(_context: click.Context, _param: click.Parameter, given: str | None) -> tuple[int, ...] | None:
    """`1,16,64` as numbers."""
    if given is None:
        return None
    words = [it.strip() for it in given.split(",")]
    if not all(it.isascii() and it.isdigit() for it in words):
        raise click.BadParameter(f"{given!r} is no shape, such as 16 or 1,16,64")
    shape = tuple(map(int, words))
    if prod(shape) > MOST:
        raise click.BadParameter(f"{given} are {prod(shape)} elements; a file of values has at most {MOST}")
    return shape


def type_of(_context: click.Context, _param: click.Parameter, given: str | None) -> str | None:
    from sklint.sample.element_types import KNOWN

    if given is not None and given not in KNOWN:
        raise click.BadParameter(f"{given!r} is not known; there are {', '.join(KNOWN)}")
    return given


def values_of(_context: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> dict[str, object]:
    """Each NAME=JSON."""
    found: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        try:
            read: object = msgspec.json.decode(value)
        except msgspec.DecodeError:
            raise click.BadParameter(f"{text!r} is no NAME=JSON, such as n=64 or x=[1,2]") from None
        if not equals or not name or name in found or read is None:
            raise click.BadParameter(f"{text!r} gives no value to a name of its own")
        found[name] = read
    return found


@click.command(cls=Examples, examples=EXAMPLES, short_help="Make values to call a package's kernels with.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--shape", callback=shape_of, metavar="N,…", help="The shape of each tensor; 16 until it is decided.")
@click.option(
    "--dtype", callback=type_of, metavar="TYPE", help="Its type, where the source does not tell; else float16."
)
@click.option(
    "--fill",
    type=click.Choice(["varied", "zero"]),
    default="varied",
    show_default=True,
    help="What tensors hold that a kernel reads: small whole numbers that differ, or zeros.",
)
@click.option(
    "--value", multiple=True, callback=values_of, metavar="[ENTRY.]NAME=JSON", help="The value of a parameter."
)
def auto_construct_runtime_input_values(**given: "Unpack[Given]") -> int:
    """Write operator-sk-auto-input-values-spec.json: values for each parameter in operator-sk-runtime-input-spec.json.

    What nobody said and no source tells stands in it with a guess, and under `undecided` until a person has set it:
    a kernel that is told a wrong length writes where it must not.
    """
    from sklint.cli.sampling import run_construct
    from sklint.sample.auto_values import Asked

    return run_construct(given["directory"], Asked(given["shape"], given["dtype"], given["fill"], given["value"]))
