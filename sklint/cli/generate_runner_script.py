"""`sklint generate-runner-script`: a script that launches each kernel of a package and prints its outputs."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples
from sklint.cli.oracle_option import oracle_source as oracle_option

if TYPE_CHECKING:
    from sklint.sample.oracle import OracleSource

EXAMPLES = {
    "Examples": (
        ("sklint collect-runtime-input-spec add-sk", "first: what the kernels take"),
        ("sklint generate-runner-script add-sk", "then: add-sk/operator-sample-runner.py"),
        (
            "cd add-sk && python3 operator-sample-runner.py operator-sk-runtime-input-values.json",
            "where there is an NPU",
        ),
    ),
    "Exit codes": (
        ("0", "operator-sample-runner.py and operator-sk-target-runtime-command-spec.json are written"),
        ("2", "the job was not done: no spec, one that is not current, a script that somebody changed"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Write the script that launches a package's kernels.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@oracle_option
def generate_runner_script(directory: Path, oracle_source: "OracleSource") -> int:
    """Write operator-sample-runner.py, which calls run_ENTRY of the installed package for each set of values.

    It prints one JSON object: outputs, calls and a status for each kernel. With bind-target-on-wheel outputs are
    collected, with nothing to compare them with; with reference-impls-numpy they are compared with what
    auto-build-correctness-oracle wrote. Where there is no NPU the status is skipped-no-npu. It ends with 0 only where
    every kernel was launched and none differs.
    """
    from sklint.cli.sampling import run_runner

    return run_runner(directory, oracle_source)
