"""`sklint analyze-sk-conversion`: whether an operator can be turned into SuperKernel code, and with which compiler."""

from pathlib import Path
from typing import TypedDict

import click
from typing_extensions import Unpack

from sklint.cli.help import Sectioned, in_section

EXAMPLES = {
    "Examples": (
        ("sklint analyze-sk-conversion op", "status and reasons, in operator-delivery-output"),
        ("… --ascend-cann-path /usr/local/Ascend/cann --ascend-arch dav-2201", "for a build with that compiler"),
        ("… --support-dir common=../common", "headers that sources include as common/…"),
    ),
    "Exit codes": (
        ("0", "the analysis is written; its status says what is missing"),
        ("2", "the job was not done: no asset, an option that names what is not there"),
    ),
}
FOLDER = click.Path(path_type=Path)
input_, compiler, output = map(in_section, ("Input", "Ascend compiler", "Output"))


class Given(TypedDict):
    """The options as click gives them, under their own names."""

    asset: Path
    output_dir: Path
    support_dir: tuple[str, ...]
    include_dir: tuple[str, ...]
    ascend_cann_path: str
    ascend_arch: str
    ascend_compile_option: tuple[str, ...]
    ascend_force_include: tuple[str, ...]


@click.command(cls=Sectioned, examples=EXAMPLES, short_help="Tell what an operator lacks to become SuperKernel code.")
@click.argument("asset", type=FOLDER)
@input_("--support-dir", multiple=True, metavar="[NAME=]DIR", help="A folder whose files are included as NAME/…")
@input_("--include-dir", multiple=True, metavar="DIR", help="A folder where headers are; may be given several times.")
@compiler("--ascend-cann-path", default="", metavar="DIR", help="The CANN toolkit, with its bisheng compiler.")
@compiler("--ascend-arch", default="", metavar="ARCH", help="The architecture, such as dav-2201.")
@compiler(
    "--ascend-compile-option",
    multiple=True,
    metavar="OPTION",
    help="An option for the compiler; without a -std, -std=c++17 is added.",
)
@compiler("--ascend-force-include", multiple=True, metavar="FILE", help="A file to include before each source.")
@output(
    "--output-dir",
    type=FOLDER,
    default=Path("operator-delivery-output"),
    show_default=True,
    metavar="DIR",
    help="Where the analysis is written.",
)
def analyze_sk_conversion(**given: Unpack[Given]) -> int:
    """Tell whether ASSET, a folder or a source, is ready to become SuperKernel code, and what is missing.

    adapt-sk-binding-scaffold and generate-sk-source-scaffold go on from the analysis, as long as it is current.
    """
    from sklint.cli.converting import analyze

    return analyze(given)
