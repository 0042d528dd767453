"""The run of `sklint adapt-sk-from-global`: inputs read, the adaptation made, the folder and its report written."""

import os
import re
from pathlib import Path

import msgspec

from sklint.cli.adapt_sk_from_global import Given
from sklint.cli.adapt_telling import told
from sklint.cli.output import say
from sklint.cli.package_folder import refuse_package, write_package
from sklint.config import Config
from sklint.contract import read_contract
from sklint.error import SklintError
from sklint.generate.adapt import Wanted, adapt
from sklint.generate.adapt_inputs import NameResolution, Understanding, read_json, support_folders
from sklint.generate.adapt_report import REPORT, report
from sklint.generate.package_python import checked_version, python_package
from sklint.generate.request import BindRequest
from sklint.resolve import ConfigFor, resolver
from sklint.target import Target
from sklint.targeted import Origin, Targeted


def run(given: Given) -> int:
    """Adapt the asset; gives the exit code."""
    chips = [it.strip() for it in re.split(r"[,;]", given["target_chip"]) if it.strip()]
    wanted = wanted_of(given, chips)
    folder = given["output_dir"]
    refuse_package(folder)
    made = adapt(wanted)
    write_package(folder, made.files, report(wanted, made, chips))
    say(told(wanted, made, folder / REPORT), to_stderr=True)
    return 0


def wanted_of(given: Given, chips: list[str]) -> Wanted:
    """The inputs, read. SklintError for what is wrong with one."""
    for path in (given["asset"], given["source_asset"]):
        if path and not path.exists():
            raise SklintError(f"{path}: no such file or folder")
    python_package(given["package_name"])
    resolution = given["name_resolution"]
    return Wanted(
        asset=given["asset"],
        output_dir=given["output_dir"],
        bind=BindRequest(given["mask"], given["num_splits"], given["with_sys_args"]),
        config_for=for_chips(resolver(), Target.of(chips)),
        package_name=given["package_name"],
        package_version=checked_version(given["package_version"]),
        contract=read_contract(given["io_contract"]) if given["io_contract"] else None,
        resolution=read_json(resolution, NameResolution) if resolution else NameResolution(),
        resolution_text=Path(resolution).read_bytes() if resolution else b"",
        understanding=read_json(given["understanding"], Understanding) if given["understanding"] else None,
        source_asset=given["source_asset"],
        support=support_folders(given["support_dir"], given["asset"]),
    )


def for_chips(config_for: ConfigFor, target: Target) -> ConfigFor:
    """The configuration of each file, for the chips that are asked for."""
    asked = Targeted(target, Origin("command line") if target.chips else None)

    def found(path: str | os.PathLike[str]) -> Config:
        config = config_for(path)
        return msgspec.structs.replace(config, targeted=asked.over(config.targeted)) if target.chips else config

    return found if target.chips else config_for
