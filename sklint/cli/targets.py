"""`sklint targets`: what there is to build for."""

from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples
from sklint.cli.output import Color, colored, say

if TYPE_CHECKING:
    from sklint.report.run import Json
    from sklint.target import Product, Reserved


@click.command(
    cls=Examples,
    short_help="List the chips to check for.",
    examples={
        "Examples": (
            ("sklint targets", "each product: its names, architecture and memories"),
            ("sklint check --target-chip A3", "check for one of them"),
        )
    },
)
@click.option(
    "--output-format", type=click.Choice(("text", "json")), default="text", metavar="FORMAT", help="text or json."
)
@click.option(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    metavar="WHEN",
    help="auto, always or never.",
)
def targets(output_format: str, color: Color) -> None:
    """List the products that --target-chip and [target] know: names, architecture, memory sizes, and the source."""
    from sklint.target import known_products

    products = known_products()
    say(as_json(products) if output_format == "json" else as_text(products, colored(color)))


def as_json(products: "tuple[Product, ...]") -> str:
    from sklint.report.encode import encode
    from sklint.target import targets_source

    return encode({"schema_version": 1, "source": targets_source(), "targets": [as_object(it) for it in products]})


def as_object(product: "Product") -> "dict[str, Json]":
    from sklint.target import memory_sizes, reserved_memory

    return {
        "product": product.product,
        "names": list(product.names),
        "soc_names": list(product.soc_names),
        "arch_names": list(product.arch_names),
        "npu_arch": product.arch,
        "npu_arch_option": product.option,
        "memory_bytes": dict(memory_sizes(product.arch)),
        "memory_reserved": [
            {"memory": it.memory, "whole": it.whole, "most": it.most, "usual": it.usual, "options": it.options}
            for it in reserved_memory(product.arch)
        ],
    }


def as_text(products: "tuple[Product, ...]", color: bool) -> str:
    from sklint.report.paint import ansi, plain
    from sklint.target import targets_source

    paint = ansi if color else plain
    blocks = [f"{paint('strong', it.product)}\n" + "".join(f"  {line}\n" for line in lines(it)) for it in products]
    return "\n".join(blocks) + f"\nSource: {targets_source()}\n"


def lines(product: "Product") -> list[str]:
    """What a reader wants to know of a product, the first line what to give to --target-chip."""
    from sklint.target import memory_sizes, reserved_memory

    option = f", --npu-arch={product.option}" if product.option else ""
    kept = {it.memory: usable(it) for it in reserved_memory(product.arch)}
    found = {name: f"{name} {size}" for name, size in memory_sizes(product.arch).items() if size}
    sizes = ", ".join((found | kept).values())
    told = [f"names   {', '.join(product.names)}", f"arch    __NPU_ARCH__ {product.arch}{option}"]
    if product.soc_names:
        told.append(f"chips   {', '.join(product.soc_names)}")
    return [*told, f"memory  {sizes} (bytes)"] if sizes else told


def usable(it: "Reserved") -> str:
    """What a kernel has of a memory, and what there is."""
    more = f"{it.most} with {it.options}, " if it.options and it.most != it.whole else ""
    all = f"{it.whole} with {it.options}" if it.most == it.whole else f"{more}of {it.whole}"
    return f"{it.memory} {it.usual} ({all})"
