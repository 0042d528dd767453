"""`sklint run-sk-pipeline`: the assets of operators through all stages of a delivery."""

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from sklint.cli.help import Sectioned, in_section

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from sklint.pipeline.names import Policy
    from sklint.pipeline.stages import Profile, Verify, WheelMode

EXAMPLES = {
    "Examples": (
        ("sklint run-sk-pipeline --asset op --target-chip A2 --profile fast", "one operator, without a wheel"),
        ("sklint run-sk-pipeline --asset-root ops --stages 01,02,03,04", "every operator below ops, checked"),
        ("… --clean-output", "the same anew, in the place of what a run before left"),
        ("… --resume-from sk-pipeline-output/artifact-map.json", "go on where a run was stopped"),
    ),
    "Stages": (
        ("00-understand-asset", "what each asset delivers, each operator in a folder of its own"),
        ("01-detect-form", "how far an operator is adapted to a SuperKernel"),
        ("02-adapt-sk-from-global", "its kernels bound, and the package that runs them from Python"),
        ("03-validate-spec", "the SuperKernel rules; what a machine can repair is repaired in rounds"),
        ("04-validate-compat", "whether the target has what the code uses"),
        ("05-generate-pybind-binding", "the manifest of the package of all operators"),
        ("06-build-and-verify", "the programs that compare, and the wheel"),
    ),
    "Exit codes": (
        ("0", "the run is verified or packaged"),
        ("1", "it came to another end, needs-human among them: artifact-map.md tells what is to be decided"),
        ("2", "the job was not done: usage, an input that is wrong, a folder that cannot be written"),
    ),
}


class Given(TypedDict):
    """The options as click gives them, under their own names."""

    asset: tuple[Path, ...]
    asset_root: tuple[Path, ...]
    asset_root_mode: str
    duplicate_entry_policy: "Policy"
    io_contract: Path | None
    operator_build_config: Path | None
    operator_build_config_set: tuple[str, ...]
    repo_root: Path | None
    skills_root: Path | None
    target_chip: str
    target_cann: str
    stages: str | None
    profile: "Profile"
    max_iterations: int
    no_package: bool
    no_verify: bool
    verify_backend: "Verify | None"
    wheel_mode: "WheelMode | None"
    reuse_wheel: Path | None
    aggregate_wheel_name: str
    package_version: str
    build_cache_dir: Path | None
    allow_mock_npu: bool
    allow_structural_toolchain: bool
    jobs: int | None
    output_dir: Path
    clean_output: bool
    resume_from: Path | None


PATH = click.Path(path_type=Path)
assets, what, build, output = map(in_section, ("Assets", "What is done", "Build", "Output"))


@click.command(cls=Sectioned, examples=EXAMPLES, short_help="Take operators through all stages of a delivery.")
@assets("--asset", type=PATH, multiple=True, metavar="PATH", help="An operator, a folder or a source. Repeatable.")
@assets("--asset-root", type=PATH, multiple=True, metavar="DIR", help="A folder with operators below it. Repeatable.")
@assets(
    "--asset-root-mode",
    type=click.Choice(["auto", "aggregate", "separate"]),
    default="auto",
    show_default=True,
    help="One package of all, or one for each; auto: one, unless entries have equal names.",
)
@assets(
    "--duplicate-entry-policy",
    type=click.Choice(["reject", "namespace"]),
    default="reject",
    show_default=True,
    help="namespace: entries of equal names get that of their asset before theirs.",
)
@assets("--io-contract", type=PATH, metavar="FILE", help="What kernels read and write; else the asset's own counts.")
@assets("--target-chip", default="", metavar="CHIP,...", help="Chips to build for: A2, A3, Ascend910B1, ...")
@assets("--target-cann", default="", metavar="VERSION", help="CANN version, such as 9.1.")
@what("--stages", metavar="LIST", help="The stages to run, such as 01,02,03; 00 always is. Else by the profile.")
@what(
    "--profile",
    type=click.Choice(["fast", "release"]),
    default="release",
    show_default=True,
    help="fast: no wheel, and programs that compare; release: both.",
)
@what(
    "--max-iterations",
    type=click.IntRange(0, 100),
    default=5,
    show_default=True,
    metavar="N",
    help="At most so many rounds of repair for an operator in a stage.",
)
@what("--no-package", is_flag=True, help="Stop at the checks: no wheel, stages 01,02,03.")
@what("--no-verify", is_flag=True, help="Verify nothing.")
@what("--verify-backend", type=click.Choice(["standalone", "wheel", "both", "none"]), help="What is run to verify.")
@what("--allow-mock-npu", is_flag=True, help="Without an NPU start what compares, launch nothing: mock-only.")
@build("--allow-structural-toolchain", is_flag=True, help="The compilers only look like some: structural-only.")
@build("--wheel-mode", type=click.Choice(["never", "cache", "always"]), help="Whether a wheel is built, or reused.")
@build("--reuse-wheel", type=PATH, metavar="WHL", help="The wheel to deliver, in the place of a built one.")
@build("--aggregate-wheel-name", default="op_extension", show_default=True, metavar="NAME", help="Its distribution.")
@build("--package-version", default="0.1.0", show_default=True, metavar="VERSION", help="Its version.")
@build("--operator-build-config", type=PATH, metavar="FILE", help="Folders, options and libraries the sources need.")
@build("--operator-build-config-set", multiple=True, metavar="FIELD=JSON", help="A field of that in its place.")
@build("--build-cache-dir", type=PATH, metavar="DIR", help="Where builds are kept; else build/ of the repository.")
@build("--jobs", type=click.IntRange(1), metavar="N", help="How many compilers run at once.")
@build("--repo-root", type=PATH, metavar="DIR", help="The folder of one's own work; else that of the nearest .git.")
@build("--skills-root", type=PATH, hidden=True, help="Not needed: the stages are commands of sklint.")
@output(
    "--output-dir",
    type=PATH,
    default=Path("sk-pipeline-output"),
    show_default=True,
    metavar="DIR",
    help="Where all is written.",
)
@output("--clean-output", is_flag=True, help="Remove what an earlier run wrote there, if nobody else wrote anything.")
@output("--resume-from", type=PATH, metavar="FILE", help="artifact-map.json there: stages that hold are not run again.")
def run_sk_pipeline(**given: "Unpack[Given]") -> int:
    """Take every operator that is given through the stages, and write what comes of it: artifact-map.md tells.

    Assets are only read. Where a stage finds what a person has to decide, other operators and checks go on, and the
    run ends as needs-human with all that was found; what a machine can repair is repaired in the run's own copies.
    """
    from sklint.cli.pipelining import run

    return run(given)
