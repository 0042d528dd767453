"""`sklint build-baseline`: the kernel that a SuperKernel would be compared with."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        (
            "sklint build-baseline add.asc --entry-name add --output-dir out",
            "the report is operator-baseline-build.json",
        ),
    ),
    "Exit codes": (
        ("1", "skipped-real-backend-not-enabled, or structural-passed: nothing is built"),
        ("2", "the job was not done: no such asset, no such kernel in it, a folder that cannot be written"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Tell that a kernel's baseline is not built, and why.")
@click.argument("asset", type=click.Path(path_type=Path))
@click.option("--output-dir", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where it is told.")
@click.option("--entry-name", required=True, metavar="NAME", help="The kernel.")
@click.option("--backend", type=click.Choice(["baseline_direct_asc"]), default="baseline_direct_asc", show_default=True)
@click.option("--structural", is_flag=True, help="Only tell that the kernel is there.")
def build_baseline(asset: Path, output_dir: Path, entry_name: str, backend: str, structural: bool) -> int:
    """Look for the kernel in ASSET, a file or a folder, and report that its baseline is not built.

    No backend builds a kernel without SuperKernel yet: the status says so, with no artifact, and the exit code is never
    0. generate-standalone-compare writes programs that launch a kernel both ways.
    """
    del backend  # there is one
    from sklint.cli.baseline_building import run

    return run(asset, output_dir, entry_name, structural=structural)
