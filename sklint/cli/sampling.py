"""The runs of the commands that make a sample of a package: what its kernels take, values, oracles, the script."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import get_args

import msgspec

from sklint.cli.current_file import current_file
from sklint.cli.output import say
from sklint.cli.published import json_text, refuse_link, write_report, write_whole
from sklint.contract_read import decoded
from sklint.delivery.page_text import command
from sklint.error import SklintError
from sklint.generate.adapted import read_adapted
from sklint.packaged.folder_name import checked_name
from sklint.packaged.tree import whole_tree
from sklint.report.totals import count
from sklint.sample import oracle
from sklint.sample.auto_values import AUTO, Asked, auto_values
from sklint.sample.given_values import VALUES, given_values, values_json
from sklint.sample.input_spec import SPEC, Spec, read_spec, spec_json
from sklint.sample.oracle import BIND_TARGET, ORACLE, REFERENCES, OracleSource, Values
from sklint.sample.runner import COMMAND, RUNNER, command_json, runner
from sklint.source import Source


def collect_spec(folder: Path) -> dict[str, object]:
    """Write what Python passes to the kernels of the package in a folder; gives what was written."""
    made = spec_json(whole_tree(read_adapted(folder)))
    write_made(folder / SPEC, made)
    return made


def run_collect(folder: Path) -> int:
    spec = read_spec(collect_spec(folder))
    calls = "".join(
        f"  run_{it.entry_name}({', '.join(one.source for one in it.parameters)})\n" for it in spec.input_specs
    )
    say(f"{spec.package_name}: {count(len(spec.input_specs), 'kernel')}. {folder / SPEC}\n{calls}")
    for name in spec.left_out:
        say(f"  {name} is left out: it takes a list of tensors, which only the operator's own code can prepare\n")
    if spec.status == "defined":
        say(f"Next: {command('auto-construct-runtime-input-values', folder)}\n")
    return int(spec.status != "defined")


def current_spec(folder: Path) -> Spec:
    """What the kernels take. SklintError where the file is not there, or not of the package that is."""
    made = spec_json(whole_tree(read_adapted(folder)))
    current_file(folder / SPEC, made, ("analysis_output_dir",), command("collect-runtime-input-spec", folder))
    spec = read_spec(made)
    if spec.status != "defined":
        raise SklintError(f"{folder / SPEC}: is {spec.status}: each kernel takes a list of tensors, which no file has")
    return spec


# values


def construct_values(folder: Path, asked: Asked) -> dict[str, object]:
    """Write values for each call; gives what was written. SklintError where somebody's values are there."""
    made = auto_values(current_spec(folder).input_specs, asked)
    write_own(folder / AUTO, json_text(made))
    return made


def run_construct(folder: Path, asked: Asked) -> int:
    made = construct_values(folder, asked)
    sets = len(msgspec.convert(made["input_values"], list[object]))
    say(msgspec.json.encode({"written": AUTO, "input_sets": sets}).decode() + "\n")
    left = msgspec.convert(made["undecided"], dict[str, str])
    say("".join(f"{name}: {why}\n" for name, why in left.items()), to_stderr=True)
    how = f' {count(len(left), "value")} to decide on: set each in it, then remove it from "undecided".' if left else ""
    again = command("provide-sk-runtime-input-values", folder, folder / AUTO)
    say(f"{folder / AUTO}.{how}\n{'Once that is decided' if left else 'Next'}: {again}\n", to_stderr=True)
    return 0


def provide_values(folder: Path, path: Path) -> dict[str, object]:
    """Check the values in a file and write them for the script; gives what was written."""
    spec = current_spec(folder)
    checked_name(path)
    source = read_source(path)
    found = given_values(source, spec.input_specs)
    data = (folder / SPEC).read_bytes()
    made = values_json(str(folder.resolve()), source, data, spec.input_specs, found)
    write_made(folder / VALUES, made)
    return made


def run_provide(folder: Path, path: Path) -> int:
    sets = len(msgspec.convert(provide_values(folder, path)["input_values"], list[object]))
    say(f"{count(sets, 'set')} of values. {folder / VALUES}\n")
    say(f"Next: {command('generate-runner-script', folder)}\n")
    return 0


def read_source(path: Path) -> Source:
    try:
        return Source(str(path.resolve()), path.read_bytes())
    except OSError as error:
        raise SklintError(f"{path}: cannot be read: {error.strerror}") from error


# oracles and the script


def build_oracle(folder: Path, origin: OracleSource) -> dict[str, object]:
    """Write what each call is expected to give; gives what was written. SklintError for a reference that is missing or
    does not run."""
    current_spec(folder)
    values, data = current_values(folder)
    if origin == BIND_TARGET:
        expected = [oracle.of_bind_target(it) for it in values.input_values]
    else:
        paths = [folder / REFERENCES / f"{it.entry_name}.py" for it in values.input_values]
        if missing := [str(it) for it in paths if not it.is_file()]:
            raise SklintError(f"{missing[0]}: no such file; it has a function compute(inputs) that gives the output")
        with redirect_stdout(sys.stderr):  # what a reference prints is not what this command does
            expected = [oracle.of_reference(it, path) for it, path in zip(values.input_values, paths, strict=True)]
    made = oracle.oracle_json(values, data, expected, origin)
    write_made(folder / ORACLE, made)
    return made


def run_oracle(folder: Path, origin: OracleSource) -> int:
    made = build_oracle(folder, origin)
    sets = len(msgspec.convert(made["oracle_specs"], list[object]))
    say(msgspec.json.encode({"written": ORACLE, "oracle_sets": sets, "oracle_source": origin}).decode() + "\n")
    if origin == BIND_TARGET:
        say(
            "The kernels' own outputs are expected: that shows that they run, not that they are right.\n",
            to_stderr=True,
        )
    return 0


def current_values(folder: Path) -> tuple[Values, bytes]:
    """The values of the calls, with the file's bytes. SklintError where they are not there, or for another package."""
    path = folder / VALUES
    first = command("provide-sk-runtime-input-values", folder, folder / AUTO)
    if not path.is_file():
        raise SklintError(f"{folder}: there is no {VALUES} in it; run `{first}` first")
    data = path.read_bytes()
    raw = decoded(Source(path.as_posix(), data))
    try:
        found = msgspec.convert(raw, Values)
    except msgspec.ValidationError as error:
        raise SklintError(f"{path}: is no file of this version: {error}; run `{first}`") from error
    if found.runtime_input_spec_sha256 != sha256((folder / SPEC).read_bytes()).hexdigest():
        raise SklintError(f"{path}: is not of the {SPEC} that is there; run `{first}`")
    return found, data


def generate_runner(folder: Path, origin: OracleSource) -> dict[str, object]:
    """Write the script that launches the kernels of a package, and its command; gives what the command prints."""
    spec = current_spec(folder)
    refuse_link(folder / COMMAND)
    write_own(folder / RUNNER, runner(spec, origin), [runner(spec, it) for it in get_args(OracleSource)])
    write_report(folder / COMMAND, command_json())
    return {"runner": RUNNER, "command_spec": COMMAND}


def run_runner(folder: Path, origin: OracleSource) -> int:
    say(msgspec.json.encode(generate_runner(folder, origin)).decode() + "\n")
    lack = "" if (folder / VALUES).is_file() else f" once there is {VALUES}"
    words = shlex.join(["python3", RUNNER, VALUES])
    say(f"{folder / RUNNER}. To run it{lack}: cd {shlex.quote(str(folder))} && {words}\n", to_stderr=True)
    return 0


def write_made(path: Path, made: object) -> None:
    """Write a file that each run writes anew. SklintError for a link, which leads to somebody else's."""
    refuse_link(path)
    write_report(path, made)


def write_own(path: Path, data: bytes, replaces: Sequence[bytes] = ()) -> None:
    """Write a file that people may change. SklintError where there is another, but for those it replaces."""
    refuse_link(path)
    there = path.read_bytes() if path.exists() else data
    if there not in (data, *replaces):
        raise SklintError(f"{path}: is there already and is another; move it away to make it anew")
    if not path.exists() or there != data:
        write_whole(path, data)
