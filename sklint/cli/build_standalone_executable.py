"""`sklint build-standalone-executable`: the programs that compare kernels with their SuperKernels, built."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint generate-standalone-compare all --output-dir verify --target-chip A3", "first: the CMake project"),
        ("sklint build-standalone-executable verify", "then: verify/operator-sk-standalone-verify/build"),
    ),
    "Exit codes": (
        ("0", "passed: every program is there"),
        ("1", "failed: build-log.txt says why; structural-passed: built with SK_OPERATOR_STRUCTURAL_TOOLCHAIN=1"),
        ("2", "the job was not done: no project, one without an architecture, no CMake"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Build the programs that compare a package's kernels.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--target-chip", default="", metavar="CHIP", help="What it is for; the project has to be made for that.")
@click.option("--target-cann", default="", hidden=True)
def build_standalone_executable(directory: Path, target_chip: str, target_cann: str) -> int:
    """Build the project that generate-standalone-compare wrote to DIR; operator-sk-standalone-build.json is the report.

    CMake has to be there, with the language ASC of the CANN toolkit. The build folder is made anew. Configuring may
    take five minutes, building ten.
    """
    from sklint.cli.standalone_building import run

    return run(directory, target_chip, target_cann)
