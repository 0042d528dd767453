"""`sklint aggregate-sk-adapted`: the packages of several adapted operators as one."""

from collections.abc import Mapping
from pathlib import Path

import click

from sklint.cli.help import Rows, Sectioned, in_section

EXAMPLES: Mapping[str, Rows] = {
    "Examples": (
        (
            "sklint aggregate-sk-adapted --adapted-output-dir add-sk --adapted-output-dir mul-sk --output-dir all",
            "one package of what adapt-sk-from-global wrote for two operators",
        ),
        ("… --aggregate-wheel-name my_ops --package-version 1.2", "what pip installs, and its version"),
    ),
    "Exit codes": (
        ("0", "the package and operator-sk-adapted.json are written; stdout tells how many entries it has"),
        ("2", "the job was not done: an input that is no package, two entries of one name, a folder that is taken"),
    ),
}

FILE = click.Path(path_type=Path)
input_, package = map(in_section, ("Input", "Package"))


@click.command(cls=Sectioned, examples=EXAMPLES, short_help="Join the packages of several operators into one.")
@input_(
    "--adapted-output-dir",
    type=FILE,
    multiple=True,
    required=True,
    metavar="DIR",
    help="An --output-dir of adapt-sk-from-global; several by repeating it.",
)
@input_(
    "--operator-build-config-resolved",
    type=FILE,
    metavar="FILE",
    help="The build configuration, resolved: flags, folders, files to take along.",
)
@package("--output-dir", type=FILE, required=True, metavar="DIR", help="Where operator-sk-adapted is written.")
@package(
    "--aggregate-wheel-name", default="op_extension", show_default=True, metavar="NAME", help="The distribution's name."
)
@package("--package-version", default="0.1.0", show_default=True, metavar="VERSION", help="Its version.")
def aggregate_sk_adapted(
    adapted_output_dir: tuple[Path, ...],
    operator_build_config_resolved: Path | None,
    output_dir: Path,
    aggregate_wheel_name: str,
    package_version: str,
) -> int:
    """Write one package with the kernels of several adapted operators.

    Each kernel source comes as it is, with the headers it includes in a folder of its own, so that operators may have
    headers of one name. The inputs are only read.
    """
    from sklint.cli.aggregating import run

    return run(adapted_output_dir, output_dir, aggregate_wheel_name, package_version, operator_build_config_resolved)
