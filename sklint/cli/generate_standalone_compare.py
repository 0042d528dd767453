"""`sklint generate-standalone-compare`: programs that compare kernels with their SuperKernels, without Python."""

from collections.abc import Mapping
from pathlib import Path

import click

from sklint.cli.help import Rows, Sectioned, in_section

EXAMPLES: Mapping[str, Rows] = {
    "Examples": (
        (
            "sklint generate-standalone-compare all --output-dir verify --target-chip A3",
            "what CMake builds for Atlas A3",
        ),
        (
            "… --runtime-fixture-dir fixtures",
            "with the memory and values of fixtures/ENTRY/operator-sk-runtime-fixture.json",
        ),
    ),
    "A runtime fixture": (
        ('{"parameters": [', "each parameter of the kernel, by its name:"),
        ('  {"name": "x", "bytes": 4096, "fill": 1},', "device memory, and the byte that fills it"),
        ('  {"name": "y", "bytes": 4096, "compare": true},', "what is compared afterwards; one at least"),
        ('  {"name": "n", "kind": "scalar", "value": 1024},', "a number"),
        ('  {"name": "t", "kind": "host_struct", "value": [0, 4]}', "the bytes of a struct"),
        ('  {"name": "m", "kind": "literal", "value": "Mode::A"}', "an expression of C++"),
        ('], "block_dim": 8}', "how many blocks; without it those of the IO contract, else one"),
    ),
    "The programs": (
        ("SK_OPERATOR_RUN_DEVICE_COMPARE=1", "launch and compare, on NPU_DEVICE_ID, else ASCEND_DEVICE_ID, else 0"),
        ("SK_OPERATOR_MOCK_NPU=1", "launch nothing: every status is a skipped one"),
    ),
    "Exit codes": (
        ("0", "operator-sk-standalone-verify.json is written; its status says if the architecture is missing"),
        ("2", "the job was not done: an input that is no package, an unknown --npu-arch, a folder that is taken"),
    ),
}

FILE = click.Path(path_type=Path)
input_, target, output = map(in_section, ("Input", "Target", "Output"))


@click.command(
    cls=Sectioned, examples=EXAMPLES, short_help="Write programs that compare kernels with their SuperKernels."
)
@click.argument("aggregate_output_dir", metavar="AGG_DIR", type=FILE)
@output("--output-dir", type=FILE, required=True, metavar="DIR", help="Where operator-sk-standalone-verify is written.")
@input_("--runtime-fixture-dir", type=FILE, metavar="DIR", help="The folder of runtime fixtures, one folder an entry.")
@input_(
    "--operator-build-config-resolved",
    type=FILE,
    metavar="FILE",
    help="The build configuration, resolved: flags, folders, libraries.",
)
@target("--target-chip", default="", metavar="CHIPS", help="What it is built for, such as A3.")
@target("--npu-arch", default="", metavar="ARCH", help="The architecture itself, such as dav-2201.")
def generate_standalone_compare(
    aggregate_output_dir: Path,
    output_dir: Path,
    runtime_fixture_dir: Path | None,
    operator_build_config_resolved: Path | None,
    target_chip: str,
    npu_arch: str,
) -> int:
    """Write a CMake project for the kernels of AGG_DIR, an output folder of aggregate-sk-adapted.

    Its programs launch each kernel by itself and as a SuperKernel, on equal memory, and compare what both wrote. What
    to launch it with stands in a runtime fixture; a kernel without one is told as skipped, never as passed.
    """
    from sklint.cli.standalone_compare import Given, run

    return run(
        Given(
            aggregate_output_dir, output_dir, runtime_fixture_dir, target_chip, npu_arch, operator_build_config_resolved
        )
    )
