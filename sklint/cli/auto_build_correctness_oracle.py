"""`sklint auto-build-correctness-oracle`: what the kernels of a package are expected to give for their values."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sklint.cli.help import Examples
from sklint.cli.oracle_option import oracle_source as oracle_option

if TYPE_CHECKING:
    from sklint.sample.oracle import OracleSource

EXAMPLES = {
    "Examples": (
        (
            "sklint auto-build-correctness-oracle add-sk --oracle-source reference-impls-numpy",
            "what add-sk/reference_impls/add.py computes",
        ),
    ),
    "A reference": (
        ('REFERENCE_IMPL = {"comparator": "allclose", "tolerance": {"rtol": 0.001, "atol": 0}}', "or exact"),
        ('def compute(inputs): return [a + b for a, b in zip(inputs["x"]["value"], inputs["y"]["value"])]', ""),
        ('return {"y": [...], "z": [...]}', "what compute gives for a kernel that writes y and z"),
    ),
    "Exit codes": (
        ("0", "operator-sk-auto-oracle-spec.json is written"),
        ("2", "the job was not done: no values, a reference that is missing or does not run"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Write down what a package's kernels are expected to give.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@oracle_option
def auto_build_correctness_oracle(directory: Path, oracle_source: "OracleSource") -> int:
    """Write operator-sk-auto-oracle-spec.json: the expected output for the values of each kernel.

    With reference-impls-numpy the function compute(inputs) of reference_impls/ENTRY.py in DIR is run; inputs have, by
    parameter, shape, dtype and value. Where a kernel writes several tensors, compute gives each by its name: one that
    is not given is not compared, and the kernel does not pass. With bind-target-on-wheel the kernel's own output is
    expected, which shows that it runs, not that it is right.
    """
    from sklint.cli.sampling import run_oracle

    return run_oracle(directory, oracle_source)
