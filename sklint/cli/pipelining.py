"""The run of `sklint run-sk-pipeline`: inputs read and checked, each package of assets through its stages, and the map
of what was made."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sklint import __version__
from sklint.assets.files import Asset, is_utf8, read_asset
from sklint.assets.survey import Survey, survey
from sklint.assets.wanted_target import words
from sklint.cli.output import say
from sklint.cli.owned_tree import digest, digest_of
from sklint.cli.pipeline_artifacts import coverage_page, ingest, skipped, write_map
from sklint.cli.pipeline_output import check_folder, drop_other_runs, outputs_below, record_folder, take_folder
from sklint.cli.pipeline_packages import Packages, packages
from sklint.cli.pipeline_run import run_stages
from sklint.cli.pipeline_settings import Run, Settings, with_build
from sklint.cli.pipeline_telling import Finished, told
from sklint.cli.progress import progress
from sklint.cli.published import write_report, write_whole
from sklint.cli.run_sk_pipeline import Given
from sklint.contract import read_contract
from sklint.error import SklintError
from sklint.generate.adapt_inputs import NameResolution
from sklint.generate.package_python import checked_version, python_package
from sklint.jobs import default_jobs
from sklint.pipeline.asset_roots import Passed, Seen, assets_below, coverage, see
from sklint.pipeline.build_settings import cache_folder, repository_of, resolved
from sklint.pipeline.contract_parts import contract_beside
from sklint.pipeline.stages import Wished, plan
from sklint.pipeline.state import SUCCESS, Json
from sklint.resolve import resolver
from sklint.target import Target


def run(given: Given) -> int:
    """Run the pipeline; gives the exit code."""
    settings = settings_of(given)
    check_folder(settings.folder, given["clean_output"], given["resume_from"])
    seen, passed = assets_of(given, settings)
    if not seen:
        return nothing(given, settings, passed)
    made = packages(seen, settings.folder, given["asset_root_mode"], given["duplicate_entry_policy"])
    kernels = tuple(dict.fromkeys(name for it in seen for name in it.entries))
    settings = msgspec.structs.replace(settings, resolution=made.resolution, kernels=kernels)
    take_folder(settings.folder, given["clean_output"])
    write_map(settings, "running", made.mode, "", (), NameResolution())
    wanted = runs(given, settings, made)
    drop_other_runs(settings.folder, {it.slug for it in wanted})
    done = [finished(run) for run in wanted]
    return ended(given, settings, made, done, passed)


def settings_of(given: Given) -> Settings:
    """What the options say, checked. SklintError for what is wrong."""
    here = Path.cwd()
    python_package(given["aggregate_wheel_name"], "--aggregate-wheel-name")
    chips = words(given["target_chip"])
    Target.of(chips, given["target_cann"])
    reused = given["reuse_wheel"]
    if reused and not (reused.is_file() and reused.suffix == ".whl"):
        raise SklintError(f"--reuse-wheel {reused}: {'is no .whl file' if reused.exists() else 'no such file'}")
    repository = repository_of(given["repo_root"], here)
    folder = Path(os.path.realpath(given["output_dir"]))
    if not is_utf8(str(folder)):
        raise SklintError(f"--output-dir {folder}: its name is not UTF-8; give another")
    wished = Wished(
        given["profile"],
        given["stages"],
        given["verify_backend"],
        given["wheel_mode"],
        given["no_verify"],
        given["no_package"],
        reused is not None,
    )
    config, sets = given["operator_build_config"], given["operator_build_config_set"]
    return Settings(
        folder=folder,
        plan=plan(wished),
        chips=chips,
        target_chip=given["target_chip"],
        target_cann=given["target_cann"],
        contract=read_contract(given["io_contract"]) if given["io_contract"] else None,
        build=resolved(config, sets, repository, os.environ, here),
        resolution=NameResolution(),
        kernels=(),
        package_version=checked_version(given["package_version"]),
        max_iterations=given["max_iterations"],
        jobs=given["jobs"] or default_jobs(),
        cache=cache_folder(given["build_cache_dir"], repository, os.environ),
        reuse_wheel=reused.resolve() if reused else None,
        config_for=resolver(),
        mock_npu=given["allow_mock_npu"],
        structural=given["allow_structural_toolchain"],
    )


def assets_of(given: Given, settings: Settings) -> tuple[list[Seen], list[Passed]]:
    """The assets, looked into, and the folders of roots that are passed by."""
    config_for = with_build(settings.config_for, settings.build)
    leave_out = (settings.folder, *(one for it in (*given["asset"], *given["asset_root"]) for one in outputs_below(it)))

    def look(path: Path) -> Survey:
        with progress(True) as tell:
            return survey(read_asset(path, leave_out), config_for, tell)

    seen, passed = [see(it, None, look) for it in given["asset"]], list[Passed]()
    for root in given["asset_root"]:
        found, others = assets_below(root, look, leave_out)
        seen, passed = [*seen, *found], [*passed, *others]
    if not (given["asset"] or given["asset_root"]):
        raise SklintError("give an --asset, or an --asset-root with some below it")
    check_apart(seen)
    return seen, passed


def check_apart(seen: Sequence[Seen]) -> None:
    """SklintError for an asset that is given twice, or lies in another."""
    for number, it in enumerate(seen):
        other = next((one for one in seen[:number] if one.path in (it.path, *it.path.parents)), None)
        other = other or next((one for one in seen[:number] if it.path in one.path.parents), None)
        if other:
            what = "is given twice" if other.path == it.path else f"and {other.path} hold one another"
            raise SklintError(f"{it.path}: {what}; give each operator once")


def runs(given: Given, settings: Settings, made: Packages) -> list[Run]:
    """A run for each package."""
    found: list[Run] = []
    for slug, (package, assets) in made.runs(given["aggregate_wheel_name"]).items():
        found.append(Run(settings, slug, package, assets, fingerprint(settings, package, assets)))
    return found


def fingerprint(settings: Settings, package: str, assets: dict[str, Seen]) -> str:
    """A digest of all that the results of the first stages follow from."""
    asked = [
        *(__version__, package, settings.package_version, settings.target_chip, settings.target_cann),
        settings.max_iterations,
        settings.contract.data.decode("utf-8", "replace") if settings.contract else "",
        settings.build,
        settings.resolution,
        *((name, str(it.path), digest_of_asset(it.survey.asset)) for name, it in assets.items()),
        *(digest_of(path) for it in assets.values() if (path := contract_beside(it.path))),
        *(digest_of(file.path) for it in assets.values() for file in settings.config_for(it.path).chain),
    ]
    return digest(msgspec.json.encode(asked))


def digest_of_asset(asset: Asset) -> str:
    every = hashlib.sha256()
    for it in asset.files:
        every.update(f"{it}\0{digest_of(asset.root / it)}\n".encode())
    return every.hexdigest()


def finished(run: Run) -> Finished:
    """One package through its stages, and its artifacts where people look for them."""
    state = run_stages(run, lambda text: say(f"{text}\n", to_stderr=True))
    return run, state, ingest(run, state)


def ended(given: Given, settings: Settings, made: Packages, done: Sequence[Finished], passed: Sequence[Passed]) -> int:
    """Write the map and tell what came of it; gives the exit code."""
    statuses = [state.status for _, state, _ in done]
    separate = made.mode == "separate"
    statuses += ["needs-human" for it in passed if it.open]
    status = whole(statuses) if not separate else ("failed" if "needs-human" in statuses else "completed")
    success = all(it in SUCCESS for it in statuses) and not (separate and passed)
    left = [skipped(settings, slug, it) for slug, it in made.slugs_of(passed).items()]
    reason = made.reason if separate else done[0][2].reason or left_open(passed)
    write_map(settings, status, made.mode, reason, [*(it for _, _, it in done), *left], made.resolution)
    if given["asset_root"]:
        write_coverage(settings, made, done, passed, status if separate else coverage_status(status), given)
    if separate:
        write_report(settings.folder / "pipeline-state.json", {"status": status, "release_success": success})
    record_folder(settings.folder)
    say(msgspec.json.encode(summary(status, made, done, passed, success)).decode() + "\n")
    say(told(settings, done, passed, status), to_stderr=True)
    return 0 if success else 1


def whole(statuses: Sequence[str]) -> str:
    """The status of one package, and of what is passed by and a person has to see to."""
    return "needs-human" if "needs-human" in statuses else statuses[0]


def left_open(passed: Sequence[Passed]) -> str:
    names = ", ".join(it.path.name for it in passed if it.open)
    return f"no operator is taken from {names}" if names else ""


def coverage_status(status: str) -> str:
    return "failed" if status == "needs-human" else "completed"


def summary(status: str, made: Packages, done: Sequence[Finished], passed: Sequence[Passed], success: bool) -> Json:
    """The line that is printed."""
    if made.mode == "separate":
        failed = sum(state.status == "needs-human" for _, state, _ in done)
        return {
            "status": status,
            "release_success": success,
            "mode": made.mode,
            "asset_count": len(made.assets),
            "skipped_asset_count": len(passed),
            "failed_asset_count": failed,
        }
    renamed = made.resolution.renamed_entry_count
    names: Json = {
        "renamed_entry_count": renamed,
        "duplicate_entry_group_count": len(made.resolution.duplicate_entry_groups),
        "name_resolution_report": "name-resolution-report.json",
    }
    found: Json = {"status": status, "stages": len(done[0][1].stages), "asset_count": len(made.assets)}
    return {**found, **(names if renamed else {})}


def write_coverage(
    settings: Settings,
    made: Packages,
    done: Sequence[Finished],
    passed: Sequence[Passed],
    status: str,
    given: Given,
) -> None:
    rows: list[Json] = [
        {
            "path": str(it.path),
            "status": state.status,
            "entries": it.entries,
            "output_dir": f"assets/{run.slug}",
            "reason": manifest.reason,
        }
        for run, state, manifest in done
        for it in run.assets.values()
    ]
    mode = "separate" if made.mode == "separate" else "asset-root-mode-aggregate"
    put_coverage(settings, coverage(mode, status, given["asset_root"], [*rows, *map(passed_row, passed)]))


def put_coverage(settings: Settings, found: Json) -> None:
    write_report(settings.folder / "asset-root-coverage.json", found)
    write_whole(settings.folder / "asset-root-coverage.md", coverage_page(found).encode())


def passed_row(it: Passed) -> Json:
    questions: object = msgspec.to_builtins(it.questions)
    row: Json = {"path": str(it.path), "status": "skipped", "entries": [], "output_dir": "", "reason": it.reason}
    return {**row, "human_questions": questions}


def nothing(given: Given, settings: Settings, passed: Sequence[Passed]) -> int:
    """Where roots have no asset that is ready: what they have is told. Always raises."""
    take_folder(settings.folder, given["clean_output"])
    put_coverage(settings, coverage("scan", "needs-human", given["asset_root"], list(map(passed_row, passed))))
    record_folder(settings.folder)
    path = settings.folder / "asset-root-coverage.md"
    roots = ", ".join(map(str, given["asset_root"]))
    raise SklintError(f"--asset-root {roots}: no operator can be told from its files; {path} says why")
