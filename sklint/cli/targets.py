"""`sklint targets`: what there is to build for."""

from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples
from sklint.cli.output import Color, colored, say

if TYPE_CHECKING:
    from sklint.report.run import Json
    from sklint.target import Product


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
    from sklint.target import memory_sizes

    return {
        "product": product.product,
        "names": list(product.names),
        "soc_names": list(product.soc_names),
        "arch_names": list(product.arch_names),
        "npu_arch": product.arch,
        "npu_arch_option": product.option,
        "memory_bytes": dict(memory_sizes(product.arch)),
    }


def as_text(products: "tuple[Product, ...]", color: bool) -> str:
    from sklint.report.paint import ansi, plain
    from sklint.target import targets_source

    paint = ansi if color else plain
    blocks = [f"{paint('strong', it.product)}\n" + "".join(f"  {line}\n" for line in lines(it)) for it in products]
    return "\n".join(blocks) + f"\nSource: {targets_source()}\n"


def lines(product: "Product") -> list[str]:
    """What a reader wants to know of a product, the first line what to give to --target-chip."""
    from sklint.target import memory_sizes

    option = f", --npu-arch={product.option}" if product.option else ""
    sizes = ", ".join(f"{name} {size}" for name, size in memory_sizes(product.arch).items() if size)
    found = [f"names   {', '.join(product.names)}", f"arch    __NPU_ARCH__ {product.arch}{option}"]
    if product.soc_names:
        found.append(f"chips   {', '.join(product.soc_names)}")
    return [*found, f"memory  {sizes} (bytes)"] if sizes else found
