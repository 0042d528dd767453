"""`sklint build-native-wheel`: the wheel of an adapted package, with its kernels compiled."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint generate-pybind-binding add-sk", "first: whether the package is whole"),
        ("sklint build-native-wheel add-sk --target-chip A3 --jobs 8", "then: the wheel for a chip"),
    ),
    "Exit codes": (
        ("0", "passed: there is a wheel, and it has the kernels' modules"),
        ("1", "failed: pip-wheel.log says why; structural-passed: built with SK_OPERATOR_STRUCTURAL_TOOLCHAIN=1"),
        ("2", "the job was not done: no binding, a package that has changed since, a wheel that is there already"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Build the wheel of an adapted package with its kernels.")
@click.argument("directory", metavar="ADAPTED_DIR", type=click.Path(path_type=Path))
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="How many compilers run at once.")
@click.option("--target-chip", default="", metavar="CHIPS", help="What it is for, such as A3; several with commas.")
def build_native_wheel(directory: Path, jobs: int | None, target_chip: str) -> int:
    """Build the package in ADAPTED_DIR with pip; operator-sk-native-wheel.json says what came of it.

    The Python that runs sklint has to have pip, setuptools, wheel, torch and torch_npu, and bisheng has to be on PATH.
    Without --target-chip the chips come from SK_TARGET_CHIPS, SK_NPU_ARCHS or the device. A copy of the package is
    built, for at most ten minutes: nothing is left in the package itself.
    """
    from sklint.cli.wheel_building import run

    return run(directory, jobs, target_chip)
